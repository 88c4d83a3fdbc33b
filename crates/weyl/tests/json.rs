//! Every kind of JSON has the form that is published.

mod schemas;

use schemas::valid;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use weyl_report::Printed;

fn published(name: &str) -> PathBuf {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    docs.join(format!("{name}.json"))
}

#[test]
fn what_is_published_is_what_is_printed() {
    for printed in Printed::ALL {
        let (path, schema) = (published(printed.name()), printed.schema());
        if std::env::var_os("WEYL_BLESS").is_some() {
            fs::write(&path, &schema).expect("a schema");
        }
        let old = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            old == schema,
            "{} has changed: raise its version by the rules of docs/json.md, and \
             WEYL_BLESS=1 writes it",
            path.display()
        );
    }
}

fn weyl(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.args(arguments).stdin(std::process::Stdio::null());
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models"));
    let output = command.output().expect("weyl starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn schemas_are_printed() {
    for printed in Printed::ALL {
        let (code, stdout, _) = weyl(&["schema", printed.name()]);
        assert_eq!((code, stdout), (0, printed.schema()));
    }
    assert_eq!(weyl(&["schema", "nothing"]).0, 2);
}

#[test]
fn answers_have_their_form() {
    let cases: [(Printed, i32, &[&str]); 16] = [
        (Printed::Check, 0, &["check", "murphi/german-3.m"]),
        (
            Printed::Check,
            1,
            &["check", "murphi/lock-order-deadlock.m"],
        ),
        (
            Printed::Check,
            1,
            &["check", "murphi/liveness-starvation.m", "--keep-going"],
        ),
        (Printed::Check, 1, &["check", "murphi/cover-missed.m"]),
        (
            Printed::Check,
            1,
            &["check", "temporal/several-formulas.pml", "--keep-going"],
        ),
        (
            Printed::Check,
            1,
            &["check", "temporal/one-of-two.pml", "--fairness", "weak"],
        ),
        (
            Printed::Check,
            3,
            &["check", "murphi/german-3.m", "--max-states", "9"],
        ),
        (
            Printed::Check,
            0,
            &["check", "murphi/peterson-3.m", "--self-check"],
        ),
        (
            Printed::Check,
            3,
            &["check", "murphi/peterson-3.m", "--store", "compact"],
        ),
        (Printed::Check, 2, &["check", "murphi/no-such-file.m"]),
        (Printed::Check, 2, &["check", "--no-such-option"]),
        (
            Printed::Symmetry,
            0,
            &["symmetry", "families/hypercube-3.pml"],
        ),
        (
            Printed::Symmetry,
            2,
            &["symmetry", "families/no-such-file.pml"],
        ),
        (
            Printed::Dependencies,
            0,
            &[
                "dependencies",
                "murphi/ultralog.m",
                "--property",
                "an authority can be there again",
            ],
        ),
        (
            Printed::Dependencies,
            2,
            &["dependencies", "murphi/ultralog.m"],
        ),
        (
            Printed::Test,
            0,
            &["test", "murphi/mesi-3.m", "murphi/german-4.m"],
        ),
    ];
    for (printed, expected, arguments) in cases {
        let arguments: Vec<&str> = arguments.iter().chain(&["--json"]).copied().collect();
        let (code, stdout, stderr) = weyl(&arguments);
        assert_eq!(code, expected, "{arguments:?}: {stderr}");
        valid(printed, &stdout);
    }
}

/// What has no memory to think of words has the right form too.
#[cfg(target_os = "linux")]
#[test]
fn last_words_have_their_form() {
    let weyl = env!("CARGO_BIN_EXE_weyl");
    let limited = format!("ulimit -v 60000; exec {weyl} check murphi/german-3.m --json");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let output = Command::new("sh")
        .args(["-c", &limited])
        .current_dir(models)
        .output();
    let output = output.expect("a shell");
    assert_eq!(output.status.code(), Some(3));
    valid(
        Printed::Check,
        &String::from_utf8(output.stdout).expect("UTF-8"),
    );
}

#[test]
fn lines_of_progress_have_their_form() {
    let arguments = [
        "check",
        "murphi/german-4.m",
        "--progress",
        "jsonl",
        "--max-time",
        "3s",
        "--symmetry",
        "off",
    ];
    let (_, _, stderr) = weyl(&arguments);
    let lines: Vec<&str> = stderr
        .lines()
        .filter(|line| line.starts_with('{'))
        .collect();
    assert!(!lines.is_empty(), "{stderr}");
    lines.into_iter().for_each(|line| {
        valid(Printed::Progress, line);
    });
}
