//! A store of fingerprints: what it finds is real, and what it does not find it does not claim.

use crate::ask::{Exploration, Task, explore};
use crate::dice::Dice;
use crate::explicit::{Explicit, To};
use crate::oracle;
use crate::random::{self, Taste};
use crate::{property, run, task};
use std::sync::atomic::Ordering::Relaxed;
use weyl_explore::{Limits, Order, Progress, Storing};
use weyl_system::Deadlock;

fn tasks() -> impl Iterator<Item = Task> {
    let ways = [
        (Order::BreadthFirst, 1),
        (Order::BreadthFirst, 3),
        (Order::DepthFirst, 1),
    ];
    let both = ways.map(|way| [false, true].map(|keep_going| (way, keep_going)));
    let both = both.into_iter().flatten();
    both.map(|((order, threads), keep_going)| Task {
        invariants: vec![property(0), property(1)],
        covers: vec![property(2), property(3)],
        deadlock: Deadlock::Stuck,
        keep_going,
        order,
        threads,
        ..task()
    })
}

/// Where each run leads, by the steps of the system itself.
fn ends(system: &Explicit, explored: &Exploration) -> Vec<(oracle::Key, To)> {
    let violations = explored.violations.iter();
    violations
        .map(|violation| {
            let (_, end) = oracle::replay(system, &violation.run);
            (oracle::key(violation), end)
        })
        .collect()
}

#[test]
fn fingerprints_find_what_whole_states_find() {
    for seed in 5000..5200 {
        println!("seed {seed}");
        let mut dice = Dice::new(seed);
        let taste = Taste::small(&mut dice);
        let system = random::system(&mut dice, taste);
        for exact in tasks() {
            let compact = Task {
                storing: Storing::Compact,
                ..exact.clone()
            };
            let (exact, compact) = (run(&system, &exact), run(&system, &compact));
            assert_eq!(compact.states, exact.states);
            assert_eq!(compact.transitions, exact.transitions);
            assert_eq!(compact.depth, exact.depth);
            assert_eq!(ends(&system, &compact), ends(&system, &exact));
            let lengths = |explored: &Exploration| -> Vec<Option<usize>> {
                let covers = explored.covers.iter();
                covers.map(|run| Some(run.as_ref()?.steps.len())).collect()
            };
            assert_eq!(lengths(&compact), lengths(&exact));
            assert_eq!((compact.complete, exact.omission), (false, None));
            assert_eq!(compact.omission.is_some(), exact.complete);
        }
    }
}

#[test]
fn a_limit_is_not_an_omission() {
    let chain: Vec<(u32, To)> = (1..100).map(|to| (to - 1, To::State(to))).collect();
    let chain = Explicit::from_edges(100, &chain);
    let limited = Task {
        storing: Storing::Compact,
        limits: Limits {
            depth: Some(50),
            ..Limits::default()
        },
        ..task()
    };
    assert_eq!(run(&chain, &limited).omission, None);
    let whole = Task {
        limits: Limits::default(),
        ..limited
    };
    let omission = run(&chain, &whole).omission.unwrap();
    assert!((2e-16..3e-16).contains(&omission), "{omission}");
}

/// States that wait to be expanded are kept whole, and counted.
#[test]
fn a_wide_frontier_of_fingerprints_is_charged() {
    let bytes = |system: Explicit| {
        let progress = Progress::default();
        let task = Task {
            storing: Storing::Compact,
            ..task()
        };
        explore(&system, 1, &task, &progress);
        progress.bytes.load(Relaxed)
    };
    let [wide, narrow] = Explicit::wide_and_narrow().map(bytes);
    assert!(wide > narrow + 3 * 221 * 221, "{wide} {narrow}");
}
