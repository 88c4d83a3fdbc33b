//! Source files, spans and coded diagnostics.
//!
//! Everything that a user can be told about a place in a model goes through the types of this
//! crate. It renders nothing: how a diagnostic looks on a terminal is the business of weyl-report.

mod codes;
mod cursor;
mod decode;
mod diagnostic;
mod file;

pub use codes::{are_ascending, undocumented};
pub use cursor::{Cursor, Lexeme};
pub use decode::{Decoded, decode};
pub use diagnostic::{Code, Diagnostic, Diagnostics, Label, Severity};
pub use file::{FileId, NotIncluded, Position, SourceFile, Sources, Span};
