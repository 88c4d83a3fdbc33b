//! Numbers of parts that a thread remembers, and how it gets those that it does not.

use crate::content::Content;
use crate::quota::Refusal;
use crate::set::{Inserted, Key, Writer};

/// Parts whose numbers a thread remembers.
const KNOWN: usize = 1 << 12;
/// The same where there is no memory for so many.
const KNOWN_AT_LEAST: usize = 1 << 4;

#[derive(Clone, Copy, Debug)]
struct Entry<K> {
    key: K,
    number: u32,
}

/// No part has this number.
const NOBODY: u32 = u32::MAX;

/// What a thread knows of the parts of one kind.
#[derive(Debug)]
pub(super) struct Known<K> {
    entries: Box<[Entry<K>]>,
    wanted: Vec<(Key<K>, usize)>,
}

#[inline(always)]
fn place_of<K>(entries: &[Entry<K>], hash: u32) -> usize {
    hash as usize & (entries.len() - 1)
}

/// The number of a part, if it is remembered.
#[inline(always)]
fn recall<K: Copy + PartialEq>(entries: &[Entry<K>], key: Key<K>) -> Option<u32> {
    let entry = &entries[place_of(entries, key.hash)];
    (entry.key == key.key && entry.number != NOBODY).then_some(entry.number)
}

impl<K: Copy + PartialEq> Known<K> {
    pub const BYTES: u64 = (KNOWN * size_of::<Entry<K>>()) as u64;

    /// With less memory if [`Known::BYTES`] are too many.
    pub fn new(has_memory: bool, key: K) -> Known<K> {
        let count = if has_memory { KNOWN } else { KNOWN_AT_LEAST };
        let number = NOBODY;
        Known {
            entries: vec![Entry { key, number }; count].into(),
            wanted: Vec::new(),
        }
    }

    fn remember(&mut self, Key { hash, key }: Key<K>, number: u32) {
        let place = place_of(&self.entries, hash);
        self.entries[place] = Entry { key, number };
    }

    /// Notes the numbers of some parts, by where they stand; parts are stored if nobody has stored
    /// them.
    pub fn assign<C>(
        &mut self,
        parts: &[usize],
        key: impl Fn(&[u32], usize) -> Key<K>,
        numbers: &mut [u32],
        writer: &mut Writer<'_, C>,
    ) -> Result<(), Refusal>
    where
        C: for<'k> Content<Key<'k> = K>,
    {
        let mut wanted = std::mem::take(&mut self.wanted);
        wanted.clear();
        let known = &self.entries[..];
        for (at, &part) in parts.iter().enumerate() {
            let key = key(numbers, at);
            match recall(known, key) {
                Some(number) => numbers[part] = number,
                None => {
                    writer.expect(key.hash);
                    wanted.push((key, part));
                }
            }
        }
        let mut stored = Ok(());
        let key = |at: usize| (wanted[at].0, None);
        writer.insert_all(wanted.len(), key, |at, inserted| match inserted {
            Inserted::New(number) | Inserted::Known(number) => {
                let (key, part) = wanted[at];
                self.remember(key, number);
                numbers[part] = number;
            }
            Inserted::Full(refusal) => stored = Err(refusal),
        });
        self.wanted = wanted;
        stored
    }

    /// The number of a part, if it is stored.
    pub fn find<C>(&mut self, key: Key<K>, writer: &mut Writer<'_, C>) -> Option<u32>
    where
        C: for<'k> Content<Key<'k> = K>,
    {
        recall(&self.entries, key).or_else(|| {
            let number = writer.find(key)?;
            self.remember(key, number);
            Some(number)
        })
    }
}
