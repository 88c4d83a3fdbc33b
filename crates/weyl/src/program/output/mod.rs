//! Files that are written with an answer.
//!
//! They are tried before the run, so that nobody waits for an answer that can't be kept, and are
//! written when it is there. None of them is a file that is read, and no two are the same.

mod target;
mod write;

use crate::identity::Identity;
use crate::input::reason;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use target::Target;
use weyl_check::{Failure, overwritten, unreadable_file};
use write::Fill;
pub use write::discard_unfinished;

/// An option with the file that it names.
pub struct Output {
    option: &'static str,
    path: PathBuf,
    target: Target,
}

impl Output {
    fn tried(option: &'static str, path: &Path) -> Result<Output, Failure> {
        let target = Target::tried(path).map_err(|error| unwritable(path, &error))?;
        Ok(Output {
            option,
            path: path.to_path_buf(),
            target,
        })
    }

    /// A reader that goes away has seen what it wanted.
    fn write(&self, fill: &mut Fill<'_>) -> Result<(), Failure> {
        match self.target.write(fill) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(unwritable(&self.path, &error))
            }
            _ => Ok(()),
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let name = path.display();
    unreadable_file(&format!("cannot write `{name}`: {}", reason(error)))
}

/// All files of a run.
#[derive(Default)]
pub struct Outputs {
    list: Vec<Output>,
}

impl Outputs {
    /// Tries options with the files that they name, if they do, without changing any file; none may
    /// be one of the inputs.
    pub fn tried(
        options: &[(&'static str, Option<&PathBuf>)],
        inputs: &[&Path],
    ) -> Result<Outputs, Failure> {
        let mut outputs = Outputs::default();
        for (option, path) in options {
            if let Some(path) = path {
                let output = Output::tried(option, path)?;
                outputs.look_for_conflicts(&output, inputs)?;
                outputs.list.push(output);
            }
        }
        Ok(outputs)
    }

    fn look_for_conflicts(&self, new: &Output, inputs: &[&Path]) -> Result<(), Failure> {
        let (option, path) = (new.option, new.path.display());
        if let Some(input) = inputs.iter().find(|input| new.target.is_file_of(input)) {
            let input = input.display();
            let message = format!("`{option} {path}` would overwrite `{input}`, which is read");
            return Err(overwritten(&message));
        }
        if let Some(other) = self.list.iter().find(|other| other.target.is(&new.target)) {
            let other = format!("{} {}", other.option, other.path.display());
            let message = format!("`{option} {path}` and `{other}` are the same file");
            return Err(overwritten(&message));
        }
        match stream_into(&new.target) {
            Some(stream) => Err(overwritten(&format!(
                "`{option} {path}` is the file that {stream} goes to"
            ))),
            None => Ok(()),
        }
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.list.iter().map(|output| output.path.as_path())
    }

    /// Writes the file that an option names, if it does.
    pub fn write(&self, option: &str, text: &str) -> Result<(), Failure> {
        self.write_with(option, |into| into.write_all(text.as_bytes()))
    }

    /// The same where the text is made while it is written.
    pub fn write_with(
        &self,
        option: &str,
        mut fill: impl FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut named = self.list.iter().filter(|output| output.option == option);
        named.try_for_each(|output| output.write(&mut fill))
    }
}

/// The stream of this process that ends in a file that is to be replaced.
fn stream_into(target: &Target) -> Option<&'static str> {
    let streams = [(target::stdout(), "stdout"), (target::stderr(), "stderr")];
    let mut streams = streams.into_iter();
    let found = streams.find(|(stream, _)| {
        let identity = stream.as_ref().and_then(identity_of);
        identity.is_some_and(|identity| target.has_identity(&identity))
    });
    found.map(|(_, name)| name)
}

#[cfg(unix)]
fn identity_of(file: &File) -> Option<Identity> {
    let metadata = file.metadata().ok()?;
    Some(Identity::of_metadata(&metadata))
}

#[cfg(not(unix))]
fn identity_of(_: &File) -> Option<Identity> {
    None
}
