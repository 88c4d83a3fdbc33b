//! The models in some folders.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    Murphi,
    Promela,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Model {
    pub path: PathBuf,
    pub language: Language,
    /// weyl never runs foreign code.
    pub has_embedded_c: bool,
}

/// Words that begin embedded C.
const EMBEDDED: [&str; 5] = ["c_code", "c_expr", "c_decl", "c_state", "c_track"];

/// All models in and below some folders, each once.
pub fn find(folders: &[PathBuf]) -> Result<Vec<Model>> {
    let mut found = BTreeSet::new();
    for folder in folders {
        collect(folder, &mut found)?;
    }
    Ok(found.into_iter().collect())
}

fn collect(path: &Path, found: &mut BTreeSet<Model>) -> Result<()> {
    if !path.is_dir() {
        found.extend(model(path));
        return Ok(());
    }
    let entries = path
        .read_dir()
        .with_context(|| path.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        // A link may lead round in a circle.
        if !entry.file_type()?.is_symlink() {
            collect(&entry.path(), found)?;
        }
    }
    Ok(())
}

fn model(path: &Path) -> Option<Model> {
    let language = match path.extension()?.to_str()? {
        "m" => Language::Murphi,
        "pml" | "prom" | "promela" | "pm" => Language::Promela,
        _ => return None,
    };
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    // Other programs have files with this ending too.
    let is_murphi = || text.to_lowercase().contains("startstate");
    if language == Language::Murphi && !is_murphi() {
        return None;
    }
    Some(Model {
        path: path.to_path_buf(),
        language,
        has_embedded_c: language == Language::Promela && has_word(&text, &EMBEDDED),
    })
}

fn has_word(text: &str, words: &[&str]) -> bool {
    let mut all = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    all.any(|word| words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_known_by_their_endings() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write("a.pml", "init { c_code { ; } }");
        write("inner/b.m", "StartState c_state := 1; end;");
        write("z.pml", "init { proc_c_code = 1 }");
        write("inner/matlab.m", "x = 1");
        write("c.txt", "");
        let models = find(&[folder.path().to_path_buf()]).expect("models");
        let kinds: Vec<_> = models
            .iter()
            .map(|one| (one.language, one.has_embedded_c))
            .collect();
        assert_eq!(
            kinds,
            [
                (Language::Promela, true),
                (Language::Murphi, false),
                (Language::Promela, false)
            ]
        );
    }
}
