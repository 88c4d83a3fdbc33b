//! Systems with thousands of states in many components, in which several threads look for bad ones:
//! against components found by other means.

use crate::ask::{TemporalTask, TemporalVerdict, explore_temporal};
use crate::dice::Dice;
use crate::graph::firing;
use std::collections::BTreeSet;
use weyl_explore::{Limits, Progress};
use weyl_ir::PropertyId;
use weyl_system::{Batch, Concrete, Conditions, Fairness, Fault, Repeats, System, Unreduced};
use weyl_temporal::{Observer, components, parse, translate};

const STATES: u32 = 7_000;
const SEEDS: u64 = 120;

/// Successors by state, mostly near it, and where the atom holds.
#[derive(Clone)]
struct Scattered {
    successors: Vec<Vec<u32>>,
    holds: Vec<bool>,
}

impl Scattered {
    fn new(dice: &mut Dice) -> Scattered {
        let rare = 3 + dice.roll(10);
        let mut successors = Vec::new();
        for state in 0..STATES {
            let near = |dice: &mut Dice| {
                let by = dice.roll(60) as u32;
                if dice.once_in(30) {
                    state.saturating_sub(by)
                } else {
                    (state + 1 + by).min(STATES - 1)
                }
            };
            let mut own: Vec<u32> = (0..2).map(|_| near(dice)).collect();
            own.push((2 * state + 1).min(STATES - 1));
            successors.push(own);
        }
        let last = STATES as usize - 1;
        let holds = (0..=last).map(|state| state == last || !dice.once_in(rare));
        let holds = holds.collect();
        Scattered { successors, holds }
    }

    fn number(state: &[u8]) -> usize {
        u32::from_be_bytes(state.try_into().unwrap()) as usize
    }
}

impl System for Scattered {
    fn state_size(&self) -> usize {
        4
    }

    fn packed_size(&self) -> usize {
        4
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.copy_from_slice(state);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        state.copy_from_slice(packed);
    }

    fn initial(&mut self, batch: &mut Batch) {
        batch.clear();
        batch.push_state(firing(0), &0u32.to_be_bytes());
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        batch.clear();
        let successors = self.successors[Scattered::number(state)].iter();
        for (number, next) in successors.enumerate() {
            batch.push_state(firing(number), &next.to_be_bytes());
        }
    }

    fn may_end(&mut self, _: &[u8]) -> bool {
        false
    }
}

impl Concrete for Scattered {}

impl Conditions for Scattered {
    fn instances(&self, _: PropertyId) -> u64 {
        1
    }

    fn holds(&mut self, _: PropertyId, _: u64, state: &[u8]) -> Result<bool, Box<Fault>> {
        Ok(self.holds[Scattered::number(state)])
    }
}

fn task(formula: &str, threads: usize) -> TemporalTask {
    let (formula, _) = parse(formula).unwrap();
    let automaton = translate(&formula.negated()).unwrap();
    TemporalTask {
        observer: Observer::from(&automaton).with_ends(),
        atoms: vec![PropertyId::from_u32(0)],
        instances: vec![0],
        tracked_instances: None,
        evaluates_all: false,
        repeats: Repeats::Nothing,
        fairness: Fairness::None,
        growing: Vec::new(),
        limits: Limits::default(),
        threads,
    }
}

/// The distance to the nearest state from which a circle leads back through states where the atom
/// does not hold.
fn nearest_bad_circle(system: &Scattered) -> Option<usize> {
    let inside = |state: usize| {
        let successors = system.successors[state].iter().map(|next| *next as usize);
        successors.filter(move |next| !system.holds[state] && !system.holds[*next])
    };
    let component = components(STATES as usize, inside);
    let mut sizes = vec![0; STATES as usize];
    component.iter().for_each(|number| sizes[*number] += 1);
    let is_bad = |state: usize| sizes[component[state]] > 1 || inside(state).any(|to| to == state);
    let (mut seen, mut level, mut distance) = (BTreeSet::from([0]), vec![0], 0);
    while !level.is_empty() {
        if level.iter().any(|state| is_bad(*state)) {
            return Some(distance);
        }
        let all = level.iter().flat_map(|state| &system.successors[*state]);
        let all: Vec<usize> = all.map(|next| *next as usize).collect();
        level = all.into_iter().filter(|next| seen.insert(*next)).collect();
        distance += 1;
    }
    None
}

#[test]
fn several_threads_find_the_components_that_there_are() {
    let mut bad = 0;
    for seed in 0..SEEDS {
        let system = Scattered::new(&mut Dice::new(seed));
        let expected = nearest_bad_circle(&system);
        bad += u64::from(expected.is_some());
        let mut rounds = BTreeSet::new();
        for threads in 1..4 {
            let (task, progress) = (task("[] <> a", threads), Progress::default());
            let unreduced = Unreduced::new(system.clone());
            let explored = explore_temporal(&unreduced, 3, &task, (), &progress);
            match explored.verdict {
                TemporalVerdict::Holds => assert_eq!(expected, None, "{seed}"),
                TemporalVerdict::Unknown => panic!("{seed}"),
                // What was known when it was found may have been a part.
                TemporalVerdict::Violated(run) => {
                    let there = run.back.unwrap();
                    assert!(expected.is_some_and(|least| there >= least), "{seed}");
                    rounds.insert((there, run.steps.len(), explored.states));
                }
            }
        }
        assert!(rounds.len() < 2, "{rounds:?}");
    }
    assert!((SEEDS / 5..SEEDS * 4 / 5).contains(&bad), "{bad}");
}
