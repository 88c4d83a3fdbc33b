//! A run to what was found: the shortest way there through the nodes that were met, and a short way
//! round.

use super::fair_part::{Classes, Component, Inner};
use super::product::{Edge, Node, Product};
use super::search::Found;
use crate::LimitKind;
use crate::graph::{Stop, Tracked};
use crate::store::{StateIndex, Store};
use std::collections::{HashMap, HashSet, VecDeque};
use weyl_system::{Conditions, Fairness, Firing, LassoRun, Renaming, Run};

/// The node before, and the step from there.
pub(super) type Before = (Node, Option<u32>);

/// A way from a beginning: its number, and the steps.
pub(super) struct Way {
    beginning: usize,
    steps: Vec<(StateIndex, Option<u32>)>,
    end: Node,
}

pub(super) fn run<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    found: &Found,
) -> Result<LassoRun, LimitKind> {
    let (way, round) = match found {
        Found::End(end) => (way_to(product, |_, node| node == *end)?, Vec::new()),
        Found::Circle(component) => {
            let members: HashSet<Node> = component.nodes.iter().copied().collect();
            let way = way_to(product, |_, node| members.contains(&node))?;
            let round = Round::new(product, component, way.end)?.walk()?;
            (way, round)
        }
    };
    lasso(product, way, round)
}

/// The run of a way that was found step by step; steps in which nothing happens are kept.
pub(super) fn lasso<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    way: Way,
    round: Vec<(StateIndex, Option<u32>)>,
) -> Result<LassoRun, LimitKind> {
    let back = (!round.is_empty()).then_some(way.steps.len());
    let beginning = product.met.beginnings[way.beginning];
    let steps = way.steps.into_iter().chain(round);
    let steps = steps.map(|(vertex, number)| {
        let firing = number.map(|number| product.known.firing(vertex, number));
        firing.transpose()
    });
    Ok(LassoRun {
        start: beginning.firing,
        steps: steps.collect::<Result<_, _>>()?,
        back,
        instance: beginning.instance,
    })
}

/// A run to a state; steps in which nothing happens are left out.
pub(super) fn run_to<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    state: StateIndex,
) -> Result<Run, LimitKind> {
    let way = way_to(product, |vertex, _| vertex == state)?;
    let steps = way.steps.iter();
    let steps =
        steps.filter_map(|(vertex, number)| Some(product.known.firing(*vertex, (*number)?)));
    let steps: Vec<Firing> = steps.collect::<Result<_, _>>()?;
    Ok(Run {
        start: product.met.beginnings[way.beginning].firing,
        steps,
    })
}

/// The shortest way from a beginning to a wanted node, breadth first through the nodes that the
/// search met.
fn way_to<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    is_wanted: impl Fn(StateIndex, Node) -> bool,
) -> Result<Way, LimitKind> {
    let mut from: HashMap<Node, Option<Before>> = HashMap::new();
    let mut pending = VecDeque::new();
    for beginning in &product.met.beginnings {
        if from.insert(beginning.node, None).is_none() {
            pending.push_back(beginning.node);
        }
    }
    while let Some(node) = pending.pop_front() {
        product.known.watch.go_on()?;
        if is_wanted(product.vertex(node), node) {
            return Ok(way_back(product, &from, node));
        }
        // A node whose labels can't be known was never left.
        let edges = match product.known_edges(node) {
            Ok(edges) => edges,
            Err(Stop::Limit(limit)) => return Err(limit),
            Err(Stop::TableFull(_) | Stop::NotEvaluable { .. }) => Vec::new(),
        };
        for (target, edge) in edges {
            from.entry(target).or_insert_with(|| {
                pending.push_back(target);
                Some((node, edge.step.number))
            });
        }
    }
    unreachable!("the search met it")
}

pub(super) fn way_back<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &Product<'_, '_, '_, S, R, T>,
    from: &HashMap<Node, Option<Before>>,
    end: Node,
) -> Way {
    let mut steps = Vec::new();
    let mut at = end;
    while let Some((before, number)) = from[&at] {
        steps.push((product.vertex(before), number));
        at = before;
    }
    steps.reverse();
    let mut beginnings = product.met.beginnings.iter();
    let beginning = beginnings.position(|beginning| beginning.node == at);
    Way {
        beginning: beginning.expect("it begins somewhere"),
        steps,
        end,
    }
}

/// A place in a component, and the unit that is followed (0 if none is).
type Thread = (usize, u32);

/// A walk through a component that meets all marks, serves all threads and comes back.
struct Round<'p, 'k, 'a, 'q, S, R, T: Store + 'a> {
    product: &'p Product<'k, 'a, 'q, S, R, T>,
    component: &'p Component,
    start: usize,
    at: usize,
    /// Where each unit of the start is now.
    positions: Vec<u32>,
    is_served: Vec<bool>,
    marks: u64,
    steps: Vec<(StateIndex, Option<u32>)>,
}

impl<'p, 'k, 'a, 'q, S: Renaming + Conditions, R: Tracked, T: Store>
    Round<'p, 'k, 'a, 'q, S, R, T>
{
    fn new(
        product: &'p Product<'k, 'a, 'q, S, R, T>,
        component: &'p Component,
        start: Node,
    ) -> Result<Self, LimitKind> {
        let mut nodes = component.nodes.iter();
        let start = nodes.position(|node| *node == start);
        let start = start.expect("the way leads to the component");
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

    fn walk(mut self) -> Result<Vec<(StateIndex, Option<u32>)>, LimitKind> {
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
        self.product.vertex(self.component.nodes[at])
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
