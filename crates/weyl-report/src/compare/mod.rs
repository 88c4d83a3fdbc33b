//! Comparing two answers: verdicts, counts, groups, costs.

mod read;
mod rows;
mod table;

pub use read::{Saved, Unreadable, read_saved};
pub use table::render_comparison;

use crate::view::{ComparisonView, PartView, TestView, TestsView};
use rows::{check_rows, failure_rows, test_rows};

/// `None` if they are answers to different questions.
pub fn compare(files: [String; 2], one: &Saved, other: &Saved) -> Option<ComparisonView> {
    let parts = match (one, other) {
        (Saved::Tests(one), Saved::Tests(other)) => tests(one, other),
        (Saved::Tests(_), _) | (_, Saved::Tests(_)) => return None,
        (Saved::Check(one), Saved::Check(other)) => vec![PartView {
            name: other.model.clone(),
            rows: check_rows(one, other),
        }],
        (one, other) => vec![PartView {
            name: String::new(),
            rows: failure_rows(one, other),
        }],
    };
    Some(ComparisonView::of(files, parts))
}

/// Tests of the same name belong together.
fn tests(one: &TestsView, other: &TestsView) -> Vec<PartView> {
    let find = |tests: &'_ TestsView, name: &str| -> Option<TestView> {
        let mut tests = tests.tests.iter();
        tests.find(|test| test.name == name).cloned()
    };
    let gone = one.tests.iter();
    let gone = gone.filter(|test| find(other, &test.name).is_none());
    let all = other.tests.iter().chain(gone);
    let parts = all.map(|test| PartView {
        name: test.name.clone(),
        rows: test_rows(
            find(one, &test.name).as_ref(),
            find(other, &test.name).as_ref(),
        ),
    });
    parts.collect()
}
