//! A table of figures: on the terminal whole, in the document without what is of the machine.

use super::cell::Cell;
use super::contestant::Contestant;
use super::event::{Event, Language, Text};
use super::race::Results;
use crate::document::{table, write_part};
use anyhow::Result;
use std::path::Path;

pub struct Table {
    /// What it is asked for by, and marked with in the document.
    pub name: &'static str,
    pub title: &'static str,
    pub events: &'static [&'static [Event]],
    /// It has room for other people's models in these languages.
    pub guests: &'static [Language],
    pub cells: &'static [Cell],
}

impl Table {
    /// Those of the project, and the guests that there is room for.
    pub fn events(&self, guests: &[Event]) -> impl Iterator<Item = Event> {
        let own = self.events.iter().flat_map(|events| events.iter().copied());
        let is_welcome = |event: &&Event| {
            matches!(event.text, Text::Guest(_)) && self.guests.contains(&event.language)
        };
        own.chain(guests.iter().filter(is_welcome).copied())
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
        let events: Vec<Event> = all.iter().map(|results| results.event).collect();
        self.events(&events).filter_map(of).collect()
    }

    pub fn printed(&self, all: &[Results]) -> String {
        let table = markdown(self.cells, &self.results(all));
        format!("{} ({})\n\n{table}", self.title, self.name)
    }

    fn mark(&self) -> String {
        format!("bench:{}", self.name)
    }

    /// Replaces the part of the document between the table's two marks.
    pub fn write(&self, all: &[Results], path: &Path) -> Result<()> {
        let cells = self.cells.iter().copied();
        let cells: Vec<Cell> = cells.filter(|cell| !cell.is_of_the_machine()).collect();
        let part = markdown(&cells, &self.results(all));
        write_part(path, &self.mark(), &part)
    }
}

fn markdown(cells: &[Cell], results: &[&Results]) -> String {
    let titles: Vec<String> = cells.iter().map(|cell| cell.title()).collect();
    let titles = titles.iter().map(String::as_str);
    let head: Vec<&str> = ["model"].into_iter().chain(titles).collect();
    let rows = results.iter().map(|results| {
        let figures = cells.iter().map(|cell| cell.text(results));
        [results.event.name()].into_iter().chain(figures).collect()
    });
    table(&head, rows.chain(summary(cells, results)))
}

/// The geometric means of ratios, if there are any.
fn summary(cells: &[Cell], results: &[&Results]) -> Option<Vec<String>> {
    let mean = |cell: &Cell| {
        let ratios: Option<Vec<f64>> = results.iter().map(|one| cell.ratio(one)).collect();
        let logarithms = ratios?.into_iter().map(f64::ln);
        Some(format!(
            "{:.2}",
            (logarithms.sum::<f64>() / results.len() as f64).exp()
        ))
    };
    let means: Vec<Option<String>> = cells.iter().map(mean).collect();
    if results.len() < 2 || means.iter().all(Option::is_none) {
        return None;
    }
    let means = means.into_iter().map(Option::unwrap_or_default);
    Some(
        ["geometric mean".to_string()]
            .into_iter()
            .chain(means)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use crate::bench::tables::TABLES;
    use crate::document::replace_part;
    use crate::tidy::root;

    #[test]
    fn the_document_has_a_place_for_every_table() {
        let document = std::fs::read_to_string(root().join("docs/results.md"));
        let document = document.expect("the document is there");
        for table in TABLES {
            assert!(
                replace_part(&document, &table.mark(), "").is_ok(),
                "{}",
                table.name
            );
        }
    }
}
