//! Formulas that people know, on graphs that they can see.

use crate::graphs::{Small, labelled, plain};
use crate::laws::found;
use weyl_branching::{Evaluator, Fairness, Step, Unanswerable};
use weyl_temporal::branching::{Class, Formula, IllFormed, Path, Steps};

fn p(number: u32) -> Formula {
    Formula::Proposition(number)
}

fn x(number: u32) -> Formula {
    Formula::Variable(number)
}

fn some(path: Path) -> Formula {
    Formula::exists(path)
}

fn all(path: Path) -> Formula {
    Formula::every(path)
}

fn state(formula: Formula) -> Path {
    Path::State(formula)
}

/// ◇ and □ over all steps.
fn can(then: Formula) -> Formula {
    Formula::can(Steps::All, then)
}

/// p holds in the state 1 alone, from which all ways lead back.
fn circle() -> Small {
    plain(&[0, 1, 0], &[(0, 1), (0, 2), (1, 0), (2, 2)])
}

fn holds(formula: &Formula) -> Vec<bool> {
    found(&circle(), Fairness::None, formula)
}

#[test]
fn branching_and_linear_time_differ() {
    // F G !p on all runs; AF AG !p is stronger.
    let not_p = || state(p(0).negated());
    let linear = all(not_p().always().eventually());
    let branching = all(state(all(not_p().always())).eventually());
    // 0 → 0 and 0 → 1 → 2 ⟲, p in 1.
    let graph = plain(&[0, 1, 0], &[(0, 0), (0, 1), (1, 2), (2, 2)]);
    assert_eq!(found(&graph, Fairness::None, &linear), [true, true, true]);
    assert_eq!(
        found(&graph, Fairness::None, &branching),
        [false, true, true]
    );
}

#[test]
fn reset_is_always_possible_but_in_the_sink() {
    assert_eq!(
        holds(&all(state(some(state(p(0)).eventually())).always())),
        [false, false, false]
    );
    assert_eq!(holds(&some(state(p(0)).eventually())), [true, true, false]);
    assert_eq!(
        holds(&some(state(p(0)).eventually().always())),
        [true, true, false]
    );
    assert_eq!(holds(&some(state(p(0)).next())), [true, false, false]);
    assert_eq!(holds(&all(state(p(0)).next())), [false, false, false]);
}

/// Infinitely often p, which no formula of alternation depth 1 says.
#[test]
fn alternation_says_infinitely_often() {
    let again = p(0).and(can(x(0)));
    let formula = Formula::greatest(0, Formula::least(1, again.or(can(x(1)))));
    assert_eq!(formula.class(), Class::Mu { alternation: 2 });
    assert_eq!(holds(&formula), [true, true, false]);
}

#[test]
fn a_state_that_repeats_has_no_action() {
    let graph = labelled(&[0], vec![Vec::new()], 0, Vec::new());
    let of_all_actions = Steps::Of(u32::MAX);
    let truth = |formula: Formula| found(&graph, Fairness::None, &formula)[0];
    assert!(truth(can(Formula::True)));
    assert!(!truth(Formula::can(of_all_actions, Formula::True)));
    assert!(truth(Formula::must(of_all_actions, Formula::False)));
    assert!(truth(some(state(Formula::True).next())));
    assert!(truth(all(state(p(0).negated()).always())));
}

/// Two units that wait for each other's steps, and change names with each: in the quotient each
/// step is one of unit 0, and only the names tell whether both act.
#[test]
fn fairness_follows_names() {
    let step = |target, renaming, acting| Step {
        target,
        renaming,
        acting,
        action: None,
    };
    let swap = vec![vec![1, 0]];
    let never_p = some(state(p(0).negated()).always());
    // Both are enabled in 0, and act as unit 0; unit 1 leads to p.
    let keeps = vec![vec![step(0, 0, 1), step(1, 0, 2)], vec![step(1, 0, 3)]];
    let swaps = vec![vec![step(0, 1, 1), step(1, 0, 2)], vec![step(1, 0, 3)]];
    for fairness in [Fairness::Weak, Fairness::Strong] {
        let keeps = labelled(&[0, 1], keeps.clone(), 2, swap.clone());
        assert_eq!(found(&keeps, fairness, &never_p), [false, false]);
        let swaps = labelled(&[0, 1], swaps.clone(), 2, swap.clone());
        assert_eq!(found(&swaps, fairness, &never_p), [true, false]);
    }
}

/// A unit that is enabled every second time may starve under weak fairness alone.
#[test]
fn strong_fairness_is_stronger() {
    let step = |target, acting| Step {
        target,
        acting,
        ..Step::repetition(0)
    };
    let steps = vec![
        vec![step(1, 1)],
        vec![step(0, 1), step(2, 2)],
        vec![step(2, 1)],
    ];
    let graph = labelled(&[0, 0, 1], steps, 2, Vec::new());
    let always_p = all(state(p(0)).eventually());
    assert_eq!(
        found(&graph, Fairness::None, &always_p),
        [false, false, true]
    );
    assert_eq!(
        found(&graph, Fairness::Weak, &always_p),
        [false, false, true]
    );
    assert_eq!(
        found(&graph, Fairness::Strong, &always_p),
        [true, true, true]
    );
}

#[test]
fn classes_are_told() {
    let mu = |alternation| Class::Mu { alternation };
    let ef_p = || some(state(p(0)).eventually());
    assert_eq!(p(0).and(p(1).negated()).class(), Class::Propositional);
    assert_eq!(all(state(ef_p()).always()).class(), Class::Ctl);
    assert_eq!(all(state(p(0)).unless(state(p(1)))).class(), Class::Ctl);
    assert_eq!(all(state(p(0)).eventually().always()).class(), Class::Ltl);
    assert_eq!(
        some(state(p(0)).eventually().always()).class(),
        Class::CtlStar
    );
    assert_eq!(
        all(state(ef_p()).eventually().always()).class(),
        Class::CtlStar
    );
    assert_eq!(can(p(0)).class(), mu(0));
    let ef = |v, inner: Formula| Formula::least(v, inner.or(can(x(v))));
    assert_eq!(ef(0, p(0)).class(), mu(1));
    // A closed fixpoint of the other sign does not depend on the one around it.
    let eg = |v, inner: Formula| Formula::greatest(v, inner.and(can(x(v))));
    assert_eq!(ef(0, eg(1, p(0))).class(), mu(1));
    assert_eq!(eg(0, ef(1, p(0).and(x(0)))).class(), mu(2));
    assert_eq!(ef(2, eg(0, ef(1, x(0).and(x(2))))).class(), mu(3));
    assert_eq!(ef(0, ef(1, x(0))).class(), mu(1));
}

#[test]
fn what_means_nothing_is_refused() {
    let least = |body| Formula::least(0, body);
    assert_eq!(x(3).check(), Err(IllFormed::Unbound(3)));
    assert_eq!(least(x(1)).check(), Err(IllFormed::Unbound(1)));
    assert_eq!(least(x(0).negated()).check(), Err(IllFormed::Negated(0)));
    assert_eq!(least(x(0).negated().negated()).check(), Ok(()));
    assert_eq!(
        least(can(x(0)).negated()).negated().check(),
        Err(IllFormed::Negated(0))
    );
    assert_eq!(
        least(some(state(x(0)).next())).check(),
        Err(IllFormed::InPath(0))
    );
    assert_eq!(some(state(least(x(0))).negated().next()).check(), Ok(()));
    let graph = circle();
    let mut evaluator = Evaluator::new(&graph, Fairness::None);
    let refused = Unanswerable::IllFormed(IllFormed::Unbound(3));
    assert_eq!(evaluator.holding(&x(3)), Err(refused));
}

/// Linear time knows 64 propositions, the automaton as many acceptance sets.
#[test]
fn what_is_too_large_is_refused() {
    let many = (0..70).map(|steps| (0..steps).fold(p(0), |inner, _| can(inner)));
    let path = many.fold(state(Formula::True), |path, one| {
        path.and(state(some(state(one).eventually().always())).eventually())
    });
    let graph = circle();
    let mut evaluator = Evaluator::new(&graph, Fairness::None);
    assert_eq!(evaluator.holding(&some(path)), Err(Unanswerable::TooLarge));
}
