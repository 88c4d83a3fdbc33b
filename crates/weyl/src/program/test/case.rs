//! A test: a model, how it is checked, what is expected.

use crate::expectations::Expectations;
use std::path::{Path, PathBuf};
use weyl_report::{OutcomeView, PlaceView, TestView};

#[derive(Clone, Debug)]
pub struct Case {
    /// The model, and what else tells it from other tests.
    pub name: String,
    pub model: PathBuf,
    /// Beside those that are expected.
    pub options: Vec<String>,
    pub expected: Expectations,
    pub places: Places,
    pub origin: Origin,
}

/// Where it is said what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Header,
    /// In a file of its own: which check, and which of its combinations.
    Manifest {
        check: usize,
        combination: usize,
    },
}

/// Where single expectations stand.
#[derive(Clone, Debug)]
pub struct Places {
    /// By their keys.
    pub items: Vec<(String, PlaceView)>,
    /// Where there is none.
    pub otherwise: PlaceView,
}

impl Places {
    pub fn of(&self, key: &str) -> &PlaceView {
        let mut items = self.items.iter();
        let item = items.find(|(own, _)| own == key);
        item.map_or(&self.otherwise, |(_, place)| place)
    }

    /// The file in which they stand.
    pub fn file(&self) -> &Path {
        Path::new(&self.otherwise.file)
    }
}

impl Case {
    /// All options of its check.
    pub fn all_options(&self) -> Vec<String> {
        let expected = self.expected.options.iter();
        expected.chain(&self.options).cloned().collect()
    }

    /// With nothing found yet.
    pub fn view(&self, outcome: OutcomeView) -> TestView {
        TestView {
            name: self.name.clone(),
            model: self.model.display().to_string(),
            options: self.all_options(),
            ..no_test(&self.name, outcome)
        }
    }
}

/// Something that is no test, under a name.
pub fn no_test(name: &str, outcome: OutcomeView) -> TestView {
    TestView {
        name: name.to_string(),
        model: name.to_string(),
        options: Vec::new(),
        outcome,
        differences: Vec::new(),
        message: None,
        span: None,
        verdict: None,
        states: None,
        order: None,
        seconds: 0.0,
        report: None,
    }
}
