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

use weyl_ir::{Capacity, Definitions, FrontEnd, Language, Lowered, Parsed, ReadOptions};
use weyl_source::{Diagnostics, FileId, Sources};

/// Clauses of `elsif` and `case` that are nested in each other; more of them are further blocks.
const CHAIN_LEVELS: usize = 200;

/// The language of Murphi, CMurphi and Rumur.
pub struct Murphi;

static MURPHI: Language = Language {
    name: "murphi",
    title: "Murphi",
    endings: &["m"],
    comment: "--",
    definitions: Definitions::Constants,
    has_processes: false,
    has_rules: true,
    has_loops: true,
    has_undefined: true,
    has_trails: false,
};

/// The syntax tree of a model, with that of formulas from outside.
struct Tree {
    file: FileId,
    items: Vec<ast::Item>,
    formulas: Vec<ast::Expr>,
    /// Those that are shown along runs.
    expressions: Vec<ast::Expr>,
    options: ReadOptions,
}

impl FrontEnd for Murphi {
    fn language(&self) -> &'static Language {
        &MURPHI
    }

    fn read(
        &self,
        sources: &mut Sources,
        file: FileId,
        options: &ReadOptions,
        diagnostics: &mut Diagnostics,
    ) -> Option<Box<dyn Parsed>> {
        let items = parser::parse(&sources.file(file).text, file, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        let declared = ast::Declared::by(&items);
        let mut parsed = |files: &[FileId]| -> Vec<ast::Expr> {
            let parsed = files.iter().filter_map(|formula| {
                let text = &sources.file(*formula).text;
                parser::parse_formula(text, *formula, &declared, diagnostics).ok()
            });
            parsed.collect()
        };
        let formulas = parsed(&options.formulas);
        let expressions = parsed(&options.expressions);
        Some(Box::new(Tree {
            file,
            items,
            formulas,
            expressions,
            options: options.clone(),
        }))
    }
}

impl Parsed for Tree {
    fn depends_on_capacity(&self) -> bool {
        false
    }

    fn lower(
        &self,
        sources: &Sources,
        _capacity: Capacity,
        diagnostics: &mut Diagnostics,
    ) -> Option<Lowered> {
        let tree = lower::Trees {
            items: &self.items,
            formulas: &self.formulas,
            expressions: &self.expressions,
        };
        let lowered = lower::lower(sources, self.file, &self.options, tree, diagnostics);
        let is_whole = lowered.temporal.len() == self.options.formulas.len()
            && self.expressions.len() == self.options.expressions.len();
        Some(lowered).filter(|_| is_whole && !diagnostics.has_errors())
    }
}
