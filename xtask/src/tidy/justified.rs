//! Every crate of others that a manifest names is justified in decision 002, and no other is.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::Path;

const DECISION: &str = "docs/decisions/002-dependencies.md";
const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

pub fn check(root: &Path) -> Result<Vec<String>> {
    let mut manifests = vec![root.join("Cargo.toml"), root.join("xtask/Cargo.toml")];
    for entry in std::fs::read_dir(root.join("crates"))? {
        manifests.push(entry?.path().join("Cargo.toml"));
    }
    let mut used = BTreeSet::new();
    for manifest in manifests {
        let text = std::fs::read_to_string(&manifest);
        let text = text.with_context(|| manifest.display().to_string())?;
        used.extend(dependencies(&text.parse()?));
    }
    let decision = std::fs::read_to_string(root.join(DECISION)).context(DECISION)?;
    Ok(compare(&used, &justified(&decision)))
}

/// The crates of others that a manifest names.
fn dependencies(manifest: &toml::Table) -> BTreeSet<String> {
    let workspace = manifest.get("workspace").and_then(toml::Value::as_table);
    let tables = [Some(manifest), workspace].into_iter().flatten();
    let sections = tables.flat_map(|table| SECTIONS.iter().filter_map(|name| table.get(*name)));
    let names = sections
        .filter_map(toml::Value::as_table)
        .flat_map(toml::Table::keys);
    names
        .filter(|name| !name.starts_with("weyl"))
        .cloned()
        .collect()
}

/// The first column of the table.
fn justified(decision: &str) -> BTreeSet<String> {
    let rows = decision
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split('|').next());
    let names = rows.skip(1).flat_map(|cell| cell.split(','));
    let names = names.map(|name| name.trim().to_string());
    names.filter(|name| !name.starts_with("---")).collect()
}

fn compare(used: &BTreeSet<String>, justified: &BTreeSet<String>) -> Vec<String> {
    let missing = used.difference(justified);
    let missing = missing.map(|name| format!("{DECISION} does not say why there is {name}"));
    let stale = justified.difference(used);
    let stale = stale.map(|name| format!("{DECISION} names {name}, which nothing depends on"));
    missing.chain(stale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sections_of_a_manifest_count() {
        let text = "[dependencies]\na='1'\nweyl-ir={}\n[dev-dependencies]\nb={}\n\
                    [workspace.dependencies]\nc='2'\n[build-dependencies]\nd='1'";
        let names = dependencies(&text.parse().expect("a manifest"));
        assert!(names.iter().eq(["a", "b", "c", "d"]));
    }

    #[test]
    fn the_table_names_crates_in_its_first_column() {
        let text = "# Title\n\n| crate | for |\n| --- | --- |\n| a, b | x, y |\n| c | z |\n";
        assert!(justified(text).iter().eq(["a", "b", "c"]));
    }

    #[test]
    fn both_sides_must_agree() {
        let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        assert!(compare(&set(&["a"]), &set(&["a"])).is_empty());
        let complaints = compare(&set(&["a", "b"]), &set(&["b", "c"]));
        assert!(complaints[0].ends_with("why there is a") && complaints[1].contains("names c"));
    }
}
