//! What a model consists of.

use super::{Block, Declaration, Expr, Ident};
use weyl_source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    Proctype(Box<Proctype>),
    Init(Init),
    Never(Never),
    Trace(Trace),
    Ltl(Ltl),
    Typedef(Typedef),
    Mtype(Mtype),
    Globals(Declaration),
    Inline(Inline),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proctype {
    pub name: Ident,
    /// `D_proctype`
    pub deterministic: bool,
    pub active: Active,
    pub parameters: Vec<Declaration>,
    pub priority: Option<Expr>,
    pub provided: Option<Expr>,
    pub body: Block,
}

/// How many processes of a proctype run from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Active {
    No,
    One,
    Many(Expr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Init {
    pub priority: Option<Expr>,
    pub body: Block,
    /// The word `init`.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    pub name: Option<Ident>,
    pub body: Block,
    /// The word `never`.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// `notrace`
    pub negated: bool,
    pub body: Block,
    /// The word `trace` or `notrace`.
    pub span: Span,
}

/// The text of a model, and the formulas that were given with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub units: Vec<Unit>,
    /// `ctl` and `mu` blocks.
    pub blocks: Vec<Outside>,
    pub formulas: Vec<Outside>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ltl {
    pub name: Option<Ident>,
    pub formula: Expr,
    pub span: Span,
}

/// A formula that does not stand among the units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    pub name: Ident,
    pub said: Said,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Of linear time, or an expression.
    Linear(Expr),
    /// With its atoms in the order of their numbers, each with its name.
    Branching {
        formula: weyl_temporal::branching::Formula,
        atoms: Vec<(Ident, Expr)>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typedef {
    pub name: Ident,
    pub fields: Vec<Declaration>,
}

/// `mtype = { .. }` or `mtype:sub = { .. }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mtype {
    pub subtype: Option<Ident>,
    pub names: Vec<Ident>,
    pub span: Span,
}

/// The definition of an inline. Its text has been put in at the calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inline {
    pub name: Ident,
    pub parameters: Vec<Ident>,
    pub span: Span,
}
