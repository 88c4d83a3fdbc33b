//! Reading files.

use crate::identity::Identity;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use weyl_check::{Failure, unreadable_file};
use weyl_ir::FormulaFile;
use weyl_source::{Decoded, FileId, Sources, decode};
use weyl_temporal::grammar::Logic;

/// The options for formulas of branching time.
pub const CTL: &str = "--ctl";
pub const MU: &str = "--mu";

/// No model that a person wrote is longer.
const MAX_BYTES: u64 = 64 << 20;

/// Sources that read what a model includes.
pub fn sources() -> Sources {
    Sources::reading(included_text)
}

/// The same where some files are going to be written: none of them is read.
pub fn sources_apart_from(outputs: &[PathBuf]) -> Sources {
    let identities = outputs.iter().filter_map(|path| Identity::of(path).ok());
    let outputs: Vec<Identity> = identities.collect();
    Sources::reading(move |path| match Identity::of(path) {
        Ok(identity) if outputs.contains(&identity) => {
            Err("it is also a file that is to be written".to_string())
        }
        _ => included_text(path),
    })
}

/// Reads a model into the sources, under the name that the user gave it.
pub fn add_model(sources: &mut Sources, path: &Path) -> Result<FileId, Failure> {
    let text = text_of(path).map_err(|unreadable| unreadable.failure(path))?;
    Ok(sources.add_decoded(path, text))
}

/// A formula or an expression, and the option that gives it.
pub type Given = (&'static str, String);

/// Adds formulas of the command line.
pub fn add_formulas(sources: &mut Sources, texts: &[Given]) -> Vec<FormulaFile> {
    let files = add_given(sources, texts).into_iter();
    let formulas = texts
        .iter()
        .zip(files)
        .map(|((option, _), file)| FormulaFile {
            file,
            logic: match *option {
                CTL => Logic::Branching,
                MU => Logic::Mu,
                _ => Logic::Linear,
            },
        });
    formulas.collect()
}

/// Adds texts of the command line to the sources, as files that are nowhere.
pub fn add_given(sources: &mut Sources, texts: &[Given]) -> Vec<FileId> {
    let files = texts
        .iter()
        .map(|(option, text)| sources.add(*option, text));
    files.collect()
}

/// A file that the user names may be a pipe or a device; what a text names may not: it would be
/// waited for, or never end.
fn included_text(path: &Path) -> Result<Decoded, String> {
    let metadata = path.metadata().map_err(|error| reason(&error))?;
    if metadata.is_dir() {
        return Err("it is a directory".to_string());
    }
    if !metadata.is_file() {
        return Err("it is a pipe or a device".to_string());
    }
    text_of(path).map_err(|unreadable| unreadable.about("it"))
}

/// Reads a file that the user named and that a program wrote, in UTF-8.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    match text_of(path) {
        Ok(Decoded {
            text,
            latin_1: None,
        }) => Ok(text),
        Ok(_) => Err(Unreadable::NotText.failure(path)),
        Err(unreadable) => Err(unreadable.failure(path)),
    }
}

enum Unreadable {
    /// By the system, with what it says.
    Refused(String),
    TooLarge,
    NotText,
}

impl Unreadable {
    fn about(&self, what: &str) -> String {
        match self {
            Unreadable::Refused(reason) => reason.clone(),
            Unreadable::TooLarge => format!("{what} is larger than {} MB", MAX_BYTES >> 20),
            Unreadable::NotText => format!("{what} is no text"),
        }
    }

    fn failure(&self, path: &Path) -> Failure {
        let name = path.display();
        unreadable_file(&match self {
            Unreadable::Refused(reason) => format!("cannot read `{name}`: {reason}"),
            other => other.about(&format!("`{name}`")),
        })
    }
}

/// The one place where texts are read: not more than a limit, for a stream may have no end.
fn text_of(path: &Path) -> Result<Decoded, Unreadable> {
    let mut bytes = Vec::new();
    opened(path)
        .and_then(|stream| stream.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| Unreadable::Refused(reason(&error)))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Unreadable::TooLarge);
    }
    decode(bytes).ok_or(Unreadable::NotText)
}

/// `-` is standard input.
fn opened(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path)?))
}

/// What went wrong, without the number that the system gives it.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_string()
}
