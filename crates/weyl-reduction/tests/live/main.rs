//! Live variables: the reduced program does what the program does, and has no more states.

mod aimed;
mod hidden;
mod lockstep;
mod many;
mod names;
mod random;
mod steps;

use anyhow::{Context, Result, ensure};
use lockstep::{Counts, lockstep};
use weyl_ir::text::{print, read};
use weyl_ir::{Capacity, FrontEnd, Model, PropertyId, ReadOptions, erase_spans, load, verify};
use weyl_reduction::{Aim, Live, live};
use weyl_source::Sources;

/// Enough for most models; where it is not, both fail.
const CAPACITY: Capacity = Capacity {
    processes: 24,
    channels: 32,
};

pub fn model(language: &dyn FrontEnd, text: &str) -> Result<Model> {
    let mut sources = Sources::default();
    let file = sources.add("model", text);
    let options = ReadOptions::default();
    let (lowered, diagnostics) = load(language, &mut sources, file, &options, CAPACITY);
    let lowered = lowered.with_context(|| format!("{diagnostics:?}"))?;
    Ok(lowered.model)
}

/// The reduced model is a model, and its text is read as the same one.
pub fn is_well_formed(model: &Model, reduced: &Live) -> Result<()> {
    let errors = verify(&reduced.model);
    ensure!(errors.is_ok(), "{errors:?}");
    let mut erased = reduced.model.clone();
    erase_spans(&mut erased);
    let mut again = read(&print(&erased)).ok().context("the text is refused")?;
    erase_spans(&mut again);
    ensure!(again == erased, "the text is read as another model");
    ensure!(
        reduced.resets.is_empty()
            == (reduced.model.rules == model.rules && reduced.model.starts == model.starts)
    );
    Ok(())
}

/// Reduces for all properties, for none, and without regard to symmetry, and compares all with the
/// model.
pub fn agrees(model: &Model, limits: (usize, bool)) -> Result<[Counts; 3]> {
    let all: Vec<PropertyId> = model.properties.keys().collect();
    let mut counts = Vec::new();
    for (seen, aim) in [
        (&all[..], Aim::Symmetry),
        (&[], Aim::Symmetry),
        (&[], Aim::States),
    ] {
        let reduced = live(model, seen, aim);
        is_well_formed(model, &reduced)?;
        let found = lockstep(model, &reduced.model, seen, limits)?;
        ensure!(found.after <= found.before, "more states: {found:?}");
        counts.push(found);
    }
    ensure!(counts[2].after <= counts[1].after || !counts[1].is_complete);
    Ok([counts[0], counts[1], counts[2]])
}
