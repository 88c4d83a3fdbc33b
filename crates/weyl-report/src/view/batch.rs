//! The answers of several checks.

use super::{FailureView, ListView, SCHEMA_VERSION, VERSION, View, printed};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BatchView {
    /// The version of weyl.
    pub weyl: String,
    /// The version of this form.
    pub schema: String,
    /// The worst of them.
    pub verdict: String,
    /// As each check by itself would have told it; null where there is none.
    #[schemars(schema_with = "answers")]
    pub reports: Vec<Value>,
}

fn answers(generator: &mut SchemaGenerator) -> Schema {
    let report = generator.subschema_for::<View>();
    let list = generator.subschema_for::<ListView>();
    let failure = generator.subschema_for::<FailureView>();
    json_schema!({
        "type": "array",
        "items": { "anyOf": [report, list, failure, { "type": "null" }] },
    })
}

impl BatchView {
    pub fn of(verdict: &str, reports: &[String]) -> BatchView {
        let reports = reports.iter();
        let reports = reports.map(|text| serde_json::from_str(text).unwrap_or(Value::Null));
        BatchView {
            weyl: VERSION.to_string(),
            schema: SCHEMA_VERSION.to_string(),
            verdict: verdict.to_string(),
            reports: reports.collect(),
        }
    }

    pub fn to_json(&self) -> String {
        printed(self)
    }
}
