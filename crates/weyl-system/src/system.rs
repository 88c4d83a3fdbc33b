//! The one narrow waist between languages and searches.

use crate::{Batch, Fault};
use weyl_ir::PropertyId;
use weyl_permutation::Permutation;

/// A system of states and steps. States are handed over in working form (see [`weyl_ir::layout`]) and
/// stored in packed form; equal states have equal bytes in both.
///
/// Methods take `&mut self` because executors keep scratch memory; a search clones the system once
/// for each thread.
pub trait TransitionSystem: Clone + Send {
    /// Bytes of a working state.
    fn state_size(&self) -> usize;

    /// Bytes of a packed state.
    fn packed_size(&self) -> usize;

    fn pack(&self, state: &[u8], packed: &mut [u8]);

    fn unpack(&self, packed: &[u8], state: &mut [u8]);

    /// Replaces the content of the batch by all firings of initial rules.
    fn initial(&mut self, batch: &mut Batch);

    /// Replaces the content of the batch by all firings from a state, always in the same order.
    fn successors(&mut self, state: &[u8], batch: &mut Batch);

    /// The same as [`initial`](TransitionSystem::initial), with the permutation that took each state in the batch to the one that is there now; without
    /// any if none was renamed.
    fn renamed_initial(&mut self, batch: &mut Batch, renamings: &mut Vec<Permutation>) {
        renamings.clear();
        self.initial(batch);
    }

    /// The same as [`successors`](TransitionSystem::successors), with the permutations as above.
    fn renamed_successors(
        &mut self,
        state: &[u8],
        batch: &mut Batch,
        renamings: &mut Vec<Permutation>,
    ) {
        renamings.clear();
        self.successors(state, batch);
    }

    /// Whether a state without successors is a proper end rather than a deadlock.
    fn may_end(&mut self, _state: &[u8]) -> bool {
        false
    }

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
