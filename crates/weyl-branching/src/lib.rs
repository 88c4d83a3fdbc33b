//! Branching time on explicit graphs: CTL, CTL* and the modal μ-calculus, with fairness of units
//! that change their names from step to step, and with evidence for each answer.
//!
//! Formulas are trees over numbered propositions and sets of actions
//! ([`weyl_temporal::branching`]), a graph ([`Graph`]) is anything with numbered states. An
//! [`Evaluator`] says where a formula holds, and shows why ([`Evidence`]): runs for what some run
//! does, strategies for fixpoints.
//!
//! Fairness restricts the runs that path quantifiers speak of; fixpoints and modalities speak of
//! steps, and know no fairness.

mod block;
mod block_game;
mod evaluate;
mod evidence;
mod fair_parts;
mod graph;
mod labelling;
mod linear;
pub mod parity;
mod product;
mod runs;
mod spread;
mod states;

pub use evaluate::Evaluator;
pub use evidence::{Evidence, Move, Position, Reason, Run, Shown, Strategy};
pub use graph::{Graph, Step};
pub use states::StateSet;

use weyl_temporal::branching::IllFormed;

/// Which runs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// All.
    #[default]
    None,
    /// Those on which every unit that is enabled from some time on acts again and again.
    Weak,
    /// Those on which every unit that is enabled again and again acts again and again.
    Strong,
}

/// Why a formula has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswerable {
    #[error("{0}")]
    IllFormed(#[from] IllFormed),
    /// An automaton, a product or a game would be too large.
    #[error("the formula is too large")]
    TooLarge,
}
