//! Machine code against the interpreter, state by state: the same successors in the same order, the
//! same errors, the same answers of properties, the same packed states. On every model, and on
//! random programs of both languages.

use anyhow::ensure;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{MURPHI, PROMELA};
use weyl_filetest::executors;
use weyl_filetest::{Verdict, each_model, each_random_program};
use weyl_ir::analysis::hit_by_steps;
use weyl_ir::{Capacity, FrontEnd};
use weyl_modelgen::{MurphiOptions, PromelaOptions, murphi, promela};
use weyl_system::{ExecutionLimits, Program};

/// Random programs of each language in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 1_000;
/// States of a model or program that are compared.
const STATES: usize = 2_000;
const RANDOM_STATES: usize = 200;

fn every_model(language: &'static dyn FrontEnd, folder: &str) {
    let (models, compiled) = (AtomicU64::new(0), AtomicU64::new(0));
    each_model(language, folder, Capacity::MOST, |program, expected| {
        let agreement = executors::compare(program, STATES)?;
        models.fetch_add(1, Relaxed);
        compiled.fetch_add(u64::from(agreement.interpreted == 0), Relaxed);
        // Nothing goes wrong in a model that holds, so nothing has to be given up but steps that
        // hit covers.
        ensure!(
            expected.verdict != Some(Verdict::Holds)
                || !hit_by_steps(&program.model).is_empty()
                || agreement.interpreted > 0
                || agreement.given_up == 0,
            "{agreement:?}"
        );
        Ok(())
    });
    let (models, compiled) = (models.into_inner(), compiled.into_inner());
    assert!(
        compiled * 10 >= models * 9,
        "only {compiled} of {models} models are compiled as a whole"
    );
}

#[test]
fn murphi_models() {
    every_model(MURPHI, "murphi");
}

#[test]
fn promela_models() {
    every_model(PROMELA, "promela");
}

#[test]
fn small_promela_models() {
    every_model(PROMELA, "promela-small");
}

fn random_programs(language: &'static dyn FrontEnd, text_of: impl Fn(u64) -> String + Sync) {
    each_random_program(language, PROGRAMS, text_of, |program| {
        executors::compare(program, RANDOM_STATES).map(|_| ())
    });
}

#[test]
fn random_murphi_programs() {
    random_programs(MURPHI, |seed| murphi(seed, &MurphiOptions::default()).text);
}

#[test]
fn random_promela_programs() {
    random_programs(PROMELA, |seed| {
        promela(seed, &PromelaOptions::default()).text
    });
}

/// What random programs rarely come to: each rule fails, or almost, in a way that machine code must
/// notice.
const EDGES: &str = r#"
    model "edges"
    sort P { p q r }
    var n : 0..3
    var big : -9223372036854775807..9223372036854775806
    var small : 0..2 undefinable
    var x : array [P] of 0..2 undefinable
    var row : array [0..1] of 0..3
    var sets : array [0..1] of multiset [2] of 0..3
    function none () -> ok.0 locals ok.0 : value bool { if eq(n, 1) { ok.0 := true; return; } }
    start "s" locals i.0 : bound 0..2, e.1 : value 0..3 for i.0 in 0..2 {
      n := i.0;
      x[P::p] := 1;
      if eq(i.0, 2) { x[P::q] := 2; x[P::r] := 0; }
      e.1 := i.0;
      add e.1 to sets[0];
      big := 9223372036854775806;
      if eq(i.0, 1) { big := -9223372036854775807; }
    }
    rule "a false guard hides no error of a domain" locals i.0 : bound 0..2, k.1 : bound 0..1
      for i.0 in 0..2, k.1 in positions(sets[i.0]) when eq(n, 3) { n := 0; }
    rule "some of all" locals p.0 : bound P when exists(all p.0 in P, eq(x[p.0], 1)) { n := 3; }
    rule "all of all" locals p.0 : bound P when forall(all p.0 in P, eq(x[p.0], 0)) { n := 3; }
    rule "until one" locals p.0 : bound P when exists(p.0 in P, eq(x[p.0], 1)) { n := 3; }
    rule "sum" when gt(plus(big, big), 0) { n := 1; }
    rule "difference" when gt(minus(big, 4), 0) { n := 1; }
    rule "product" when gt(times(big, 3), 0) { n := 1; }
    rule "negation" when gt(negate(minus(big, 1)), 0) { n := 1; }
    rule "quotient" { n := div(6, minus(n, 1)); }
    rule "remainder" { n := rem(-7, plus(n, 1)); }
    rule "left" when gt(shl(big, n), 0) { n := 1; }
    rule "right" { n := shr(6, minus(n, 1)); }
    rule "index" { row[n] := 1; }
    rule "range" { small := n; }
    rule "copy" locals t.0 : value 0..3 { t.0 := n; small <- t.0; }
    rule "least" { clear small; clear row; }
    rule "undefine what can't be" { row[0] <- small; }
    rule "no way" locals p.0 : bound P { for p.0 in P { assume ne(x[p.0], 2); } n := 2; }
    rule "no step" { assume ne(n, 2); n := 2; }
    rule "without a result" locals ok.0 : value bool { call none() -> ok.0; n := 3; }
    rule "endless" { while eq(n, 0) { row[0] := 0; } n := 3; }
    rule "steps" locals i.0 : bound 0..3 { for i.0 in steps(plus(n, 1), 4, 1) { row[1] := i.0; } }
    rule "down" locals i.0 : bound 0..3 { for i.0 in steps(n, 0, -2) { row[1] := i.0; } }
    rule "gone" locals k.0 : bound 0..1, r.1 : reference 0..3 for k.0 in positions(sets[0]) {
      bind r.1 = sets[0][#k.0];
      if eq(n, 1) { remove k.0 from sets[0]; }
      r.1 := 3;
    }
    rule "full" locals e.0 : value 0..3 { e.0 := n; add e.0 to sets[0]; add e.0 to sets[0]; }
    rule "whole" { sets[1] <- sets[0]; }
    invariant "small" { lt(small, 2) }
"#;

#[test]
fn errors_at_the_edges() {
    let model = weyl_ir::text::read(EDGES).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let program = Program::new(model, ExecutionLimits::default()).expect("it is small");
    let agreement = executors::compare(&program, STATES).expect("both say the same");
    assert!(agreement.states > 100, "{agreement:?}");
    assert_eq!(agreement.interpreted, 0, "all of it is compiled");
    assert!(agreement.given_up > 0);
}

/// Where all turns that begin at a location are single steps, they are one function: levels, what
/// else can be done, and offers that come to nothing.
const STEPS: &str = r#"
    model "steps"
    sort A { a }
    sort B { b }
    type 0..3
    type AtA = enum "A location" { s0 s1 s2 }
    type AtB = enum "B location" { t0 t1 }
    type Numbered = 0..2 names { 0 none, 1 c }
    var count : 0..2
    var c : Numbered
    var messages : channel [0] of 0..3
    var x : 0..3
    var y : 0..3
    var at_a : array [A] of AtA undefinable
    var at_b : array [B] of AtB undefinable
    interleaving {
      processes count;
      process "A" of A first 0 at at_a ends s2;
      process "B" of B first 1 at at_b ends t0 t1;
      channel 1 = messages;
    }
    start "s" { c := 1; at_a[A::a] := AtA::s0; at_b[B::b] := AtB::t0; count := 2; }
    rule "excluded" locals p.0 : bound A for p.0 in A at at_a[p.0] s0 -> s1 by p.0 turn 0
      when can_send(c) { y := 3; send(c, 1); }
    rule "no step" locals p.0 : bound A for p.0 in A at at_a[p.0] s0 -> s1 by p.0 turn 0
      when can_send(c) { send(c, 1); assume ne(x, 1); }
    rule "after" locals p.0 : bound A for p.0 in A at at_a[p.0] s0 -> s1 by p.0 turn 0
      when and(can_send(c), eq(x, 1)) { y := 2; }
    rule "else" locals p.0 : bound A for p.0 in A at at_a[p.0] s0 -> s2 by p.0 turn 0 else
      when lt(x, 3) { y := 1; }
    rule "low" locals p.0 : bound A for p.0 in A at at_a[p.0] s1 -> s0 by p.0 turn 0 level 1
      when lt(x, 2) { x := 0; }
    rule "low too" locals p.0 : bound A for p.0 in A at at_a[p.0] s1 -> s2 by p.0 turn 0 level 1
      when eq(x, 1) { y := 0; }
    rule "high" locals p.0 : bound A for p.0 in A at at_a[p.0] s1 -> s2 by p.0 turn 0 level 2
      when gt(x, 0) { x := 3; y := 0; }
    rule "again" locals p.0 : bound A for p.0 in A at at_a[p.0] s2 -> s0 by p.0 turn 0
      when lt(x, 3) { y := 0; }
    rule "more" locals p.0 : bound B for p.0 in B at at_b[p.0] t0 -> t1 by p.0 turn 1
      when lt(x, 3) { x := plus(x, 1); }
    rule "less" locals p.0 : bound B for p.0 in B at at_b[p.0] t1 -> t0 by p.0 turn 1
      when gt(x, 0) { x := minus(x, 1); }
    rule "stay" locals p.0 : bound B for p.0 in B at at_b[p.0] t1 -> t0 by p.0 turn 1 { }
    rule "take" locals p.0 : bound B, v.1 : value 0..3
      for p.0 in B at at_b[p.0] t0 -> t1 by p.0 turn 1
      when can_receive(c, any) { receive(c, into v.1); y := v.1; }
    assumption "never" { ne(y, 3) }
"#;

#[test]
fn steps_at_once() {
    let model = weyl_ir::text::read(STEPS).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let program = Program::new(model, ExecutionLimits::default()).expect("it is small");
    let agreement = executors::compare(&program, STATES).expect("both say the same");
    assert!(agreement.states > 20, "{agreement:?}");
    assert_eq!((agreement.interpreted, agreement.given_up), (0, 0));
}

/// More steps of one process, and of all of them together, than there is room for at once.
#[test]
fn many_steps_at_once() {
    let options: String = (0..40)
        .map(|n| format!(":: x < 2 -> x = {n} % 3\n"))
        .collect();
    let few: String = (0..5)
        .map(|n| format!(":: y < 2 -> y = {n} % 3\n"))
        .collect();
    let text = format!(
        "byte x, y;
        active [3] proctype Few() {{ do {few} od }}
        active proctype Many() {{ do {options} od }}
        active [2] proctype FewMore() {{ do {few} od }}"
    );
    each_random_program(
        PROMELA,
        1,
        |_| text.clone(),
        |program| {
            let agreement = executors::compare(program, STATES)?;
            ensure!(agreement.interpreted == 0 && agreement.given_up == 0);
            Ok(())
        },
    );
}
