//! Two answers side by side.

use super::{SCHEMA_VERSION, VERSION, printed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonView {
    /// The version of weyl.
    pub weyl: String,
    /// The version of this form.
    pub schema: String,
    /// The files that were compared.
    pub files: [String; 2],
    /// The worst of all rows.
    pub change: ChangeView,
    /// One for a check, one for each test otherwise.
    pub parts: Vec<PartView>,
}

/// A check, in both answers or in one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartView {
    pub name: String,
    pub rows: Vec<RowView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RowView {
    pub what: String,
    /// The first and the second; null where an answer does not say it.
    pub values: [Option<ValueView>; 2],
    pub change: ChangeView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ValueView {
    Count(u64),
    Amount(f64),
    Text(String),
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ChangeView {
    None,
    /// Time and memory are never the same twice.
    Cost,
    /// Counts, groups, or what is there at all.
    Other,
    Verdict,
}

impl ComparisonView {
    pub fn of(files: [String; 2], parts: Vec<PartView>) -> ComparisonView {
        let changes = parts.iter().map(PartView::change);
        ComparisonView {
            weyl: VERSION.to_string(),
            schema: SCHEMA_VERSION.to_string(),
            files,
            change: changes.max().unwrap_or(ChangeView::None),
            parts,
        }
    }

    /// As `--json` prints it.
    pub fn to_json(&self) -> String {
        printed(self)
    }
}

impl PartView {
    pub fn change(&self) -> ChangeView {
        let changes = self.rows.iter().map(|row| row.change);
        changes.max().unwrap_or(ChangeView::None)
    }
}
