//! Rumur, the Murphi checker that is packaged: it writes a C program, which is compiled and run.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

#[derive(Clone, Debug)]
pub struct Options {
    pub threads: usize,
    /// `off`, `stuck` or `stuttering`.
    pub deadlock: String,
    /// Spend time in the C compiler to run fast.
    pub optimise: bool,
    /// `off`, `heuristic` or `exhaustive`.
    pub symmetry: &'static str,
    /// Keep what a counterexample is made of.
    pub traces: bool,
    /// Keep the names of scalarsets straight in counterexamples.
    pub schedules: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 1,
            deadlock: "off".into(),
            optimise: false,
            symmetry: "off",
            traces: false,
            schedules: false,
        }
    }
}

/// What Rumur says of the whole unreduced system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub states: u64,
    pub rules_fired: u64,
    /// Whether it found nothing wrong.
    pub is_satisfied: bool,
    /// The distinct error messages, in order.
    pub errors: Vec<String>,
}

/// Whether Rumur and a C compiler are there.
pub fn is_installed() -> bool {
    let works = |program: &str| Command::new(program).arg("--version").output().is_ok();
    works("rumur") && works("cc")
}

/// Writes and compiles the checker of a model. An error if Rumur refuses the model.
pub fn compile(model: &Path, checker: &Path, options: &Options) -> Result<()> {
    let source = checker.with_extension("c");
    let mut rumur = Command::new("rumur");
    rumur.args(["--symmetry-reduction", options.symmetry]);
    rumur.args(["--max-errors", "1000000000"]);
    rumur.args(["--output-format", "machine-readable"]);
    let traces = if options.traces { "diff" } else { "off" };
    rumur.args(["--counterexample-trace", traces]);
    let schedules = if options.schedules { "on" } else { "off" };
    rumur.args(["--scalarset-schedules", schedules]);
    rumur.args(["--deadlock-detection", &options.deadlock]);
    rumur.arg("--threads").arg(options.threads.to_string());
    finish(rumur.arg("--output").arg(&source).arg(model))?;
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-w", "-march=native", "-mcx16"]);
    if options.optimise {
        compiler.args(["-O3", "-DNDEBUG"])
    } else {
        compiler.arg("-O0")
    };
    compiler.arg("-o").arg(checker).arg(&source);
    finish(compiler.args(["-lpthread", "-latomic"]))?;
    Ok(())
}

/// Runs a compiled checker to its end.
pub fn run(checker: &Path) -> Result<Answer> {
    let output = Command::new(checker).output();
    let output = output.with_context(|| checker.display().to_string())?;
    Answer::parse(&String::from_utf8_lossy(&output.stdout))
}

fn finish(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

impl Answer {
    /// Reads what a checker printed.
    pub fn parse(text: &str) -> Result<Answer> {
        let between = |text: &str, before: &str, after: &str| -> Option<String> {
            let (_, rest) = text.split_once(before)?;
            Some(rest.split_once(after)?.0.to_string())
        };
        let summary = between(text, "<summary ", "/>").context("Rumur printed no summary")?;
        let number = |key: &str| -> Result<u64> {
            let value = between(&summary, &format!("{key}=\""), "\"");
            Ok(value
                .with_context(|| format!("no {key} in Rumur's summary"))?
                .parse()?)
        };
        let messages = text.split("<message>").skip(1);
        let messages = messages.filter_map(|rest| Some(unescape(rest.split_once("</message>")?.0)));
        let mut errors = Vec::new();
        for message in messages {
            if !errors.contains(&message) {
                errors.push(message);
            }
        }
        Ok(Answer {
            states: number("states")?,
            rules_fired: number("rules_fired")?,
            is_satisfied: number("errors")? == 0,
            errors,
        })
    }
}

fn unescape(text: &str) -> String {
    let entities = [
        ("&quot;", "\""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(text.to_string(), |text, (entity, plain)| {
            text.replace(entity, plain)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read() {
        let text = "<error includes_trace=\"false\">\n<message>invariant &quot;i&quot; failed</message>\n\
            </error>\n<summary states=\"6\" rules_fired=\"12\" errors=\"3\" duration_seconds=\"0\"/>";
        let answer = Answer::parse(text).expect("a summary");
        assert_eq!((answer.states, answer.rules_fired), (6, 12));
        assert_eq!(answer.errors, ["invariant \"i\" failed"]);
    }

    #[test]
    fn no_summary_is_an_error() {
        assert!(Answer::parse("Segmentation fault").is_err());
    }
}
