//! Statements: structured, so that they can be executed, compiled and translated into formulas.

use crate::{
    Binding, ChannelStmt, Expr, FunctionId, LocalId, MultisetStmt, Place, PropertyId, Table, TypeId,
};
use weyl_source::Span;

pub type Block = Vec<Stmt>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// What is handed to a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A scalar value for a value parameter.
    Value(Expr),
    /// What a place holds, undefined or not, for a value parameter: see [`StmtKind::Copy`].
    Copy(Place),
    /// The place itself, for a reference parameter of the same type.
    Reference(Place),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutItem {
    Text(String),
    Value(Expr),
    /// An integer, written in a way that does not follow from its type.
    Number(Expr, Notation),
    /// What a place holds: scalars, undefined ones too, and aggregates part by part.
    Place(Place),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    Decimal,
    Hexadecimal,
    Octal,
    /// The character with the code of the low byte; nothing for code 0, as in the strings of C.
    Character,
    /// As a value of this range would be: by its name, if it has one there.
    As(TypeId),
}

/// Stores, control, judgements and output; what changes multisets and channels is in enumerations
/// of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// Stores a scalar; a value outside the place's type is a run-time error.
    Assign {
        to: Place,
        value: Expr,
    },
    /// Copies scalars and aggregates, undefined parts included. Two scalar places may have
    /// different integer ranges: then a defined value is checked as in `Assign`.
    Copy {
        to: Place,
        from: Place,
    },
    /// Every scalar in the place becomes undefined, every multiset and every channel empty.
    Undefine(Place),
    /// Every scalar in the place becomes the least value of its type, every multiset and every
    /// channel empty.
    Clear(Place),
    If {
        condition: Expr,
        then: Block,
        otherwise: Block,
    },
    For {
        binding: Binding,
        body: Block,
    },
    While {
        condition: Expr,
        body: Block,
    },
    /// Fails with the message if the condition is false; where `goes_on`, the failure is reported
    /// and the step goes on.
    Assert {
        condition: Expr,
        message: String,
        goes_on: bool,
    },
    Error {
        message: String,
    },
    /// Reports that a property of kind `Events` is violated; the step goes on.
    Refute {
        property: PropertyId,
        message: String,
    },
    /// Reports that the step hits a property of kind `Cover`; the step goes on. Steps that do not
    /// exist, or that an assumption excludes, hit nothing.
    Hit {
        property: PropertyId,
    },
    /// There is no such step if the condition is false.
    Assume {
        condition: Expr,
    },
    Call {
        function: FunctionId,
        arguments: Vec<Argument>,
        /// Where the result goes; as [`StmtKind::Copy`] from the function's result.
        result: Option<Place>,
    },
    /// Leaves the function (its result is what the result local then holds), or the rule.
    Return,
    /// Fails, so that a larger layout can be chosen, if the table has no room for so many.
    Reserve {
        table: Table,
        count: Expr,
    },
    /// Output: shown in simulations and traces.
    Put(Vec<PutItem>),
    /// From here on the local, of kind `Reference`, stands for the place; its indices are evaluated
    /// now.
    Bind {
        local: LocalId,
        place: Place,
    },
    Multiset(MultisetStmt),
    Channel(ChannelStmt),
}

impl Stmt {
    pub fn new(kind: StmtKind, span: Span) -> Stmt {
        Stmt { kind, span }
    }
}
