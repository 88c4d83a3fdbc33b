//! Rumur agrees with weyl on every model that both accept: states, rules fired, verdict.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use weyl_filetest::{Answer, Expectations, Options, Verdict, models, parallel, rumur};
use weyl_modelgen::{MurphiOptions, murphi};

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 300;

fn compare(path: &Path, options: &Options, folder: &Path) -> Result<()> {
    let checker = folder.join(path.file_stem().unwrap_or_default());
    let peer = rumur::Options {
        deadlock: options.deadlock_word().into(),
        ..rumur::Options::default()
    };
    rumur::compile(path, &checker, &peer)?;
    let theirs = rumur::run(&checker).with_context(|| path.display().to_string())?;
    let ours = Answer::of_file(path, options)?;
    let name = path.display();
    ensure!(
        ours.states == theirs.states,
        "{name}: {ours:?}, Rumur {theirs:?}"
    );
    ensure!(
        ours.transitions == theirs.rules_fired,
        "{name}: {ours:?}, Rumur {theirs:?}"
    );
    let holds = ours.verdict == Verdict::Holds;
    ensure!(
        holds == theirs.errors.is_empty(),
        "{name}: {ours:?}, Rumur {theirs:?}"
    );
    Ok(())
}

fn strict(options: Options) -> Options {
    Options {
        strict_undefined: true,
        ..options
    }
}

#[test]
fn rumur_agrees_on_every_model() {
    if !rumur::is_installed() {
        eprintln!("skipped: rumur or cc is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = models("murphi").expect("the models can be read");
    let shared = models
        .into_iter()
        .filter(|(_, header)| header.not_for_rumur.is_none());
    let shared: Vec<(PathBuf, Expectations)> = shared.collect();
    assert!(shared.len() >= 20, "models are missing");
    parallel::for_each(&shared, |(path, header)| {
        let options = strict(Options::from_header(&header.options)?);
        compare(path, &options, folder.path())
    });
}

#[test]
fn rumur_agrees_on_random_programs() {
    if !rumur::is_installed() {
        eprintln!("skipped: rumur or cc is not installed");
        return;
    }
    let number = |variable: &str, default: u64| {
        let text = std::env::var(variable).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (number("WEYL_SEED", 0), number("WEYL_RANDOM", PROGRAMS));
    eprintln!("random programs with seeds {first}..{}", first + count);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let seeds: Vec<u64> = (first..first + count).collect();
    parallel::for_each(&seeds, |seed| {
        let path = folder.path().join(format!("seed-{seed}.m"));
        let program = murphi(*seed, &MurphiOptions::default());
        std::fs::write(&path, &program.text)?;
        let options = strict(Options::from_header(&[])?);
        compare(&path, &options, folder.path()).with_context(|| program.text)
    });
}
