//! Every Murphi model of the repository loads, in both modes, and gives a valid program; so do the
//! formulas in their comments.

use std::path::{Path, PathBuf};
use weyl_ir::{Capacity, ReadOptions, load};
use weyl_murphi::Murphi;
use weyl_source::Sources;

fn models(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../models")
        .join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder of models");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let models: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "m"))
        .collect();
    assert!(!models.is_empty());
    models
}

/// What is written behind `-- ltl:`.
fn formulas(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines
        .filter_map(|line| line.strip_prefix("-- ltl: "))
        .collect()
}

fn check(path: &Path, strict_undefined: bool) -> usize {
    let text = std::fs::read_to_string(path).expect("a readable model");
    let mut sources = Sources::default();
    let file = sources.add(path.display().to_string(), text.clone());
    let formulas = formulas(&text)
        .into_iter()
        .map(|formula| sources.add("--ltl", formula).into());
    let options = ReadOptions {
        strict_undefined,
        formulas: formulas.collect(),
        ..ReadOptions::default()
    };
    let (lowered, diagnostics) = load(&Murphi, &mut sources, file, &options, Capacity::default());
    let shown: Vec<_> = diagnostics
        .iter()
        .map(|d| (d.code, &d.message, sources.position(d.span)))
        .collect();
    let lowered = lowered.unwrap_or_else(|| panic!("{}: {shown:#?}", path.display()));
    assert_eq!(
        weyl_ir::verify(&lowered.model),
        Ok(()),
        "{}",
        path.display()
    );
    lowered.temporal.len()
}

#[test]
fn all_models_load() {
    for path in models("murphi") {
        check(&path, false);
        check(&path, true);
    }
}

#[test]
fn all_formulas_load() {
    for path in models("temporal") {
        assert!(check(&path, false) > 0, "{}", path.display());
        assert_eq!(check(&path, false), check(&path, true));
    }
}

#[test]
fn every_formula_has_a_verdict() {
    let verdicts = ["-- holds", "-- violated", "-- holds under weak fairness"];
    for path in models("temporal") {
        let text = std::fs::read_to_string(&path).expect("a readable model");
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines
            .windows(2)
            .filter(|pair| pair[0].starts_with("-- ltl: "))
        {
            assert!(
                verdicts.contains(&pair[1]),
                "{}: {}",
                path.display(),
                pair[0]
            );
        }
    }
}
