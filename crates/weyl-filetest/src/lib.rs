//! Fixtures carry their expectations: a model's header says what a check of it must answer, and
//! `WEYL_BLESS=1` rewrites the counts. The peers' programs are run from here too.

mod answer;
mod expectations;
pub mod parallel;
pub mod rumur;
pub mod spin;

pub use answer::{Answer, Options};
pub use expectations::{Expectations, Verdict};

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
        let expectations = Expectations::read(&path)?;
        if slow_too || !expectations.slow {
            models.push((path, expectations));
        }
    }
    models.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(models)
}
