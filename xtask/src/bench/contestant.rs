//! Who runs, and how.

use crate::tidy::root;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use weyl_filetest::rumur;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    Weyl { threads: usize },
    Rumur { threads: usize },
}

/// One run: the whole process for weyl, the search alone (without its C compiler) for Rumur.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    pub states: u64,
    pub seconds: f64,
    /// Peak bytes for each stored state, where the contestant says so.
    pub bytes_per_state: Option<f64>,
}

impl Measurement {
    pub fn states_per_second(&self) -> f64 {
        self.states as f64 / self.seconds.max(1e-9)
    }
}

impl Contestant {
    pub const ALL: [Contestant; 4] = [
        Contestant::Rumur { threads: 1 },
        Contestant::Rumur { threads: 2 },
        Contestant::Weyl { threads: 1 },
        Contestant::Weyl { threads: 2 },
    ];

    fn checker(self, model: &Path, scratch: &Path) -> PathBuf {
        let name = model.file_stem().unwrap_or_default().to_string_lossy();
        scratch.join(format!("{name}-{self:?}").replace([' ', '{', '}', ':'], ""))
    }

    /// Compiles what has to be compiled.
    pub fn prepare(self, model: &Path, scratch: &Path) -> Result<()> {
        let Contestant::Rumur { threads } = self else {
            return Ok(());
        };
        let options = rumur::Options {
            threads,
            optimise: true,
            ..rumur::Options::default()
        };
        rumur::compile(model, &self.checker(model, scratch), &options)
    }

    pub fn measure(self, weyl: &Path, model: &Path, scratch: &Path) -> Result<Measurement> {
        match self {
            Contestant::Weyl { threads } => measure_weyl(weyl, model, threads),
            Contestant::Rumur { .. } => measure_rumur(&self.checker(model, scratch)),
        }
    }
}

fn measure_rumur(checker: &Path) -> Result<Measurement> {
    let begin = Instant::now();
    let answer = rumur::run(checker)?;
    Ok(Measurement {
        states: answer.states,
        seconds: begin.elapsed().as_secs_f64(),
        bytes_per_state: None,
    })
}

fn measure_weyl(weyl: &Path, model: &Path, threads: usize) -> Result<Measurement> {
    let mut command = Command::new(weyl);
    command
        .arg("check")
        .arg(model)
        .args(["--json", "--symmetry", "off", "--keep-going"]);
    command.args(["--strict-undefined", "--deadlock", "off", "--threads"]);
    command.arg(threads.to_string());
    let begin = Instant::now();
    let output = command.output().context("weyl does not start")?;
    let seconds = begin.elapsed().as_secs_f64();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let states = answer["states"].as_u64();
    Ok(Measurement {
        states: states.with_context(|| format!("weyl gave no states for {}", model.display()))?,
        seconds,
        bytes_per_state: answer["bytes_per_state"].as_f64(),
    })
}

/// Builds the release program and says where it is.
pub fn build_weyl() -> Result<PathBuf> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut build = Command::new(cargo);
    build.args([
        "build",
        "--release",
        "--package",
        "weyl",
        "--message-format",
        "json",
    ]);
    let output = build
        .current_dir(root())
        .output()
        .context("cargo does not start")?;
    if !output.status.success() {
        bail!(
            "weyl does not build:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let parsed = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let mut executables = parsed.filter_map(|message: serde_json::Value| {
        let executable = message["executable"].as_str()?;
        (message["target"]["name"] == "weyl").then(|| PathBuf::from(executable))
    });
    executables.next().context("cargo names no executable")
}
