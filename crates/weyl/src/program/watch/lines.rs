//! Lines that stay, for logs and for programs.

use super::{End, Line, Rhythm};
use std::io::{self, Write};
use std::time::Instant;

/// Prints a line from time to time, until the end comes.
pub fn print(line: &Line<'_>, rhythm: Rhythm, end: &End) {
    let started = Instant::now();
    let mut wait = rhythm.first;
    while !end.comes_within(wait) {
        // In one piece, so that lines of others do not come between; nobody need read it.
        let line = line(started.elapsed()) + "\n";
        let _ = io::stderr().lock().write_all(line.as_bytes());
        wait = rhythm.every;
    }
}
