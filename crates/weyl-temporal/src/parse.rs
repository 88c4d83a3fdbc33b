//! Formulas of linear temporal logic as text, over names: SPIN's operators, and those of textbooks.
//!
//! Propositions are names, or anything between braces; `true`, `false`, `1` and `0` are none.

use crate::branching::{Formula as State, Path, Steps};
use crate::formula::{Formula, MAX_PROPOSITIONS, Proposition};
use crate::grammar::{
    Atoms, Dialect, Failure, Logic, Model, ParseError, Problem, lower_path, read,
};
use indexmap::IndexSet;
use std::ops::Range;

/// A formula, and what its propositions are called.
pub fn parse(text: &str) -> Result<(Formula, Vec<String>), ParseError> {
    let dialect = Dialect {
        logic: Logic::Linear,
        atoms: Atoms::Names,
        is_declared: &|_| false,
    };
    let tree = read(text, &dialect)?;
    let mut names = Names {
        text,
        names: IndexSet::new(),
    };
    match lower_path(text, &tree, &mut names) {
        Ok(path) => Ok((linear(&path), names.names.into_iter().collect())),
        Err(Failure::Formula(error) | Failure::Model(error)) => Err(error),
    }
}

/// A path formula whose states are propositions.
fn linear(path: &Path) -> Formula {
    match path {
        Path::State(state) => of_state(state),
        Path::Not(one) => linear(one).negated(),
        Path::And(one, other) => linear(one).and(linear(other)),
        Path::Or(one, other) => linear(one).or(linear(other)),
        Path::Next(one) => linear(one).next(),
        Path::Until(one, other) => linear(one).until(linear(other)),
        Path::Release(one, other) => linear(one).releases(linear(other)),
    }
}

fn of_state(state: &State) -> Formula {
    match state {
        State::True => Formula::True,
        State::False => Formula::False,
        State::Proposition(number) => Formula::Proposition(*number as Proposition),
        State::Not(one) => of_state(one).negated(),
        State::And(one, other) => of_state(one).and(of_state(other)),
        State::Or(one, other) => of_state(one).or(of_state(other)),
        State::Exists(_)
        | State::Every(_)
        | State::Variable(_)
        | State::Least(..)
        | State::Greatest(..)
        | State::Can(..)
        | State::Must(..) => unreachable!("linear time has no such operators"),
    }
}

struct Names<'t> {
    text: &'t str,
    names: IndexSet<String>,
}

impl Names<'_> {
    fn no_such_thing(&self, place: Range<usize>) -> ParseError {
        ParseError {
            offset: place.start,
            end: place.end,
            problem: Problem::Syntax,
            message: "names have neither actions nor types".to_string(),
        }
    }
}

impl Model for Names<'_> {
    type Error = ParseError;

    fn atom(&mut self, place: Range<usize>) -> Result<State, ParseError> {
        let word = &self.text[place.clone()];
        match word {
            "true" | "1" => return Ok(State::True),
            "false" | "0" => return Ok(State::False),
            _ => {}
        }
        let inside = word
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let name = inside.unwrap_or(word).trim();
        let (number, _) = self.names.insert_full(name.to_string());
        if number < MAX_PROPOSITIONS {
            return Ok(State::Proposition(number as u32));
        }
        Err(ParseError {
            offset: place.start,
            end: place.end,
            problem: Problem::TooLarge,
            message: format!("there are more than {MAX_PROPOSITIONS} propositions"),
        })
    }

    fn actions(&mut self, place: Range<usize>) -> Result<Steps, ParseError> {
        Err(self.no_such_thing(place))
    }

    fn values(&mut self, place: Range<usize>) -> Result<usize, ParseError> {
        Err(self.no_such_thing(place))
    }

    fn bind(&mut self, _: Range<usize>, _: usize) {}

    fn unbind(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Option<String> {
        parse(text).err().map(|error| error.message)
    }

    #[test]
    fn what_grows_too_large_is_refused() {
        let too_large = Some("the formula is too large".to_string());
        assert_eq!(refused(&"p && ".repeat(60_000)), too_large);
        assert_eq!(refused(&format!("{} p", "p <-> ".repeat(100))), too_large);
        assert_eq!(refused(&format!("{} p", "p W ".repeat(100))), too_large);
        for text in ["p && ".repeat(900), "p <-> ".repeat(9), "p W ".repeat(9)] {
            assert_eq!(refused(&(text + "p")), None);
        }
    }
}
