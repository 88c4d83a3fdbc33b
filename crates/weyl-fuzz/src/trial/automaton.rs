//! A formula alone: read in all logics, and if it is one of linear time translated and printed in
//! all forms.

use super::texts::text_of;
use crate::failure::{Failure, Outcome, Tried};
use std::ops::Range;
use weyl_temporal::branching::{Formula, Steps};
use weyl_temporal::grammar::{Atoms, Dialect, Failure as Wrong, Logic, Model, lower, read};
use weyl_temporal::{ParseError, parse, translate};

pub fn attempt(input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    for logic in [Logic::Branching, Logic::Mu] {
        for single_signs in [false, true] {
            let atoms = Atoms::Expressions { single_signs };
            read_in(&text, logic, atoms)?;
        }
    }
    let (formula, names) = match parse(&text) {
        Ok(read) => read,
        Err(error) => return refused(&text, &error),
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

fn refused(text: &str, error: &ParseError) -> Tried {
    if text.get(error.offset..error.end).is_some() {
        return Ok(Outcome::Refused);
    }
    let message = format!("{error:?} of {}", text.len());
    Err(Failure::new("an error outside the formula", message))
}

/// In a language in which every text is an expression.
fn read_in(text: &str, logic: Logic, atoms: Atoms) -> Tried {
    let dialect = Dialect {
        logic,
        atoms,
        is_declared: &|word| word.len() > 8,
    };
    let lowered = match read(text, &dialect) {
        Ok(tree) => lower(text, &tree, &mut Anything { text }),
        Err(error) => return refused(text, &error),
    };
    match lowered {
        Ok(formula) => match formula.check() {
            Ok(()) => Ok(Outcome::Accepted),
            Err(error) => Err(Failure::new(
                "a formula without a meaning",
                error.to_string(),
            )),
        },
        Err(Wrong::Formula(error)) => refused(text, &error),
        Err(Wrong::Model(never)) => match never {},
    }
}

struct Anything<'t> {
    text: &'t str,
}

impl Model for Anything<'_> {
    type Error = std::convert::Infallible;

    fn atom(&mut self, text: Range<usize>) -> Result<Formula, Self::Error> {
        let length = self.text[text].len();
        Ok(Formula::Proposition(length as u32))
    }

    fn actions(&mut self, text: Range<usize>) -> Result<Steps, Self::Error> {
        let length = self.text[text].len();
        Ok(Steps::Of(length as u32))
    }

    fn values(&mut self, header: Range<usize>) -> Result<usize, Self::Error> {
        Ok(self.text[header].len() % 4)
    }

    fn bind(&mut self, _: Range<usize>, _: usize) {}

    fn unbind(&mut self) {}
}
