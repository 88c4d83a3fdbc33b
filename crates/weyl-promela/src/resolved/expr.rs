//! Expressions, places and formulas.

use super::{
    BinaryOp, ChannelTest, FieldId, GlobalId, LabelId, LocalId, ProctypeId, Type, UnaryOp,
};
use weyl_source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    /// What kind of value it is; arithmetic is always done on 32-bit integers.
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number; of type `Mtype` if it is written as a name.
    Constant(i64),
    Read(Place),
    /// Never a temporal operator.
    Unary(UnaryOp, Box<Expr>),
    /// Never a temporal operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Conditional(Box<[Expr; 3]>),
    Run(Run),
    /// `len(c)`
    Length(Place),
    /// `full(c)` and the like.
    Test(ChannelTest, Place),
    Poll(Poll),
    Enabled(Box<Expr>),
    PcValue(Box<Expr>),
    GetPriority(Box<Expr>),
    Timeout,
    NonProgress,
    /// `_pid`
    ProcessId,
    /// `_nr_pr`
    ProcessCount,
    /// `_last`
    LastProcess,
    /// `_priority`
    OwnPriority,
    /// `P[pid]@label`: 1 where the process stands at the label.
    RemoteLabel {
        proctype: ProctypeId,
        /// `None`: the one process of the proctype.
        pid: Option<Box<Expr>>,
        label: LabelId,
    },
    /// `P[pid]:variable`
    RemoteVariable {
        proctype: ProctypeId,
        pid: Option<Box<Expr>>,
        local: LocalId,
        index: Option<Box<Expr>>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableRef {
    Global(GlobalId),
    Local(LocalId),
}

/// One element or field of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub variable: VariableRef,
    /// `None` where the variable is no array, or where all of it is meant. An index on a variable
    /// that is no array is allowed; it must be 0.
    pub index: Option<Box<Expr>>,
    pub fields: Vec<FieldStep>,
    /// The type of what is reached.
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldStep {
    pub field: FieldId,
    pub index: Option<Box<Expr>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub proctype: ProctypeId,
    /// One for each plain value of the parameters, structures split into their fields.
    pub arguments: Vec<Expr>,
    pub priority: Option<u8>,
}

/// `c?[..]`, `c??[..]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    pub channel: Place,
    pub random: bool,
    pub patterns: Vec<Pattern>,
}

/// One message field of a receive or poll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    Store(Place),
    /// The field must have this value; the constant or the argument of `eval`.
    Match(Expr),
    /// `_`
    Discard(Span),
}

/// A temporal formula over plain expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    pub kind: FormulaKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// A largest part that is an expression of a process too.
    Atom(Expr),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Equivalent(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Always(Box<Formula>),
    Eventually(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    WeakUntil(Box<Formula>, Box<Formula>),
    Release(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// The expressions in it, from left to right.
    pub fn atoms(&self) -> Vec<&Expr> {
        match &self.kind {
            FormulaKind::Atom(expr) => vec![expr],
            FormulaKind::Not(inner)
            | FormulaKind::Next(inner)
            | FormulaKind::Always(inner)
            | FormulaKind::Eventually(inner) => inner.atoms(),
            FormulaKind::And(left, right)
            | FormulaKind::Or(left, right)
            | FormulaKind::Implies(left, right)
            | FormulaKind::Equivalent(left, right)
            | FormulaKind::Until(left, right)
            | FormulaKind::WeakUntil(left, right)
            | FormulaKind::Release(left, right) => [left.atoms(), right.atoms()].concat(),
        }
    }

    /// Whether it speaks of the present alone.
    pub fn is_propositional(&self) -> bool {
        match &self.kind {
            FormulaKind::Atom(_) => true,
            FormulaKind::Not(inner) => inner.is_propositional(),
            FormulaKind::And(left, right)
            | FormulaKind::Or(left, right)
            | FormulaKind::Implies(left, right)
            | FormulaKind::Equivalent(left, right) => {
                left.is_propositional() && right.is_propositional()
            }
            _ => false,
        }
    }
}
