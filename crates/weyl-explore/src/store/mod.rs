//! The store of visited states (the visited set of the literature): what a search has met, each
//! state once, with the state that it was first reached from.

mod bits;
mod compact;
mod doubt;
mod exact;
mod saved;
mod specimens;
mod tree;

use crate::LimitKind;
use crate::checkpoint::Written;
use cranelift_entity::entity_impl;
use rapidhash::v3::rapidhash_v3;
use std::io::{self, Read, Write};
use std::ops::Range;
use weyl_store::Refusal;

pub use bits::BitStore;
pub use compact::CompactStore;
pub use doubt::{Coverage, Doubt};
pub use exact::ExactStore;
pub(crate) use saved::Kind;
pub(crate) use specimens::shape_of;
pub use tree::TreeStore;
pub use weyl_store::TreeShape;

/// A stored state. Indices need not be dense, but they are below [`Store::index_bound`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateIndex(u32);
entity_impl!(StateIndex, "state");

impl StateIndex {
    /// For a state that is not stored under a number of its own.
    pub const UNNUMBERED: StateIndex = StateIndex(u32::MAX - 1);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New(StateIndex),
    /// [`StateIndex::UNNUMBERED`] where a store does not keep numbers.
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
            Refusal::Numbers => LimitKind::Numbers,
            Refusal::Memory => LimitKind::Memory,
        }
    }
}

/// 64 bits of hash.
pub type Fingerprint = [u8; 8];

#[inline]
pub fn fingerprint(packed: &[u8]) -> Fingerprint {
    rapidhash_v3(packed).to_le_bytes()
}

/// The half of the fingerprint by which a state is looked for.
#[inline]
pub(crate) fn hash(fingerprint: &Fingerprint) -> u32 {
    let [.., a, b, c, d] = *fingerprint;
    u32::from_le_bytes([a, b, c, d])
}

/// The same of a packed state.
pub(crate) fn hash_of(packed: &[u8]) -> u32 {
    hash(&fingerprint(packed))
}

/// A state on its way into a store.
#[derive(Clone, Copy, Debug)]
pub struct Arriving<'k> {
    pub packed: &'k [u8],
    /// What the store said when the state was announced.
    pub fingerprint: &'k Fingerprint,
    /// The state that it was reached from: none for an initial state.
    pub parent: Option<StateIndex>,
}

/// A set of packed states of one size that only grows. All methods may be called by any thread at
/// any time.
pub trait Store: Sync {
    /// The way of one thread to it.
    type Writer<'s>: StoreWriter
    where
        Self: 's;

    /// Whether stored states can be read back.
    const KEEPS_STATES: bool;

    /// Whether states that are expanded are better read together.
    const READS_TOGETHER: bool = false;

    fn writer(&self) -> Self::Writer<'_>;

    /// A stored state in packed form, if it is kept. The buffer is for stores that keep it in
    /// another one.
    fn get<'s>(&'s self, index: StateIndex, buffer: &'s mut Vec<u8>) -> Option<&'s [u8]>;

    /// The state that a state was first reached from, if the store keeps that: none for an initial
    /// state.
    fn parent(&self, index: StateIndex) -> Option<StateIndex>;

    /// Gives a state another parent.
    fn adopt(&self, state: StateIndex, parent: Option<StateIndex>) -> Result<(), LimitKind>;

    /// A level of a search begins: see [`StoreWriter::is_earlier`].
    fn begin_level(&self) {}

    /// What may have been left out, if that is possible.
    fn doubt(&self) -> Option<Doubt> {
        None
    }

    /// How many states are stored.
    fn len(&self) -> u64;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Larger than every index in use.
    fn index_bound(&self) -> usize;

    fn bytes(&self) -> u64;

    /// The most that [`Store::bytes`] ever was.
    fn peak_bytes(&self) -> u64;

    /// Whether it can be written to checkpoints, which the functions below do.
    const CAN_BE_SAVED: bool = false;

    /// Writes what is new to a log, while nobody adds anything. Stores that do not keep states
    /// write nothing: who has the states writes their fingerprints.
    #[doc(hidden)]
    fn save_new(&self, _: &mut Written, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the parents of some states again.
    #[doc(hidden)]
    fn save_parents(&self, _: &[Range<u32>], _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes what is written anew each time.
    #[doc(hidden)]
    fn save_bounds(&self, _: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Puts back what the log has next, before anybody adds anything.
    #[doc(hidden)]
    fn put_back(&self, _: Kind, _: &mut dyn Read) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Puts back what [`Store::save_bounds`] wrote, after everything else.
    #[doc(hidden)]
    fn go_on(&self, _: &mut dyn Read, _: &mut Written) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// A state that was put back belongs to the level that is being found.
    #[doc(hidden)]
    fn is_young(&self, _: &[u8]) -> Result<(), LimitKind> {
        Ok(())
    }
}

pub trait StoreWriter: Send {
    /// Announces a state that will be inserted soon: its place in memory is asked for now. Returns
    /// the fingerprint that it is inserted with, if the store looks for states by that at all.
    fn expect(&self, packed: &[u8]) -> Fingerprint;

    /// Adds states, by number and in this order, unless they are there; the first parent of a state
    /// stays.
    fn insert_all<'k>(
        &mut self,
        count: usize,
        state: impl Fn(usize) -> Arriving<'k>,
        result: impl FnMut(usize, Inserted),
    );

    fn find(&mut self, packed: &[u8]) -> Option<StateIndex>;

    /// Reads states that are expanded next, where that takes less time than one by one.
    fn read_together(&mut self, _states: &[StateIndex]) {}

    /// One of the states that were read together last, by its place among them.
    fn read(&self, _at: usize) -> &[u8] {
        &[]
    }

    /// Whether a state was stored before the level began, where somebody says that of a number.
    fn is_earlier(&mut self, packed: &[u8], is_earlier: impl Fn(StateIndex) -> bool) -> bool {
        self.find(packed).is_some_and(is_earlier)
    }

    /// The indices that the next states will get that this thread adds; there may be none.
    fn in_hand(&self) -> Range<u32>;

    fn insert(&mut self, packed: &[u8], parent: Option<StateIndex>) -> Inserted {
        let fingerprint = self.expect(packed);
        let state = Arriving {
            packed,
            fingerprint: &fingerprint,
            parent,
        };
        let mut inserted = Inserted::Full(LimitKind::Memory);
        self.insert_all(1, |_| state, |_, result| inserted = result);
        inserted
    }
}
