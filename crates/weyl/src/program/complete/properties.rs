//! The names of the properties of the models on a command line.

use crate::Check;
use crate::program::flags::{Flags, ReadingFlags};
use crate::program::settings::model_options;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use clap_complete::engine::CompletionCandidate;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Nobody waits longer for a shell.
const PATIENCE: Duration = Duration::from_millis(900);

/// The names that are known in time, in the order of the models.
pub fn of_models(words: &[OsString]) -> Vec<CompletionCandidate> {
    let Some((models, reading)) = read(words) else {
        return Vec::new();
    };
    let (sender, names) = channel();
    let reader = move || {
        for model in models {
            for name in listed(&model, &reading).into_iter().flatten() {
                // If nobody waits any more, the process is about to end.
                let _ = sender.send(name);
            }
        }
    };
    // A model may be deep; where no thread is to be had, nothing is known.
    let thread = thread::Builder::new().stack_size(weyl_budget::stack_bytes());
    let _ = thread.spawn(reader);
    let end = Instant::now() + PATIENCE;
    let mut known: Vec<CompletionCandidate> = Vec::new();
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match names.recv_timeout(left) {
            Ok((name, kind)) => {
                let candidate = CompletionCandidate::new(name).help(Some(kind.into()));
                if !known.contains(&candidate) {
                    known.push(candidate);
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return known,
        }
    }
}

/// The models that are named, and how they are read. What is not finished is no error.
fn read(words: &[OsString]) -> Option<(Vec<PathBuf>, ReadingFlags)> {
    let matches = Flags::command()
        .ignore_errors(true)
        .try_get_matches_from(words);
    let matches = matches.ok()?;
    let (_, matches) = matches.subcommand()?;
    let named = paths(matches, "models").into_iter();
    let named = named.chain(paths(matches, "model"));
    let files = named.map(at_home).filter(|path| path.is_file());
    let reading = ReadingFlags::from_arg_matches(matches).ok()?;
    Some((files.collect(), reading))
}

fn paths(matches: &ArgMatches, argument: &str) -> Vec<PathBuf> {
    let paths = matches.try_get_many::<PathBuf>(argument);
    let paths = paths.ok().flatten().into_iter().flatten();
    paths.cloned().collect()
}

/// A shell would have replaced the tilde.
fn at_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(below), Some(home)) => home.join(below),
        _ => path,
    }
}

/// As `weyl check --list` has them, with their kinds; nothing of a model that can't be read.
fn listed(model: &Path, reading: &ReadingFlags) -> Option<Vec<(String, &'static str)>> {
    let options = model_options(model, reading).ok()?;
    let mut check = Check::file(model).language(options.front_end);
    check.request().model = options;
    let listed = check.list().ok()?;
    let names = listed.properties.into_iter();
    Some(names.map(|one| (one.name, one.kind.word())).collect())
}
