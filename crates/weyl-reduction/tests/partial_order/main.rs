//! Partial-order reduction: parts of steps are what their definition asks of them, and what is
//! reached with them is what is reached with all.

mod persistent;
mod reached;
mod traps;

use anyhow::{Context, Result};
use std::path::Path;
use weyl_ir::{Capacity, FrontEnd, PropertyId, ReadOptions, load};
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, murphi, murphi_layers, promela, promela_families,
    promela_orders, promela_wirings,
};
use weyl_murphi::Murphi;
use weyl_promela::Promela;
use weyl_reduction::merge;
use weyl_source::Sources;
use weyl_system::{ExecutionLimits, Program};

/// Enough for most models.
const CAPACITY: Capacity = Capacity {
    processes: 8,
    channels: 8,
};

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;

fn programs() -> u64 {
    let wanted = std::env::var("WEYL_RANDOM").ok();
    wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(PROGRAMS)
}

pub fn program(language: &dyn FrontEnd, text: &str) -> Result<Program> {
    let mut sources = Sources::default();
    let file = sources.add("model", text);
    let options = ReadOptions::default();
    let (lowered, diagnostics) = load(language, &mut sources, file, &options, CAPACITY);
    let lowered = lowered.with_context(|| format!("{diagnostics:?}"))?;
    Ok(Program::new(lowered.model, ExecutionLimits::default())?)
}

/// The program with merged steps, for the same questions.
fn merged(program: &Program, seen: &[PropertyId]) -> Option<Program> {
    let merged = merge(&program.model, seen)?;
    Program::new(merged.model, program.limits).ok()
}

/// All that is to be shown of one program; how many parts there were.
pub fn is_right(program: &Program) -> Result<usize> {
    let all: Vec<PropertyId> = program.model.properties.keys().collect();
    let mut parts = 0;
    for seen in [&all[..], &[]] {
        parts += persistent::check(program, seen)?;
        reached::check(program, seen)?;
        if let Some(merged) = merged(program, seen) {
            persistent::check(&merged, seen)?;
            reached::check(&merged, seen)?;
        }
    }
    Ok(parts)
}

/// In at least this part of the programs there are parts.
fn each_random(language: &dyn FrontEnd, least: f64, text: impl Fn(u64) -> String) {
    let mut reduced = 0;
    for seed in 0..programs() {
        let text = text(seed);
        let program = program(language, &text).unwrap_or_else(|why| panic!("{why:#}\n{text}"));
        let parts = is_right(&program).with_context(|| format!("seed {seed}\n{text}"));
        reduced += usize::from(parts.unwrap_or_else(|why| panic!("{why:#}")) > 0);
    }
    println!("{reduced} of {} programs have parts", programs());
    assert!(reduced as f64 >= least * programs() as f64);
}

#[test]
fn random_orders() {
    each_random(&Promela, 0.5, promela_orders);
}

#[test]
fn random_wirings() {
    each_random(&Promela, 0.4, promela_wirings);
}

#[test]
fn random_programs() {
    each_random(&Promela, 0.2, |seed| {
        promela(seed, &PromelaOptions::default()).text
    });
}

#[test]
fn random_families() {
    each_random(&Promela, 0.0, promela_families);
}

#[test]
fn random_murphi_programs() {
    each_random(&Murphi, 0.0, |seed| {
        murphi(seed, &MurphiOptions::default()).text
    });
    each_random(&Murphi, 0.2, murphi_layers);
}

#[test]
fn shipped_models() -> Result<()> {
    let languages: [(&dyn FrontEnd, &str); 3] = [
        (&Promela, "promela"),
        (&Promela, "promela-small"),
        (&Murphi, "murphi"),
    ];
    for (language, folder) in languages {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../models")
            .join(folder);
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let text = std::fs::read_to_string(&path)?;
            if let Ok(program) = program(language, &text) {
                is_right(&program).with_context(|| path.display().to_string())?;
            }
        }
    }
    Ok(())
}
