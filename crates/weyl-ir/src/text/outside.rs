//! Formulas from outside: they are about the text's atoms, by their names.

use super::codes;
use crate::verify::verify_temporal;
use crate::{FormulaFile, Model, PropertyId, PropertyKind, Temporal};
use std::ops::Range;
use weyl_source::{Diagnostic, FileId, Sources, Span};
use weyl_temporal::branching::{Formula, Steps};
use weyl_temporal::grammar::{self, Atoms, Dialect, Logic, ParseError};
use weyl_temporal::{Claim, parse};

/// A file whose whole text is a formula.
pub(super) fn from_outside(
    model: &Model,
    sources: &Sources,
    given: FormulaFile,
) -> Result<Temporal, Diagnostic> {
    let file = given.file;
    let text = &sources.file(file).text;
    let span = Span::new(file, 0..text.len());
    let refused = |error: ParseError| {
        let at = sources.character(file, error.offset);
        Diagnostic::error(codes::SYNTAX, at, error.message)
    };
    let (claim, atoms) = match given.logic {
        Logic::Linear => {
            let (formula, names) = parse(text).map_err(refused)?;
            let atoms = names.iter().map(|name| atom(model, name, span));
            let atoms = atoms.collect::<Result<Vec<PropertyId>, Diagnostic>>()?;
            (Claim::Formula(formula), atoms)
        }
        Logic::Branching | Logic::Mu => {
            let mut atoms = NamedAtoms {
                model,
                text,
                file,
                found: Vec::new(),
            };
            let formula = branching(&mut atoms, given.logic, refused)?;
            (Claim::Branching(formula.into()), atoms.found)
        }
    };
    let temporal = Temporal {
        name: text.split_whitespace().collect::<Vec<_>>().join(" "),
        claim,
        atoms,
        repeats_ends: true,
        span,
    };
    match verify_temporal(model, &temporal).into_iter().next() {
        Some(error) => Err(super::refusal(error)),
        None => Ok(temporal),
    }
}

fn branching(
    atoms: &mut NamedAtoms<'_>,
    logic: Logic,
    refused: impl Fn(ParseError) -> Diagnostic,
) -> Result<Formula, Diagnostic> {
    let text = atoms.text;
    let dialect = Dialect {
        logic,
        atoms: Atoms::Names,
        is_declared: &|_| false,
    };
    let tree = grammar::read(text, &dialect).map_err(&refused)?;
    grammar::lower(text, &tree, atoms).map_err(|failure| match failure {
        grammar::Failure::Formula(error) => refused(error),
        grammar::Failure::Model(diagnostic) => diagnostic,
    })
}

fn atom(model: &Model, name: &str, span: Span) -> Result<PropertyId, Diagnostic> {
    let mut properties = model.properties.iter();
    let found = properties.find(|(_, one)| one.kind == PropertyKind::Atom && one.name == name);
    found.map(|(id, _)| id).ok_or_else(|| {
        let message = format!("there is no atom `{name}`");
        let hint = "a formula is about the `atom` declarations of the text; other names than \
                    words stand in braces";
        Diagnostic::error(codes::UNKNOWN, span, message).hint(hint)
    })
}

struct NamedAtoms<'a> {
    model: &'a Model,
    text: &'a str,
    file: FileId,
    found: Vec<PropertyId>,
}

impl NamedAtoms<'_> {
    fn refuse<T>(&self, place: Range<usize>, message: &str) -> Result<T, Diagnostic> {
        let span = Span::new(self.file, place);
        Err(Diagnostic::error(codes::SYNTAX, span, message))
    }
}

impl grammar::Model for NamedAtoms<'_> {
    type Error = Diagnostic;

    fn atom(&mut self, place: Range<usize>) -> Result<Formula, Diagnostic> {
        let written = self.text[place.clone()].trim();
        let name = written
            .strip_prefix('{')
            .and_then(|of| of.strip_suffix('}'));
        let name = name.unwrap_or(written).trim();
        match name {
            "true" => return Ok(Formula::True),
            "false" => return Ok(Formula::False),
            _ => {}
        }
        let property = atom(self.model, name, Span::new(self.file, place))?;
        let known = self.found.iter().position(|known| *known == property);
        let number = known.unwrap_or_else(|| {
            self.found.push(property);
            self.found.len() - 1
        });
        Ok(Formula::Proposition(number as u32))
    }

    fn actions(&mut self, place: Range<usize>) -> Result<Steps, Diagnostic> {
        let message = "actions are read in the language of the original model alone";
        self.refuse(place, message)
    }

    fn values(&mut self, header: Range<usize>) -> Result<usize, Diagnostic> {
        let message = "quantifiers are read in the language of the original model alone";
        self.refuse(header, message)
    }

    fn bind(&mut self, _: Range<usize>, _: usize) {}

    fn unbind(&mut self) {}
}
