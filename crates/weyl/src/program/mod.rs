//! The program: flags, streams, exit codes. It decides nothing about models.

#[allow(unsafe_code)]
mod allocator;
mod amounts;
mod answer;
mod check;
mod checkpoint;
pub mod compare;
mod complete;
mod dependencies;
mod ending;
mod exit;
mod explain;
mod flags;
mod formula;
mod language;
mod lower;
mod man;
mod models;
mod notes;
mod output;
mod parents;
mod progress;
mod reduce;
mod schema;
mod screen;
mod settings;
mod several;
mod simulate;
mod symmetry;
pub mod test;
mod watch;

pub use allocator::Allocator;
pub(crate) use allocator::give_back_memory;

use clap::Parser;
use exit::Exit;
use flags::{Command, Flags};
use screen::Screen;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use weyl_check::{Failure, Request, bug_report, wrong_command_line};
use weyl_source::Sources;

/// What the executable does.
pub fn main() -> ExitCode {
    ending::begin(wants_json());
    allocator::survive_full_files();
    guarded(run).into()
}

/// Does the work on a large stack; a panic anywhere in it is reported as a bug of weyl.
fn guarded(work: fn() -> Exit) -> Exit {
    let panics = record_panics();
    // Rules may call functions deeply; replay and simulation run on this stack.
    let worker = std::thread::Builder::new().stack_size(weyl_budget::stack_bytes());
    let result = match worker.spawn(work) {
        Ok(thread) => thread.join(),
        Err(_) => std::panic::catch_unwind(work),
    };
    result.unwrap_or_else(|_| report_panic(&panics))
}

fn run() -> Exit {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let flags = match Flags::try_parse_from(&arguments) {
        Ok(flags) => flags,
        Err(error) => return refuse(&error),
    };
    let screen = Screen::new(flags.color).showing(flags.verbose);
    match flags.command {
        Command::Check(flags) => check::run(&flags, &screen),
        Command::Resume(flags) => checkpoint::run(&flags, &screen),
        Command::Symmetry(flags) => symmetry::run(&flags, &screen),
        Command::Dependencies(flags) => dependencies::run(&flags, &screen),
        Command::Lower(flags) => lower::run(&flags, &screen),
        Command::Formula(flags) => formula::run(&flags, &screen),
        Command::Simulate(flags) => simulate::run(&flags, &screen),
        Command::Test(flags) => test::run(&flags, &screen),
        Command::Compare(flags) => compare::run(&flags, &screen),
        Command::Schema { what } => schema::run(what, &screen),
        Command::Explain { code } => explain::run(code.as_deref(), &screen),
        Command::Completions(flags) => complete::run(&flags, &screen),
        Command::Man { folder } => man::run(&folder, &screen),
    }
}

/// What `weyl check MODEL OPTIONS…` asks for. Formulas and files that options name are not read.
pub fn request(model: &Path, options: &[String]) -> Result<Request, Failure> {
    let words = ["weyl", "check"].map(OsString::from).into_iter();
    let options = options.iter().map(OsString::from);
    let words = words
        .chain([model.as_os_str().to_os_string()])
        .chain(options);
    let flags = Flags::try_parse_from(words);
    match flags
        .map_err(|error| wrong_command_line(&error.to_string(), None))?
        .command
    {
        Command::Check(flags) if flags.models.len() == 1 => {
            let settings = settings::CheckSettings::new(model, &flags)?;
            Ok(settings.request)
        }
        _ => Err(wrong_command_line("this is no check of one model", None)),
    }
}

/// Whether the user asked for JSON, known even where the command line can't be understood.
fn wants_json() -> bool {
    std::env::args_os().any(|argument| argument == "--json")
}

/// Help and version are answers; anything else is a wrong command line.
fn refuse(error: &clap::Error) -> Exit {
    // A closed stream is no reason to change the exit code.
    let _ = error.print();
    if !error.use_stderr() {
        return Exit::Holds;
    }
    if wants_json() {
        let text = error.to_string();
        let message = text.trim().trim_start_matches("error: ");
        print_json(&wrong_command_line(message, None));
    }
    Exit::WrongInput
}

/// Keeps what panics say, instead of printing it in the middle of everything else.
fn record_panics() -> Arc<Mutex<Vec<String>>> {
    let panics = Arc::new(Mutex::new(Vec::new()));
    let record = Arc::clone(&panics);
    std::panic::set_hook(Box::new(move |panic| {
        if let Ok(mut record) = record.lock() {
            record.push(panic.to_string().replace('\n', " "));
        }
    }));
    panics
}

fn report_panic(panics: &Mutex<Vec<String>>) -> Exit {
    let first = panics.lock().ok().and_then(|list| list.first().cloned());
    let failure = bug_report(&first.unwrap_or_else(|| "a thread panicked".to_string()));
    let screen = Screen::new(flags::Color::Auto);
    screen.show_diagnostics(failure.diagnostics(), &Sources::default());
    if wants_json() {
        print_json(&failure);
    }
    Exit::Bug
}

fn print_json(failure: &Failure) {
    let json = weyl_report::FailureView::of(failure, None, &Sources::default()).to_json();
    let _ = Screen::new(flags::Color::Never).print(&json);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_bug_of_weyl() {
        assert_eq!(guarded(|| Exit::Violated), Exit::Violated);
        assert_eq!(guarded(|| panic!("as it must")), Exit::Bug);
        drop(std::panic::take_hook());
    }
}
