//! What came of a number of tests.

use super::{PlaceView, PropertyView, SCHEMA_VERSION, VERSION, VerdictView, View, printed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestsView {
    /// The version of weyl.
    pub weyl: String,
    /// The version of this form.
    pub schema: String,
    pub outcome: OutcomeView,
    pub seconds: f64,
    pub tests: Vec<TestView>,
}

/// A model, how it was checked, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestView {
    /// The model, and what else tells it from other tests.
    pub name: String,
    pub model: String,
    pub options: Vec<String>,
    pub outcome: OutcomeView,
    /// What is not as expected.
    pub differences: Vec<DifferenceView>,
    /// Why there is nothing to compare.
    pub message: Option<String>,
    /// Where it is to be shown.
    pub span: Option<PlaceView>,
    pub verdict: Option<VerdictView>,
    pub states: Option<u64>,
    /// Of the group.
    pub order: Option<String>,
    pub seconds: f64,
    /// The answer to the check, where it is not as expected.
    pub report: Option<Box<View>>,
}

/// An expectation, and what is so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DifferenceView {
    pub what: String,
    pub expected: String,
    pub found: String,
}

/// From the best to the worst.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeView {
    /// All is as expected.
    Passed,
    /// It is slow, and slow ones were not asked for.
    Skipped,
    /// What is so has become what is expected.
    Blessed,
    /// A limit was reached before it was known.
    Limit,
    /// Something is not as expected.
    Failed,
    /// The model, or what is expected of it, can't be read.
    Error,
    /// A bug in weyl.
    Bug,
}

impl OutcomeView {
    pub fn word(self) -> &'static str {
        match self {
            OutcomeView::Passed => "ok",
            OutcomeView::Skipped => "skipped",
            OutcomeView::Blessed => "blessed",
            OutcomeView::Limit => "limit",
            OutcomeView::Failed => "failed",
            OutcomeView::Error => "error",
            OutcomeView::Bug => "bug",
        }
    }

    /// Whether there is something to tell.
    pub fn is_bad(self) -> bool {
        self >= OutcomeView::Limit
    }
}

impl TestsView {
    pub fn of(tests: Vec<TestView>, seconds: f64) -> TestsView {
        let outcomes = tests.iter().map(|test| test.outcome);
        TestsView {
            weyl: VERSION.to_string(),
            schema: SCHEMA_VERSION.to_string(),
            outcome: outcomes.max().unwrap_or(OutcomeView::Passed),
            seconds,
            tests,
        }
    }

    pub fn number_of(&self, outcome: OutcomeView) -> usize {
        let all = self.tests.iter();
        all.filter(|test| test.outcome == outcome).count()
    }

    /// As `--json` prints it.
    pub fn to_json(&self) -> String {
        printed(self)
    }
}

impl TestView {
    /// What is wrong, in a line.
    pub fn complaint(&self) -> String {
        if let Some(message) = &self.message {
            return message.clone();
        }
        let parts = self.differences.iter().map(DifferenceView::line);
        parts.collect::<Vec<String>>().join("; ")
    }

    /// Violated properties of a test that is not as expected.
    pub fn violations(&self) -> impl Iterator<Item = &PropertyView> {
        let report = self.report.iter();
        let properties = report.flat_map(|report| &report.properties);
        properties.filter(|property| property.verdict == VerdictView::Violated)
    }
}

impl DifferenceView {
    /// `states: 12, expected 13`
    pub fn line(&self) -> String {
        let DifferenceView {
            what,
            expected,
            found,
        } = self;
        match (expected.as_str(), found.as_str()) {
            ("", found) => format!("{what}: {found}, which is not expected"),
            (expected, "") => format!("{what}: expected {expected}"),
            (expected, found) => format!("{what}: {found}, expected {expected}"),
        }
    }
}
