//! `weyl formula`, as a user sees it.

use std::process::{Command, Output};

fn formula(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.arg("formula").args(arguments);
    command.env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn said(arguments: &[&str]) -> String {
    let output = formula(arguments);
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
        let output = formula(&[text]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains("W0012"), "{complaint}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn formulas_of_branching_time_have_a_class() {
    let class = |arguments: &[&str]| {
        let text = said(arguments);
        let first = text.lines().next().unwrap_or_default();
        first.trim_start_matches("logic").trim().to_string()
    };
    assert_eq!(class(&[RESPONSE]), "LTL");
    assert_eq!(class(&["AG (request -> EF grant)"]), "CTL");
    assert_eq!(class(&["E(G F request)"]), "CTL*");
    assert_eq!(class(&["A(G F request)"]), "LTL");
    let nested = class(&["--mu", "nu X. mu Y. (p && <> X) || <> Y"]);
    assert_eq!(nested, "mu-calculus, alternation depth 2");
    let text = said(&["!AG (request -> EF {x > 1})"]);
    assert!(text.contains("EF (request && AG !(x > 1))"), "{text}");
    assert!(text.contains("atoms         request, x > 1"), "{text}");
}

#[test]
fn what_means_nothing_is_refused_with_its_code() {
    let cases: [(&[&str], &str); 5] = [
        (&["AG (p ->)"], "W0951"),
        (&["--mu", "mu X. !X"], "W0952"),
        (&["--mu", "nu X. AF X"], "W0953"),
        (&["AG p && F q"], "W0954"),
        (&["AG forall i: T do p end"], "W0951"),
    ];
    for (arguments, code) in cases {
        let output = formula(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains(code), "{arguments:?}: {complaint}");
    }
}
