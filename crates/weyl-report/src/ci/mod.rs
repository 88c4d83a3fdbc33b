//! What CI services read: JUnit, SARIF, annotations. All of it is made of [findings](Finding).

mod annotations;
mod finding;
mod junit;
mod sarif;

pub use annotations::{Service, render_annotations};
pub use junit::{render_check_junit, render_failure_junit, render_tests_junit};
pub use sarif::{render_check_sarif, render_failure_sarif, render_tests_sarif};

use finding::{Finding, Level};
