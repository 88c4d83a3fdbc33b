//! The Promela models of the repository: they resolve, and those with expectations have the
//! properties these are about.

use std::path::{Path, PathBuf};
use weyl_ir::{Capacity, ReadOptions, load};
use weyl_promela::Promela;
use weyl_source::{Diagnostics, Sources};

fn models(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../models")
        .join(folder);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let models: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "pml"))
        .collect();
    assert!(!models.is_empty());
    models
}

#[test]
fn all_models_resolve() {
    for path in models("promela") {
        let text = std::fs::read_to_string(&path).expect("a readable model");
        let mut sources = Sources::new(|path| std::fs::read_to_string(path).ok());
        let file = sources.add_file(&path, text);
        let options = ReadOptions::default();
        let mut diagnostics = Diagnostics::default();
        let program = weyl_promela::parse(&mut sources, file, &options, &mut diagnostics);
        let errors: Vec<_> = diagnostics
            .iter()
            .filter(|found| found.is_error())
            .collect();
        assert!(program.is_some(), "{}: {errors:?}", path.display());
    }
}

/// What the header of a model says to be violated.
fn violated(text: &str) -> Vec<&str> {
    let lines = text.lines();
    let names = lines.filter_map(|line| line.strip_prefix("// weyl: violated=\""));
    names.filter_map(|name| name.strip_suffix('"')).collect()
}

#[test]
fn temporal_models_have_the_properties_that_are_expected_to_fail() {
    for path in models("temporal") {
        let name = path.display();
        let text = std::fs::read_to_string(&path).expect("a readable model");
        let mut sources = Sources::default();
        let file = sources.add(name.to_string(), text.as_str());
        let options = ReadOptions::default();
        let (lowered, diagnostics) =
            load(&Promela, &mut sources, file, &options, Capacity::default());
        let lowered = lowered.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
        assert!(
            diagnostics.iter().next().is_none(),
            "{name}: {diagnostics:?}"
        );
        weyl_ir::verify(&lowered.model).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert!(!lowered.temporal.is_empty(), "{name}");
        for expected in violated(&text) {
            let mut names = lowered.temporal.iter().map(|temporal| &*temporal.name);
            assert!(
                names.any(|name| name == expected),
                "{name} has no {expected}"
            );
        }
    }
}
