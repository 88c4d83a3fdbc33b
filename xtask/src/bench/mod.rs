//! weyl beside its peers, on the same models, on the same machine, in one run.
//!
//! The contestants take turns, several times over; medians are compared. Times on a shared machine
//! mean little by themselves, so the document keeps ratios; only what a peer's compiler takes is in
//! seconds there.

mod contestant;
mod peer;
mod table;

use crate::tidy::root;
use anyhow::{Context, Result, bail, ensure};
use contestant::{Contestant, Course, Measurement};
use peer::{PEERS, Peer, Variant, Work};
use std::path::{Path, PathBuf};
use table::Table;

#[derive(clap::Args)]
pub struct Options {
    /// How often each contestant runs on each model; the median counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Only the peer with this name (any case)
    #[arg(long)]
    peer: Option<String>,
    /// Only models whose file name contains this (may be given several times)
    #[arg(long)]
    model: Vec<String>,
    /// Only models with at least this many states
    #[arg(long, default_value_t = 500_000)]
    at_least: u64,
    /// Write the ratios into docs/results.md; a peer that did not run keeps its table
    #[arg(long)]
    write: bool,
}

/// A model and the medians of all contestants on it.
pub struct Row {
    pub model: String,
    pub states: u64,
    pub peers_states: u64,
    pub medians: Vec<(Contestant, Measurement)>,
    /// The least that the peer's compiler took, whatever the number of threads.
    pub compile_seconds: f64,
}

pub fn run(options: &Options) -> Result<()> {
    let scratch = tempfile::tempdir().context("no folder for the peers' programs")?;
    let weyl = contestant::build_weyl()?;
    let mut tables = Vec::new();
    for peer in PEERS.into_iter().filter(|peer| options.wants_peer(peer)) {
        let table = compare(options, peer, &weyl, scratch.path())?;
        tables.extend((!table.rows.is_empty()).then_some(table));
    }
    if tables.is_empty() {
        bail!("no model fits these options");
    }
    for table in &tables {
        println!("{}\n", table.full());
        if options.write {
            table.write(&root().join("docs/results.md"))?;
        }
    }
    Ok(())
}

impl Options {
    fn wants_peer(&self, peer: &Peer) -> bool {
        let wanted = self.peer.as_ref();
        wanted.is_none_or(|name| name.eq_ignore_ascii_case(peer.name))
    }

    fn wants_model(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut parts = self.model.iter();
        self.model.is_empty() || parts.any(|part| name.contains(part))
    }
}

fn compare<'p>(
    options: &Options,
    peer: &'p Peer,
    weyl: &Path,
    scratch: &Path,
) -> Result<Table<'p>> {
    let mut table = Table {
        peer,
        rows: Vec::new(),
    };
    let models = match peer.work {
        Work::AllStates => models(options, peer)?,
        Work::Orbits(variants) => written(options, peer, variants, scratch)?,
    };
    for model in models {
        let course = Course {
            peer,
            weyl,
            model: &model,
            scratch,
        };
        let row = race(options, &course)?;
        eprintln!("{}", table.line(&row));
        table.rows.push(row);
    }
    Ok(table)
}

/// Models with other constants, written where the peers' programs go.
fn written(
    options: &Options,
    peer: &Peer,
    variants: &[Variant],
    scratch: &Path,
) -> Result<Vec<PathBuf>> {
    let folder = weyl_filetest::models_folder(peer.language);
    let mut found = Vec::new();
    for variant in variants {
        let original = folder.join(variant.model).with_extension("m");
        let text = std::fs::read_to_string(&original);
        let text = text.with_context(|| original.display().to_string())?;
        let path = scratch.join(variant.name()).with_extension("m");
        std::fs::write(&path, variant.text(&text))?;
        found.extend(options.wants_model(&path).then_some(path));
    }
    Ok(found)
}

/// The models that a peer accepts and that are large enough, by what their headers say.
fn models(options: &Options, peer: &Peer) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(weyl_filetest::models_folder(peer.language))? {
        let path = entry?.path();
        let header = weyl_filetest::Expectations::read(&path)?;
        let is_large = header
            .states
            .is_some_and(|states| states >= options.at_least);
        if options.wants_model(&path) && is_large && (peer.accepts)(&header) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn race(options: &Options, course: &Course<'_>) -> Result<Row> {
    let contestants = Contestant::beside(course.peer);
    let mut compile_seconds = f64::INFINITY;
    for contestant in &contestants {
        if let Some(seconds) = course.prepare(*contestant)? {
            compile_seconds = compile_seconds.min(seconds);
        }
    }
    let mut results: Vec<Vec<Measurement>> = vec![Vec::new(); contestants.len()];
    for _ in 0..options.runs.max(1) {
        for (contestant, results) in contestants.iter().zip(&mut results) {
            results.push(course.measure(*contestant)?);
        }
    }
    let weyls = |(_, runs): (&Contestant, &Vec<Measurement>)| runs[0].states;
    let is_weyl = |(c, _): &(&Contestant, &Vec<Measurement>)| matches!(c, Contestant::Weyl { .. });
    let states = contestants
        .iter()
        .zip(&results)
        .find(is_weyl)
        .map_or(0, weyls);
    let peers = results[0][0].states;
    let is_right = |run: &Measurement| match course.peer.work {
        Work::AllStates => run.states == states,
        // The quotient is exact: a peer that stores fewer states has missed some.
        Work::Orbits(_) => run.states >= states,
    };
    ensure!(
        results.iter().flatten().all(is_right),
        "the contestants disagree on the states of {}: {results:?}",
        course.name()
    );
    let medians = results.into_iter().map(median);
    Ok(Row {
        model: course.name(),
        states,
        peers_states: peers,
        medians: contestants.into_iter().zip(medians).collect(),
        compile_seconds,
    })
}

fn median(mut results: Vec<Measurement>) -> Measurement {
    results.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    results[results.len() / 2]
}
