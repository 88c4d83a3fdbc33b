//! Fairness on a quotient, decided for a component by its threads.
//!
//! A thread is a node with a unit; an edge leads from (s, i) to (t, π(i)), where π is the renaming
//! of the step (A. Emerson and A. Sistla, *Utilizing symmetry when model checking under fairness
//! assumptions*, 1995). Along a path of a component units are renamed one to one, so that a thread
//! that another leads to leads back to it: threads fall into classes that no edge leaves, and a run
//! that goes everywhere in the component takes every unit everywhere in its class.
//!
//! From every state a fair run begins, for a unit is enabled only where it can act. So fairness
//! changes nothing for EX and EU.

use crate::Fairness;
use crate::graph::{Graph, is_enabled};
use crate::product::{Edge, Product};
use std::collections::HashMap;
use weyl_permutation::DisjointSets;
use weyl_temporal::{Marks, components};

/// Nodes with the edges between them.
#[derive(Debug)]
pub(crate) struct Part {
    pub nodes: Vec<u32>,
    /// Where the edges of a node begin; those of the next one end them.
    first: Vec<usize>,
    /// With the places of their targets.
    edges: Vec<(u32, Edge)>,
}

impl Part {
    pub fn new<G: Graph>(product: &Product<'_, G>, nodes: &[u32]) -> Part {
        let places: HashMap<u32, u32> = nodes.iter().copied().zip(0..).collect();
        let mut part = Part {
            nodes: nodes.to_vec(),
            first: vec![0],
            edges: Vec::new(),
        };
        for node in nodes {
            weyl_budget::go_on();
            let edges = product.edges(*node);
            let inner = edges.filter_map(|edge| Some((*places.get(&edge.target)?, edge)));
            part.edges.extend(inner);
            part.first.push(part.edges.len());
        }
        part
    }

    pub fn edges(&self, at: usize) -> &[(u32, Edge)] {
        &self.edges[self.first[at]..self.first[at + 1]]
    }

    fn marks(&self) -> Marks {
        self.edges
            .iter()
            .fold(0, |marks, (_, edge)| marks | edge.marks)
    }

    /// The component of each node.
    pub fn components(&self) -> Vec<usize> {
        components(self.nodes.len(), |at| {
            weyl_budget::go_on();
            self.edges(at).iter().map(|(target, _)| *target as usize)
        })
    }

    /// The components of what is left without some nodes.
    fn without<G: Graph>(&self, product: &Product<'_, G>, is_out: &[bool]) -> Vec<Part> {
        let left = (0..self.nodes.len()).filter(|at| !is_out[*at]);
        let left: Vec<u32> = left.map(|at| self.nodes[at]).collect();
        let left = Part::new(product, &left);
        let component = left.components();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); left.nodes.len()];
        for (at, node) in left.nodes.iter().enumerate() {
            members[component[at]].push(*node);
        }
        let members = members.iter().filter(|members| !members.is_empty());
        members.map(|members| Part::new(product, members)).collect()
    }
}

/// All parts of a component in which a run with all marks that is fair can go everywhere.
pub(crate) fn fair_parts<G: Graph>(
    product: &Product<'_, G>,
    component: Part,
    fairness: Fairness,
) -> Vec<Part> {
    let mut found = Vec::new();
    let mut pending = vec![component];
    while let Some(part) = pending.pop() {
        if part.edges.is_empty() || part.marks() != product.automaton.all_marks() {
            continue;
        }
        let threads = Threads::new(product, &part);
        if threads.all_are_served(fairness) {
            found.push(part);
            continue;
        }
        // In no part of it a unit acts that does not act in the whole: a weakly fair run must go
        // where it is disabled, and there is no such place; a strongly fair one must avoid where it
        // is enabled.
        if fairness == Fairness::Strong {
            let is_out = (0..part.nodes.len()).map(|at| {
                let state = product.state(part.nodes[at]);
                let mut units = 0..product.graph.unit_count();
                units.any(|unit| {
                    is_enabled(product.graph, unit, state)
                        && !threads.is_served(threads.class(at, unit), fairness)
                })
            });
            let is_out: Vec<bool> = is_out.collect();
            pending.extend(part.without(product, &is_out));
        }
    }
    found
}

/// The classes of the threads of a part, and what happens in each.
pub(crate) struct Threads {
    units: usize,
    sets: DisjointSets,
    is_enabled: Vec<bool>,
    is_disabled: Vec<bool>,
    acts: Vec<bool>,
}

impl Threads {
    pub fn new<G: Graph>(product: &Product<'_, G>, part: &Part) -> Threads {
        let graph = product.graph;
        let units = graph.unit_count() as usize;
        let count = part.nodes.len() * units;
        let mut threads = Threads {
            units,
            sets: DisjointSets::new(count),
            is_enabled: vec![false; count],
            is_disabled: vec![false; count],
            acts: vec![false; count],
        };
        for at in 0..part.nodes.len() {
            weyl_budget::go_on();
            for (target, edge) in part.edges(at) {
                for unit in 0..units as u32 {
                    let after = graph.unit_after(unit, edge.step.renaming) as usize;
                    let target = *target as usize * units + after;
                    threads.sets.unite(at * units + unit as usize, target);
                }
            }
        }
        threads.sets.flatten();
        for at in 0..part.nodes.len() {
            weyl_budget::go_on();
            let state = product.state(part.nodes[at]);
            for unit in 0..units as u32 {
                let class = threads.class(at, unit);
                if is_enabled(graph, unit, state) {
                    threads.is_enabled[class] = true;
                } else {
                    threads.is_disabled[class] = true;
                }
                let mut edges = part.edges(at).iter();
                threads.acts[class] |= edges.any(|(_, edge)| graph.acts(unit, edge.step.acting));
            }
        }
        threads
    }

    fn class(&self, at: usize, unit: u32) -> usize {
        self.sets.name(at * self.units + unit as usize)
    }

    /// Whether a unit is never enabled, from a node on.
    pub fn is_idle(&self, at: usize, unit: u32) -> bool {
        !self.is_enabled[self.class(at, unit)]
    }

    /// Whether a run that goes everywhere treats the threads of a class fairly.
    fn is_served(&self, class: usize, fairness: Fairness) -> bool {
        match fairness {
            Fairness::None => true,
            Fairness::Weak => self.acts[class] || self.is_disabled[class],
            Fairness::Strong => self.acts[class] || !self.is_enabled[class],
        }
    }

    fn all_are_served(&self, fairness: Fairness) -> bool {
        let mut classes = self.sets.names();
        classes.all(|class| self.is_served(class, fairness))
    }
}
