//! Fairness on a quotient, decided for a component by its threads.
//!
//! For each single unit there may be a cycle that is fair to it and none that is fair to all, and
//! in a quotient units change their names from step to step. A thread is a node of the component
//! with a unit; an edge leads from (s, i) to (t, π(i)), where π is the renaming of the step
//! (docs/design.md; Emerson and Sistla, *Utilizing symmetry when model checking under fairness
//! assumptions*, 1995). Along a path of the component units are renamed one to one, so that a
//! thread that another leads to leads back to it: threads fall into classes that no edge leaves. A
//! run that goes everywhere in the component takes every unit everywhere in its class.

use super::product::{Edge, Node, Product};
use crate::LimitKind;
use crate::graph::{Stop, Tracked};
use crate::store::Store;
use std::collections::HashMap;
use weyl_permutation::DisjointSets;
use weyl_system::{Conditions, Fairness, Renaming};
use weyl_temporal::{Marks, components};

/// What [`Classes`] takes for a thread.
const THREAD_BYTES: usize = size_of::<u32>() + 3 * size_of::<bool>();

/// An edge inside a component.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inner {
    /// The node that it leads to, by its place in the component.
    pub target: u32,
    pub edge: Edge,
}

/// Nodes that can all reach each other, with all edges between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    pub nodes: Vec<Node>,
    pub edges: Vec<Vec<Inner>>,
}

impl Component {
    pub fn new<S: Renaming + Conditions, R: Tracked, T: Store>(
        product: &mut Product<'_, '_, '_, S, R, T>,
        nodes: &[Node],
    ) -> Result<Component, Stop> {
        let places: HashMap<Node, u32> = nodes.iter().copied().zip(0..).collect();
        let mut edges = Vec::with_capacity(nodes.len());
        let mut count = 0;
        for node in nodes {
            let all = product.known_edges(*node)?.into_iter();
            let inner = all.filter_map(|(target, edge)| {
                let target = *places.get(&target)?;
                Some(Inner { target, edge })
            });
            let inner: Vec<Inner> = inner.collect();
            count += inner.len();
            edges.push(inner);
            product.known.watch.go_on()?;
        }
        let threads = nodes.len() * product.units() as usize;
        let bytes = count * size_of::<Inner>() + nodes.len() * 64 + threads * THREAD_BYTES;
        // It is not kept for long: what matters is that there is room for it.
        product.known.quota.charge(bytes as u64)?;
        product.known.quota.release(bytes as u64);
        Ok(Component {
            nodes: nodes.to_vec(),
            edges,
        })
    }

    pub fn marks(&self) -> Marks {
        let edges = self.edges.iter().flatten();
        edges.fold(0, |marks, inner| marks | inner.edge.marks)
    }

    fn has_edges(&self) -> bool {
        self.edges.iter().any(|edges| !edges.is_empty())
    }

    /// The components of what is left without some nodes.
    fn without(&self, is_out: &[bool]) -> Vec<Component> {
        let inside = |at: usize| {
            let edges = self.edges[at].iter();
            edges
                .map(|inner| inner.target as usize)
                .filter(move |target| !is_out[*target] && !is_out[at])
        };
        let component = components(self.nodes.len(), inside);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for at in (0..self.nodes.len()).filter(|at| !is_out[*at]) {
            members[component[at]].push(at);
        }
        let parts = members.iter().filter(|members| !members.is_empty());
        parts
            .map(|members| self.part(members, &component))
            .collect()
    }

    fn part(&self, members: &[usize], component: &[usize]) -> Component {
        let places: HashMap<usize, u32> = members.iter().copied().zip(0..).collect();
        let edges = members.iter().map(|at| {
            let edges = self.edges[*at].iter();
            let inside = edges.filter(|inner| component[inner.target as usize] == component[*at]);
            let moved = inside.filter_map(|inner| {
                let target = *places.get(&(inner.target as usize))?;
                Some(Inner { target, ..*inner })
            });
            moved.collect()
        });
        Component {
            nodes: members.iter().map(|at| self.nodes[*at]).collect(),
            edges: edges.collect(),
        }
    }
}

/// The classes of the threads of a component, and what happens in each.
pub(super) struct Classes {
    units: usize,
    sets: DisjointSets,
    is_enabled: Vec<bool>,
    is_disabled: Vec<bool>,
    acts: Vec<bool>,
}

impl Classes {
    pub fn new<S: Renaming + Conditions, R: Tracked, T: Store>(
        product: &Product<'_, '_, '_, S, R, T>,
        component: &Component,
    ) -> Result<Classes, LimitKind> {
        let units = product.units() as usize;
        let threads = component.nodes.len() * units;
        let mut classes = Classes {
            units,
            sets: DisjointSets::new(threads),
            is_enabled: vec![false; threads],
            is_disabled: vec![false; threads],
            acts: vec![false; threads],
        };
        for (at, edges) in component.edges.iter().enumerate() {
            product.known.watch.go_on()?;
            for inner in edges {
                for unit in 0..units as u32 {
                    let after = product.unit_after(unit, inner.edge.step.renaming);
                    let target = classes.thread(inner.target as usize, after);
                    let thread = classes.thread(at, unit);
                    classes.sets.unite(thread, target);
                }
            }
        }
        classes.sets.flatten();
        for (at, edges) in component.edges.iter().enumerate() {
            product.known.watch.go_on()?;
            let vertex = component.nodes[at].vertex;
            for unit in 0..units as u32 {
                let class = classes.class(classes.thread(at, unit));
                if product.known.graph.is_enabled(unit, vertex) {
                    classes.is_enabled[class] = true
                } else {
                    classes.is_disabled[class] = true
                }
                let acts = |inner: &Inner| product.known.graph.acts(unit, inner.edge.step.acting);
                classes.acts[class] |= edges.iter().any(acts);
            }
        }
        Ok(classes)
    }

    pub fn thread(&self, at: usize, unit: u32) -> usize {
        at * self.units + unit as usize
    }

    fn class(&self, thread: usize) -> usize {
        self.sets.name(thread)
    }

    /// Whether a run that goes everywhere treats the threads of a class fairly.
    fn is_served(&self, class: usize, fairness: Fairness) -> bool {
        match fairness {
            Fairness::None => true,
            Fairness::Weak => self.acts[class] || self.is_disabled[class],
            Fairness::Strong => self.acts[class] || !self.is_enabled[class],
        }
    }

    /// Whether a thread is never enabled.
    pub fn is_idle(&self, thread: usize) -> bool {
        !self.is_enabled[self.class(thread)]
    }

    fn all_are_served(&self, fairness: Fairness) -> bool {
        let mut classes = self.sets.names();
        classes.all(|class| self.is_served(class, fairness))
    }
}

/// A part of a component, which has all marks, in which a fair run can go round.
pub(super) fn fair_part<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &Product<'_, '_, '_, S, R, T>,
    component: Component,
) -> Result<Option<Component>, LimitKind> {
    let fairness = product.fairness();
    let all = product.question().observer.all_marks();
    let mut pending = vec![component];
    while let Some(component) = pending.pop() {
        if component.marks() != all || !component.has_edges() {
            continue;
        }
        let classes = Classes::new(product, &component)?;
        if classes.all_are_served(fairness) {
            return Ok(Some(component));
        }
        // In no part of it a unit acts that does not act in the whole: a weakly fair run must go
        // where it is disabled, and there is no such place; a strongly fair one must avoid where it
        // is enabled.
        if fairness == Fairness::Strong {
            let is_out = (0..component.nodes.len()).map(|at| {
                let vertex = component.nodes[at].vertex;
                let mut units = 0..product.units();
                units.any(|unit| {
                    let class = classes.class(classes.thread(at, unit));
                    product.known.graph.is_enabled(unit, vertex)
                        && !classes.is_served(class, fairness)
                })
            });
            let is_out: Vec<bool> = is_out.collect();
            pending.extend(component.without(&is_out));
        }
    }
    Ok(None)
}
