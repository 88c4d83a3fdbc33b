//! The models of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the repository is.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Models of all folders, by their paths in the repository.
pub fn models() -> Vec<String> {
    let folders = ["murphi", "promela", "promela-small", "temporal"];
    let mut found = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(root().join("models").join(folder)).expect("a folder");
        let names = entries.map(|entry| entry.expect("a file").file_name());
        let names = names.map(|name| name.into_string().expect("a name"));
        let names = names.filter(|name| name.ends_with(".m") || name.ends_with(".pml"));
        found.extend(names.map(|name| format!("models/{folder}/{name}")));
    }
    found.sort();
    found
}
