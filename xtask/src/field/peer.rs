//! What a checker says of a model.

use super::limited::Limits;
use super::model::{Language, Model};
use super::{rumur, spin};
use anyhow::Result;

#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// With what it says about it.
    Refused(String),
    /// It did not get to the end of the text.
    Unread,
    /// The model is accepted; there is no answer, for this reason.
    Nothing(&'static str),
    Answer(Answer),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub is_violated: bool,
    /// Of the whole unreduced system, if all of it was seen.
    pub states: Option<u64>,
    pub transitions: Option<u64>,
}

impl Said {
    pub fn is_accepted(&self) -> bool {
        !matches!(self, Said::Refused(_) | Said::Unread)
    }

    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Said::Answer(answer) => Some(answer),
            Said::Refused(_) | Said::Unread | Said::Nothing(_) => None,
        }
    }

    pub fn word(&self) -> &'static str {
        match self {
            Said::Refused(_) => "refused",
            Said::Unread => "unread",
            Said::Nothing(why) => why,
            Said::Answer(answer) if answer.is_violated => "violated",
            Said::Answer(_) => "holds",
        }
    }
}

/// The one that the model was written for.
pub fn ask(model: &Model, limits: Limits) -> Result<Said> {
    let folder = tempfile::tempdir()?;
    let path = model.path.canonicalize()?;
    match model.language {
        Language::Promela => spin::ask(&path, folder.path(), limits),
        Language::Murphi => rumur::ask(&path, folder.path(), limits),
    }
}
