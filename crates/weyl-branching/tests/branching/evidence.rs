//! Evidence for what holds and for what does not, checked by definition.

use crate::checker::complaint;
use crate::formulas::{again_and_again, alternating, ctl, ctl_star, mu};
use crate::graphs::{Small, graphs, plain};
use crate::laws::fairnesses;
use crate::meaning::Meaning;
use proptest::prelude::*;
use weyl_branching::{Evaluator, Evidence, Fairness, Move, Reason};
use weyl_temporal::branching::{Formula, Path, Steps};

/// In each state a formula or its negation is shown, and rightly so.
fn check(graph: &Small, fairness: Fairness, formula: &Formula) -> Result<(), String> {
    let meaning = Meaning { graph, fairness };
    let mut evaluator = Evaluator::new(graph, fairness);
    for state in 0..graph.steps.len() as u32 {
        let mut shown = 0;
        for one in [formula.clone(), formula.clone().negated()] {
            let evidence = evaluator
                .evidence(&one, state)
                .map_err(|error| error.to_string())?;
            if let Some(evidence) = evidence {
                shown += 1;
                complaint(&meaning, &evidence, &one.positive(), state)
                    .map_err(|wrong| format!("{wrong}: {evidence:#?}"))?;
            }
        }
        if shown != 1 {
            return Err(format!("{shown} of two formulas hold in {state}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trees_of_runs_show_what_they_say(graph in graphs(6, 0), formula in prop_oneof![ctl(4).boxed(), ctl_star(2)]) {
        let checked = check(&graph, Fairness::None, &formula);
        prop_assert_eq!(checked, Ok(()), "{}", formula);
    }

    #[test]
    fn strategies_win(graph in graphs(6, 0), formula in prop_oneof![mu(5).boxed(), alternating().boxed()]) {
        let checked = check(&graph, Fairness::None, &formula);
        prop_assert_eq!(checked, Ok(()), "{}", formula);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fair_runs_of_one_unit_are_shown(graph in graphs(7, 1), fairness in fairnesses(), formula in again_and_again()) {
        let checked = check(&graph, fairness, &formula);
        prop_assert_eq!(checked, Ok(()), "{}", formula);
    }

    #[test]
    fn fair_runs_are_shown(graph in graphs(4, 2), fairness in fairnesses(), formula in prop_oneof![ctl(3).boxed(), ctl_star(1)]) {
        let checked = check(&graph, fairness, &formula);
        prop_assert_eq!(checked, Ok(()), "{}", formula);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fair_runs_of_three_units_are_shown(graph in graphs(3, 3), fairness in fairnesses(), formula in again_and_again()) {
        let checked = check(&graph, fairness, &formula);
        prop_assert_eq!(checked, Ok(()), "{}", formula);
    }
}

/// A run for p, and one for q from each of its states, as far as these are needed.
#[test]
fn nested_quantifiers_give_a_tree_of_runs() {
    // 0 → 1 → 2 ⟲, 1 → 3 ⟲; p holds in 2, q in 3.
    let graph = plain(&[0, 0, 1, 2], &[(0, 1), (1, 2), (1, 3), (2, 2), (3, 3)]);
    let [p, q] = [0, 1].map(|p| Path::State(Formula::Proposition(p)));
    let ef_q = Formula::exists(q.eventually());
    let formula = Formula::exists(Path::State(ef_q.clone()).until(p));
    let mut evaluator = Evaluator::new(&graph, Fairness::None);
    let evidence = evaluator.evidence(&formula, 0).unwrap().expect("it holds");
    let Reason::Run(run) = &evidence.shown[0].reason else {
        panic!("a run shows it: {evidence:?}");
    };
    assert_eq!((&run.states[..], run.back), (&[0, 1, 2][..], None));
    let claimed = |at: usize| -> Vec<String> {
        let claims = run.claims[at]
            .iter()
            .map(|claim| &evidence.shown[*claim].formula);
        claims.map(ToString::to_string).collect()
    };
    assert_eq!(
        [0, 1, 2].map(claimed),
        [vec!["E(F p1)"], vec!["E(F p1)"], vec!["p0"]]
    );
    let nested = run.claims[0][0];
    let Reason::Run(run) = &evidence.shown[nested].reason else {
        panic!("a run shows it: {evidence:?}");
    };
    assert_eq!(run.states, [0, 1, 3]);
    assert!(evaluator.evidence(&formula, 3).unwrap().is_none());
}

/// Even can avoid the state without p only by one of two steps.
fn a_choice() -> (Small, Formula, Evidence) {
    // 0 → 1, 0 → 2, both back; p holds everywhere but in 2, and in 2 one can stay.
    let graph = plain(&[1, 1, 0], &[(0, 2), (0, 1), (1, 0), (2, 2), (2, 0)]);
    let p = Formula::Proposition(0);
    // νX. μY. (p ∧ ◇X) ∨ ◇Y: infinitely often p.
    let again = p.and(Formula::can(Steps::All, Formula::Variable(0)));
    let later = Formula::can(Steps::All, Formula::Variable(1));
    let formula = Formula::greatest(0, Formula::least(1, again.or(later)));
    let mut evaluator = Evaluator::new(&graph, Fairness::None);
    let evidence = evaluator.evidence(&formula, 2).unwrap().expect("it holds");
    (graph, formula.positive(), evidence)
}

#[test]
fn a_strategy_with_a_losing_move_is_refused() {
    let (graph, formula, mut evidence) = a_choice();
    let meaning = Meaning {
        graph: &graph,
        fairness: Fairness::None,
    };
    assert_eq!(complaint(&meaning, &evidence, &formula, 2), Ok(()));
    let Reason::Strategy(strategy) = &mut evidence.shown[0].reason else {
        panic!("a strategy shows it");
    };
    // In the state 2 the first step stays there: Y is unfolded for ever.
    let here = strategy
        .positions
        .iter()
        .position(|position| position.state == 2 && matches!(position.formula, Formula::Least(..)));
    let here = here.expect("it begins there");
    let moves = strategy.positions.iter_mut();
    let at_2 = moves.filter(|position| position.state == 2);
    let mut changed = 0;
    for position in at_2 {
        if let Move::Step { number, then } = &mut position.next {
            (*number, *then) = (0, here);
            changed += 1;
        }
    }
    assert_eq!(changed, 1);
    let refused = complaint(&meaning, &evidence, &formula, 2);
    assert!(refused.is_err_and(|wrong| wrong.contains("X1 is unfolded for ever")));
}
