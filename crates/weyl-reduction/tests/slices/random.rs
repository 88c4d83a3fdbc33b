//! Random programs of both languages, sliced for each of their properties, and for each of their
//! variables.

use crate::agree::compare;
use crate::texts::{self, MURPHI, PROMELA};
use anyhow::{Context, Result};
use weyl_ir::{FrontEnd, PropertyId, VarId};
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, murphi, murphi_layers, murphi_twins, promela, promela_layers,
};

/// Of each kind in one run; `WEYL_RANDOM` sets another number, `WEYL_SEED` the first seed.
const PROGRAMS: u64 = 60;
const STATES: usize = 1_500;

fn number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// How much was left out.
#[derive(Default, Debug)]
struct Tally {
    slices: usize,
    /// In which something is left out.
    proper: usize,
    /// In which a step is.
    with_fewer_steps: usize,
    with_fewer_states: usize,
    too_large: usize,
}

fn each_program(language: &dyn FrontEnd, text_of: impl Fn(u64) -> String) {
    let first = number("WEYL_SEED", 0);
    let mut tally = Tally::default();
    for seed in first..first + number("WEYL_RANDOM", PROGRAMS) {
        let text = text_of(seed);
        if let Err(error) = try_out(language, &text, &mut tally) {
            panic!("seed {seed}: {error:#}\n{text}");
        }
    }
    println!("{tally:?}");
    assert!(10 * tally.proper >= tally.slices, "{tally:?}");
    assert!(20 * tally.with_fewer_states >= tally.slices, "{tally:?}");
}

fn try_out(language: &dyn FrontEnd, text: &str, tally: &mut Tally) -> Result<()> {
    let mut model = texts::model(language, text)?;
    let variables: Vec<VarId> = model.variables.keys().collect();
    for variable in variables {
        texts::about(&mut model, variable);
    }
    let properties: Vec<PropertyId> = model.properties.keys().collect();
    for property in properties {
        let name = model.properties[property].name.clone();
        let compared = compare(&model, &[property], STATES);
        match compared.with_context(|| format!("property {name}"))? {
            None => {
                tally.too_large += 1;
                return Ok(());
            }
            Some(compared) => {
                tally.slices += 1;
                tally.proper += usize::from(!compared.slice.is_everything());
                tally.with_fewer_steps += usize::from(!compared.slice.has_all_steps());
                tally.with_fewer_states += usize::from(compared.sliced_states < compared.states);
            }
        }
    }
    Ok(())
}

#[test]
fn murphi_programs() {
    each_program(MURPHI, |seed| murphi(seed, &MurphiOptions::default()).text);
}

#[test]
fn murphi_programs_with_undefined_parts() {
    let options = MurphiOptions {
        undefined_aggregates: true,
        state_bits: 12,
        ..MurphiOptions::default()
    };
    each_program(MURPHI, |seed| murphi(seed, &options).text);
}

#[test]
fn murphi_programs_with_multisets_and_unions() {
    each_program(MURPHI, |seed| murphi_twins(seed).0);
}

#[test]
fn promela_programs() {
    each_program(PROMELA, |seed| {
        promela(seed, &PromelaOptions::default()).text
    });
}

#[test]
fn murphi_programs_in_layers() {
    each_program(MURPHI, murphi_layers);
}

#[test]
fn promela_programs_in_layers() {
    each_program(PROMELA, promela_layers);
}
