//! Chores of the project: `cargo xtask tidy`, `cargo xtask bench`.

mod bench;
mod tidy;

use clap::Parser;

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of the weyl project")]
enum Chore {
    /// Checks what a machine can check about the code: direction of dependencies, length of
    /// functions, unsafe code, unfinished marks
    Tidy,
    /// Runs weyl and its peers on the same models and prints a table of ratios
    Bench(bench::Options),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Tidy => tidy::run(),
        Chore::Bench(options) => bench::run(&options),
    }
}
