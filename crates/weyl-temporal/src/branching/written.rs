//! Formulas over numbered propositions as text, as they are printed: `AG(p0 -> …)` with all
//! parentheses.

use super::formula::{Formula, Steps};
use crate::grammar::{Atoms, Dialect, Failure, Logic, Model, lower, read};
use std::ops::Range;

impl Formula {
    /// The formula that is printed as a text: `p0` is a proposition, `<a0>` a set of actions.
    pub fn numbered(text: &str) -> Result<Formula, String> {
        let dialect = Dialect {
            logic: Logic::Mu,
            atoms: Atoms::Names,
            is_declared: &|_| false,
        };
        let tree = read(text, &dialect).map_err(|error| error.message)?;
        lower(text, &tree, &mut Numbers(text)).map_err(|failure| match failure {
            Failure::Formula(error) => error.message,
            Failure::Model(message) => message,
        })
    }
}

/// Words that are a letter and a number.
struct Numbers<'t>(&'t str);

impl Numbers<'_> {
    fn after(&self, letter: char, place: Range<usize>) -> Result<u32, String> {
        let word = self.0[place].trim();
        let number = word.strip_prefix(letter).map(str::parse);
        match number {
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) | None => Err(format!("`{word}` is not `{letter}` with a number")),
        }
    }
}

impl Model for Numbers<'_> {
    type Error = String;

    fn atom(&mut self, place: Range<usize>) -> Result<Formula, String> {
        match self.0[place.clone()].trim() {
            "true" => Ok(Formula::True),
            "false" => Ok(Formula::False),
            _ => self.after('p', place).map(Formula::Proposition),
        }
    }

    fn actions(&mut self, place: Range<usize>) -> Result<Steps, String> {
        self.after('a', place).map(Steps::Of)
    }

    fn values(&mut self, _: Range<usize>) -> Result<usize, String> {
        Err("a numbered formula has no quantifiers".to_string())
    }

    fn bind(&mut self, _: Range<usize>, _: usize) {}

    fn unbind(&mut self) {}
}
