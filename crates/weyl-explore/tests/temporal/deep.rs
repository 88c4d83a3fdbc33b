//! Systems that are much deeper than a stack.

use crate::ask::{TemporalExploration, TemporalTask, TemporalVerdict, explore_temporal};
use crate::each_fairness;
use crate::graph::firing;
use std::thread;
use std::time::{Duration, Instant};
use weyl_explore::{LimitKind, Limits, Progress, Tracked};
use weyl_ir::PropertyId;
use weyl_permutation::Permutation;
use weyl_system::{Batch, Concrete, Conditions, Fault, System, Unreduced};
use weyl_system::{Fairness, LassoRun, Repeats};
use weyl_temporal::{Guard, Observer, ObserverEdge, ObserverState};

const LENGTH: u32 = 300_000;
const CIRCLE: u32 = 100_000;
/// At worst: one for each unit, one for the mark.
const ROUNDS: u32 = 3;
const SMALL_STACK: usize = 256 << 10;

/// A chain of states whose last one leads back to some state; the unit 0 acts in all steps but
/// this, the unit 1 in this, others never.
#[derive(Clone, Copy, Debug)]
struct Chain {
    length: u32,
    back: u32,
    units: u32,
}

impl Chain {
    fn number(state: &[u8]) -> u32 {
        u32::from_be_bytes(state.try_into().unwrap())
    }

    fn is_last(self, state: &[u8]) -> bool {
        Chain::number(state) + 1 == self.length
    }

    fn of_two_units(length: u32, back: u32) -> Chain {
        Chain {
            length,
            back,
            units: 2,
        }
    }
}

impl System for Chain {
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
        let next = Chain::number(state) + 1;
        let next = if next == self.length { self.back } else { next };
        batch.push_state(firing(0), &next.to_be_bytes());
    }

    fn may_end(&mut self, _: &[u8]) -> bool {
        false
    }
}

impl Concrete for Chain {}

impl Conditions for Chain {
    fn instances(&self, _property: PropertyId) -> u64 {
        1
    }

    /// The only atom holds in the last state.
    fn holds(
        &mut self,
        _property: PropertyId,
        _instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        Ok(self.is_last(state))
    }
}

impl Tracked for Chain {
    fn units(&self) -> u32 {
        self.units
    }

    fn acting(&mut self, state: &[u8], _batch: &Batch, acting: &mut Vec<Vec<u32>>) {
        acting.clear();
        acting.push(vec![u32::from(self.is_last(state))]);
    }

    fn unit_image(&self, unit: u32, _by: &Permutation) -> u32 {
        unit
    }

    fn instance_image(&self, _: usize, instance: u32, _by: &Permutation) -> u32 {
        instance
    }
}

/// Accepts runs in which an atom holds again and again.
fn again_and_again() -> Observer {
    let edge = |all: Vec<usize>, marks| ObserverEdge {
        guard: Guard {
            all,
            none: Vec::new(),
        },
        marks,
        target: 0,
    };
    Observer {
        states: vec![ObserverState {
            edges: vec![edge(Vec::new(), 0), edge(vec![0], 1)],
            is_end: false,
        }],
        sets: 1,
    }
}

fn explore(chain: Chain, fairness: Fairness, limits: Limits) -> TemporalExploration {
    let task = TemporalTask {
        observer: again_and_again(),
        atoms: vec![PropertyId::from_u32(0)],
        instances: vec![0],
        tracked_instances: None,
        evaluates_all: true,
        repeats: Repeats::Ends,
        fairness,
        growing: Vec::new(),
        limits,
        threads: 1,
    };
    let system = Unreduced::new(chain);
    explore_temporal(&system, 1, &task, chain, &Progress::default())
}

fn explore_with_small_stack(chain: Chain, fairness: Fairness) -> LassoRun {
    let begun = Instant::now();
    let thread = thread::Builder::new().stack_size(SMALL_STACK);
    let search = move || explore(chain, fairness, Limits::default()).verdict;
    let verdict = thread.spawn(search).unwrap().join().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20));
    let TemporalVerdict::Violated(run) = verdict else {
        panic!("the atom holds again and again");
    };
    run
}

#[test]
fn a_long_way_to_a_short_circle() {
    each_fairness(|fairness| {
        let back = LENGTH - 3;
        let run = explore_with_small_stack(Chain::of_two_units(LENGTH, back), fairness);
        assert_eq!(run.back, Some(back as usize));
        assert!(run.steps.len() <= (LENGTH + 3 * ROUNDS) as usize);
    });
}

#[test]
fn a_long_circle() {
    each_fairness(|fairness| {
        let run = explore_with_small_stack(Chain::of_two_units(CIRCLE, 0), fairness);
        assert_eq!(run.back, Some(0));
        assert!(run.steps.len() <= (CIRCLE * ROUNDS) as usize);
    });
}

#[test]
fn threads_need_room_too() {
    let chain = Chain {
        length: 10_000,
        back: 0,
        units: 1000,
    };
    let limits = Limits {
        memory: Some(32 << 20),
        ..Limits::default()
    };
    let verdicts = each_fairness(|fairness| explore(chain, fairness, limits));
    assert!(verdicts[0].limit.is_none(), "there are none");
    for explored in &verdicts[1..] {
        assert_eq!(explored.limit, Some(LimitKind::Memory));
    }
}
