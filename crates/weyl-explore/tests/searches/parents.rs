//! Wherever parents of states are kept, what is found has a run, and it is as long as the others.

use crate::ask::{Exploration, Task};
use crate::dice::Dice;
use crate::explicit::{Explicit, To};
use crate::oracle;
use crate::random::{self, Taste};
use crate::{property, run, task};
use std::env::temp_dir;
use std::fs::{OpenOptions, remove_file};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use weyl_explore::{LimitKind, Limits, Order, ParentFile, Parents, Storing};
use weyl_system::Deadlock;

fn on_disk() -> Parents {
    static FILES: AtomicU32 = AtomicU32::new(0);
    let number = FILES.fetch_add(1, Relaxed);
    let path = temp_dir().join(format!("weyl-test-parents-{}-{number}", process::id()));
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create_new(true);
    let file = options.open(&path).unwrap();
    remove_file(path).unwrap();
    Parents::Disk(ParentFile::new(file))
}

/// Every search with a store, and which number of threads may differ.
fn searches() -> impl Iterator<Item = (Storing, Order, usize)> {
    let stores = [
        Storing::Exact,
        Storing::Tree,
        Storing::Compact,
        // Large enough to leave nothing out.
        Storing::Bits { bytes: 1 << 20 },
    ];
    stores.into_iter().flat_map(|storing| {
        let ways = [
            (Order::BreadthFirst, 1),
            (Order::BreadthFirst, 3),
            (Order::DepthFirst, 1),
        ];
        ways.map(|(order, threads)| (storing, order, threads))
    })
}

/// What was found, with the state that each run leads to and its length.
fn found(system: &Explicit, explored: &Exploration) -> Vec<(oracle::Key, To, usize)> {
    let violations = explored.violations.iter();
    violations
        .map(|violation| {
            let (_, end) = oracle::replay(system, &violation.run);
            (oracle::key(violation), end, violation.run.steps.len())
        })
        .collect()
}

#[test]
fn runs_are_shown_wherever_parents_are() {
    let (mut shown, mut again) = (0, 0);
    for seed in 5300..5360 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste::small(&mut dice);
        let system = random::system(&mut dice, taste);
        for (storing, order, threads) in searches() {
            for keep_going in [false, true] {
                let asked = Task {
                    invariants: vec![property(0), property(1)],
                    covers: vec![property(2), property(3)],
                    deadlock: Deadlock::Stuck,
                    keep_going,
                    order,
                    threads,
                    ..task()
                };
                let plain = run(&system, &asked);
                for parents in [Parents::Memory, on_disk(), Parents::None] {
                    let other = Task {
                        storing,
                        parents: parents.clone(),
                        ..asked.clone()
                    };
                    let other = run(&system, &other);
                    assert_eq!(other.states, plain.states);
                    assert_eq!(other.transitions, plain.transitions);
                    assert_eq!(other.depth, plain.depth);
                    assert_eq!(found(&system, &other), found(&system, &plain));
                    let lengths = |explored: &Exploration| -> Vec<Option<usize>> {
                        let covers = explored.covers.iter();
                        covers.map(|run| Some(run.as_ref()?.steps.len())).collect()
                    };
                    assert_eq!(lengths(&other), lengths(&plain));
                    assert_eq!(other.limit, plain.limit);
                    let keeps_states = matches!(storing, Storing::Exact | Storing::Tree);
                    assert_eq!(other.complete, plain.complete && keeps_states);
                    let is_in_doubt = plain.complete && !keeps_states;
                    assert_eq!(other.omission.is_some(), is_in_doubt);
                    let is_bits = matches!(storing, Storing::Bits { .. });
                    assert_eq!(other.coverage.is_some(), is_in_doubt && is_bits);
                    shown += other.violations.len();
                    again += usize::from(parents == Parents::None && !other.violations.is_empty());
                }
            }
        }
    }
    assert!(shown > 2_000 && again > 500, "{shown} {again}");
}

/// Wide enough for many states with the same 16 bits of hash among the successors of one state: the
/// first way that these allow is not always the right one.
#[test]
fn bits_of_a_hash_lead_astray_and_back() {
    const WIDTH: u32 = 3_000;
    let mut edges: Vec<(u32, To)> = (1..=WIDTH).map(|to| (0, To::State(to))).collect();
    edges.extend((1..=WIDTH).map(|from| (from, To::State(from + WIDTH))));
    edges.extend((1..=WIDTH).map(|from| (from + WIDTH, To::State(from + 2 * WIDTH))));
    let system = Explicit::from_edges(1 + 3 * WIDTH, &edges);
    let bad = [17, 1_500, 2_999].map(|at| 2 * WIDTH + at);
    for state in bad {
        let good: Vec<u32> = (0..1 + 3 * WIDTH).filter(|other| *other != state).collect();
        let system = system.clone().with_property(&[&good]);
        for parents in [on_disk(), Parents::None] {
            let explored = run(
                &system,
                &Task {
                    invariants: vec![property(0)],
                    storing: Storing::Compact,
                    parents,
                    ..task()
                },
            );
            let [(_, end, steps)] = &found(&system, &explored)[..] else {
                panic!("one violation");
            };
            assert_eq!((end, *steps), (&To::State(state), 3));
        }
    }
}

/// A chain whose end is bad: memory for the states alone, and then again with parents.
#[test]
fn a_run_that_memory_does_not_suffice_for_is_no_violation() {
    const LEN: u32 = 60_000;
    let chain: Vec<(u32, To)> = (1..LEN).map(|to| (to - 1, To::State(to))).collect();
    let good: Vec<u32> = (0..LEN - 1).collect();
    let chain = Explicit::from_edges(LEN, &chain).with_property(&[&good]);
    let limited = |memory, parents| {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let asked = Task {
            invariants: vec![property(0)],
            storing: Storing::Compact,
            parents,
            limits,
            ..task()
        };
        run(&chain, &asked)
    };
    let whole = limited(1 << 30, Parents::None);
    assert_eq!((whole.violations.len(), whole.limit), (1, None));
    let states = limited(1 << 30, Parents::None).bytes;
    let narrow = (60..100).map(|part| limited(states * part / 100, Parents::None));
    let narrow = narrow
        .into_iter()
        .filter(|one| one.states == u64::from(LEN));
    let lost: Vec<Exploration> = narrow.filter(|one| one.violations.is_empty()).collect();
    assert!(!lost.is_empty());
    for one in lost {
        assert_eq!((one.limit, one.complete), (Some(LimitKind::Memory), false));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_limit_and_what_was_found_is_shown() {
    let Ok(full) = OpenOptions::new().read(true).write(true).open("/dev/full") else {
        return;
    };
    let states = 400_000;
    let chain: Vec<(u32, To)> = (1..states).map(|to| (to - 1, To::State(to / 2))).collect();
    let chain: Vec<(u32, To)> = chain
        .into_iter()
        .chain((1..states).map(|to| (to / 2, To::State(to))))
        .collect();
    let good: Vec<u32> = (0..states).filter(|state| *state != 5_000).collect();
    let system = Explicit::from_edges(states, &chain).with_property(&[&good]);
    let asked = Task {
        invariants: vec![property(0)],
        keep_going: true,
        storing: Storing::Compact,
        parents: Parents::Disk(ParentFile::new(full)),
        ..task()
    };
    let explored = run(&system, &asked);
    assert_eq!(
        (explored.limit, explored.complete),
        (Some(LimitKind::Disk), false)
    );
    assert_eq!(found(&system, &explored)[0].1, To::State(5_000));
}
