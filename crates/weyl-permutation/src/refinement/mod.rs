//! The refinement engine: automorphism groups and canonical forms of coloured directed graphs.
//!
//! In the tradition of nauty and Traces (McKay and Piperno, "Practical graph isomorphism, II",
//! 2014), saucy (Darga, Sakallah and Markov, 2008) and bliss (Junttila and Kaski, "Engineering an
//! efficient canonical labeling tool for large and sparse graphs", 2007). The parts, each a file:
//! `graph` and `builder` (what is searched), `partition` and `refine` (what can be told without
//! guessing), `trace` and `walk` (one path of guesses), `search` and `subtree` (all that are
//! needed), `automorphism` (what is found, and its check).

mod automorphism;
mod builder;
mod graph;
mod orbits;
mod partition;
mod refine;
mod row_swaps;
mod search;
mod subtree;
mod trace;
mod walk;

pub use automorphism::{Automorphism, is_automorphism};
pub use builder::GraphBuilder;
pub use graph::Graph;

use crate::{Permutation, Point};
use cranelift_entity::EntityRef;
use search::Search;

/// A group of automorphisms of a graph.
#[derive(Clone, Debug)]
pub struct Automorphisms {
    generators: Vec<Automorphism>,
    orbit_sizes: Vec<usize>,
    representatives: Vec<Point>,
}

/// A graph relabelled so that isomorphic graphs have the same form.
#[derive(Clone, Debug)]
pub struct CanonicalForm {
    /// Equal for two graphs if and only if they are isomorphic, colours included.
    pub graph: Graph,
    /// From the vertices of the given graph to those of the form.
    pub labelling: Permutation,
    pub automorphisms: Automorphisms,
}

/// The automorphism group of a graph.
pub fn automorphisms(graph: &Graph) -> Automorphisms {
    let mut search = Search::new(graph, |_| true);
    search.find_automorphisms();
    Automorphisms::new(graph, search)
}

/// The automorphisms that map a set of points onto itself, up to those that fix all of its points:
/// the order is that of the action on the set, and elsewhere orbits may be finer than those of the
/// group.
pub fn automorphisms_on(graph: &Graph, points: &[Point]) -> Automorphisms {
    let mut is_of_interest = vec![false; graph.degree()];
    for point in points {
        is_of_interest[point.index()] = true;
    }
    let mut search = Search::new(graph, |point: Point| is_of_interest[point.index()]);
    search.find_automorphisms();
    Automorphisms::new(graph, search)
}

/// The canonical form of a graph, with its automorphism group, which comes along.
pub fn canonical_form(graph: &Graph) -> CanonicalForm {
    let mut search = Search::new(graph, |_| true);
    let order = search.find_canonical_order();
    let mut labels = Permutation::identity(graph.degree()).images().to_vec();
    for (position, vertex) in order.iter().enumerate() {
        labels[vertex.index()] = Point::new(position);
    }
    let labelling = Permutation::from_images(labels).expect("a leaf lists each vertex once");
    CanonicalForm {
        graph: graph.relabelled(&labelling),
        labelling,
        automorphisms: Automorphisms::new(graph, search),
    }
}

impl Automorphisms {
    fn new(graph: &Graph, mut search: Search) -> Automorphisms {
        let mut least = vec![None; graph.degree()];
        let representatives = graph.vertices().map(|vertex| {
            let root = search.orbits.root(vertex.index());
            *least[root].get_or_insert(vertex)
        });
        let representatives = representatives.collect();
        Automorphisms {
            representatives,
            orbit_sizes: search
                .orbit_sizes
                .into_iter()
                .filter(|&size| size > 1)
                .collect(),
            generators: search.generators,
        }
    }

    pub fn generators(&self) -> &[Automorphism] {
        &self.generators
    }

    /// Numbers greater than one whose product is the order of the group: the lengths of the orbits
    /// in a chain of stabilisers.
    pub fn order_factors(&self) -> &[usize] {
        &self.orbit_sizes
    }

    /// The least vertex of the orbit of a vertex.
    pub fn representative(&self, vertex: Point) -> Point {
        self.representatives[vertex.index()]
    }

    /// The different actions of the generators on some points, renumbered by their places in the
    /// slice. `None` if a generator does not keep the set of these points.
    pub fn restricted_to(&self, points: &[Point]) -> Option<Vec<Permutation>> {
        let mut actions = Vec::new();
        for generator in &self.generators {
            let action = generator.restricted_to(points)?;
            if !action.is_identity() {
                actions.push(action);
            }
        }
        actions.sort_unstable();
        actions.dedup();
        Some(actions)
    }

    /// Few permutations of some points, renumbered by their places in the slice, that generate what
    /// the generators do to them. `None` if a generator does not keep the set of these points.
    pub fn generators_on(&self, points: &[Point]) -> Option<Vec<Permutation>> {
        let mut place = vec![None; self.representatives.len()];
        for (number, point) in points.iter().enumerate() {
            place[point.index()] = Some(Point::new(number));
        }
        let mut actions: Vec<row_swaps::Moves> = Vec::new();
        for generator in &self.generators {
            let moves = generator.moves().iter();
            let own =
                moves.filter_map(|(from, to)| Some((place[from.index()]?, place[to.index()])));
            let own = own.map(|(from, to)| Some((from, to?)));
            let mut own: row_swaps::Moves = own.collect::<Option<_>>()?;
            own.sort_unstable();
            actions.push(own);
        }
        actions.sort_unstable();
        actions.dedup();
        let mut few = row_swaps::few_generators(points.len(), actions);
        few.sort_unstable();
        Some(few)
    }
}
