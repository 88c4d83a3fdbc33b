//! What can be found: one enum, whatever engine it was that found it. Runs are claims until they
//! are replayed.

use crate::{Fault, Firing};
use weyl_ir::PropertyId;
use weyl_temporal::branching::Formula;

/// A path from an initial rule: the firings in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub start: Firing,
    pub steps: Vec<Firing>,
}

/// A run that goes round, or one that is bad however it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LassoRun {
    pub start: Firing,
    /// `None`: the state repeats, since there is no way on.
    pub steps: Vec<Option<Firing>>,
    /// The step with which the part begins that is repeated for ever.
    pub back: Option<usize>,
    /// Which instance of the atoms it is about.
    pub instance: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    Invariant {
        property: PropertyId,
        instance: u64,
    },
    /// The last firing of the run fails.
    Fault(Box<Fault>),
    /// A property can't be evaluated in the last state of the run.
    StateFault {
        property: PropertyId,
        fault: Box<Fault>,
    },
    Deadlock,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub kind: ViolationKind,
    pub run: Run,
}

/// Whether a formula of branching time holds in all initial states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub holds: bool,
    /// Why it, or its negation, holds in some initial state; that first, others are named by their
    /// places.
    pub shown: Vec<Shown>,
}

/// Something that holds in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// In positive normal form.
    pub formula: Formula,
    /// From the beginning on; so many steps lead to the state.
    pub run: LassoRun,
    pub from: usize,
    pub why: Why,
    /// The family that it is about, for the instance of the run.
    pub family: Option<usize>,
    /// All instances of a family show it together.
    pub is_of_all: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The state itself shows it.
    Labels,
    Both([usize; 2]),
    One(usize),
    /// All runs were searched.
    Exhausted,
    /// The rest of the run satisfies a path formula: what else is shown for that, state by state.
    Run(Vec<Vec<usize>>),
    /// A fixpoint or a modality: a game of so many positions was won; what its plays come to.
    Game {
        positions: usize,
        parts: Vec<usize>,
    },
    /// There is too much to be shown.
    LeftOut,
}

/// The answer to a [`Question`](crate::Question).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is so, and everything that matters was looked at.
    Holds,
    /// Runs at whose end something is wrong, one for each distinct violation.
    Violations(Vec<Violation>),
    /// A run to a state that satisfies a cover, or to a step that hits it.
    Reached(Run),
    /// No reachable state satisfies a cover, and no step hits it.
    Unreachable,
    /// A run to a state from which nothing that satisfies an instance can be reached.
    Lost { instance: u64, run: Run },
    /// A bad run.
    Bad(LassoRun),
    /// Whether a formula of branching time holds, and why.
    Decided(Decision),
    /// A formula of branching time means nothing where no step leads on and some fails.
    Fails(Run),
    /// Its automaton, or a product with that, would be too large.
    TooLarge,
    /// Not decided.
    Unknown,
    /// Another question about the same property was answered so that this one need not be asked.
    Settled,
}

impl Finding {
    /// Whether it claims something of runs.
    pub fn has_runs(&self) -> bool {
        match self {
            Finding::Violations(violations) => !violations.is_empty(),
            Finding::Reached(_) | Finding::Lost { .. } | Finding::Bad(_) | Finding::Fails(_) => {
                true
            }
            Finding::Decided(decision) => !decision.shown.is_empty(),
            Finding::Holds
            | Finding::Unreachable
            | Finding::Unknown
            | Finding::TooLarge
            | Finding::Settled => false,
        }
    }
}
