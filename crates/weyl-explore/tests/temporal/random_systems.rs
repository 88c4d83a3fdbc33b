//! Random systems without renamings.

use crate::ask::{TemporalExploration, TemporalVerdict};
use crate::case::{self, Case, Taste};
use crate::dice::Dice;
use crate::graph::Truth;
use crate::oracle::Product;
use crate::witness::{assert_closes, assert_is_bad, assert_is_short, state_after, states_of};
use crate::{Tally, each_fairness, with_case};
use weyl_system::ViolationKind;

const CASES: usize = 6000;

/// The sets of so many nodes can all be tried.
const FEW_NODES: usize = 9;

fn assert_answer(case: &Case, product: &Product, explored: &TemporalExploration) -> bool {
    assert_eq!(explored.limit, None);
    assert_eq!(explored.failure, None);
    let is_violated = product.is_violated(case.fairness);
    match &explored.verdict {
        TemporalVerdict::Unknown => panic!("nothing is unknown"),
        TemporalVerdict::Holds => {
            assert!(!is_violated, "it does not hold");
            assert_eq!(explored.product_states, product.nodes.len() as u64);
            // Levels of the system are explored as wholes.
            let is_by_levels = case.observer.is_terminal();
            let states = states_of(product) as u64;
            assert!(explored.states == states || is_by_levels && explored.states > states);
        }
        TemporalVerdict::Violated(run) => {
            assert!(is_violated, "it holds");
            assert_closes(case, run);
            assert_is_bad(case, run);
            assert_is_short(case, explored, run);
        }
    }
    is_violated
}

#[test]
fn verdicts_are_right_and_runs_are_bad() {
    let mut tally = Tally::default();
    for seed in 0..CASES as u64 {
        let case = case::case(&mut Dice::new(seed), Taste::PLAIN);
        let product = Product::new(&case, 0);
        tally.note(each_fairness(|fairness| {
            let case = case.under(fairness);
            with_case(&case, || assert_answer(&case, &product, &case.explore()))
        }));
    }
    tally.assert_many(CASES);
}

#[test]
fn the_two_answers_by_definition_agree() {
    let mut compared = 0;
    for seed in 0..CASES as u64 {
        let case = case::case(&mut Dice::new(seed), Taste::PLAIN);
        let product = Product::new(&case, 0);
        if product.nodes.len() > FEW_NODES {
            continue;
        }
        compared += 1;
        each_fairness(|fairness| {
            let answers = [
                product.has_bad_circle(fairness),
                product.some_set_is_bad(fairness),
            ];
            with_case(&case, || assert_eq!(answers[0], answers[1], "{fairness:?}"));
        });
    }
    assert!(compared > CASES / 3, "{compared}");
}

/// The run to an atom that makes no sense leads to a state where it does not.
fn assert_failure(case: &Case, explored: &TemporalExploration) {
    assert_eq!(explored.verdict, TemporalVerdict::Unknown);
    assert_eq!(explored.limit, None);
    let (kind, run) = explored.failure.as_ref().unwrap();
    let ViolationKind::StateFault { property, .. } = kind else {
        panic!("{kind:?}");
    };
    let state = state_after(case, run, 0) as usize;
    let label = case.graph.labels[state][0][property.as_u32() as usize];
    assert_eq!(label, Truth::Faulty);
}

#[test]
fn an_atom_that_makes_no_sense_is_a_failure_unless_a_bad_run_is_found_before() {
    let taste = Taste {
        faulty_labels: 12,
        ..Taste::PLAIN
    };
    let (mut failed, mut decided) = (0, 0);
    for seed in 0..CASES as u64 {
        let case = case::case(&mut Dice::new(seed), taste);
        let product = Product::new(&case, 0);
        each_fairness(|fairness| {
            let case = case.under(fairness);
            let explored = case.explore();
            with_case(&case, || {
                if explored.failure.is_some() {
                    failed += 1;
                    assert!(product.meets_faulty_label);
                    return assert_failure(&case, &explored);
                }
                decided += 1;
                let is_violated = assert_answer(&case, &product, &explored);
                assert!(is_violated || !product.meets_faulty_label);
            });
        });
    }
    assert!(failed > CASES / 2 && decided > CASES / 2);
}
