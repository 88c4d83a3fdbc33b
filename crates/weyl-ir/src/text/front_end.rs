//! The text form as a language of models.
//!
//! The tables of processes and channels are written out in a text: it has the capacity that it was
//! lowered with, and never asks for more. Formulas from outside are about the text's atoms, by
//! their names.

use super::outside::from_outside;
use super::{codes, read_lowered};
use crate::{Capacity, Definitions, FrontEnd, Language, Lowered, Parsed, ReadOptions};
use weyl_source::{Diagnostic, Diagnostics, FileId, Sources, Span};

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
