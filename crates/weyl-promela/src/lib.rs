//! The Promela front end: text → tokens → syntax tree → resolved tree.
//!
//! It accepts the language of SPIN 6.5 without embedded C, reports what it does not understand as coded
//! diagnostics, several in one run, and knows nothing of searches or states.

pub mod ast;
pub mod codes;
mod lower;
mod parser;
mod preprocess;
mod resolve;
pub mod resolved;
mod separators;
mod suggest;
mod token;

pub use lower::{Lowered, Numbering, Room};

use resolved::Program;
use weyl_source::{Diagnostics, FileId, SourceMap};

/// How a model is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Macros defined from outside, with their text; 1 where there is none.
    pub definitions: Vec<(String, Option<String>)>,
    /// Files that each hold a formula: what would stand between the braces of an `ltl` block. The macros of the model
    /// apply to them.
    pub formulas: Vec<FileId>,
}

/// Reads a model down to the program representation. There is a model exactly if no diagnostic is an error.
pub fn load(
    sources: &mut SourceMap,
    file: FileId,
    options: &LoadOptions,
    loader: &mut dyn FnMut(&str, FileId) -> Option<String>,
) -> (Option<Lowered>, Diagnostics) {
    let reading = Options {
        definitions: options.definitions.clone(),
        formulas: options.formulas.clone(),
    };
    let (program, mut diagnostics) = parse(sources, file, &reading, loader);
    let room = Room {
        processes: options.processes,
        channels: options.channels,
    };
    let lowered = program.map(|program| lower::lower(&program, sources, room, &mut diagnostics));
    (lowered.filter(|_| !diagnostics.has_errors()), diagnostics)
}

/// How a model is read, and how many processes and dynamic channels its states have room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    pub definitions: Vec<(String, Option<String>)>,
    /// Files that each hold a formula, as in [`Options`].
    pub formulas: Vec<FileId>,
    pub processes: u32,
    pub channels: u32,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        let room = Room::default();
        LoadOptions {
            definitions: Vec::new(),
            formulas: Vec::new(),
            processes: room.processes,
            channels: room.channels,
        }
    }
}

/// Reads a model. `loader` gives the text of an included file, asked for by the name in the text and the
/// file that includes it. There is a program exactly if no diagnostic is an error.
pub fn parse<'a>(
    sources: &'a mut SourceMap,
    file: FileId,
    options: &Options,
    loader: &'a mut dyn FnMut(&str, FileId) -> Option<String>,
) -> (Option<Program>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let model = syntax(sources, file, options, loader, &mut diagnostics);
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    let program = resolve::resolve(&model, &mut diagnostics);
    (
        Some(program).filter(|_| !diagnostics.has_errors()),
        diagnostics,
    )
}

/// Preprocesses and parses a model without resolving its names. It is complete only if no error was reported.
pub fn syntax<'a>(
    sources: &'a mut SourceMap,
    file: FileId,
    options: &Options,
    loader: &'a mut dyn FnMut(&str, FileId) -> Option<String>,
    diagnostics: &'a mut Diagnostics,
) -> ast::Model {
    let tokens = preprocess::preprocess(sources, file, options, loader, diagnostics);
    parser::parse(
        separators::in_model(tokens.model),
        tokens.formulas,
        diagnostics,
    )
}
