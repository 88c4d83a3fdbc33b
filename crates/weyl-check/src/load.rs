//! From text to a program that can be executed.

use crate::failure::{Failure, bug_report};
use crate::{Language, ModelOptions, Room};
use weyl_ir::{Model, Temporal};
use weyl_promela::{LoadOptions, Numbering};
use weyl_source::{Diagnostics, FileId, SourceMap};
use weyl_system::Program;

/// The text of a model.
pub struct Text<'a> {
    pub sources: &'a mut SourceMap,
    pub file: FileId,
    /// Gives the text of an included file, asked for by the name in the text and the file that includes
    /// it. What it gives is added to the sources before it is asked again.
    pub includes: &'a mut dyn FnMut(&str, FileId) -> Option<String>,
}

/// A program and what there was to say about its text (warnings only).
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Program,
    pub warnings: Diagnostics,
    pub temporal: Vec<Temporal>,
    /// Of Promela models.
    pub numbering: Option<Numbering>,
}

struct Read {
    model: Model,
    temporal: Vec<Temporal>,
    numbering: Option<Numbering>,
}

/// Front end, verifier, layout.
pub fn load(text: &mut Text<'_>, options: &ModelOptions, room: Room) -> Result<Loaded, Failure> {
    let (read, diagnostics) = match options.language {
        Language::Murphi => murphi(text, options),
        Language::Promela => promela(text, options, room),
    };
    let (read, warnings) = match read {
        Some(read) if !diagnostics.has_errors() => (read, diagnostics),
        None if !diagnostics.has_errors() => {
            return Err(bug_report("a model was refused without a reason"));
        }
        _ => return Err(Failure::Input(diagnostics)),
    };
    let model = verified(read.model)?;
    Ok(Loaded {
        program: Program::new(model, options.execution)?,
        warnings,
        temporal: read.temporal,
        numbering: read.numbering,
    })
}

fn murphi(text: &Text<'_>, options: &ModelOptions) -> (Option<Read>, Diagnostics) {
    let murphi = weyl_murphi::Options {
        strict_undefined: options.strict_undefined,
        constants: options.constants.clone(),
        formulas: options.formulas.clone(),
    };
    let (lowered, diagnostics) = weyl_murphi::load(text.sources, text.file, &murphi);
    let read = lowered.map(|lowered| Read {
        model: lowered.model,
        temporal: lowered.temporal,
        numbering: None,
    });
    (read, diagnostics)
}

fn promela(text: &mut Text<'_>, options: &ModelOptions, room: Room) -> (Option<Read>, Diagnostics) {
    let promela = LoadOptions {
        definitions: options.definitions.clone(),
        processes: room.processes,
        channels: room.channels,
        formulas: options.formulas.clone(),
    };
    let mut includes = |name: &str, from: FileId| (text.includes)(name, from);
    let (loaded, diagnostics) =
        weyl_promela::load(text.sources, text.file, &promela, &mut includes);
    let read = loaded.map(|loaded| Read {
        model: loaded.model,
        temporal: loaded.temporal,
        numbering: Some(loaded.numbering),
    });
    (read, diagnostics)
}

/// A front end that emits an ill-formed model is at fault, not the user.
pub(crate) fn verified(model: Model) -> Result<Model, Failure> {
    let Err(errors) = weyl_ir::verify(&model) else {
        return Ok(model);
    };
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let what = format!("the front end made a bad model: {}", errors.join("; "));
    Err(bug_report(&what))
}
