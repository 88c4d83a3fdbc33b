//! The store of whole states.

use super::Kind;
use super::{Arriving, Fingerprint, Inserted, StateIndex, Store, StoreWriter, saved};
use super::{fingerprint, hash, hash_of};
use crate::LimitKind;
use crate::checkpoint::Written;
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::{Bytes, Key, Links, Quota, RowSet, Writer};

/// Stores whole states: two are equal if all their bytes are.
#[derive(Debug)]
pub struct ExactStore<'b> {
    rows: RowSet<'b, Bytes>,
}

impl<'b> ExactStore<'b> {
    pub fn new(packed_size: usize, quota: &'b Quota) -> ExactStore<'b> {
        ExactStore::with_links(Links::Near, packed_size, quota)
    }

    pub(crate) fn with_links(links: Links, packed_size: usize, quota: &'b Quota) -> ExactStore<'b> {
        let content = Bytes {
            len: packed_size,
            hash: hash_of,
        };
        ExactStore {
            rows: RowSet::new(content, links, quota),
        }
    }
}

impl Store for ExactStore<'_> {
    type Writer<'s>
        = ExactWriter<'s>
    where
        Self: 's;

    const KEEPS_STATES: bool = true;

    fn writer(&self) -> ExactWriter<'_> {
        ExactWriter(self.rows.writer())
    }

    #[inline]
    fn get<'s>(&'s self, index: StateIndex, _: &'s mut Vec<u8>) -> Option<&'s [u8]> {
        Some(self.rows.key(index.as_u32()))
    }

    fn parent(&self, index: StateIndex) -> Option<StateIndex> {
        self.rows.link(index.as_u32()).map(StateIndex::from_u32)
    }

    fn adopt(&self, state: StateIndex, parent: Option<StateIndex>) -> Result<(), LimitKind> {
        let parent = parent.map(StateIndex::as_u32);
        Ok(self.rows.relink(state.as_u32(), parent)?)
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

    const CAN_BE_SAVED: bool = true;

    fn save_new(&self, written: &mut Written, to: &mut dyn Write) -> io::Result<()> {
        saved::save_plain(&self.rows, written, to)
    }

    fn save_parents(&self, states: &[Range<u32>], to: &mut dyn Write) -> io::Result<()> {
        saved::save_links(&self.rows, states, to)
    }

    fn save_bounds(&self, to: &mut dyn Write) -> io::Result<()> {
        saved::save_bounds(self.rows.bound(), &self.rows.refused(), to)
    }

    fn put_back(&self, kind: Kind, from: &mut dyn Read) -> io::Result<()> {
        saved::put_back_plain(&self.rows, kind, from)
    }

    fn go_on(&self, from: &mut dyn Read, written: &mut Written) -> io::Result<()> {
        let (bound, refused) = saved::get_bounds(from)?;
        let gone_on = self.rows.go_on_from(bound, refused);
        gone_on.map_err(saved::refused)?;
        self.rows.new_rows(&mut written.rows[0], |_| Ok(()))
    }
}

#[derive(Debug)]
pub struct ExactWriter<'s>(Writer<'s, Bytes>);

fn key<'k>(packed: &'k [u8], fingerprint: &Fingerprint) -> Key<&'k [u8]> {
    Key {
        hash: hash(fingerprint),
        key: packed,
    }
}

impl StoreWriter for ExactWriter<'_> {
    #[inline(always)]
    fn expect(&self, packed: &[u8]) -> Fingerprint {
        let fingerprint = fingerprint(packed);
        self.0.expect(hash(&fingerprint));
        fingerprint
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
            (key(state.packed, state.fingerprint), parent)
        };
        self.0.insert_all(count, key, |number, inserted| {
            result(number, inserted.into());
        });
    }

    fn find(&mut self, packed: &[u8]) -> Option<StateIndex> {
        let found = self.0.find(key(packed, &fingerprint(packed)));
        found.map(StateIndex::from_u32)
    }

    fn in_hand(&self) -> Range<u32> {
        self.0.in_hand()
    }
}
