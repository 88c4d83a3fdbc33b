//! The models that are named: files, all models of a folder, or standard input.

use crate::input::reason;
use crate::language::by_ending;
use std::fs;
use std::path::{Path, PathBuf};
use weyl_check::{Failure, unreadable_file};

/// Folders inside of others are looked at up to this depth, for links may lead in circles.
const MOST_FOLDERS: usize = 32;

/// Every file by itself, and all models of a folder and the folders in it, by name.
pub fn expanded(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut models = Vec::new();
    for path in named {
        if !path.is_dir() {
            models.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        collect(path, MOST_FOLDERS, &mut inside)?;
        if inside.is_empty() {
            let message = format!("the folder `{}` holds no models", path.display());
            return Err(unreadable_file(&message));
        }
        models.extend(inside);
    }
    Ok(models)
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error| {
        let message = format!("cannot read `{}`: {}", folder.display(), reason(&error));
        unreadable_file(&message)
    };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<Result<_, _>>().map_err(unreadable)?;
    entries.sort();
    for path in entries.into_iter().filter(|path| !is_hidden(path)) {
        if path.is_dir() && depth > 0 {
            collect(&path, depth - 1, found)?;
        } else if path.is_file() && by_ending(&path).is_ok() {
            found.push(path);
        }
    }
    Ok(())
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with('.')
}
