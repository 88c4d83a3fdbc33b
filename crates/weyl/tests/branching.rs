//! Formulas of branching time, as a user sees them.

use serde_json::Value;
use std::process::{Command, Output};

const LOCK: &str = "../../models/murphi/branching-lock-4.m";
const IN_GET_IN: &str = "AG forall i: Proc do try[i] -> EF crit[i] end";

fn check(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.arg("check").args(arguments);
    command.env_remove("CLICOLOR_FORCE");
    command.output().expect("weyl starts")
}

fn answer(arguments: &[&str]) -> (i32, Value) {
    let output = check(&[arguments, &["--json"]].concat());
    let code = output.status.code().expect("it ends by itself");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (code, serde_json::from_str(&text).expect("JSON"))
}

fn states(answer: &Value) -> u64 {
    answer["explorations"][0]["states"]
        .as_u64()
        .expect("a number")
}

#[test]
fn quantifiers_that_are_kept_leave_the_symmetry() {
    let ways = ["auto", "always", "never"];
    let ways = ways.map(|way| answer(&[LOCK, "--ctl", IN_GET_IN, "--decompose", way]));
    let (off_code, off) = answer(&[LOCK, "--ctl", IN_GET_IN, "--symmetry", "off"]);
    assert!(ways.iter().all(|(code, _)| *code == 0) && off_code == 0);
    let [auto, always, never] = ways.map(|(_, answer)| states(&answer));
    assert_eq!((auto, never), (always, states(&off)));
    assert!(auto * 4 < never, "{auto} of {never}");
}

#[test]
fn evidence_is_a_tree_of_runs() {
    let formula = "AG forall i: Proc do try[i] -> AF crit[i] end";
    for way in ["auto", "never"] {
        let (code, answer) = answer(&[LOCK, "--ctl", formula, "--decompose", way]);
        assert_eq!(code, 1);
        let evidence = answer["properties"][0]["evidence"]
            .as_array()
            .expect("a list");
        let runs = evidence.iter().filter(|part| part["reason"] == "run");
        let runs: Vec<&Value> = runs.collect();
        assert!(runs.len() >= 2, "{evidence:?}");
        let last = runs[runs.len() - 1];
        assert!(
            last["formula"]
                .as_str()
                .is_some_and(|of| of.starts_with("EG !crit["))
        );
        assert!(last["trace"]["cycle_start"].is_u64(), "{last}");
        // What is shown on the way begins where the way is.
        assert_eq!(last["from"], 1);
    }
}

#[test]
fn an_existential_formula_that_holds_has_a_witness() {
    let output = check(&[LOCK, "--ctl", "E(F crit[Proc_1] && G !crit[Proc_2])"]);
    // Names of a scalarset are nobody's: the formula can't mention them.
    assert_eq!(output.status.code(), Some(2));
    let formula = "EF exists i: Proc do crit[i] end";
    let (code, answer) = answer(&[LOCK, "--ctl", formula]);
    assert_eq!(code, 0);
    let first = &answer["properties"][0]["evidence"][0];
    assert_eq!(
        (&first["reason"], &first["from"]),
        (&"run".into(), &0.into())
    );
}

#[test]
fn fairness_is_refused_where_no_run_is_spoken_of() {
    let formula = "nu X. (exists i: Proc do !crit[i] end) && [] X";
    let plain = check(&[LOCK, "--mu", formula]);
    assert_eq!(plain.status.code(), Some(0));
    let fair = check(&[LOCK, "--mu", formula, "--fairness", "weak"]);
    assert_eq!(fair.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&fair.stderr).contains("W0014"));
}

#[test]
fn what_is_not_there_yet_is_refused() {
    let some = check(&[LOCK, "--mu", "<enter> true"]);
    assert_eq!(some.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&some.stderr).contains("W0956"));
}

#[test]
fn limits_leave_it_open() {
    let output = check(&[
        LOCK,
        "--ctl",
        "AG EF (exists i: Proc do try[i] end)",
        "--max-states",
        "3",
    ]);
    assert_eq!(output.status.code(), Some(3));
}
