//! Refinement to the coarsest equitable partition.
//!
//! A partition is equitable if any two vertices of a cell have equally many neighbours in each cell
//! in each relation. Splitting cells by the number of their neighbours in one cell, the *splitter*,
//! until nothing splits any more ends there, in time O(m log n) if of the pieces of a cell that has
//! been used as a splitter all but a largest one are used again (Hopcroft, "An n log n algorithm
//! for minimizing states in a finite automaton", 1971; Cardon and Crochemore, "Partitioning a graph
//! in O(|A| log |V|)", 1982; Berkholz, Bonsma and Grohe, "Tight lower and upper bounds for the
//! complexity of canonical colour refinement", 2013). Counting takes the relations one after the
//! other, which keeps the argument true for edge colours and directions: counts in a cell are the
//! sums of the counts in its pieces.
//!
//! Nothing here depends on how vertices are named: splitters wait in a queue, cells that a splitter
//! touches are treated in their order, ties go to the first. So what happens, reported to a
//! [`Watch`] as numbers, is an invariant of the graph with its ordered partition. The watch may
//! stop a refinement whose numbers show that it leads nowhere (McKay and Piperno, "Practical graph
//! isomorphism, II", 2014, section 3.2).
//!
//! Deviation: touched vertices of a cell are sorted by comparison, so that the bound has another
//! logarithm in a case that does not occur in sparse graphs.

use super::graph::{Graph, Run};
use super::partition::{Cell, Partition, Split};
use crate::Point;
use cranelift_entity::EntityRef;
use std::collections::VecDeque;
use weyl_budget::go_on_by;

/// Looks on while a partition is refined.
pub(super) trait Watch {
    fn split(&mut self, partition: &Partition, split: Split);
    /// What one splitter did in one relation. False if the refinement need not go on.
    fn step(&mut self, value: u64) -> bool;
}

/// The queue and the counters of refinements; all empty between two refinements.
#[derive(Clone, Debug)]
pub(super) struct Refiner {
    queue: VecDeque<Cell>,
    is_queued: Vec<bool>,
    splitter: Vec<Point>,
    /// Neighbours in the splitter, by vertex.
    counts: Vec<u32>,
    touched_cells: Vec<Cell>,
    /// How many vertices at the end of a cell have been touched, by cell.
    touched: Vec<u32>,
    touched_singletons: Vec<Point>,
}

impl Refiner {
    pub fn new(degree: usize) -> Refiner {
        Refiner {
            queue: VecDeque::new(),
            is_queued: vec![false; degree],
            splitter: Vec::new(),
            counts: vec![0; degree],
            touched_cells: Vec::new(),
            touched: vec![0; degree],
            touched_singletons: Vec::new(),
        }
    }

    /// Refines a partition of which nothing is known.
    pub fn refine_all(&mut self, graph: &Graph, partition: &mut Partition, watch: &mut impl Watch) {
        for cell in partition.cells() {
            self.enqueue(cell);
        }
        self.refine(graph, partition, watch);
    }

    /// Takes a vertex out of its cell of an equitable partition and refines. False if the watch
    /// stopped it.
    pub fn individualise(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        vertex: Point,
        watch: &mut impl Watch,
    ) -> bool {
        let cell = partition.cell_of(vertex);
        let last = partition.end(cell) - 1;
        partition.place(vertex, last);
        let split = partition.split(cell, last);
        watch.split(partition, split);
        self.enqueue(split.piece);
        self.refine(graph, partition, watch)
    }

    fn refine(&mut self, graph: &Graph, partition: &mut Partition, watch: &mut impl Watch) -> bool {
        while let Some(cell) = self.queue.pop_front() {
            self.is_queued[cell.index()] = false;
            let mut splitter = std::mem::take(&mut self.splitter);
            splitter.clear();
            splitter.extend_from_slice(partition.members(cell));
            go_on_by(splitter.len() as u64);
            let header = mix(cell.index() as u64, splitter.len() as u64);
            let goes_on = graph.runs(splitter[0]).iter().all(|run| {
                self.count(graph, partition, &splitter, run);
                let value = mix(header, run.relation.index() as u64);
                let value = mix(value, self.take_singletons(partition));
                let value = self.split_touched(partition, value, watch);
                watch.step(value)
            });
            self.splitter = splitter;
            if !goes_on {
                self.clear_queue();
                return false;
            }
        }
        true
    }

    /// Counts for every vertex its neighbours in the splitter, and gathers the touched ones at the
    /// end of their cells.
    fn count(&mut self, graph: &Graph, partition: &mut Partition, splitter: &[Point], run: &Run) {
        for &member in splitter {
            for &vertex in graph.run(member, run) {
                let count = &mut self.counts[vertex.index()];
                *count += 1;
                if *count == 1 {
                    self.touch(partition, vertex);
                }
            }
        }
    }

    fn touch(&mut self, partition: &mut Partition, vertex: Point) {
        let cell = partition.cell_of(vertex);
        if partition.is_singleton(cell) {
            self.touched_singletons.push(vertex);
            return;
        }
        let touched = &mut self.touched[cell.index()];
        if *touched == 0 {
            self.touched_cells.push(cell);
        }
        *touched += 1;
        partition.place(vertex, partition.end(cell) - *touched as usize);
    }

    /// Singletons do not split, but their counts are part of what happened; a sum forgets their
    /// order.
    fn take_singletons(&mut self, partition: &Partition) -> u64 {
        let mut sum = 0u64;
        for vertex in self.touched_singletons.drain(..) {
            let count = std::mem::take(&mut self.counts[vertex.index()]);
            let place = partition.position(vertex) as u64;
            sum = sum.wrapping_add(mix(place, u64::from(count)));
        }
        sum
    }

    fn split_touched(
        &mut self,
        partition: &mut Partition,
        header: u64,
        watch: &mut impl Watch,
    ) -> u64 {
        let mut cells = std::mem::take(&mut self.touched_cells);
        cells.sort_unstable();
        let mut value = header;
        for cell in cells.drain(..) {
            value = mix(value, cell.index() as u64);
            value = mix(value, self.split_cell(partition, cell, watch));
        }
        self.touched_cells = cells;
        value
    }

    /// Splits a cell by the counts of its touched vertices; the untouched ones stay in front.
    fn split_cell(&mut self, partition: &mut Partition, cell: Cell, watch: &mut impl Watch) -> u64 {
        let touched = std::mem::take(&mut self.touched[cell.index()]) as usize;
        let end = partition.end(cell);
        let tail = end - touched;
        if !self.has_one_count(&partition.order()[tail..end]) {
            partition.sort_tail(tail, end, |vertex| self.counts[vertex.index()]);
        }
        let mut value = touched as u64;
        let mut piece_end = end;
        let first_piece = partition.splits().len();
        while piece_end > tail {
            let last = partition.order()[piece_end - 1];
            let count = self.counts[last.index()];
            let mut begin = piece_end;
            while begin > tail && self.counts[partition.order()[begin - 1].index()] == count {
                begin -= 1;
                self.counts[partition.order()[begin].index()] = 0;
            }
            value = mix(mix(value, u64::from(count)), (piece_end - begin) as u64);
            if begin > cell.index() {
                let split = partition.split(cell, begin);
                watch.split(partition, split);
            }
            piece_end = begin;
        }
        self.enqueue_pieces(partition, cell, first_piece);
        value
    }

    fn has_one_count(&self, vertices: &[Point]) -> bool {
        let mut pairs = vertices.windows(2);
        pairs.all(|pair| self.counts[pair[0].index()] == self.counts[pair[1].index()])
    }

    /// All pieces of a cell that was waiting; otherwise all but the first of the largest.
    fn enqueue_pieces(&mut self, partition: &Partition, front: Cell, first_piece: usize) {
        let pieces = &partition.splits()[first_piece..];
        let all = || std::iter::once(front).chain(pieces.iter().map(|split| split.piece));
        let spared = if self.is_queued[front.index()] {
            None
        } else {
            all().max_by_key(|&cell| (partition.len(cell), std::cmp::Reverse(cell)))
        };
        for cell in all().filter(|&cell| Some(cell) != spared) {
            self.enqueue(cell);
        }
    }

    fn enqueue(&mut self, cell: Cell) {
        if !std::mem::replace(&mut self.is_queued[cell.index()], true) {
            self.queue.push_back(cell);
        }
    }

    fn clear_queue(&mut self) {
        for cell in self.queue.drain(..) {
            self.is_queued[cell.index()] = false;
        }
    }
}

/// Order-dependent hashing of small numbers.
pub(super) fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;
    use crate::refinement::GraphBuilder;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Recorder(Vec<u64>);

    impl Watch for Recorder {
        fn split(&mut self, _: &Partition, _: Split) {}

        fn step(&mut self, value: u64) -> bool {
            self.0.push(value);
            true
        }
    }

    /// Pseudo-random edges of two colours on vertices that all have one colour.
    fn scattered(degree: usize, edges: usize, seed: usize) -> Graph {
        let mut builder = GraphBuilder::new();
        let vertices: Vec<Point> = (0..degree).map(|_| builder.vertex(0)).collect();
        let mut state = seed;
        let mut next = || {
            state = (state * 75 + 74) % 65537;
            state
        };
        for _ in 0..edges {
            let (from, to) = (vertices[next() % degree], vertices[next() % degree]);
            builder.edge(from, to, (next() % 2) as u32);
        }
        builder.build()
    }

    fn refined(graph: &Graph) -> (Partition, Vec<u64>) {
        let mut partition = Partition::by_key(graph.degree(), |vertex| graph.class(vertex));
        let mut recorder = Recorder::default();
        Refiner::new(graph.degree()).refine_all(graph, &mut partition, &mut recorder);
        (partition, recorder.0)
    }

    /// The coarsest equitable partition by repeated sorting of what each vertex sees.
    fn slowly_refined(graph: &Graph) -> Vec<usize> {
        let mut cells: Vec<usize> = graph.vertices().map(|v| graph.class(v).index()).collect();
        loop {
            let seen = graph.vertices().map(|vertex| {
                let runs = graph.runs(vertex).iter();
                let neighbours = runs.flat_map(|run| {
                    let neighbours = graph.run(vertex, run).iter();
                    neighbours.map(|neighbour| (run.relation, cells[neighbour.index()]))
                });
                let mut neighbours: Vec<_> = neighbours.collect();
                neighbours.sort_unstable();
                (cells[vertex.index()], neighbours)
            });
            let seen: Vec<_> = seen.collect();
            let mut numbers: BTreeMap<_, usize> = seen.iter().map(|key| (key, 0)).collect();
            numbers
                .values_mut()
                .zip(0..)
                .for_each(|(number, rank)| *number = rank);
            let finer: Vec<usize> = seen.iter().map(|key| numbers[key]).collect();
            let has_settled = numbers.len() == cells.iter().max().map_or(0, |last| last + 1);
            cells = finer;
            if has_settled {
                return cells;
            }
        }
    }

    #[test]
    fn the_result_is_the_coarsest_equitable_partition() {
        let mut coarse = 0;
        for seed in 1..200 {
            let graph = scattered(5 + seed % 20, 3 + seed % 23, seed);
            let (partition, _) = refined(&graph);
            let slow = slowly_refined(&graph);
            for one in graph.vertices() {
                for other in graph.vertices() {
                    let together = partition.cell_of(one) == partition.cell_of(other);
                    assert_eq!(together, slow[one.index()] == slow[other.index()], "{seed}");
                }
            }
            coarse += usize::from(!partition.is_discrete());
        }
        assert!(coarse > 50, "{coarse} partitions that are not discrete");
    }

    #[test]
    fn names_of_vertices_leave_no_trace() {
        for seed in 1..100 {
            let graph = scattered(20, 30, seed);
            let degree = graph.degree();
            let images = (0..degree).map(|vertex| Point::new((7 * vertex + seed) % degree));
            let renaming =
                Permutation::from_images(images.collect()).expect("7 and 20 are coprime");
            let (partition, trace) = refined(&graph);
            let (renamed, other_trace) = refined(&graph.relabelled(&renaming));
            assert_eq!(trace, other_trace);
            for vertex in graph.vertices() {
                let image = renaming.image(vertex);
                assert_eq!(partition.cell_of(vertex), renamed.cell_of(image));
            }
        }
    }
}
