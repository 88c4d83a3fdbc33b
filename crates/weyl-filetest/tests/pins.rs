//! Pinned sorts: what is said about the models, and, on models and random programs, that
//! permutations of sorts without a pin map successors to successors.

mod pins {
    pub mod loops;
    pub mod oracle;
}

use anyhow::{Context, Result, anyhow};
use pins::{loops, oracle};
use std::sync::atomic::{AtomicUsize, Ordering};
use weyl_filetest::{models, parallel, random_seeds};
use weyl_ir::{Capacity, Model, ReadOptions};
use weyl_modelgen::{MurphiOptions, murphi, murphi_twins};
use weyl_source::Sources;
use weyl_symmetry::pins as pins_of;

fn load(name: &str, text: &str) -> Result<(Sources, Model)> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let (lowered, _) = weyl_ir::load(
        &weyl_murphi::Murphi,
        &mut sources,
        file,
        &ReadOptions::default(),
        Capacity::default(),
    );
    Ok((sources, lowered.context("the model is refused")?.model))
}

/// The pins of a model, each as `sort: line of each note`.
fn described(sources: &Sources, model: &Model) -> Vec<String> {
    let describe = |pin: &weyl_symmetry::Pin| {
        let explanation = pin.explain(model);
        let notes = explanation.notes.iter();
        let lines = notes.map(|(span, _)| sources.position(*span).line.to_string());
        let lines: Vec<String> = lines.collect();
        format!("{}: {}", model.sorts[pin.sort].name, lines.join(" "))
    };
    pins_of(model).iter().map(describe).collect()
}

/// In msi-3 a loop writes back the data of every modified line: that there is at most one is an
/// invariant, not a fact about the loop.
const PINNED: [(&str, &[&str]); 1] = [("msi-3.m", &["Cache: 37 39 39"])];

#[test]
fn models_are_pinned_where_they_depend_on_an_order() {
    for (path, _) in models("murphi").expect("there are models") {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("models can be read");
        let (sources, model) = load(&name, &text).expect("models are accepted");
        let expected = PINNED.iter().find(|(of, _)| *of == name);
        let expected = expected.map_or(&[][..], |(_, pins)| *pins);
        assert_eq!(described(&sources, &model), expected, "{name}");
    }
}

#[test]
fn permutations_of_the_models_are_automorphisms() {
    let models = models("murphi").expect("there are models");
    parallel::for_each(&models, |(path, _)| {
        let text = std::fs::read_to_string(path)?;
        let (_, model) = load("model.m", &text)?;
        oracle::check(model, 0)
            .map(|_| ())
            .with_context(|| format!("{path:?}"))
    });
}

#[test]
fn permutations_of_random_programs_are_automorphisms() {
    let seeds = random_seeds(600);
    parallel::for_each(&seeds, |seed| {
        let program = murphi(*seed, &MurphiOptions::default());
        let (_, model) = load("random.m", &program.text)?;
        oracle::check(model, *seed)
            .map(|_| ())
            .with_context(|| format!("seed {seed}\n{}", program.text))
    });
}

/// Programs with one loop over names: some are pinned, and many are not.
#[test]
fn permutations_of_random_loops_are_automorphisms() {
    let seeds = random_seeds(600);
    let free = AtomicUsize::new(0);
    parallel::for_each(&seeds, |seed| {
        let text = loops::program(*seed);
        let model = weyl_ir::text::read(&text);
        let model = model.map_err(|errors| anyhow!("{errors:?}\n{text}"))?;
        let compared =
            oracle::check(model, *seed).with_context(|| format!("seed {seed}\n{text}"))?;
        free.fetch_add(usize::from(compared > 0), Ordering::Relaxed);
        Ok(())
    });
    let (free, all) = (free.into_inner(), seeds.len());
    assert!(free * 20 > all && free < all, "{free} of {all}");
}

#[test]
fn permutations_of_multisets_and_unions_are_automorphisms() {
    let seeds = random_seeds(200);
    parallel::for_each(&seeds, |seed| {
        let (sugared, _) = murphi_twins(*seed);
        let (_, model) = load("sugared.m", &sugared)?;
        oracle::check(model, *seed)
            .map(|_| ())
            .with_context(|| format!("seed {seed}\n{sugared}"))
    });
}
