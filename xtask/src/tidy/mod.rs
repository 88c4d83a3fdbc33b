//! What a machine can check about the code. Each check returns the complaints that it has.

mod dependencies;
mod functions;
mod marks;
mod wildcards;

use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub fn run() -> Result<()> {
    let root = root();
    let files = rust_files(&root)?;
    let mut complaints = dependencies::check(&root)?;
    let mut texts = Vec::new();
    let mut enums = BTreeSet::new();
    for file in &files {
        let text = std::fs::read_to_string(file)?;
        let name = file.strip_prefix(&root).unwrap_or(file);
        let name = name.display().to_string();
        enums.extend(wildcards::enums(&name, &text)?);
        texts.push((name, text));
    }
    for (name, text) in &texts {
        complaints.extend(functions::check(name, text)?);
        complaints.extend(marks::check(name, text));
        complaints.extend(wildcards::check(name, text, &enums)?);
    }
    for complaint in &complaints {
        eprintln!("tidy: {complaint}");
    }
    match complaints.len() {
        0 => {
            println!("tidy: {} files, nothing to complain about", files.len());
            Ok(())
        }
        count => bail!("{count} complaints"),
    }
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn rust_files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut pending = vec![root.join("crates"), root.join("xtask")];
    let mut files = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() && !path.ends_with("target") {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
