//! SPIN's simulator replays the runs that weyl finds, and ends in the same failed assertion or the
//! same invalid end state.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use weyl_check::PROMELA;
use weyl_filetest::trail::{End, is_simulated_otherwise, replays, violations};
use weyl_filetest::{Expectations, Options, Verdict, models, parallel, random_seeds, spin};
use weyl_modelgen::{PromelaOptions, promela, promela_families};

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 100;

/// Of larger programs only the states that are found first matter.
const MAX_STATES: u64 = 5_000;

const SMALL: PromelaOptions = PromelaOptions {
    process_types: 2,
    statements: 3,
    failing_assertions: true,
};

/// How many failed assertions, violated traces and invalid end states of a model were replayed.
fn replay_all(path: &Path, folder: &Path, options: &Options) -> Result<usize> {
    let mut replayed = 0;
    for violation in violations(path, options)? {
        if violation.end != End::Error {
            replays(path, &violation, folder)?;
            replayed += 1;
        }
    }
    Ok(replayed)
}

fn spin_replays(language: &str, at_least: usize) {
    if !spin::is_installed() {
        eprintln!("skipped: spin or cc is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = models(language).expect("the models can be read");
    let violated = models
        .into_iter()
        .filter(|(_, header)| header.verdict == Some(Verdict::Violated));
    let violated: Vec<(PathBuf, Expectations)> = violated.collect();
    let replayed = AtomicUsize::new(0);
    parallel::for_each(&violated, |(path, header)| {
        let own = folder.path().join(path.file_stem().unwrap_or_default());
        std::fs::create_dir(&own)?;
        let options = Options::from_header(PROMELA, &header.options)?;
        let count = replay_all(path, &own, &options);
        replayed.fetch_add(count.with_context(|| path.display().to_string())?, Relaxed);
        Ok(())
    });
    let replayed = replayed.into_inner();
    assert!(replayed >= at_least, "only {replayed} runs");
}

#[test]
fn spin_replays_the_runs_of_every_model() {
    spin_replays("promela", 15);
}

#[test]
fn spin_replays_the_runs_of_every_small_model() {
    spin_replays("promela-small", 13);
}

#[test]
fn spin_replays_the_runs_of_random_programs() {
    spin_replays_random(|seed| promela(seed, &SMALL).text);
}

/// Whose children have other numbers in the search.
#[test]
fn spin_replays_the_runs_of_random_families() {
    spin_replays_random(promela_families);
}

fn spin_replays_random(text: impl Fn(u64) -> String) {
    if !spin::is_installed() {
        eprintln!("skipped: spin or cc is not installed");
        return;
    }
    let seeds = random_seeds(PROGRAMS);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let replayed = AtomicUsize::new(0);
    let programs = seeds.iter().map(|seed| (*seed, text(*seed)));
    let programs: Vec<(u64, String)> = programs
        .filter(|(_, text)| !is_simulated_otherwise(text))
        .collect();
    parallel::for_each(&programs, |(seed, text)| {
        let own = folder.path().join(format!("seed-{seed}"));
        std::fs::create_dir(&own)?;
        let path = own.join("model.pml");
        std::fs::write(&path, text)?;
        let options = Options {
            max_states: Some(MAX_STATES),
            ..Options::from_header(PROMELA, &[])?
        };
        let count = replay_all(&path, &own, &options);
        let count = count.with_context(|| format!("seed {seed}\n{text}"))?;
        replayed.fetch_add(count, Relaxed);
        Ok(())
    });
    let (replayed, count) = (replayed.into_inner(), seeds.len());
    eprintln!("{replayed} runs of {} programs", programs.len());
    assert!(replayed * 4 >= count, "{replayed} runs of {count} programs");
}
