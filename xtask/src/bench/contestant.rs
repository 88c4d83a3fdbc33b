//! Who runs, and how.

use super::peer::Peer;
use crate::tidy::root;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    Peer { threads: usize },
    Weyl { threads: usize },
}

/// One run: the whole process for weyl, the search alone (without its C compiler) for a peer.
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

/// A model on which weyl and a peer are compared.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    pub peer: &'a Peer,
    pub weyl: &'a Path,
    pub model: &'a Path,
    pub scratch: &'a Path,
}

impl Contestant {
    /// All that run beside this peer, the peer first.
    pub fn beside(peer: &Peer) -> Vec<Contestant> {
        let peers = peer.threads.iter();
        let peers = peers.map(|threads| Contestant::Peer { threads: *threads });
        let weyls = [1, 2].map(|threads| Contestant::Weyl { threads });
        peers.chain(weyls).collect()
    }

    pub fn label(self, peer: &Peer) -> String {
        match self {
            Contestant::Peer { threads } => format!("{}, {threads} thr.", peer.name),
            Contestant::Weyl { threads } => format!("weyl, {threads} thr."),
        }
    }
}

impl Course<'_> {
    pub fn name(&self) -> String {
        let stem = self.model.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    fn folder(&self, threads: usize) -> PathBuf {
        let name = format!("{}-{}-{threads}", self.name(), self.peer.name);
        self.scratch.join(name)
    }

    /// Compiles what has to be compiled; returns the seconds that it took, if there was anything.
    pub fn prepare(&self, contestant: Contestant) -> Result<Option<f64>> {
        let Contestant::Peer { threads } = contestant else {
            return Ok(None);
        };
        let folder = self.folder(threads);
        std::fs::create_dir_all(&folder)?;
        let begin = Instant::now();
        (self.peer.compile)(self.model, &folder, threads)?;
        Ok(Some(begin.elapsed().as_secs_f64()))
    }

    pub fn measure(&self, contestant: Contestant) -> Result<Measurement> {
        match contestant {
            Contestant::Weyl { threads } => self.measure_weyl(threads),
            Contestant::Peer { threads } => self.measure_peer(threads),
        }
    }

    fn measure_peer(&self, threads: usize) -> Result<Measurement> {
        let begin = Instant::now();
        let states = (self.peer.run)(&self.folder(threads))?;
        Ok(Measurement {
            states,
            seconds: begin.elapsed().as_secs_f64(),
            bytes_per_state: None,
        })
    }

    fn measure_weyl(&self, threads: usize) -> Result<Measurement> {
        let mut command = Command::new(self.weyl);
        command.arg("check").arg(self.model);
        command.args(["--json", "--keep-going"]);
        command.args(self.peer.weyl_options);
        command.arg("--threads").arg(threads.to_string());
        let begin = Instant::now();
        let output = command.output().context("weyl does not start")?;
        let seconds = begin.elapsed().as_secs_f64();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let states = answer["states"].as_u64();
        Ok(Measurement {
            states: states.with_context(|| format!("weyl gave no states for {}", self.name()))?,
            seconds,
            bytes_per_state: answer["bytes_per_state"].as_f64(),
        })
    }
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
