//! The resolved tree: every name is an index, every structure that is sent or passed is split into
//! its fields, every constant is folded. A lowering reads it without looking at text.

mod expr;
mod program;
mod stmt;
mod types;
mod walk;

pub use crate::ast::{BinaryOp, ChannelTest, Exclusive, UnaryOp, Visibility};
pub use expr::*;
pub use program::*;
pub use stmt::*;
pub use types::*;
pub(crate) use walk::{each_expr, each_of_statement, each_statement, inner_statements, walk};
