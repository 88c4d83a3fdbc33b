//! Models of other people: files in folders outside of the repository, of which nothing is kept.

use super::event::{Event, Language, Text, Work};
use super::weyl::Weyl;
use crate::field::model::{self, Model};
use anyhow::{Result, ensure};
use std::path::PathBuf;

/// What weyl may take to count the states of a guest.
const LIMITS: [&str; 2] = ["--max-time=60s", "--max-memory=4GB"];

/// The models in some folders that are worth a race: weyl gets to the end of them, and they have so
/// many states. Those that are left out are named, with the reason.
pub fn find(folders: &[PathBuf], least_states: u64, weyl: &Weyl) -> Result<Vec<Event>> {
    if folders.is_empty() {
        return Ok(Vec::new());
    }
    let mut events = Vec::new();
    for model in model::find(folders)? {
        match event(&model, least_states, weyl) {
            Ok(event) => events.push(event),
            Err(reason) => eprintln!("{} is left out: {reason:#}", model.path.display()),
        }
    }
    ensure!(!events.is_empty(), "there are no such models");
    Ok(events)
}

fn event(model: &Model, least_states: u64, weyl: &Weyl) -> Result<Event> {
    ensure!(!model.has_embedded_c, "it has C in it");
    // The text of an event lives as long as the program: nobody else would keep it.
    let path = Box::leak(model.path.canonicalize()?.into_boxed_path());
    let event = Event {
        language: match model.language {
            model::Language::Murphi => Language::Murphi,
            model::Language::Promela => Language::Promela,
        },
        work: Work::EveryState,
        text: Text::Guest(path),
        states: 0,
    };
    let states = weyl.count(&event, path, &LIMITS)?;
    ensure!(states >= least_states, "it has {states} states");
    Ok(Event { states, ..event })
}
