//! SARIF 2.1.0: findings as results, runs as code flows.

use super::finding::{of_check, of_failure, of_tests_with_runs};
use super::{Finding, Level};
use crate::view::{FailureView, PlaceView, StepView, TestsView, TraceView, VERSION, View, printed};
use serde_json::{Value, json};
use std::path::Path;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A result for each violation that is not expected, and for each other test that is not as
/// expected.
pub fn render_tests_sarif(tests: &TestsView) -> String {
    written(&of_tests_with_runs(tests), true)
}

/// A result for each violation and each warning.
pub fn render_check_sarif(view: &View) -> String {
    written(&of_check(view), true)
}

/// A result for each error.
pub fn render_failure_sarif(failure: &FailureView) -> String {
    written(&of_failure(failure), false)
}

fn written(findings: &[Finding<'_>], successful: bool) -> String {
    let mut rules: Vec<&super::finding::Rule> = Vec::new();
    let mut results = Vec::new();
    for finding in findings {
        let same = |rule: &&super::finding::Rule| rule.id == finding.rule.id;
        let number = rules.iter().position(same).unwrap_or_else(|| {
            rules.push(&finding.rule);
            rules.len() - 1
        });
        results.push(result(finding, number));
    }
    let rules = rules
        .into_iter()
        .map(|rule| json!({ "id": rule.id, "shortDescription": { "text": rule.about } }));
    printed(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "weyl",
                "version": VERSION,
                "semanticVersion": VERSION,
                "rules": rules.collect::<Vec<Value>>(),
            } },
            "invocations": [{ "executionSuccessful": successful }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn result(finding: &Finding<'_>, rule: usize) -> Value {
    let mut result = json!({
        "ruleId": finding.rule.id,
        "ruleIndex": rule,
        "level": match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
        },
        "message": { "text": finding.message },
        "locations": finding.place.iter().map(location).collect::<Vec<Value>>(),
        "partialFingerprints": { "weyl/v1": finding.fingerprint() },
    });
    if let Some(run) = finding.run {
        result["codeFlows"] = json!([code_flow(run)]);
    }
    result
}

fn code_flow(run: &TraceView) -> Value {
    let mut steps = Vec::new();
    for (number, step) in run.steps.iter().enumerate() {
        let mut message = step_text(step);
        if run.cycle_start == Some(number) {
            message.push_str(" (from here on it repeats)");
        }
        let mut location = step.span.as_ref().map_or_else(|| json!({}), location);
        location["message"] = json!({ "text": message });
        let changes = step.changes.0.iter();
        let state = changes.map(|(name, value)| (name.clone(), json!({ "text": value })));
        steps.push(json!({
            "location": location,
            "state": state.collect::<serde_json::Map<String, Value>>(),
            "executionOrder": number + 1,
        }));
    }
    json!({ "threadFlows": [{ "locations": steps }] })
}

/// `P 1: x = 1 [i = p2]`
fn step_text(step: &StepView) -> String {
    let process = match (&step.proctype, step.process) {
        (Some(kind), Some(number)) => format!("{kind} {number}: "),
        _ => String::new(),
    };
    let parameters = step.parameters.0.iter();
    let parameters = parameters.map(|(name, value)| format!("{name} = {value}"));
    let parameters: Vec<String> = parameters.collect();
    if parameters.is_empty() {
        return format!("{process}{}", step.rule);
    }
    format!("{process}{} [{}]", step.rule, parameters.join(", "))
}

fn location(place: &PlaceView) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&place.file) },
        "region": { "startLine": place.line, "startColumn": place.column },
    } })
}

/// The name of a file as a reference: everything but the plainest letters is written by its bytes.
fn uri(file: &str) -> String {
    let mut text = String::new();
    if Path::new(file).is_absolute() {
        text.push_str("file://");
    }
    let file = file.strip_prefix("./").unwrap_or(file);
    for byte in file.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_references() {
        assert_eq!(uri("./models/a b.m"), "models/a%20b.m");
        assert_eq!(uri("/tmp/ä:%.m"), "file:///tmp/%C3%A4%3A%25.m");
    }
}
