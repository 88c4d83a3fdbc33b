//! The present path in the search tree: choosing a vertex leads down, undoing splits leads up.

use super::graph::Graph;
use super::partition::{Cell, Partition, Split};
use super::refine::{Refiner, Watch};
use super::trace::{Comparison, Leaf, References, Standing};
use crate::Point;
use cranelift_entity::EntityRef;
use std::cmp::{Ordering, Reverse};

/// A node on the present path.
#[derive(Clone, Copy, Debug)]
struct Node {
    standing: Standing,
    /// Splits and trace when its refinement was complete.
    splits: usize,
    trace: usize,
    target: Option<Target>,
    /// No non-singleton cell begins before.
    first_open: usize,
}

/// The cell whose vertices lead to the children of a node.
#[derive(Clone, Copy, Debug)]
struct Target {
    cell: Cell,
    /// The level in whose splits it was found; all later levels have only singletons.
    source: usize,
    is_of_interest: bool,
}

/// How many cells are looked at for a target: thousands of alike ones would be looked at again at
/// each level.
const CANDIDATES: usize = 64;

pub(super) struct Walk<'g> {
    pub graph: &'g Graph,
    pub partition: Partition,
    refiner: Refiner,
    trace: Vec<u64>,
    chosen: Vec<Point>,
    nodes: Vec<Node>,
    is_of_interest: Box<dyn Fn(Point) -> bool + 'g>,
}

/// Writes the first trace.
struct Recorder<'a>(&'a mut Vec<u64>);

impl Watch for Recorder<'_> {
    fn split(&mut self, _: &Partition, _: Split) {}

    fn step(&mut self, value: u64) -> bool {
        self.0.push(value);
        true
    }
}

impl<'g> Walk<'g> {
    /// At the root. Vertices of interest are kept apart from others, and chosen first.
    pub fn new(graph: &'g Graph, is_of_interest: impl Fn(Point) -> bool + 'g) -> Walk<'g> {
        let degree = graph.degree();
        let key = |vertex: Point| (graph.class(vertex), is_of_interest(vertex));
        let mut walk = Walk {
            graph,
            partition: Partition::by_key(degree, key),
            refiner: Refiner::new(degree),
            trace: Vec::new(),
            chosen: Vec::new(),
            nodes: Vec::new(),
            is_of_interest: Box::new(is_of_interest),
        };
        let recorder = &mut Recorder(&mut walk.trace);
        walk.refiner
            .refine_all(graph, &mut walk.partition, recorder);
        walk.arrive(Standing {
            equals_first: true,
            strays_from_first: 0,
            versus_best: Ordering::Equal,
            strays_from_best: 0,
        });
        walk
    }

    pub fn level(&self) -> usize {
        self.chosen.len()
    }

    pub fn chosen(&self) -> &[Point] {
        &self.chosen
    }

    pub fn standing(&self) -> Standing {
        self.nodes[self.level()].standing
    }

    /// The cell to choose from; `None` at a leaf.
    pub fn target(&self) -> Option<Cell> {
        self.nodes[self.level()].target.map(|target| target.cell)
    }

    /// Whether a choice at the level is among vertices of interest.
    pub fn is_of_interest(&self, level: usize) -> bool {
        self.nodes[level]
            .target
            .is_some_and(|target| target.is_of_interest)
    }

    /// Goes down the first path, where there is nothing to compare with.
    pub fn go_first(&mut self, vertex: Point) {
        self.chosen.push(vertex);
        let recorder = &mut Recorder(&mut self.trace);
        self.refiner
            .individualise(self.graph, &mut self.partition, vertex, recorder);
        self.arrive(self.nodes[self.level() - 1].standing);
    }

    /// Goes to a child unless its trace says that nothing is to be found below it.
    pub fn go(&mut self, vertex: Point, references: References) -> bool {
        let standing = self.standing();
        self.chosen.push(vertex);
        let mut comparison = Comparison {
            references,
            level: self.chosen.len(),
            trace: &mut self.trace,
            standing,
        };
        let watch = &mut comparison;
        let is_complete =
            self.refiner
                .individualise(self.graph, &mut self.partition, vertex, watch);
        if is_complete && comparison.finish() {
            let standing = comparison.standing;
            self.arrive(standing);
            return true;
        }
        self.return_to(self.level() - 1);
        false
    }

    /// Back to a node on the path.
    pub fn return_to(&mut self, level: usize) {
        self.chosen.truncate(level);
        self.nodes.truncate(level + 1);
        self.partition.undo_to(self.nodes[level].splits);
        self.trace.truncate(self.nodes[level].trace);
    }

    /// The present path, which leads to a leaf, has become the best: nodes on it are no longer
    /// better.
    pub fn becomes_best(&mut self) -> Leaf {
        for node in &mut self.nodes {
            node.standing.versus_best = Ordering::Equal;
            node.standing.strays_from_best = 0;
        }
        self.leaf()
    }

    pub fn leaf(&self) -> Leaf {
        let order = self.partition.order();
        let vertices = self.graph.vertices();
        Leaf {
            order: order.to_vec(),
            position: vertices
                .map(|v| self.partition.position(v) as u32)
                .collect(),
            chosen: self.chosen.clone(),
            trace: self.trace.clone(),
            ends: self.nodes.iter().map(|node| node.trace).collect(),
        }
    }

    /// What takes the singletons of an earlier leaf to those of the present node, both below the
    /// node at a level.
    pub fn moves_since(&self, level: usize, leaf: &Leaf) -> Vec<(Point, Point)> {
        let splits = &self.partition.splits()[self.nodes[level].splits..];
        let cells = splits.iter().flat_map(|split| [split.front, split.piece]);
        let singletons = cells.filter(|&cell| self.partition.is_singleton(cell));
        let order = self.partition.order();
        let moves = singletons.map(|cell| (leaf.order[cell.index()], order[cell.index()]));
        let mut moves: Vec<_> = moves.filter(|(from, to)| from != to).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    fn arrive(&mut self, standing: Standing) {
        let known = self.nodes.last().map_or(0, |node| node.first_open);
        let first_open = self.partition.open_cells(known).next();
        let first_open = first_open.map_or(self.partition.order().len(), Cell::index);
        self.nodes.push(Node {
            standing,
            splits: self.partition.splits().len(),
            trace: self.trace.len(),
            target: None,
            first_open,
        });
        self.nodes[self.chosen.len()].target = self.select_target();
    }
}

/// Which cell to choose from.
///
/// One among those that came out of the latest splits: what belongs together is then treated in
/// consecutive levels, so that a generator that exchanges two small parts is complete, and found,
/// few levels below the exchange. Among them one that tells much about others: a cell that is
/// joined to at most one other in a way that is neither "all" nor "none" may be chosen empty
/// without any effect (the lines through a point of a projective plane). Then a smallest one. Only
/// bounds of cells and numbers of neighbours are looked at, so that the choice is the same in
/// isomorphic nodes.
impl Walk<'_> {
    fn select_target(&self) -> Option<Target> {
        if self.partition.is_discrete() {
            return None;
        }
        let parent = self.nodes.len().checked_sub(2);
        let parent = parent.and_then(|parent| self.nodes[parent].target);
        let interest = match parent {
            Some(target) if !target.is_of_interest => None,
            _ => self.smallest_recent(true),
        };
        interest.or_else(|| self.smallest_recent(false))
    }

    /// Follows the sources back until one has an open cell. The root stands for all cells.
    fn smallest_recent(&self, is_of_interest: bool) -> Option<Target> {
        let is_wanted =
            |cell: Cell| !is_of_interest || (self.is_of_interest)(self.partition.members(cell)[0]);
        let mut source = self.nodes.len() - 1;
        while source > 0 {
            let cells = self.split_at(source).filter(|&cell| is_wanted(cell));
            if let Some(cell) = self.best_of(cells) {
                return Some(Target {
                    cell,
                    source,
                    is_of_interest,
                });
            }
            source = self.nodes[source - 1]
                .target
                .map_or(0, |target| target.source);
        }
        let open = self
            .partition
            .open_cells(self.nodes[self.nodes.len() - 1].first_open);
        let cell = self.best_of(open.filter(|&cell| is_wanted(cell)))?;
        Some(Target {
            cell,
            source,
            is_of_interest,
        })
    }

    /// The non-singleton cells that came out of the splits of a level.
    fn split_at(&self, level: usize) -> impl Iterator<Item = Cell> {
        let splits = self.nodes[level - 1].splits..self.nodes[level].splits;
        let splits = self.partition.splits()[splits].iter();
        let cells = splits.flat_map(|split| [split.front, split.piece]);
        cells.filter(|&cell| !self.partition.is_singleton(cell))
    }

    fn best_of(&self, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
        cells.take(CANDIDATES).min_by_key(|&cell| {
            let joins = self.nontrivial_joins(cell).min(2);
            (Reverse(joins), self.partition.len(cell), cell)
        })
    }

    /// To how many cells the vertices of a cell are joined in a relation with some of their
    /// vertices but not with all.
    fn nontrivial_joins(&self, cell: Cell) -> usize {
        let vertex = self.partition.members(cell)[0];
        let joins = self.graph.runs(vertex).iter().map(|run| {
            let neighbours = self.graph.run(vertex, run).iter();
            let cells = neighbours.map(|&neighbour| self.partition.cell_of(neighbour));
            let mut cells: Vec<Cell> = cells
                .filter(|&cell| !self.partition.is_singleton(cell))
                .collect();
            cells.sort_unstable();
            let joins = cells.chunk_by(|one, other| one == other);
            joins
                .filter(|same| same.len() < self.partition.len(same[0]))
                .count()
        });
        joins.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refinement::GraphBuilder;

    /// Rings of several lengths around a common vertex.
    fn flower(lengths: &[usize]) -> Graph {
        let mut builder = GraphBuilder::new();
        let middle = builder.vertex(1);
        for &length in lengths {
            let ring: Vec<Point> = (0..length).map(|_| builder.vertex(0)).collect();
            for (place, &vertex) in ring.iter().enumerate() {
                builder.edge(vertex, ring[(place + 1) % length], 0);
                builder.edge(middle, vertex, 0);
            }
        }
        builder.build()
    }

    /// By definition: members of non-singleton cells of the first path that are in other cells
    /// here.
    fn count_strays(walk: &Walk, first: &Leaf) -> usize {
        let cell_on_first_path = |vertex: Point| {
            let home = first.position[vertex.index()] as usize;
            walk.partition.cell_at(home)
        };
        let strays = walk.graph.vertices().filter(|&vertex| {
            let cell = cell_on_first_path(vertex);
            !walk.partition.is_singleton(cell) && walk.partition.cell_of(vertex) != cell
        });
        strays.count()
    }

    #[test]
    fn strays_are_counted_as_they_are_defined() {
        let graph = flower(&[4, 4, 4, 3, 3, 5]);
        let mut walk = Walk::new(&graph, |_| true);
        while let Some(cell) = walk.target() {
            let chosen = walk.partition.members(cell)[0];
            walk.go_first(chosen);
        }
        let first = walk.leaf();
        let references = References {
            first: &first,
            best: None,
        };
        let (mut compared, mut with_strays) = (0, 0);
        for turn in 0..100 {
            walk.return_to(0);
            let mut places = (0..).map(|step| turn * (step + 3) / 2);
            while let (Some(cell), Some(place)) = (walk.target(), places.next()) {
                let members = walk.partition.members(cell);
                if !walk.go(members[place % members.len()], references) {
                    break;
                }
                let strays = count_strays(&walk, &first);
                assert_eq!(walk.standing().strays_from_first, strays);
                compared += 1;
                with_strays += usize::from(strays > 0);
            }
        }
        assert!(
            compared > 50 && with_strays > 20,
            "{with_strays} of {compared}"
        );
    }

    #[test]
    fn going_back_restores_the_node() {
        let graph = flower(&[4, 4, 4]);
        let mut walk = Walk::new(&graph, |_| true);
        let cells = |walk: &Walk| -> Vec<Cell> {
            graph
                .vertices()
                .map(|v| walk.partition.cell_of(v))
                .collect()
        };
        let root = (cells(&walk), walk.trace.clone(), walk.target());
        while let Some(cell) = walk.target() {
            walk.go_first(walk.partition.members(cell)[0]);
        }
        assert_ne!(cells(&walk), root.0);
        walk.return_to(0);
        assert_eq!((cells(&walk), walk.trace.clone(), walk.target()), root);
    }
}
