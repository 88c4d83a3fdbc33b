//! `cargo xtask field`: models that other people wrote, by weyl and by the checker that they were
//! written for.
//!
//! The folders lie outside of the repository, and nothing of them is copied into it. Each model is
//! given to SPIN or Rumur and to weyl, one after the other, within the same limits; a line tells
//! what came of it, and at the end stands everything that differs, by its cause.

mod limited;
pub mod model;
mod own;
mod peer;
mod rumur;
mod spin;
mod summary;
mod trial;

use crate::bench::Weyl;
use anyhow::{Result, ensure};
use limited::Limits;
use own::Own;
use std::path::PathBuf;
use std::time::Duration;
use summary::Summary;

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Folders with models (.pml, .prom, .promela, .pm, .m), or single ones
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Seconds that each checker may take for a model
    #[arg(long, default_value_t = 10)]
    time: u64,
    /// Megabytes that each checker may take
    #[arg(long, default_value_t = 2000)]
    memory: u64,
    /// A weyl that is built already
    #[arg(long)]
    weyl: Option<PathBuf>,
    /// Leave the peers out
    #[arg(long)]
    alone: bool,
}

pub fn run(options: &Options) -> Result<()> {
    let models = model::find(&options.folders)?;
    ensure!(!models.is_empty(), "there are no models");
    let limits = Limits {
        time: Duration::from_secs(options.time),
        megabytes: options.memory,
    };
    let weyl = match &options.weyl {
        Some(program) => program.canonicalize()?,
        None => Weyl::build(None)?.program().to_path_buf(),
    };
    let own = Own::new(weyl, limits);
    let mut summary = Summary::default();
    for model in &models {
        let trial = trial::run(model, &own, (!options.alone).then_some(limits))?;
        println!("{}", trial.line());
        summary.add(trial);
    }
    print!("{summary}");
    Ok(())
}
