//! Murphi models: what is dead in every state is undefined.

use crate::{agrees, model};
use weyl_murphi::Murphi;
use weyl_reduction::{Aim, live};

#[track_caller]
fn reset(text: &str) -> (Vec<String>, usize, usize) {
    let found = model(&Murphi, text).expect("a model");
    let [_, counts, _] = agrees(&found, (20_000, true)).unwrap_or_else(|why| panic!("{why:#}"));
    let reduced = live(&found, &[], Aim::Symmetry);
    let names = reduced.resets.variables.iter();
    let names = names.map(|(variable, _)| found.variables[*variable].name.clone());
    (names.collect(), counts.before, counts.after)
}

fn with_rule(rule: &str) -> String {
    format!(
        "var t : 0..3; n : 0..3; ruleset i : 0..3 do rule \"r\" n < 3 ==> begin {rule} end; end; \
         startstate begin t := 1; n := 0; end;"
    )
}

#[test]
fn what_each_step_writes_first_is_undefined_between_steps() {
    let (names, before, after) = reset(&with_rule("t := i; n := (t + 1) % 2;"));
    assert_eq!(names, ["t"]);
    assert!(after < before);
}

#[test]
fn what_a_step_reads_first_is_not() {
    let (names, ..) = reset(&with_rule(
        "while n > 2 do t := i; n := 0; end; n := t % 2;",
    ));
    assert!(names.is_empty());
    let (names, before, after) = reset(&with_rule("n := (t + 1) % 2; t := i;"));
    assert!(names.is_empty());
    assert_eq!(before, after);
    let (names, ..) = reset(&with_rule("if n = 0 then t := i; end; n := t % 2;"));
    assert!(names.is_empty());
}

#[test]
fn what_a_guard_or_a_function_reads_is_not() {
    let guarded = with_rule("t := i; n := t;").replace("n < 3", "n < 3 & t > 0");
    assert!(reset(&guarded).0.is_empty());
    let function = with_rule("t := i; n := f();");
    let function = function.replace(
        "ruleset",
        "function f() : 0..3; begin return t; end; ruleset",
    );
    assert!(reset(&function).0.is_empty());
}
