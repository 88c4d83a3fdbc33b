//! The store of fingerprints (hash compaction in the literature).

use super::{Arriving, Fingerprint, Inserted, StateIndex, Store, StoreWriter, fingerprint, hash};
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::{Bytes, Key, Links, Quota, RowSet, Writer};

/// Stores 64 bits of hash for each state. A state whose fingerprint is that of another is taken for
/// known, and what follows it is never seen: violations that are found are real, and the absence of
/// violations is a matter of probability (Wolper and Leroy, Reliable hashing without collision
/// detection, 1993).
#[derive(Debug)]
pub struct CompactStore<'b> {
    rows: RowSet<'b, Bytes>,
}

impl<'b> CompactStore<'b> {
    pub fn new(quota: &'b Quota) -> CompactStore<'b> {
        CompactStore::with_links(Links::Near, quota)
    }

    pub(crate) fn with_links(links: Links, quota: &'b Quota) -> CompactStore<'b> {
        let content = Bytes {
            len: size_of::<Fingerprint>(),
            hash: hash_in,
        };
        CompactStore {
            rows: RowSet::new(content, links, quota),
        }
    }
}

impl Store for CompactStore<'_> {
    type Writer<'s>
        = CompactWriter<'s>
    where
        Self: 's;

    const KEEPS_STATES: bool = false;

    fn writer(&self) -> CompactWriter<'_> {
        CompactWriter(self.rows.writer())
    }

    fn get<'s>(&'s self, _: StateIndex, _: &'s mut Vec<u8>) -> Option<&'s [u8]> {
        None
    }

    fn parent(&self, index: StateIndex) -> Option<StateIndex> {
        self.rows.link(index.as_u32()).map(StateIndex::from_u32)
    }

    fn len(&self) -> u64 {
        self.rows.len()
    }

    fn index_bound(&self) -> usize {
        self.rows.bound() as usize
    }

    fn bytes(&self) -> u64 {
        self.rows.bytes()
    }

    fn peak_bytes(&self) -> u64 {
        self.rows.peak_bytes()
    }

    /// There are no states.
    fn dump(&self, _: &mut impl Write) -> io::Result<Vec<StateIndex>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn load(&self, _: &mut impl Read) -> io::Result<Vec<StateIndex>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[derive(Debug)]
pub struct CompactWriter<'s>(Writer<'s, Bytes>);

/// The hash in a row.
fn hash_in(row: &[u8]) -> u32 {
    row.first_chunk().map_or(0, hash)
}

fn key(fingerprint: &Fingerprint) -> Key<&[u8]> {
    Key {
        hash: hash(fingerprint),
        key: fingerprint,
    }
}

impl StoreWriter for CompactWriter<'_> {
    #[inline(always)]
    fn expect(&self, fingerprint: &Fingerprint) {
        self.0.expect(hash(fingerprint));
    }

    #[inline]
    fn insert_all<'k>(
        &mut self,
        count: usize,
        state: impl Fn(usize) -> Arriving<'k>,
        mut result: impl FnMut(usize, Inserted),
    ) {
        let key = |number: usize| {
            let state = state(number);
            let parent = state.parent.map(StateIndex::as_u32);
            (key(state.fingerprint), parent)
        };
        self.0.insert_all(count, key, |number, inserted| {
            result(number, inserted.into());
        });
    }

    fn find(&mut self, packed: &[u8]) -> Option<StateIndex> {
        let found = self.0.find(key(&fingerprint(packed)));
        found.map(StateIndex::from_u32)
    }

    fn in_hand(&self) -> Range<u32> {
        self.0.in_hand()
    }
}

/// How probable it is that a store of fingerprints with so many states has left one out, if
/// fingerprints are as good as random. Before the first omission each new state met at most as many
/// fingerprints as there were states before it: 0 + 1 + … + n chances of 2⁻⁶⁴.
pub(crate) fn omission_probability(states: u64) -> f64 {
    let states = states as f64;
    let pairs = states * (states + 1.0) / 2.0;
    (pairs / 2f64.powi(64)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_fingerprint_tell_states_apart() {
        let quota = Quota::new(None, None);
        let store = CompactStore::new(&quota);
        let mut writer = store.rows.writer();
        let whole = [1, 2, 3, 4, 5, 6, 7, 8];
        for at in 0..8 {
            let mut other = whole;
            other[at] += 1;
            let inserted = writer.insert(key(&other), None);
            assert!(matches!(inserted, weyl_store::Inserted::New(_)));
        }
        assert_eq!(writer.find(key(&whole)), None);
        assert_eq!(store.len(), 8);
    }

    #[test]
    fn omissions_grow_with_the_square_of_states() {
        assert_eq!(omission_probability(0), 0.0);
        assert_eq!(omission_probability(1), 2f64.powi(-64));
        let many = omission_probability(1_000_000_000);
        assert!((0.027..0.0272).contains(&many), "{many}");
        assert_eq!(omission_probability(u64::MAX), 1.0);
    }
}
