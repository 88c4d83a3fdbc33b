//! Exit codes are a contract: 2 for bad input, 3 for a limit, whatever the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exit-codes");
    fs::create_dir_all(&folder).expect("a folder");
    let files = [
        (
            "good.pml",
            "// weyl: verdict=holds\nbyte x;\nactive [2] proctype P() { x++ }\n",
        ),
        (
            "wrong.pml",
            "// weyl: verdict=holds\nactive proctype P() { y = 1 }\n",
        ),
        (
            "limited.pml",
            "// weyl: verdict=holds options=\"--max-states 1\"\nbyte x;\nactive proctype P() { x++ }\n",
        ),
        ("wrong.json", "{"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

fn code(folder: &Path, line: &str) -> Option<i32> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(folder).args(line.split(' '));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let ended = command.stderr(Stdio::null()).status();
    ended.expect("weyl starts").code()
}

#[test]
fn bad_input_is_2() {
    let folder = folder();
    let lines = [
        "",
        "nothing",
        "check",
        "check wrong.pml",
        "check missing.pml",
        "check good.pml --junit .",
        "check good.pml --sarif no/such/folder.json",
        "check good.pml --property nothing",
        "symmetry wrong.pml",
        "symmetry missing.pml",
        "symmetry good.pml --no-such-option",
        "dependencies good.pml",
        "dependencies good.pml --property nothing",
        "dependencies missing.pml --property p",
        "lower wrong.pml",
        "lower missing.pml",
        "simulate wrong.pml",
        "simulate missing.pml",
        "simulate good.pml --trace wrong.json",
        "formula (",
        "test wrong.pml",
        "test missing.pml",
        "test good.pml --jobs many",
        "test good.pml --annotate nobody",
        "test good.pml --junit good.pml",
        "compare wrong.json wrong.json",
        "compare missing.json wrong.json",
        "schema nothing",
        "completions no-such-shell",
        "explain nothing",
        "man",
        "man good.pml/inside",
    ];
    for line in lines {
        assert_eq!(code(&folder, line), Some(2), "weyl {line}");
    }
}

#[test]
fn a_limit_is_3() {
    let folder = folder();
    let lines = [
        "check good.pml --max-states 1",
        "check good.pml --max-time 0s",
        "check good.pml --max-time 0s --junit j.xml --sarif s.json",
        "test limited.pml",
        "test good.pml --max-time 0s",
    ];
    for line in lines {
        assert_eq!(code(&folder, line), Some(3), "weyl {line}");
    }
    assert!(folder.join("j.xml").exists() && folder.join("s.json").exists());
}

#[test]
fn all_well_is_0_and_a_violation_is_1() {
    let folder = folder();
    assert_eq!(code(&folder, "check good.pml"), Some(0));
    assert_eq!(code(&folder, "test good.pml"), Some(0));
    fs::write(
        folder.join("bad.pml"),
        "// weyl: verdict=holds\ninit { assert(false) }\n",
    )
    .expect("a file");
    assert_eq!(code(&folder, "check bad.pml"), Some(1));
    assert_eq!(code(&folder, "test bad.pml"), Some(1));
    // What can't be read hides more than what differs.
    assert_eq!(code(&folder, "test bad.pml wrong.pml limited.pml"), Some(2));
    assert_eq!(code(&folder, "test bad.pml limited.pml"), Some(1));
}
