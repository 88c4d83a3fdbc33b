//! Formulas as text, whatever the logic and whatever the language of what they speak of.
//!
//! From the loosest to the tightest: `<->`, `->`, `||`, `&&`, `U` `V` `R` `W`, and what stands in
//! front: `!` `X` `G` `F`, `[]` `<>`, `AX` `EX` `AF` `EF` `AG` `EG`, `<a>` `[a]`. `->` and the
//! temporal ones group to the right. `A( … )`, `E( … )` and, as NuSMV writes it, `A[p U q]` hold a
//! path formula; `mu X. f`, `nu X. f` and `forall i: T do f end` reach as far as they can.
//!
//! What has no temporal operator is an atom, and belongs to the language of the model: it is handed
//! over as it stands in the text, neighbours that `&&`, `||`, `->` and `<->` join as one.

mod lower;
mod read;
mod tokens;
mod tree;

pub use lower::{Failure, Model, lower, lower_path};
pub use read::read;
pub use tree::Tree;

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// A path formula; `[]` and `<>` are G and F.
    Linear,
    /// CTL and CTL*; `[]` and `<>` are G and F as well.
    Branching,
    /// The μ-calculus, and CTL* beside it; `[]` and `<>` are about all steps.
    Mu,
}

/// What atoms are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atoms {
    /// Words, and anything between braces.
    Names,
    /// Expressions of a language, in which quantifiers may stand, too.
    Expressions {
        /// Whether `|` and `&` are connectives, like `||` and `&&`.
        single_signs: bool,
    },
}

/// How a text is to be read.
#[derive(Clone, Copy)]
pub struct Dialect<'d> {
    pub logic: Logic,
    pub atoms: Atoms,
    /// Words that the model has declared: they are no operators.
    pub is_declared: &'d dyn Fn(&str) -> bool,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    Syntax,
    TooLarge,
    /// A variable stands under an odd number of negations.
    NegatedVariable,
    /// A variable stands inside of a path quantifier.
    VariableInPath,
    /// A variable is used as a value.
    VariableInExpression,
    /// A temporal operator stands where an expression belongs.
    OperatorInExpression,
    /// It speaks of a run, and does not say of which.
    RunWithoutQuantifier,
}

#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ParseError {
    pub offset: usize,
    /// Where what is wrong ends.
    pub end: usize,
    pub problem: Problem,
    pub message: String,
}

impl ParseError {
    fn new(place: Range<usize>, problem: Problem, message: impl Into<String>) -> ParseError {
        ParseError {
            offset: place.start,
            end: place.end,
            problem,
            message: message.into(),
        }
    }
}
