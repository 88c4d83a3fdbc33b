//! Chores of the project: `cargo xtask tidy`, `cargo xtask bench`, `cargo xtask symmetry`.

mod bench;
mod document;
mod symmetry;
mod tidy;

use clap::Parser;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of the weyl project")]
enum Chore {
    /// Checks what a machine can check about the code: direction of dependencies, length of
    /// functions, unsafe code, unfinished marks
    Tidy,
    /// Runs weyl and its peers on the same models and prints a table of ratios
    Bench(bench::Options),
    /// Finds the symmetry of every model, and says what it saves
    Symmetry(symmetry::Options),
}

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::Tidy => tidy::run(),
        Chore::Bench(options) => bench::run(&options),
        Chore::Symmetry(options) => symmetry::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Display, not Debug: a backtrace of a chore helps nobody.
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
