//! Runs read back from the JSON answer of an earlier check.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct AnswerJson {
    properties: Vec<PropertyJson>,
}

#[derive(Deserialize)]
struct PropertyJson {
    name: String,
    trace: Option<TraceJson>,
}

#[derive(Deserialize)]
struct TraceJson {
    #[serde(default)]
    cycle_start: Option<usize>,
    steps: Vec<RecordedStep>,
}

/// What is needed to find a step again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RecordedStep {
    pub rule: String,
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    #[serde(default)]
    pub process: Option<u64>,
    /// Whether it belongs to the same firing as the step before it.
    #[serde(default)]
    pub continues: bool,
    pub span: Option<RecordedSpan>,
    #[serde(default)]
    pub changes: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RecordedSpan {
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedRun {
    pub property: String,
    /// The first one is the initial step.
    pub steps: Vec<RecordedStep>,
    /// The step with which a part begins that repeats for ever.
    pub cycle_start: Option<usize>,
}

impl RecordedRun {
    /// The steps, firing by firing.
    pub fn firings(&self) -> impl Iterator<Item = &[RecordedStep]> {
        self.steps.chunk_by(|_, next| next.continues)
    }
}

/// The first run in an answer, or that of a property.
pub fn read_trace_file(text: &str, property: Option<&str>) -> Result<RecordedRun, String> {
    let answer: AnswerJson = serde_json::from_str(text)
        .map_err(|error| format!("it is not an answer of `weyl check --json`: {error}"))?;
    let wanted = |p: &PropertyJson| property.is_none_or(|name| p.name == name);
    let mut runs = answer.properties.into_iter().filter(wanted);
    let run = runs.find_map(|property| Some((property.name, property.trace?)));
    match (run, property) {
        (Some((property, trace)), _) => Ok(RecordedRun {
            property,
            steps: trace.steps,
            cycle_start: trace.cycle_start,
        }),
        (None, Some(name)) => Err(format!("it holds no run of a property `{name}`")),
        (None, None) => Err("it holds no run".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{ "properties": [
        { "name": "a", "trace": null },
        { "name": "b", "trace": { "steps": [ { "rule": "init", "span": null } ] } },
        { "name": "c", "trace": { "steps": [ { "rule": "go", "span": { "line": 3, "column": 1 },
            "parameters": { "p": "p1" }, "changes": { "x": "1" } } ] } } ] }"#;

    #[test]
    fn the_first_run_is_taken_unless_a_property_is_named() {
        let run = |property| read_trace_file(ANSWER, property).map(|run| run.property);
        assert_eq!(run(None), Ok("b".to_string()));
        assert_eq!(run(Some("c")), Ok("c".to_string()));
        assert!(run(Some("a")).is_err());
        assert!(run(Some("d")).is_err());
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "[]",
            "{}",
            "{\"properties\": 1}",
            "{\"properties\": []}",
        ] {
            assert!(read_trace_file(text, None).is_err(), "{text}");
        }
    }
}
