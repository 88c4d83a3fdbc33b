//! Automata accept the words that satisfy their formula, and no others.

use proptest::prelude::*;
use weyl_temporal::{Automaton, Formula, Lasso, TooLarge, Transition, parse, translate};

const PROPOSITIONS: u8 = 3;

fn automaton_of(formula: &Formula) -> Automaton {
    translate(formula).expect("it is small")
}

/// [] (<> p0 || X p1) && …, over different propositions: what is due now is a set of them.
fn many_debts(count: u8) -> Formula {
    let one = |number: u8| {
        let (a, b) = (
            Formula::Proposition(number),
            Formula::Proposition(count + number),
        );
        a.until(b.next().until(Formula::Proposition(number)).next())
            .eventually()
    };
    let parts = (0..count).map(|number| one(number).always());
    parts.fold(Formula::True, Formula::and)
}

#[test]
fn what_would_be_too_large_is_refused() {
    assert!(translate(&many_debts(2)).is_ok());
    assert_eq!(translate(&many_debts(20)), Err(TooLarge));
    // More untils than there are marks.
    let many = (0..40).map(|number| {
        let number = Formula::Proposition(number);
        number.clone().eventually().or(number.next().eventually())
    });
    assert_eq!(
        translate(&many.fold(Formula::True, Formula::and)),
        Err(TooLarge)
    );
}

fn formulas(depth: u32) -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        1 => Just(Formula::True),
        1 => Just(Formula::False),
        8 => (0..PROPOSITIONS).prop_map(Formula::Proposition),
    ];
    leaf.prop_recursive(depth, 16, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(Formula::negated),
            inner.clone().prop_map(Formula::next),
            inner.clone().prop_map(Formula::always),
            inner.clone().prop_map(Formula::eventually),
            pair.clone().prop_map(|(a, b)| a.and(b)),
            pair.clone().prop_map(|(a, b)| a.or(b)),
            pair.clone().prop_map(|(a, b)| a.until(b)),
            pair.clone().prop_map(|(a, b)| a.releases(b)),
            pair.prop_map(|(a, b)| a.unless(b)),
        ]
    })
}

fn lassos() -> impl Strategy<Value = Lasso> {
    let letters = prop::collection::vec(0..1u64 << PROPOSITIONS, 1..8);
    (letters, any::<prop::sample::Index>()).prop_map(|(letters, back)| {
        let back = back.index(letters.len());
        Lasso { letters, back }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_are_accepted_if_they_satisfy_the_formula(formula in formulas(5), lasso in lassos()) {
        let automaton = automaton_of(&formula);
        prop_assert_eq!(automaton.accepts(&lasso), lasso.satisfies(&formula), "{}", formula);
        let negated = automaton_of(&formula.clone().negated());
        prop_assert_eq!(negated.accepts(&lasso), !lasso.satisfies(&formula), "not {}", formula);
    }

    #[test]
    fn accepting_states_do_as_well(formula in formulas(5), lasso in lassos()) {
        let automaton = automaton_of(&formula).with_accepting_states();
        // Acceptance of a state is that of all transitions from it.
        let states = automaton.states.iter().map(|state| {
            let marks = u64::from(state.is_accepting);
            let transitions = state.transitions.iter();
            transitions.map(|(label, target)| Transition { label: *label, marks, target: *target }).collect()
        });
        let automaton = Automaton { states: states.collect(), sets: 1 };
        prop_assert_eq!(automaton.accepts(&lasso), lasso.satisfies(&formula), "{}", formula);
    }

    #[test]
    fn normal_forms_mean_the_same(formula in formulas(6), lasso in lassos()) {
        let normal = formula.normalised();
        prop_assert_eq!(lasso.satisfies(&normal), lasso.satisfies(&formula), "{}: {}", formula, normal);
        prop_assert_eq!(normal.normalised(), normal);
    }

    #[test]
    fn a_formula_and_its_negation_have_no_word_in_common(formula in formulas(4)) {
        let both = automaton_of(&formula).intersection(&automaton_of(&formula.clone().negated()));
        prop_assert!(both.is_empty(), "{}", formula);
    }

    #[test]
    fn texts_are_read_back(formula in formulas(5), lasso in lassos()) {
        let (read, names) = parse(&formula.to_string()).expect("it is a formula");
        let letters = lasso.letters.iter().map(|letter| {
            let bits = (0..).zip(&names).map(|(bit, name)| {
                let number: u32 = name[1..].parse().expect("a number");
                (letter >> number & 1) << bit
            });
            bits.sum()
        });
        let renamed = Lasso { letters: letters.collect(), back: lasso.back };
        prop_assert_eq!(renamed.satisfies(&read), lasso.satisfies(&formula), "{}", formula);
    }

    #[test]
    fn no_text_is_too_much(text in "[pq01UVRWXGF!<>\\[\\]()&|{}\\-= ]{0,40}") {
        let _ = parse(&text);
    }
}

fn sizes(text: &str) -> (usize, u32) {
    let (formula, _) = parse(text).expect("a formula");
    let automaton = automaton_of(&formula);
    (automaton.states.len(), automaton.sets)
}

#[test]
fn usual_formulas_have_small_automata() {
    assert_eq!(sizes("[] p"), (1, 0));
    assert_eq!(sizes("<> p"), (2, 1));
    assert_eq!(sizes("[] <> p"), (1, 1));
    assert_eq!(sizes("<> [] p"), (2, 1));
    assert_eq!(sizes("p U q"), (2, 1));
    assert_eq!(sizes("[] (p -> <> q)"), (2, 1));
    assert_eq!(sizes("[] <> p && [] <> q"), (1, 2));
    assert_eq!(sizes("!([] <> p -> [] <> q)"), (2, 2));
    assert_eq!(sizes("false"), (1, 0));
}

#[test]
fn precedence_is_that_of_spin() {
    let same = |one: &str, other: &str| {
        assert_eq!(parse(one).expect(one), parse(other).expect(other), "{one}");
    };
    same("p -> q -> r", "p -> (q -> r)");
    same("p U q U r", "p U (q U r)");
    same("[] p -> <> q", "([] p) -> (<> q)");
    same("p && q || r", "(p && q) || r");
    same("p || q U r", "p || (q U r)");
    same("! p U q", "(! p) U q");
    same("G F p <-> F G q", "([] <> p) <-> (<> [] q)");
}

#[test]
fn errors_have_a_place() {
    let error = |text: &str| parse(text).expect_err(text).offset;
    assert_eq!(error("p U"), 3);
    assert_eq!(error("(p"), 2);
    assert_eq!(error("p q"), 2);
    assert_eq!(error("U p"), 0);
    assert_eq!(error("p && )"), 5);
    assert!(parse(&"!".repeat(100_000)).is_err());
    assert!(parse(&"(".repeat(100_000)).is_err());
}
