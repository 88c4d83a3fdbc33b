//! The theories of the representation: what programs say about unions, names, multisets, channels
//! and processes. Each has its own kinds of expressions and statements, so that who treats a theory
//! treats all of it.

mod channels;
mod multisets;
mod names;
mod processes;
mod unions;

pub use channels::{ChannelExpr, ChannelQuestion, ChannelStmt, MessageField};
pub use multisets::MultisetStmt;
pub use names::NameExpr;
pub use processes::{ProcessExpr, Table};
pub use unions::UnionExpr;
