//! `weyl compare`: two answers side by side.

mod schemas;

use schemas::valid;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use weyl_report::Printed;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("compare")
        .join(name);
    // It may not be there.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn weyl(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(folder).args(arguments);
    let output = command.output().expect("weyl starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    (code, text(output.stdout), text(output.stderr))
}

/// Keeps the answer to some question.
fn keep(folder: &Path, name: &str, arguments: &[&str]) {
    let (_, stdout, _) = weyl(folder, arguments);
    fs::write(folder.join(name), stdout).expect("a file");
}

const MODEL: &str = "\
// weyl: verdict=holds
#ifndef MOST
#define MOST 9
#endif
byte x;
active [3] proctype P() { x++; assert(x < MOST) }
";

#[test]
fn a_verdict_that_changed_is_an_exit_code() {
    let folder = folder("verdicts");
    fs::write(folder.join("m.pml"), MODEL).expect("a file");
    keep(&folder, "good.json", &["check", "m.pml", "--json"]);
    keep(
        &folder,
        "whole.json",
        &["check", "m.pml", "--json", "--symmetry", "off"],
    );
    keep(
        &folder,
        "bad.json",
        &["check", "m.pml", "--json", "-D", "MOST=3"],
    );
    keep(&folder, "none.json", &["check", "missing.pml", "--json"]);
    let (code, stdout, stderr) = weyl(&folder, &["compare", "good.json", "good.json"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(
        !stdout.contains("changed") && !stdout.contains('×'),
        "{stdout}"
    );
    let (code, stdout, _) = weyl(&folder, &["compare", "good.json", "whole.json"]);
    assert_eq!(code, 0, "{stdout}");
    let line = |what: &str| {
        let found = stdout
            .lines()
            .find(|line| line.trim_start().starts_with(what));
        let found = found.unwrap_or_else(|| panic!("no {what}: {stdout}"));
        found.split_whitespace().collect::<Vec<&str>>()
    };
    assert_eq!(line("verdict"), ["verdict", "holds", "holds"]);
    assert_eq!(line("order"), ["order", "6", "-", "changed"]);
    assert_eq!(line("states")[3], "×");
    assert!(
        stdout.lines().all(|line| line.chars().count() <= 80),
        "{stdout}"
    );
    let (code, stdout, _) = weyl(&folder, &["compare", "good.json", "bad.json"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(stdout.contains("x < MOST "), "{stdout}");
    assert_eq!(weyl(&folder, &["compare", "good.json", "none.json"]).0, 1);
    assert_eq!(weyl(&folder, &["compare", "none.json", "none.json"]).0, 0);
    let (code, stdout, _) = weyl(&folder, &["compare", "bad.json", "good.json", "--json"]);
    valid(Printed::Compare, &stdout);
    let answer: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, &answer["change"]), (1, &Value::from("verdict")));
    assert_eq!(
        answer["parts"][0]["rows"][0]["values"],
        serde_json::json!(["violated", "holds"])
    );
}

#[test]
fn tests_are_compared_by_their_names() {
    let folder = folder("tests");
    for name in ["a.pml", "b.pml", "c.pml"] {
        fs::write(folder.join(name), MODEL).expect("a file");
    }
    keep(&folder, "old.json", &["test", "--json"]);
    fs::remove_file(folder.join("c.pml")).expect("a file");
    keep(&folder, "fewer.json", &["test", "--json"]);
    fs::write(folder.join("b.pml"), MODEL.replace("MOST 9", "MOST 2")).expect("a file");
    keep(&folder, "new.json", &["test", "--json"]);
    valid(
        Printed::Test,
        &fs::read_to_string(folder.join("new.json")).expect("a file"),
    );
    let (code, stdout, _) = weyl(&folder, &["compare", "old.json", "fewer.json"]);
    assert_eq!(code, 0, "{stdout}");
    assert!(
        stdout.contains("c.pml") && stdout.contains("2 of 3 are the same"),
        "{stdout}"
    );
    let (code, stdout, _) = weyl(&folder, &["compare", "old.json", "new.json"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(
        stdout.contains("b.pml") && !stdout.contains("a.pml"),
        "{stdout}"
    );
}

#[test]
fn what_is_no_answer_is_refused_where_it_is_wrong() {
    let folder = folder("wrong");
    fs::write(folder.join("m.pml"), MODEL).expect("a file");
    keep(&folder, "good.json", &["check", "m.pml", "--json"]);
    keep(&folder, "tests.json", &["test", "m.pml", "--json"]);
    let good = fs::read_to_string(folder.join("good.json")).expect("a file");
    let cases = [
        ("", "W0032", "can't be compared"),
        ("{\n  \"verdict\": maybe\n}", "W0032", "wrong.json:2:"),
        ("[1]", "W0032", "can't be compared"),
        ("{}", "W0032", "missing field"),
        (
            &good.replace("\"schema\": \"1.", "\"schema\": \"7."),
            "W0032",
            "version 7.",
        ),
        (
            &good.replacen("\"states\": ", "\"states\": -", 1),
            "W0032",
            "invalid value",
        ),
    ];
    for (text, code, part) in cases {
        fs::write(folder.join("wrong.json"), text).expect("a file");
        for arguments in [
            ["compare", "wrong.json", "good.json"],
            ["compare", "good.json", "wrong.json"],
        ] {
            let (exit, stdout, stderr) = weyl(&folder, &arguments);
            assert_eq!((exit, stdout.as_str()), (2, ""), "{text}");
            assert!(
                stderr.contains(code) && stderr.contains(part),
                "{text}: {stderr}"
            );
        }
    }
    let (code, stdout, stderr) = weyl(&folder, &["compare", "good.json", "tests.json", "--json"]);
    assert!(
        code == 2 && stderr.contains("different questions"),
        "{stderr}"
    );
    valid(Printed::Compare, &stdout);
    assert_eq!(
        weyl(&folder, &["compare", "good.json", "missing.json"]).0,
        2
    );
    assert_eq!(weyl(&folder, &["compare", "good.json"]).0, 2);
    // Older answers did not say their version.
    let older: Vec<&str> = good
        .lines()
        .filter(|line| !line.contains("\"schema\""))
        .collect();
    fs::write(folder.join("older.json"), older.join("\n")).expect("a file");
    assert_eq!(weyl(&folder, &["compare", "older.json", "good.json"]).0, 0);
}
