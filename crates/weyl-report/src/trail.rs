//! Runs in the format of SPIN's trail files, which `spin -t` replays.
//!
//! A line for each step: its number, the process, SPIN's number of the statement. The lines with
//! negative numbers that pan writes are left out: `-4` says that statements were merged, `-2` that
//! a claim ran along, and neither is so. `-1` says that a cycle begins.

use std::fmt::Write;
use weyl_ir::StatementNumbers;
use weyl_trace::Trace;

pub fn render_trail(trace: &Trace, numbers: &StatementNumbers) -> String {
    let mut text = String::new();
    let mut number = 0;
    for (at, step) in trace.steps.iter().enumerate() {
        if trace.cycle_start == Some(at) {
            text.push_str("-1:-1:-1\n");
        }
        if let Some(process) = &step.process
            && let Some(statement) = numbers.statement(step.id)
        {
            number += 1;
            let _ = writeln!(text, "{number}:{}:{statement}", process.number);
        }
    }
    text
}
