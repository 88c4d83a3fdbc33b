//! Formulas that are written are read back.

use crate::formulas::{ctl, ctl_star, mu};
use proptest::prelude::*;
use std::ops::Range;
use weyl_temporal::branching::{Formula, Steps};
use weyl_temporal::grammar::{Atoms, Dialect, Failure, Logic, Model, lower, read};

/// Propositions are `p` and sets of actions `a` with their numbers.
struct Numbers<'t>(&'t str);

impl Model for Numbers<'_> {
    type Error = String;

    fn atom(&mut self, text: Range<usize>) -> Result<Formula, String> {
        let text = &self.0[text];
        match text {
            "true" => return Ok(Formula::True),
            "false" => return Ok(Formula::False),
            _ => {}
        }
        let number = text
            .strip_prefix('p')
            .and_then(|number| number.parse().ok());
        let number = number.ok_or(format!("no proposition: {text}"))?;
        Ok(Formula::Proposition(number))
    }

    fn actions(&mut self, text: Range<usize>) -> Result<Steps, String> {
        let number = self.0[text]
            .strip_prefix('a')
            .and_then(|number| number.parse().ok());
        Ok(number.map_or(Steps::All, Steps::Of))
    }

    fn values(&mut self, _: Range<usize>) -> Result<usize, String> {
        Err("there are no types".to_string())
    }

    fn bind(&mut self, _: Range<usize>, _: usize) {}

    fn unbind(&mut self) {}
}

fn read_back(text: &str, logic: Logic) -> Result<Formula, Failure<String>> {
    let dialect = Dialect {
        logic,
        atoms: Atoms::Names,
        is_declared: &|_| false,
    };
    let tree = read(text, &dialect)?;
    lower(text, &tree, &mut Numbers(text))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn branching_time_is_read_back(formula in prop_oneof![ctl(5).boxed(), ctl_star(2)]) {
        for logic in [Logic::Branching, Logic::Mu] {
            let read = read_back(&formula.to_string(), logic).map_err(|failure| format!("{failure:?}"));
            let read = read.map(|read| read.positive());
            prop_assert_eq!(read, Ok(formula.positive()), "{}", formula);
        }
    }

    /// Their variables are numbered in the order of their fixpoints.
    #[test]
    fn fixpoints_are_read_back(formula in mu(6)) {
        let formula = formula.positive();
        let read = read_back(&formula.to_string(), Logic::Mu).map_err(|failure| format!("{failure:?}"));
        prop_assert_eq!(read, Ok(formula));
    }
}
