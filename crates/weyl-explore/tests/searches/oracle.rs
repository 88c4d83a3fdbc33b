//! The slow search: sets of numbers, one level after the other, and a forward search for every
//! question of liveness.

use super::explicit::{Explicit, Steps, To, Truth};
use crate::ask::Task;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::PropertyId;
use weyl_system::{Deadlock, Run, Violation, ViolationKind};

/// What makes violations distinct: class, property, place.
pub type Key = (&'static str, Option<u32>, Option<usize>);

#[derive(Debug, Default)]
pub struct Expected {
    pub levels: Vec<BTreeSet<u32>>,
    pub transitions: u64,
    pub fired: Vec<u64>,
    pub complete: bool,
    /// With the number of steps of a shortest run.
    pub violations: BTreeMap<Key, usize>,
    pub covers: Vec<Option<usize>>,
    /// For each property and instance: the distance of the nearest state without hope.
    pub liveness: Vec<Vec<Option<usize>>>,
}

impl Expected {
    pub fn states(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    pub fn depth(&self) -> u64 {
        (self.levels.len() as u64).saturating_sub(1)
    }

    fn distance(&self, state: u32) -> Option<usize> {
        self.levels.iter().position(|level| level.contains(&state))
    }

    fn violated(&mut self, key: Key, steps: usize) {
        self.violations.entry(key).or_insert(steps);
    }
}

pub fn key(violation: &Violation) -> Key {
    let number = |property: &PropertyId| Some(property.as_u32());
    match &violation.kind {
        ViolationKind::Invariant { property, .. } => ("invariant", number(property), None),
        ViolationKind::Fault(fault) => ("fault", None, Some(fault.span.start as usize)),
        ViolationKind::StateFault { property, .. } => ("state fault", number(property), None),
        ViolationKind::Deadlock => ("zdeadlock", None, None),
    }
}

pub fn search(system: &Explicit, task: &Task) -> Expected {
    let mut expected = Expected {
        fired: vec![0; 4],
        covers: vec![None; task.covers.len()],
        ..Expected::default()
    };
    let mut frontier = arrive(system, task, &mut expected, &system.initial);
    while !frontier.is_empty() && (task.keep_going || expected.violations.is_empty()) {
        expected.levels.push(frontier.clone());
        let mut steps = Steps::new();
        for state in &frontier {
            let own = &system.states[*state as usize];
            leave(task, &mut expected, *state, own);
            steps.extend(own);
        }
        frontier = arrive(system, task, &mut expected, &steps);
    }
    expected.complete = frontier.is_empty();
    if !frontier.is_empty() {
        expected.levels.push(frontier);
    }
    if expected.complete {
        expected.liveness = task
            .liveness
            .iter()
            .map(|property| hopes(system, &expected, *property))
            .collect();
    }
    expected
}

/// Counts the firings from a state, and looks for a deadlock.
fn leave(task: &Task, expected: &mut Expected, state: u32, steps: &Steps) {
    for (rule, to) in steps {
        expected.transitions += u64::from(!matches!(to, To::Fault(_)));
        expected.fired[*rule as usize] += 1;
    }
    let is_deadlock = match task.deadlock {
        Deadlock::Off => false,
        Deadlock::Stuck => steps.is_empty(),
        Deadlock::Stuttering => steps.iter().all(|(_, to)| *to == To::State(state)),
    };
    if is_deadlock {
        let steps = expected.levels.len() - 1;
        expected.violated(("zdeadlock", None, None), steps);
    }
}

/// The new states that the steps lead to, inspected.
fn arrive(system: &Explicit, task: &Task, expected: &mut Expected, steps: &Steps) -> BTreeSet<u32> {
    let distance = expected.levels.len();
    let mut new = BTreeSet::new();
    for (_, to) in steps {
        match to {
            To::State(state) if expected.distance(*state).is_none() => {
                new.insert(*state);
            }
            // A step that fails counts for the run, unless it is an initial one.
            To::Fault(place) => expected.violated(("fault", None, Some(*place)), distance),
            _ => {}
        }
    }
    let open: Vec<bool> = expected.covers.iter().map(Option::is_none).collect();
    for state in &new {
        for property in &task.invariants {
            if truths(system, expected, *property, *state).contains(&Truth::No) {
                expected.violated(("invariant", Some(property.as_u32()), None), distance);
            }
        }
        for (number, property) in task.covers.iter().enumerate().filter(|(n, _)| open[*n]) {
            // Instances after the first that holds are not asked.
            let of_state = table(system, *property).map(|table| table[*state as usize]);
            for truth in of_state {
                match truth {
                    Truth::Yes => {
                        expected.covers[number] = Some(distance);
                        break;
                    }
                    Truth::Fault(_) => {
                        let key = ("state fault", Some(property.as_u32()), None);
                        expected.violated(key, distance);
                    }
                    Truth::No => {}
                }
            }
        }
        for property in &task.liveness {
            truths(system, expected, *property, *state);
        }
    }
    new
}

fn table(system: &Explicit, property: PropertyId) -> impl Iterator<Item = &Vec<Truth>> {
    system.properties[property.as_u32() as usize].iter()
}

/// What the instances say about a new state: all of them, since they have no order.
fn truths(
    system: &Explicit,
    expected: &mut Expected,
    property: PropertyId,
    state: u32,
) -> Vec<Truth> {
    let mut truths = Vec::new();
    for truth in table(system, property).map(|table| table[state as usize]) {
        truths.push(truth);
        if let Truth::Fault(_) = truth {
            let key = ("state fault", Some(property.as_u32()), None);
            let distance = expected.levels.len();
            expected.violated(key, distance);
        }
    }
    truths
}

/// For each instance the distance of the nearest state from which no goal can be reached.
fn hopes(system: &Explicit, expected: &Expected, property: PropertyId) -> Vec<Option<usize>> {
    let nearest = |table: &Vec<Truth>| {
        let mut lost = expected.levels.iter().enumerate().filter(|(_, level)| {
            let is_lost = |state: &u32| !reaches(system, *state, table);
            level.iter().any(is_lost)
        });
        lost.next().map(|(distance, _)| distance)
    };
    table(system, property).map(nearest).collect()
}

pub fn reaches(system: &Explicit, from: u32, goal: &[Truth]) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut pending = vec![from];
    while let Some(state) = pending.pop() {
        if goal[state as usize] == Truth::Yes {
            return true;
        }
        for (_, to) in &system.states[state as usize] {
            if let To::State(next) = to
                && seen.insert(*next)
            {
                pending.push(*next);
            }
        }
    }
    false
}

/// Follows a run; panics if it is none. Returns the state before the last firing, and where it
/// leads.
pub fn replay(system: &Explicit, run: &Run) -> (Option<u32>, To) {
    let take = |steps: &Steps, firing: weyl_system::Firing| {
        let (rule, to) = steps[firing.instance as usize];
        assert_eq!(rule, firing.rule.as_u32());
        to
    };
    let mut last = (None, take(&system.initial, run.start));
    for firing in &run.steps {
        let To::State(state) = last.1 else {
            panic!("the run goes on after {last:?}");
        };
        last = (Some(state), take(&system.states[state as usize], *firing));
    }
    last
}
