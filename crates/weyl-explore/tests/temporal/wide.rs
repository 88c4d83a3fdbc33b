//! Systems whose levels keep several threads busy: the same answers for every number of threads,
//! early violations found early, and limits that end the search wherever they are reached.

use crate::ask::{TemporalExploration, TemporalTask, TemporalVerdict, explore_temporal};
use crate::each_fairness;
use crate::graph::firing;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;
use weyl_explore::{LimitKind, Limits, Progress, Tracked};
use weyl_ir::PropertyId;
use weyl_permutation::Permutation;
use weyl_system::{Batch, Concrete, Conditions, Fairness, Fault, Repeats, System, Unreduced};
use weyl_temporal::{Observer, parse, translate};

const COUNTERS: usize = 5;

/// Counters that go up one by one; where one of them is full, it may go back to a floor, if there
/// is one.
#[derive(Clone, Copy, Debug)]
struct Counters {
    most: u8,
    floor: Option<u8>,
    /// Whether they may rest where their sum is 2.
    rest: bool,
}

impl Counters {
    fn new(most: u8, floor: Option<u8>) -> Counters {
        Counters {
            most,
            floor,
            rest: false,
        }
    }

    fn nodes(self) -> u64 {
        u64::from(self.most + 1).pow(COUNTERS as u32)
    }
}

impl System for Counters {
    fn state_size(&self) -> usize {
        COUNTERS
    }

    fn packed_size(&self) -> usize {
        COUNTERS
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.copy_from_slice(state);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        state.copy_from_slice(packed);
    }

    fn initial(&mut self, batch: &mut Batch) {
        batch.clear();
        batch.push_state(firing(0), &[0; COUNTERS]);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        batch.clear();
        for (number, value) in state.iter().enumerate() {
            let next = if *value < self.most {
                Some(value + 1)
            } else {
                self.floor
            };
            if let Some(next) = next {
                let mut state = state.to_vec();
                state[number] = next;
                batch.push_state(firing(number), &state);
            }
        }
        if self.rest && state.iter().sum::<u8>() == 2 {
            batch.push_state(firing(COUNTERS), state);
        }
    }

    fn may_end(&mut self, _: &[u8]) -> bool {
        false
    }
}

impl Concrete for Counters {}

impl Conditions for Counters {
    fn instances(&self, _: PropertyId) -> u64 {
        1
    }

    /// `a`: the first counter is 0; `b`: some counter is full; `c`: the sum is 3; `d`: all counters
    /// are 1 at most, and the last one is.
    fn holds(&mut self, property: PropertyId, _: u64, state: &[u8]) -> Result<bool, Box<Fault>> {
        Ok(match property.as_u32() {
            0 => state[0] == 0,
            1 => state.contains(&self.most),
            2 => state.iter().sum::<u8>() == 3,
            _ => state.iter().all(|value| *value <= 1) && state[COUNTERS - 1] == 1,
        })
    }
}

/// Each counter is a unit.
impl Tracked for Counters {
    fn units(&self) -> u32 {
        COUNTERS as u32
    }

    fn acting(&mut self, _: &[u8], batch: &Batch, acting: &mut Vec<Vec<u32>>) {
        acting.clear();
        let units = batch.iter().map(|(firing, _)| firing.instance as u32);
        acting.extend(units.map(|unit| vec![unit.min(COUNTERS as u32 - 1)]));
    }

    fn unit_image(&self, unit: u32, _: &Permutation) -> u32 {
        unit
    }

    fn instance_image(&self, _: usize, instance: u32, _: &Permutation) -> u32 {
        instance
    }
}

fn task(formula: &str, fairness: Fairness, threads: usize) -> TemporalTask {
    let (formula, names) = parse(formula).unwrap();
    let automaton = translate(&formula.negated()).unwrap();
    let number = |name: &String| PropertyId::from_u32(u32::from(name.as_bytes()[0] - b'a'));
    TemporalTask {
        observer: Observer::from(&automaton).with_ends(),
        atoms: names.iter().map(number).collect(),
        instances: vec![0],
        tracked_instances: None,
        evaluates_all: false,
        repeats: Repeats::Ends,
        fairness,
        growing: Vec::new(),
        limits: Limits::default(),
        threads,
    }
}

fn explore(system: Counters, task: &TemporalTask) -> TemporalExploration {
    explore_with(system, task, &Progress::default())
}

fn explore_with(system: Counters, task: &TemporalTask, progress: &Progress) -> TemporalExploration {
    explore_temporal(&Unreduced::new(system), COUNTERS, task, system, progress)
}

/// Everything that must not depend on the number of threads.
fn summary(explored: &TemporalExploration) -> (Option<(usize, Option<usize>)>, [u64; 4]) {
    let run = match &explored.verdict {
        TemporalVerdict::Holds => None,
        TemporalVerdict::Violated(run) => Some((run.steps.len(), run.back)),
        TemporalVerdict::Unknown => panic!("{explored:?}"),
    };
    let TemporalExploration {
        states,
        product_states,
        transitions,
        depth,
        ..
    } = explored;
    (run, [*states, *product_states, *transitions, *depth])
}

const FORMULAS: [&str; 8] = [
    "[] <> a",
    "[] <> b",
    "<> [] b",
    "<> [] ! c",
    "[] (c -> <> b)",
    "<> b",
    "a W b",
    "[] (c -> X ! c)",
];

#[test]
fn answers_do_not_depend_on_threads() {
    let mut verdicts = [0; 2];
    for floor in [None, Some(0), Some(4)] {
        let system = Counters::new(7, floor);
        for formula in FORMULAS {
            each_fairness(|fairness| {
                let on = |threads| {
                    let explored = explore(system, &task(formula, fairness, threads));
                    // The whole run, not its length alone.
                    (summary(&explored), format!("{:?}", explored.verdict))
                };
                let alone = on(1);
                verdicts[usize::from(alone.0.0.is_some())] += 1;
                for threads in [2, 3] {
                    assert_eq!(on(threads), alone, "{formula} {system:?} {fairness:?}");
                }
            });
        }
    }
    assert!(verdicts.iter().all(|count| *count > 10), "{verdicts:?}");
}

/// Thousands of nodes of one level are ends of the observer, and which thread comes to one first is
/// a matter of timing.
#[test]
fn the_end_that_is_shown_does_not_depend_on_threads() {
    let system = Counters::new(11, None);
    for formula in ["[] (b -> X ! b)", "b R ! b"] {
        for fairness in [Fairness::None, Fairness::Weak] {
            let shown = |threads| {
                let explored = explore(system, &task(formula, fairness, threads));
                assert!(summary(&explored).0.is_some_and(|(_, back)| back.is_none()));
                format!("{:?}", explored.verdict)
            };
            let alone = shown(1);
            for threads in [2, 3, 4, 4, 3, 2] {
                assert_eq!(shown(threads), alone, "{formula} {fairness:?}");
            }
        }
    }
}

/// By hand: what runs of counters do for ever.
#[test]
fn verdicts_are_those_of_counters() {
    let is_violated = |floor, formula, fairness| {
        let system = Counters::new(7, floor);
        let explored = explore(system, &task(formula, fairness, 2));
        summary(&explored).0.is_some()
    };
    use Fairness::{None as Any, Strong, Weak};
    // At the end everything is full, and stays so.
    assert!(!is_violated(None, "<> [] b", Any));
    assert!(is_violated(None, "[] <> a", Any));
    assert!(!is_violated(None, "<> [] ! c", Any));
    // Another counter goes round alone, unless all must.
    assert!(is_violated(Some(0), "<> ! a", Any));
    assert!(!is_violated(Some(0), "<> ! a", Weak));
    assert!(is_violated(Some(0), "[] <> a", Any));
    assert!(!is_violated(Some(0), "[] <> a", Strong));
    assert!(!is_violated(Some(0), "<> b", Any));
}

#[test]
fn early_violations_are_found_early() {
    let system = Counters {
        rest: true,
        ..Counters::new(11, None)
    };
    for threads in [1, 2] {
        let whole = explore(system, &task("<> [] ! c", Fairness::None, threads));
        assert_eq!(whole.verdict, TemporalVerdict::Holds);
        assert_eq!(whole.states, system.nodes());
        let early = explore(system, &task("<> c", Fairness::None, threads));
        let (run, [states, ..]) = summary(&early);
        assert_eq!(run, Some((3, Some(2))));
        assert!(states < 100, "{states}");
        let late = explore(system, &task("[] <> ! b", Fairness::None, threads));
        assert!(matches!(late.verdict, TemporalVerdict::Violated(_)));
        let later = explore(
            system,
            &task("[] (c -> <> b) && <> c", Fairness::None, threads),
        );
        let (run, [states, ..]) = summary(&later);
        assert_eq!(run, Some((3, Some(2))));
        assert!(states < 10_000, "{states}");
    }
}

/// The truth, or that a limit was reached.
fn is_decided(explored: &TemporalExploration, truth: bool, limit: LimitKind) -> bool {
    match explored.verdict {
        TemporalVerdict::Unknown => assert_eq!(explored.limit, Some(limit)),
        TemporalVerdict::Holds => assert!(!truth),
        TemporalVerdict::Violated(_) => assert!(truth),
    }
    explored.verdict != TemporalVerdict::Unknown
}

#[test]
fn limits_end_the_search_of_all_threads() {
    let system = Counters::new(7, Some(4));
    let mut cut = 0;
    for formula in ["[] <> a", "<> [] ! c", "<> [] b"] {
        let whole = explore(system, &task(formula, Fairness::None, 1));
        let truth = summary(&whole).0.is_some();
        for part in (0..20).chain([40]) {
            let states = Limits {
                states: Some(part * system.nodes() / 20),
                ..Limits::default()
            };
            let memory = Limits {
                memory: Some(part << 18),
                ..Limits::default()
            };
            let depth = Limits {
                depth: Some(2 * part),
                ..Limits::default()
            };
            let all = [
                (states, LimitKind::States),
                (memory, LimitKind::Memory),
                (depth, LimitKind::Depth),
            ];
            for (limits, limit) in all {
                let task = TemporalTask {
                    limits,
                    ..task(formula, Fairness::None, 2)
                };
                let is_decided = is_decided(&explore(system, &task), truth, limit);
                assert!(is_decided || part < 40, "{limit:?}");
                cut += usize::from(!is_decided);
            }
        }
    }
    assert!(cut > 30, "{cut}");
}

#[test]
fn clocks_and_switches_end_the_search_of_all_threads() {
    let system = Counters::new(7, Some(4));
    let task = task("<> [] b", Fairness::Weak, 2);
    let truth = summary(&explore(system, &task)).0.is_some();
    for tenths in 0..30u64 {
        let delay = Duration::from_micros(tenths * tenths * 300);
        let timed = TemporalTask {
            limits: Limits {
                time: Some(delay),
                ..Limits::default()
            },
            ..task.clone()
        };
        is_decided(&explore(system, &timed), truth, LimitKind::Time);
        let progress = Progress::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(delay);
                progress.stop.store(true, Relaxed);
            });
            let explored = explore_with(system, &task, &progress);
            is_decided(&explored, truth, LimitKind::Interrupted);
        });
    }
}
