//! Ordered partitions of vertices that can be split and put together again.
//!
//! The usual representation (McKay, "Practical graph isomorphism", 1981): all vertices in one
//! array, each cell a range of it. A cell is named by its first position. A split takes a piece
//! from the *end* of a cell, so that the larger rest, which nobody touched, keeps its name; a stack
//! of splits is undone by joining ranges. The order inside a cell means nothing and is not
//! restored.

use crate::Point;
use cranelift_entity::{EntityRef, entity_impl};

/// A cell, by the first of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell(u32);
entity_impl!(Cell);

#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub front: Cell,
    pub piece: Cell,
}

#[derive(Clone, Debug)]
pub(super) struct Partition {
    order: Vec<Point>,
    position: Vec<u32>,
    cell_of: Vec<Cell>,
    /// By the first position of a cell; elsewhere without meaning.
    length: Vec<u32>,
    cells: usize,
    splits: Vec<Split>,
}

impl Partition {
    /// The cells in increasing order of a key.
    pub fn by_key<K: Ord>(degree: usize, key: impl Fn(Point) -> K) -> Partition {
        let mut order: Vec<Point> = (0..degree).map(Point::new).collect();
        order.sort_by_key(|&vertex| key(vertex));
        let mut partition = Partition {
            position: vec![0; degree],
            cell_of: vec![Cell(0); degree],
            length: vec![0; degree],
            cells: 0,
            splits: Vec::new(),
            order: Vec::new(),
        };
        let mut begin = 0;
        for same in order.chunk_by(|&a, &b| key(a) == key(b)) {
            partition.length[begin] = same.len() as u32;
            partition.cells += 1;
            for (offset, vertex) in same.iter().enumerate() {
                partition.position[vertex.index()] = (begin + offset) as u32;
                partition.cell_of[vertex.index()] = Cell::new(begin);
            }
            begin += same.len();
        }
        partition.order = order;
        partition
    }

    pub fn is_discrete(&self) -> bool {
        self.cells == self.order.len()
    }

    pub fn cell_of(&self, vertex: Point) -> Cell {
        self.cell_of[vertex.index()]
    }

    /// The cell that the position belongs to.
    pub fn cell_at(&self, position: usize) -> Cell {
        self.cell_of(self.order[position])
    }

    pub fn len(&self, cell: Cell) -> usize {
        self.length[cell.index()] as usize
    }

    pub fn is_singleton(&self, cell: Cell) -> bool {
        self.length[cell.index()] == 1
    }

    pub fn end(&self, cell: Cell) -> usize {
        cell.index() + self.len(cell)
    }

    pub fn members(&self, cell: Cell) -> &[Point] {
        &self.order[cell.index()..self.end(cell)]
    }

    pub fn order(&self) -> &[Point] {
        &self.order
    }

    pub fn position(&self, vertex: Point) -> usize {
        self.position[vertex.index()] as usize
    }

    /// The non-singleton cells that begin at or after a position which begins a cell, in order.
    pub fn open_cells(&self, from: usize) -> impl Iterator<Item = Cell> {
        let mut next = from;
        let cells = std::iter::from_fn(move || {
            let cell = (next < self.order.len()).then(|| Cell::new(next))?;
            next = self.end(cell);
            Some(cell)
        });
        cells.filter(|&cell| !self.is_singleton(cell))
    }

    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let begins = |&position: &usize| self.cell_at(position).index() == position;
        (0..self.order.len()).filter(begins).map(Cell::new)
    }

    /// Moves a vertex to another position of its cell.
    pub fn place(&mut self, vertex: Point, position: usize) {
        let from = self.position(vertex);
        let other = self.order[position];
        self.order.swap(from, position);
        self.position[other.index()] = from as u32;
        self.position[vertex.index()] = position as u32;
    }

    /// Sorts the positions from `begin` to the end of the cell that they belong to.
    pub fn sort_tail(&mut self, begin: usize, end: usize, key: impl Fn(Point) -> u32) {
        self.order[begin..end].sort_unstable_by_key(|&vertex| key(vertex));
        for (position, vertex) in self.order[begin..end].iter().enumerate() {
            self.position[vertex.index()] = (begin + position) as u32;
        }
    }

    /// Makes what lies from `begin` to the end of the cell a cell of its own.
    pub fn split(&mut self, front: Cell, begin: usize) -> Split {
        let piece = Cell::new(begin);
        let end = self.end(front);
        self.length[begin] = (end - begin) as u32;
        self.length[front.index()] = (begin - front.index()) as u32;
        for vertex in &self.order[begin..end] {
            self.cell_of[vertex.index()] = piece;
        }
        self.cells += 1;
        let split = Split { front, piece };
        self.splits.push(split);
        split
    }

    /// The splits that are in force, in the order in which they were made.
    pub fn splits(&self) -> &[Split] {
        &self.splits
    }

    /// Undoes all but the first `count` splits.
    pub fn undo_to(&mut self, count: usize) {
        while self.splits.len() > count {
            let Some(Split { front, piece }) = self.splits.pop() else {
                return;
            };
            for vertex in &self.order[piece.index()..self.end(piece)] {
                self.cell_of[vertex.index()] = front;
            }
            self.length[front.index()] += self.length[piece.index()];
            self.cells -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(partition: &Partition) -> Vec<Vec<u32>> {
        let sorted = |cell: Cell| {
            let mut members: Vec<u32> =
                partition.members(cell).iter().map(|v| v.as_u32()).collect();
            members.sort_unstable();
            members
        };
        partition.cells().map(sorted).collect()
    }

    #[test]
    fn splits_are_undone() {
        let mut partition = Partition::by_key(6, |vertex| vertex.as_u32() % 2);
        assert_eq!(contents(&partition), [[0, 2, 4], [1, 3, 5]]);
        let odd = partition.cell_of(Point::new(3));
        partition.place(Point::new(3), 5);
        let split = partition.split(odd, 5);
        assert_eq!(contents(&partition), [vec![0, 2, 4], vec![1, 5], vec![3]]);
        assert_eq!(partition.cell_of(Point::new(3)), split.piece);
        partition.place(Point::new(1), 4);
        partition.split(odd, 4);
        assert_eq!(
            contents(&partition),
            [vec![0, 2, 4], vec![5], vec![1], vec![3]]
        );
        assert_eq!(partition.open_cells(0).count(), 1);
        partition.undo_to(0);
        assert_eq!(contents(&partition), [[0, 2, 4], [1, 3, 5]]);
    }
}
