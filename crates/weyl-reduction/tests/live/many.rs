//! All models that come with weyl, and random ones.

use crate::random::lives_and_deaths;
use crate::{agrees, model};
use anyhow::{Context, Result};
use std::path::Path;
use weyl_ir::FrontEnd;
use weyl_modelgen::{MurphiOptions, PromelaOptions, murphi, promela, promela_topology};
use weyl_murphi::Murphi;
use weyl_promela::Promela;

/// Larger models are looked at as far as this.
const MOST_STATES: usize = 3_000;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;

fn programs() -> u64 {
    let wanted = std::env::var("WEYL_RANDOM").ok();
    wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(PROGRAMS)
}

/// How many programs have fewer states is at least this part of them.
fn each_random(language: &dyn FrontEnd, least: f64, text: impl Fn(u64) -> String) {
    let mut fewer = 0;
    for seed in 0..programs() {
        let text = text(seed);
        let found = model(language, &text).expect("a model");
        let counts = agrees(&found, (400, true)).with_context(|| format!("seed {seed}\n{text}"));
        let [_, counts, _] = counts.unwrap_or_else(|why| panic!("{why:#}"));
        fewer += usize::from(counts.after < counts.before);
    }
    println!("{fewer} of {} programs have fewer states", programs());
    assert!(fewer as f64 >= least * programs() as f64);
}

#[test]
fn random_programs() {
    each_random(&Promela, 0.1, |seed| {
        promela(seed, &PromelaOptions::default()).text
    });
}

#[test]
fn random_lives_and_deaths() {
    each_random(&Promela, 0.7, lives_and_deaths);
}

#[test]
fn random_topologies() {
    each_random(&Promela, 0.0, |seed| promela_topology(seed).text);
}

#[test]
fn random_murphi_programs() {
    each_random(&Murphi, 0.0, |seed| {
        murphi(seed, &MurphiOptions::default()).text
    });
}

fn folder(language: &dyn FrontEnd, folder: &str) -> Result<()> {
    let ending = language.language().endings[0];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../models")
        .join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    paths.sort();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|of| of == ending))
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(path)?;
        let Ok(found) = model(language, &text) else {
            println!("{name}: refused");
            continue;
        };
        let [_, counts, fewest] = agrees(&found, (MOST_STATES, false)).context(name.to_string())?;
        println!("{name}: {counts:?}, {} at best", fewest.after);
    }
    Ok(())
}

#[test]
fn shipped_models() -> Result<()> {
    for name in ["promela", "promela-small", "temporal", "families"] {
        folder(&Promela, name)?;
    }
    Ok(())
}

#[test]
fn shipped_murphi_models() -> Result<()> {
    folder(&Murphi, "murphi")
}
