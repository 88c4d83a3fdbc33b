//! The store of whole states that keeps what they share once.

use super::Kind;
use super::{Arriving, Fingerprint, Inserted, StateIndex, Store, StoreWriter, saved};
use crate::LimitKind;
use crate::checkpoint::Written;
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::{Links, Part, Quota, TreeSet, TreeShape, TreeWriter};

/// Stores states as trees whose parts they share with each other: two are equal if all their bytes
/// are ([decision 034](../../../../docs/decisions/034-tree-compression.md)).
#[derive(Debug)]
pub struct TreeStore<'b> {
    states: TreeSet<'b>,
}

impl<'b> TreeStore<'b> {
    pub fn new(packed_size: usize, quota: &'b Quota) -> TreeStore<'b> {
        TreeStore::with_links(Links::Near, TreeShape::even(packed_size), quota)
    }

    pub(crate) fn with_links(links: Links, shape: TreeShape, quota: &'b Quota) -> TreeStore<'b> {
        TreeStore {
            states: TreeSet::new(shape, links, quota),
        }
    }

    /// Whether states of this size take less room as trees: roots have two numbers of up to 4
    /// bytes, and the parts below them are shared.
    pub fn suits(packed_size: usize) -> bool {
        packed_size > 8
    }

    /// Where keys are cut.
    pub(crate) fn shape(&self) -> &TreeShape {
        self.states.shape()
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

    const CAN_BE_SAVED: bool = true;

    fn save_new(&self, written: &mut Written, to: &mut dyn Write) -> io::Result<()> {
        saved::save_tree(&self.states, written, to)
    }

    fn save_parents(&self, states: &[Range<u32>], to: &mut dyn Write) -> io::Result<()> {
        saved::save_links(&self.states, states, to)
    }

    fn save_bounds(&self, to: &mut dyn Write) -> io::Result<()> {
        for part in Part::ALL {
            let states = &self.states;
            saved::save_bounds(states.bound_of(part), &states.refused_of(part), to)?;
        }
        Ok(())
    }

    fn put_back(&self, kind: Kind, from: &mut dyn Read) -> io::Result<()> {
        saved::put_back_tree(&self.states, kind, from)
    }

    fn go_on(&self, from: &mut dyn Read, written: &mut Written) -> io::Result<()> {
        for (part, mark) in Part::ALL.into_iter().zip(&mut written.rows) {
            let (bound, refused) = saved::get_bounds(from)?;
            let gone_on = self.states.go_on_from(part, bound, refused);
            gone_on.map_err(saved::refused)?;
            self.states
                .new_rows(part, mark, |_| Ok::<_, io::Error>(()))?;
        }
        Ok(())
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
