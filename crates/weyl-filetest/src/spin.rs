//! SPIN, the Promela checker: it writes a C program, which is compiled and run.
//!
//! Without statement merging, partial order reduction and dead variable elimination its stored states
//! and transitions are those of the plain semantics.

use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use std::process::Command;

/// What SPIN says of the whole unreduced system, the run going on after violations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub states: u64,
    /// The one to the initial state, which SPIN counts, is left out.
    pub transitions: u64,
    pub errors: u64,
}

/// Small models take longer to compile than to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Small,
    Any,
}

/// Whether SPIN and a C compiler are there.
pub fn is_installed() -> bool {
    let works = |program: &str, version: &str| Command::new(program).arg(version).output().is_ok();
    works("spin", "-V") && works("cc", "--version")
}

/// Checks a model in a folder of its own. An error if SPIN refuses it or does not get to the end.
pub fn check(model: &Path, folder: &Path, size: Size) -> Result<Answer> {
    compile(model, folder, size)?;
    run(folder, size).with_context(|| model.display().to_string())
}

/// Writes and compiles the checker of a model in a folder of its own. An error if SPIN refuses the model.
pub fn compile(model: &Path, folder: &Path, size: Size) -> Result<()> {
    let model = model.canonicalize()?;
    let mut spin = Command::new("spin");
    finish(spin.args(["-a", "-o1", "-o2", "-o3"]).arg(&model), folder)?;
    let mut compiler = Command::new("cc");
    compiler.args(["-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=6000"]);
    compiler.arg(match size {
        Size::Small => "-O0",
        Size::Any => "-O2",
    });
    finish(compiler.args(["-o", "pan", "pan.c"]), folder)
}

/// Runs the checker in a folder to its end, going on after violations.
pub fn run(folder: &Path, size: Size) -> Result<Answer> {
    let mut pan = Command::new(folder.join("pan"));
    pan.args(["-n", "-m1000000", "-c0"]).arg(match size {
        Size::Small => "-w16",
        Size::Any => "-w24",
    });
    // The exit code tells of violations as well: what was printed decides.
    let output = pan.current_dir(folder).output();
    let output = output.with_context(|| format!("{pan:?}"))?;
    parse(&String::from_utf8_lossy(&output.stdout))
}

fn finish(command: &mut Command, folder: &Path) -> Result<()> {
    let output = command.current_dir(folder).output();
    let output = output.with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        let printed = [output.stdout, output.stderr].concat();
        bail!("{command:?}: {}", String::from_utf8_lossy(&printed));
    }
    Ok(())
}

fn parse(text: &str) -> Result<Answer> {
    ensure!(
        !text.contains("max search depth too small")
            && !text.contains("Warning: Search not completed"),
        "SPIN did not get to the end:\n{text}"
    );
    let before = |mark: &str| -> Result<u64> {
        let line = text.lines().find(|line| line.contains(mark));
        let line = line.with_context(|| format!("SPIN printed no `{mark}`:\n{text}"))?;
        let number = line.split_whitespace().next().unwrap_or_default();
        Ok(number.parse()?)
    };
    let errors = text
        .split_once("errors: ")
        .context("SPIN counted no errors")?;
    let errors = errors.1.split_whitespace().next().unwrap_or_default();
    Ok(Answer {
        states: before("states, stored")?,
        transitions: before("transitions (= stored+matched)")?.saturating_sub(1),
        errors: errors.parse()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "State-vector 28 byte, depth reached 9, errors: 2\n       12 states, stored\n\
        \x20       5 states, matched\n       17 transitions (= stored+matched)\n";

    #[test]
    fn an_answer_is_read() {
        let answer = parse(PRINTED).expect("an answer");
        let expected = Answer {
            states: 12,
            transitions: 16,
            errors: 2,
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn an_unfinished_run_is_no_answer() {
        assert!(parse("Segmentation fault").is_err());
        let cut = format!("error: max search depth too small\n{PRINTED}");
        assert!(parse(&cut).is_err());
    }
}
