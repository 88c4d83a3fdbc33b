//! Programs from texts, without any of the files around them.

use anyhow::{Context, Result};
use weyl_check::{Loaded, ModelOptions, read};
use weyl_ir::{Capacity, FormulaFile, FrontEnd, ReadOptions};
use weyl_source::Sources;
use weyl_system::{ExecutionLimits, Program};
use weyl_temporal::grammar::Logic;

/// The program of a text; an error if it is refused.
pub fn program(
    language: &'static dyn FrontEnd,
    name: &str,
    text: &str,
    capacity: Capacity,
) -> Result<Program> {
    Ok(loaded(language, name, text, &[], capacity)?.program)
}

/// The program of a text with its temporal properties, and those that formulas from outside say.
pub fn loaded(
    language: &'static dyn FrontEnd,
    name: &str,
    text: &str,
    formulas: &[String],
    capacity: Capacity,
) -> Result<Loaded> {
    let formulas: Vec<(Logic, String)> = formulas
        .iter()
        .map(|formula| (Logic::Linear, formula.clone()))
        .collect();
    loaded_with(language, name, text, &formulas, capacity)
}

/// The same with formulas of any logic.
pub fn loaded_with(
    language: &'static dyn FrontEnd,
    name: &str,
    text: &str,
    formulas: &[(Logic, String)],
    capacity: Capacity,
) -> Result<Loaded> {
    let mut sources = Sources::default();
    let formulas = formulas.iter().map(|(logic, formula)| FormulaFile {
        file: sources.add("formula", formula),
        logic: *logic,
    });
    let formulas = formulas.collect();
    let file = sources.add(name.to_string(), text.to_string());
    let options = ModelOptions {
        front_end: language,
        reading: ReadOptions {
            formulas,
            ..ReadOptions::default()
        },
        execution: ExecutionLimits::default(),
    };
    let read = read(&mut sources, file, &options).ok();
    let loaded = read.and_then(|read| read.load(capacity).ok());
    loaded.context("the model is refused")
}
