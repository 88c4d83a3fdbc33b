//! Statements and declarations.

use super::{Expr, Ident, Pattern, Place};
use weyl_source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub statements: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    pub labels: Vec<Ident>,
    pub kind: StmtKind,
    /// Without the labels.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    Declaration(Declaration),
    /// `xr c, d` or `xs c, d`
    Exclusive {
        mode: Exclusive,
        channels: Vec<Place>,
    },
    Assign {
        target: Place,
        value: Expr,
    },
    Increment(Place),
    Decrement(Place),
    Send {
        channel: Place,
        /// `!!`
        sorted: bool,
        arguments: Vec<Expr>,
    },
    Receive {
        channel: Place,
        /// `??`
        random: bool,
        /// `?<..>`: the message stays in the channel.
        keep: bool,
        patterns: Vec<Pattern>,
    },
    Condition(Expr),
    /// A label without a statement of its own.
    Nothing,
    Else,
    Assert(Expr),
    Print {
        format: StringLiteral,
        arguments: Vec<Expr>,
    },
    PrintMtype(Expr),
    SetPriority {
        process: Expr,
        priority: Expr,
    },
    Goto(Ident),
    Break,
    If(Vec<Block>),
    Do(Vec<Block>),
    For {
        variable: Place,
        from: Expr,
        to: Expr,
        body: Block,
    },
    ForIn {
        variable: Place,
        collection: Place,
        body: Block,
    },
    Select {
        variable: Place,
        from: Expr,
        to: Expr,
        /// It stands in the body of an inline.
        inlined: bool,
    },
    Atomic(Block),
    DStep(Block),
    Block(Block),
    Unless {
        body: Box<Stmt>,
        escape: Box<Stmt>,
    },
    /// A call of an inline, expanded: the spans in the body are those of the inline's text.
    Inline {
        name: Ident,
        call: Span,
        body: Block,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exclusive {
    Receive,
    Send,
}

/// A string with its quotes and escapes as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    pub raw: std::sync::Arc<str>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub visibility: Visibility,
    pub ty: TypeName,
    pub variables: Vec<Variable>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    #[default]
    Plain,
    Hidden,
    Show,
    Local,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    Unsigned,
    Chan,
    Mtype(Option<Ident>),
    Named(Ident),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: Ident,
    /// `: n` of an unsigned.
    pub width: Option<Expr>,
    pub size: Option<Expr>,
    pub initialiser: Option<Initialiser>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initialiser {
    Value(Expr),
    List(Vec<Expr>, Span),
    Channel(ChannelInit),
}

/// `[capacity] of { fields }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelInit {
    pub capacity: Expr,
    pub fields: Vec<TypeName>,
    pub span: Span,
}
