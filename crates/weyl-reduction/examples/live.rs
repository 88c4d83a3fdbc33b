//! Prints the text form of a Promela or Murphi model in which dead variables have their defaults:
//! `cargo run -p weyl-reduction --example live -- model.pml > live.weyl`.

use anyhow::{Context, Result};
use weyl_ir::text::print;
use weyl_ir::{Capacity, FrontEnd, ReadOptions, load};
use weyl_murphi::Murphi;
use weyl_promela::Promela;
use weyl_reduction::{Aim, live};
use weyl_source::Sources;

fn main() -> Result<()> {
    let path = std::env::args().nth(1).context("which model?")?;
    let processes = std::env::args().nth(2).and_then(|n| n.parse().ok());
    let mut sources = Sources::default();
    let file = sources.add(path.as_str(), std::fs::read_to_string(&path)?);
    let language: &dyn FrontEnd = if path.ends_with(".m") {
        &Murphi
    } else {
        &Promela
    };
    let capacity = Capacity {
        processes: processes.unwrap_or(16),
        channels: 32,
    };
    let options = ReadOptions::default();
    let (lowered, diagnostics) = load(language, &mut sources, file, &options, capacity);
    let model = lowered.with_context(|| format!("{diagnostics:?}"))?.model;
    let seen: Vec<_> = model.properties.keys().collect();
    let wants_states = std::env::args().nth(3).is_some();
    let aim = if wants_states {
        Aim::States
    } else {
        Aim::Symmetry
    };
    let reduced = live(&model, &seen, aim);
    for (variable, locations) in &reduced.resets.variables {
        eprintln!("{} at {locations}", model.variables[*variable].name);
    }
    println!("{}", print(&reduced.model));
    Ok(())
}
