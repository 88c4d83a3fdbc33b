//! Static processes: what is said about small models, and, on all models and random programs, that
//! states have the processes that were foreseen.

mod processes {
    pub mod oracle;
}

use anyhow::Context;
use processes::oracle;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use weyl_check::PROMELA;
use weyl_filetest::{models, parallel, program, random_seeds};
use weyl_ir::{Capacity, Model};
use weyl_modelgen::{PromelaOptions, promela};
use weyl_symmetry::{StaticProcess, StaticProcesses, static_processes};

/// States of each model and program that are compared.
const STATES: usize = 2_000;
const RANDOM_STATES: usize = 300;
/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 500;

/// A process with the values of its parameters and locals, `?` where a number needs processes that
/// stay.
fn process(model: &Model, of: &StaticProcess) -> String {
    let sort = model.sort_of(of.name);
    let kind = &model.sorts[sort].name;
    let values = of.initial.iter().map(|(variable, value)| {
        let name = &model.variables[*variable].name;
        let name = name.trim_start_matches(&format!("{kind}:"));
        format!("{name}={value}")
    });
    let values: Vec<String> = values.collect();
    let doubt = if of.needs_stay { "?" } else { "" };
    format!("{kind}{}{doubt}({})", of.number, values.join(" "))
}

fn described(text: &str) -> String {
    let program =
        program(PROMELA, "model", text, Capacity::default()).expect("the model is accepted");
    let model = &program.model;
    let found = static_processes(model);
    oracle::check(&program, STATES).expect("states are as foreseen");
    let mut parts: Vec<String> = found
        .processes
        .iter()
        .map(|of| process(model, of))
        .collect();
    for (number, kind) in model.processes().numbered_kinds() {
        if found.dynamic_kinds.contains(&number) {
            parts.push(format!("+{}", kind.name));
        }
    }
    assert_eq!(
        found.numbers_need_stay,
        parts.iter().any(|part| part.contains('?'))
    );
    parts.join(" ")
}

fn check(text: &str, expected: &str) {
    assert_eq!(described(text), expected, "{text}");
}

#[test]
fn active_processes() {
    check(
        "active [2] proctype A() { byte x = 3; do :: x = 4 od } active proctype B() { end: false }",
        "A0(x=3) A1(x=3) B2()",
    );
}

#[test]
fn runs_of_init() {
    let atomic = "proctype A(byte x; byte y) { end: x == 9 } \
        init { byte i; atomic { run A(1, 7); i = 2; do :: i < 4 -> run A(i, i * i - 1); i++ :: else -> break od } }";
    check(atomic, "init0(i=0) A1(x=1 y=7) A2(x=2 y=3) A3(x=3 y=8)");
    let apart = "proctype A(byte x) { end: false } init { run A(1); run A(2) }";
    check(apart, "init0() A1(x=1) A2(x=2)");
    let with_active =
        "active proctype B() { end: false } proctype A(byte x) { end: false } init { run A(1) }";
    check(with_active, "B0() init1() A2(x=1)");
    let global = "byte n = 2; proctype A(byte x) { end: false } init { atomic { n++; run A(n) } }";
    check(global, "init0() A1(x=3)");
}

#[test]
fn channels_as_arguments() {
    check(
        "chan ring[3] = [1] of { byte }; \
         proctype P(chan left; chan right) { do :: left!1 :: right?1 od } \
         init { byte i; atomic { for (i : 0 .. 2) { run P(ring[i], ring[(i + 1) % 3]) } } }",
        "init0(i=0) P1(left=1 right=2) P2(left=2 right=3) P3(left=3 right=1)",
    );
}

#[test]
fn a_choice_before_a_run() {
    check(
        "byte x; proctype A(byte y) { end: false } proctype B() { end: false } \
         init { run B(); if :: x = 1 :: x = 2 fi; run A(x) }",
        "init0() B1() A2()",
    );
    check(
        "byte x; proctype A() { end: false } proctype B() { end: false } \
         init { run B(); if :: x = 1; run A() :: x = 2 fi }",
        "init0() B1() +A",
    );
    check(
        "byte x; proctype A(byte y; byte z) { end: false } \
         init { byte i; atomic { do :: i < 2 -> select (x : 1 .. 3); run A(i, x); i++ :: else -> break od } }",
        "init0(i=0) A1(y=0) A2(y=1)",
    );
    // What others write decides nothing, even if it was known before.
    check(
        "byte x; active proctype W() { do :: x = 1 - x od } proctype A() { end: false } \
         init { if :: x == 0 -> run A() :: else fi }",
        "W0() init1() +A",
    );
    // Nobody else is there to write.
    check(
        "byte x; proctype A() { do :: x = 1 - x od } \
         init { if :: x == 0 -> run A() :: else fi; if :: x == 0 -> run A() :: else fi }",
        "init0() +A",
    );
    check(
        "byte x; proctype A() { do :: x = 1 - x od } \
         init { atomic { if :: x == 0 -> run A() :: else fi; if :: x == 0 -> run A() :: else fi } }",
        "init0() A1() A2()",
    );
}

#[test]
fn a_run_in_another_process() {
    let tree =
        "proctype B() { end: false } proctype A() { run B() } init { atomic { run A(); run A() } }";
    check(tree, "init0() A1() A2() +B");
    let race = "proctype B() { end: false } proctype A() { run B() } init { run A(); run A() }";
    check(race, "init0() +B +A");
    let two = "proctype B() { end: false } active [2] proctype A() { run B() }";
    check(two, "A0() A1() +B");
    let itself = "active proctype A() { if :: run A() :: skip fi; end: false }";
    check(itself, "+A");
}

#[test]
fn a_run_after_a_receive() {
    let wait = "chan c = [0] of { byte }; active proctype S() { c!5; end: false } \
        proctype A(byte x; byte y) { end: false } init { byte x; c?x; run A(x, 1) }";
    check(wait, "S0() init1(x=0) A2(y=1)");
    let either = "chan c = [1] of { byte }; active proctype S() { c!5; end: false } \
        proctype A() { end: false } init { if :: c?5 -> run A() :: c?6 fi }";
    check(either, "S0() init1() +A");
    let otherwise = "chan c = [1] of { byte }; active proctype S() { c!5; end: false } \
        proctype A() { end: false } init { if :: c?5 :: else fi; run A() }";
    check(otherwise, "S0() init1() A2()");
}

#[test]
fn a_process_that_ends_between_runs() {
    let ends = "proctype T() { skip } proctype A() { end: false } init { run T(); run A() }";
    check(ends, "init0() T1() A2?()");
    let stays = "proctype T() { skip } proctype A() { end: false } init { run A(); run T(); skip; run A() }";
    check(stays, "init0() A1() T2() A3?()");
    let at_once =
        "proctype T() { skip } proctype A() { end: false } init { atomic { run T(); run A() } }";
    check(at_once, "init0() T1() A2()");
    // Whoever is not the youngest can't leave.
    let below =
        "active proctype T() { skip } proctype A() { end: false } init { run A(); run A() }";
    check(below, "T0() init1() A2() A3()");
    let counted = "proctype T() { skip } proctype A() { end: false } \
        init { run T(); (_nr_pr == 1); run A() }";
    check(counted, "init0() T1() A2?()");
}

#[test]
fn priorities_and_escapes() {
    check(
        "proctype A() { end: false } active proctype Q() priority 5 { end: false } \
         init { atomic { run A() priority 3; run A() } }",
        "Q0(_priority=5) init1(_priority=1) A2(_priority=3) A3(_priority=1)",
    );
    check(
        "byte x; active proctype W() { x = 1; end: false } proctype A() { end: false } \
         init { { run A(); run A() } unless { x == 1 } }",
        "W0() init1() +A",
    );
}

#[test]
fn a_loop_without_end() {
    check(
        "proctype A() { end: false } init { byte i; do :: i < 2 -> run A(); i++ :: i < 2 -> i++ :: else od }",
        "init0(i=0) +A",
    );
    check(
        "proctype A() { end: false } init { bit i; run A(); do :: atomic { i = 1; i = 0 } od }",
        "init0(i=0) A1()",
    );
}

#[test]
fn models_have_the_processes_that_were_foreseen() {
    let models = models("promela").expect("there are models");
    let mut small = weyl_filetest::models("promela-small").expect("there are small models");
    small.extend(models);
    let (found, creating) = (AtomicUsize::new(0), AtomicUsize::new(0));
    parallel::for_each(&small, |(path, _)| {
        let text = std::fs::read_to_string(path)?;
        let name = path.display().to_string();
        let program = program(PROMELA, &name, &text, Capacity::MOST)?;
        let processes = oracle::check(&program, STATES).context(name)?;
        found.fetch_add(processes.processes.len(), Relaxed);
        creating.fetch_add(processes.creators.len(), Relaxed);
        Ok(())
    });
    let (found, creating) = (found.into_inner(), creating.into_inner());
    assert!(found > 200 && creating > 20, "{found} {creating}");
}

#[test]
fn random_programs_have_the_processes_that_were_foreseen() {
    let seeds = random_seeds(PROGRAMS);
    let created = AtomicUsize::new(0);
    parallel::for_each(&seeds, |seed| {
        let text = promela(*seed, &PromelaOptions::default()).text;
        let program = program(PROMELA, "random", &text, Capacity::default())?;
        let found = oracle::check(&program, RANDOM_STATES);
        let found = found.with_context(|| format!("seed {seed}\n{text}"))?;
        created.fetch_add(found.creators.len(), Relaxed);
        Ok(())
    });
    assert!(created.into_inner() > 0);
}

/// What the models of the literature consist of.
#[test]
fn known_models() {
    let expected = [
        ("email-3.pml", "init0 Client1 Client2 Client3 Mailer4", true),
        (
            "load-balancer-2-4-2.pml",
            "init0 Client1 Client2 Client3 Client4 Server5 Server6 Balancer7 Balancer8",
            true,
        ),
        ("dynamic-tree.pml", "init0", false),
    ];
    for (name, expected, all) in expected {
        let path = weyl_filetest::models_folder("promela").join(name);
        let text = std::fs::read_to_string(path).expect("models can be read");
        let program = program(PROMELA, name, &text, Capacity::MOST).expect("models are accepted");
        let found: StaticProcesses = static_processes(&program.model);
        let names = found.processes.iter().map(|process| {
            let sort = &program.model.sorts[program.model.sort_of(process.name)];
            format!("{}{}", sort.name, process.number)
        });
        let names: Vec<String> = names.collect();
        assert_eq!(
            (names.join(" ").as_str(), found.dynamic_kinds.is_empty()),
            (expected, all),
            "{name}"
        );
    }
}
