//! Shrinks the Promela program of a seed while a command succeeds on it.
//!
//! `cargo run -p weyl-modelgen --example shrink_promela -- SEED FILE COMMAND..`: each candidate is written
//! to the file, and the command is called with the file's name as its last argument.

use std::path::Path;
use std::process::{Command, Stdio};

use weyl_modelgen::{PromelaOptions, promela, shrink_promela};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seed, file, program, rest @ ..] = arguments.as_slice() else {
        return Err(std::io::Error::other(
            "usage: shrink_promela SEED FILE COMMAND..",
        ));
    };
    let seed: u64 = seed.parse().map_err(std::io::Error::other)?;
    let file = Path::new(file);
    let smallest = shrink_promela(&promela(seed, &PromelaOptions::default()), |text| {
        let status = std::fs::write(file, text).and_then(|()| {
            let mut command = Command::new(program);
            command.args(rest).arg(file).stdout(Stdio::null()).status()
        });
        status.is_ok_and(|status| status.success())
    });
    std::fs::write(file, &smallest.text)
}
