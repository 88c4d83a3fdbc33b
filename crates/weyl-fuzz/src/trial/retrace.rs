//! A walk along a saved answer.

use super::diagnostics::examine;
use super::texts::{parts, text_of};
use crate::failure::{Failure, Outcome, Tried};
use crate::target::Target;
use weyl::Simulation;

pub fn attempt(target: Target, input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let (model, answer) = parts(&text);
    let name = format!("model.{}", target.ending());
    match Simulation::text(name, model).along(answer).run() {
        Ok(_) => Ok(Outcome::Accepted),
        Err(error) if error.is_bug() => Err(Failure::bug(&error.to_string())),
        Err(error) => {
            examine(error.failure().diagnostics(), error.sources())?;
            Ok(Outcome::Refused)
        }
    }
}
