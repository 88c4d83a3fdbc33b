//! How far a check is, told on stderr.

mod schemas;

use schemas::valid;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use weyl_report::Printed;

/// Checks a model that takes longer than it may.
fn check(time: &str, options: &[&str]) -> Output {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let endless = [
        "check",
        "counter.m",
        "-D",
        "LAST=2000000000",
        "--max-time",
        time,
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(models).args(endless).args(options);
    command.env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    let output = command.output().expect("weyl starts");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    output
}

fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().map(str::to_string).collect()
}

#[test]
fn plain_lines_tell_how_far_it_is() {
    let output = check("2500ms", &["--progress", "plain", "--threads", "1"]);
    let lines = lines(&output);
    assert!((1..=3).contains(&lines.len()), "{lines:?}");
    for line in &lines {
        assert!(
            line.contains(" states  ") && line.contains("  depth "),
            "{line}"
        );
        assert!(!line.contains('\u{1b}') && line.len() <= 80, "{line}");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("inconclusive counter.m"), "{text}");
}

#[test]
fn programs_get_objects() {
    let output = check(
        "2500ms",
        &["--progress", "jsonl", "--json", "--threads", "1"],
    );
    let lines = lines(&output);
    assert!((1..=3).contains(&lines.len()), "{lines:?}");
    let mut before = 0.0;
    for line in &lines {
        let object = valid(Printed::Progress, line);
        let seconds = object["elapsed_seconds"].as_f64().expect("seconds");
        assert!(seconds > before, "{lines:?}");
        before = seconds;
        for field in ["states", "transitions", "frontier", "depth", "bytes"] {
            assert!(object[field].is_u64(), "{field}: {line}");
        }
        assert!(object["states"].as_u64() > Some(1), "{line}");
    }
    let answer = valid(Printed::Check, &String::from_utf8_lossy(&output.stdout));
    assert_eq!(answer["limit"], "time");
}

#[test]
fn who_wants_quiet_gets_it() {
    for options in [&["--progress", "off"][..], &["--quiet"], &[]] {
        let output = check("1500ms", options);
        assert_eq!(lines(&output), Vec::<String>::new(), "{options:?}");
    }
    let output = check("1500ms", &["--quiet", "--progress", "plain"]);
    assert!(
        !lines(&output).is_empty() && output.stdout.is_empty(),
        "{output:?}"
    );
}

/// Nobody looks, but there may be a log.
#[test]
fn long_runs_leave_lines_in_a_log() {
    let output = check("6500ms", &["--threads", "1"]);
    assert_eq!(lines(&output).len(), 1, "{output:?}");
}
