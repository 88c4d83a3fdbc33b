//! Runs to what was found: the shortest way to a bad component, and from there the shortest way
//! round, or (with fairness, or many acceptance sets) a short one.

use super::fair_part::Component;
use super::product::{Node, Product};
use super::rounds::{Round, Taken, shortest_round};
use crate::LimitKind;
use crate::graph::{Stop, Tracked};
use crate::store::{StateIndex, Store};
use rapidhash::fast::RandomState;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use weyl_system::{Conditions, Fairness, Firing, LassoRun, Renaming, Run};

/// The node before, and the step from there.
pub(super) type Before = (Node, Option<u32>);

/// Where each node of a search was reached from.
pub(super) type From = HashMap<Node, Option<Before>, RandomState>;

/// A way from a beginning: its number, and the steps.
pub(super) struct Way {
    beginning: usize,
    steps: Vec<Taken>,
}

/// A run to an end of the observer.
pub(super) fn run_to_end<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    end: Node,
) -> Result<LassoRun, LimitKind> {
    let (from, nearest) = nearest(product, |node| node == end)?;
    let way = way_back(product, &from, nearest[0]);
    run(product, way, Vec::new())
}

/// A run to a state; steps in which nothing happens are left out.
pub(super) fn run_to<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    state: StateIndex,
) -> Result<Run, LimitKind> {
    let (from, nearest) = nearest(product, |node| node.vertex == state)?;
    let way = way_back(product, &from, nearest[0]);
    let run = run(product, way, Vec::new())?;
    Ok(Run {
        start: run.start,
        steps: run.steps.into_iter().flatten().collect(),
    })
}

/// A run into a bad component, and round in it: there is none with a shorter way there.
pub(super) fn lasso<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    bad: &[Vec<Node>],
) -> Result<LassoRun, LimitKind> {
    let mut component_of: HashMap<Node, usize, RandomState> = HashMap::default();
    for (number, nodes) in bad.iter().enumerate() {
        component_of.extend(nodes.iter().map(|node| (*node, number)));
    }
    let (from, nearest) = nearest(product, |node| component_of.contains_key(&node))?;
    let mut components: HashMap<usize, Component> = HashMap::new();
    let mut best: Option<(Node, Vec<Taken>)> = None;
    for node in nearest {
        let number = component_of[&node];
        let component = match components.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(known(Component::new(product, &bad[number]))?),
        };
        let shorter_than = best.as_ref().map(|(_, round)| round.len());
        match round(product, component, node, shorter_than) {
            Ok(Some(round)) => best = Some((node, round)),
            Ok(None) => {}
            Err(limit) if best.is_none() => return Err(limit),
            Err(_) => break,
        }
        if product.fairness() != Fairness::None {
            break;
        }
    }
    let (node, round) = best.expect("one can go round in a bad component");
    let way = way_back(product, &from, node);
    run(product, way, round)
}

/// A way round that begins in a node and is shorter than one that is known, if there is one.
fn round<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &Product<'_, '_, '_, S, R, T>,
    component: &Component,
    start: Node,
    shorter_than: Option<usize>,
) -> Result<Option<Vec<Taken>>, LimitKind> {
    let observer = &product.question().observer;
    let mut nodes = component.nodes.iter();
    let start = nodes.position(|node| *node == start);
    let start = start.expect("the way leads to the component");
    if product.fairness() == Fairness::None && observer.sets <= FEW_SETS {
        let go_on = || product.known.watch.go_on();
        return shortest_round(component, start, observer.all_marks(), shorter_than, go_on);
    }
    let round = Round::new(product, component, start)?.walk()?;
    let is_shorter = shorter_than.is_none_or(|known| round.len() < known);
    Ok(is_shorter.then_some(round))
}

/// A shortest way round is looked for among so many sets of acceptance sets for each node: 2³.
const FEW_SETS: u32 = 3;

/// The run of a way that was found step by step; steps in which nothing happens are kept.
pub(super) fn run<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    way: Way,
    round: Vec<Taken>,
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
        steps: steps.collect::<Result<Vec<Option<Firing>>, _>>()?,
        back,
        instance: beginning.instance,
    })
}

/// All wanted nodes that are nearest to the beginnings, in the order in which a breadth first
/// search through what is known comes to them, and the ways there.
fn nearest<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &mut Product<'_, '_, '_, S, R, T>,
    is_wanted: impl Fn(Node) -> bool,
) -> Result<(From, Vec<Node>), LimitKind> {
    let mut from = From::default();
    let mut level = Vec::new();
    for beginning in &product.met.beginnings {
        if from.insert(beginning.node, None).is_none() {
            level.push(beginning.node);
        }
    }
    while !level.is_empty() {
        let wanted = level.iter().copied().filter(|node| is_wanted(*node));
        let wanted: Vec<Node> = wanted.collect();
        if !wanted.is_empty() {
            return Ok((from, wanted));
        }
        let mut next = Vec::new();
        for node in level {
            product.known.watch.go_on()?;
            for (target, edge) in known(product.known_edges(node))? {
                from.entry(target).or_insert_with(|| {
                    next.push(target);
                    Some((node, edge.step.number))
                });
            }
        }
        level = next;
    }
    unreachable!("what is wanted was reached")
}

/// What is known of a node: nothing leads on from one whose labels can't be known.
fn known<A: Default>(answer: Result<A, Stop>) -> Result<A, LimitKind> {
    match answer {
        Ok(answer) => Ok(answer),
        Err(Stop::Limit(limit)) => Err(limit),
        Err(Stop::TableFull(_) | Stop::NotEvaluable { .. }) => Ok(A::default()),
    }
}

pub(super) fn way_back<S: Renaming + Conditions, R: Tracked, T: Store>(
    product: &Product<'_, '_, '_, S, R, T>,
    from: &From,
    end: Node,
) -> Way {
    let mut steps = Vec::new();
    let mut at = end;
    while let Some((before, number)) = from[&at] {
        steps.push((before.vertex, number));
        at = before;
    }
    steps.reverse();
    let mut beginnings = product.met.beginnings.iter();
    let beginning = beginnings.position(|beginning| beginning.node == at);
    Way {
        beginning: beginning.expect("it begins somewhere"),
        steps,
    }
}
