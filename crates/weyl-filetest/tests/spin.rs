//! SPIN agrees with weyl on every model that both accept: stored states, transitions, verdict, and
//! the numbers of statements and places.

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use weyl_check::PROMELA;
use weyl_filetest::{Answer, Expectations, Options, Verdict, models, parallel, spin, steps};

/// Both answers about the safety of a model are the same.
fn compare(path: &Path, folder: &Path, header: &Expectations, how: &spin::Options) -> Result<()> {
    let options = Options {
        safety_only: true,
        ..Options::from_header(PROMELA, &header.options)?
    };
    let ours = Answer::of_file(path, &options)?;
    let folder = folder.join(path.file_stem().unwrap_or_default());
    std::fs::create_dir(&folder)?;
    let theirs = spin::check(path, &folder, how)?;
    let name = path.display();
    ensure!(
        (ours.states, ours.transitions) == (theirs.states, theirs.transitions),
        "{name}: {ours:?}, SPIN {theirs:?}"
    );
    let holds = ours.verdict == Verdict::Holds;
    ensure!(
        holds == (theirs.errors == 0),
        "{name}: {ours:?}, SPIN {theirs:?}"
    );
    steps::agree(path, &folder, &options)
}

fn spin_agrees(language: &str, how: &spin::Options, at_least: usize) {
    if !spin::is_installed() {
        eprintln!("skipped: spin or cc is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = models(language).expect("the models can be read");
    let shared = models
        .into_iter()
        .filter(|(_, header)| header.not_for_spin.is_none());
    let shared: Vec<(PathBuf, Expectations)> = shared.collect();
    assert!(shared.len() >= at_least, "models are missing");
    parallel::for_each(&shared, |(path, header)| {
        compare(path, folder.path(), header, how)
    });
}

#[test]
fn spin_agrees_on_every_model() {
    spin_agrees("promela", &spin::Options::default(), 25);
}

#[test]
fn spin_agrees_on_every_small_model() {
    spin_agrees("promela-small", &spin::Options::small(), 150);
}
