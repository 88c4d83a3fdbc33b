//! What is said beside verdicts: why a property may hold for another reason than was meant, and how
//! often each rule fired.

use crate::flow::{one_line, truncated, wrapped};
use crate::quantity::count;
use crate::view::{CoveredView, View};

/// A line for each note.
pub(crate) fn notes(report: &View, width: usize) -> String {
    let notes = report.properties.iter().flat_map(|property| {
        property.notes.iter().map(move |note| {
            // Formulas of the command line have no lines.
            let place = note
                .span
                .as_ref()
                .filter(|place| !place.file.starts_with("--"));
            let line = place.map_or(String::new(), |place| format!("line {}: ", place.line));
            let name = one_line(&property.name);
            let text = format!("note: {name}: {line}{}", note.message);
            wrapped(&text, 2, 4, width)
        })
    });
    let text: String = notes.collect();
    if text.is_empty() { text } else { text + "\n" }
}

/// Each rule or statement with how often it fired, in the order of the text.
pub(crate) fn coverage(report: &View, width: usize) -> String {
    if report.coverage.is_empty() {
        let nothing = "coverage: nothing was asked for which all states are explored";
        return format!("\n{}", wrapped(nothing, 2, 4, width));
    }
    let counts = report.coverage.iter().map(|of| count(of.fired).len());
    let column = counts.max().unwrap_or(1);
    let fired = report.coverage.iter().filter(|of| of.fired > 0).count();
    let what = if report.coverage.iter().any(|of| of.process.is_some()) {
        "statements"
    } else {
        "rules"
    };
    let all = report.coverage.len();
    let so_far = if report.complete { "" } else { " so far" };
    let title = format!("coverage: {fired} of {all} {what} had a part in some step{so_far}");
    let rows = report.coverage.iter().map(|of| row(of, column, width));
    format!(
        "\n{}{}",
        wrapped(&title, 2, 4, width),
        rows.collect::<String>()
    )
}

fn row(of: &CoveredView, column: usize, width: usize) -> String {
    let line = of
        .span
        .as_ref()
        .map_or(String::new(), |place| format!("line {}", place.line));
    let process = of.process.as_ref().map(|process| format!("{process}: "));
    let before = format!("    {:>column$}  {line:<9}  ", count(of.fired));
    let what = format!("{}{}", process.unwrap_or_default(), one_line(&of.rule));
    let room = width.saturating_sub(before.len());
    format!("{before}{}\n", truncated(&what, room))
}
