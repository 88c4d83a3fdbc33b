//! The texts that inputs are made of: every model in the repository, and what failed once.

use crate::pieces::{is_number, is_space, pieces};
use crate::target::Target;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A word of so many models belongs to the language.
const MODELS_OF_A_WORD: usize = 3;

/// Longer models are tried by other tests; here they would cost the time of many inputs.
const LONGEST: usize = 6_000;

pub struct Corpus {
    pub models: Vec<Vec<u8>>,
    /// Keywords, operators and frequent names of the language: what many of its models contain.
    pub words: Vec<Vec<u8>>,
}

impl Corpus {
    pub fn of(target: Target) -> Result<Corpus> {
        let mut models = Vec::new();
        for file in files(&["models", "crates"])? {
            let ending = file.extension().and_then(|ending| ending.to_str());
            if ending == Some(target.ending()) {
                models.push(std::fs::read(&file)?);
            }
        }
        models.retain(|model| model.len() <= LONGEST);
        anyhow::ensure!(!models.is_empty(), "there are no models for {target}");
        let words = words(&models);
        Ok(Corpus { models, words })
    }
}

fn words(models: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut counts: BTreeMap<&[u8], usize> = BTreeMap::new();
    for model in models {
        let mut own = pieces(model);
        own.sort_unstable();
        own.dedup();
        own.retain(|piece| !is_number(piece) && !is_space(piece));
        own.into_iter()
            .for_each(|piece| *counts.entry(piece).or_default() += 1);
    }
    let frequent = counts
        .into_iter()
        .filter(|(_, count)| *count >= MODELS_OF_A_WORD);
    frequent.map(|(piece, _)| piece.to_vec()).collect()
}

/// Where the inputs lie that failed once: every run begins with them.
pub fn kept_folder(target: Target) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("kept").join(target.to_string())
}

/// What failed once.
pub fn kept(target: Target) -> Result<Vec<PathBuf>> {
    let folder = kept_folder(target);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    files.sort();
    Ok(files)
}

/// All files under folders of the repository, in order.
fn files(folders: &[&str]) -> Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut files)?;
    }
    files.retain(|file| !file.components().any(|part| part.as_os_str() == "kept"));
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_language_are_found_in_its_models() {
        for target in Target::all() {
            let corpus = Corpus::of(target).expect("the models can be read");
            let has = |word: &str| corpus.words.iter().any(|known| known == word.as_bytes());
            let expected: &[&str] = match target.language.language().name {
                "murphi" => &["rule", ":=", "scalarset", "ruleset", "forall"],
                "promela" => &["proctype", "::", "atomic", "od", "??"],
                _ => &["rule", "locals", "when", ":=", "interleaving"],
            };
            for word in expected {
                assert!(has(word), "{target}: {word}");
            }
            assert!(!has("1"));
        }
    }
}
