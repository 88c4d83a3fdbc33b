//! `weyl simulate`: a walk through a model, at random, by hand, or along a recorded run.

mod guided;
mod interactive;
mod random;
mod walk;

use crate::input::{Given, add_given, add_model, read_text, sources};
use crate::program::answer::{fail, printed};
use crate::program::exit::Exit;
use crate::program::flags::SimulateFlags;
use crate::program::screen::Screen;
use crate::program::settings::model_options;
use crate::seed::fresh_seed;
use std::path::Path;
use walk::{Walk, WalkEnd};
use weyl_check::{Failure, Loaded, names_exist, read};
use weyl_ir::Capacity;
use weyl_report::RecordedRun;
use weyl_source::Sources;

const DEFAULT_STEPS: u64 = 20;

enum Mode {
    Random { seed: u64, steps: u64 },
    Interactive,
    Guided(RecordedRun),
}

pub fn run(flags: &SimulateFlags, screen: &Screen) -> Exit {
    let mut sources = sources();
    let prepared = prepare(flags, &mut sources);
    let path = &flags.model.model;
    match prepared {
        Ok((loaded, mode)) => {
            screen.show_diagnostics(&loaded.warnings, &sources);
            let walk = Walk::new(&loaded.program, &sources, screen, flags.variables.filter());
            match take(walk, mode) {
                Ok(end) => exit_of(end, screen),
                Err(failure) => fail(&failure, path, &sources, false, screen),
            }
        }
        Err(failure) => fail(&failure, path, &sources, false, screen),
    }
}

fn prepare(flags: &SimulateFlags, sources: &mut Sources) -> Result<(Loaded, Mode), Failure> {
    let mut options = model_options(&flags.model.model, &flags.model.reading)?;
    let shown = flags.variables.expr.iter();
    let shown: Vec<Given> = shown.map(|text| ("--expr", text.clone())).collect();
    options.reading.expressions = add_given(sources, &shown);
    let file = add_model(sources, &flags.model.model)?;
    let mode = match &flags.trace {
        Some(path) => Mode::Guided(recorded(path, flags.property.as_deref())?),
        None if flags.interactive => Mode::Interactive,
        None => Mode::Random {
            seed: flags.seed.unwrap_or_else(fresh_seed),
            steps: flags.steps.unwrap_or(DEFAULT_STEPS),
        },
    };
    // A walk needs few states: they may be large.
    let read = read(sources, file, &options)?;
    let loaded = read.load(Capacity::MOST);
    let loaded = loaded.or_else(|_| read.load(Capacity::default()))?;
    names_exist(&loaded.program, &flags.variables.filter().names())?;
    Ok((loaded, mode))
}

fn recorded(path: &Path, property: Option<&str>) -> Result<RecordedRun, Failure> {
    let text = read_text(path)?;
    crate::retrace::recorded(&path.display().to_string(), &text, property)
}

fn take(walk: Walk<'_>, mode: Mode) -> Result<WalkEnd, Failure> {
    match mode {
        Mode::Random { seed, steps } => Ok(random::walk(walk, seed, steps)),
        Mode::Interactive => Ok(interactive::walk(walk)),
        Mode::Guided(run) => guided::walk(walk, &run),
    }
}

fn exit_of(end: WalkEnd, screen: &Screen) -> Exit {
    match end {
        WalkEnd::Done => Exit::Holds,
        WalkEnd::Violated => Exit::Violated,
        WalkEnd::CannotPrint(error) => printed(Err(error), Exit::Holds, screen),
    }
}
