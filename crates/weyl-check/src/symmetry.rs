//! The group that a check uses, and what is said about it.

use crate::failure::{Failure, nowhere};
use crate::{Request, SymmetrySource, Text, codes};
use weyl_ir::Model;
use weyl_source::{Diagnostic, Diagnostics, FileId, Severity, Span};
use weyl_symmetry::{
    Broken, BrokenPart, Cause, Pin, Refusal, SymmetryGroup, declared, given, read_generators,
};

/// The symmetry of a model, as a check found it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub group: SymmetryGroup,
    /// Where something keeps names from changing places.
    pub warnings: Diagnostics,
    /// Whether the group stands on the user's word.
    pub is_unproved: bool,
}

/// `None` if symmetry is off.
pub(crate) fn find(
    text: &Text<'_>,
    model: &Model,
    request: &Request,
) -> Result<Option<Found>, Failure> {
    match request.symmetry {
        SymmetrySource::Off => Ok(None),
        SymmetrySource::Declared { trust_loops } => Ok(Some(of_declared(model, trust_loops))),
        SymmetrySource::File(file) => {
            of_generators(model, file, &text.sources.file(file).text).map(Some)
        }
    }
}

const TRUST: &str =
    "if you know that the order does not matter: `--trust-loops`, and the verdict is not proved";

fn of_declared(model: &Model, trust_loops: bool) -> Found {
    let found = declared(model, trust_loops);
    let mut warnings = Diagnostics::default();
    let is_told =
        |pin: &&Pin| model.interleaving.is_none() && model.sorts[pin.sort].names.len() > 1;
    for pin in found.pins.iter().filter(is_told) {
        let warning = explained(model, pin);
        warnings.push(match pin.cause {
            Cause::Loop { .. } => warning.hint(TRUST),
            _ => warning,
        });
    }
    Found {
        group: found.group,
        warnings,
        is_unproved: !found.trusted.is_empty(),
    }
}

fn explained(model: &Model, pin: &Pin) -> Diagnostic {
    let explanation = pin.explain(model);
    let mut notes = explanation.notes.into_iter();
    let (span, first) = notes.next().unwrap_or_default();
    let diagnostic = Diagnostic::warning(codes::PINNED, span, explanation.message).at_span(first);
    notes.fold(diagnostic, |diagnostic, (span, note)| {
        diagnostic.label(span, note)
    })
}

fn of_generators(model: &Model, file: FileId, source: &str) -> Result<Found, Failure> {
    let generators = read_generators(model, source).map_err(|error| {
        let at = Span::new(file, error.offset..error.offset + 1);
        let diagnostic = Diagnostic::error(codes::GENERATORS, at, error.to_string());
        let hint = "one permutation in a line, such as `(a b)(c d)`, in the names of the model";
        Failure::input(diagnostic.hint(hint))
    })?;
    match given(model, generators) {
        Ok(group) => Ok(Found {
            group,
            warnings: Diagnostics::default(),
            is_unproved: false,
        }),
        Err((number, refusal)) => Err(refused(model, number, &refusal)),
    }
}

fn refused(model: &Model, number: usize, refusal: &Refusal) -> Failure {
    let which = format!("permutation {} of the file", number + 1);
    let diagnostic = match refusal {
        Refusal::LeavesSort { from, to } => {
            let names = model.sorts.values().flat_map(|sort| &sort.names);
            let names: Vec<&String> = names.collect();
            let name = |id: &weyl_ir::NameId| names[id.as_u32() as usize];
            let message = format!(
                "{which} takes {} to {}, which belongs to another type",
                name(from),
                name(to)
            );
            nowhere(codes::NO_SYMMETRY, message)
        }
        Refusal::Pinned(pin) => {
            let explained = explained(model, pin);
            Diagnostic {
                code: codes::NO_SYMMETRY,
                severity: Severity::Error,
                message: format!("{which} can't be used: {}", explained.message),
                ..explained
            }
        }
        Refusal::Broken(broken) => broken_part(&which, broken),
    };
    Failure::input(diagnostic)
}

fn broken_part(which: &str, broken: &Broken) -> Diagnostic {
    let parameters = broken.parameters.iter();
    let parameters: Vec<String> = parameters.map(|(n, v)| format!("{n} = {v}")).collect();
    let with = match parameters.is_empty() {
        true => String::new(),
        false => format!(" with {}", parameters.join(", ")),
    };
    let what = match broken.part {
        BrokenPart::InitialRule => "the initial rule",
        BrokenPart::Rule => "the rule",
        BrokenPart::Function => "the function",
        BrokenPart::Property => "the property",
        BrokenPart::TooLarge => {
            let message = format!("`{}` has too many instances to compare", broken.name);
            return Diagnostic::error(codes::NO_SYMMETRY, broken.span, message);
        }
    };
    let message = format!(
        "{which} is no symmetry of the model: it maps {what} `{}`{with} to something that the model does not have",
        broken.name
    );
    Diagnostic::error(codes::NO_SYMMETRY, broken.span, message)
}
