//! Coloured directed graphs in the form that refinement reads.
//!
//! All that joins two vertices, in both directions, with all its colours and multiplicities, is one
//! *relation* of the ordered pair. So a vertex needs one list of neighbours, at most one entry for
//! each neighbour, sorted by relation, and an undirected edge costs what a directed one costs. What
//! joins a vertex with itself is part of its *class*, and so is the number of its neighbours in
//! each relation: vertices of one class have lists of one shape, whose runs are found without a
//! search.
//!
//! Relations and classes are numbered in the order of their contents: isomorphic graphs have the
//! same numbers, and two labelled graphs are the same if and only if their tables are equal.

use crate::{Permutation, Point};
use cranelift_entity::{EntityRef, entity_impl};
use std::ops::Range;

/// How one vertex is joined with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Relation(u32);
entity_impl!(Relation);

/// What can be said of a vertex without looking at a second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ClassId(u32);
entity_impl!(ClassId);

/// An edge colour and how many parallel edges have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Strand {
    pub colour: u32,
    pub multiplicity: u32,
}

/// All edges from one vertex to another, by increasing colour.
pub(super) type Bundle = Vec<Strand>;

/// The neighbours in one relation, as a range of the list of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Run {
    pub relation: Relation,
    pub first: u32,
    pub end: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Class {
    pub colour: u32,
    pub loops: Bundle,
    pub runs: Box<[Run]>,
}

/// A directed graph with coloured vertices and coloured, possibly parallel edges. Two are equal if
/// they are the same labelled graph. Made by a [`GraphBuilder`](super::GraphBuilder).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    pub(super) class_of: Vec<ClassId>,
    pub(super) classes: Vec<Class>,
    /// For each relation the edges there and the edges back.
    pub(super) relations: Vec<(Bundle, Bundle)>,
    /// Where the neighbours of each vertex begin, and at last where those of the last one end.
    pub(super) offsets: Vec<u32>,
    pub(super) neighbours: Vec<Point>,
}

impl Graph {
    /// The number of vertices.
    pub fn degree(&self) -> usize {
        self.class_of.len()
    }

    pub fn colour(&self, vertex: Point) -> u32 {
        self.classes[self.class(vertex).index()].colour
    }

    /// The same graph with vertex `v` named `labelling(v)`.
    pub fn relabelled(&self, labelling: &Permutation) -> Graph {
        let old_names = labelling.inverse();
        let mut graph = Graph {
            class_of: Vec::with_capacity(self.degree()),
            classes: self.classes.clone(),
            relations: self.relations.clone(),
            offsets: Vec::with_capacity(self.offsets.len()),
            neighbours: Vec::with_capacity(self.neighbours.len()),
        };
        graph.offsets.push(0);
        for &old in old_names.images() {
            graph.class_of.push(self.class(old));
            for run in self.runs(old) {
                let begin = graph.neighbours.len();
                let images = self.run(old, run).iter();
                graph
                    .neighbours
                    .extend(images.map(|&neighbour| labelling.image(neighbour)));
                graph.neighbours[begin..].sort_unstable();
            }
            graph.offsets.push(graph.neighbours.len() as u32);
        }
        graph
    }

    pub(super) fn vertices(&self) -> impl Iterator<Item = Point> + use<> {
        (0..self.degree()).map(Point::new)
    }

    pub(super) fn class(&self, vertex: Point) -> ClassId {
        self.class_of[vertex.index()]
    }

    /// The runs of a vertex: the same for all vertices of its class.
    pub(super) fn runs(&self, vertex: Point) -> &[Run] {
        &self.classes[self.class(vertex).index()].runs
    }

    pub(super) fn run(&self, vertex: Point, run: &Run) -> &[Point] {
        let begin = self.offsets[vertex.index()];
        &self.neighbours[as_range(begin + run.first, begin + run.end)]
    }
}

pub(super) fn as_range(first: u32, end: u32) -> Range<usize> {
    first as usize..end as usize
}
