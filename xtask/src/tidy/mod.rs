//! What a machine can check about the code. Each check returns the complaints that it has.

mod columns;
mod dependencies;
mod functions;
mod justified;
mod marks;
mod paths;
mod wildcards;

use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub fn run() -> Result<()> {
    let root = root();
    let files = rust_files(&root)?;
    let mut complaints = dependencies::check(&root)?;
    complaints.extend(justified::check(&root)?);
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
    let documents = documents(&root)?;
    let places = paths::Places::new(&root)?;
    for (name, text) in &documents {
        complaints.extend(places.check(name, text));
    }
    for (name, text) in texts.iter().chain(&documents) {
        complaints.extend(columns::check(name, text)?);
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

/// The names and the texts of all documents.
fn documents(root: &Path) -> Result<Vec<(String, String)>> {
    let mut documents = Vec::new();
    for file in markdown_files(root)? {
        let name = file.strip_prefix(root).unwrap_or(&file);
        documents.push((name.display().to_string(), std::fs::read_to_string(&file)?));
    }
    Ok(documents)
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// All Rust files, in order.
pub fn rust_files(root: &Path) -> Result<Vec<PathBuf>> {
    files(vec![root.join("crates"), root.join("xtask")], "rs")
}

/// The documents of the project, in order.
pub fn markdown_files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut documents = files(vec![root.join("docs")], "md")?;
    let above = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"];
    documents.extend(above.map(|name| root.join(name)));
    Ok(documents)
}

fn files(mut pending: Vec<PathBuf>, extension: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() && !path.ends_with("target") {
                pending.push(path);
            } else if path.extension().is_some_and(|is| is == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
