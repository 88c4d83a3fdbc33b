//! Quantifiers over values inside of a formula. What one says of each value is a closed formula
//! about states: it is answered once, for a state with a value, and by symmetry for all that the
//! pair is renamed to (A. Emerson and P. Sistla, *Symmetry and model checking*, 4.3).

use super::formula::{Formula, Proposition};

/// ∀ or ∃ over the values of the parameters that some atoms have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub is_forall: bool,
    pub formula: Formula,
    /// How many valuations there are.
    pub instances: u32,
    /// An atom with these parameters, by its number.
    pub atom: Proposition,
}

/// A formula whose propositions are atoms, and behind these families, both by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branching {
    pub formula: Formula,
    pub families: Vec<Family>,
}

impl From<Formula> for Branching {
    fn from(formula: Formula) -> Branching {
        Branching {
            formula,
            families: Vec::new(),
        }
    }
}

impl Branching {
    /// The formula, and those inside of quantifiers.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let inner = self.families.iter().map(|family| &family.formula);
        std::iter::once(&self.formula).chain(inner)
    }

    pub fn ignores_repetitions(&self) -> bool {
        self.formulas().all(Formula::ignores_repetitions)
    }

    pub fn speaks_of_runs(&self) -> bool {
        self.formulas().any(Formula::speaks_of_runs)
    }
}
