//! Runs in the format of SPIN's trail files, which `spin -t` replays.
//!
//! A line for each step: its number, the process, SPIN's number of the statement. The lines with negative
//! numbers that pan writes are left out: `-4` says that statements were merged, `-2` that a claim ran along,
//! `-1` that a cycle begins, and none of that is so.

use std::fmt::Write;
use weyl_check::Numbering;
use weyl_trace::Trace;

pub fn render_trail(trace: &Trace, numbers: &Numbering) -> String {
    let lines = trace.steps.iter().filter_map(|step| {
        let process = step.process.as_ref()?;
        Some((process.number, numbers.statement(step.id)?))
    });
    let mut text = String::new();
    for (number, (process, statement)) in (1u64..).zip(lines) {
        let _ = writeln!(text, "{number}:{process}:{statement}");
    }
    text
}
