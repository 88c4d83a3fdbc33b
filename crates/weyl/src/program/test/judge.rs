//! What was expected beside what was found.

use super::ask::{Answer, first_message};
use super::case::Case;
use crate::expectations::{Counts, Way};
use weyl_check::Conclusion;
use weyl_report::{
    DifferenceView, FailureView, OutcomeView, PlaceView, PropertyView, SymmetryAnswer, TestView,
    UndecidedView, VerdictView, View, limit_reached,
};

/// A test with all answers to it, each with the way in which it was asked.
pub fn judged(case: &Case, answers: Vec<(Way, Answer)>) -> TestView {
    let mut view = case.view(OutcomeView::Passed);
    for (way, answer) in answers {
        match answer {
            Answer::Report(report) => compare(case, way, report, &mut view),
            Answer::Group(group) => compare_group(case, &group, &mut view),
            Answer::Refused(failure) => refused(case, failure, &mut view),
            Answer::Broken(why) => {
                view.message = Some(why);
                worse(&mut view, OutcomeView::Bug);
            }
        }
    }
    if !view.differences.is_empty() {
        worse(&mut view, OutcomeView::Failed);
    }
    if view.outcome.is_bad() && view.span.is_none() {
        view.span = Some(place(case, &view));
    }
    view
}

fn worse(view: &mut TestView, outcome: OutcomeView) {
    view.outcome = view.outcome.max(outcome);
}

fn refused(case: &Case, failure: FailureView, view: &mut TestView) {
    let mut diagnostics = failure.diagnostics.iter();
    let mut is_expected = |code: &String| diagnostics.any(|diagnostic| diagnostic.code == *code);
    if let Some(code) = &case.expected.error {
        if !is_expected(code) {
            let found = failure.diagnostics.first();
            let found = found.map_or(String::new(), |first| first.code.clone());
            differ(view, "error", code.clone(), found);
        }
        return;
    }
    view.message = Some(first_message(&failure));
    let spans = failure.diagnostics.into_iter();
    view.span = spans.filter_map(|diagnostic| diagnostic.span).next();
    worse(view, OutcomeView::Error);
}

fn compare(case: &Case, way: Way, report: Box<View>, view: &mut TestView) {
    let expected = &case.expected;
    view.seconds += report.seconds + report.profile.setup_seconds;
    if way == Way::AsAsked {
        view.verdict = Some(report.verdict);
        view.states = Some(report.states);
        view.order = report.symmetry.as_ref().map(|group| group.order.clone());
    }
    if let Some(code) = &expected.error {
        let found = report.verdict.word();
        differ(view, "error", code.clone(), found.to_string());
    } else if was_cut(case, &report) {
        view.message = report.limit.map(|limit| limit_reached(limit, &report));
        worse(view, OutcomeView::Limit);
        return;
    }
    compare_verdict(case, way, &report, view);
    compare_counts(way, expected.counts(way), &report, view);
    if way == Way::AsAsked {
        compare_violated(case, &report, view);
        let found = report
            .symmetry
            .as_ref()
            .map_or("", |group| &group.structure);
        compare_texts(view, "structure", expected.structure.as_deref(), found);
        view.report = Some(report);
    }
}

/// Whether a limit hides what is so.
fn was_cut(case: &Case, report: &View) -> bool {
    let is_expected = case.expected.verdict == Some(Conclusion::Inconclusive);
    report.limit.is_some() && report.verdict == VerdictView::Inconclusive && !is_expected
}

fn compare_verdict(case: &Case, way: Way, report: &View, view: &mut TestView) {
    let found = report.verdict;
    if way == Way::AsAsked {
        let expected = case.expected.verdict.map(VerdictView::from);
        compare_texts(
            view,
            "verdict",
            expected.map(VerdictView::word),
            found.word(),
        );
        return;
    }
    let is_decided = |verdict: VerdictView| verdict != VerdictView::Inconclusive;
    let asked = view.verdict.filter(|asked| is_decided(*asked));
    if let Some(asked) = asked.filter(|asked| is_decided(found) && *asked != found) {
        let (asked, found, how) = (asked.word(), found.word(), way.options().join(" "));
        view.message = Some(format!("it is {asked}, but {found} with `{how}`"));
        worse(view, OutcomeView::Bug);
    }
}

fn compare_counts(way: Way, expected: &Counts, report: &View, view: &mut TestView) {
    let key = |count: &str| format!("{}{count}", way.prefix());
    let order = report.symmetry.as_ref().map_or("1", |group| &group.order);
    compare_numbers(view, &key("states"), expected.states, report.states);
    compare_numbers(
        view,
        &key("transitions"),
        expected.transitions,
        report.transitions,
    );
    compare_texts(view, &key("order"), expected.order.as_deref(), order);
}

fn compare_numbers(view: &mut TestView, what: &str, expected: Option<u64>, found: u64) {
    let expected = expected.map(|number| number.to_string());
    compare_texts(view, what, expected.as_deref(), &found.to_string());
}

fn compare_texts(view: &mut TestView, what: &str, expected: Option<&str>, found: &str) {
    if let Some(expected) = expected.filter(|expected| *expected != found) {
        differ(view, what, expected.to_string(), found.to_string());
    }
}

fn differ(view: &mut TestView, what: &str, expected: String, found: String) {
    view.differences.push(DifferenceView {
        what: what.to_string(),
        expected,
        found,
    });
}

/// Where a check ends at the first violation, the others are not known to hold.
fn compare_violated(case: &Case, report: &View, view: &mut TestView) {
    let expected = &case.expected.violated;
    if expected.is_empty() {
        return;
    }
    for name in violated_names(report) {
        if !expected.contains(&name) {
            differ(view, "violated", String::new(), name);
        }
    }
    for name in expected {
        let mut properties = report.properties.iter();
        if !properties.any(|property| property.name == *name && may_be_violated(property)) {
            differ(view, "violated", name.clone(), String::new());
        }
    }
}

/// What is violated, each once.
pub fn violated_names(report: &View) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for property in &report.properties {
        if property.verdict == VerdictView::Violated && !names.contains(&property.name) {
            names.push(property.name.clone());
        }
    }
    names
}

pub fn may_be_violated(property: &PropertyView) -> bool {
    property.verdict == VerdictView::Violated || property.undecided == Some(UndecidedView::Ended)
}

fn compare_group(case: &Case, group: &SymmetryAnswer, view: &mut TestView) {
    let expected = &case.expected;
    view.order = Some(group.order.clone());
    view.seconds += group.seconds;
    compare_texts(
        view,
        "order",
        expected.counts.order.as_deref(),
        &group.order,
    );
    compare_texts(
        view,
        "structure",
        expected.structure.as_deref(),
        &group.structure,
    );
    if let Some(because) = &expected.because
        && !group.reasons.iter().any(|reason| reason.contains(because))
    {
        differ(view, "because", because.clone(), group.reasons.join("; "));
    }
}

/// Where somebody should look: at what is violated against all expectation, otherwise at what is
/// expected.
fn place(case: &Case, view: &TestView) -> PlaceView {
    let unexpected = |property: &&PropertyView| !case.expected.violated.contains(&property.name);
    let violation = view
        .violations()
        .find(unexpected)
        .and_then(PropertyView::place);
    let difference = view.differences.first();
    let key = difference.map_or("", |difference| difference.what.as_str());
    violation.unwrap_or_else(|| case.places.of(key).clone())
}
