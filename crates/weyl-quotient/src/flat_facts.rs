//! Facts as a few long lists, to be read for every state.

use crate::colouring::mix;
use crate::facts::{Content, Facts, Part};
use crate::padded::{Padded, Source};
use std::ops::Range;
use weyl_ir::NameId;
use weyl_ir::layout::{CodeTable, CodeTables, Presence};

/// What a code is that stands for no name.
const NOBODY: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct FlatPart {
    source: Source,
    /// The names of its codes, in [`FlatFacts::codes`].
    codes: Option<CodeTable>,
    family: u64,
    inner: Range<u32>,
}

#[derive(Clone, Debug)]
struct FlatFact {
    family: u64,
    indices: Range<u32>,
    parts: Range<u32>,
    presence: Option<Presence>,
}

/// What a part says: a number that goes with the names in it, and the name that it holds.
#[derive(Clone, Copy)]
struct Reading {
    hash: u64,
    held: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct FlatFacts {
    pub contents: Vec<Content>,
    pub masks: Vec<Vec<u8>>,
    facts: Vec<FlatFact>,
    parts: Vec<FlatPart>,
    /// Those that index facts and parts.
    names: Vec<u32>,
    codes: CodeTables,
}

#[inline]
fn range<'l, T>(list: &'l [T], range: &Range<u32>) -> &'l [T] {
    &list[range.start as usize..range.end as usize]
}

impl FlatFacts {
    pub fn new(facts: &Facts) -> FlatFacts {
        let mut flat = FlatFacts {
            contents: facts.contents.clone(),
            masks: facts.masks.clone(),
            ..FlatFacts::default()
        };
        let codes = facts.codes.iter();
        let tables = codes.map(|codes| flat.codes.add(codes, NOBODY, NameId::as_u32));
        let tables: Vec<CodeTable> = tables.collect();
        for fact in &facts.facts {
            let indices = flat.add_names(&fact.indices);
            let start = flat.parts.len() as u32;
            for part in &fact.parts {
                flat.add_part(part, &tables);
            }
            flat.facts.push(FlatFact {
                family: fact.family,
                indices,
                parts: start..flat.parts.len() as u32,
                presence: fact.presence,
            });
        }
        flat
    }

    fn add_names(&mut self, names: &[NameId]) -> Range<u32> {
        let start = self.names.len() as u32;
        self.names.extend(names.iter().map(|name| name.as_u32()));
        start..self.names.len() as u32
    }

    fn add_part(&mut self, part: &Part, tables: &[CodeTable]) {
        let inner = self.add_names(&part.inner);
        self.parts.push(FlatPart {
            source: Source::new(part.offset, u32::from(part.scalar.width)),
            codes: part.codes.map(|codes| tables[codes]),
            family: part.family,
            inner,
        });
    }

    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Adds to each name what facts say about it, given the colours of the others in them.
    pub fn tell(&self, state: &Padded, colours: &[u64], gathered: &mut [u64]) {
        for fact in &self.facts {
            let presence = fact.presence;
            if presence.is_some_and(|presence| !state.has(presence)) {
                continue;
            }
            let indices = range(&self.names, &fact.indices);
            let parts = range(&self.parts, &fact.parts);
            let colour = |hash, name: &u32| mix(hash, colours[*name as usize]);
            let outside = indices.iter().fold(fact.family, colour);
            let whole = match parts {
                [part] => {
                    let reading = self.read(part, state, colours);
                    let whole = outside.wrapping_add(reading.hash);
                    self.tell_part(part, reading, whole, gathered);
                    whole
                }
                parts => {
                    let hashes = parts
                        .iter()
                        .map(|part| self.read(part, state, colours).hash);
                    let whole = hashes.fold(outside, u64::wrapping_add);
                    for part in parts {
                        let reading = self.read(part, state, colours);
                        self.tell_part(part, reading, whole, gathered);
                    }
                    whole
                }
            };
            for (role, name) in (1..).zip(indices) {
                add(gathered, *name, mix(whole, role));
            }
        }
    }

    #[inline]
    fn read(&self, part: &FlatPart, state: &Padded, colours: &[u64]) -> Reading {
        let code = state.load(part.source);
        let held = match part.codes {
            Some(codes) => self.codes.get(codes, code),
            None => NOBODY,
        };
        let value = match held {
            NOBODY => code,
            name => mix(colours[name as usize], 2),
        };
        let inner = range(&self.names, &part.inner).iter();
        let start = mix(part.family, value);
        Reading {
            hash: inner.fold(start, |hash, name| mix(hash, colours[*name as usize])),
            held,
        }
    }

    #[inline]
    fn tell_part(&self, part: &FlatPart, reading: Reading, whole: u64, gathered: &mut [u64]) {
        let roles = mix(reading.hash, part.family);
        if reading.held != NOBODY {
            add(gathered, reading.held, mix(whole, roles));
        }
        for (role, name) in (1..).zip(range(&self.names, &part.inner)) {
            add(gathered, *name, mix(whole, mix(roles, role)));
        }
    }
}

#[inline]
fn add(gathered: &mut [u64], name: u32, what: u64) {
    let sum = &mut gathered[name as usize];
    *sum = sum.wrapping_add(what);
}
