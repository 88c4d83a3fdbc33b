//! What symmetry gained, and where it gained nothing.

use crate::schemas::valid;
use crate::{file, models, weyl};
use serde_json::Value;
use weyl_report::Printed;

#[test]
fn a_check_says_what_symmetry_gained() {
    let check = |model: &str| {
        let output = weyl(&["check", model]);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let reduced = check(&models("murphi/peterson-3.m"));
    assert!(
        reduced.contains("172 states (6 to 1 at most), "),
        "{reduced}"
    );
    let whole = check(&file(
        "alone-checked.pml",
        "byte x; active proctype P() { x = 1 }\n",
    ));
    assert!(
        !whole.contains("to 1 at most") && !whole.contains("symmetry"),
        "{whole}"
    );
}

/// Where it might hold other numbers that it never holds.
const NOTHING_MERGED: &str = "
byte who, n;
active [2] proctype P() {
    do
    :: who == _pid && n < 4 -> n = n + 2
    :: n == 5 -> who = _pid
    od
}
";

#[test]
fn a_group_that_merges_nothing_is_not_told() {
    let model = file("nothing-merged.pml", NOTHING_MERGED);
    let output = weyl(&["check", &model]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("symmetry"), "{text}");
    assert!(!text.contains("to 1 at most"), "{text}");
    let merged = |model: &str, more: &[&str]| {
        let output = weyl(&[&["check", model, "--json"], more].concat());
        let answer = valid(Printed::Check, &String::from_utf8_lossy(&output.stdout));
        answer["symmetry"]["merged"].clone()
    };
    assert_eq!(merged(&model, &[]), false);
    assert_eq!(merged(&model, &["--executor", "interpreter"]), false);
    let other = NOTHING_MERGED.replace("n == 5", "n == 4");
    let other = file("something-merged.pml", &other);
    assert_eq!(merged(&other, &[]), true);
    // Nobody knows what is beyond.
    assert_eq!(merged(&model, &["--max-states", "2"]), Value::Null);
}

#[test]
fn a_search_that_ended_early_promises_no_gain() {
    let model = file(
        "early.pml",
        "byte n;\nactive [4] proctype P() { n = 1; assert(n == 0) }\n",
    );
    let output = weyl(&["check", &model]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("violated"), "{text}");
    assert!(!text.contains("to 1 at most"), "{text}");
}

#[test]
fn a_group_that_merges_nothing_is_not_told_where_steps_are_left_out() {
    let text = format!(
        "{NOTHING_MERGED}active proctype Q() {{ byte l; do :: l < 3 -> l++ :: else -> break od }}\n"
    );
    let model = file("nothing-merged-beside.pml", &text);
    let output = weyl(&["check", &model, "--json"]);
    let answer = valid(Printed::Check, &String::from_utf8_lossy(&output.stdout));
    assert_eq!(answer["symmetry"]["merged"], false, "{answer:#}");
}
