//! `weyl completions`: scripts that ask weyl itself what may stand at the cursor.
//!
//! In bash, zsh and fish the script calls `weyl completions SHELL -- …` with the command line, so
//! that properties of the model on it are known. Other shells get the script that clap makes of the
//! declarations alone ([decision 027](../../../../../docs/decisions/027-install.md)).

mod bash;
mod properties;
mod quotes;

use crate::language::by_ending;
use crate::program::answer::printed;
use crate::program::exit::Exit;
use crate::program::explain;
use crate::program::flags::Flags;
use crate::program::screen::Screen;
use crate::program::test::MANIFEST;
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, complete,
};
use clap_complete::{Shell, generate};
use std::ffi::OsString;
use std::path::Path;

#[derive(Debug, Args)]
pub struct CompletionsFlags {
    /// The shell to complete in
    #[arg(value_enum)]
    pub shell: Shell,
    /// The word to complete, counted from 0: so the script calls weyl.
    #[arg(long, hide = true, default_value_t = 0)]
    pub word: usize,
    /// The words of the command line; for bash the line before the cursor, behind it, and where
    /// bash parts words.
    #[arg(last = true, hide = true)]
    pub line: Vec<String>,
}

const BASH: &str = include_str!("scripts/weyl.bash");
const ZSH: &str = include_str!("scripts/weyl.zsh");
const FISH: &str = include_str!("scripts/weyl.fish");

pub fn run(flags: &CompletionsFlags, screen: &Screen) -> Exit {
    let text = if flags.line.is_empty() {
        script(flags.shell)
    } else {
        answer(flags)
    };
    printed(screen.print(&text), Exit::Holds, screen)
}

fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => BASH.to_string(),
        Shell::Zsh => ZSH.to_string(),
        Shell::Fish => FISH.to_string(),
        _ => {
            let mut script = Vec::new();
            generate(shell, &mut Flags::command(), "weyl", &mut script);
            String::from_utf8_lossy(&script).into_owned()
        }
    }
}

/// Candidates in the form that the script of the shell expects, one in a line.
fn answer(flags: &CompletionsFlags) -> String {
    let typed = &flags.line;
    let lines: Vec<String> = match flags.shell {
        Shell::Bash => {
            let line = bash::Line::new(typed);
            let candidates = candidates(&line.words, line.at).into_iter();
            candidates
                .filter_map(|one| line.shown(&value(&one)?))
                .collect()
        }
        Shell::Zsh => {
            let words: Vec<String> = typed.iter().map(|word| quotes::without(word)).collect();
            let candidates = candidates(&words, flags.word);
            candidates
                .iter()
                .filter_map(|one| described(one, ':', zsh_escaped))
                .collect()
        }
        _ => {
            let mut words = typed.clone();
            if let Some(word) = words.get_mut(flags.word) {
                *word = quotes::without(word);
            }
            let candidates = candidates(&words, flags.word);
            candidates
                .iter()
                .filter_map(|one| described(one, '\t', str::to_string))
                .collect()
        }
    };
    lines.into_iter().map(|line| line + "\n").collect()
}

/// What may stand for a word of a command line; nothing if that is unknown.
fn candidates(words: &[String], at: usize) -> Vec<CompletionCandidate> {
    let mut words: Vec<OsString> = words.iter().map(OsString::from).collect();
    if words.len() <= at {
        words.resize(at + 1, OsString::new());
    }
    let folder = std::env::current_dir().ok();
    complete(&mut command(&words), words.clone(), at, folder.as_deref()).unwrap_or_default()
}

/// The declarations, with what is known of some values.
fn command(words: &[OsString]) -> Command {
    let words = words.to_vec();
    let properties = move |argument: Arg| {
        let words = words.clone();
        let named = move || properties::of_models(&words);
        argument.add(ArgValueCandidates::new(named))
    };
    let models = |argument: Arg| argument.add(ArgValueCompleter::new(files(is_model)));
    let tests = |argument: Arg| argument.add(ArgValueCompleter::new(files(is_test)));
    let folders = |argument: Arg| argument.add(ArgValueCompleter::new(PathCompleter::dir()));
    let codes = |argument: Arg| argument.add(ArgValueCandidates::new(explained));
    let mut command = Flags::command()
        .mut_subcommand("check", |check| check.mut_arg("models", models))
        .mut_subcommand("check", |check| check.mut_arg("checkpoint", folders))
        .mut_subcommand("resume", |resume| resume.mut_arg("folder", folders))
        .mut_subcommand("test", |test| test.mut_arg("paths", tests))
        .mut_subcommand("explain", |explain| explain.mut_arg("code", codes));
    for name in ["symmetry", "dependencies", "lower", "simulate"] {
        command = command.mut_subcommand(name, |one| one.mut_arg("model", models));
    }
    for name in ["check", "symmetry", "dependencies", "simulate"] {
        command = command.mut_subcommand(name, |one| one.mut_arg("property", &properties));
    }
    command
}

fn files(are: fn(&Path) -> bool) -> PathCompleter {
    PathCompleter::file().filter(are)
}

fn is_model(path: &Path) -> bool {
    path.is_file() && by_ending(path).is_ok()
}

fn is_test(path: &Path) -> bool {
    is_model(path) || path.file_name().is_some_and(|name| name == MANIFEST)
}

fn explained() -> Vec<CompletionCandidate> {
    let headings = explain::headings().filter_map(|heading| heading.split_once(": "));
    headings
        .map(|(code, title)| CompletionCandidate::new(code).help(Some(title.to_string().into())))
        .collect()
}

/// What can't be typed in one line is no candidate.
fn value(candidate: &CompletionCandidate) -> Option<String> {
    let value = candidate.get_value().to_str()?;
    let can_be_typed = !value.chars().any(char::is_control);
    can_be_typed.then(|| value.to_string())
}

fn described(
    candidate: &CompletionCandidate,
    separator: char,
    escaped: fn(&str) -> String,
) -> Option<String> {
    let value = escaped(&value(candidate)?);
    let help = candidate.get_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    Some(match help.lines().next() {
        Some(help) => format!("{value}{separator}{help}"),
        None => value,
    })
}

/// A colon parts a value from its description.
fn zsh_escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(':', "\\:")
}
