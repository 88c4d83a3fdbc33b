//! What was read, with its places in the text.

use std::ops::Range;

/// Operators between two formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Equivalent,
    Implies,
    Or,
    And,
    Until,
    Release,
    Unless,
}

impl Binary {
    /// How tightly it binds.
    pub fn level(self) -> usize {
        match self {
            Binary::Equivalent => 0,
            Binary::Implies => 1,
            Binary::Or => 2,
            Binary::And => 3,
            Binary::Until | Binary::Release | Binary::Unless => 4,
        }
    }

    pub fn is_temporal(self) -> bool {
        self.level() == 4
    }

    pub fn groups_right(self) -> bool {
        matches!(self, Binary::Implies) || self.is_temporal()
    }
}

/// Temporal operators in front of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Next,
    Always,
    Eventually,
}

/// How many runs are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    Some,
    Every,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub(super) kind: Kind,
    pub(super) place: Range<usize>,
    /// The first operator that speaks of a run which no path quantifier above it names.
    pub(super) run: Option<Range<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Atom,
    Variable,
    Not(Box<Tree>),
    Binary(Binary, Box<Tree>, Box<Tree>),
    Unary(Unary, Box<Tree>),
    Runs(Runs, Box<Tree>),
    Fixpoint {
        is_greatest: bool,
        /// Where its variable is named.
        variable: Range<usize>,
        body: Box<Tree>,
    },
    Modal {
        is_must: bool,
        /// What is between the brackets; nothing means all steps.
        actions: Option<Range<usize>>,
        then: Box<Tree>,
    },
    Quantified {
        is_forall: bool,
        /// What stands between the quantifier and `do`.
        header: Range<usize>,
        body: Box<Tree>,
    },
}

impl Tree {
    pub(super) fn new(kind: Kind, place: Range<usize>) -> Tree {
        let run = match &kind {
            Kind::Atom | Kind::Variable | Kind::Runs(..) => None,
            Kind::Unary(..) => Some(place.clone()),
            Kind::Not(one) => one.run.clone(),
            Kind::Binary(op, ..) if op.is_temporal() => Some(place.clone()),
            Kind::Binary(_, one, other) => one.run.clone().or(other.run.clone()),
            Kind::Fixpoint { body, .. } | Kind::Quantified { body, .. } => body.run.clone(),
            Kind::Modal { then, .. } => then.run.clone(),
        };
        Tree { kind, place, run }
    }

    pub(super) fn is_atom(&self) -> bool {
        matches!(self.kind, Kind::Atom)
    }
}
