//! From text to a program that can be executed.

use crate::failure::{Failure, bug_report};
use crate::{Language, ModelOptions};
use weyl_ir::Model;
use weyl_source::{Diagnostics, FileId, SourceMap};
use weyl_system::Program;

/// A program and what there was to say about its text (warnings only).
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Program,
    pub warnings: Diagnostics,
}

/// Front end, verifier, layout.
pub fn load(sources: &SourceMap, file: FileId, options: &ModelOptions) -> Result<Loaded, Failure> {
    let (model, warnings) = front_end(sources, file, options)?;
    let model = verified(model)?;
    let program = Program::new(model, options.execution)?;
    Ok(Loaded { program, warnings })
}

fn front_end(
    sources: &SourceMap,
    file: FileId,
    options: &ModelOptions,
) -> Result<(Model, Diagnostics), Failure> {
    let (model, diagnostics) = match options.language {
        Language::Murphi => {
            let murphi = weyl_murphi::Options {
                strict_undefined: options.strict_undefined,
                constants: options.constants.clone(),
            };
            weyl_murphi::load(sources, file, &murphi)
        }
    };
    match model {
        Some(model) if !diagnostics.has_errors() => Ok((model, diagnostics)),
        None if !diagnostics.has_errors() => {
            Err(bug_report("a model was refused without a reason"))
        }
        _ => Err(Failure::Input(diagnostics)),
    }
}

/// A front end that emits an ill-formed model is at fault, not the user.
fn verified(model: Model) -> Result<Model, Failure> {
    let Err(errors) = weyl_ir::verify(&model) else {
        return Ok(model);
    };
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let what = format!("the front end made a bad model: {}", errors.join("; "));
    Err(bug_report(&what))
}
