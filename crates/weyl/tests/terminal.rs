//! What people read fits on their terminal: weyl runs on one of 80 columns, and no line is longer.

#![cfg(target_os = "linux")]

mod collection;
mod pty;

use collection::{models, root};
use pty::{COLUMNS, started};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use unicode_width::UnicodeWidthStr;

/// What weyl shows on a terminal after somebody has typed something.
fn shown(arguments: &[&str], typed: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.args(arguments).current_dir(root());
    let (mut child, mut terminal) = started(command);
    terminal.write_all(typed.as_bytes()).expect("a terminal");
    let mut bytes = Vec::new();
    // The terminal is gone when weyl is.
    let _ = terminal.read_to_end(&mut bytes);
    child.wait().expect("weyl ends");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Without colours and other codes; what a line was before it was drawn anew does not count.
fn lines(shown: &str) -> Vec<String> {
    let mut text = String::new();
    let mut is_code = false;
    for letter in shown.chars() {
        match letter {
            '\u{1b}' => is_code = true,
            letter if is_code => is_code = !letter.is_ascii_alphabetic(),
            letter => text.push(letter),
        }
    }
    let lines = text.split('\n');
    let lines = lines.map(|line| line.trim_end_matches('\r'));
    lines
        .map(|line| line.rsplit('\r').next().unwrap_or_default().to_string())
        .collect()
}

fn assert_fits(arguments: &[&str], typed: &str) {
    let shown = shown(arguments, typed);
    assert!(!shown.is_empty(), "{arguments:?}");
    for line in lines(&shown) {
        assert!(
            line.width() <= usize::from(COLUMNS),
            "{arguments:?}: {} columns: {line}",
            line.width()
        );
    }
}

/// As short as possible: nothing is known of a path but that it is a path.
fn assert_all_fit(arguments: &[&str], every: usize) {
    for model in models().iter().step_by(every) {
        assert_fits(&[&arguments[..1], &[model], &arguments[1..]].concat(), "");
    }
}

#[test]
fn checks() {
    let few = ["check", "--max-states", "2000", "--max-time", "5s"];
    assert_all_fit(&few, 2);
}

#[test]
fn checks_with_everything_that_can_be_shown() {
    let all = [
        "check",
        "--max-states",
        "500",
        "--max-time",
        "5s",
        "--keep-going",
        "--profile",
        "--verbose",
    ];
    assert_all_fit(&all, 7);
    for model in [
        "leader-ring-4",
        "email-3",
        "load-balancer-2-4-2",
        "trace-holds",
    ] {
        let model = format!("models/promela/{model}.pml");
        let chart = ["check", &model, "--msc", "--max-states", "500"];
        assert_fits(&chart, "");
    }
}

/// Other people's folders have long names.
#[test]
fn long_paths() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a-folder-with-a-long-name".repeat(4));
    fs::create_dir_all(&folder).expect("a folder");
    let model = folder.join("a-model-with-a-long-name.pml");
    let text =
        "// weyl: verdict=violated\nbyte x;\nactive [2] proctype P() { x++; assert(x < 2) }\n";
    fs::write(&model, text).expect("a model");
    let model = model.display().to_string();
    for arguments in [
        &["check", &model, "--property", "invalid end state"][..],
        &["check", &model, "--list"],
        &["check", &model, "--max-states", "1"],
        &["check", &model, &model, "--property", "invalid end state"],
        &["symmetry", &model],
        &["test", &model],
    ] {
        assert_fits(arguments, "");
    }
}

#[test]
fn symmetries() {
    assert_all_fit(&["symmetry"], 11);
}

#[test]
fn walks() {
    assert_all_fit(&["simulate", "--seed", "1", "--steps", "12"], 5);
    let by_hand = ["simulate", "models/promela/email-3.pml", "--interactive"];
    assert_fits(&by_hand, "1\n1\ns\n2\nu\nq\n");
}

#[test]
fn help() {
    let commands = [
        "check",
        "symmetry",
        "simulate",
        "lower",
        "formula",
        "completions",
        "explain",
        "test",
        "compare",
        "schema",
        "man",
    ];
    for command in commands {
        assert_fits(&["help", command], "");
        assert_fits(&[command, "-h"], "");
    }
    assert_fits(&["--help"], "");
}

#[test]
fn troubles() {
    let folder = "crates/weyl/tests/models";
    for model in ["wrong.m", "no-such-file.m", "race.m"] {
        assert_fits(&["check", &format!("{folder}/{model}"), "--verbose"], "");
    }
    let model = format!("{folder}/race.m");
    for wrong in [
        &["--dot", "states.dot"][..],
        &["--graph", "states.png"],
        &[
            "--property",
            "a property with a name that nobody would give to a property at all",
        ],
        &[
            "--ltl",
            "G (no such thing as this formula in any of the languages that there are)",
        ],
        &["--symmetry", "off", "--self-check"],
        &["--no-such-option"],
    ] {
        assert_fits(&[&["check", &model], wrong].concat(), "");
    }
    for code in ["W0002", "W0201", "W0742", "W0901"] {
        assert_fits(&["explain", code], "");
    }
    assert_fits(&["explain"], "");
    assert_fits(&["check", folder, "--max-states", "200"], "");
    assert_fits(&["check", "--list", &model], "");
    assert_fits(&["formula", "[] (request -> <> grant)"], "");
}

/// Somebody who waits for tests sees which, and how many; in the end the table alone.
#[test]
fn tests_that_take_long() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal-tests");
    fs::create_dir_all(&folder).expect("a folder");
    let large = "-- weyl: verdict=holds options=\"--symmetry off\"\ntype T: 0..9; var x: array[T] of T;\n\
        startstate for i: T do x[i] := 0; end; end;\n\
        ruleset i: T; v: T do rule \"set\" x[i] != v ==> x[i] := v; end; end;\n";
    for name in ["large.m", "larger.m"] {
        fs::write(folder.join(name), large).expect("a model");
    }
    let folder = folder.display().to_string();
    let arguments = ["test", &folder, "--max-time", "2s", "--jobs", "1"];
    let shown = shown(&arguments, "");
    for part in ["0 of 2 tests, ", "1 of 2 tests, 1 not as expected, "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let left = lines(&shown).join("\n");
    assert!(!left.contains("of 2 tests"), "{left}");
    assert_fits(&arguments, "");
}
