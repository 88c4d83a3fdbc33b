//! Why there is no answer.

use std::fmt;
use weyl_check::Failure;
use weyl_report::{FailureView, render_diagnostics};
use weyl_source::Sources;

/// The input is wrong, or there is a bug in weyl; with the sources that it is about.
#[derive(Debug)]
pub struct Error {
    failure: Failure,
    sources: Sources,
    model: String,
}

/// A line of text that is as long as most terminals.
const WIDTH: usize = 100;

impl Error {
    pub(crate) fn new(failure: Failure, sources: Sources, model: &str) -> Error {
        Error {
            failure,
            sources,
            model: model.to_string(),
        }
    }

    pub fn failure(&self) -> &Failure {
        &self.failure
    }

    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Whether weyl is at fault rather than the input.
    pub fn is_bug(&self) -> bool {
        matches!(self.failure, Failure::Bug(_))
    }

    pub fn view(&self) -> FailureView {
        FailureView::of(&self.failure, Some(&self.model), &self.sources)
    }
}

/// With the lines that it is about; without colours.
impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = render_diagnostics(self.failure.diagnostics(), &self.sources, WIDTH);
        formatter.write_str(weyl_report::plain(&text).trim_end())
    }
}

impl std::error::Error for Error {}
