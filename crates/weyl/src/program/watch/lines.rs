//! Lines that stay, for logs and for programs.

use super::{End, Rhythm};
use std::io::{self, Write};
use std::time::Instant;
use weyl_explore::Progress;
use weyl_report::ProgressView;

/// Prints a line from time to time, until the end comes.
pub fn print(
    progress: &Progress,
    rhythm: Rhythm,
    end: &End,
    text: impl Fn(&ProgressView) -> String,
) {
    let started = Instant::now();
    let mut wait = rhythm.first;
    while !end.comes_within(wait) {
        let view = ProgressView::of(progress, started.elapsed());
        // In one piece, so that lines of others do not come between; nobody need read it.
        let line = text(&view) + "\n";
        let _ = io::stderr().lock().write_all(line.as_bytes());
        wait = rhythm.every;
    }
}
