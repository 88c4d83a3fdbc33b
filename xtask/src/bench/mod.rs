//! weyl beside its peers, on the same models, on the same machine, in one run.
//!
//! The contestants take turns, several times over; medians are compared. Times on a shared machine
//! mean little by themselves, so the document keeps ratios.

mod cell;
mod contestant;
mod event;
mod guests;
mod measurement;
mod process;
mod race;
mod table;
mod tables;
mod weyl;

use crate::tidy::root;
use anyhow::{Context, Result, bail, ensure};
use contestant::{Contestant, Peer};
use event::{Event, Text};
use race::Results;
use std::path::PathBuf;
use table::Table;
use tables::TABLES;
pub use weyl::Weyl;

#[derive(clap::Args)]
pub struct Options {
    /// Folders with models of other people that run beside those of the project, or single files
    guests: Vec<PathBuf>,
    /// How many states such a model must have
    #[arg(long, default_value_t = 1_000_000)]
    states: u64,
    /// Leave the models of the project out
    #[arg(long, requires = "guests")]
    guests_only: bool,
    /// How often each contestant runs on each model; the median counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Only the table with this name (may be given several times)
    #[arg(long)]
    table: Vec<String>,
    /// Only models whose name contains this (may be given several times)
    #[arg(long)]
    model: Vec<String>,
    /// Only this peer (any case), beside weyl
    #[arg(long)]
    peer: Option<String>,
    /// What executes the models in weyl, if it is not left to weyl
    #[arg(long)]
    executor: Option<String>,
    /// Write the tables into docs/results.md, without what is of the machine
    #[arg(long)]
    write: bool,
}

pub fn run(options: &Options) -> Result<()> {
    let tables = options.tables()?;
    let peers = options.peers()?;
    let is_whole = options.model.is_empty() && options.guests.is_empty() && peers == Peer::ALL;
    ensure!(
        is_whole || !options.write,
        "only whole tables are written: all models of the project, all peers"
    );
    let weyl = Weyl::build(options.executor.clone())?;
    let scratch = tempfile::tempdir().context("no folder for the peers' programs")?;
    let mut results = Vec::new();
    let guests = guests::find(&options.guests, options.states, &weyl)?;
    for event in options.events(&tables, &guests) {
        let contestants = contestants(&tables, &event, &peers);
        let race = race::race(event, &contestants, options.runs, &weyl, scratch.path());
        results.push(race?);
    }
    let spread = results.iter().map(Results::spread).fold(1.0, f64::max);
    eprintln!("runs of the same contestant on the same model differ by up to {spread:.2} times");
    show(&tables, &results, options.write)
}

fn show(tables: &[&Table], results: &[Results], write: bool) -> Result<()> {
    for table in tables {
        println!("{}\n", table.printed(results));
        if write {
            table.write(results, &root().join("docs/results.md"))?;
        }
    }
    Ok(())
}

impl Options {
    fn tables(&self) -> Result<Vec<&'static Table>> {
        let names = || TABLES.iter().map(|table| table.name);
        for wanted in &self.table {
            if !names().any(|name| name == wanted) {
                let names: Vec<&str> = names().collect();
                bail!("there is no table `{wanted}`, but {}", names.join(", "));
            }
        }
        let is_wanted = |table: &&Table| {
            let mut wanted = self.table.iter();
            self.table.is_empty() || wanted.any(|name| name == table.name)
        };
        Ok(TABLES.iter().filter(is_wanted).collect())
    }

    /// The peers that run; those that can't are named.
    fn peers(&self) -> Result<Vec<Peer>> {
        let is_named = |peer: &Peer, name: &String| name.eq_ignore_ascii_case(peer.name());
        let is_wanted = |peer: &Peer| self.peer.as_ref().is_none_or(|name| is_named(peer, name));
        let wanted: Vec<Peer> = Peer::ALL.into_iter().filter(is_wanted).collect();
        ensure!(!wanted.is_empty(), "there is no such peer");
        let (there, missing): (Vec<Peer>, Vec<Peer>) =
            wanted.into_iter().partition(|peer| peer.is_installed());
        for peer in missing {
            let name = peer.name();
            eprintln!("{name} does not run: it or the C compiler is not installed");
        }
        Ok(there)
    }

    /// The events of the tables, each once.
    fn events(&self, tables: &[&Table], guests: &[Event]) -> Vec<Event> {
        let mut events: Vec<Event> = Vec::new();
        for event in tables.iter().flat_map(|table| table.events(guests)) {
            if self.is_wanted(&event) && !events.contains(&event) {
                events.push(event);
            }
        }
        events
    }

    fn is_wanted(&self, event: &Event) -> bool {
        let mut parts = self.model.iter();
        let is_named = self.model.is_empty() || parts.any(|part| event.name().contains(part));
        is_named && !(self.guests_only && matches!(event.text, Text::Own { .. }))
    }
}

/// All whom the tables show in an event.
fn contestants(tables: &[&Table], event: &Event, peers: &[Peer]) -> Vec<Contestant> {
    let concerned = tables.iter().filter(|table| {
        table
            .events(std::slice::from_ref(event))
            .any(|e| e == *event)
    });
    let mut contestants = Vec::new();
    for contestant in concerned.flat_map(|table| table.contestants()) {
        let is_there = contestant.peer().is_none_or(|peer| peers.contains(&peer));
        let takes_part = contestant.takes_part_in(event);
        if is_there && takes_part && !contestants.contains(&contestant) {
            contestants.push(contestant);
        }
    }
    contestants
}
