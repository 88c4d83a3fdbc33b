//! The text form of programs: a language of models, and what passes are tested on. `docs/ir.md`
//! describes the grammar.
//!
//! Everything that a program refers to has a *label* in the text: the name where it is a plain word
//! that nothing else has, another word with the name beside it (`var x_2 = "x" : bool`) where not.
//! So every program has a text, and the reading of it gives the same program; with
//! [`print_lowered`], spans and all.

pub mod codes;
mod front_end;
mod labels;
mod lex;
mod naming;
mod origin;
mod outside;
mod print;
mod print_expr;
mod print_messages;
mod print_processes;
mod print_stmt;
mod print_temporal;
mod read_body;
mod read_expr;
mod read_items;
mod read_messages;
mod read_ops;
mod read_place;
mod read_processes;
mod read_stmt;
mod read_temporal;
mod read_types;
mod reader;
mod symmetries;
mod value_names;
mod words;

pub use front_end::Ir;

use crate::verify::verify_temporal;
use crate::{Expr, Locals, Lowered, Model, Rule, VerifyError, verify};
use lex::lex;
use origin::Originals;
use print::Printer;
use weyl_source::{Diagnostic, FileId, Sources};

/// The text of a verified model, without a word about where it comes from.
pub fn print(model: &Model) -> String {
    Printer::new(model).text(&[])
}

/// What a rule of a verified model asks and does.
pub fn print_rule(model: &Model, rule: &Rule) -> String {
    let mut printer = Printer::new(model);
    printer.guard_and_body(rule);
    printer.out
}

/// An expression of a rule of a verified model.
pub fn print_expr(model: &Model, locals: &Locals, expr: &Expr) -> String {
    Printer::new(model).expr(locals, expr)
}

/// The text of a verified model with what is said of its runs; with the places that all of it comes
/// from, where the sources are given.
pub fn print_lowered(lowered: &Lowered, sources: Option<&Sources>) -> String {
    let printer = match sources {
        Some(sources) => Printer::with_origins(lowered, sources),
        None => Printer::new(&lowered.model),
    };
    printer.text(&lowered.temporal)
}

/// Reads and verifies a model that was not lowered from anything. Spans are offsets in the text.
pub fn read(text: &str) -> Result<Model, Vec<Diagnostic>> {
    let mut sources = Sources::default();
    let file = sources.add("text", text);
    read_lowered(&mut sources, file).map(|lowered| lowered.model)
}

/// Reads and verifies a model with what is said of its runs. Spans are those of the source that a
/// part comes from, where the text says it and that source is there; otherwise those in the text.
pub fn read_lowered(sources: &mut Sources, file: FileId) -> Result<Lowered, Vec<Diagnostic>> {
    let text = sources.file(file).text.clone();
    let (lexemes, diagnostics) = lex(&text, file);
    let files = origin::open(&lexemes, sources, file);
    let read = reader::read(lexemes, Originals { sources, files });
    let lowered = match (read, diagnostics.is_empty()) {
        (Ok(lowered), true) => lowered,
        (Ok(_), false) => return Err(diagnostics),
        (Err(more), _) => return Err(diagnostics.into_iter().chain(more).collect()),
    };
    let errors = errors(&lowered);
    if errors.is_empty() {
        Ok(lowered)
    } else {
        Err(errors.into_iter().map(refusal).collect())
    }
}

/// What the verifier says.
fn errors(lowered: &Lowered) -> Vec<VerifyError> {
    let model = &lowered.model;
    let Err(errors) = verify(model) else {
        let temporal = lowered.temporal.iter();
        return temporal
            .flat_map(|one| verify_temporal(model, one))
            .collect();
    };
    errors
}

fn refusal(error: VerifyError) -> Diagnostic {
    Diagnostic::error(codes::NOT_VERIFIED, error.span, error.to_string())
}
