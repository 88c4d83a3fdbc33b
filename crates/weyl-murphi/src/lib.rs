//! The Murphi front end: text → tokens → syntax tree → typed program representation.
//!
//! It accepts the union of what CMurphi 5 and Rumur accept, reports what it does not understand as
//! coded diagnostics, several in one run, and knows nothing of searches or states.

mod ast;
pub mod codes;
mod lexer;
mod lower;
mod parser;
mod scope;

use weyl_ir::Model;
use weyl_source::{Diagnostics, FileId, SourceMap};

/// How a model is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Reading an undefined scalar is always an error, also in `x := y` and in comparisons of
    /// scalarsets.
    pub strict_undefined: bool,
    /// Values that replace those of constants declared in the model.
    pub constants: Vec<(String, i128)>,
}

/// Reads a model. There is one exactly if no diagnostic is an error.
pub fn load(sources: &SourceMap, file: FileId, options: &Options) -> (Option<Model>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let items = parser::parse(&sources.file(file).text, file, &mut diagnostics);
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    let model = lower::lower(sources, file, options, &items, &mut diagnostics);
    (
        Some(model).filter(|_| !diagnostics.has_errors()),
        diagnostics,
    )
}
