//! Ways round in a component: the shortest one where few acceptance sets are all that it must meet,
//! and one that meets what is missing by a shortest way each where units are to be served, too.

use super::fair_part::{Classes, Component, Inner};
use super::product::{Edge, Product};
use crate::LimitKind;
use crate::graph::Tracked;
use crate::store::{StateIndex, Store};
use rapidhash::fast::RandomState;
use std::collections::{HashMap, VecDeque};
use weyl_system::{Conditions, Fairness, Renaming};
use weyl_temporal::Marks;

/// A step: the state, and its number there.
pub(super) type Taken = (StateIndex, Option<u32>);

/// The shortest way from a node round to it that meets all marks, if it is shorter than one that is
/// known: breadth first through nodes with the marks that were met on the way.
pub(super) fn shortest_round(
    component: &Component,
    start: usize,
    all: Marks,
    shorter_than: Option<usize>,
    go_on: impl Fn() -> Result<(), LimitKind>,
) -> Result<Option<Vec<Taken>>, LimitKind> {
    type At = (usize, Marks);
    let mut from: HashMap<At, (At, Option<u32>), RandomState> = HashMap::default();
    let mut level: Vec<At> = vec![(start, 0)];
    let mut length = 1;
    while !level.is_empty() && shorter_than.is_none_or(|known| length < known) {
        let mut next = Vec::new();
        for at in level {
            go_on()?;
            for inner in &component.edges[at.0] {
                let target = (inner.target as usize, at.1 | inner.edge.marks);
                let number = inner.edge.step.number;
                if target == (start, all) {
                    let mut round = vec![(component.nodes[at.0].vertex, number)];
                    let mut at = at;
                    while let Some((before, number)) = from.get(&at) {
                        round.push((component.nodes[before.0].vertex, *number));
                        at = *before;
                    }
                    round.reverse();
                    return Ok(Some(round));
                }
                // The way round may come through where it begins, before it has met all marks.
                if target != (start, 0) && !from.contains_key(&target) {
                    from.insert(target, (at, number));
                    next.push(target);
                }
            }
        }
        level = next;
        length += 1;
    }
    Ok(None)
}

/// A place in a component, and the unit that is followed (0 if none is).
type Thread = (usize, u32);

/// A walk through a component that meets all marks, serves all threads and comes back.
pub(super) struct Round<'p, 'k, 'a, 'q, S, R, T: Store + 'a> {
    product: &'p Product<'k, 'a, 'q, S, R, T>,
    component: &'p Component,
    start: usize,
    at: usize,
    /// Where each unit of the start is now.
    positions: Vec<u32>,
    is_served: Vec<bool>,
    marks: u64,
    steps: Vec<Taken>,
}

impl<'p, 'k, 'a, 'q, S: Renaming + Conditions, R: Tracked, T: Store>
    Round<'p, 'k, 'a, 'q, S, R, T>
{
    pub fn new(
        product: &'p Product<'k, 'a, 'q, S, R, T>,
        component: &'p Component,
        start: usize,
    ) -> Result<Self, LimitKind> {
        let units = product.units();
        let mut round = Round {
            product,
            component,
            start,
            at: start,
            positions: (0..units).collect(),
            is_served: vec![false; units as usize],
            marks: 0,
            steps: Vec::new(),
        };
        if product.fairness() == Fairness::Strong {
            let classes = Classes::new(product, component)?;
            for unit in 0..units {
                let thread = classes.thread(start, unit);
                round.is_served[unit as usize] = classes.is_idle(thread);
            }
        }
        round.serve_disabled();
        Ok(round)
    }

    pub fn walk(mut self) -> Result<Vec<Taken>, LimitKind> {
        while let Some(thread) = self.is_served.iter().position(|served| !served) {
            let way = self.way_to_service(thread)?;
            way.into_iter().for_each(|inner| self.take(inner));
        }
        let all = self.product.question().observer.all_marks();
        while self.marks != all {
            let missing = all & !self.marks;
            let way = self.way(|_, inner| inner.edge.marks & missing != 0)?;
            way.into_iter().for_each(|inner| self.take(inner));
        }
        if self.at != self.start || self.steps.is_empty() {
            let start = self.start as u32;
            let way = self.way(|_, inner| inner.target == start)?;
            way.into_iter().for_each(|inner| self.take(inner));
        }
        Ok(self.steps)
    }

    /// Units that can't act are served.
    fn serve_disabled(&mut self) {
        if self.product.fairness() != Fairness::Weak {
            return;
        }
        let vertex = self.vertex(self.at);
        for (served, unit) in self.is_served.iter_mut().zip(&self.positions) {
            *served |= !self.product.known.graph.is_enabled(*unit, vertex);
        }
    }

    fn vertex(&self, at: usize) -> StateIndex {
        self.component.nodes[at].vertex
    }

    fn take(&mut self, inner: Inner) {
        let Edge { step, marks, .. } = inner.edge;
        let graph = &self.product.known.graph;
        self.steps.push((self.vertex(self.at), step.number));
        self.marks |= marks;
        for (served, unit) in self.is_served.iter_mut().zip(&mut self.positions) {
            *served |= graph.acts(*unit, step.acting);
            *unit = graph.image(*unit, step.renaming);
        }
        self.at = inner.target as usize;
        self.serve_disabled();
    }

    /// The shortest way from here whose last edge is a wanted one.
    fn way(&self, is_wanted: impl Fn(usize, &Inner) -> bool) -> Result<Vec<Inner>, LimitKind> {
        self.followed_way(None, |at, _, inner| is_wanted(at, inner))
    }

    /// The shortest way to where a thread acts, or (under weak fairness) can't.
    fn way_to_service(&self, thread: usize) -> Result<Vec<Inner>, LimitKind> {
        let graph = &self.product.known.graph;
        let is_weak = self.product.fairness() == Fairness::Weak;
        self.followed_way(Some(self.positions[thread]), |_, unit, inner| {
            let step = inner.edge.step;
            let target = self.vertex(inner.target as usize);
            let after = graph.image(unit, step.renaming);
            graph.acts(unit, step.acting) || is_weak && !graph.is_enabled(after, target)
        })
    }

    fn followed_way(
        &self,
        unit: Option<u32>,
        is_wanted: impl Fn(usize, u32, &Inner) -> bool,
    ) -> Result<Vec<Inner>, LimitKind> {
        let start = (self.at, unit.unwrap_or(0));
        let mut from: HashMap<Thread, Option<(Thread, Inner)>> = HashMap::from([(start, None)]);
        let mut pending = VecDeque::from([start]);
        while let Some((at, follows)) = pending.pop_front() {
            self.product.known.watch.go_on()?;
            for inner in &self.component.edges[at] {
                if is_wanted(at, follows, inner) {
                    let mut way = vec![*inner];
                    let mut node = (at, follows);
                    while let Some((before, inner)) = from[&node] {
                        way.push(inner);
                        node = before;
                    }
                    way.reverse();
                    return Ok(way);
                }
                let after = match unit {
                    Some(_) => self.product.unit_after(follows, inner.edge.step.renaming),
                    None => 0,
                };
                let target = (inner.target as usize, after);
                from.entry(target).or_insert_with(|| {
                    pending.push_back(target);
                    Some(((at, follows), *inner))
                });
            }
        }
        unreachable!("the component has what is looked for, and is connected")
    }
}
