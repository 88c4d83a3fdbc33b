//! `cargo xtask fuzz`: hostile inputs for everything that weyl reads.

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use weyl_fuzz::{Campaign, Target};

/// What a child is told by the command line, before target and seed.
const WORKER: &str = "fuzz-worker";

#[derive(Args)]
pub struct Options {
    /// One target, or those of a reader or language (check, formula, …); all if none is named
    #[arg(long)]
    target: Vec<String>,
    /// For all targets together, such as 90s, 3m, 2h
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// The same seed gives the same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many for each target
    #[arg(long)]
    inputs: Option<u64>,
    /// The number of the first input
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Where inputs that fail are written to
    #[arg(long, default_value = "target/fuzz")]
    folder: PathBuf,
}

#[derive(Args)]
pub struct WorkerOptions {
    target: String,
    seed: u64,
}

pub fn run(options: &Options) -> Result<()> {
    let mut targets = Vec::new();
    for name in &options.target {
        let named = Target::named(name);
        ensure!(!named.is_empty(), "there is no target `{name}`");
        targets.extend(named);
    }
    if targets.is_empty() {
        targets = Target::all();
    }
    ensure!(
        options.time.is_some() || options.inputs.is_some(),
        "`--time` or `--inputs` says when to stop"
    );
    let own = std::env::current_exe()?;
    let own = own.to_str().context("the path of xtask is no text")?;
    let campaign = Campaign {
        targets,
        seed: options.seed,
        first: options.first,
        inputs: options.inputs,
        time: options.time,
        folder: std::path::absolute(&options.folder)?,
        program: vec![own.to_string(), WORKER.to_string()],
    };
    let summary = weyl_fuzz::run(&campaign)?;
    print!("{summary}");
    match summary.findings().count() {
        0 => Ok(()),
        count => bail!("{count} findings, in {}", campaign.folder.display()),
    }
}

/// The child of a campaign.
pub fn work(options: &WorkerOptions) -> Result<()> {
    let targets = Target::named(&options.target);
    let target = targets.first().context("there is no such target")?;
    weyl_fuzz::work(*target, options.seed)
}

fn duration(text: &str) -> Result<Duration, String> {
    let factors = [('s', 1), ('m', 60), ('h', 3_600)];
    let parsed = factors.into_iter().find_map(|(unit, factor)| {
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(factor).map(Duration::from_secs)
    });
    parsed.ok_or_else(|| "a time is a number and a unit: 90s, 3m, 2h".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("3m"), Ok(Duration::from_secs(180)));
        assert!(duration("3").is_err() && duration("m").is_err());
    }
}
