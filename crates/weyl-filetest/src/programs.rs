//! Programs from texts, without any of the files around them.

use anyhow::{Context, Result};
use weyl_check::{Language, Loaded, ModelOptions, Room, Text, load};
use weyl_source::SourceMap;
use weyl_system::{ExecutionLimits, Program};

/// The program of a text; an error if it is refused.
pub fn program(language: Language, name: &str, text: &str, room: Room) -> Result<Program> {
    Ok(loaded(language, name, text, &[], room)?.program)
}

/// The program of a text with its temporal properties, and those that formulas from outside say.
pub fn loaded(
    language: Language,
    name: &str,
    text: &str,
    formulas: &[String],
    room: Room,
) -> Result<Loaded> {
    let mut sources = SourceMap::default();
    let formulas = formulas
        .iter()
        .map(|formula| sources.add("formula", formula));
    let formulas = formulas.collect();
    let file = sources.add(name.to_string(), text.to_string());
    let mut text = Text {
        sources: &mut sources,
        file,
        includes: &mut |_, _| None,
    };
    let options = ModelOptions {
        language,
        strict_undefined: false,
        constants: Vec::new(),
        definitions: Vec::new(),
        formulas,
        execution: ExecutionLimits::default(),
    };
    let loaded = load(&mut text, &options, room);
    loaded.ok().context("the model is refused")
}
