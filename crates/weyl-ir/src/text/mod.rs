//! The text form of programs: what passes are tested on. `docs/ir.md` describes the grammar.
//!
//! Everything that a program refers to has a *label* in the text: the name where it is a plain word that
//! nothing else has, another word with the name beside it (`var x_2 = "x" : bool`) where not. So every
//! program has a text, and the reading of it gives the same program, spans aside.

mod labels;
mod lex;
mod naming;
mod print;
mod print_expr;
mod print_messages;
mod print_processes;
mod print_stmt;
mod read_body;
mod read_expr;
mod read_items;
mod read_messages;
mod read_ops;
mod read_place;
mod read_processes;
mod read_stmt;
mod read_types;
mod reader;
mod symmetries;
mod words;

use crate::{Model, verify};
use weyl_source::{Code, Diagnostic};

/// The text of a verified model.
pub fn print(model: &Model) -> String {
    print::Printer::new(model).model()
}

/// Reads a text and verifies the model. Spans are offsets in the text, in the first file.
pub fn read(text: &str) -> Result<Model, Vec<Diagnostic>> {
    let model = reader::read(text)?;
    let report = |error: crate::VerifyError| {
        Diagnostic::error(codes::NOT_VERIFIED, error.span, error.to_string())
    };
    match verify(&model) {
        Ok(()) => Ok(model),
        Err(errors) => Err(errors.into_iter().map(report).collect()),
    }
}

/// The codes of the reader's diagnostics.
pub mod codes {
    use super::Code;

    /// A character that begins no word, number, string or sign.
    pub const CHARACTER: Code = Code(901);
    /// Something else stands where the grammar wants one thing.
    pub const SYNTAX: Code = Code(902);
    /// A label or a name that nothing has.
    pub const UNKNOWN: Code = Code(903);
    /// A label that something else has, or a local out of order.
    pub const DECLARED: Code = Code(904);
    /// A path, a value or an operator that does not fit the types.
    pub const TYPE: Code = Code(905);
    /// Expressions, statements or types that nest too deep.
    pub const DEPTH: Code = Code(906);
    /// A number that is too large, or a string with a wrong escape.
    pub const LITERAL: Code = Code(907);
    /// The verifier refuses the model.
    pub const NOT_VERIFIED: Code = Code(908);
}
