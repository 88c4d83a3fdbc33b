//! Rumur agrees with weyl on every model that both accept: states, rules fired, verdict.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use weyl_check::MURPHI;
use weyl_filetest::{
    Answer, Expectations, Options, Verdict, models, parallel, random_seeds, rumur,
};
use weyl_modelgen::{MurphiOptions, murphi};

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 300;

/// The same verdict about a model, and the same counts of its system. Rumur leaves out states that
/// violate a property or where one can't be evaluated; `bare` is the same system without such
/// properties.
fn compare(path: &Path, bare: &Path, options: &Options, folder: &Path) -> Result<()> {
    let ours = Answer::of_file(path, options)?;
    let theirs = ask_rumur(path, options, folder)?;
    let name = path.display();
    let holds = ours.verdict == Verdict::Holds;
    ensure!(
        holds == theirs.is_satisfied,
        "{name}: {ours:?}, Rumur {theirs:?}"
    );
    let whole = if theirs.is_satisfied {
        theirs
    } else {
        ask_rumur(bare, options, folder)?
    };
    ensure!(
        (ours.states, ours.transitions) == (whole.states, whole.rules_fired),
        "{name}: {ours:?}, Rumur {whole:?}"
    );
    Ok(())
}

fn ask_rumur(path: &Path, options: &Options, folder: &Path) -> Result<rumur::Answer> {
    let checker = folder.join(path.file_stem().unwrap_or_default());
    let peer = rumur::Options {
        deadlock: options.deadlock_word().into(),
        ..rumur::Options::default()
    };
    rumur::compile(path, &checker, &peer)?;
    rumur::run(&checker).with_context(|| path.display().to_string())
}

/// As a `cover` the condition of an invariant leaves nothing out.
fn without_invariants(path: &Path, folder: &Path) -> Result<PathBuf> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().map(as_covers);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let whole = folder.join(format!("{name}-whole.m"));
    std::fs::write(&whole, lines.collect::<Vec<String>>().join("\n"))?;
    Ok(whole)
}

fn as_covers(line: &str) -> String {
    let at = line.to_ascii_lowercase().find("invariant");
    let is_code = |at: usize| !line[..at].contains("--") && !line[..at].contains('"');
    match at.filter(|at| is_code(*at)) {
        Some(at) => format!("{}cover{}", &line[..at], &line[at + 9..]),
        None => line.to_string(),
    }
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
        let options = strict(Options::from_header(MURPHI, &header.options)?);
        let bare = without_invariants(path, folder.path())?;
        compare(path, &bare, &options, folder.path())
    });
}

#[test]
fn rumur_agrees_on_random_programs() {
    if !rumur::is_installed() {
        eprintln!("skipped: rumur or cc is not installed");
        return;
    }
    let seeds = random_seeds(PROGRAMS);
    let folder = tempfile::tempdir().expect("a temporary folder");
    parallel::for_each(&seeds, |seed| {
        let path = folder.path().join(format!("seed-{seed}.m"));
        let bare = folder.path().join(format!("seed-{seed}-bare.m"));
        let program = murphi(*seed, &MurphiOptions::default());
        std::fs::write(&path, &program.text)?;
        std::fs::write(&bare, program.without_properties().text)?;
        let options = strict(Options::from_header(MURPHI, &[])?);
        compare(&path, &bare, &options, folder.path()).with_context(|| program.text)
    });
}
