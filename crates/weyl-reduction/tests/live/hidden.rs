//! Hidden variables: those that no turn hands on to another are no state, as in SPIN, and others
//! are. Counts are SPIN's (`spin -a -o1 -o2 -o3`, `-DSAFETY -DNOREDUCE`) where all are forgotten.

use crate::lockstep::lockstep;
use crate::model;
use weyl_ir::{PropertyId, verify};
use weyl_promela::Promela;
use weyl_reduction::forget_hidden;

/// The hidden variables that are kept, and the states.
fn kept(text: &str) -> (Vec<String>, usize) {
    let found = model(&Promela, text).expect("a model");
    let forgotten = forget_hidden(&found);
    assert_eq!(verify(&forgotten.model), Ok(()));
    let all: Vec<PropertyId> = found.properties.keys().collect();
    let counts = lockstep(&found, &forgotten.model, &all, (20_000, true));
    let counts = counts.unwrap_or_else(|why| panic!("{why:#}\n{text}"));
    let kept = forgotten.kept.iter();
    let kept = kept.map(|variable| found.variables[*variable].name.clone());
    (kept.collect(), counts.after)
}

#[track_caller]
fn is_forgotten(text: &str, states: usize) {
    let (kept, after) = kept(text);
    assert!(kept.is_empty(), "{kept:?}\n{text}");
    assert_eq!(after, states, "{text}");
}

#[track_caller]
fn is_kept(text: &str) {
    let (kept, _) = kept(text);
    assert_eq!(kept, ["h"], "{text}");
}

#[test]
fn what_one_turn_writes_and_reads_is_forgotten() {
    is_forgotten(
        "hidden byte h; byte n; active proctype P() { do :: n < 3 -> d_step { h = n + 1; n = h } \
         :: else -> break od }",
        9,
    );
    is_forgotten(
        "hidden byte h; byte n; active proctype P() { if :: atomic { h = 1; n = h } \
         :: atomic { h = 2; n = h } :: atomic { h = 3; n = 1 } fi; n = 0 }",
        5,
    );
}

#[test]
fn a_selection_in_an_atomic_sequence_is_never_waited_for() {
    is_forgotten(
        "hidden byte h; byte n; active proctype P() { do :: atomic { n < 2 -> h = 4; n++ } \
         :: atomic { n > 0; if :: h = 1 :: h = 2 fi; n = n - 1; h = h + 1; assert(h > 1) } od }",
        3,
    );
}

#[test]
fn what_is_only_written_is_forgotten() {
    is_forgotten(
        "chan c = [1] of { byte, byte }; hidden byte h; byte n; \
         active proctype P() { do :: c ? n, h od } \
         active proctype Q() { do :: c ! 1, 1 :: c ! 1, 2 od }",
        6,
    );
}

#[test]
fn what_another_turn_reads_is_kept() {
    is_kept(
        "hidden byte h; active proctype P() { h = 1; assert(h == 1) } \
         active proctype Q() { h = 2 }",
    );
    // The sequence may have to wait in between.
    is_kept(
        "hidden byte h; byte n; active proctype P() { atomic { h = 1; n == 1; n = h } } \
         active proctype Q() { n = 1; h = 2 }",
    );
    // Whoever receives was waiting.
    is_kept(
        "chan c = [0] of { byte }; hidden byte h; byte n; \
         active proctype P() { atomic { h = 1; c ! 1 } } active proctype Q() { atomic { c ? n; n = h } }",
    );
    // Whoever sends loses control.
    is_kept(
        "chan c = [0] of { byte }; hidden byte h; byte n; \
         active proctype P() { atomic { h = 1; c ! 1; n = h } } active proctype Q() { c ? n; h = 2 }",
    );
    is_kept("hidden byte h; active proctype P() { h++; h++ }");
}

#[test]
fn what_a_property_sees_is_kept() {
    is_kept("hidden byte h; active proctype P() { d_step { h = 1; h = 2 } } ltl f { [] (h < 2) }");
}

#[test]
fn only_a_part_of_an_array_is_written_before() {
    is_kept(
        "hidden byte h[2]; byte n; active proctype P() { d_step { h[0] = 1; n = h[1] }; h[1] = 2 }",
    );
}

#[test]
fn a_constant_is_no_matter() {
    is_forgotten(
        "hidden byte h = 3; byte n; active proctype P() { n = h; n = 0 }",
        4,
    );
}
