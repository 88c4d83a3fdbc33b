//! Chores of the project: `cargo xtask tidy`, `cargo xtask wrap`, `cargo xtask bench`,
//! `cargo xtask symmetry`, `cargo xtask temporal`, `cargo xtask fuzz`, `cargo xtask field`.

mod bench;
mod document;
mod field;
mod fuzz;
mod symmetry;
mod temporal;
mod tidy;
mod wrap;

use clap::Parser;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of the weyl project")]
enum Chore {
    /// Checks what a machine can check about the code: direction and reasons of dependencies,
    /// length of functions, unsafe code, unfinished marks, paths in documents, width of prose
    Tidy,
    /// Wraps comments and documents that are wider than a hundred columns
    Wrap,
    /// Runs weyl and its peers on the same models and prints a table of ratios
    Bench(bench::Options),
    /// Finds the symmetry of every model, and says what it saves
    Symmetry(symmetry::Options),
    /// Checks temporal properties with weyl and SPIN, and counts the states of automata
    Temporal(temporal::Options),
    /// Tries hostile inputs on everything that weyl reads, and shrinks what fails
    Fuzz(fuzz::Options),
    /// Runs weyl and its peers on models that other people wrote, and tells what differs
    Field(field::Options),
    /// The child of a campaign, which may die of an input
    #[command(hide = true)]
    FuzzWorker(fuzz::WorkerOptions),
}

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::Tidy => tidy::run(),
        Chore::Wrap => wrap::run(),
        Chore::Bench(options) => bench::run(&options),
        Chore::Symmetry(options) => symmetry::run(&options),
        Chore::Temporal(options) => temporal::run(&options),
        Chore::Fuzz(options) => fuzz::run(&options),
        Chore::Field(options) => field::run(&options),
        Chore::FuzzWorker(options) => fuzz::work(&options),
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
