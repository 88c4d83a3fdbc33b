//! Fixtures carry their expectations: a model's header says what a check of it must answer, and
//! `WEYL_BLESS=1` rewrites the counts. The peers' programs are run from here too.

mod expectations;
pub mod rumur;

pub use expectations::{Expectations, Verdict};

use std::path::{Path, PathBuf};

/// The folder with the models of a language.
pub fn models_folder(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(language)
}

/// All models of a language, in the order of their names.
pub fn models(language: &str) -> std::io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(models_folder(language))?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}

/// Whether models tagged `slow` are to be run too.
pub fn slow_models_wanted() -> bool {
    std::env::var_os("WEYL_SLOW").is_some()
}
