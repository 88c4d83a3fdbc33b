//! Temporal properties. Their structure is no part of a model: it can't be executed, and it does
//! not tell names apart. Only their atoms are.

use crate::PropertyId;
use weyl_source::Span;
use weyl_temporal::Claim;

/// What is said of the runs of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Temporal {
    pub name: String,
    pub claim: Claim,
    /// What the propositions are: properties of the kind [`Atom`](crate::PropertyKind::Atom). All
    /// have the same parameters; the claim is made for each valuation of these. In branching time
    /// those of a family have its parameters, and others none.
    pub atoms: Vec<PropertyId>,
    /// Whether a run that can't go on counts as one that stays where it is for ever; otherwise it
    /// is no run.
    pub repeats_ends: bool,
    pub span: Span,
}

impl Temporal {
    /// Whether it can't tell runs apart that differ in repetitions of states alone.
    pub fn ignores_repetitions(&self) -> bool {
        match &self.claim {
            Claim::Formula(formula) => !formula.has_next(),
            Claim::Branching(formula) => formula.ignores_repetitions(),
            Claim::Never(observer) => observer.states.len() == 1 && !observer.states[0].is_end,
        }
    }
}
