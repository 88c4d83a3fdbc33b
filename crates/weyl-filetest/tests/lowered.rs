//! The text that a model is lowered to is the model: it is read back as it was, and a check of it
//! gives the same answer.

use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use weyl_check::{MURPHI, PROMELA};
use weyl_filetest::fixtures;
use weyl_filetest::lowered::{answers_the_same, reads_back};
use weyl_filetest::{DISCOVERED, Expectations, Options, models, models_folder};
use weyl_ir::FrontEnd;

/// Larger models are explored in their quotients alone.
const MOST_STATES: u64 = 20_000;

fn is_its_text(
    language: &'static dyn FrontEnd,
    path: &Path,
    expected: &Expectations,
) -> Result<()> {
    let text = std::fs::read_to_string(path)?;
    let options = Options::from_header(language, &expected.options)?;
    reads_back(path, &text, &options)?;
    let discovered = Options {
        symmetry: DISCOVERED,
        ..options.clone()
    };
    answers_the_same(path, &text, &discovered, None)?;
    match expected.full.states {
        Some(states) if states <= MOST_STATES => answers_the_same(path, &text, &options, None),
        Some(_) | None => Ok(()),
    }
}

/// Models of either language that say something of their runs.
fn temporal() -> Result<Vec<(PathBuf, ())>> {
    let mut paths = Vec::new();
    for file in std::fs::read_dir(models_folder("temporal"))? {
        paths.push((file?.path(), ()));
    }
    paths.sort();
    Ok(paths)
}

fn says_the_same_of_runs(path: &Path, _: &()) -> Result<()> {
    let is_murphi = path.extension().is_some_and(|extension| extension == "m");
    let language = if is_murphi { MURPHI } else { PROMELA };
    is_its_text(language, path, &Expectations::default())
}

fn main() -> ExitCode {
    let temporal = temporal().expect("the models can be read");
    let suite = |folder: &str, least: usize, language: &'static dyn FrontEnd| {
        let models = models(folder).expect("the models can be read");
        let test =
            move |path: &Path, expected: &Expectations| is_its_text(language, path, expected);
        fixtures::suite(folder, least, models, test)
    };
    fixtures::run(vec![
        suite("murphi", 20, MURPHI),
        suite("promela-small", 150, PROMELA),
        suite("promela", 25, PROMELA),
        fixtures::suite("temporal", 50, temporal, says_the_same_of_runs),
    ])
}
