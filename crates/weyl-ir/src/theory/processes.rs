//! Processes: what one can know of the others, and the room that they need.

use crate::Expr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessExpr {
    /// Whether no process can do anything unless this is true.
    Timeout,
    /// Whether the process with this number can make a step.
    Enabled(Box<Expr>),
}

/// What a model may need more of than its layout has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    Processes,
    Channels,
}
