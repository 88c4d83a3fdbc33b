//! JUnit's XML: a suite is a folder or a model, a case is a test or a property.

use super::finding::of_property;
use crate::view::{FailureView, OutcomeView, PropertyView, TestView, TestsView, VerdictView, View};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// A case for each test.
pub fn render_tests_junit(tests: &TestsView) -> String {
    let mut suite = TestSuite::new("weyl");
    suite.add_test_cases(tests.tests.iter().map(case_of_test));
    written(suite, tests.seconds)
}

/// A case for each property.
pub fn render_check_junit(view: &View) -> String {
    let mut suite = TestSuite::new(view.model.as_str());
    suite.add_test_cases(
        view.properties
            .iter()
            .map(|one| case_of_property(one, view)),
    );
    written(suite, view.seconds)
}

/// One case, which went wrong.
pub fn render_failure_junit(failure: &FailureView) -> String {
    let model = failure.model.as_deref().unwrap_or("weyl");
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    let lines = failure.diagnostics.iter();
    let lines: Vec<String> = lines
        .map(|one| format!("{}: {}", one.code, one.message))
        .collect();
    status.set_type("error").set_message(lines.join("\n"));
    let mut suite = TestSuite::new(model);
    suite.add_test_case(TestCase::new(model, status));
    written(suite, 0.0)
}

fn written(mut suite: TestSuite, seconds: f64) -> String {
    suite.set_time(duration(seconds));
    let mut report = Report::new("weyl");
    report.set_time(duration(seconds)).add_test_suite(suite);
    // Everything is text by now, and memory takes it.
    report.to_string().unwrap_or_default()
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

fn case_of_test(test: &TestView) -> TestCase {
    let mut status = match test.outcome {
        OutcomeView::Passed | OutcomeView::Blessed => TestCaseStatus::success(),
        OutcomeView::Skipped => TestCaseStatus::skipped(),
        OutcomeView::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        OutcomeView::Limit | OutcomeView::Error | OutcomeView::Bug => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
    };
    if test.outcome.is_bad() {
        let differences = test.differences.iter().map(|one| one.line());
        let violations = test.violations().map(|one| of_property(one, "").message);
        let place = test
            .span
            .iter()
            .map(|at| format!("{}:{}", at.file, at.line));
        let lines: Vec<String> = place.chain(differences).chain(violations).collect();
        status.set_type(test.outcome.word());
        status
            .set_message(test.complaint())
            .set_description(lines.join("\n"));
    }
    let mut case = TestCase::new(test.name.as_str(), status);
    case.set_classname(test.model.as_str());
    case.set_time(duration(test.seconds));
    with_place(
        case,
        test.span.as_ref().map(|at| (at.file.as_str(), at.line)),
    )
}

fn case_of_property(property: &PropertyView, view: &View) -> TestCase {
    let mut status = match property.verdict {
        VerdictView::Holds => TestCaseStatus::success(),
        VerdictView::Violated => TestCaseStatus::non_success(NonSuccessKind::Failure),
        VerdictView::Inconclusive => TestCaseStatus::skipped(),
    };
    let finding = of_property(property, &view.model);
    match property.verdict {
        VerdictView::Holds => {}
        VerdictView::Violated => {
            status
                .set_type(property.kind.word())
                .set_message(finding.message);
        }
        VerdictView::Inconclusive => {
            status.set_message("inconclusive");
        }
    }
    let mut case = TestCase::new(property.name.as_str(), status);
    case.set_classname(view.model.as_str());
    let place = property.place();
    with_place(case, place.as_ref().map(|at| (at.file.as_str(), at.line)))
}

/// As pytest has it, which services read.
fn with_place(mut case: TestCase, place: Option<(&str, usize)>) -> TestCase {
    if let Some((file, line)) = place {
        case.extra.insert("file".into(), file.into());
        case.extra.insert("line".into(), line.to_string().into());
    }
    case
}
