//! Models whose plain numbers are names.

use crate::{Case, GROUPS};
use proptest::prelude::*;
use weyl_quotient::Precision;

const SORTS: &str = "sort P { p1 p2 p3 p4 } sort Q { q1 q2 q3 } sort W { w1 w2 w3 w4 } \
                     sort L { a0 a1 b0 b1 c0 c1 d0 d1 }";

/// Numberings that models have in common: of P (0, 1), of Q (2, 3), of both (4).
const NUMBERINGS: &str = "
    numbering 0 = 4 P::p1, 1 P::p2, 3 P::p3, 2 P::p4;
    numbering 1 = 6 P::p3, 0 P::p1, 5 P::p4, 3 P::p2;
    numbering 2 = 1 Q::q2, 2 Q::q1, 4 Q::q3;
    numbering 3 = 4 Q::q2, 1 Q::q1, 2 Q::q3;
    numbering 4 = 0 Q::q3, 1 P::p4, 2 P::p1, 3 Q::q1, 5 P::p2, 6 Q::q2, 7 P::p3;";

/// Variables, and lines of the naming.
const NAMED: &[(&str, &str)] = &[
    (
        "var l : array [0..5] of 0..2 var t : 0..9 undefinable",
        "indices l by 0; values t by 1;",
    ),
    (
        "var next : array [-1..4] of record { pc : 0..1, to : 0..7 } undefinable",
        "indices next by 0; values next[].to by 1;",
    ),
    (
        "var m : array [1..4] of array [P] of 0..5 undefinable var o : array [1..4] of 0..6",
        "indices m by 0; values m[][] by 2; indices o by 3; values o[] by 1;",
    ),
    (
        "var m : array [0..6] of array [1..4] of bool var n : array [P] of array [1..4] of 0..7 undefinable",
        "indices m by 1; indices m[] by 0; indices n[] by 2; values n[][] by 4;",
    ),
    (
        "var net : array [0..4] of multiset [2] of record { to : 0..9, kind : 0..1 } undefinable",
        "indices net by 0; values net[][#].to by 4;",
    ),
    (
        "var set : multiset [2] of record { has : array [1..4] of bool, of : 0..4 } undefinable var b : array [0..7] of bool",
        "indices set[#].has by 0; values set[#].of by 2; indices b by 4;",
    ),
    (
        "var n : 0..9 var x : channel [1] of 0..7 var y : array [0..2] of channel [1] of 0..7
         interleaving { processes n; channel 1 = y[1]; channel 2 = x; channel 3 = y[0]; channel 4 = y[2]; }",
        "channel 1 = W::w3; channel 2 = W::w1; channel 3 = W::w4; channel 4 = W::w2; values n by 1;
         values x[#].0 by 1; numbering 5 = 0 P::p4, 3 P::p1, 5 P::p2, 6 P::p3; values y[][#].0 by 5;",
    ),
    (
        "var n : 0..9 var x : channel [2] of 0..1, 0..9 var y : array [P] of channel [2] of 0..1, 0..9
         interleaving { processes n; channel 1 = x; channel 2 = y[0]; channel 3 = y[1]; channel 4 = y[2]; channel 5 = y[3]; }",
        "channel 2 = W::w3; channel 3 = W::w1; channel 4 = W::w2; channel 5 = W::w4; values x[#].1 by 0;
         values y[][#].1 by 4; values n by 2;",
    ),
    (
        "var own : array [P] of 0..4 undefinable var held : array [Q] of bool",
        "values own[] by 2; values_at own[] P::p2 by 3; numbering 5 = 1 Q::q3, 2 Q::q1, 4 Q::q2; values_at own[] P::p3 by 5;",
    ),
    (
        "var who : array [0..2] of array [P] of 0..7 undefinable var c : array [P] of channel [1] of 0..9, 0..1",
        "numbering 5 = 7 Q::q3, 0 P::p4, 1 P::p1, 2 Q::q1, 3 P::p2, 5 Q::q2, 6 P::p3;
         values who[][] by 4; values_at who[][] P::p1 by 5; values c[][#].0 by 4; values_at c[][#].0 P::p4 by 5;",
    ),
    (
        "var far : -2000000000..2000000000 var l : array [P] of -2000000000..2000000000 undefinable",
        "numbering 5 = 30000 P::p1, 9 P::p2, 29999 P::p3, 0 P::p4; values far by 5; values l[] by 5;",
    ),
];

const GROUPS_OF_CHANNELS: &[&str] = &[
    "(w1 w2), (w1 w2 w3 w4)",
    "(w1 w2), (w1 w2 w3 w4), (p1 p2), (p1 p2 p3 p4)",
    "(p1 p2)(w1 w2), (p1 p2 p3 p4)(w1 w2 w3 w4)",
    "(p1 p2)(w2 w4), (p1 p2 p3 p4)(w2 w4 w3 w1), (q1 q2)",
    "(p1 p2)(w3 w4), (w1 w2)",
    "(w1 w2 w3 w4)(p1 p3)",
];

/// Each process has two locations of its own.
const LOCATED: &[(&str, &str)] = &[
    ("var pc : array [P] of 0..3", ""),
    (
        "var pc : array [P] of 0..3 undefinable var seen : array [0..8] of bool",
        "numbering 9 = 8 L::a0, 0 L::b0, 1 L::c0, 7 L::d0, 6 L::a1, 3 L::b1, 4 L::c1, 5 L::d1; indices seen by 9;",
    ),
    (
        "var pc : array [P] of 0..3 undefinable var last : 0..9 var l : array [Q] of 0..6",
        "numbering 9 = 8 L::a0, 0 L::b0, 1 L::c0, 7 L::d0, 6 L::a1, 3 L::b1, 4 L::c1, 5 L::d1; values last by 9; values l[] by 1;",
    ),
];

const LOCATIONS: &str = "
    numbering 5 = 1 L::a0, 3 L::a1; numbering 6 = 3 L::b0, 1 L::b1;
    numbering 7 = 1 L::c0, 3 L::c1; numbering 8 = 1 L::d1, 3 L::d0;
    values_at pc[] P::p1 by 5; values_at pc[] P::p2 by 6; values_at pc[] P::p3 by 7; values_at pc[] P::p4 by 8;";

const GROUPS_OF_LOCATIONS: &[&str] = &[
    "(p1 p2)(a0 b0)(a1 b1), (p1 p2 p3 p4)(a0 b0 c0 d0)(a1 b1 c1 d1)",
    "(p1 p2)(a0 b0)(a1 b1), (p1 p2 p3 p4)(a0 b0 c0 d0)(a1 b1 c1 d1), (a0 a1)",
    "(p1 p2 p3 p4)(a0 b0 c0 d0)(a1 b1 c1 d1), (q1 q2)",
    "(p1 p2 p3 p4)(a0 b1 c0 d1)(a1 b0 c1 d0)",
    "(p1 p2)(a0 b1)(a1 b0), (q1 q2), (q1 q2 q3)",
    "(a0 a1), (c0 c1)",
    "(p3 p4)(c0 d1)(c1 d0), (c0 c1)(d0 d1)",
];

/// The variables of a model, its naming, its group.
fn cases() -> Vec<(String, &'static str)> {
    let named = NAMED.iter().flat_map(|(variables, lines)| {
        let text = format!("{SORTS} {variables} naming {{ {NUMBERINGS} {lines} }}");
        let groups = GROUPS.iter().chain(GROUPS_OF_CHANNELS);
        groups.map(move |group| (text.clone(), *group))
    });
    let located = LOCATED.iter().flat_map(|(variables, lines)| {
        let text = format!("{SORTS} {variables} naming {{ {NUMBERINGS} {LOCATIONS} {lines} }}");
        let groups = GROUPS_OF_LOCATIONS.iter();
        groups.map(move |group| (text.clone(), *group))
    });
    named.chain(located).collect()
}

fn case(number: prop::sample::Index, precision: Precision) -> Case {
    let cases = cases();
    let (text, group) = &cases[number.index(cases.len())];
    Case::with_precision(text, group, precision)
}

/// Codes of states: few different ones, because states that are nearly symmetric are the hard ones.
fn codes() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![
        prop::collection::vec(any::<u64>(), 1..40),
        prop::collection::vec(0..7u64, 1..40),
        prop::collection::vec(0..3u64, 1..40),
        prop::collection::vec(1..2u64, 1..40),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]
    #[test]
    fn all_images_have_the_same_representative(
        number in any::<prop::sample::Index>(),
        codes in codes(),
    ) {
        let mut case = case(number, Precision::Exact);
        let state = case.state(&codes);
        let expected = case.represent(&state);
        prop_assert_eq!(&case.represent(&expected), &expected, "not its own representative");
        for element in case.group.group().elements() {
            let image = case.act(&element, &state);
            prop_assert_eq!(&case.represent(&image), &expected, "{:?}", element);
        }
    }

    #[test]
    fn the_state_before_a_step_makes_no_difference(
        number in any::<prop::sample::Index>(),
        codes in codes(),
        changes in prop::collection::vec(prop::collection::vec((0..40usize, 0..7u64), 1..4), 1..6),
    ) {
        let mut case = case(number, Precision::Exact);
        let mut alone = case.representatives.clone();
        let source = case.represent(&case.state(&codes));
        case.check_steps(&mut alone, &source, changes)?;
    }

    #[test]
    fn fast_representatives_stay_in_the_orbit(
        number in any::<prop::sample::Index>(),
        codes in codes(),
    ) {
        let mut case = case(number, Precision::Fast);
        let state = case.state(&codes);
        // `represent` checks that the permutation belongs to the group and leads there.
        case.represent(&state);
    }
}
