//! Answers that were saved.

use crate::view::{FailureView, SCHEMA_VERSION, TestsView, View};
use serde_json::Value;

/// An answer of `weyl check --json` or `weyl test --json`.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    Check(Box<View>),
    Failure(FailureView),
    Tests(TestsView),
}

/// What is wrong, and where: a line and a column, both from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub message: String,
    pub place: Option<(usize, usize)>,
}

pub fn read_saved(text: &str) -> Result<Saved, Unreadable> {
    let value: Value = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    let schema = value.get("schema").and_then(Value::as_str);
    let major = |version: &str| version.split('.').next().map(str::to_string);
    if let Some(schema) = schema.filter(|own| major(own) != major(SCHEMA_VERSION)) {
        return Err(Unreadable {
            message: format!("its form has version {schema}, which this weyl does not know"),
            place: None,
        });
    }
    let is_error = value.get("verdict").and_then(Value::as_str) == Some("error");
    let read = if value.get("tests").is_some() {
        serde_json::from_str(text).map(Saved::Tests)
    } else if is_error {
        serde_json::from_str(text).map(Saved::Failure)
    } else {
        serde_json::from_str(text).map(|view| Saved::Check(Box::new(view)))
    };
    read.map_err(|error| unreadable(&error))
}

fn unreadable(error: &serde_json::Error) -> Unreadable {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    Unreadable {
        message: message.to_string(),
        place: (error.line() > 0).then(|| (error.line(), error.column().max(1))),
    }
}
