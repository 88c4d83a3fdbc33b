//! Expressions: pure; they yield a value or a run-time error, evaluated from left to right.

use crate::{
    Argument, ChannelExpr, FunctionId, LocalId, NameExpr, Place, ProcessExpr, TypeId, UnionExpr,
};
use weyl_source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    Negate,
    /// All bits flipped (two's complement): −x − 1.
    BitNot,
}

/// Strict binary operators. Arithmetic is on mathematical integers; a result beyond 128 bits is a
/// run-time error. Division truncates; the remainder has the sign of the dividend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Compare(Comparison),
}

/// What of two values is asked. An order is asked of integers only, equality of all scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    Forall,
    Exists,
}

/// Whether the instances of a quantifier are evaluated in order up to the first that decides, or
/// all of them, an error in any being the result. Declared scalarsets are evaluated `All`: their
/// members have no order, so neither a first instance nor a last one may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evaluation {
    UntilDecided,
    All,
}

/// What a bound variable or a parameter ranges over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// All values of a finite scalar type.
    Type(TypeId),
    /// `from`, `from + by`, … up to `to` (down to `to` if `by` is negative); `by` = 0 is a run-time
    /// error. As the domain of a rule's parameter all three are constants.
    Steps {
        from: Box<Expr>,
        to: Box<Expr>,
        by: Box<Expr>,
    },
    /// The occupied positions of a multiset.
    Positions(Place),
}

/// A bound variable with what it ranges over. Bound variables are read-only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub local: LocalId,
    pub domain: Domain,
}

/// What is about scalars, logic and places; what belongs to a theory of its own (unions, names,
/// channels, processes) is an enumeration of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A value of a scalar type, as its number.
    Constant(i128),
    /// The value at a scalar place; an error if it is undefined.
    Read(Place),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Short-circuit conjunction.
    And(Box<Expr>, Box<Expr>),
    /// Short-circuit disjunction.
    Or(Box<Expr>, Box<Expr>),
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Quantified {
        quantifier: Quantifier,
        evaluation: Evaluation,
        binding: Box<Binding>,
        body: Box<Expr>,
    },
    /// Whether a scalar place is undefined.
    IsUndefined(Place),
    /// Whether two places of one type (scalars, records, arrays; no multisets) hold the same: part
    /// by part, undefined being the same as undefined only.
    Same(Place, Place),
    /// How many occupied positions of the multiset satisfy the body.
    Count {
        binding: Box<Binding>,
        body: Box<Expr>,
    },
    /// The low bits of an integer; in two's complement if `signed`.
    Truncate {
        bits: u8,
        signed: bool,
        value: Box<Expr>,
    },
    /// A call of a pure function with a scalar result.
    Call {
        function: FunctionId,
        arguments: Vec<Argument>,
    },
    Union(UnionExpr),
    Name(NameExpr),
    Channel(ChannelExpr),
    Process(ProcessExpr),
}

impl Expr {
    pub fn new(kind: ExprKind, ty: TypeId, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    pub fn constant(value: i128, ty: TypeId, span: Span) -> Expr {
        Expr::new(ExprKind::Constant(value), ty, span)
    }

    pub fn read(place: Place) -> Expr {
        let (ty, span) = (place.ty, place.span);
        Expr::new(ExprKind::Read(place), ty, span)
    }

    pub fn as_constant(&self) -> Option<i128> {
        if let ExprKind::Constant(value) = self.kind {
            return Some(value);
        }
        None
    }
}
