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

use lower::branching::Branching;
use weyl_ir::{
    Capacity, Definitions, FormulaFile, FrontEnd, Language, Lowered, Parsed, ReadOptions, formulas,
};
use weyl_source::{Diagnostics, FileId, Sources};
use weyl_temporal::grammar::{self, Atoms, Dialect, Logic};

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
    formulas: Vec<lower::Formula>,
    /// Those that are shown along runs.
    expressions: Vec<ast::Expr>,
    options: ReadOptions,
    /// What formulas may speak of.
    declared: ast::Declared,
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
        let mut outside = Outside {
            sources,
            declared: &declared,
            diagnostics,
        };
        let formulas = options.formulas.iter();
        let formulas = formulas.filter_map(|given| outside.formula(*given));
        let formulas = formulas.collect();
        let expressions = options.expressions.iter();
        let expressions = expressions.filter_map(|file| outside.linear(*file));
        let expressions = expressions.collect();
        Some(Box::new(Tree {
            file,
            items,
            formulas,
            expressions,
            options: options.clone(),
            declared,
        }))
    }
}

/// Reads what is said about a model from outside.
struct Outside<'o> {
    sources: &'o Sources,
    declared: &'o ast::Declared,
    diagnostics: &'o mut Diagnostics,
}

impl Outside<'_> {
    fn formula(&mut self, given: FormulaFile) -> Option<lower::Formula> {
        if given.logic == Logic::Linear {
            return self.linear(given.file).map(lower::Formula::Linear);
        }
        let is_declared = |word: &str| self.declared.names.contains(word);
        let dialect = Dialect {
            logic: given.logic,
            atoms: Atoms::Expressions { single_signs: true },
            is_declared: &is_declared,
        };
        let file = given.file;
        match grammar::read(&self.sources.file(file).text, &dialect) {
            Ok(tree) => Some(lower::Formula::Branching(Branching { file, tree })),
            Err(error) => {
                self.diagnostics.push(formulas::diagnostic(file, &error));
                None
            }
        }
    }

    /// A formula of linear time, or an expression.
    fn linear(&mut self, file: FileId) -> Option<ast::Expr> {
        let text = &self.sources.file(file).text;
        parser::parse_formula(text, file, self.declared, self.diagnostics).ok()
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
            declared: &self.declared,
        };
        let lowered = lower::lower(sources, self.file, &self.options, tree, diagnostics);
        let is_whole = lowered.temporal.len() == self.options.formulas.len()
            && self.expressions.len() == self.options.expressions.len();
        Some(lowered).filter(|_| is_whole && !diagnostics.has_errors())
    }
}
