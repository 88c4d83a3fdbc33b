//! `weyl automaton`, as a user sees it.

use std::process::{Command, Output};

fn automaton(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.arg("automaton").args(arguments);
    command.env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn said(arguments: &[&str]) -> String {
    let output = automaton(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

const RESPONSE: &str = "[] (request -> <> grant)";

#[test]
fn a_formula_has_an_automaton() {
    let text = said(&[RESPONSE]);
    assert!(text.contains("2 states, 5 transitions"), "{text}");
    let hoa = said(&[RESPONSE, "--hoa"]);
    assert!(hoa.starts_with("HOA: v1\n") && hoa.ends_with("--END--\n"));
    assert!(hoa.contains("AP: 2 \"request\" \"grant\"") && hoa.contains("[!0] 0 {0}"));
    let dot = said(&[RESPONSE, "--dot"]);
    assert!(dot.starts_with("digraph") && dot.contains("!request [0]"));
}

#[test]
fn never_claims_name_their_states_as_spin_does() {
    let claim = said(&["!([] <> {x > 1} -> [] <> q)", "--never"]);
    for part in [
        "T0_init:",
        "accept_S2:",
        "goto T0_S1",
        "!(q)",
        "((x > 1) && !(q))",
    ] {
        assert!(claim.contains(part), "{part}: {claim}");
    }
    assert!(said(&["false", "--never"]).contains("false;"));
}

#[test]
fn what_is_no_formula_is_refused() {
    for text in ["[] (p -> <> )", "", "p q", "(p"] {
        let output = automaton(&[text]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains("W0012"), "{complaint}");
        assert!(output.stdout.is_empty());
    }
}
