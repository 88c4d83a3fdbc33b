//! Dependencies point one way: each crate may use only what stands in a lower layer, and siblings
//! never import each other. The layers are those of ARCHITECTURE.md.

use anyhow::{Context, Result};
use std::path::Path;

/// From the bottom to the top.
const LAYERS: [&[&str]; 10] = [
    &["weyl-budget"],
    &[
        "weyl-source",
        "weyl-permutation",
        "weyl-store",
        "weyl-temporal",
    ],
    &["weyl-ir", "weyl-branching"],
    &[
        "weyl-murphi",
        "weyl-promela",
        "weyl-system",
        "weyl-symmetry",
    ],
    &[
        "weyl-native",
        "weyl-quotient",
        "weyl-reduction",
        "weyl-explore",
        "weyl-trace",
    ],
    &["weyl-check"],
    &["weyl-report"],
    &["weyl"],
    &["weyl-filetest", "weyl-modelgen"],
    &["weyl-fuzz"],
];

/// Used in tests only, so they may stand anywhere there.
const DEVELOPMENT_ONLY: [&str; 3] = ["weyl-filetest", "weyl-modelgen", "weyl-fuzz"];

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

pub fn check(root: &Path) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for entry in std::fs::read_dir(root.join("crates"))? {
        let manifest = entry?.path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest);
        let text = text.with_context(|| manifest.display().to_string())?;
        complaints.extend(check_manifest(&text.parse()?));
    }
    Ok(complaints)
}

fn check_manifest(manifest: &toml::Table) -> Vec<String> {
    let name = manifest["package"]["name"].as_str().unwrap_or_default();
    let Some(own) = layer(name) else {
        return vec![format!(
            "{name} stands in no layer of xtask/src/tidy/dependencies.rs"
        )];
    };
    let used = |section: &str| {
        let table = manifest.get(section).and_then(toml::Value::as_table);
        let names = table.map(|table| table.keys().cloned().collect::<Vec<String>>());
        names.unwrap_or_default()
    };
    let normal = used("dependencies").into_iter();
    let tests = used("dev-dependencies").into_iter();
    let tests = tests.filter(|used| !DEVELOPMENT_ONLY.contains(&used.as_str()));
    let upward = |used: &String| layer(used).is_some_and(|other| other >= own);
    normal
        .chain(tests)
        .filter(upward)
        .map(|used| format!("{name} depends on {used}, which is not below it"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        check_manifest(&text.parse().expect("a manifest"))
    }

    #[test]
    fn a_sibling_is_not_below() {
        let found = complaints("[package]\nname='weyl-murphi'\n[dependencies]\nweyl-system={}");
        assert_eq!(
            found,
            ["weyl-murphi depends on weyl-system, which is not below it"]
        );
    }

    #[test]
    fn a_lower_layer_may_be_used() {
        let text = "[package]\nname='weyl-check'\n[dependencies]\nweyl-ir={}\nserde={}";
        assert!(complaints(text).is_empty());
    }

    #[test]
    fn a_new_crate_must_be_placed() {
        assert_eq!(complaints("[package]\nname='weyl-new'").len(), 1);
    }
}
