//! The Promela front end: text → tokens → syntax tree → resolved tree.
//!
//! It accepts the language of SPIN 6.5 without embedded C, reports what it does not understand as
//! coded diagnostics, several in one run, and knows nothing of searches or states.

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

use resolved::Program;
use weyl_ir::{Capacity, Definitions, FrontEnd, Language, Lowered, Parsed, ReadOptions};
use weyl_source::{Diagnostics, FileId, Sources};

/// The language of SPIN.
pub struct Promela;

static PROMELA: Language = Language {
    name: "promela",
    title: "Promela",
    endings: &["pml", "prom", "promela", "pm", "p"],
    comment: "//",
    definitions: Definitions::Macros,
    has_processes: true,
    has_rules: false,
    has_loops: false,
    has_undefined: false,
    has_trails: true,
};

impl FrontEnd for Promela {
    fn language(&self) -> &'static Language {
        &PROMELA
    }

    fn read(
        &self,
        sources: &mut Sources,
        file: FileId,
        options: &ReadOptions,
        diagnostics: &mut Diagnostics,
    ) -> Option<Box<dyn Parsed>> {
        let program = parse(sources, file, options, diagnostics)?;
        Some(Box::new(program))
    }
}

impl Parsed for Program {
    fn depends_on_capacity(&self) -> bool {
        true
    }

    fn lower(
        &self,
        sources: &Sources,
        capacity: Capacity,
        diagnostics: &mut Diagnostics,
    ) -> Option<Lowered> {
        let lowered = lower::lower(self, sources, capacity, diagnostics);
        Some(lowered).filter(|_| !diagnostics.has_errors())
    }
}

/// Reads a model. There is a program exactly if no diagnostic is an error.
pub fn parse(
    sources: &mut Sources,
    file: FileId,
    options: &ReadOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Program> {
    let model = syntax(sources, file, options, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    let mut program = resolve::resolve(&model, diagnostics);
    // They are read as formulas, and come after these.
    let formulas = program.outside_formulas.len() - options.expressions.len();
    program.shown = program.outside_formulas.split_off(formulas);
    Some(program).filter(|_| !diagnostics.has_errors())
}

/// Preprocesses and parses a model without resolving its names. It is complete only if no error was
/// reported.
pub fn syntax(
    sources: &mut Sources,
    file: FileId,
    options: &ReadOptions,
    diagnostics: &mut Diagnostics,
) -> ast::Model {
    let tokens = preprocess::preprocess(sources, file, options, diagnostics);
    parser::parse(
        separators::in_model(tokens.model),
        tokens.blocks,
        tokens.formulas,
        diagnostics,
    )
}
