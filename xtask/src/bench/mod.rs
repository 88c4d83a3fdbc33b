//! weyl beside its peers, on the same models, on the same machine, in one run.
//!
//! The contestants take turns, several times over; medians are compared. Times on a shared machine
//! mean little by themselves, so the document keeps ratios only.

mod contestant;
mod table;

use crate::tidy::root;
use anyhow::{Context, Result, bail};
use contestant::{Contestant, Measurement};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// How often each contestant runs on each model; the median counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Only models whose file name contains this (may be given several times)
    #[arg(long)]
    model: Vec<String>,
    /// Only models with at least this many states
    #[arg(long, default_value_t = 500_000)]
    at_least: u64,
    /// Write the ratios into docs/results.md
    #[arg(long)]
    write: bool,
}

/// A model and the medians of all contestants on it.
pub struct Row {
    pub model: String,
    pub states: u64,
    pub medians: Vec<(Contestant, Measurement)>,
}

pub fn run(options: &Options) -> Result<()> {
    let scratch = tempfile::tempdir().context("no folder for the peers' programs")?;
    let weyl = contestant::build_weyl()?;
    let mut rows = Vec::new();
    for model in models(options)? {
        let row = race(options, &weyl, &model, scratch.path())?;
        eprintln!("{}", table::line(&row));
        rows.push(row);
    }
    if rows.is_empty() {
        bail!("no model fits these options");
    }
    println!("{}", table::full(&rows));
    if options.write {
        table::write(&root().join("docs/results.md"), &rows)?;
    }
    Ok(())
}

/// The Murphi models that Rumur accepts and that are large enough, by what their headers say.
fn models(options: &Options) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("models/murphi"))? {
        let path = entry?.path();
        let header = weyl_filetest::Expectations::read(&path)?;
        let name = path.display().to_string();
        let mut parts = options.model.iter();
        let wanted = options.model.is_empty() || parts.any(|part| name.contains(part));
        let large = header
            .states
            .is_some_and(|states| states >= options.at_least);
        if wanted && large && header.not_for_rumur.is_none() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn race(options: &Options, weyl: &Path, model: &Path, scratch: &Path) -> Result<Row> {
    let mut results: Vec<Vec<Measurement>> = Contestant::ALL.map(|_| Vec::new()).to_vec();
    for contestant in Contestant::ALL {
        contestant.prepare(model, scratch)?;
    }
    for _ in 0..options.runs.max(1) {
        for (contestant, results) in Contestant::ALL.iter().zip(&mut results) {
            results.push(contestant.measure(weyl, model, scratch)?);
        }
    }
    let medians = Contestant::ALL
        .into_iter()
        .zip(results.into_iter().map(median));
    let medians: Vec<(Contestant, Measurement)> = medians.collect();
    let states = medians[0].1.states;
    if medians
        .iter()
        .any(|(_, measured)| measured.states != states)
    {
        bail!(
            "the contestants disagree on the states of {}",
            model.display()
        );
    }
    Ok(Row {
        model: model
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        states,
        medians,
    })
}

fn median(mut results: Vec<Measurement>) -> Measurement {
    results.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    results[results.len() / 2]
}
