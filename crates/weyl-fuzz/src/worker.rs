//! The child's side: tries what it is told to, one line for each input, and may die of any of them.
//!
//! It is told `range FROM TO` (numbers of inputs) or `file PATH`, and answers each input with its
//! number, a tab and the outcome, or `failed`, kind and message. At the end of a command it says
//! `done`.

use crate::failure::Tried;
use crate::make::Maker;
use crate::target::Target;
use crate::trial::Trier;
use anyhow::{Context, Result, anyhow, bail};
use std::io::{BufRead, Write, stdin, stdout};
use std::ops::Range;

/// Messages are cut: the input is what matters.
const LONGEST_MESSAGE: usize = 2_000;

/// Serves until there are no more commands.
pub fn work(target: Target, seed: u64) -> Result<()> {
    let thread = std::thread::Builder::new().stack_size(target.stack_bytes());
    let thread = thread.spawn(move || serve(target, seed))?;
    thread.join().map_err(|_| anyhow!("the worker panicked"))?
}

fn serve(target: Target, seed: u64) -> Result<()> {
    let maker = Maker::new(target, seed)?;
    let trier = Trier::new(target);
    for line in stdin().lock().lines() {
        match Command::read(&line?)? {
            Command::Range(range) => {
                for number in range {
                    answer(number, &trier.attempt(&maker.input(number)))?;
                }
            }
            Command::File(path) => {
                let input = std::fs::read(&path).with_context(|| path.clone())?;
                answer(0, &trier.attempt(&input))?;
            }
            Command::Write(number, path) => std::fs::write(path, maker.input(number))?,
        }
        say("done")?;
    }
    Ok(())
}

pub enum Command {
    Range(Range<u64>),
    File(String),
    /// Writes an input to a file without trying it.
    Write(u64, String),
}

impl Command {
    pub fn write(&self) -> String {
        match self {
            Command::Range(range) => format!("range {} {}", range.start, range.end),
            Command::File(path) => format!("file {path}"),
            Command::Write(number, path) => format!("write {number} {path}"),
        }
    }

    pub fn read(line: &str) -> Result<Command> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        Ok(match word {
            "range" => Command::Range(first.parse()?..second.parse()?),
            "file" => Command::File(rest.to_string()),
            "write" => Command::Write(first.parse()?, second.to_string()),
            _ => bail!("`{line}` is no command"),
        })
    }
}

fn answer(number: u64, tried: &Tried) -> Result<()> {
    match tried {
        Ok(outcome) => say(&format!("{number}\t{}", outcome.word())),
        Err(failure) => {
            let message: String = failure.message.chars().take(LONGEST_MESSAGE).collect();
            let (kind, message) = (failure.kind.escape_debug(), message.escape_debug());
            say(&format!("{number}\tfailed\t{kind}\t{message}"))
        }
    }
}

/// One write for each line, so that none is lost when the process dies.
fn say(line: &str) -> Result<()> {
    let mut out = stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_they_are_written() {
        for line in ["range 3 10", "file /tmp/a b.m", "write 7 /tmp/a b.m"] {
            assert_eq!(Command::read(line).expect("a command").write(), line);
        }
        assert!(Command::read("stop").is_err() && Command::read("range 1").is_err());
    }
}
