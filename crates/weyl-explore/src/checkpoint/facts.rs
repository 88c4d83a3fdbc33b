//! What a run depends on: names and values, so that what differs can be named.

use super::{Unresumable, get_text, get_u64, put_text, put_u64};
use rapidhash::v3::rapidhash_v3;
use std::io::{self, Read, Write};

/// What a person would call it, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub what: String,
    pub value: String,
}

impl Fact {
    pub fn new(what: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact {
            what: what.into(),
            value: value.into(),
        }
    }
}

/// What stands for a long text.
pub fn digest(text: &str) -> String {
    let again = rapidhash_v3(&[b"again ", text.as_bytes()].concat());
    format!("{:016x}{again:016x}", rapidhash_v3(text.as_bytes()))
}

pub(super) fn put(to: &mut (impl Write + ?Sized), facts: &[Fact]) -> io::Result<()> {
    put_u64(to, facts.len() as u64)?;
    for fact in facts {
        put_text(to, &fact.what)?;
        put_text(to, &fact.value)?;
    }
    Ok(())
}

pub(super) fn get(from: &mut (impl Read + ?Sized)) -> io::Result<Vec<Fact>> {
    let count = get_u64(from)?;
    let facts = (0..count).map(|_| {
        let what = get_text(from)?;
        Ok(Fact {
            what,
            value: get_text(from)?,
        })
    });
    facts.collect()
}

/// The first that differs.
pub(super) fn compare(before: &[Fact], now: &[Fact]) -> Result<(), Unresumable> {
    let value = |facts: &[Fact], what: &str| {
        let mut facts = facts.iter();
        facts
            .find(|fact| fact.what == what)
            .map(|fact| fact.value.clone())
    };
    for fact in before.iter().chain(now) {
        let (was, is) = (value(before, &fact.what), value(now, &fact.what));
        if was != is {
            let nothing = || "nothing".to_string();
            return Err(Unresumable::Differs {
                what: fact.what.clone(),
                was: was.unwrap_or_else(nothing),
                is: is.unwrap_or_else(nothing),
            });
        }
    }
    Ok(())
}
