//! Systems of a few states, written down with what must be said about them.

use crate::ask::{LivenessResult, Task};
use crate::explicit::{Explicit, FULL_TABLE, To, Truth};
use crate::{property, run, task};
use weyl_explore::Order;
use weyl_ir::Table;
use weyl_system::{Deadlock, ViolationKind};

use To::{Excluded, Fault, State};

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];

#[test]
fn deadlocks_by_mode() {
    // The only step from state 1, and whether it is a deadlock when stuck, when stuttering.
    let cases = [
        (None, true, true),
        (Some(State(0)), false, false),
        (Some(State(1)), false, true),
        (Some(Excluded), false, false),
        (Some(Fault(7)), false, false),
    ];
    for (step, when_stuck, when_stuttering) in cases {
        let mut system = Explicit::from_edges(2, &[(0, State(1))]);
        system.states[1].extend(step.map(|to| (1, to)));
        let modes = [
            (Deadlock::Off, false),
            (Deadlock::Stuck, when_stuck),
            (Deadlock::Stuttering, when_stuttering),
        ];
        for (deadlock, expected) in modes {
            for order in ORDERS {
                let task = Task {
                    deadlock,
                    order,
                    ..task()
                };
                let explored = run(&system, &task);
                let deadlocks = explored.violations.iter();
                let mut deadlocks = deadlocks.filter(|v| v.kind == ViolationKind::Deadlock);
                let found = deadlocks.next();
                assert_eq!(found.is_some(), expected, "{step:?} {deadlock:?} {order:?}");
                assert!(found.is_none_or(|v| v.run.steps.len() == 1));
            }
        }
    }
}

#[test]
fn a_proper_end_is_no_deadlock() {
    let mut system = Explicit::from_edges(3, &[(0, State(1)), (0, State(2))]);
    for (ends, expected) in [(vec![], true), (vec![1], true), (vec![1, 2], false)] {
        system.ends = ends;
        for (deadlock, order) in [
            (Deadlock::Stuck, Order::BreadthFirst),
            (Deadlock::Stuttering, Order::DepthFirst),
        ] {
            let task = Task {
                deadlock,
                order,
                ..task()
            };
            let violations = run(&system, &task).violations;
            assert_eq!(!violations.is_empty(), expected, "{:?}", system.ends);
        }
    }
}

#[test]
fn a_full_table_may_end_a_search_that_keeps_going() {
    let edges = [(0, Fault(FULL_TABLE)), (0, State(1)), (1, State(2))];
    let system = Explicit::from_edges(3, &edges);
    for order in ORDERS {
        let cases = [
            (vec![Table::Processes, Table::Channels], false),
            (Vec::new(), true),
        ];
        for (growing, complete) in cases {
            let task = Task {
                keep_going: true,
                growing,
                order,
                ..task()
            };
            let explored = run(&system, &task);
            let full = (!complete).then_some(Table::Processes);
            assert_eq!(explored.full_table, full, "{order:?}");
            assert_eq!(explored.violations.len(), usize::from(complete));
            assert_eq!(explored.complete, complete, "{order:?}");
        }
    }
}

#[test]
fn what_counts_as_a_transition() {
    // Steps of rule 1 from the only state: transitions, and how often the rule was tried.
    let cases: [(&[To], u64, u64); 5] = [
        (&[], 0, 0),
        (&[State(0)], 1, 1),
        (&[State(0), State(0)], 2, 2),
        (&[Excluded], 1, 1),
        (&[Fault(7), Fault(8)], 0, 2),
    ];
    for (steps, transitions, fired) in cases {
        let mut system = Explicit::from_edges(1, &[]);
        system.states[0] = steps.iter().map(|to| (1, *to)).collect();
        for order in ORDERS {
            let explored = run(&system, &Task { order, ..task() });
            assert_eq!(explored.states, 1);
            assert_eq!(explored.transitions, transitions, "{steps:?}");
            assert_eq!(explored.fired, [0, fired, 0, 0], "{steps:?}");
        }
    }
}

#[test]
fn nothing_starts() {
    for initial in [vec![], vec![(0, Excluded)]] {
        let system = Explicit {
            initial,
            ..Explicit::default()
        };
        for order in ORDERS {
            let explored = run(&system, &Task { order, ..task() });
            assert_eq!((explored.states, explored.depth), (0, 0));
            assert!(explored.complete && explored.violations.is_empty());
        }
    }
}

#[test]
fn a_failing_initial_rule_is_a_run_without_steps() {
    let mut system = Explicit::from_edges(1, &[]);
    system.initial = vec![(0, State(0)), (3, Fault(9))];
    for order in ORDERS {
        let explored = run(&system, &Task { order, ..task() });
        let [violation] = &explored.violations[..] else {
            panic!("{:?}", explored.violations);
        };
        assert!(matches!(&violation.kind, ViolationKind::Fault(fault) if fault.span.start == 9));
        assert_eq!(violation.run.start.rule.as_u32(), 3);
        assert!(violation.run.steps.is_empty());
        assert_eq!(explored.transitions, 0);
    }
}

#[test]
fn an_initial_state_may_violate_an_invariant() {
    let system = Explicit::from_edges(2, &[(0, State(1)), (1, State(0))]).with_property(&[&[1]]);
    let invariants = vec![property(0)];
    let stopped = run(
        &system,
        &Task {
            invariants: invariants.clone(),
            ..task()
        },
    );
    assert_eq!((stopped.states, stopped.transitions), (1, 0));
    assert!(!stopped.complete);
    let finished = run(
        &system,
        &Task {
            invariants,
            keep_going: true,
            ..task()
        },
    );
    assert_eq!((finished.states, finished.transitions), (2, 2));
    assert!(finished.complete);
    for explored in [stopped, finished] {
        assert_eq!(explored.violations.len(), 1);
        assert!(explored.violations[0].run.steps.is_empty());
    }
}

#[test]
fn violations_come_in_a_fixed_order_and_once() {
    let fan = [State(1), Fault(101), Fault(8), Fault(8), State(2), State(3)];
    let mut system = Explicit::from_edges(4, &fan.map(|to| (0, to)));
    system.properties = vec![
        vec![vec![Truth::Yes, Truth::No, Truth::Fault(5), Truth::No]],
        vec![vec![Truth::Yes, Truth::Yes, Truth::No, Truth::Yes]],
    ];
    for threads in [1, 2] {
        let task = Task {
            invariants: vec![property(1), property(0)],
            deadlock: Deadlock::Stuck,
            keep_going: true,
            threads,
            ..task()
        };
        let explored = run(&system, &task);
        let seen: Vec<String> = explored.violations.iter().map(describe).collect();
        let expected = ["p1", "p0", "p0 fault 5", "fault 8", "fault 101", "deadlock"];
        assert_eq!(seen, expected);
    }
}

#[test]
fn of_several_states_of_a_level_the_least_is_shown() {
    // State s violates instance s.
    let system = Explicit::from_edges(4, &[(0, State(2)), (0, State(3)), (0, State(1))])
        .with_property(&[&[0, 1, 2, 3], &[0, 2, 3], &[0, 1, 3], &[0, 1, 2]]);
    let task = Task {
        invariants: vec![property(0)],
        ..task()
    };
    let explored = run(&system, &task);
    let instances = explored.violations.iter().map(|v| match v.kind {
        ViolationKind::Invariant { instance, .. } => instance,
        ref other => panic!("{other:?}"),
    });
    assert_eq!(instances.collect::<Vec<_>>(), [1]);
}

fn describe(violation: &weyl_system::Violation) -> String {
    match &violation.kind {
        ViolationKind::Invariant { property, .. } => format!("p{}", property.as_u32()),
        ViolationKind::Fault(fault) => format!("fault {}", fault.span.start),
        ViolationKind::StateFault { property, fault } => {
            format!("p{} fault {}", property.as_u32(), fault.span.start)
        }
        ViolationKind::Deadlock => "deadlock".to_owned(),
    }
}

#[test]
fn liveness_is_decided_instance_by_instance() {
    // 0 can go to the cycle 1 ⇄ 2 or to the trap 3, which only an excluded step leaves.
    let edges = [
        (0, State(1)),
        (1, State(2)),
        (2, State(1)),
        (0, State(3)),
        (3, Excluded),
    ];
    let system = Explicit::from_edges(4, &edges).with_property(&[
        &[0, 1, 2, 3],
        &[2, 3],
        &[2],
        &[3],
        &[0],
        &[],
    ]);
    for order in ORDERS {
        let task = Task {
            liveness: vec![property(0)],
            order,
            ..task()
        };
        let explored = run(&system, &task);
        let distances: Vec<Option<usize>> = explored.liveness[0]
            .iter()
            .map(|result| match result {
                LivenessResult::Holds => None,
                LivenessResult::Violated(run) => Some(run.steps.len()),
                LivenessResult::Unknown => panic!("the graph is complete"),
            })
            .collect();
        let expected = [None, None, Some(1), Some(1), Some(1), Some(0)];
        assert_eq!(distances, expected, "{order:?}");
    }
}

#[test]
fn liveness_is_unknown_after_a_violation() {
    let system = Explicit::from_edges(3, &[(0, State(1)), (0, Fault(1)), (1, State(2))])
        .with_property(&[&[2], &[0]]);
    for (keep_going, is_known) in [(false, false), (true, true)] {
        let task = Task {
            liveness: vec![property(0)],
            keep_going,
            ..task()
        };
        let explored = run(&system, &task);
        let unknown = explored.liveness[0]
            .iter()
            .all(|r| *r == LivenessResult::Unknown);
        assert_eq!(unknown, !is_known);
        assert_eq!(explored.liveness[0].len(), 2);
    }
}

#[test]
fn a_level_is_completed_before_a_violation_is_reported() {
    // Both states of level 1 fail, and have other successors.
    let edges = [
        (0, State(1)),
        (0, State(2)),
        (1, Fault(1)),
        (1, State(3)),
        (2, State(4)),
        (2, Fault(2)),
        (3, Fault(3)),
    ];
    let explored = run(&Explicit::from_edges(5, &edges), &task());
    assert_eq!(explored.violations.len(), 2);
    assert_eq!((explored.states, explored.transitions), (5, 4));
    assert_eq!(explored.depth, 2);
    assert!(!explored.complete);
}
