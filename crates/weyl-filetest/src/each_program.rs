//! A test of programs, on every model of a folder and on random ones.

use crate::{Expectations, models, parallel, program, random_seeds};
use anyhow::{Context, Result};
use weyl_ir::{Capacity, FrontEnd};
use weyl_system::Program;

/// Every model of a folder, with what it is expected to say.
///
/// # Panics
/// If a test failed, or a model can't be read.
pub fn each_model(
    language: &'static dyn FrontEnd,
    folder: &str,
    capacity: Capacity,
    test: impl Fn(&Program, &Expectations) -> Result<()> + Sync,
) {
    let models = models(folder).expect("the models can be read");
    parallel::for_each(&models, |(path, expected)| {
        let text = std::fs::read_to_string(path)?;
        let name = path.display().to_string();
        let program = program(language, &name, &text, capacity)?;
        test(&program, expected).context(name)
    });
}

/// So many random programs, or as many as `WEYL_RANDOM` says.
///
/// # Panics
/// If a test failed, or a program is refused.
pub fn each_random_program(
    language: &'static dyn FrontEnd,
    programs: u64,
    text_of: impl Fn(u64) -> String + Sync,
    test: impl Fn(&Program) -> Result<()> + Sync,
) {
    parallel::for_each(&random_seeds(programs), |seed| {
        let text = text_of(*seed);
        let program = program(language, "random", &text, Capacity::default())?;
        test(&program).with_context(|| format!("seed {seed}\n{text}"))
    });
}
