//! Reading and lowering. What is accepted is well-formed, and its text form is read as the same
//! model.

use super::diagnostics::examine;
use super::texts::text_of;
use crate::failure::{Failure, Outcome, Tried};
use crate::target::Target;
use std::path::Path;
use weyl_ir::text::{print_lowered, read_lowered};
use weyl_ir::{Capacity, Lowered, ReadOptions, load, verify, verify_temporal};
use weyl_source::Sources;

/// Longer texts are not read again: that takes the time of many inputs.
const LONGEST_TEXT: usize = 200_000;

pub fn attempt(target: Target, input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let mut sources = Sources::default();
    let file = sources.add_file(Path::new(&format!("model.{}", target.ending())), text);
    let options = ReadOptions::default();
    let read = load(
        target.language,
        &mut sources,
        file,
        &options,
        Capacity::LEAST,
    );
    let (lowered, diagnostics) = read;
    examine(&diagnostics, &sources)?;
    match (lowered, diagnostics.has_errors()) {
        (Some(lowered), false) => {
            well_formed(&lowered)?;
            reads_back(&lowered)?;
            Ok(Outcome::Accepted)
        }
        (None, true) => Ok(Outcome::Refused),
        (Some(_), true) => Err(Failure::new("accepted with errors", "")),
        (None, false) => Err(Failure::new("refused without a reason", "")),
    }
}

fn well_formed(lowered: &Lowered) -> Result<(), Failure> {
    let errors = verify(&lowered.model).err().unwrap_or_default();
    let temporal = lowered.temporal.iter();
    let temporal = temporal.flat_map(|one| verify_temporal(&lowered.model, one));
    match errors.into_iter().chain(temporal).next() {
        Some(error) => Err(Failure::new("a bad model", error.to_string())),
        None => Ok(()),
    }
}

fn reads_back(lowered: &Lowered) -> Result<(), Failure> {
    let text = print_lowered(lowered, None);
    if text.len() > LONGEST_TEXT {
        return Ok(());
    }
    let mut sources = Sources::default();
    let file = sources.add("lowered.weyl", text.as_str());
    match read_lowered(&mut sources, file) {
        Err(errors) => {
            let first = errors.first().map_or("", |error| &error.message);
            Err(Failure::new(
                format!("not read back: {}", Failure::bug(first).kind),
                first,
            ))
        }
        Ok(again) if print_lowered(&again, None) != text => {
            Err(Failure::new("another text when it is read back", text))
        }
        Ok(_) => Ok(()),
    }
}
