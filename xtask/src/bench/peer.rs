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
    /// Whether it can be asked about a model.
    pub accepts: fn(&Expectations) -> bool,
    /// Compiles the checker of a model in a folder of its own.
    pub compile: fn(model: &Path, folder: &Path, threads: usize) -> Result<()>,
    /// Runs what is compiled in a folder; returns the number of states.
    pub run: fn(folder: &Path) -> Result<u64>,
}

pub const PEERS: [&Peer; 2] = [&RUMUR, &SPIN];

const RUMUR: Peer = Peer {
    name: "Rumur",
    language: "murphi",
    threads: &[1, 2],
    weyl_options: &["--strict-undefined", "--deadlock", "off"],
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

const SPIN: Peer = Peer {
    name: "SPIN",
    language: "promela",
    threads: &[1],
    weyl_options: &["--safety-only"],
    accepts: |header| header.not_for_spin.is_none(),
    compile: |model, folder, _| spin::compile(model, folder, spin::Size::Any),
    run: |folder| Ok(spin::run(folder, spin::Size::Any)?.states),
};
