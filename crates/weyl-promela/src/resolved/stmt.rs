//! Statements.

use super::{Exclusive, Expr, LabelId, LocalId, Pattern, Place};
use std::sync::Arc;
use weyl_source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub statements: Vec<Stmt>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    pub labels: Vec<LabelId>,
    pub kind: StmtKind,
    /// In the definition of an inline for what comes from one.
    pub span: Span,
    pub origin: Origin,
}

/// How a statement relates to the text at its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It stands there as it is.
    Written,
    /// It is a part of a `for` or a `select`.
    Derived,
    /// It is the text of an inline with the parameters replaced.
    Inlined {
        /// The inline that the process itself calls.
        name: Arc<str>,
        call: Span,
    },
}

/// Declarations are gone: what they do when they are reached is an `Initialise`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// A declaration behind the first statement or inside a block: an executable statement in SPIN,
    /// also where it only sets the variable to 0. Of an array only element 0 is set; for a
    /// structure (`None`) it is a step without effect.
    Initialise {
        local: LocalId,
        value: Option<Expr>,
    },
    Assign {
        target: Place,
        value: Expr,
    },
    /// `_ = value`
    Discard(Expr),
    Increment(Place),
    Decrement(Place),
    Send {
        channel: Place,
        /// `!!`
        sorted: bool,
        /// One for each plain value.
        arguments: Vec<Expr>,
    },
    Receive {
        channel: Place,
        /// `??`
        random: bool,
        /// `?<..>`
        keep: bool,
        patterns: Vec<Pattern>,
    },
    /// In a trace only: some process sends a message that fits.
    SendEvent {
        channel: Place,
        patterns: Vec<Pattern>,
    },
    Condition(Expr),
    /// A label at the end of a sequence: `skip`.
    Nothing,
    /// A `skip` that SPIN leaves out: it has a number and is no step. Only lowering makes it.
    LeftOut,
    /// The guard of an option; anywhere else SPIN treats it as `skip`.
    Else,
    Assert(Expr),
    Print {
        format: Vec<FormatPart>,
        arguments: Vec<Expr>,
    },
    PrintMtype(Expr),
    SetPriority {
        process: Expr,
        priority: Expr,
    },
    Goto(LabelId),
    Break,
    If(Vec<Block>),
    Do(Vec<Block>),
    For {
        variable: Place,
        from: Expr,
        to: Expr,
        body: Block,
    },
    /// The variable runs over the indices of an array: from 0 to its size - 1.
    ForIndex {
        variable: Place,
        size: u32,
        body: Block,
    },
    /// The variable, a structure, takes the messages of a channel one after the other; each is
    /// received and sent back, until the counter has come to the length of the channel.
    ForMessage {
        /// A hidden local.
        counter: Place,
        channel: Place,
        /// The fields of the variable, one for each message field.
        fields: Vec<Place>,
        body: Block,
    },
    Select {
        variable: Place,
        from: Expr,
        to: Expr,
        form: SelectForm,
    },
    Atomic(Block),
    DStep(Block),
    Block(Block),
    Unless {
        body: Box<Stmt>,
        escape: Box<Stmt>,
    },
    /// An expanded inline: a block whose spans lie in the inline's text.
    Inline {
        name: Arc<str>,
        call: Span,
        body: Block,
    },
    /// `xr` or `xs`: a promise about the channel, no step of the process.
    Exclusive {
        mode: Exclusive,
        channels: Vec<Place>,
    },
}

/// How SPIN reads `select`; the number of steps, and so of states, depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelectForm {
    /// `if :: v = from :: .. :: v = to fi`: constant bounds at most 32 apart, a variable without
    /// `_` in its name, outside inlines.
    Options,
    /// `v = from; do :: v < to -> v++ :: break od`
    Loop,
}

/// A piece of a print format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatPart {
    Text(String),
    /// The next argument.
    Argument(Conversion),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// `%d`
    Decimal,
    /// `%u`
    Unsigned,
    /// `%x`
    Hexadecimal,
    /// `%o`
    Octal,
    /// `%c`
    Character,
    /// `%e`: the name of an mtype constant.
    Mtype,
}
