//! The syntax tree: what the text says, names still as text, inlines already expanded.
//!
//! Spans point into the files that the user wrote, so that the text of every part can be recovered.

mod expr;
mod stmt;
mod unit;

pub use expr::*;
pub use stmt::*;
pub use unit::*;

use std::sync::Arc;
use weyl_source::Span;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Arc<str>,
    pub span: Span,
}
