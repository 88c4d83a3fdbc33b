//! Temporal properties on the command line: what is used, what is refused, and what a user reads.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weyl_report::Printed;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/temporal")
}

fn weyl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(models()).args(arguments);
    command.env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let output = weyl(&[arguments, &["--json"]].concat());
    valid(Printed::Check, &text(&output.stdout))
}

fn assert_refused(arguments: &[&str], code: &str, part: &str) {
    let output = weyl(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(
        said.contains(code) && said.contains(part),
        "{arguments:?}: {said}"
    );
    assert!(output.stdout.is_empty(), "{arguments:?}: a partial result");
}

const STARVES: &str = "forall i: Proc do G (pc[i] = trying -> F pc[i] = critical)";

/// Law 7: the two halves of a disjunction are not exchanged, though each of them looks like the
/// other.
#[test]
fn atoms_keep_their_places() {
    let answer = json(&["check", "one-of-two.pml"]);
    let explorations = answer["explorations"].as_array().expect("a list");
    let order = |name: &str| {
        let is_meant = |one: &&Value| {
            let mut properties = one["properties"].as_array().expect("a list").iter();
            properties.any(|property| property == name)
        };
        let found = explorations.iter().find(is_meant);
        found.map(|one| one["symmetry"]["order"].clone())
    };
    assert_eq!(order("one_stays"), Some("1".into()));
    assert_eq!(order("at_most_two"), Some("2".into()));
    assert_eq!(order("run-time error"), Some("2".into()));
    assert_eq!(explorations.len(), 2, "what has one group is explored once");
    let said = text(&weyl(&["symmetry", "one-of-two.pml"]).stdout);
    assert!(said.contains("with `one_stays`: 1, order 1"), "{said}");
    assert!(!said.contains("with `at_most_two`"), "{said}");
    let formula = ["symmetry", "one-of-two.pml", "--ltl", "<> up[1]"];
    let said = text(&weyl(&formula).stdout);
    assert!(said.contains("with `<> up[1]`: 1, order 1"), "{said}");
}

#[test]
fn a_violated_formula_has_a_run_with_a_cycle() {
    let answer = json(&["check", "test-and-set.m", "--ltl", STARVES]);
    let row = &answer["properties"][0];
    assert_eq!(answer["verdict"], "violated");
    assert_eq!(answer["properties"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&row["kind"], &row["name"]),
        (&"temporal".into(), &STARVES.into())
    );
    assert_eq!(row["parameters"]["i"], "Proc_1");
    let steps = row["trace"]["steps"].as_array().expect("steps");
    let start = row["trace"]["cycle_start"].as_u64().expect("a cycle") as usize;
    assert!(0 < start && start < steps.len(), "{start}");
    // What the cycle changes it changes back.
    let output = weyl(&["check", "test-and-set.m", "--ltl", STARVES]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("these steps repeat for ever"), "{said}");
}

#[test]
fn a_run_that_can_not_go_on_repeats_its_last_state() {
    let answer = json(&["check", "finite-runs.pml", "--keep-going"]);
    let rows = answer["properties"].as_array().expect("rows");
    let is_meant = |row: &&Value| row["kind"] == "temporal" && row["verdict"] == "violated";
    let row = rows.iter().find(is_meant).expect("a violated formula");
    let steps = row["trace"]["steps"].as_array().expect("steps").len();
    assert_eq!(row["trace"]["cycle_start"], steps);
}

#[test]
fn instances_are_fixed_or_followed() {
    let explored = |how: &str| {
        let arguments = [
            "check",
            "ticket-lock.m",
            "--ltl",
            "forall i: Proc do G (pc[i] = waiting -> F pc[i] = critical)",
        ];
        let answer = json(&[&arguments[..], &["--indices", how]].concat());
        assert_eq!(answer["verdict"], "holds");
        answer["explorations"][0].clone()
    };
    let (fixed, followed) = (explored("fixed"), explored("followed"));
    assert_eq!(fixed["products"][0]["indices"], "fixed");
    assert_eq!(followed["products"][0]["indices"], "followed");
    let product = |one: &Value| one["products"][0]["states"].as_u64();
    assert!(product(&fixed) > Some(0), "{fixed}");
    assert!(product(&fixed) <= product(&followed), "{fixed} {followed}");
    let states = |one: &Value| one["states"].as_u64();
    assert!(states(&followed) < states(&fixed), "{fixed} {followed}");
    let formula = "forall i: Proc do G (pc[i] = trying -> F pc[i] = critical)";
    let said = text(&weyl(&["check", "test-and-set.m", "--ltl", formula]).stdout);
    let words: Vec<&str> = said.split_whitespace().collect();
    let why = "for [i = Proc_1], which stands for 3 instances";
    assert!(words.join(" ").contains(why), "{said}");
}

/// Where the symmetries do not keep the initial states, one instance does not stand for the others
/// (Theorem 4.2).
#[test]
fn a_token_that_starts_somewhere_tells_instances_apart() {
    for indices in ["fixed", "followed"] {
        let answer = json(&[
            "check",
            "starts-somewhere.m",
            "--ltl",
            "forall i: Proc do F tok = i",
            "--indices",
            indices,
        ]);
        assert_eq!(answer["verdict"], "violated", "{indices}: {answer}");
    }
}

/// Fairness to one rule is enough here, fairness to another is not.
#[test]
fn fairness_is_to_the_rules_that_are_named() {
    let verdict = |rule: &str| {
        let arguments = ["check", "skip-or-spoil.m", "--ltl", "F bad", "--fair", rule];
        json(&arguments)["verdict"].clone()
    };
    assert_eq!(verdict("spoil"), "holds");
    assert_eq!(verdict("skip"), "violated");
}

#[test]
fn contradictions_are_refused() {
    let lock = "test-and-set.m";
    assert_refused(
        &["check", lock, "--fairness", "weak"],
        "W0014",
        "no property is about runs",
    );
    assert_refused(
        &["check", lock, "--ltl", STARVES, "--fair", "nothing"],
        "W0013",
        "there is no rule `nothing`",
    );
    assert_refused(
        &[
            "check",
            "ring.m",
            "--ltl",
            "F true",
            "--fair",
            "x",
            "--fairness",
            "none",
        ],
        "W0001",
        "contradicts",
    );
    assert_refused(
        &["check", "stuck.pml", "--fair", "x"],
        "W0001",
        "it names rules",
    );
    assert_refused(
        &[
            "check",
            lock,
            "--ltl",
            STARVES,
            "--symmetry",
            "off",
            "--indices",
            "fixed",
        ],
        "W0001",
        "without symmetry",
    );
    assert_refused(&["check", lock, "--ltl", "G (pc"], "W0", "--ltl:1:");
    assert_refused(
        &["check", "next.pml", "--termination", "stay"],
        "W0011",
        "counts steps",
    );
    assert_refused(
        &["check", lock, "--ltl", STARVES, "--store", "compact"],
        "W0010",
        "not about safety",
    );
}

#[test]
fn a_formula_that_is_too_large_is_refused() {
    let name = |number: u8| char::from(b'a' + number);
    let parts = (0..7).map(|n| format!("<> ({} U X {})", name(n), name(n + 1)));
    let formula = format!("[] ({})", parts.collect::<Vec<_>>().join(" && "));
    assert_refused(&["formula", &formula], "W0015", "too large");
}

#[test]
fn limits_leave_a_formula_open() {
    let formula = "forall i: Proc do G (pc[i] = waiting -> F pc[i] = critical)";
    for limit in [["--max-states", "5"], ["--max-depth", "1"]] {
        let output = weyl(&[&["check", "ticket-lock.m", "--ltl", formula], &limit[..]].concat());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{limit:?}: {said}");
        assert!(said.contains("inconclusive"), "{said}");
    }
}

/// SPIN walks through a lasso, and says where the cycle begins.
#[test]
fn a_trail_has_a_cycle() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("accept-labels.trail");
    let path = path.display().to_string();
    let output = weyl(&["check", "accept-labels.pml", "--trail", &path]);
    assert_eq!(output.status.code(), Some(1));
    let trail = std::fs::read_to_string(&path).expect("a trail");
    assert!(trail.lines().any(|line| line == "-1:-1:-1"), "{trail}");
    let Ok(spin) = Command::new("spin")
        .current_dir(models())
        .args(["-t", "-p", "-k", &path, "accept-labels.pml"])
        .output()
    else {
        eprintln!("skipped: spin is not installed");
        return;
    };
    let said = text(&spin.stdout);
    assert!(said.contains("START OF CYCLE"), "{said}");
    assert!(said.contains("trail ends after"), "{said}");
}
