//! The store of whole states that keeps what they share once.

use super::{Arriving, Fingerprint, Inserted, StateIndex, Store, StoreWriter, dump};
use crate::LimitKind;
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::{Links, Quota, TreeSet, TreeShape, TreeWriter};

/// Stores states as trees whose parts they share with each other: two are equal if all their bytes
/// are ([decision 034](../../../../docs/decisions/034-tree-compression.md)).
#[derive(Debug)]
pub struct TreeStore<'b> {
    states: TreeSet<'b>,
    packed_size: usize,
}

impl<'b> TreeStore<'b> {
    pub fn new(packed_size: usize, quota: &'b Quota) -> TreeStore<'b> {
        TreeStore::with_links(Links::Near, TreeShape::even(packed_size), quota)
    }

    pub(crate) fn with_links(links: Links, shape: TreeShape, quota: &'b Quota) -> TreeStore<'b> {
        TreeStore {
            packed_size: shape.key_bytes(),
            states: TreeSet::new(shape, links, quota),
        }
    }

    /// Whether states of this size take less room as trees: roots have two numbers of up to 4
    /// bytes, and the parts below them are shared.
    pub fn suits(packed_size: usize) -> bool {
        packed_size > 8
    }

    /// All stored states. A row that was refused is there, and can't be found.
    pub(super) fn indices(&self) -> impl Iterator<Item = StateIndex> {
        let (mut writer, mut buffer) = (self.states.writer(), Vec::new());
        let rows = self.states.numbers();
        let stored = rows.filter(move |row| {
            let packed = self.states.key(*row, &mut buffer);
            writer.find(packed) == Some(*row)
        });
        stored.map(StateIndex::from_u32)
    }
}

impl Store for TreeStore<'_> {
    type Writer<'s>
        = TreeStoreWriter<'s>
    where
        Self: 's;

    const KEEPS_STATES: bool = true;

    const READS_TOGETHER: bool = true;

    fn writer(&self) -> TreeStoreWriter<'_> {
        TreeStoreWriter {
            states: self.states.writer(),
            rows: Vec::new(),
        }
    }

    #[inline]
    fn get<'s>(&'s self, index: StateIndex, buffer: &'s mut Vec<u8>) -> Option<&'s [u8]> {
        Some(self.states.key(index.as_u32(), buffer))
    }

    fn parent(&self, index: StateIndex) -> Option<StateIndex> {
        self.states.link(index.as_u32()).map(StateIndex::from_u32)
    }

    fn adopt(&self, state: StateIndex, parent: Option<StateIndex>) -> Result<(), LimitKind> {
        let parent = parent.map(StateIndex::as_u32);
        Ok(self.states.relink(state.as_u32(), parent)?)
    }

    fn len(&self) -> u64 {
        self.states.len()
    }

    fn index_bound(&self) -> usize {
        self.states.bound() as usize
    }

    fn bytes(&self) -> u64 {
        self.states.bytes()
    }

    fn peak_bytes(&self) -> u64 {
        self.states.peak_bytes()
    }

    fn dump(&self, to: &mut impl Write) -> io::Result<Vec<StateIndex>> {
        dump::dump(self, self.indices(), self.packed_size, to)
    }

    fn load(&self, from: &mut impl Read) -> io::Result<Vec<StateIndex>> {
        dump::load(self, self.packed_size, from)
    }
}

#[derive(Debug)]
pub struct TreeStoreWriter<'s> {
    states: TreeWriter<'s>,
    /// That are read.
    rows: Vec<u32>,
}

impl StoreWriter for TreeStoreWriter<'_> {
    /// Where a root stands is known only when its parts are.
    #[inline(always)]
    fn expect(&self, _: &[u8]) -> Fingerprint {
        Fingerprint::default()
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
            (state.packed, state.parent.map(StateIndex::as_u32))
        };
        self.states.insert_all(count, key, |number, inserted| {
            result(number, inserted.into());
        });
    }

    fn find(&mut self, packed: &[u8]) -> Option<StateIndex> {
        self.states.find(packed).map(StateIndex::from_u32)
    }

    fn read_together(&mut self, states: &[StateIndex]) {
        self.rows.clear();
        self.rows.extend(states.iter().map(|state| state.as_u32()));
        self.states.read_all(&self.rows);
    }

    #[inline]
    fn read(&self, at: usize) -> &[u8] {
        self.states.read(at)
    }

    fn in_hand(&self) -> Range<u32> {
        self.states.in_hand()
    }
}
