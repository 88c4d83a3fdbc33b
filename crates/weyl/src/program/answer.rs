//! From failures and streams to exit codes.

use crate::Error;
use crate::input::reason;
use crate::program::exit::Exit;
use crate::program::screen::{Screen, reader_is_gone};
use crate::program::settings::Output;
use std::io;
use std::path::Path;
use weyl_check::{Failure, unreadable_file};
use weyl_explore::Progress;
use weyl_report::{FailureView, Shown, View, render_report};
use weyl_source::Sources;

/// Shows why there is no verdict.
pub fn fail(
    failure: &Failure,
    model: &Path,
    sources: &Sources,
    json: bool,
    screen: &Screen,
) -> Exit {
    screen.show_diagnostics(failure.diagnostics(), sources);
    if json {
        let model = model.display().to_string();
        let text = FailureView::of(failure, Some(&model), sources).to_json();
        return printed(screen.print(&text), failure.into(), screen);
    }
    failure.into()
}

/// The same for an error of the library.
pub fn failed(error: &Error, output: Output, progress: &Progress, screen: &Screen) -> Exit {
    if let Failure::Spent { limit, phase } = error.failure() {
        let view = View::unfinished(error.model(), *limit, *phase, progress);
        let text = match output {
            Output::Text => render_report(&view, Shown::within(screen.width())),
            Output::Json => view.to_json(),
            Output::Nothing => String::new(),
        };
        return printed(screen.print(&text), Exit::Inconclusive, screen);
    }
    screen.show_diagnostics(error.failure().diagnostics(), error.sources());
    if output == Output::Json {
        let text = error.view().to_json();
        return printed(screen.print(&text), error.failure().into(), screen);
    }
    error.failure().into()
}

/// A file that was not written beside an answer: the answer is told all the same. Whoever waits for
/// success must not go on without the file; any other exit code says more than that it is missing.
pub fn with_files(written: Vec<Result<(), Failure>>, exit: Exit, screen: &Screen) -> Exit {
    let mut exit = exit;
    for failure in written.into_iter().filter_map(Result::err) {
        screen.show_diagnostics(failure.diagnostics(), &Sources::default());
        if exit == Exit::Holds {
            exit = Exit::WrongInput;
        }
    }
    exit
}

/// A reader that has gone away has seen what it wanted; a full disk has lost the answer.
pub fn printed(result: io::Result<()>, exit: Exit, screen: &Screen) -> Exit {
    match result {
        Ok(()) => exit,
        Err(error) if reader_is_gone(&error) => exit,
        Err(error) => {
            let failure = unreadable_file(&format!("cannot write the answer: {}", reason(&error)));
            screen.show_diagnostics(failure.diagnostics(), &Sources::default());
            Exit::WrongInput
        }
    }
}
