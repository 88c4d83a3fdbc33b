//! The store of visited states: the one small trait that searches see.

use crate::LimitKind;
use cranelift_entity::entity_impl;
use cranelift_entity::packed_option::PackedOption;

/// A stored state. Indices need not be dense, but they are below [`Store::index_bound`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateIndex(u32);
entity_impl!(StateIndex, "state");

/// How a state was reached first. Systems give their firings always in the same order, so the number of
/// the firing is enough to find rule and parameters again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// None for an initial state.
    pub parent: PackedOption<StateIndex>,
    /// The place of the firing in the batch of the parent, or in the initial batch.
    pub step: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New(StateIndex),
    Known(StateIndex),
    /// The state is new but may not be stored.
    Full(LimitKind),
}

/// A set of packed states of one size that only grows. All methods may be called by any thread at any
/// time.
pub trait Store: Sync {
    /// Adds a state unless it is there; the first origin of a state stays.
    fn insert(&self, packed: &[u8], origin: Origin) -> Inserted;

    fn find(&self, packed: &[u8]) -> Option<StateIndex>;

    /// Copies the packed state into the buffer.
    fn read(&self, index: StateIndex, packed: &mut [u8]);

    fn origin(&self, index: StateIndex) -> Origin;

    /// The number of stored states.
    fn len(&self) -> u64;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Larger than every index in use.
    fn index_bound(&self) -> usize;

    /// Bytes of table, states and origins.
    fn bytes(&self) -> u64;
}
