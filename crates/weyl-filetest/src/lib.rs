//! Fixtures carry their expectations: a model's header says what a check of it must answer, and
//! `WEYL_BLESS=1` rewrites the counts. The peers' programs are run from here too.

mod answer;
pub mod commutation;
pub mod completeness;
pub mod dice;
mod each_program;
pub mod executors;
mod expectations;
pub mod fair_runs;
pub mod fixtures;
pub mod lowered;
pub mod parallel;
mod programs;
pub mod reachable;
pub mod rumur;
pub mod spin;
pub mod steps;
pub mod trail;
pub mod variation;

pub use answer::{Answer, Compared, DECLARED, DISCOVERED, Options, report_of_text};
pub use each_program::{each_model, each_random_program};
pub use expectations::{Expectations, Verdict, expectations};
pub use programs::{loaded, loaded_with, program};

use std::path::{Path, PathBuf};

/// The folder with the models of a language.
pub fn models_folder(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../models")
        .join(language)
}

/// The models of a language in the order of their names, those tagged `slow` only where `WEYL_SLOW`
/// is set.
pub fn models(language: &str) -> anyhow::Result<Vec<(PathBuf, Expectations)>> {
    let slow_too = std::env::var_os("WEYL_SLOW").is_some();
    let mut models = Vec::new();
    for entry in std::fs::read_dir(models_folder(language))? {
        let path = entry?.path();
        let expected = expectations(&path)?;
        if slow_too || !expected.slow {
            models.push((path, expected));
        }
    }
    models.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(models)
}

/// The seeds of the random programs of one run: `WEYL_SEED` is the first, `WEYL_RANDOM` their
/// number.
pub fn random_seeds(default: u64) -> Vec<u64> {
    let number = |variable: &str, default: u64| {
        let text = std::env::var(variable).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (number("WEYL_SEED", 0), number("WEYL_RANDOM", default));
    eprintln!("random programs with seeds {first}..{}", first + count);
    (first..first + count).collect()
}
