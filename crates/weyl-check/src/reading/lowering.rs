//! `weyl lower`: a model in the text form of the representation.

use super::{read, rehearsal};
use crate::ModelOptions;
use crate::failure::{Failure, wrong_command_line};
use crate::limits::within;
use weyl_explore::{Limits, Progress};
use weyl_ir::Capacity;
use weyl_ir::text::print_lowered;
use weyl_source::{Diagnostics, FileId, Sources};

/// How a model is to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// Room for what is created; `None`: as much as the first states need.
    pub capacity: Option<Capacity>,
    /// Without the places that everything comes from.
    pub bare: bool,
}

/// The text of a model, and what there was to say about its source.
#[derive(Clone, Debug)]
pub struct Lowering {
    pub text: String,
    pub warnings: Diagnostics,
}

/// Lowers a model and prints it.
pub fn lower(
    sources: &mut Sources,
    file: FileId,
    options: &ModelOptions,
    writing: Writing,
    progress: &Progress,
) -> Result<Lowering, Failure> {
    let limits = Limits::default();
    within(&limits, progress, || {
        lowered(sources, file, options, writing, progress)
    })
}

fn lowered(
    sources: &mut Sources,
    file: FileId,
    options: &ModelOptions,
    writing: Writing,
    progress: &Progress,
) -> Result<Lowering, Failure> {
    let read = read(sources, file, options)?;
    let capacity = match writing.capacity {
        Some(_) if !read.depends_on_capacity() => {
            let title = options.front_end.language().title;
            let message = format!("a {title} model has no capacity to choose");
            return Err(wrong_command_line(&message, None));
        }
        Some(capacity) => capacity,
        None => rehearsal::needed(&read, Limits::default(), progress)?,
    };
    let (lowered, warnings) = read.lower(capacity)?;
    let origins = (!writing.bare).then_some(read.sources);
    let text = print_lowered(&lowered, origins);
    Ok(Lowering { text, warnings })
}
