//! weyl's own program: built, run, and its JSON answer read.

use super::event::{Event, Language, Work};
use super::measurement::Measurement;
use super::process;
use crate::tidy::root;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug)]
pub struct Weyl {
    program: PathBuf,
    /// What executes the model, if it is not left to weyl.
    executor: Option<String>,
}

impl Weyl {
    /// Builds the release program.
    pub fn build(executor: Option<String>) -> Result<Weyl> {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--release", "--package", "weyl"]);
        build.args(["--message-format", "json"]);
        let output = build.current_dir(root()).output();
        let output = output.context("cargo does not start")?;
        if !output.status.success() {
            let complaint = String::from_utf8_lossy(&output.stderr);
            bail!("weyl does not build:\n{complaint}");
        }
        let program = executable(&String::from_utf8_lossy(&output.stdout));
        Ok(Weyl {
            program: program.context("cargo names no executable")?,
            executor,
        })
    }

    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The JSON answer of a command about a model; `None` if the model is refused.
    pub fn ask(&self, command: &str, model: &Path, options: &[&str]) -> Result<Option<Value>> {
        let mut process = Command::new(&self.program);
        process.arg(command).arg(model).arg("--json").args(options);
        let output = process.output().with_context(|| format!("{process:?}"))?;
        if output.status.code() == Some(2) {
            return Ok(None);
        }
        let answer = serde_json::from_slice(&output.stdout);
        answer.with_context(|| format!("{process:?} gave no answer"))
    }

    /// What is said about the automaton of a formula.
    pub fn automaton(&self, formula: &str) -> Result<String> {
        let mut process = Command::new(&self.program);
        let output = process.args(["formula", "--automaton", formula]).output()?;
        Ok(String::from_utf8(output.stdout)?)
    }

    /// How many states there are, if weyl gets to the end of them in some time and memory.
    pub fn count(&self, event: &Event, model: &Path, limits: &[&str]) -> Result<u64> {
        let options = [of_the_peers(event).as_slice(), limits].concat();
        let answer = self.ask("check", model, &options)?;
        let answer = answer.context("weyl does not accept it")?;
        let (states, limit) = (&answer["states"], &answer["limit"]);
        ensure!(limit.is_null(), "weyl does not get to its end: {limit}");
        states
            .as_u64()
            .with_context(|| format!("weyl answered {answer}"))
    }

    /// The whole process, on the same work that the peers do.
    pub fn measure(&self, event: &Event, model: &Path, threads: usize) -> Result<Measurement> {
        let mut command = Command::new(&self.program);
        command.arg("check").arg(model).arg("--json");
        command.args(of_the_peers(event));
        command.arg("--threads").arg(threads.to_string());
        if let Some(executor) = &self.executor {
            command.arg("--executor").arg(executor);
        }
        let finished = process::run(&mut command)?;
        let answer = serde_json::from_str(&finished.printed);
        let answer: Value = answer.with_context(|| format!("{command:?} gave no answer"))?;
        read(&answer, &finished).with_context(|| format!("{command:?} answered {answer}"))
    }
}

/// What weyl is told so that it does the work of the peers.
fn of_the_peers(event: &Event) -> Vec<&'static str> {
    let mut options = vec!["--keep-going"];
    options.extend(match event.language {
        Language::Murphi => ["--strict-undefined", "--deadlock=off"].as_slice(),
        Language::Promela => ["--safety-only"].as_slice(),
    });
    options.extend((event.work == Work::EveryState).then_some("--reduce=none"));
    options
}

fn read(answer: &Value, finished: &process::Finished) -> Option<Measurement> {
    let states = answer["states"].as_u64()?;
    Some(Measurement {
        states,
        transitions: answer["transitions"].as_u64()?,
        holds: answer["verdict"] == "holds",
        preparation: 0.0,
        process: finished.seconds,
        search: finished.seconds,
        store_bytes: answer["bytes_per_state"].as_f64(),
        process_bytes: finished.peak_bytes.map(|peak| peak as f64 / states as f64),
        representatives: representatives(answer),
    })
}

/// The share of the whole time that representatives take.
fn representatives(answer: &Value) -> Option<f64> {
    let seconds = answer["profile"]["representatives"]["seconds"].as_f64()?;
    Some(seconds / answer["seconds"].as_f64()?)
}

/// The program among the messages of cargo.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines();
    let parsed = messages.filter_map(|line| serde_json::from_str(line).ok());
    let mut executables = parsed.filter_map(|message: Value| {
        let executable = message["executable"].as_str()?;
        (message["target"]["name"] == "weyl").then(|| PathBuf::from(executable))
    });
    executables.next()
}
