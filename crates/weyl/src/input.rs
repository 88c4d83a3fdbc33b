//! Reading files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use weyl_check::{Failure, unreadable_file};
use weyl_source::{FileId, SourceMap};

/// No model that a person wrote is longer.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a model into the map, under the name that the user gave it.
pub fn add_model(sources: &mut SourceMap, path: &Path) -> Result<FileId, Failure> {
    let text = read_text(path)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(sources.add(path.display().to_string(), text))
}

/// Adds formulas of the command line to the map, as files that are nowhere.
pub fn add_formulas(
    sources: &mut SourceMap,
    paths: &mut Vec<PathBuf>,
    formulas: &[String],
) -> Vec<FileId> {
    let files = formulas.iter().map(|formula| {
        paths.push(PathBuf::new());
        sources.add("--ltl", formula)
    });
    files.collect()
}

/// Reads files that a model includes, each from the folder of the file that includes it.
pub struct Includes {
    /// By the number of the file in the map.
    paths: Vec<PathBuf>,
}

impl Includes {
    /// With the files that are in the map already, in their order.
    pub fn of(paths: Vec<PathBuf>) -> Includes {
        Includes { paths }
    }

    /// The text of a file, which is then added to the map; `None` if it can't be read.
    pub fn read(&mut self, name: &str, from: FileId) -> Option<String> {
        let folder = self.paths.get(from.index())?.parent()?;
        let path = folder.join(name);
        let text = read_text(&path).ok()?;
        self.paths.push(path);
        Some(text.strip_prefix('\u{feff}').unwrap_or(&text).to_string())
    }
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
