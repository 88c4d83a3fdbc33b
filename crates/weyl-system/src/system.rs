//! The one narrow waist between languages and searches, in parts: steps, conditions, renamings.

use crate::{Batch, Fault};
use weyl_ir::PropertyId;
use weyl_permutation::Permutation;

/// A system of states and steps. States are handed over in working form (see [`weyl_ir::layout`])
/// and stored in packed form; equal states have equal bytes in both.
///
/// Methods take `&mut self` because executors keep scratch memory; a search clones the system once
/// for each thread. No method has a default that could be wrong: a wrapper says what it changes
/// in a [`Layer`](crate::Layer), and everything else is forwarded there.
pub trait System: Clone + Send {
    /// Bytes of a working state.
    fn state_size(&self) -> usize;

    /// Bytes of a packed state.
    fn packed_size(&self) -> usize;

    fn pack(&self, state: &[u8], packed: &mut [u8]);

    /// Packs states that are one behind the other. This default says what it means; executors do it
    /// sooner.
    fn pack_all(&self, states: &[u8], packed: &mut [u8]) {
        let states = states.chunks_exact(self.state_size().max(1));
        let packed = packed.chunks_exact_mut(self.packed_size().max(1));
        states
            .zip(packed)
            .for_each(|(state, packed)| self.pack(state, packed));
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]);

    /// Replaces the content of the batch by all firings of initial rules.
    fn initial(&mut self, batch: &mut Batch);

    /// Replaces the content of the batch by all firings from a state, always in the same order.
    fn successors(&mut self, state: &[u8], batch: &mut Batch);

    /// Whether a state without successors is a proper end rather than a deadlock.
    fn may_end(&mut self, state: &[u8]) -> bool;
}

/// A system whose states can be asked whether a property's condition holds.
pub trait Conditions: System {
    /// How many valuations the parameters of a property have (1 if it has none).
    fn instances(&self, property: PropertyId) -> u64;

    /// Whether a state satisfies one instance of a property's condition.
    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>>;
}

/// A system that tells how it renamed the states that steps lead to. Who follows a process or an
/// instance along a run (Emerson and Sistla's annotated quotient) asks for this in its type.
///
/// `renamings` gets, for each state in the batch, the permutation that took the state which the
/// step leads to to the one that is in the batch; or nothing at all where no state was renamed.
pub trait Renaming: System {
    fn renamed_initial(&mut self, batch: &mut Batch, renamings: &mut Vec<Permutation>);

    fn renamed_successors(
        &mut self,
        state: &[u8],
        batch: &mut Batch,
        renamings: &mut Vec<Permutation>,
    );
}

/// A system whose steps lead to the very states that the program says: executors, and transparent
/// layers around them. Only such a system can be taken for one that renames nothing.
pub trait Concrete: System {}
