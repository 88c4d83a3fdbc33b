//! The text form as a language of models.
//!
//! The tables of processes and channels are written out in a text: it has the capacity that it was
//! lowered with, and never asks for more. Formulas from outside are about the text's atoms, by
//! their names.

use super::{codes, read_lowered};
use crate::verify::verify_temporal;
use crate::{
    Capacity, Definitions, FrontEnd, Language, Lowered, Model, Parsed, PropertyId, PropertyKind,
    ReadOptions, Temporal,
};
use weyl_source::{Diagnostic, Diagnostics, FileId, Sources, Span};
use weyl_temporal::{Claim, parse};

/// The text form of the program representation.
pub struct Ir;

static IR: Language = Language {
    name: "ir",
    title: "weyl",
    endings: &["weyl"],
    comment: "//",
    definitions: Definitions::Nothing,
    has_processes: true,
    has_rules: true,
    has_loops: true,
    has_undefined: false,
    has_trails: false,
};

impl FrontEnd for Ir {
    fn language(&self) -> &'static Language {
        &IR
    }

    fn read(
        &self,
        sources: &mut Sources,
        file: FileId,
        options: &ReadOptions,
        diagnostics: &mut Diagnostics,
    ) -> Option<Box<dyn Parsed>> {
        let mut lowered = match read_lowered(sources, file) {
            Ok(lowered) => lowered,
            Err(errors) => {
                errors.into_iter().for_each(|error| diagnostics.push(error));
                return None;
            }
        };
        for formula in &options.formulas {
            match from_outside(&lowered.model, sources, *formula) {
                Ok(temporal) => lowered.temporal.push(temporal),
                Err(error) => diagnostics.push(error),
            }
        }
        for expression in &options.expressions {
            let span = Span::new(*expression, 0..sources.file(*expression).text.len());
            let message = "expressions are read in the language of the original model alone";
            diagnostics.push(Diagnostic::error(codes::SYNTAX, span, message));
        }
        let is_whole = !diagnostics.has_errors();
        is_whole.then(|| Box::new(VerifiedText(lowered)) as Box<dyn Parsed>)
    }
}

/// A text that was read and verified.
struct VerifiedText(Lowered);

impl Parsed for VerifiedText {
    fn depends_on_capacity(&self) -> bool {
        false
    }

    fn lower(
        &self,
        _sources: &Sources,
        _capacity: Capacity,
        _diagnostics: &mut Diagnostics,
    ) -> Option<Lowered> {
        Some(self.0.clone())
    }
}

/// A file whose whole text is a formula.
fn from_outside(model: &Model, sources: &Sources, file: FileId) -> Result<Temporal, Diagnostic> {
    let text = &sources.file(file).text;
    let span = Span::new(file, 0..text.len());
    let (formula, names) = parse(text).map_err(|error| {
        let at = sources.character(file, error.offset);
        Diagnostic::error(codes::SYNTAX, at, error.message)
    })?;
    let atoms = names.iter().map(|name| {
        atom(model, name).ok_or_else(|| {
            let message = format!("there is no atom `{name}`");
            let hint = "a formula is about the `atom` declarations of the text; other names than words stand in braces";
            Diagnostic::error(codes::UNKNOWN, span, message).hint(hint)
        })
    });
    let temporal = Temporal {
        name: text.split_whitespace().collect::<Vec<_>>().join(" "),
        claim: Claim::Formula(formula),
        atoms: atoms.collect::<Result<Vec<PropertyId>, Diagnostic>>()?,
        repeats_ends: true,
        span,
    };
    match verify_temporal(model, &temporal).into_iter().next() {
        Some(error) => Err(super::refusal(error)),
        None => Ok(temporal),
    }
}

fn atom(model: &Model, name: &str) -> Option<PropertyId> {
    let mut properties = model.properties.iter();
    let found = properties.find(|(_, one)| one.kind == PropertyKind::Atom && one.name == name);
    found.map(|(id, _)| id)
}
