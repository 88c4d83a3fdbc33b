//! Run-time errors of a model, as values.

use std::fmt;
use std::mem::discriminant;
use weyl_ir::{Model, PropertyId, Table, TypeId};
use weyl_source::Span;

/// A run-time error and the place in the model's text where it happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    pub kind: FaultKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// A failed `assert` statement.
    Assertion {
        message: String,
    },
    /// A property that a `refute` statement says is violated.
    Refuted {
        property: PropertyId,
        message: String,
    },
    /// An `error` statement.
    Error {
        message: String,
    },
    Undefined,
    OutOfRange {
        value: i128,
        lo: i128,
        hi: i128,
    },
    BadIndex {
        value: i128,
        lo: i128,
        hi: i128,
    },
    DivisionByZero,
    /// A result beyond 128 bits, or a shift by a negative or absurd distance.
    Overflow,
    /// A union held a value of another member.
    NotMember {
        ty: TypeId,
    },
    MultisetFull {
        capacity: u32,
    },
    EmptyPosition,
    /// A loop by steps of 0.
    ZeroStep,
    LoopLimit {
        turns: u64,
    },
    CallDepth {
        calls: u32,
    },
    MissingReturn,
    /// No channel has this number.
    NoChannel {
        number: i128,
    },
    MessageFields {
        given: usize,
        wanted: usize,
    },
    ChannelFull,
    NoMessage,
    /// A channel without room was asked for a message that it holds.
    Poll,
    /// A sequence that must not be interrupted can't go on.
    Blocked,
    /// A sequence that nobody may interrupt never ends.
    Endless,
    /// Whether a process is enabled depends on whether it is.
    CircularEnabled,
    /// The layout has no room for more; a larger one may.
    TableFull {
        table: Table,
    },
    /// The budget is spent: no error of the model.
    Interrupted,
}

impl Fault {
    /// Whether two failures count as one: the same statement fails in the same way. Details such as
    /// the value that was out of range do not matter.
    pub fn is_like(&self, other: &Fault) -> bool {
        self.span == other.span && discriminant(&self.kind) == discriminant(&other.kind)
    }

    /// How far a failure is from what a symmetry takes another one to; `None` if it can't be that.
    /// A symmetry keeps which claim fails, or that the model does. Where and how it fails can
    /// change: other rules do the same to other names, and of several parts of an expression that
    /// fail another one comes first.
    pub fn distance(&self, other: &Fault) -> Option<u32> {
        let is_the_same = match (&self.kind, &other.kind) {
            (FaultKind::Assertion { message }, FaultKind::Assertion { message: also }) => {
                message == also
            }
            (FaultKind::Refuted { property, .. }, FaultKind::Refuted { property: also, .. }) => {
                property == also
            }
            _ => !self.is_failed_claim() && !other.is_failed_claim(),
        };
        let differs = discriminant(&self.kind) != discriminant(&other.kind);
        is_the_same.then_some(match (self.is_like(other), differs) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        })
    }

    pub fn new(kind: FaultKind, span: Span) -> Box<Fault> {
        Box::new(Fault { kind, span })
    }

    /// Whether a claim about the model failed, rather than the model itself.
    pub fn is_failed_claim(&self) -> bool {
        matches!(
            self.kind,
            FaultKind::Assertion { .. } | FaultKind::Refuted { .. }
        )
    }

    /// Whether the step was stopped rather than wrong.
    pub fn is_interruption(&self) -> bool {
        self.kind == FaultKind::Interrupted
    }

    /// What happened, in the words of the model.
    pub fn describe(&self, model: &Model) -> String {
        Description {
            kind: &self.kind,
            model,
        }
        .to_string()
    }
}

struct Description<'a> {
    kind: &'a FaultKind,
    model: &'a Model,
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = |ty: TypeId| self.model.describe_type(ty);
        match self.kind {
            FaultKind::Assertion { message } => write!(f, "assertion failed: {message}"),
            FaultKind::Refuted { message, .. } => write!(f, "{message}"),
            FaultKind::Error { message } => write!(f, "error statement reached: {message}"),
            FaultKind::Undefined => write!(f, "an undefined value is read"),
            FaultKind::OutOfRange { value, lo, hi } => {
                write!(f, "the value {value} is outside {lo}..{hi}")
            }
            FaultKind::BadIndex { value, lo, hi } => {
                write!(f, "the index {value} is outside {lo}..{hi}")
            }
            FaultKind::DivisionByZero => write!(f, "division by zero"),
            FaultKind::Overflow => write!(f, "arithmetic overflow"),
            FaultKind::NotMember { ty: member } => {
                write!(f, "the union holds no value of {}", ty(*member))
            }
            FaultKind::MultisetFull { capacity } => {
                write!(f, "the multiset is full (its capacity is {capacity})")
            }
            FaultKind::EmptyPosition => write!(f, "this position of the multiset is empty"),
            FaultKind::ZeroStep => write!(f, "the loop advances by 0"),
            FaultKind::LoopLimit { turns } => {
                write!(f, "the loop did not end within {turns} turns")
            }
            FaultKind::CallDepth { calls } => write!(f, "more than {calls} calls are nested"),
            FaultKind::NoChannel { number } => write!(f, "there is no channel {number}"),
            FaultKind::MessageFields { given, wanted } => {
                write!(f, "the message has {given} fields, the channel {wanted}")
            }
            FaultKind::ChannelFull => write!(f, "the channel is full"),
            FaultKind::Poll => write!(f, "a rendezvous channel holds no messages to look at"),
            FaultKind::NoMessage => write!(f, "there is no such message"),
            FaultKind::CircularEnabled => {
                write!(f, "whether a process is enabled depends on whether it is")
            }
            FaultKind::Endless => write!(f, "an atomic sequence never ends"),
            FaultKind::Blocked => write!(f, "a d_step sequence can't go on"),
            FaultKind::TableFull {
                table: Table::Processes,
            } => write!(f, "there are too many processes"),
            FaultKind::TableFull {
                table: Table::Channels,
            } => write!(f, "there are too many channels"),
            FaultKind::Interrupted => write!(f, "the step was interrupted"),
            FaultKind::MissingReturn => write!(f, "the function ended without a return"),
        }
    }
}
