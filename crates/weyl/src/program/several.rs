//! `weyl check` of several models: each in a process of its own, one after the other, so that
//! limits, memory and failures of one are not those of another.

use crate::program::answer::printed;
use crate::program::exit::Exit;
use crate::program::flags::CheckFlags;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use weyl_check::{Failure, wrong_command_line};
use weyl_explore::Progress;
use weyl_report::{BatchView, counted};

/// How long an interrupted check may take to tell what it has.
const PATIENCE: Duration = Duration::from_secs(3);
const INTERVAL: Duration = Duration::from_millis(5);

/// Files are named for one model.
pub fn refuse_files(flags: &CheckFlags) -> Result<(), Failure> {
    let named = [
        ("--graph", flags.graph.is_some()),
        ("--trail", flags.trail.is_some()),
        ("--chart", flags.chart.is_some()),
        ("--junit", flags.junit.is_some()),
        ("--sarif", flags.sarif.is_some()),
    ];
    match named.iter().find(|(_, is_named)| *is_named) {
        None => Ok(()),
        Some((option, _)) => Err(wrong_command_line(
            &format!("`{option}` names one file, but there are several models"),
            Some("check the models one by one"),
        )),
    }
}

pub fn run(models: &[PathBuf], flags: &CheckFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let mut exits = Vec::new();
    let mut reports = Vec::new();
    for (number, model) in models.iter().enumerate() {
        if progress.stop.load(Relaxed) {
            break;
        }
        let (exit, report) = check(number, model, flags, &progress);
        exits.push(exit);
        reports.push(report);
    }
    let exit = worst(&exits);
    if flags.quiet || flags.list && !flags.json {
        return exit;
    }
    let text = if flags.json {
        BatchView::of(exit.word(), &reports).to_json()
    } else {
        summary(&exits, models.len())
    };
    printed(screen.print(&text), exit, screen)
}

/// What a check of one of the models came to, and its answer where that is JSON.
fn check(number: usize, model: &Path, flags: &CheckFlags, progress: &Progress) -> (Exit, String) {
    let started = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.args(arguments(std::env::args_os().skip(1).collect(), number));
        let reads = model == Path::new("-");
        command.stdin(if reads {
            Stdio::inherit()
        } else {
            Stdio::null()
        });
        if flags.json {
            command.stdout(Stdio::piped());
        }
        command.spawn()
    });
    match started.and_then(|child| end_of(child, progress)) {
        Ok((code, report)) => (Exit::by_code(code), report),
        Err(_) => (Exit::Bug, String::new()),
    }
}

/// The arguments of this process, for one of its models. Behind `--` everything is a model: an
/// option there would be one more of them, and the child would start others without end.
fn arguments(mut own: Vec<OsString>, number: usize) -> Vec<OsString> {
    let options_end = own.iter().position(|word| word == "--");
    let at = options_end.unwrap_or(own.len());
    let only = ["--only".to_string(), number.to_string()].map(OsString::from);
    own.splice(at..at, only);
    own
}

fn end_of(mut child: Child, progress: &Progress) -> io::Result<(Option<i32>, String)> {
    let reader = child.stdout.take().map(|mut stdout| {
        std::thread::spawn(move || {
            let mut text = String::new();
            // What is no text is no answer.
            let _ = stdout.read_to_string(&mut text);
            text
        })
    });
    let mut interrupted: Option<Instant> = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if progress.stop.load(Relaxed) {
            let since = *interrupted.get_or_insert_with(Instant::now);
            if since.elapsed() > PATIENCE {
                child.kill()?;
            }
        }
        std::thread::sleep(INTERVAL);
    };
    let report = reader.and_then(|reader| reader.join().ok());
    Ok((status.code(), report.unwrap_or_default()))
}

/// A bug first, then a model that is wrong, a violation, and what is inconclusive.
fn worst(exits: &[Exit]) -> Exit {
    let order = [
        Exit::Bug,
        Exit::WrongInput,
        Exit::Violated,
        Exit::Inconclusive,
    ];
    let found = order.into_iter().find(|exit| exits.contains(exit));
    found.unwrap_or(Exit::Holds)
}

/// `3 models: 1 holds, 2 violated`.
fn summary(exits: &[Exit], all: usize) -> String {
    let kinds = [
        (Exit::Holds, "holds", "hold"),
        (Exit::Violated, "violated", "violated"),
        (Exit::Inconclusive, "inconclusive", "inconclusive"),
        (Exit::WrongInput, "wrong", "wrong"),
        (Exit::Bug, "ended by a bug in weyl", "ended by bugs in weyl"),
    ];
    let told = kinds.iter().filter_map(|(kind, one, several)| {
        let count = exits.iter().filter(|exit| *exit == kind).count();
        match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        }
    });
    let mut told: Vec<String> = told.collect();
    if exits.len() < all {
        told.push(format!("{} not begun", all - exits.len()));
    }
    format!("\n{}: {}\n", counted(all as u64, "model"), told.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_told_which_model_is_its_own() {
        let told = |line: &str| {
            let own = line.split(' ').map(OsString::from).collect();
            let words = arguments(own, 1).into_iter();
            let words: Vec<String> = words.map(|word| word.to_string_lossy().into()).collect();
            words.join(" ")
        };
        assert_eq!(told("check a.m b.m"), "check a.m b.m --only 1");
        assert_eq!(
            told("check a.m -- b.m -- -c"),
            "check a.m --only 1 -- b.m -- -c"
        );
    }
}
