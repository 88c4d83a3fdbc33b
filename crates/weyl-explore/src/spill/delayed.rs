//! What workers see of the states on disk: nothing, until their level is over.

use crate::LimitKind;
use crate::store::{Arriving, Fingerprint, Inserted, StateIndex, Store, StoreWriter, fingerprint};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The state that is expanded, as who looks for it finds it: it is of an earlier level than all
/// that is new.
fn own() -> StateIndex {
    StateIndex::from_u32(0)
}

/// The number of states, and the most memory that was taken for them. Whether a state is new is
/// said later, so that nothing is inserted, and nothing is found but the state that is expanded.
#[derive(Debug, Default)]
pub(crate) struct Delayed {
    states: AtomicU64,
    peak_bytes: AtomicU64,
}

impl Delayed {
    pub fn add(&self, states: u64) {
        self.states.fetch_add(states, Relaxed);
    }

    pub fn takes(&self, bytes: u64) {
        self.peak_bytes.fetch_max(bytes, Relaxed);
    }
}

impl Store for Delayed {
    type Writer<'s> = DelayedWriter;

    const KEEPS_STATES: bool = false;

    fn writer(&self) -> DelayedWriter {
        DelayedWriter::default()
    }

    fn get<'s>(&'s self, _: StateIndex, _: &'s mut Vec<u8>) -> Option<&'s [u8]> {
        None
    }

    fn parent(&self, _: StateIndex) -> Option<StateIndex> {
        None
    }

    fn adopt(&self, _: StateIndex, _: Option<StateIndex>) -> Result<(), LimitKind> {
        Ok(())
    }

    fn len(&self) -> u64 {
        self.states.load(Relaxed)
    }

    fn index_bound(&self) -> usize {
        1
    }

    fn bytes(&self) -> u64 {
        self.peak_bytes()
    }

    fn peak_bytes(&self) -> u64 {
        self.peak_bytes.load(Relaxed)
    }
}

#[derive(Debug, Default)]
pub(crate) struct DelayedWriter {
    /// The state that is expanded.
    pub own: Vec<u8>,
}

impl StoreWriter for DelayedWriter {
    #[inline]
    fn expect(&self, packed: &[u8]) -> Fingerprint {
        fingerprint(packed)
    }

    fn insert_all<'k>(
        &mut self,
        count: usize,
        _: impl Fn(usize) -> Arriving<'k>,
        mut result: impl FnMut(usize, Inserted),
    ) {
        (0..count).for_each(|number| result(number, Inserted::Known(own())));
    }

    fn find(&mut self, packed: &[u8]) -> Option<StateIndex> {
        (*self.own == *packed).then(own)
    }

    fn in_hand(&self) -> Range<u32> {
        0..0
    }
}
