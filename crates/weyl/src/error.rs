//! Why there is no answer.

use std::fmt;
use weyl_check::Failure;
use weyl_explore::Progress;
use weyl_report::{Detail, FailureView, Shown, View, render_diagnostics, render_report};
use weyl_source::Sources;

/// The input is wrong, or a limit was reached before anything was explored, or there is a bug in
/// weyl; with the sources that it is about.
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

    /// What the model is called.
    pub fn model(&self) -> &str {
        &self.model
    }

    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Whether weyl is at fault rather than the input.
    pub fn is_bug(&self) -> bool {
        matches!(self.failure, Failure::Bug(_))
    }

    /// Whether nothing is wrong, but a limit was reached before there was anything to report.
    pub fn is_limit(&self) -> bool {
        matches!(self.failure, Failure::Spent { .. })
    }

    pub fn view(&self) -> FailureView {
        FailureView::of(&self.failure, Some(&self.model), &self.sources)
    }
}

/// With the lines that it is about; without colours.
impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Failure::Spent { limit, phase } = &self.failure {
            let view = View::unfinished(&self.model, *limit, *phase, &Progress::default());
            let text = render_report(&view, Shown::within(WIDTH));
            return formatter.write_str(weyl_report::plain(&text).trim_end());
        }
        let text = render_diagnostics(
            self.failure.diagnostics(),
            &self.sources,
            WIDTH,
            Detail::Brief,
        );
        formatter.write_str(weyl_report::plain(&text).trim_end())
    }
}

impl std::error::Error for Error {}
