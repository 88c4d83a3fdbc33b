//! The peers: what each compiles and runs. All else about them is the same for all.

use anyhow::Result;
use std::path::Path;
use weyl_filetest::{Expectations, rumur, spin};

/// A checker that weyl is measured beside.
#[derive(Debug)]
pub struct Peer {
    pub name: &'static str,
    /// The language that it shares with weyl.
    pub language: &'static str,
    /// The numbers of threads that it is asked to run with.
    pub threads: &'static [usize],
    /// Options that make weyl do the same work.
    pub weyl_options: &'static [&'static str],
    pub work: Work,
    /// Whether it can be asked about a model.
    pub accepts: fn(&Expectations) -> bool,
    /// Compiles the checker of a model in a folder of its own.
    pub compile: fn(model: &Path, folder: &Path, threads: usize) -> Result<()>,
    /// Runs what is compiled in a folder; returns the number of states.
    pub run: fn(folder: &Path) -> Result<u64>,
}

/// What the contestants explore.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Every state of the large models: both store the same number.
    AllStates,
    /// One state for each orbit, of models with a constant set to a value. The peer may store more.
    Orbits(&'static [Variant]),
}

/// A model with another value of a constant.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub model: &'static str,
    pub constant: &'static str,
    pub value: u32,
}

impl Variant {
    pub fn name(&self) -> String {
        let stem = self.model.trim_end_matches(|c: char| c.is_ascii_digit());
        format!("{stem}{}", self.value)
    }

    /// The text of the model with the constant replaced in its declaration.
    pub fn text(&self, original: &str) -> String {
        let declares = |line: &str| {
            line.trim_start()
                .starts_with(&format!("{}:", self.constant))
        };
        let lines = original.lines().map(|line| match declares(line) {
            true => format!("  {}: {};", self.constant, self.value),
            false => line.to_string(),
        });
        lines.collect::<Vec<String>>().join("\n")
    }
}

const fn variant(model: &'static str, constant: &'static str, value: u32) -> Variant {
    Variant {
        model,
        constant,
        value,
    }
}

/// Above 50,000 orbits each.
const LARGE_QUOTIENTS: [Variant; 4] = [
    variant("peterson-3", "N", 7),
    variant("german-3", "NODES", 5),
    variant("lamport-fast-4", "N", 4),
    variant("moesi-3", "N", 7),
];

/// Few enough permutations to try all of them on every state.
const SMALL_GROUPS: [Variant; 4] = [
    variant("peterson-3", "N", 5),
    variant("german-3", "NODES", 4),
    variant("lamport-fast-4", "N", 4),
    variant("moesi-3", "N", 4),
];

pub const PEERS: [&Peer; 4] = [&RUMUR, &SPIN, &RUMUR_HEURISTIC, &RUMUR_EXHAUSTIVE];

const RUMUR: Peer = Peer {
    name: "Rumur",
    language: "murphi",
    threads: &[1, 2],
    weyl_options: &[
        "--strict-undefined",
        "--deadlock",
        "off",
        "--symmetry",
        "off",
    ],
    work: Work::AllStates,
    accepts: |header| header.not_for_rumur.is_none(),
    compile: |model, folder, threads| {
        let options = rumur::Options {
            threads,
            optimise: true,
            ..rumur::Options::default()
        };
        rumur::compile(model, &folder.join("checker"), &options)
    },
    run: |folder| Ok(rumur::run(&folder.join("checker"))?.states),
};

const RUMUR_HEURISTIC: Peer = Peer {
    name: "Rumur-heuristic",
    threads: &[1],
    weyl_options: &["--strict-undefined", "--deadlock", "off"],
    work: Work::Orbits(&LARGE_QUOTIENTS),
    compile: |model, folder, threads| reduced(model, folder, threads, "heuristic"),
    ..RUMUR
};

const RUMUR_EXHAUSTIVE: Peer = Peer {
    name: "Rumur-exhaustive",
    work: Work::Orbits(&SMALL_GROUPS),
    compile: |model, folder, threads| reduced(model, folder, threads, "exhaustive"),
    ..RUMUR_HEURISTIC
};

fn reduced(model: &Path, folder: &Path, threads: usize, how: &'static str) -> Result<()> {
    let options = rumur::Options {
        threads,
        optimise: true,
        symmetry: how,
        ..rumur::Options::default()
    };
    rumur::compile(model, &folder.join("checker"), &options)
}

const SPIN: Peer = Peer {
    name: "SPIN",
    language: "promela",
    threads: &[1],
    weyl_options: &["--safety-only", "--symmetry", "off"],
    work: Work::AllStates,
    accepts: |header| header.not_for_spin.is_none(),
    compile: |model, folder, _| spin::compile(model, folder, spin::Size::Any),
    run: |folder| Ok(spin::run(folder, spin::Size::Any)?.states),
};
