//! Automorphisms as the list of what they move, and two ways to check one.
//!
//! Most generators of a large sparse graph move few vertices, so they are found, checked and kept
//! in time and space of what they move (Darga, Sakallah and Markov, "Faster symmetry discovery
//! using sparsity of symmetries", 2008).

use super::graph::Graph;
use crate::{Permutation, Point};
use cranelift_entity::EntityRef;

/// By definition: renaming the vertices gives the same graph.
pub fn is_automorphism(graph: &Graph, permutation: &Permutation) -> bool {
    permutation.degree() == graph.degree() && graph.relabelled(permutation) == *graph
}

/// An automorphism of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automorphism {
    moves: Box<[(Point, Point)]>,
}

impl Automorphism {
    /// The moved vertices in increasing order, each with its image.
    pub fn moves(&self) -> &[(Point, Point)] {
        &self.moves
    }

    pub fn image(&self, vertex: Point) -> Point {
        let found = self.moves.binary_search_by_key(&vertex, |&(from, _)| from);
        found.map_or(vertex, |at| self.moves[at].1)
    }

    pub fn fixes(&self, vertex: Point) -> bool {
        self.image(vertex) == vertex
    }

    /// As a permutation of all vertices of a graph with so many.
    pub fn to_permutation(&self, degree: usize) -> Option<Permutation> {
        let mut images: Vec<Point> = (0..degree).map(Point::new).collect();
        for &(from, to) in &self.moves {
            *images.get_mut(from.index())? = to;
        }
        Permutation::from_images(images)
    }

    /// The action on some points, renumbered by their places in the slice. `None` if one of them is
    /// moved to a vertex that is not among them.
    pub fn restricted_to(&self, points: &[Point]) -> Option<Permutation> {
        let mut places: Vec<(Point, usize)> = points.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let place = |point: Point| {
            let at = places.binary_search_by_key(&point, |&(point, _)| point);
            at.ok().map(|at| Point::new(places[at].1))
        };
        let images = points.iter().map(|&point| place(self.image(point)));
        Permutation::from_images(images.collect::<Option<Vec<Point>>>()?)
    }
}

/// Tells automorphisms from other maps, looking only at what is moved.
#[derive(Clone, Debug)]
pub(super) struct Checker {
    /// The identity between two checks.
    image: Vec<Point>,
    /// When a vertex was last marked.
    marks: Vec<u64>,
    clock: u64,
}

impl Checker {
    pub fn new(degree: usize) -> Checker {
        Checker {
            image: (0..degree).map(Point::new).collect(),
            marks: vec![0; degree],
            clock: 0,
        }
    }

    /// `None` unless the map, the identity on what is not listed, is an automorphism. Each vertex
    /// is listed once.
    pub fn check(&mut self, graph: &Graph, mut moves: Vec<(Point, Point)>) -> Option<Automorphism> {
        moves.sort_unstable();
        for &(from, to) in &moves {
            self.image[from.index()] = to;
        }
        let holds =
            self.permutes(&moves) && moves.iter().all(|&(from, to)| self.keeps(graph, from, to));
        for &(from, _) in &moves {
            self.image[from.index()] = from;
        }
        holds.then(|| Automorphism {
            moves: moves.into(),
        })
    }

    /// Whether the images are the moved vertices, each once.
    fn permutes(&mut self, moves: &[(Point, Point)]) -> bool {
        self.clock += 2;
        for &(from, _) in moves {
            self.marks[from.index()] = self.clock - 1;
        }
        moves.iter().all(|&(_, to)| {
            let mark = &mut self.marks[to.index()];
            std::mem::replace(mark, self.clock) == self.clock - 1
        })
    }

    /// Whether the neighbours of a vertex go to the neighbours of its image. Enough for the moved
    /// vertices: what joins a fixed vertex with a moved one stands in the list of the moved one
    /// too.
    fn keeps(&mut self, graph: &Graph, from: Point, to: Point) -> bool {
        graph.class(from) == graph.class(to)
            && graph.runs(from).iter().all(|run| {
                self.clock += 1;
                for neighbour in graph.run(to, run) {
                    self.marks[neighbour.index()] = self.clock;
                }
                let mut neighbours = graph.run(from, run).iter();
                neighbours.all(|old| self.marks[self.image[old.index()].index()] == self.clock)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refinement::GraphBuilder;

    fn moves(pairs: &[(u32, u32)]) -> Vec<(Point, Point)> {
        let point = Point::from_u32;
        pairs
            .iter()
            .map(|&(from, to)| (point(from), point(to)))
            .collect()
    }

    /// The directed ring of four.
    fn ring() -> Graph {
        let mut builder = GraphBuilder::new();
        let ring: Vec<Point> = (0..4).map(|_| builder.vertex(0)).collect();
        for place in 0..4 {
            builder.edge(ring[place], ring[(place + 1) % 4], 0);
        }
        builder.build()
    }

    #[test]
    fn only_automorphisms_pass() {
        let (graph, mut checker) = (ring(), Checker::new(4));
        let mut passes = |pairs: &[(u32, u32)]| checker.check(&graph, moves(pairs)).is_some();
        assert!(passes(&[(0, 1), (1, 2), (2, 3), (3, 0)]));
        assert!(
            !passes(&[(0, 2), (2, 0)]),
            "turns the edges of the others around"
        );
        assert!(!passes(&[(0, 1), (1, 2), (2, 3)]), "two vertices go to 3");
        assert!(!passes(&[(0, 2), (1, 2), (2, 0)]), "two vertices go to 2");
        assert!(
            passes(&[(0, 2), (2, 0), (1, 3), (3, 1)]),
            "nothing is left of failed checks"
        );
    }

    #[test]
    fn a_restriction_renumbers_and_must_stay_inside() {
        let turn = Checker::new(4).check(&ring(), moves(&[(0, 2), (2, 0), (1, 3), (3, 1)]));
        let turn = turn.expect("an automorphism");
        let points = |numbers: &[u32]| -> Vec<Point> {
            numbers.iter().map(|&n| Point::from_u32(n)).collect()
        };
        let swapped = Permutation::from_images(points(&[1, 0]));
        assert_eq!(turn.restricted_to(&points(&[3, 1])), swapped);
        assert_eq!(turn.restricted_to(&points(&[0, 1])), None);
    }
}
