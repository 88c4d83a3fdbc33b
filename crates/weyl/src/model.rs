//! A model: a file, or a text.

use crate::error::Error;
use crate::input::{add_model, sources_apart_from};
use crate::language::by_ending;
use std::path::{Path, PathBuf};
use weyl_check::{Failure, ModelOptions};
use weyl_ir::FrontEnd;
use weyl_source::{FileId, Sources};

#[derive(Clone, Debug)]
pub(crate) enum Input {
    File(PathBuf),
    /// With what it is called.
    Text(PathBuf, String),
}

/// A model and how it is to be read.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub input: Input,
    /// By the ending of its name, if nothing else is said.
    pub language: Option<&'static dyn FrontEnd>,
    /// Files that are going to be written: a model that includes one is refused.
    pub outputs: Vec<PathBuf>,
}

impl Model {
    pub fn name(&self) -> String {
        self.path().display().to_string()
    }

    pub fn path(&self) -> &Path {
        match &self.input {
            Input::File(path) | Input::Text(path, _) => path,
        }
    }

    /// Opens the model, and does some work with it.
    pub fn with<T>(
        &self,
        options: &mut ModelOptions,
        work: impl FnOnce(&mut Sources, FileId, &mut ModelOptions) -> Result<T, Failure>,
    ) -> Result<(T, Sources), Error> {
        let mut sources = sources_apart_from(&self.outputs);
        let open = || {
            options.front_end = match self.language {
                Some(language) => language,
                None => by_ending(self.path())?,
            };
            let file = match &self.input {
                Input::File(path) => add_model(&mut sources, path)?,
                Input::Text(path, text) => sources.add_file(path, text.clone()),
            };
            work(&mut sources, file, options)
        };
        match open() {
            Ok(done) => Ok((done, sources)),
            Err(failure) => Err(Error::new(failure, sources, &self.name())),
        }
    }
}
