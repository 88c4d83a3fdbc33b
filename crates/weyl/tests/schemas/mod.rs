//! JSON against the schemas that weyl publishes.

use serde_json::Value;
use weyl_report::Printed;

/// A JSON text that has its form; panics if it has not.
pub fn valid(printed: Printed, text: &str) -> Value {
    let schema: Value = serde_json::from_str(&printed.schema()).expect("a schema");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let errors = validator.iter_errors(&value);
    let errors: Vec<String> = errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    value
}
