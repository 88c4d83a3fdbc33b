//! A wrapper of the system that leaves out faults which nobody asked about (`--property`).
//!
//! A step that fails leads to no state, whether its failure is reported or not: muting a fault changes
//! no reachable state and no other verdict.

use weyl_ir::PropertyId;
use weyl_system::{Batch, Fault, TransitionSystem};

#[derive(Clone)]
pub(crate) struct Muted<S, F> {
    system: S,
    is_wanted: F,
}

impl<S, F> Muted<S, F> {
    pub(crate) fn new(system: S, is_wanted: F) -> Muted<S, F> {
        Muted { system, is_wanted }
    }
}

impl<S, F> TransitionSystem for Muted<S, F>
where
    S: TransitionSystem,
    F: Fn(&Fault) -> bool + Clone + Send,
{
    fn state_size(&self) -> usize {
        self.system.state_size()
    }

    fn packed_size(&self) -> usize {
        self.system.packed_size()
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        self.system.pack(state, packed);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        self.system.unpack(packed, state);
    }

    fn initial(&mut self, batch: &mut Batch) {
        self.system.initial(batch);
        batch.exclude_faults(|fault| !(self.is_wanted)(fault));
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        self.system.successors(state, batch);
        batch.exclude_faults(|fault| !(self.is_wanted)(fault));
    }

    fn may_end(&mut self, state: &[u8]) -> bool {
        self.system.may_end(state)
    }

    fn instances(&self, property: PropertyId) -> u64 {
        self.system.instances(property)
    }

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        self.system.holds(property, instance, state)
    }
}
