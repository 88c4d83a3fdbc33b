//! Expressions, and temporal formulas, which share their grammar.

use super::Ident;
use weyl_source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, a character, `true`, `false` or `skip`.
    Constant(i64),
    /// A variable, a constant of an mtype, or a predefined name.
    Place(Place),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(condition -> yes : no)`
    Conditional(Box<[Expr; 3]>),
    Run(Run),
    Len(Place),
    Test(ChannelTest, Place),
    Enabled(Box<Expr>),
    PcValue(Box<Expr>),
    GetPriority(Box<Expr>),
    /// `c?[..]`, `c??[..]`
    Poll {
        channel: Place,
        random: bool,
        patterns: Vec<Pattern>,
    },
    Timeout,
    NonProgress,
    /// `P[pid]@label`, `P@label`
    RemoteLabel {
        proctype: Ident,
        pid: Option<Box<Expr>>,
        label: Ident,
    },
    /// `P[pid]:variable`, `P:variable`
    RemoteVariable {
        proctype: Ident,
        pid: Option<Box<Expr>>,
        variable: Box<Segment>,
    },
}

/// Temporal operators occur only inside `ltl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    Negate,
    Complement,
    Next,
    Always,
    Eventually,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitXor,
    BitOr,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Implies,
    Equivalent,
    Until,
    WeakUntil,
    Release,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelTest {
    Full,
    Empty,
    NotFull,
    NotEmpty,
}

/// `a[i].b.c[j]`: at least one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub root: Segment,
    pub fields: Vec<Segment>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub name: Ident,
    pub index: Option<Box<Expr>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub proctype: Ident,
    pub arguments: Vec<Expr>,
    pub priority: Option<Box<Expr>>,
}

/// What a message field is received into or compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub kind: PatternKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// A variable, `_`, or a constant of an mtype.
    Place(Place),
    Eval(Expr),
    Constant(i64),
}
