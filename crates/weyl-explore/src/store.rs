//! The store of visited states: a set of keys, where a key is the whole packed state or a fingerprint of it.

use crate::LimitKind;
use cranelift_entity::entity_impl;
use rapidhash::v3::rapidhash_v3;
use weyl_store::{Budget, Key, Refusal, RowSet, Writer};

/// A stored state. Indices need not be dense, but they are below [`Store::index_bound`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateIndex(u32);
entity_impl!(StateIndex, "state");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New(StateIndex),
    Known(StateIndex),
    /// The state is new but may not be stored.
    Full(LimitKind),
}

impl From<weyl_store::Inserted> for Inserted {
    fn from(inserted: weyl_store::Inserted) -> Inserted {
        match inserted {
            weyl_store::Inserted::New(row) => Inserted::New(StateIndex(row)),
            weyl_store::Inserted::Known(row) => Inserted::Known(StateIndex(row)),
            weyl_store::Inserted::Full(refusal) => Inserted::Full(refusal.into()),
        }
    }
}

impl From<Refusal> for LimitKind {
    fn from(refusal: Refusal) -> LimitKind {
        match refusal {
            Refusal::States => LimitKind::States,
            Refusal::Memory => LimitKind::Memory,
        }
    }
}

/// 64 bits of hash.
pub type Fingerprint = [u8; 8];

pub fn fingerprint(packed: &[u8]) -> Fingerprint {
    rapidhash_v3(packed).to_le_bytes()
}

/// A set of packed states of one size that only grows. All methods may be called by any thread at any
/// time.
pub trait Store: Sync {
    /// Whether stored states can be read back.
    const KEEPS_STATES: bool;

    /// What stands for a state.
    fn key<'k>(packed: &'k [u8], fingerprint: &'k Fingerprint) -> Key<'k>;

    fn rows(&self) -> &RowSet<'_>;

    fn find(&self, writer: &mut Writer<'_>, packed: &[u8]) -> Option<StateIndex> {
        let found = writer.find(Self::key(packed, &fingerprint(packed)));
        found.map(StateIndex)
    }

    /// The state that a state was first reached from: none for an initial state.
    fn parent(&self, index: StateIndex) -> Option<StateIndex> {
        self.rows().link(index.0).map(StateIndex)
    }

    /// Larger than every index in use.
    fn index_bound(&self) -> usize {
        self.rows().bound() as usize
    }
}

/// The half of the fingerprint by which a key is looked for.
fn hash(fingerprint: &Fingerprint) -> u32 {
    let [.., a, b, c, d] = *fingerprint;
    u32::from_le_bytes([a, b, c, d])
}

/// Stores whole states.
#[derive(Debug)]
pub struct ExactStore<'b> {
    rows: RowSet<'b>,
}

impl<'b> ExactStore<'b> {
    pub fn new(packed_size: usize, budget: &'b Budget) -> ExactStore<'b> {
        ExactStore {
            rows: RowSet::new(packed_size, budget),
        }
    }
}

impl Store for ExactStore<'_> {
    const KEEPS_STATES: bool = true;

    fn key<'k>(packed: &'k [u8], fingerprint: &'k Fingerprint) -> Key<'k> {
        Key {
            hash: hash(fingerprint),
            bytes: packed,
        }
    }

    fn rows(&self) -> &RowSet<'_> {
        &self.rows
    }
}
