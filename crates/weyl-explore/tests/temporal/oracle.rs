//! The answer by definition, from the whole product of a graph without renamings and an observer.
//!
//! A run of the product that is accepted and fair ends up in the set of nodes that it meets
//! infinitely often, which is strongly connected. Conversely, a strongly connected set has a run
//! that takes all edges inside it again and again. To take an edge more does no harm: it can only
//! add marks and units that act, while who is enabled depends on the nodes alone. So it is enough
//! to look at sets of nodes with all edges inside, and sets of edges need not be tried.

use crate::case::Case;
use crate::graph::{Graph, Move, Truth};
use std::collections::VecDeque;
use weyl_system::{Fairness, Repeats};
use weyl_temporal::{Guard, Observer};

#[derive(Clone, Debug)]
pub struct ProductEdge {
    pub to: usize,
    pub marks: u64,
    acting: Vec<u32>,
}

/// All nodes that can be reached, before the observer reads the state.
#[derive(Clone, Debug, Default)]
pub struct Product {
    /// States of the graph and of the observer.
    pub nodes: Vec<(u32, usize)>,
    /// How many of them are where runs begin: the first ones.
    pub starts: usize,
    pub edges: Vec<Vec<ProductEdge>>,
    /// By node and unit.
    enabled: Vec<Vec<bool>>,
    pub all_marks: u64,
    /// Where the observer comes to its end.
    pub ends_in: Vec<u32>,
    /// An atom that is looked at makes no sense.
    pub meets_faulty_label: bool,
}

/// Whether a guard is open, atom by atom; `None` if one that is looked at makes no sense.
pub fn is_open(guard: &Guard, labels: &[Truth]) -> Option<bool> {
    let all = guard.all.iter().map(|atom| (labels[*atom], Truth::Yes));
    let none = guard.none.iter().map(|atom| (labels[*atom], Truth::No));
    for (truth, wanted) in all.chain(none) {
        if truth == Truth::Faulty {
            return None;
        }
        if truth != wanted {
            return Some(false);
        }
    }
    Some(true)
}

/// Where a state can go, and who acts: to itself where it repeats.
fn steps(graph: &Graph, state: u32, repeats: Repeats) -> Vec<(u32, Vec<u32>)> {
    let step = |one: &Move| Some((one.to.state()?, one.acting.clone()));
    let mut steps: Vec<_> = graph.happening(state).filter_map(step).collect();
    if repeats_at(graph, state, repeats) {
        steps.push((state, Vec::new()));
    }
    steps
}

pub fn repeats_at(graph: &Graph, state: u32, repeats: Repeats) -> bool {
    match repeats {
        Repeats::Nothing => false,
        Repeats::Ends => graph.happening(state).next().is_none(),
        Repeats::Everything => true,
    }
}

impl Product {
    pub fn new(case: &Case, instance: u32) -> Product {
        let Case {
            graph, observer, ..
        } = case;
        let mut product = Product {
            all_marks: (0..observer.sets).fold(0, |marks, set| marks | 1 << set),
            ..Product::default()
        };
        for start in &graph.initial {
            if let Some(state) = start.to.state() {
                product.node(state, 0);
            }
        }
        product.starts = product.nodes.len();
        let mut at = 0;
        while at < product.nodes.len() {
            let labels = &graph.labels[product.nodes[at].0 as usize][instance as usize];
            if case.evaluates_all && labels.contains(&Truth::Faulty) {
                product.meets_faulty_label = true;
            }
            product.complete(at, graph, observer, labels, case.repeats);
            at += 1;
        }
        product
    }

    fn node(&mut self, state: u32, observer_state: usize) -> usize {
        let wanted = (state, observer_state);
        let known = self.nodes.iter().position(|node| *node == wanted);
        known.unwrap_or_else(|| {
            self.nodes.push(wanted);
            self.nodes.len() - 1
        })
    }

    fn complete(
        &mut self,
        at: usize,
        graph: &Graph,
        observer: &Observer,
        labels: &[Truth],
        repeats: Repeats,
    ) {
        let (state, observer_state) = self.nodes[at];
        if observer.states[observer_state].is_end {
            self.ends_in.push(state);
        }
        let mut edges = Vec::new();
        for choice in &observer.states[observer_state].edges {
            let open = is_open(&choice.guard, labels);
            self.meets_faulty_label |= open.is_none();
            if open != Some(true) {
                continue;
            }
            if observer.states[choice.target].is_end {
                self.ends_in.push(state);
            }
            for (target, acting) in steps(graph, state, repeats) {
                edges.push(ProductEdge {
                    to: self.node(target, choice.target),
                    marks: choice.marks,
                    acting,
                });
            }
        }
        self.edges.push(edges);
        let units = 0..graph.units;
        let enabled = units.map(|unit| graph.is_enabled(state, unit));
        self.enabled.push(enabled.collect());
    }

    pub fn is_violated(&self, fairness: Fairness) -> bool {
        !self.ends_in.is_empty() || self.has_bad_circle(fairness)
    }

    /// Whether an accepted fair run goes on for ever.
    pub fn has_bad_circle(&self, fairness: Fairness) -> bool {
        self.has_bad_circle_in(&vec![true; self.nodes.len()], fairness)
    }

    /// The textbook's way for Streett conditions: if a set that is as large as possible is unfair
    /// to some units, strong fairness forbids the nodes where they are enabled, and weak fairness
    /// all of it.
    fn has_bad_circle_in(&self, inside: &[bool], fairness: Fairness) -> bool {
        let reach = self.reachability(inside);
        let together = |one: usize, two: usize| reach[one][two] && reach[two][one];
        let count = self.nodes.len();
        let first = |at: &usize| together(*at, *at) && !(0..*at).any(|less| together(less, *at));
        (0..count).filter(first).any(|at| {
            let members: Vec<bool> = (0..count).map(|other| together(at, other)).collect();
            if self.marks(&members) != self.all_marks {
                return false;
            }
            let neglected = self.neglected(&members, fairness);
            if neglected.is_empty() {
                return true;
            }
            if fairness != Fairness::Strong {
                return false;
            }
            let is_allowed = |at: usize| !neglected.iter().any(|unit| self.enabled[at][*unit]);
            let rest = members.iter().enumerate();
            let rest: Vec<bool> = rest.map(|(at, member)| *member && is_allowed(at)).collect();
            self.has_bad_circle_in(&rest, fairness)
        })
    }

    /// Whether one node can be reached from another in at least one step.
    fn reachability(&self, inside: &[bool]) -> Vec<Vec<bool>> {
        let from = |start: usize| {
            let mut seen = vec![false; self.nodes.len()];
            let mut pending = VecDeque::from_iter(inside[start].then_some(start));
            while let Some(at) = pending.pop_front() {
                for edge in &self.edges[at] {
                    if inside[edge.to] && !std::mem::replace(&mut seen[edge.to], true) {
                        pending.push_back(edge.to);
                    }
                }
            }
            seen
        };
        (0..self.nodes.len()).map(from).collect()
    }

    pub fn inner_edges(&self, members: &[bool]) -> impl Iterator<Item = &ProductEdge> {
        let from = self
            .edges
            .iter()
            .zip(members)
            .filter(|(_, member)| **member);
        from.flat_map(|(edges, _)| edges)
            .filter(|edge| members[edge.to])
    }

    fn marks(&self, members: &[bool]) -> u64 {
        let edges = self.inner_edges(members);
        edges.fold(0, |marks, edge| marks | edge.marks)
    }

    /// The units that a run that goes everywhere in a set treats unfairly.
    fn neglected(&self, members: &[bool], fairness: Fairness) -> Vec<usize> {
        let units = self.enabled.first().map_or(0, Vec::len);
        let neglected = |unit: &usize| {
            let acts = |edge: &ProductEdge| edge.acting.contains(&(*unit as u32));
            let enabled = self.enabled.iter().zip(members);
            let enabled = enabled.filter(|(_, member)| **member);
            let mut enabled = enabled.map(|(enabled, _)| enabled[*unit]);
            let is_due = match fairness {
                Fairness::None => false,
                Fairness::Weak => enabled.all(|enabled| enabled),
                Fairness::Strong => enabled.any(|enabled| enabled),
            };
            is_due && !self.inner_edges(members).any(acts)
        };
        (0..units).filter(neglected).collect()
    }

    /// The same as [`Product::has_bad_circle`], by trying all sets of nodes.
    pub fn some_set_is_bad(&self, fairness: Fairness) -> bool {
        let count = self.nodes.len();
        (1u32..1 << count).any(|set| {
            let members: Vec<bool> = (0..count).map(|at| set >> at & 1 == 1).collect();
            self.marks(&members) == self.all_marks
                && self.neglected(&members, fairness).is_empty()
                && self.is_connected(&members)
        })
    }

    fn is_connected(&self, members: &[bool]) -> bool {
        let reach = self.reachability(members);
        let inside: Vec<usize> = (0..members.len()).filter(|at| members[*at]).collect();
        let from = |at: &usize| inside.iter().all(|to| reach[*at][*to]);
        inside.iter().all(from)
    }
}
