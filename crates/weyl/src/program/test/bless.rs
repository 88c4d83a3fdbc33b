//! Writing what is so into headers and into `weyl.toml`.

use super::case::{Case, Origin};
use super::judge::{may_be_violated, violated_names};
use super::manifest_edit::Edited;
use crate::expectations::{Expectations, blessed};
use crate::input::read_text;
use crate::language::by_ending;
use crate::program::output::Outputs;
use std::path::{Path, PathBuf};
use weyl_check::{Failure, bug_report};
use weyl_report::{OutcomeView, TestView};

/// What a file says from now on.
pub type Values<'k> = Vec<(&'k str, Vec<String>)>;

/// Differences that are no matter of expectations.
const NEVER_BLESSED: [&str; 2] = ["because", "error"];

const FILE: &str = "--bless";

/// Writes all that can be written; comes back with the files that could not be.
pub fn bless(cases: &[Case], done: &mut [TestView]) -> Vec<(PathBuf, Failure)> {
    let mut files: Vec<PathBuf> = Vec::new();
    for case in cases {
        let file = case.places.file();
        if !files.iter().any(|known| known == file) {
            files.push(file.to_path_buf());
        }
    }
    let mut failures = Vec::new();
    for file in files {
        let own = cases.iter().zip(done.iter_mut());
        let own = own.filter(|(case, _)| case.places.file() == file);
        if let Err(failure) = bless_file(&file, own.collect()) {
            failures.push((file, failure));
        }
    }
    failures
}

fn bless_file(file: &Path, tests: Vec<(&Case, &mut TestView)>) -> Result<(), Failure> {
    let mut tests: Vec<_> = tests
        .into_iter()
        .filter(|(case, view)| is_to_be_blessed(case, view))
        .collect();
    if tests.is_empty() {
        return Ok(());
    }
    let old = read_text(file)?;
    let mut text = old.clone();
    for (case, view) in &tests {
        text = with(&text, case, view)?;
    }
    if text != old {
        let path = file.to_path_buf();
        let outputs = Outputs::tried(&[(FILE, Some(&path))], &[])?;
        outputs.write(FILE, &text)?;
    }
    for (_, view) in &mut tests {
        view.outcome = OutcomeView::Blessed;
        view.differences.clear();
        view.span = None;
    }
    Ok(())
}

fn is_to_be_blessed(case: &Case, view: &TestView) -> bool {
    let mut differences = view.differences.iter();
    let can_be = differences.all(|one| !NEVER_BLESSED.contains(&one.what.as_str()));
    match view.outcome {
        OutcomeView::Failed => can_be,
        OutcomeView::Passed => is_new(case),
        OutcomeView::Skipped
        | OutcomeView::Blessed
        | OutcomeView::Limit
        | OutcomeView::Error
        | OutcomeView::Bug => false,
    }
}

/// Whether nothing is expected yet.
fn is_new(case: &Case) -> bool {
    let options = case.expected.options.clone();
    let nothing = Expectations {
        options,
        slow: case.expected.slow,
        ..Expectations::default()
    };
    case.expected == nothing
}

fn with(text: &str, case: &Case, view: &TestView) -> Result<String, Failure> {
    let values = values(case, view);
    match case.origin {
        Origin::Header => {
            let comment = by_ending(&case.model)?.language().comment;
            let text = blessed(text, comment, &values);
            text.map_err(|wrong| bug_report(&wrong.to_string()))
        }
        Origin::Manifest { check, combination } => {
            let edited = Edited::new(text).map(|mut edited| {
                edited.set(check, combination, &values);
                edited.text()
            });
            edited.ok_or_else(|| bug_report("a file of tests can't be read again"))
        }
    }
}

fn values<'v>(case: &Case, view: &'v TestView) -> Values<'v> {
    if is_new(case) {
        return first_values(view);
    }
    let differences = view.differences.iter();
    let single = differences.filter(|one| one.what != "violated");
    let mut values: Values<'v> = single
        .map(|one| (one.what.as_str(), vec![one.found.clone()]))
        .collect();
    if let Some(report) = &view.report {
        let names = violated_names(report);
        let is_open = |name: &&String| {
            let mut properties = report.properties.iter();
            properties.any(|property| property.name == **name && may_be_violated(property))
        };
        let expected = &case.expected.violated;
        let mut all: Vec<String> = expected.iter().filter(is_open).cloned().collect();
        all.extend(names.into_iter().filter(|name| !expected.contains(name)));
        if all != *expected {
            values.push(("violated", all));
        }
    }
    values
}

/// Of a model that expected nothing.
fn first_values(view: &TestView) -> Values<'_> {
    let mut values: Values<'_> = Vec::new();
    values.extend(
        view.verdict
            .map(|verdict| ("verdict", vec![verdict.word().to_string()])),
    );
    values.extend(
        view.states
            .map(|states| ("states", vec![states.to_string()])),
    );
    let order = view.order.iter().filter(|order| *order != "1");
    values.extend(order.map(|order| ("order", vec![order.clone()])));
    let violated = view.report.as_ref().map(|report| violated_names(report));
    values.extend(violated.map(|names| ("violated", names)));
    values
}
