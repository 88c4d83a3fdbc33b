//! The table of a peer: on the terminal with states per second, in the document with ratios.

use super::Row;
use super::contestant::{Contestant, Measurement};
use super::peer::Peer;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::Path;

pub struct Table<'p> {
    pub peer: &'p Peer,
    pub rows: Vec<Row>,
}

fn of(row: &Row, wanted: Contestant) -> &Measurement {
    let mut medians = row.medians.iter();
    let found = medians.find(|(contestant, _)| *contestant == wanted);
    &found.expect("every contestant ran").1
}

/// How many times faster the first is at the same work.
fn ratio(row: &Row, of_this: Contestant, to_that: Contestant) -> f64 {
    of(row, to_that).seconds / of(row, of_this).seconds.max(1e-9)
}

/// weyl's, and the peer's where it has more.
fn states(row: &Row) -> String {
    match row.peers_states == row.states {
        true => row.states.to_string(),
        false => format!("{} ({})", row.states, row.peers_states),
    }
}

impl Table<'_> {
    /// weyl to the peer, for each number of threads that both have, and weyl on two threads to weyl on
    /// one.
    fn ratios(&self) -> Vec<(String, Contestant, Contestant)> {
        let pairs = self.peer.threads.iter().map(|threads| {
            let threads = *threads;
            let title = format!("weyl/{}, {threads} thr.", self.peer.name);
            let weyl = Contestant::Weyl { threads };
            (title, weyl, Contestant::Peer { threads })
        });
        let [one, two] = [1, 2].map(|threads| Contestant::Weyl { threads });
        let speedup = ("weyl, 2 thr./1".to_string(), two, one);
        pairs.chain([speedup]).collect()
    }

    fn compiler_title(&self) -> String {
        format!("{}'s compiler (s)", self.peer.name)
    }

    pub fn line(&self, row: &Row) -> String {
        let mut line = format!("| {} | {} |", row.model, states(row));
        for (_, measured) in &row.medians {
            // Writing to a string can't fail.
            let _ = write!(line, " {:.0} |", measured.states_per_second());
        }
        self.add_ratios(row, &mut line);
        line
    }

    fn add_ratios(&self, row: &Row, line: &mut String) {
        for (_, of_this, to_that) in self.ratios() {
            let _ = write!(line, " {:.2} |", ratio(row, of_this, to_that));
        }
        let _ = write!(line, " {:.1} |", row.compile_seconds);
    }

    /// The line with the titles, and the one under it.
    fn head(&self, columns: impl IntoIterator<Item = String>) -> String {
        let titles = ["model", "states"].map(str::to_string);
        let titles: Vec<String> = titles.into_iter().chain(columns).collect();
        format!(
            "| {} |\n|{}",
            titles.join(" | "),
            " --- |".repeat(titles.len())
        )
    }

    pub fn full(&self) -> String {
        let contestants = Contestant::beside(self.peer).into_iter();
        let speeds = contestants.map(|contestant| contestant.label(self.peer) + " (states/s)");
        let ratios = self.ratios().into_iter().map(|(title, ..)| title);
        let mut text = self.head(speeds.chain(ratios).chain([self.compiler_title()]));
        for row in &self.rows {
            text.push('\n');
            text.push_str(&self.line(row));
        }
        text
    }

    fn document(&self) -> String {
        let ratios = self.ratios().into_iter().map(|(title, ..)| title);
        let last = [self.compiler_title(), "weyl, bytes a state".to_string()];
        let mut text = self.head(ratios.chain(last));
        for row in &self.rows {
            let _ = write!(text, "\n| {} | {} |", row.model, states(row));
            self.add_ratios(row, &mut text);
            let bytes = of(row, Contestant::Weyl { threads: 1 }).bytes_per_state;
            let _ = write!(text, " {:.1} |", bytes.unwrap_or(f64::NAN));
        }
        text
    }

    /// Replaces the part of the document between the peer's two marks.
    pub fn write(&self, path: &Path) -> Result<()> {
        let old = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let new = replace_part(&old, self.peer.name, &self.document())?;
        Ok(std::fs::write(path, new)?)
    }
}

fn replace_part(document: &str, name: &str, part: &str) -> Result<String> {
    let mark = |end: &str| format!("<!-- bench:{}:{end} -->", name.to_ascii_lowercase());
    let (begin, end) = (mark("begin"), mark("end"));
    let missing = |mark: &str| format!("the document has no mark {mark}");
    let split = document.split_once(&begin);
    let (before, rest) = split.with_context(|| missing(&begin))?;
    let (_, after) = rest.split_once(&end).with_context(|| missing(&end))?;
    Ok(format!("{before}{begin}\n{part}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# R\n<!-- bench:rumur:begin -->\nold\n<!-- bench:rumur:end -->\n\
        <!-- bench:spin:begin -->\nkept\n<!-- bench:spin:end -->\nlast\n";

    #[test]
    fn one_peers_table_is_replaced_and_the_others_kept() {
        let new = replace_part(DOCUMENT, "Rumur", "new").expect("the marks are there");
        assert_eq!(new, DOCUMENT.replace("old", "new"));
    }

    #[test]
    fn missing_marks_are_an_error() {
        assert!(replace_part("# R\n", "SPIN", "new").is_err());
    }
}
