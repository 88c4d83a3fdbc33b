//! Resets take no symmetry away: names in locals, each beside what a constant would do.

use crate::model;
use weyl_ir::{Expr, Model, StmtKind, text::print};
use weyl_promela::Promela;
use weyl_reduction::{Aim, live};
use weyl_symmetry::{Wanted, discover};
use weyl_system::{Batch, ExecutionLimits, Interpreter, Outcome, Program, System};

/// The order of the group of a model whose processes are all there from the start.
fn order(model: &Model) -> String {
    let program = Program::new(model.clone(), ExecutionLimits::default()).expect("a program");
    let mut batch = Batch::default();
    Interpreter::new(&program).initial(&mut batch);
    let states = batch.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::State { state, .. } => Some(state.to_vec()),
        Outcome::Fault(_) | Outcome::Excluded => None,
    });
    let states: Vec<Vec<u8>> = states.collect();
    let found = discover(model, &program.layout, &states, &Wanted::default()).expect("a group");
    // Symmetries that move data alone are not in the order.
    let generators = found.group.group().generators().len();
    format!("{} by {generators}", found.group.order())
}

/// The orders before and after, and if all defaults were the constant 0; the variables are reset.
#[track_caller]
fn orders(text: &str, variables: &[&str]) -> [String; 3] {
    let found = model(&Promela, text).expect("a model");
    let reduced = live(&found, &[], Aim::Symmetry);
    let reset: Vec<&str> = reduced
        .resets
        .variables
        .iter()
        .map(|(variable, _)| &*found.variables[*variable].name)
        .collect();
    assert_eq!(reset, variables, "{}", print(&reduced.model));
    let mut zero = reduced.model.clone();
    for (id, rule) in &mut zero.rules {
        for stmt in &mut rule.body[found.rules[id].body.len()..] {
            if let StmtKind::Assign { to, value } = &mut stmt.kind {
                *value = Expr::constant(0, to.ty, to.span);
            }
        }
    }
    [&found, &reduced.model, &zero].map(order)
}

#[test]
fn numbers_of_processes_become_the_own_number() {
    // Whoever is asked is remembered, then forgotten.
    let text = "byte asked[3]; active [3] proctype P() { pid who; \
        do :: atomic { if :: who = 0 :: who = 1 :: who = 2 fi; asked[who]++ } asked[who]--; \
        asked[_pid] < 4 od }";
    let [before, after, zero] = orders(text, &["P:who"]);
    assert_eq!(before, after);
    assert_ne!(before, zero);
}

#[test]
fn numbers_that_messages_bring_become_the_own_number() {
    let text = "chan c = [3] of { byte }; byte held[3]; active [3] proctype P() { int from; \
        do :: c ! _pid :: c ? from; held[from]++; held[from]-- od }";
    let [before, after, zero] = orders(text, &["P:from"]);
    assert_eq!(before, after);
    assert_ne!(before, zero);
}

#[test]
fn numbers_of_channels_become_none() {
    let text = "chan a = [1] of { byte }; chan b = [1] of { byte }; chan hub = [2] of { chan }; \
        active proctype P() { chan q; do :: hub ! a :: hub ! b :: hub ? q; q ! 1 od } \
        active proctype Q() { do :: a ? _ :: b ? _ od }";
    let [before, after, _] = orders(text, &["P:q"]);
    assert_eq!(before, after);
}

#[test]
fn data_that_can_change_places_becomes_what_nobody_writes() {
    let text = "chan c = [1] of { byte }; byte last; active proctype P() { byte x; \
        do :: x = 0; c ! x :: x = 1; c ! x od } \
        active proctype Q() { byte y; do :: c ? y; last = y od }";
    let [before, after, zero] = orders(text, &["P:x", "Q:y", "last"]);
    assert_eq!(before, after);
    assert_ne!(before, zero);
}

#[test]
fn data_that_is_turned_is_left_alone() {
    let text = "chan c = [1] of { bit }; bit last; active proctype P() { bit x; \
        do :: c ! x; x = 1 - x od } \
        active proctype Q() { bit y; do :: c ? y; last = y od }";
    let [before, after, _] = orders(text, &[]);
    assert_eq!(before, after);
    assert_ne!(before, "1 by 0");
}

#[test]
fn neighbours_in_a_ring_become_the_own_number() {
    let text = "byte token[3]; active [3] proctype P() { byte next; \
        do :: token[_pid] > 0 -> next = (_pid + 1) % 3; token[_pid]--; token[next]++ od }";
    let [before, after, zero] = orders(text, &["P:next"]);
    assert_eq!(before, after);
    assert_ne!(before, zero);
}

#[test]
fn counters_become_zero() {
    let text = "byte x[2]; active [2] proctype P() { byte i; \
        do :: i < 2 -> x[i]++; i++ :: else -> break od; x[0] = 0; x[1] = 0 }";
    let [before, after, _] = orders(text, &["P:i"]);
    assert_eq!(before, after);
}
