//! Something that somebody should look at, at a place.

use crate::view::{
    DiagnosticView, FailureView, KindView, OutcomeView, PlaceView, PropertyView, SeverityView,
    TestView, TestsView, TraceView, VerdictView, View,
};

/// What kind of finding it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub id: String,
    pub about: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Error,
    Warning,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding<'v> {
    pub rule: Rule,
    pub level: Level,
    /// Of what: a test, or a model.
    pub title: String,
    pub message: String,
    pub place: Option<PlaceView>,
    /// The run that shows it.
    pub run: Option<&'v TraceView>,
}

impl Finding<'_> {
    /// What tells it from others, the same on every machine and in every version: FNV-1a.
    pub fn fingerprint(&self) -> String {
        let text = format!("{} {} {}", self.title, self.rule.id, self.message);
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

impl Rule {
    fn new(id: &str, about: &str) -> Rule {
        Rule {
            id: format!("weyl/{id}"),
            about: about.to_string(),
        }
    }

    fn of_kind(kind: KindView) -> Rule {
        let about = match kind {
            KindView::Safety => "A state that must not be reached can be",
            KindView::Cover | KindView::Witness => "A state that should be reachable is not",
            KindView::Liveness => "A state from which something good can't be reached any more",
            KindView::Branching => "A formula of branching time that is false",
            KindView::Temporal => "A run that a temporal formula forbids",
        };
        Rule::new(kind.word(), about)
    }

    fn of_outcome(outcome: OutcomeView) -> Rule {
        match outcome {
            OutcomeView::Limit => Rule::new("limit", "A limit was reached before it was known"),
            OutcomeView::Error => Rule::new("error", "Something can't be read"),
            OutcomeView::Bug => Rule::new("bug", "A bug in weyl"),
            OutcomeView::Passed
            | OutcomeView::Skipped
            | OutcomeView::Blessed
            | OutcomeView::Failed => Rule::new("expectation", "Something is not as expected"),
        }
    }
}

/// One for each test that is not as expected.
pub fn of_tests(tests: &TestsView) -> Vec<Finding<'_>> {
    let bad = tests.tests.iter().filter(|test| test.outcome.is_bad());
    bad.map(of_test).collect()
}

fn of_test(test: &TestView) -> Finding<'_> {
    Finding {
        rule: Rule::of_outcome(test.outcome),
        level: level(test.outcome),
        title: test.name.clone(),
        message: message(test),
        place: test.span.clone(),
        run: None,
    }
}

/// What differs, and what is violated though it should not be.
fn message(test: &TestView) -> String {
    let complaint = [test.complaint()].into_iter();
    let violations = unexpected(test).map(|one| of_property(one, "").message);
    complaint
        .chain(violations)
        .collect::<Vec<String>>()
        .join("; ")
}

/// Violations, where something is wrong with verdicts.
fn unexpected(test: &TestView) -> impl Iterator<Item = &PropertyView> {
    let about_verdicts = ["verdict", "violated"];
    let mut differences = test.differences.iter();
    let is_about_them = differences.any(|one| about_verdicts.contains(&one.what.as_str()));
    test.violations().filter(move |_| is_about_them)
}

/// The same, but for one for each property that is violated against all expectation.
pub fn of_tests_with_runs(tests: &TestsView) -> Vec<Finding<'_>> {
    let bad = tests.tests.iter().filter(|test| test.outcome.is_bad());
    let found = bad.flat_map(|test| {
        let found = unexpected(test).map(|one| of_property(one, &test.name));
        let found: Vec<Finding<'_>> = found.collect();
        if found.is_empty() {
            vec![of_test(test)]
        } else {
            found
        }
    });
    found.collect()
}

pub fn of_check(view: &View) -> Vec<Finding<'_>> {
    let violated = view.properties.iter();
    let violated = violated.filter(|property| property.verdict == VerdictView::Violated);
    let violated = violated.map(|property| of_property(property, &view.model));
    let warnings = view.diagnostics.iter();
    let warnings = warnings.map(|one| of_diagnostic(one, &view.model));
    violated.chain(warnings).collect()
}

pub fn of_failure(failure: &FailureView) -> Vec<Finding<'_>> {
    let model = failure.model.as_deref().unwrap_or_default();
    let diagnostics = failure.diagnostics.iter();
    diagnostics.map(|one| of_diagnostic(one, model)).collect()
}

pub fn of_property<'v>(property: &'v PropertyView, title: &str) -> Finding<'v> {
    let name = &property.name;
    let message = match &property.message {
        Some(message) => format!("{name}: {message}"),
        None => format!("{name} is violated"),
    };
    Finding {
        rule: Rule::of_kind(property.kind),
        level: Level::Error,
        title: title.to_string(),
        message,
        place: property.place(),
        run: property.trace.as_ref(),
    }
}

fn of_diagnostic<'v>(diagnostic: &DiagnosticView, title: &str) -> Finding<'v> {
    let hint = diagnostic.hint.iter().map(|hint| format!(" ({hint})"));
    Finding {
        rule: Rule {
            id: diagnostic.code.clone(),
            about: diagnostic.message.clone(),
        },
        level: match diagnostic.severity {
            SeverityView::Error => Level::Error,
            SeverityView::Warning => Level::Warning,
        },
        title: title.to_string(),
        message: hint.fold(diagnostic.message.clone(), |message, hint| message + &hint),
        place: diagnostic.span.clone(),
        run: None,
    }
}

fn level(outcome: OutcomeView) -> Level {
    if outcome == OutcomeView::Limit {
        Level::Warning
    } else {
        Level::Error
    }
}
