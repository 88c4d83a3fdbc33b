//! `weyl test`: models that say what is expected of them.

mod ask;
mod bless;
mod board;
pub mod case;
mod files;
mod find;
pub mod flags;
mod judge;
pub mod manifest;
pub mod manifest_edit;
pub mod options;
mod run;

use crate::input::sources;
use crate::machine;
use crate::program::answer::{fail, printed};
use crate::program::exit::Exit;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::watch::{Watching, told};
use board::Board;
use case::Case;
use files::Files;
pub use find::MANIFEST;
use find::{Found, Wanted, found};
use flags::TestFlags;
use run::Common;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use weyl_explore::Progress;
use weyl_report::{OutcomeView, TestView, TestsView, render_tests};

/// The table fits on any terminal.
const COLUMNS: usize = 80;

pub fn run(flags: &TestFlags, screen: &Screen) -> Exit {
    let began = Instant::now();
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let paths = paths(flags);
    let mut found = found(&paths, wanted(flags));
    if let Some(part) = &flags.filter {
        found.select(part);
    }
    let Found { cases, wrong } = found;
    let files = match Files::tried(flags, &cases) {
        Ok(files) => files,
        Err(failure) => return fail(&failure, &paths[0], &sources(), flags.json, screen),
    };
    let mut tests: Vec<TestView> = Vec::new();
    for wrong in wrong {
        screen.show_diagnostics(wrong.failure.diagnostics(), &wrong.sources);
        tests.push(wrong.view);
    }
    let board = Board::of(&cases);
    let watching = Watching::on_terminal(flags.quiet);
    let line = |elapsed| board.line(elapsed);
    let mut done = told(&line, watching, || {
        run::run(&cases, &common(flags), &board, &progress.stop)
    });
    if flags.bless {
        bless_all(&cases, &mut done, screen);
    }
    tests.extend(done.into_iter().map(without_good_report));
    let tests = TestsView::of(tests, began.elapsed().as_secs_f64());
    tell(&tests, flags, &files, screen)
}

/// The answer comes first: whatever becomes of the files, nobody loses it.
fn tell(tests: &TestsView, flags: &TestFlags, files: &Files, screen: &Screen) -> Exit {
    let (mut text, lines) = (shown(tests, flags, screen), files.lines(tests));
    if flags.json {
        // Without a stderr there is nobody to tell.
        let _ = io::stderr().write_all(lines.as_bytes());
    } else {
        text.push_str(&lines);
    }
    let exit = printed(screen.print(&text), tests.outcome.into(), screen);
    files.write(tests, exit, screen)
}

/// What is as expected need not be told.
fn without_good_report(test: TestView) -> TestView {
    let report = test.report.filter(|_| test.outcome.is_bad());
    TestView { report, ..test }
}

fn paths(flags: &TestFlags) -> Vec<PathBuf> {
    if flags.paths.is_empty() {
        return vec![PathBuf::from(".")];
    }
    flags.paths.clone()
}

fn wanted(flags: &TestFlags) -> Wanted {
    if flags.bless {
        Wanted::Everything
    } else {
        Wanted::Expected
    }
}

/// All cores are busy with one test each, and share the memory.
fn common(flags: &TestFlags) -> Common {
    let jobs = flags
        .jobs
        .map_or(machine::cores(), |jobs| jobs.clamp(1, 1024) as usize);
    let memory = machine::memory_to_use().map(|all| all / jobs as u64);
    let mut options = vec![("--progress", "off".to_string())];
    if jobs > 1 {
        options.push(("--threads", "1".to_string()));
    }
    if let Some(memory) = flags.max_memory.or(memory) {
        options.push(("--max-memory", format!("{memory}B")));
    }
    if let Some(time) = flags.max_time {
        options.push(("--max-time", format!("{}ms", time.as_millis())));
    }
    Common {
        options,
        jobs,
        slow: flags.slow,
    }
}

fn shown(tests: &TestsView, flags: &TestFlags, screen: &Screen) -> String {
    if flags.json {
        return tests.to_json();
    }
    if flags.quiet {
        return String::new();
    }
    render_tests(tests, screen.width().min(COLUMNS))
}

/// Where all is as expected, nothing is to be written.
fn bless_all(cases: &[Case], done: &mut [TestView], screen: &Screen) {
    for (file, failure) in bless::bless(cases, done) {
        screen.show_diagnostics(failure.diagnostics(), &weyl_source::Sources::default());
        for (case, view) in cases.iter().zip(done.iter_mut()) {
            if case.places.file() == file {
                view.outcome = OutcomeView::Error;
            }
        }
    }
}

impl From<OutcomeView> for Exit {
    fn from(outcome: OutcomeView) -> Exit {
        match outcome {
            OutcomeView::Passed | OutcomeView::Skipped | OutcomeView::Blessed => Exit::Holds,
            OutcomeView::Limit => Exit::Inconclusive,
            OutcomeView::Failed => Exit::Violated,
            OutcomeView::Error => Exit::WrongInput,
            OutcomeView::Bug => Exit::Bug,
        }
    }
}
