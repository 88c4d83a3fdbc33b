//! Limits: what they stop, how exactly, and what is kept.

use crate::ask::{Exploration, LivenessResult, Task, explore};
use crate::explicit::{Explicit, To};
use crate::grid::Grid;
use crate::{property, run, task};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use weyl_explore::{LimitKind, Limits, Order, Progress};
use weyl_system::{Concrete, Conditions};

const SQUARE: Grid = Grid {
    side: 300,
    width: 300,
    instances: 1,
};

fn tasks(limits: Limits) -> impl Iterator<Item = Task> {
    let ways = [
        (Order::BreadthFirst, 1),
        (Order::BreadthFirst, 2),
        (Order::BreadthFirst, 4),
        (Order::DepthFirst, 1),
    ];
    ways.into_iter().map(move |(order, threads)| Task {
        order,
        threads,
        limits,
        ..task()
    })
}

fn assert_stopped(explored: &Exploration, limit: LimitKind) {
    assert_eq!(explored.limit, Some(limit));
    assert!(!explored.complete);
}

#[test]
fn without_limits_the_square_is_complete() {
    for task in tasks(Limits::default()) {
        let explored = run(&SQUARE, &task);
        assert_eq!(explored.states, 90_000);
        assert_eq!(explored.transitions, 2 * 300 * 299);
        assert_eq!(explored.depth, 598);
        assert_eq!((explored.complete, explored.limit), (true, None));
    }
}

#[test]
fn never_more_states_than_allowed() {
    for states in [0, 1, 2, 1_000, 89_999] {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        for task in tasks(limits) {
            let explored = run(&SQUARE, &task);
            assert_eq!(explored.states, states);
            assert_stopped(&explored, LimitKind::States);
        }
    }
}

#[test]
fn as_many_states_as_there_are_suffice() {
    let limits = Limits {
        states: Some(90_000),
        ..Limits::default()
    };
    for task in tasks(limits) {
        let explored = run(&SQUARE, &task);
        assert_eq!((explored.complete, explored.limit), (true, None));
    }
}

#[test]
fn depth_limit_leaves_deep_states_unexpanded() {
    for depth in [0, 1, 17, 299] {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        for task in tasks(limits) {
            let explored = run(&SQUARE, &task);
            assert_stopped(&explored, LimitKind::Depth);
            assert_eq!(explored.depth, depth);
            if task.order == Order::BreadthFirst {
                assert_eq!(explored.states, (depth + 1) * (depth + 2) / 2);
                assert_eq!(explored.transitions, depth * (depth + 1));
            }
        }
    }
}

#[test]
fn memory_limit_counts_edges_and_frontiers_too() {
    for memory in [20_000, 300_000, 2_000_000] {
        for with_liveness in [false, true] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            for mut task in tasks(limits) {
                task.liveness.extend(with_liveness.then(|| property(0)));
                let progress = Progress::default();
                let explored = explore(&SQUARE, 2, &task, &progress);
                assert_stopped(&explored, LimitKind::Memory);
                assert!(explored.bytes <= memory);
                let bytes = progress.bytes.load(Relaxed);
                assert!(bytes <= memory && bytes > memory / 2, "{bytes} of {memory}");
            }
        }
    }
}

#[test]
fn memory_limit_may_end_the_decision_of_liveness() {
    let liveness = Task {
        liveness: vec![property(0)],
        ..task()
    };
    let progress = Progress::default();
    let unlimited = explore(&SQUARE, 2, &liveness, &progress);
    assert_eq!(unlimited.liveness, [[LivenessResult::Holds]]);
    let searching = progress.bytes.load(Relaxed);
    let limited = Task {
        limits: Limits {
            // Enough for two tables when the last growth comes, not for all predecessors.
            memory: Some(searching + 1_000_000),
            ..Limits::default()
        },
        ..liveness
    };
    let explored = run(&SQUARE, &limited);
    assert_eq!(explored.limit, Some(LimitKind::Memory));
    assert_eq!(explored.states, 90_000);
    assert_eq!(explored.liveness, [[LivenessResult::Unknown]]);
}

#[test]
fn time_limit_and_switch() {
    let endless = Grid {
        side: u32::MAX,
        width: 3,
        instances: 1,
    };
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        // So that a broken clock does not eat all memory.
        states: Some(50_000_000),
        ..Limits::default()
    };
    for task in tasks(limits) {
        let started = Instant::now();
        let explored = run(&endless, &task);
        assert_stopped(&explored, LimitKind::Time);
        assert!(explored.states > 0);
        assert!(started.elapsed() < Duration::from_secs(5));
        let progress = Progress::default();
        progress.stop.store(true, Relaxed);
        assert_stopped(
            &explore(&endless, 2, &task, &progress),
            LimitKind::Interrupted,
        );
    }
}

#[test]
fn the_clock_is_heard_while_one_state_is_inspected() {
    let talkative = Grid {
        instances: 1 << 40,
        ..SQUARE
    };
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    for task in tasks(limits) {
        let started = Instant::now();
        let invariants = vec![property(0)];
        let explored = run(&talkative, &Task { invariants, ..task });
        assert_stopped(&explored, LimitKind::Time);
        assert_eq!(explored.states, 1);
        assert!(started.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn what_was_found_before_a_limit_is_kept() {
    // A fault in the first step, then a long chain.
    let mut edges: Vec<(u32, To)> = (0..99).map(|at| (at, To::State(at + 1))).collect();
    edges.insert(0, (0, To::Fault(7)));
    let system = Explicit::from_edges(100, &edges)
        .with_property(&[&[5]])
        .with_property(&[&[70]]);
    let limits = Limits {
        states: Some(50),
        ..Limits::default()
    };
    for task in tasks(limits) {
        let task = Task {
            keep_going: true,
            covers: vec![property(0), property(1)],
            liveness: vec![property(0)],
            ..task
        };
        let explored = run(&system, &task);
        assert_stopped(&explored, LimitKind::States);
        assert_eq!(explored.violations.len(), 1);
        assert_eq!(
            explored.covers[0].as_ref().map(|run| run.steps.len()),
            Some(5)
        );
        assert_eq!(explored.covers[1], None);
        assert_eq!(explored.liveness, [[LivenessResult::Unknown]]);
    }
}

/// Bytes that are charged at the end.
fn bytes_at_the_end<S: Conditions + Concrete>(system: &S, order: Order) -> u64 {
    let progress = Progress::default();
    let explored = explore(system, 2, &Task { order, ..task() }, &progress);
    assert!(explored.complete);
    progress.bytes.load(Relaxed)
}

#[test]
fn a_wide_frontier_of_stored_states_takes_eight_bytes_a_state() {
    let systems = Explicit::wide_and_narrow();
    let [wide, narrow] = systems.map(|system| bytes_at_the_end(&system, Order::BreadthFirst));
    // Claims of parents, of which there is an eighth more than there are states; and the batches of
    // a group.
    let claims = 9 * 221 * 221;
    assert!(wide < narrow + claims + 100_000, "{wide} {narrow}");
}

#[test]
fn the_stack_is_charged_and_shrinks_again() {
    let without = bytes_at_the_end(&SQUARE, Order::BreadthFirst);
    let with_stack = bytes_at_the_end(&SQUARE, Order::DepthFirst);
    // Depth first parents have two bytes more.
    let stack = with_stack.checked_sub(without + 2 * 90_000);
    assert!(
        stack.is_some_and(|stack| (10_000..200_000).contains(&stack)),
        "{stack:?}"
    );
}

#[test]
fn progress_ends_with_the_true_counts() {
    for task in tasks(Limits::default()) {
        let progress = Progress::default();
        let explored = explore(&SQUARE, 2, &task, &progress);
        assert_eq!(progress.states.load(Relaxed), explored.states);
        assert_eq!(progress.transitions.load(Relaxed), explored.transitions);
        // A packed state and its parent.
        assert!(progress.bytes.load(Relaxed) >= 20 * explored.states);
        assert!(explored.bytes >= 20 * explored.states);
    }
}
