//! Reading files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use weyl_check::{Failure, unreadable_file};
use weyl_source::{FileId, Sources};

/// No model that a person wrote is longer.
const MAX_BYTES: u64 = 64 << 20;

/// Sources that read what a model includes.
pub fn sources() -> Sources {
    Sources::new(|path| model_text(path).ok())
}

/// Reads a model into the sources, under the name that the user gave it.
pub fn add_model(sources: &mut Sources, path: &Path) -> Result<FileId, Failure> {
    let text = model_text(path)?;
    Ok(sources.add_file(path, text))
}

/// Adds formulas of the command line to the sources, as files that are nowhere.
pub fn add_formulas(sources: &mut Sources, formulas: &[String]) -> Vec<FileId> {
    let files = formulas.iter().map(|formula| sources.add("--ltl", formula));
    files.collect()
}

fn model_text(path: &Path) -> Result<String, Failure> {
    let text = read_text(path)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_string())
}

pub fn read_text(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        let reason = reason(&error);
        return Err(unreadable_file(&format!("cannot read `{name}`: {reason}")));
    }
    if bytes.len() as u64 > MAX_BYTES {
        let megabytes = MAX_BYTES >> 20;
        let message = format!("`{name}` is larger than {megabytes} MB");
        return Err(unreadable_file(&message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().iter().take(at);
        let line = before.filter(|byte| **byte == b'\n').count() + 1;
        unreadable_file(&format!("`{name}` is not UTF-8 text (line {line})"))
    })
}

/// What went wrong, without the number that the system gives it.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_string()
}
