//! Two saved answers, compared and shown.

use super::diagnostics::examine;
use super::texts::{parts, text_of};
use crate::failure::{Failure, Outcome, Tried};
use std::path::Path;
use weyl::program::compare::read;
use weyl_report::{Saved, compare, render_comparison};
use weyl_source::Sources;

const FILES: [&str; 2] = ["old.json", "new.json"];

pub fn attempt(input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let (old, new) = parts(&text);
    let (Some(old), Some(new)) = (saved(FILES[0], old)?, saved(FILES[1], new)?) else {
        return Ok(Outcome::Refused);
    };
    let Some(comparison) = compare(FILES.map(String::from), &old, &new) else {
        return Ok(Outcome::Refused);
    };
    let shown = [render_comparison(&comparison), comparison.to_json()];
    if shown.contains(&String::new()) {
        return Err(Failure::new("a comparison without a text", ""));
    }
    Ok(Outcome::Accepted)
}

/// Nothing, if it is refused with a reason.
fn saved(name: &str, text: &str) -> Result<Option<Saved>, Failure> {
    let mut sources = Sources::default();
    match read(Path::new(name), text.to_string(), &mut sources) {
        Ok(saved) => Ok(Some(saved)),
        Err(weyl_check::Failure::Input(diagnostics)) => {
            examine(&diagnostics, &sources)?;
            Ok(None)
        }
        Err(other) => Err(Failure::new("no refusal", format!("{other:?}"))),
    }
}
