//! The answers of several checks.

use super::{VERSION, printed};
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BatchView {
    /// The version of weyl.
    pub weyl: String,
    /// The worst of them.
    pub verdict: String,
    /// As each check by itself would have told it; null where there is none.
    pub reports: Vec<Value>,
}

impl BatchView {
    pub fn of(verdict: &str, reports: &[String]) -> BatchView {
        let reports = reports.iter();
        let reports = reports.map(|text| serde_json::from_str(text).unwrap_or(Value::Null));
        BatchView {
            weyl: VERSION.to_string(),
            verdict: verdict.to_string(),
            reports: reports.collect(),
        }
    }

    pub fn to_json(&self) -> String {
        printed(self)
    }
}
