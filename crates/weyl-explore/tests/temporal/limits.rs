//! Limits, and what ends a search otherwise.

use crate::ask::{TemporalExploration, TemporalTask, TemporalVerdict, explore_temporal};
use crate::case::{self, Case, Taste};
use crate::dice::Dice;
use crate::oracle::Product;
use crate::witness::{assert_closes, assert_is_bad};
use crate::{each_fairness, with_case};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use weyl_explore::{LimitKind, Limits, Progress};
use weyl_ir::Table;

const CASES: u64 = 400;

/// Calls a check for each random case, with whether it is violated.
fn for_each_case(taste: Taste, mut check: impl FnMut(&Case, bool)) {
    for seed in 0..CASES {
        let case = case::case(&mut Dice::new(seed), taste);
        let product = Product::new(&case, 0);
        each_fairness(|fairness| {
            let case = case.under(fairness);
            with_case(&case, || check(&case, product.is_violated(fairness)));
        });
    }
}

/// The truth, or a search that was ended by a limit; says which.
pub fn is_decided(
    case: &Case,
    is_violated: bool,
    limit: LimitKind,
    explored: &TemporalExploration,
) -> bool {
    assert_eq!(explored.failure, None);
    match &explored.verdict {
        TemporalVerdict::Unknown => assert_eq!(explored.limit, Some(limit)),
        TemporalVerdict::Holds => assert!(!is_violated),
        TemporalVerdict::Violated(run) => {
            assert!(is_violated);
            assert_closes(case, run);
            assert_is_bad(case, run);
        }
    }
    explored.limit.is_none()
}

/// Raises a limit until it does not matter; with more a search never knows less.
fn raise(limit: LimitKind, limits: impl Fn(u64) -> Limits, steps: &[u64]) {
    let mut cut = 0;
    for_each_case(Taste::PLAIN, |case, is_violated| {
        let mut was_decided = false;
        for step in steps {
            let explored = case.explore_within(limits(*step));
            let is_decided = is_decided(case, is_violated, limit, &explored);
            assert!(is_decided || !was_decided, "at {step}");
            cut += u64::from(!is_decided);
            was_decided = is_decided;
        }
        assert!(was_decided);
    });
    assert!(cut > CASES, "{cut}");
}

#[test]
fn states_are_limited() {
    let limits = |states| Limits {
        states: Some(states),
        ..Limits::default()
    };
    raise(LimitKind::States, limits, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn memory_is_limited() {
    let limits = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let mut steps: Vec<u64> = (0..24).map(|bits| 1 << bits).collect();
    steps.push(1 << 30);
    raise(LimitKind::Memory, limits, &steps);
}

#[test]
fn depth_is_limited() {
    let limits = |depth| Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    for_each_case(Taste::PLAIN, |case, is_violated| {
        let mut decided = Vec::new();
        for depth in [0, 1, 2, 4, 8, 16, 32] {
            let explored = case.explore_within(limits(depth));
            decided.push(is_decided(case, is_violated, LimitKind::Depth, &explored));
            assert!(explored.depth <= depth);
        }
        assert_eq!(decided.last(), Some(&true));
    });
}

#[test]
fn time_is_limited_and_a_switch_stops_the_search() {
    for_each_case(Taste::PLAIN, |case, is_violated| {
        let explored = case.explore_within(Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        });
        if is_decided(case, is_violated, LimitKind::Time, &explored) {
            assert_eq!(explored.transitions, 0, "it was late before the first");
        }
        let progress = Progress::default();
        progress.stop.store(true, Relaxed);
        let tracked = case.graph.clone();
        let explored = explore_temporal(&case.graph, 1, &case.task(), tracked, &progress);
        if is_decided(case, is_violated, LimitKind::Interrupted, &explored) {
            assert_eq!(explored.transitions, 0, "it was stopped before the first");
        }
    });
}

/// Nothing is known but that the table is full.
fn assert_is_full(explored: &TemporalExploration) {
    assert_eq!(explored.verdict, TemporalVerdict::Unknown);
    assert_eq!(explored.limit, None);
    assert_eq!(explored.failure, None);
}

#[test]
fn a_full_table_ends_the_search_if_it_can_grow() {
    let taste = Taste {
        full_tables: 20,
        ..Taste::PLAIN
    };
    let mut full = 0;
    for_each_case(taste, |case, is_violated| {
        let limit = LimitKind::Time;
        assert!(is_decided(case, is_violated, limit, &case.explore()));
        let growing = |table| TemporalTask {
            growing: vec![table],
            ..case.task()
        };
        let other = case.explore_for(&growing(Table::Channels));
        assert!(is_decided(case, is_violated, limit, &other));
        let explored = case.explore_for(&growing(Table::Processes));
        match explored.full_table {
            None => assert!(is_decided(case, is_violated, limit, &explored)),
            Some(_) => {
                full += 1;
                assert_is_full(&explored);
            }
        }
    });
    assert!(full > CASES / 4, "{full}");
}
