//! Random formulas on random graphs, against their meaning.

use crate::formulas::{again_and_again, alternating, ctl, ctl_star, mu};
use crate::graphs::{Small, graphs};
use crate::meaning::{self, Meaning, Truth};
use proptest::prelude::*;
use weyl_branching::{Evaluator, Fairness};
use weyl_temporal::branching::{Class, Formula, Path, Steps};

pub fn found(graph: &Small, fairness: Fairness, formula: &Formula) -> Truth {
    let mut evaluator = Evaluator::new(graph, fairness);
    let holding = evaluator
        .holding(formula)
        .expect("it is small and well formed");
    (0..graph.steps.len() as u32)
        .map(|state| holding.contains(state))
        .collect()
}

fn meant(graph: &Small, fairness: Fairness, formula: &Formula) -> Truth {
    Meaning { graph, fairness }.holding(formula)
}

pub fn fairnesses() -> impl Strategy<Value = Fairness> {
    prop_oneof![
        Just(Fairness::None),
        Just(Fairness::Weak),
        Just(Fairness::Strong)
    ]
}

/// CTL as fixpoints.
fn in_mu(formula: &Formula) -> Formula {
    let path_state = |path: &Path| match path {
        Path::State(state) => in_mu(state),
        Path::Or(one, other) => match (&**one, &**other) {
            (Path::State(one), Path::State(other)) => in_mu(&one.clone().or(other.clone())),
            _ => unreachable!("it is CTL"),
        },
        _ => unreachable!("it is CTL"),
    };
    match formula {
        Formula::Not(one) => in_mu(one).negated(),
        Formula::And(one, other) => in_mu(one).and(in_mu(other)),
        Formula::Or(one, other) => in_mu(one).or(in_mu(other)),
        Formula::Exists(path) | Formula::Every(path) => {
            let next = |then| match formula {
                Formula::Exists(_) => Formula::can(Steps::All, then),
                _ => Formula::must(Steps::All, then),
            };
            let z = Formula::Variable(0);
            match &**path {
                Path::Next(one) => next(path_state(one)),
                Path::Until(one, other) => {
                    let on = path_state(one).and(next(z));
                    Formula::least(0, path_state(other).or(on))
                }
                Path::Release(one, other) => {
                    let on = path_state(one).or(next(z));
                    Formula::greatest(0, path_state(other).and(on))
                }
                _ => unreachable!("it is CTL"),
            }
        }
        _ => formula.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ctl_means_its_fixpoints(graph in graphs(7, 0), formula in ctl(5)) {
        prop_assert!(formula.class() <= Class::Ctl, "{}", formula);
        let found = found(&graph, Fairness::None, &formula);
        prop_assert_eq!(&found, &meaning::ctl(&graph, &formula), "{}", formula);
        let mu = in_mu(&formula);
        prop_assert_eq!(&found, &self::found(&graph, Fairness::None, &mu), "{}: {}", formula, mu);
    }

    #[test]
    fn mu_means_its_fixpoints(graph in graphs(6, 0), formula in mu(5)) {
        let found = found(&graph, Fairness::None, &formula);
        prop_assert_eq!(&found, &meant(&graph, Fairness::None, &formula), "{}", formula);
    }

    #[test]
    fn fixpoints_alternate(graph in graphs(7, 0), formula in alternating()) {
        let found = found(&graph, Fairness::None, &formula);
        prop_assert_eq!(&found, &meant(&graph, Fairness::None, &formula), "{}", formula);
    }

    #[test]
    fn negations_are_complements(graph in graphs(6, 2), fairness in fairnesses(), formula in prop_oneof![mu(4).boxed(), ctl_star(2)]) {
        let opposite = formula.clone().negated();
        let complement: Truth = found(&graph, fairness, &opposite).iter().map(|holds| !holds).collect();
        prop_assert_eq!(found(&graph, fairness, &formula), complement, "{}", formula);
    }

    #[test]
    fn normal_forms_are_normal(formula in prop_oneof![mu(5).boxed(), ctl_star(2), ctl(5).boxed()]) {
        let normal = formula.positive();
        prop_assert_eq!(normal.positive(), normal.clone(), "{}", formula);
        // Fixpoints are numbered alike in a formula and in its negation.
        let twice = normal.clone().negated().positive().negated().positive();
        prop_assert_eq!(twice, normal, "{}", formula);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ctl_star_means_what_is_guessed(graph in graphs(5, 0), formula in ctl_star(2)) {
        let found = found(&graph, Fairness::None, &formula);
        prop_assert_eq!(&found, &meant(&graph, Fairness::None, &formula), "{}", formula);
    }

    #[test]
    fn fair_runs_are_fair_to_units_that_change_names(
        graph in graphs(4, 2),
        fairness in fairnesses(),
        formula in prop_oneof![ctl_star(1), ctl(3).boxed()],
    ) {
        let found = found(&graph, fairness, &formula);
        prop_assert_eq!(&found, &meant(&graph, fairness, &formula), "{}", formula);
    }

    #[test]
    fn runs_meet_everything_again_and_again(graph in graphs(6, 0), formula in again_and_again()) {
        let found = found(&graph, Fairness::None, &formula);
        prop_assert_eq!(&found, &meant(&graph, Fairness::None, &formula), "{}", formula);
    }

    #[test]
    fn fair_runs_avoid_where_they_would_be_unfair(graph in graphs(8, 1), formula in again_and_again()) {
        for fairness in [Fairness::Weak, Fairness::Strong] {
            let found = found(&graph, fairness, &formula);
            prop_assert_eq!(&found, &meant(&graph, fairness, &formula), "{}", formula);
        }
    }

    #[test]
    fn fair_runs_meet_everything_again_and_again(
        graph in graphs(5, 2),
        fairness in fairnesses(),
        formula in again_and_again(),
    ) {
        let found = found(&graph, fairness, &formula);
        prop_assert_eq!(&found, &meant(&graph, fairness, &formula), "{}", formula);
    }

    #[test]
    fn three_units_are_served(graph in graphs(3, 3), fairness in fairnesses(), formula in ctl(2)) {
        let found = found(&graph, fairness, &formula);
        prop_assert_eq!(&found, &meant(&graph, fairness, &formula), "{}", formula);
    }

    #[test]
    fn more_fairness_leaves_fewer_runs(graph in graphs(5, 3), formula in ctl_star(1)) {
        let Formula::Exists(_) = formula else { return Ok(()) };
        let none = found(&graph, Fairness::None, &formula);
        let weak = found(&graph, Fairness::Weak, &formula);
        let strong = found(&graph, Fairness::Strong, &formula);
        for state in 0..none.len() {
            prop_assert!(strong[state] <= weak[state] && weak[state] <= none[state], "{}", formula);
        }
    }
}
