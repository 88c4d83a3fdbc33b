//! A table of figures: on the terminal whole, in the document without what is of the machine.

use super::cell::Cell;
use super::contestant::Contestant;
use super::event::Event;
use super::race::Results;
use anyhow::{Context, Result};
use std::path::Path;

pub struct Table {
    /// What it is asked for by, and marked with in the document.
    pub name: &'static str,
    pub title: &'static str,
    pub events: &'static [&'static [Event]],
    pub cells: &'static [Cell],
}

impl Table {
    pub fn events(&self) -> impl Iterator<Item = Event> {
        self.events.iter().flat_map(|events| events.iter().copied())
    }

    pub fn contestants(&self) -> Vec<Contestant> {
        let mut contestants = Vec::new();
        for contestant in self.cells.iter().flat_map(|cell| cell.contestants()) {
            if !contestants.contains(&contestant) {
                contestants.push(contestant);
            }
        }
        contestants
    }

    /// The events that were run.
    fn results<'r>(&self, all: &'r [Results]) -> Vec<&'r Results> {
        let of = |event| all.iter().find(|results| results.event == event);
        self.events().filter_map(of).collect()
    }

    pub fn printed(&self, all: &[Results]) -> String {
        let table = markdown(self.cells, &self.results(all));
        format!("{} ({})\n\n{table}", self.title, self.name)
    }

    /// Replaces the part of the document between the table's two marks.
    pub fn write(&self, all: &[Results], path: &Path) -> Result<()> {
        let cells = self.cells.iter().copied();
        let cells: Vec<Cell> = cells.filter(|cell| !cell.is_of_the_machine()).collect();
        let part = markdown(&cells, &self.results(all));
        let old = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Ok(std::fs::write(path, replace_part(&old, self.name, &part)?)?)
    }
}

fn markdown(cells: &[Cell], results: &[&Results]) -> String {
    let line = |words: Vec<String>| format!("| {} |", words.join(" | "));
    let titles = cells.iter().map(|cell| cell.title());
    let head = line(["model".to_string()].into_iter().chain(titles).collect());
    let rule = format!("|{}", " --- |".repeat(cells.len() + 1));
    let rows = results.iter().map(|results| {
        let figures = cells.iter().map(|cell| cell.text(results));
        line([results.event.name()].into_iter().chain(figures).collect())
    });
    let lines: Vec<String> = [head, rule].into_iter().chain(rows).collect();
    lines.join("\n")
}

fn replace_part(document: &str, name: &str, part: &str) -> Result<String> {
    let mark = |end: &str| format!("<!-- bench:{name}:{end} -->");
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
    use crate::bench::tables::TABLES;
    use crate::tidy::root;

    const DOCUMENT: &str = "# R\n<!-- bench:murphi:begin -->\nold\n<!-- bench:murphi:end -->\n\
        <!-- bench:promela:begin -->\nkept\n<!-- bench:promela:end -->\nlast\n";

    #[test]
    fn one_table_is_replaced_and_the_others_kept() {
        let new = replace_part(DOCUMENT, "murphi", "new").expect("the marks are there");
        assert_eq!(new, DOCUMENT.replace("old", "new"));
    }

    #[test]
    fn missing_marks_are_an_error() {
        assert!(replace_part("# R\n", "promela", "new").is_err());
    }

    #[test]
    fn the_document_has_a_place_for_every_table() {
        let document = std::fs::read_to_string(root().join("docs/results.md"));
        let document = document.expect("the document is there");
        for table in TABLES {
            assert!(
                replace_part(&document, table.name, "").is_ok(),
                "{}",
                table.name
            );
        }
    }
}
