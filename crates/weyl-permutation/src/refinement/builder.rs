//! From a list of edges to the tables of a graph.

use super::graph::{Bundle, Class, ClassId, Graph, Relation, Run, Strand};
use crate::Point;
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    from: Point,
    to: Point,
    colour: u32,
}

/// Collects vertices and edges, in any order.
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    colours: Vec<u32>,
    edges: Vec<Edge>,
}

/// One entry of a list of neighbours; the bundles are numbers of [`Bundles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Joined {
    vertex: Point,
    neighbour: Point,
    there: usize,
    back: usize,
}

impl GraphBuilder {
    pub fn new() -> GraphBuilder {
        GraphBuilder::default()
    }

    /// Automorphisms keep colours, and canonical labels increase with them.
    pub fn vertex(&mut self, colour: u32) -> Point {
        self.colours.push(colour);
        Point::new(self.colours.len() - 1)
    }

    /// A directed edge between two vertices of this builder. The same edge twice is two parallel
    /// edges.
    pub fn edge(&mut self, from: Point, to: Point, colour: u32) {
        self.edges.push(Edge { from, to, colour });
    }

    pub fn build(mut self) -> Graph {
        self.edges.sort_unstable();
        let bundles = Bundles::of(&self.edges);
        let (joined, loops) = self.joined(&bundles);
        let (related, relations) = relate(&joined, &bundles);
        self.tables(&related, relations, &loops)
    }

    /// All neighbours of all vertices, and the bundle that joins each vertex with itself.
    fn joined(&self, bundles: &Bundles) -> (Vec<Joined>, Vec<Bundle>) {
        let mut halves = Vec::with_capacity(2 * self.edges.len());
        let mut loops = vec![Bundle::new(); self.colours.len()];
        for edges in bundled(&self.edges) {
            let (from, to) = (edges[0].from, edges[0].to);
            if from == to {
                loops[from.index()] = bundle(edges);
                continue;
            }
            let number = bundles.number(edges);
            halves.push(Joined::new(from, to, number, 0));
            halves.push(Joined::new(to, from, 0, number));
        }
        halves.sort_unstable();
        let pairs = halves
            .chunk_by(|a, b| (a.vertex, a.neighbour) == (b.vertex, b.neighbour))
            .map(|halves| {
                let there = halves.iter().map(|half| half.there).max();
                let back = halves.iter().map(|half| half.back).max();
                let (vertex, neighbour) = (halves[0].vertex, halves[0].neighbour);
                Joined::new(
                    vertex,
                    neighbour,
                    there.unwrap_or_default(),
                    back.unwrap_or_default(),
                )
            });
        (pairs.collect(), loops)
    }

    fn tables(
        &self,
        related: &[(Point, Relation, Point)],
        relations: Vec<(Bundle, Bundle)>,
        loops: &[Bundle],
    ) -> Graph {
        let mut offsets = vec![0];
        let mut classes = Vec::with_capacity(self.colours.len());
        let mut rest = related;
        for (vertex, &colour) in self.colours.iter().enumerate() {
            let own = rest.partition_point(|&(from, ..)| from.index() <= vertex);
            classes.push(Class {
                colour,
                loops: loops[vertex].clone(),
                runs: runs(&rest[..own]),
            });
            rest = &rest[own..];
            offsets.push((related.len() - rest.len()) as u32);
        }
        let numbers = numbered(classes.iter());
        Graph {
            class_of: classes.iter().map(|c| ClassId::new(numbers[c])).collect(),
            classes: numbers.into_keys().cloned().collect(),
            relations,
            offsets,
            neighbours: related.iter().map(|&(.., neighbour)| neighbour).collect(),
        }
    }
}

impl Joined {
    fn new(vertex: Point, neighbour: Point, there: usize, back: usize) -> Joined {
        Joined {
            vertex,
            neighbour,
            there,
            back,
        }
    }
}

/// The different bundles of a graph in increasing order; number 0 is the empty one.
struct Bundles(BTreeMap<Bundle, usize>);

impl Bundles {
    fn of(edges: &[Edge]) -> Bundles {
        let mut different = BTreeSet::from([Bundle::new()]);
        different.extend(bundled(edges).map(bundle));
        Bundles(numbered(different.into_iter()))
    }

    fn number(&self, edges: &[Edge]) -> usize {
        self.0[&bundle(edges)]
    }
}

/// Sorted edges by the ordered pair that they join.
fn bundled(edges: &[Edge]) -> impl Iterator<Item = &[Edge]> {
    edges.chunk_by(|a, b| (a.from, a.to) == (b.from, b.to))
}

fn bundle(edges: &[Edge]) -> Bundle {
    let colours = edges.chunk_by(|a, b| a.colour == b.colour);
    let strands = colours.map(|same| Strand {
        colour: same[0].colour,
        multiplicity: same.len() as u32,
    });
    strands.collect()
}

/// The list of neighbours by vertex and relation, and the table of relations.
type Related = (Vec<(Point, Relation, Point)>, Vec<(Bundle, Bundle)>);

fn relate(joined: &[Joined], bundles: &Bundles) -> Related {
    let numbers = numbered(joined.iter().map(|pair| (pair.there, pair.back)));
    let related = joined.iter().map(|pair| {
        let relation = Relation::new(numbers[&(pair.there, pair.back)]);
        (pair.vertex, relation, pair.neighbour)
    });
    let mut related: Vec<_> = related.collect();
    related.sort_unstable();
    let contents: Vec<&Bundle> = bundles.0.keys().collect();
    let relations = numbers
        .keys()
        .map(|&(there, back)| (contents[there].clone(), contents[back].clone()));
    (related, relations.collect())
}

/// Each different item with its rank.
fn numbered<T: Ord>(items: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let different: BTreeSet<T> = items.collect();
    different.into_iter().zip(0..).collect()
}

fn runs(related: &[(Point, Relation, Point)]) -> Box<[Run]> {
    let mut end = 0;
    let runs = related.chunk_by(|a, b| a.1 == b.1).map(|same| {
        let first = end;
        end += same.len() as u32;
        Run {
            relation: same[0].1,
            first,
            end,
        }
    });
    runs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    fn graph(colours: &[u32], edges: &[(u32, u32, u32)]) -> Graph {
        let mut builder = GraphBuilder::new();
        let vertices: Vec<Point> = colours.iter().map(|&c| builder.vertex(c)).collect();
        for &(from, to, colour) in edges {
            builder.edge(vertices[from as usize], vertices[to as usize], colour);
        }
        builder.build()
    }

    #[test]
    fn the_order_of_edges_is_forgotten_but_not_their_number() {
        let once = graph(&[0, 0], &[(0, 1, 3), (0, 1, 2), (1, 0, 9)]);
        assert_eq!(once, graph(&[0, 0], &[(1, 0, 9), (0, 1, 2), (0, 1, 3)]));
        let twice = graph(&[0, 0], &[(0, 1, 3), (0, 1, 2), (0, 1, 2), (1, 0, 9)]);
        assert_ne!(once, twice);
    }

    #[test]
    fn direction_colours_and_loops_tell_graphs_apart() {
        let edge = graph(&[0, 0], &[(0, 1, 0)]);
        assert_ne!(edge, graph(&[0, 0], &[(1, 0, 0)]));
        assert_ne!(edge, graph(&[0, 0], &[(0, 1, 1)]));
        assert_ne!(edge, graph(&[0, 1], &[(0, 1, 0)]));
        assert_ne!(edge, graph(&[0, 0], &[(0, 1, 0), (1, 1, 0)]));
    }

    #[test]
    fn relabelling_moves_edges_and_colours() {
        let path = graph(&[5, 6, 7], &[(0, 1, 1), (1, 2, 2), (2, 2, 0)]);
        let turn = [1, 2, 0].map(Point::from_u32).to_vec();
        let turn = Permutation::from_images(turn).expect("a bijection");
        let turned = graph(&[7, 5, 6], &[(1, 2, 1), (2, 0, 2), (0, 0, 0)]);
        assert_eq!(path.relabelled(&turn), turned);
        assert_eq!(turned.relabelled(&turn.inverse()), path);
    }

    #[test]
    fn relations_pair_both_directions() {
        let graph = graph(&[0; 3], &[(0, 1, 0), (1, 0, 0), (1, 2, 0)]);
        assert_eq!(graph.relations.len(), 3, "mutual, there only, back only");
        let middle: Vec<usize> = graph
            .runs(Point::new(1))
            .iter()
            .map(|r| (r.end - r.first) as usize)
            .collect();
        assert_eq!(middle, [1, 1]);
    }
}
