//! What is expected of models: read, and blessed.

use super::diagnostics::examine;
use super::texts::text_of;
use crate::failure::{Failure, Outcome, Tried};
use std::path::Path;
use weyl::expectations::{Expectations, WrongHeader, blessed, places_of};
use weyl::program::request;
use weyl::program::test::case::{Case, Origin};
use weyl::program::test::manifest;
use weyl::program::test::manifest_edit::Edited;
use weyl::program::test::options::fit;
use weyl_check::wrong_expectations;
use weyl_source::{FileId, Sources, Span};

/// What is written over whatever is expected.
const STATES: u64 = 9;
const VIOLATED: [&str; 2] = ["a b", "d"];

/// Of more tests the others are like these.
const MOST: usize = 8;

fn values() -> [(&'static str, Vec<String>); 2] {
    let names = VIOLATED.map(String::from).to_vec();
    [("violated", names), ("states", vec![STATES.to_string()])]
}

pub fn attempt_header(input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let mut sources = Sources::default();
    let file = sources.add("model.m", text.as_str());
    match Expectations::parse(&text) {
        Err(WrongHeader { range, message }) => refused(Span::new(file, range), &message, &sources),
        Ok(expected) if fit(&expected.options).is_err() => Ok(Outcome::Refused),
        Ok(expected) => {
            stand_in(&text)?;
            are_understood(&expected.options)?;
            header_is_blessed(&text)?;
            Ok(Outcome::Accepted)
        }
    }
}

fn refused(span: Span, message: &str, sources: &Sources) -> Tried {
    if message.is_empty() {
        return Err(Failure::new("refused without a reason", ""));
    }
    let failure = wrong_expectations(span, message, "what can be said");
    examine(failure.diagnostics(), sources)?;
    Ok(Outcome::Refused)
}

fn stand_in(text: &str) -> Result<(), Failure> {
    let places = places_of(text).into_iter();
    let mut outside = places.filter(|(_, at)| !text.is_char_boundary(*at));
    match outside.next() {
        Some(place) => Err(Failure::new(
            "a place outside the text",
            format!("{place:?}"),
        )),
        None => Ok(()),
    }
}

/// Options are refused or understood, and what is added behind them is an option too.
fn are_understood(options: &[String]) -> Result<(), Failure> {
    let asked = |options: &[String]| request(Path::new("model.m"), options);
    match asked(options) {
        Err(weyl_check::Failure::Input(_)) => Ok(()),
        Err(other) => Err(Failure::new("options", format!("{other:?}"))),
        Ok(_) => {
            let more = ["--hide", "x"].map(String::from);
            let all = [options, &more].concat();
            let all = asked(&all).map(|_| ());
            all.map_err(|_| Failure::new("no option fits behind", format!("{options:?}")))
        }
    }
}

fn header_is_blessed(text: &str) -> Result<(), Failure> {
    let written = blessed(text, "--", &values());
    let written = written.map_err(|wrong| Failure::new("not blessed", wrong.message))?;
    let again = Expectations::parse(&written);
    let again = again.map_err(|wrong| Failure::new("not read back", wrong.message))?;
    is_written(&again, &written)
}

fn is_written(expected: &Expectations, text: &str) -> Result<(), Failure> {
    if expected.counts.states != Some(STATES) || expected.violated != VIOLATED {
        return Err(Failure::new("blessed with other values", text));
    }
    Ok(())
}

pub fn attempt_manifest(input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let (sources, file) = source(&text);
    match manifest::cases(Path::new("weyl.toml"), &sources, file) {
        Err((span, message)) => refused(span, &message, &sources),
        Ok(cases) => {
            for (number, case) in cases.iter().enumerate().take(MOST) {
                are_understood(&case.all_options())?;
                manifest_is_blessed(&text, number, case)?;
            }
            Ok(Outcome::Accepted)
        }
    }
}

fn source(text: &str) -> (Sources, FileId) {
    let mut sources = Sources::default();
    let file = sources.add("weyl.toml", text);
    (sources, file)
}

fn manifest_is_blessed(text: &str, number: usize, case: &Case) -> Result<(), Failure> {
    let Origin::Manifest { check, combination } = case.origin else {
        return Err(Failure::new("a test from nowhere", format!("{case:?}")));
    };
    let edited = Edited::new(text);
    let mut edited = edited.ok_or_else(|| Failure::new("not edited", text))?;
    edited.set(check, combination, &values());
    let written = edited.text();
    let (sources, file) = source(&written);
    let again = manifest::cases(Path::new("weyl.toml"), &sources, file);
    let again = again.map_err(|(_, message)| Failure::new("not read back", message))?;
    match again.get(number) {
        Some(case) => is_written(&case.expected, &written),
        None => Err(Failure::new("a test is gone", written)),
    }
}
