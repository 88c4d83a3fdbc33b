//! The quotient: the system whose states are representatives of orbits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use weyl_ir::PropertyId;
use weyl_system::{Batch, Canonical, Fault, TransitionSystem};

/// What finding representatives has cost so far, all threads together.
#[derive(Debug, Default)]
pub struct Effort {
    states: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Effort {
    /// How many representatives were asked for.
    pub fn states(&self) -> u64 {
        self.states.load(Relaxed)
    }

    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Relaxed))
    }
}

/// A system in which every state that a step leads to is replaced by the representative of its orbit.
/// Firings are those of the representatives: none is merged with another.
#[derive(Clone)]
pub struct Quotient<S, C> {
    system: S,
    canonical: C,
    scratch: Vec<u8>,
    effort: Arc<Effort>,
}

impl<S: TransitionSystem, C: Canonical> Quotient<S, C> {
    pub fn new(system: S, canonical: C) -> Quotient<S, C> {
        Quotient {
            scratch: vec![0; system.state_size()],
            system,
            canonical,
            effort: Arc::default(),
        }
    }

    /// Shared by all clones.
    pub fn effort(&self) -> Arc<Effort> {
        Arc::clone(&self.effort)
    }

    fn represent_all(&mut self, source: Option<&[u8]>, batch: &mut Batch) {
        let (canonical, scratch) = (&mut self.canonical, &mut self.scratch);
        let started = Instant::now();
        let mut states = 0;
        if let Some(source) = source {
            canonical.start_from(source);
        }
        batch.replace_states(source, |state| {
            canonical.represent(state, scratch);
            state.copy_from_slice(scratch);
            states += 1;
        });
        let nanoseconds = started.elapsed().as_nanos() as u64;
        self.effort.states.fetch_add(states, Relaxed);
        self.effort.nanoseconds.fetch_add(nanoseconds, Relaxed);
    }
}

impl<S: TransitionSystem, C: Canonical> TransitionSystem for Quotient<S, C> {
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
        self.represent_all(None, batch);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        self.system.successors(state, batch);
        self.represent_all(Some(state), batch);
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
