//! The text that people read, word for word. `WEYL_BLESS=1` writes it anew.

use std::path::Path;
use std::process::Command;

/// What `weyl` prints on lines of 80 columns, without the line that tells time and memory.
fn output(arguments: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let output = Command::new(env!("CARGO_BIN_EXE_weyl"))
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .args(arguments)
        .output()
        .expect("weyl starts");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).expect("UTF-8");
    let tells_effort = |line: &&str| line.ends_with(" threads") || line.ends_with(" thread");
    let lines = printed.lines().filter(|line| !tells_effort(line));
    lines.map(|line| format!("{line}\n")).collect()
}

fn assert_golden(name: &str, arguments: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = path.join(name).with_extension("txt");
    let found = output(arguments);
    if std::env::var_os("WEYL_BLESS").is_some() {
        std::fs::write(&path, &found).expect("a golden file");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{name} differs (WEYL_BLESS=1 accepts it):\n{found}"
    );
}

#[test]
fn a_model_that_holds() {
    assert_golden("holds", &["check", "holds.m"]);
}

#[test]
fn a_race() {
    assert_golden("race", &["check", "race.m"]);
}

#[test]
fn every_trouble() {
    assert_golden("troubles", &["check", "troubles.m", "--keep-going"]);
}

#[test]
fn a_multiset() {
    assert_golden("bag", &["check", "bag.m"]);
}

#[test]
fn processes_that_meet() {
    assert_golden("handshake", &["check", "handshake.pml", "--msc"]);
}

#[test]
fn a_random_walk_of_processes() {
    assert_golden(
        "simulate-handshake",
        &["simulate", "handshake.pml", "--seed", "1"],
    );
}

/// What is printed is what `spin` prints when it simulates the model.
#[test]
fn mtypes_by_their_names_and_the_formats_of_printf() {
    assert_golden("colours", &["check", "colours.pml", "--msc"]);
    let arguments = ["simulate", "colours.pml", "--seed", "1"];
    assert_golden("simulate-colours", &arguments);
}

#[test]
fn statements_of_inlines_and_output() {
    assert_golden("inlines", &["check", "inlines.pml"]);
    let arguments = ["check", "inlines.pml", "--deadlock", "off", "--keep-going"];
    assert_golden("inlines-unreached", &arguments);
}

#[test]
fn a_temporal_property() {
    assert_golden("macros", &["check", "macros.pml"]);
}

#[test]
fn a_limit() {
    assert_golden("limit", &["check", "counter.m", "--max-states", "100"]);
}

#[test]
fn errors_in_a_model() {
    assert_golden("wrong", &["check", "wrong.m"]);
}

#[test]
fn a_random_walk() {
    assert_golden(
        "simulate",
        &["simulate", "race.m", "--seed", "3", "--steps", "4"],
    );
}
