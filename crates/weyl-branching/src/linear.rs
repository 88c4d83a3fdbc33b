//! A path formula as an automaton: what it says of states becomes propositions.

use crate::Unanswerable;
use indexmap::IndexSet;
use weyl_temporal::branching::{Formula, Path};
use weyl_temporal::{Automaton, Cube, Formula as Linear, MAX_PROPOSITIONS, Proposition, translate};

/// The automaton of a path formula in positive normal form.
#[derive(Debug)]
pub(crate) struct Observer {
    pub automaton: Automaton,
    /// What its propositions stand for, in positive normal form.
    pub literals: Vec<Formula>,
}

impl Observer {
    pub fn new(path: &Path) -> Result<Observer, Unanswerable> {
        let mut literals = IndexSet::new();
        let linear = linear(path, &mut literals)?;
        let automaton = translate(&linear).map_err(|_| Unanswerable::TooLarge)?;
        Ok(Observer {
            automaton,
            literals: literals.into_iter().collect(),
        })
    }

    /// What holds where a label of the automaton does.
    pub fn claims(&self, label: Cube) -> Vec<Formula> {
        let literals = self.literals.iter().enumerate();
        let claims = literals.filter_map(|(bit, literal)| {
            match (label.positive >> bit & 1, label.negative >> bit & 1) {
                (1, _) => Some(literal.clone()),
                (_, 1) => Some(literal.opposite()),
                _ => None,
            }
        });
        claims.collect()
    }
}

/// A formula and its negation are one proposition, so that the automaton knows of it.
fn linear(path: &Path, literals: &mut IndexSet<Formula>) -> Result<Linear, Unanswerable> {
    let mut of = |one: &Path| linear(one, literals);
    Ok(match path {
        Path::State(Formula::True) => Linear::True,
        Path::State(Formula::False) => Linear::False,
        Path::State(state) => {
            if let Some(known) = literals.get_index_of(&state.opposite()) {
                return Ok(Linear::Proposition(known as Proposition).negated());
            }
            let (number, _) = literals.insert_full(state.clone());
            if number >= MAX_PROPOSITIONS {
                return Err(Unanswerable::TooLarge);
            }
            Linear::Proposition(number as Proposition)
        }
        Path::Not(one) => of(one)?.negated(),
        Path::Next(one) => of(one)?.next(),
        Path::And(one, other) => of(one)?.and(of(other)?),
        Path::Or(one, other) => of(one)?.or(of(other)?),
        Path::Until(one, other) => of(one)?.until(of(other)?),
        Path::Release(one, other) => of(one)?.releases(of(other)?),
    })
}
