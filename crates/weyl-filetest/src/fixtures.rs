//! Fixtures are tests: each file is a test of its own name.

use anyhow::{Result, ensure};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// A test for each file, named by the suite and the file, and one that enough of them are there.
pub fn suite<T: Send + Sync + 'static>(
    name: &str,
    least: usize,
    cases: Vec<(PathBuf, T)>,
    test: impl Fn(&Path, &T) -> Result<()> + Send + Sync + 'static,
) -> Vec<Trial> {
    let count = cases.len();
    let none_is_missing = move || {
        if count >= least {
            Ok(())
        } else {
            Err(Failed::from(format!("{count} files, not {least}")))
        }
    };
    let mut trials = vec![Trial::test(
        format!("{name}::none_is_missing"),
        none_is_missing,
    )];
    let test = Arc::new(test);
    for (path, case) in cases {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let (name, test) = (format!("{name}::{file}"), Arc::clone(&test));
        let one = move || test(&path, &case).map_err(|why| Failed::from(format!("{why:#}")));
        trials.push(Trial::test(name, one));
    }
    trials
}

/// The `main` of a test that consists of suites.
pub fn run(suites: Vec<Vec<Trial>>) -> ExitCode {
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, suites.into_iter().flatten().collect()).exit_code()
}

/// Fails with both texts, line by line, where they differ.
pub fn same(what: &str, wanted: &str, found: &str) -> Result<()> {
    ensure!(wanted == found, "{what}\n{}", difference(wanted, found));
    Ok(())
}

fn difference(wanted: &str, found: &str) -> String {
    let mut lines = Vec::new();
    let (wanted, found): (Vec<&str>, Vec<&str>) =
        (wanted.lines().collect(), found.lines().collect());
    for number in 0..wanted.len().max(found.len()) {
        match (wanted.get(number), found.get(number)) {
            (Some(one), Some(other)) if one == other => lines.push(format!("  {one}")),
            (one, other) => {
                lines.extend(one.map(|line| format!("- {line}")));
                lines.extend(other.map(|line| format!("+ {line}")));
            }
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_shown_line_by_line() {
        assert!(same("x", "a\nb", "a\nb").is_ok());
        let difference = same("the model", "a\nb\nc", "a\nd").expect_err("they differ");
        assert_eq!(difference.to_string(), "the model\n  a\n- b\n+ d\n- c");
    }
}
