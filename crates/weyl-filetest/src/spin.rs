//! SPIN, the Promela checker: it writes a C program, which is compiled and run.
//!
//! Without statement merging, partial order reduction and dead variable elimination its stored
//! states and transitions are those of the plain semantics.

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

/// What SPIN says of the whole unreduced system, the run going on after violations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub states: u64,
    /// The one to the initial state, which SPIN counts, is left out.
    pub transitions: u64,
    pub errors: u64,
}

/// What a search took, as SPIN says itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    pub seconds: f64,
    /// Memory for states with their overhead, without the table; not said of small systems.
    pub bytes_of_states: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Spend time in the C compiler to run fast.
    pub optimise: bool,
    /// Store the parts of states by number (`-DCOLLAPSE`).
    pub collapse: bool,
    /// The hash table gets two to this power slots.
    pub table_bits: u32,
    /// The longest path that the search may follow.
    pub depth: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            optimise: true,
            collapse: false,
            table_bits: 24,
            depth: 1_000_000,
        }
    }
}

impl Options {
    /// Small models take longer to compile than to explore.
    pub fn small() -> Options {
        Options {
            optimise: false,
            table_bits: 16,
            ..Options::default()
        }
    }
}

/// Whether SPIN and a C compiler are there.
pub fn is_installed() -> bool {
    let works = |program: &str, version: &str| Command::new(program).arg(version).output().is_ok();
    works("spin", "-V") && works("cc", "--version")
}

/// Checks a model in a folder of its own. An error if SPIN refuses it or does not get to the end.
pub fn check(model: &Path, folder: &Path, options: &Options) -> Result<Answer> {
    compile(model, folder, options)?;
    // The exit code tells of violations as well: what was printed decides.
    let mut search = search(folder, options);
    let output = search.output().with_context(|| format!("{search:?}"))?;
    let answer = Answer::parse(&String::from_utf8_lossy(&output.stdout));
    answer.with_context(|| model.display().to_string())
}

/// Whether SPIN finds a run that violates a temporal property, by the name that weyl gives it;
/// `None` where SPIN answers another question: accept labels of processes count along its formulas.
pub fn check_temporal(model: &Path, folder: &Path, property: &str) -> Result<Option<bool>> {
    let text = std::fs::read_to_string(model)?;
    let (define, arguments): (&[&str], &[&str]) = match property {
        "acceptance cycles" => (&["-DNOCLAIM"], &["-a"]),
        "non-progress cycles" => (&["-DNP", "-DNOCLAIM"], &["-l"]),
        "never" => (&[], &["-a"]),
        _ if text.contains("accept") => return Ok(None),
        _ => (&[], &["-a", "-N", property]),
    };
    let checker = TemporalChecker::compile(model, folder, define)?;
    let found = checker.finds_error(arguments)?;
    Ok(Some(found.context("SPIN did not get to the end")?))
}

/// The checker of all temporal properties of a model.
pub struct TemporalChecker {
    folder: PathBuf,
}

impl TemporalChecker {
    /// Writes and compiles it in a folder of its own. An error if SPIN refuses the model.
    pub fn compile(model: &Path, folder: &Path, define: &[&str]) -> Result<TemporalChecker> {
        let model = model.canonicalize()?;
        let mut spin = Command::new("spin");
        finish(spin.args(["-a", "-o1", "-o2", "-o3"]).arg(&model), folder)?;
        let mut compiler = Command::new("cc");
        compiler
            .args(["-w", "-DNOREDUCE", "-DMEMLIM=6000", "-O0"])
            .args(define);
        finish(compiler.args(["-o", "pan", "pan.c"]), folder)?;
        Ok(TemporalChecker {
            folder: folder.to_path_buf(),
        })
    }

    /// Whether a search ends with an error; invalid end states are none. `None` if it went too deep
    /// to say.
    pub fn finds_error(&self, arguments: &[&str]) -> Result<Option<bool>> {
        let mut pan = Command::new(self.folder.join("pan"));
        pan.args(arguments).args(["-n", "-E", "-m1000000", "-w18"]);
        let output = pan.current_dir(&self.folder).output()?;
        has_error(&String::from_utf8_lossy(&output.stdout))
    }
}

/// Writes and compiles the checker of a model in a folder of its own. An error if SPIN refuses the
/// model.
pub fn compile(model: &Path, folder: &Path, options: &Options) -> Result<()> {
    let model = model.canonicalize()?;
    let mut spin = Command::new("spin");
    finish(spin.args(["-a", "-o1", "-o2", "-o3"]).arg(&model), folder)?;
    let mut compiler = Command::new("cc");
    compiler.args(["-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=6000"]);
    compiler.args(options.collapse.then_some("-DCOLLAPSE"));
    compiler.arg(if options.optimise { "-O2" } else { "-O0" });
    finish(compiler.args(["-o", "pan", "pan.c"]), folder)
}

/// The checker that was compiled in a folder, going on after violations.
pub fn search(folder: &Path, options: &Options) -> Command {
    let mut pan = Command::new(folder.join("pan"));
    pan.args(["-n", "-c0"]).current_dir(folder);
    pan.arg(format!("-m{}", options.depth));
    pan.arg(format!("-w{}", options.table_bits));
    pan
}

/// Whether a search that ends at the first error found one; `None` if it went too deep to say.
fn has_error(text: &str) -> Result<Option<bool>> {
    if text.contains("errors: 1") {
        return Ok(Some(true));
    }
    ensure!(
        text.contains("errors: 0"),
        "SPIN did not get to the end:\n{text}"
    );
    let is_deep = text.contains("max search depth too small");
    Ok((!is_deep).then_some(false))
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

impl Answer {
    /// Reads what the search printed.
    pub fn parse(text: &str) -> Result<Answer> {
        ensure!(
            !text.contains("max search depth too small")
                && !text.contains("Warning: Search not completed"),
            "SPIN did not get to the end:\n{text}"
        );
        let errors = text
            .split_once("errors: ")
            .context("SPIN counted no errors")?;
        let errors = errors.1.split_whitespace().next().unwrap_or_default();
        let transitions: u64 = number_before(text, "transitions (= stored+matched)")?;
        Ok(Answer {
            states: number_before(text, "states, stored")?,
            transitions: transitions.saturating_sub(1),
            errors: errors.parse()?,
        })
    }
}

impl Effort {
    /// Reads what the search printed.
    pub fn parse(text: &str) -> Result<Effort> {
        let seconds = text
            .split_once("pan: elapsed time ")
            .with_context(|| format!("SPIN took no time:\n{text}"))?;
        let seconds = seconds.1.split_whitespace().next().unwrap_or_default();
        let megabytes = number_before::<f64>(text, "actual memory usage for states").ok();
        Ok(Effort {
            seconds: seconds.parse()?,
            bytes_of_states: megabytes.map(|megabytes| megabytes * f64::from(1 << 20)),
        })
    }
}

/// The first word of the line with a mark.
fn number_before<T: FromStr>(text: &str, mark: &str) -> Result<T>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let line = text.lines().find(|line| line.contains(mark));
    let line = line.with_context(|| format!("SPIN printed no `{mark}`:\n{text}"))?;
    let number = line.split_whitespace().next().unwrap_or_default();
    Ok(number.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "State-vector 28 byte, depth reached 9, errors: 2\n       12 states, stored\n\
        \x20       5 states, matched\n       17 transitions (= stored+matched)\n\
        \x20   1.500\tactual memory usage for states\n\npan: elapsed time 0.25 seconds\n";

    #[test]
    fn an_answer_is_read() {
        let answer = Answer::parse(PRINTED).expect("an answer");
        let expected = Answer {
            states: 12,
            transitions: 16,
            errors: 2,
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn the_effort_is_read() {
        let effort = Effort::parse(PRINTED).expect("an effort");
        let expected = Effort {
            seconds: 0.25,
            bytes_of_states: Some(1_572_864.0),
        };
        assert_eq!(effort, expected);
    }

    #[test]
    fn an_unfinished_run_is_no_answer() {
        assert!(Answer::parse("Segmentation fault").is_err());
        let cut = format!("error: max search depth too small\n{PRINTED}");
        assert!(Answer::parse(&cut).is_err());
    }
}
