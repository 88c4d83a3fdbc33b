//! The table: on the terminal with states per second, in the document with ratios only.

use super::Row;
use super::contestant::{Contestant, Measurement};
use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

fn of(row: &Row, wanted: Contestant) -> &Measurement {
    let found = row
        .medians
        .iter()
        .find(|(contestant, _)| *contestant == wanted);
    &found.expect("every contestant ran").1
}

fn ratio(row: &Row, of_this: Contestant, to_that: Contestant) -> f64 {
    of(row, of_this).states_per_second() / of(row, to_that).states_per_second()
}

/// weyl to Rumur on one thread, on two, and weyl on two threads to weyl on one.
fn ratios(row: &Row) -> [f64; 3] {
    use Contestant::{Rumur, Weyl};
    [
        ratio(row, Weyl { threads: 1 }, Rumur { threads: 1 }),
        ratio(row, Weyl { threads: 2 }, Rumur { threads: 2 }),
        ratio(row, Weyl { threads: 2 }, Weyl { threads: 1 }),
    ]
}

pub fn line(row: &Row) -> String {
    let [one, two, speedup] = ratios(row);
    let mut line = format!("| {} | {} |", row.model, row.states);
    for (_, measured) in &row.medians {
        // Writing to a string can't fail.
        let _ = write!(line, " {:.0} |", measured.states_per_second());
    }
    let _ = write!(line, " {one:.2} | {two:.2} | {speedup:.2} |");
    line
}

pub fn full(rows: &[Row]) -> String {
    let mut text = String::from("| model | states |");
    for contestant in Contestant::ALL {
        let _ = match contestant {
            Contestant::Weyl { threads } => write!(text, " weyl, {threads} thr. (states/s) |"),
            Contestant::Rumur { threads } => write!(text, " Rumur, {threads} thr. (states/s) |"),
        };
    }
    text.push_str(" weyl/Rumur, 1 | weyl/Rumur, 2 | weyl 2/1 |\n|");
    text.push_str(&" --- |".repeat(Contestant::ALL.len() + 5));
    for row in rows {
        text.push('\n');
        text.push_str(&line(row));
    }
    text
}

fn document(rows: &[Row]) -> String {
    let mut text = String::from(
        "| model | states | weyl/Rumur, 1 thread | weyl/Rumur, 2 threads | weyl, 2 threads/1 | bytes a state |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in rows {
        let [one, two, speedup] = ratios(row);
        let bytes = of(row, Contestant::Weyl { threads: 1 }).bytes_per_state;
        let _ = writeln!(
            text,
            "| {} | {} | {one:.2} | {two:.2} | {speedup:.2} | {:.1} |",
            row.model,
            row.states,
            bytes.unwrap_or(f64::NAN)
        );
    }
    text
}

/// Replaces the part of the document between the two marks.
pub fn write(path: &Path, rows: &[Row]) -> Result<()> {
    let old = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let (before, rest) = old
        .split_once(BEGIN)
        .context("the document has no begin mark")?;
    let (_, after) = rest
        .split_once(END)
        .context("the document has no end mark")?;
    let new = format!("{before}{BEGIN}\n{}{END}{after}", document(rows));
    Ok(std::fs::write(path, new)?)
}
