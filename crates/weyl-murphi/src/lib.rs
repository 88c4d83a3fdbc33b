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

use weyl_ir::{Model, Temporal};
use weyl_source::{Diagnostics, FileId, SourceMap};

/// How a model is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Reading an undefined scalar is always an error, also in `x := y` and in comparisons of
    /// scalarsets.
    pub strict_undefined: bool,
    /// Values that replace those of constants declared in the model.
    pub constants: Vec<(String, i128)>,
    /// Files whose whole text is one temporal formula over what the model declares.
    pub formulas: Vec<FileId>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    pub model: Model,
    /// One for each formula, in their order.
    pub temporal: Vec<Temporal>,
}

/// Reads a model. There is one exactly if no diagnostic is an error.
pub fn load(
    sources: &SourceMap,
    file: FileId,
    options: &Options,
) -> (Option<Lowered>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let items = parser::parse(&sources.file(file).text, file, &mut diagnostics);
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    let declared = ast::Declared::by(&items);
    let parsed = options.formulas.iter().filter_map(|formula| {
        let text = &sources.file(*formula).text;
        parser::parse_formula(text, *formula, &declared, &mut diagnostics).ok()
    });
    let formulas: Vec<ast::Expr> = parsed.collect();
    let tree = (&items[..], &formulas[..]);
    let lowered = lower::lower(sources, file, options, tree, &mut diagnostics);
    let is_whole = lowered.temporal.len() == options.formulas.len();
    let lowered = Some(lowered).filter(|_| is_whole && !diagnostics.has_errors());
    (lowered, diagnostics)
}
