//! A formula alone: read, translated, printed in all forms.

use super::texts::text_of;
use crate::failure::{Failure, Outcome, Tried};
use weyl_temporal::{parse, translate};

pub fn attempt(input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let (formula, names) = match parse(&text) {
        Ok(read) => read,
        Err(error) if text.is_char_boundary(error.offset) => return Ok(Outcome::Refused),
        Err(error) => {
            let message = format!("{error:?} of {}", text.len());
            return Err(Failure::new("an error outside the formula", message));
        }
    };
    let written = formula.normalised().to_string();
    match translate(&formula) {
        Ok(automaton) => {
            automaton.to_hoa(&text, &names);
            automaton.to_dot(&names);
            automaton.to_never(&text, &names);
            assert!(!written.is_empty(), "a formula without a text");
            Ok(Outcome::Accepted)
        }
        Err(_) => Ok(Outcome::Refused),
    }
}
