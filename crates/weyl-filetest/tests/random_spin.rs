//! SPIN agrees with weyl on random Promela programs: stored states, transitions, verdict, and the
//! numbers of statements and places.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::PROMELA;
use weyl_filetest::{Answer, Options, Verdict, parallel, random_seeds, spin, steps};
use weyl_modelgen::{PromelaOptions, promela};

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 200;

/// Larger programs are left out.
const MAX_STATES: u64 = 20_000;

/// One process type fewer than by default: no state space takes long.
const SMALL: PromelaOptions = PromelaOptions {
    process_types: 2,
    statements: 2,
    failing_assertions: true,
};

/// Whether the program was small enough to be compared.
fn compare(seed: u64, text: &str, folder: &Path) -> Result<bool> {
    let own = folder.join(format!("seed-{seed}"));
    std::fs::create_dir(&own)?;
    let path = own.join("model.pml");
    std::fs::write(&path, text)?;
    let options = Options {
        max_states: Some(MAX_STATES),
        ..Options::from_header(PROMELA, &[])?
    };
    let ours = Answer::of_file(&path, &options)?;
    if ours.states == MAX_STATES {
        return Ok(false);
    }
    let theirs = spin::check(&path, &own, &spin::Options::small())?;
    ensure!(
        (ours.states, ours.transitions) == (theirs.states, theirs.transitions),
        "seed {seed}: {ours:?}, SPIN {theirs:?}"
    );
    ensure!(
        (ours.verdict == Verdict::Holds) == (theirs.errors == 0),
        "seed {seed}: {ours:?}, SPIN {theirs:?}"
    );
    steps::are_known(&path, &own, &options)?;
    Ok(true)
}

#[test]
fn spin_agrees_on_random_programs() {
    if !spin::is_installed() {
        eprintln!("skipped: spin or cc is not installed");
        return;
    }
    let seeds = random_seeds(PROGRAMS);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let compared = AtomicU64::new(0);
    parallel::for_each(&seeds, |seed| {
        let program = promela(*seed, &SMALL);
        let was_small = compare(*seed, &program.text, folder.path());
        compared.fetch_add(u64::from(was_small.with_context(|| program.text)?), Relaxed);
        Ok(())
    });
    let (compared, count) = (compared.into_inner(), seeds.len() as u64);
    assert!(
        compared * 5 >= count * 4,
        "only {compared} of {count} were compared"
    );
}
