//! Every model with its states on disk, and next to no memory beside them, says what it says with
//! its states in memory: verdicts, runs step by step, counts, how often each rule fired.

use anyhow::{Context, Result, ensure};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use weyl_check::{Kind, MURPHI, PROMELA, Reductions, Report, Request, SymmetrySource, check};
use weyl_explore::{LimitKind, Progress, Scratch, ScratchFile};
use weyl_filetest::{DISCOVERED, Options, models, parallel};
use weyl_ir::FrontEnd;
use weyl_source::Sources;
use weyl_system::Fairness;

/// Bytes for each thread.
const MEMORY: u64 = 1 << 20;

/// Larger models are left out.
const MOST_STATES: u64 = 20_000;

#[derive(Debug, Default)]
struct Files {
    memory: u64,
    made: AtomicU64,
}

#[derive(Debug, Default)]
struct File(Mutex<Vec<u8>>);

impl Scratch for Files {
    fn file(&self) -> io::Result<Box<dyn ScratchFile>> {
        self.made.fetch_add(1, Relaxed);
        Ok(Box::new(File::default()))
    }

    fn begins_with(&self) -> Option<u64> {
        Some(self.memory)
    }
}

impl ScratchFile for File {
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut own = self.0.lock().expect("nobody panics");
        let end = offset as usize + bytes.len();
        if own.len() < end {
            own.resize(end, 0);
        }
        own[offset as usize..end].copy_from_slice(bytes);
        Ok(())
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let own = self.0.lock().expect("nobody panics");
        let start = offset as usize;
        into.copy_from_slice(&own[start..start + into.len()]);
        Ok(())
    }
}

fn report(name: &str, text: &str, request: &Request) -> Result<Report> {
    let mut sources = Sources::default();
    let model = sources.add(name, text);
    let checked = check(&mut sources, model, request, &Progress::default());
    checked.map_err(|failure| anyhow::anyhow!("{failure:?}"))
}

fn same(plain: &Report, spilled: &Report) -> Result<()> {
    let counts = |one: &Report| {
        let all = &one.statistics;
        (all.states, all.transitions, all.depth, one.complete)
    };
    ensure!(
        counts(plain) == counts(spilled),
        "{:?} {:?}",
        counts(plain),
        counts(spilled)
    );
    ensure!(plain.coverage == spilled.coverage, "other rules fired");
    let rows = plain.properties.iter().zip(&spilled.properties);
    for (one, other) in rows {
        ensure!(
            one.verdict == other.verdict && one.name == other.name,
            "`{}`: {:?} {:?}",
            one.name,
            one.verdict,
            other.verdict
        );
    }
    ensure!(plain.properties.len() == spilled.properties.len());
    Ok(())
}

/// What is asked of a model that states on disk can answer, with what is said of it in memory;
/// nothing if it is too large.
fn question(name: &str, text: &str, request: &Request) -> Result<Option<(Request, Report)>> {
    let mut request = request.clone();
    request.limits.states = Some(MOST_STATES);
    let mut plain = report(name, text, &request)?;
    let needs_graph = |one: &weyl_check::PropertyResult| {
        matches!(one.kind, Kind::Liveness | Kind::Temporal | Kind::Branching)
    };
    if plain.properties.iter().any(needs_graph) {
        request.safety_only = true;
        request.fairness = Fairness::None;
        request.fair_rules.clear();
        plain = report(name, text, &request)?;
    }
    let is_whole = plain.limit.is_none();
    Ok(is_whole.then_some((request, plain)))
}

/// What is said with so much memory beside the states.
fn spilled(name: &str, text: &str, request: &mut Request, memory: u64) -> Result<Report> {
    let files = Arc::new(Files {
        memory,
        made: AtomicU64::new(0),
    });
    request.spill = Some(files.clone());
    let spilled = report(name, text, request)?;
    ensure!(files.made.load(Relaxed) > 0, "{name}: nothing went to disk");
    Ok(spilled)
}

/// Whether a model was compared.
fn compare(path: &Path, text: &str, request: &Request) -> Result<bool> {
    let name = path.display().to_string();
    let Some((mut request, plain)) = question(&name, text, request)? else {
        return Ok(false);
    };
    for threads in [1, 2] {
        request.threads = threads as usize;
        let first = spilled(&name, text, &mut request, MEMORY * threads)?;
        // Some states have tens of thousands of successors, which are made at once.
        let spilled = match first.limit {
            Some(LimitKind::Memory) => spilled(&name, text, &mut request, 64 * MEMORY * threads)?,
            _ => first,
        };
        same(&plain, &spilled).with_context(|| format!("{name}, {threads} threads"))?;
    }
    Ok(true)
}

fn every_model(language: &'static dyn FrontEnd, folder: &str) {
    let models = models(folder).expect("the models can be read");
    let compared = AtomicU64::new(0);
    let ways = [
        (SymmetrySource::Off, Reductions::NONE),
        (DISCOVERED, Reductions::ALL),
    ];
    parallel::for_each(&models, |(path, expected)| {
        let text = std::fs::read_to_string(path)?;
        let options = Options::from_header(language, &expected.options)?;
        for (symmetry, reductions) in ways {
            for keep_going in [true, false] {
                let request = Request {
                    symmetry,
                    reductions,
                    keep_going,
                    ..options.request()
                };
                let is_compared = compare(path, &text, &request)
                    .with_context(|| format!("{symmetry:?} {keep_going}"))?;
                compared.fetch_add(u64::from(is_compared), Relaxed);
            }
        }
        Ok(())
    });
    let compared = compared.into_inner();
    assert!(compared as usize > models.len(), "{compared} compared");
}

#[test]
fn murphi_models() {
    every_model(MURPHI, "murphi");
}

#[test]
fn promela_models() {
    every_model(PROMELA, "promela");
}

#[test]
fn small_promela_models() {
    every_model(PROMELA, "promela-small");
}
