//! The text form of random models: what is printed is read as the same model, and printed as the
//! same text.

use anyhow::Context;
use std::path::Path;
use weyl_check::{MURPHI, PROMELA};
use weyl_filetest::lowered::{answers_the_same, reads_back};
use weyl_filetest::{Options, parallel, random_seeds};
use weyl_ir::{Capacity, FrontEnd};
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, formula, murphi, never_claim, promela, promela_topology,
};

/// Random programs of each kind in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;

fn read_back(language: &'static dyn FrontEnd, text: impl Fn(u64) -> String + Sync) {
    let options = Options::from_header(language, &[]).expect("an empty header");
    let name = format!("model.{}", language.language().endings[0]);
    parallel::for_each(&random_seeds(PROGRAMS), |seed| {
        let text = text(*seed);
        let outcome = reads_back(Path::new(&name), &text, &options);
        outcome.with_context(|| format!("seed {seed}:\n{text}"))
    });
}

#[test]
fn murphi_programs_are_read_back() {
    read_back(MURPHI, |seed| murphi(seed, &MurphiOptions::default()).text);
}

#[test]
fn promela_programs_are_read_back_with_their_claims() {
    read_back(PROMELA, |seed| {
        let program = promela(seed, &PromelaOptions::default());
        let (text, atoms) = (&program.text, program.atoms());
        let claim = match seed % 2 {
            _ if text.contains("trace {") => String::new(),
            0 => never_claim(seed, atoms),
            _ => format!("ltl f {{ {} }}\n", formula(seed, atoms, true)),
        };
        format!("{text}{claim}")
    });
}

#[test]
fn topologies_are_read_back() {
    read_back(PROMELA, |seed| promela_topology(seed).text);
}

/// It creates processes in a loop when more states have gone by than are looked at beforehand.
const LATE: &str = "int n;\nproctype P() { skip }\n\
    init { do :: n < 3000 -> n++ :: n > 2999 && n < 3002 -> n++; run P() :: n > 2999 -> break od }\n";

#[test]
fn a_text_has_the_room_that_it_was_lowered_with() {
    let options = Options::from_header(PROMELA, &[]).expect("an empty header");
    let path = Path::new("late.pml");
    let tight = answers_the_same(path, LATE, &options, None).expect_err("there is no room");
    assert!(
        tight.to_string().contains("there are too many processes"),
        "{tight:#}"
    );
    let capacity = Capacity {
        processes: 3,
        channels: 1,
    };
    answers_the_same(path, LATE, &options, Some(capacity)).expect("there is room");
}

#[test]
fn what_front_ends_nest_deeply_is_read_back() {
    let sum = "x + ".repeat(240);
    let texts = [
        (
            PROMELA,
            format!("int x; active proctype P() {{ x = {sum} x }}"),
        ),
        (
            MURPHI,
            format!("var x: 0..9; startstate begin x := 0; end; rule begin x := {sum} x; end;"),
        ),
        (
            MURPHI,
            format!(
                "var x: 0..9; startstate begin x := 0; end; rule begin switch x {} end; end;",
                "case 1: x := 2; ".repeat(400)
            ),
        ),
        (
            MURPHI,
            format!(
                "var x: boolean; startstate begin x := true; end; rule begin x := {} x; end;",
                "x & ".repeat(240)
            ),
        ),
    ];
    for (language, text) in texts {
        let options = Options::from_header(language, &[]).expect("an empty header");
        let outcome = reads_back(Path::new("deep"), &text, &options);
        outcome.unwrap_or_else(|why| panic!("{why:#}"));
    }
}
