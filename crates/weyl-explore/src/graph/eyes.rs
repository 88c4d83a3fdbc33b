//! Who looks at stored states: the system with buffers, one for each thread.

use super::Stop;
use crate::store::{StateIndex, Store};
use crate::watch::Watch;
use weyl_ir::PropertyId;
use weyl_system::Conditions;

pub(crate) struct Eyes<'a, S, T> {
    pub system: S,
    pub watch: &'a Watch<'a>,
    store: &'a T,
    /// The state that was looked at last.
    pub state: Vec<u8>,
    seen: Option<StateIndex>,
    buffer: Vec<u8>,
}

impl<S: Clone, T> Clone for Eyes<'_, S, T> {
    fn clone(&self) -> Self {
        Eyes {
            system: self.system.clone(),
            state: self.state.clone(),
            seen: None,
            buffer: Vec::new(),
            ..*self
        }
    }
}

impl<'a, S: Conditions, T: Store> Eyes<'a, S, T> {
    pub fn new(system: S, store: &'a T, watch: &'a Watch<'a>) -> Eyes<'a, S, T> {
        Eyes {
            state: vec![0; system.state_size()],
            seen: None,
            buffer: Vec::new(),
            system,
            store,
            watch,
        }
    }

    pub fn unpack(&mut self, at: StateIndex) {
        if self.seen == Some(at) {
            return;
        }
        let packed = self.store.get(at, &mut self.buffer);
        let packed = packed.expect("a graph needs its states");
        self.system.unpack(packed, &mut self.state);
        self.seen = Some(at);
    }

    /// A state as it is, by which it can be told from others whatever their numbers are.
    pub fn state(&mut self, at: StateIndex) -> &[u8] {
        self.unpack(at);
        &self.state
    }

    /// Whether one instance of a property holds in a state.
    pub fn holds(
        &mut self,
        at: StateIndex,
        property: PropertyId,
        instance: u64,
    ) -> Result<bool, Stop> {
        self.unpack(at);
        let holds = self.system.holds(property, instance, &self.state);
        holds.map_err(|fault| {
            if fault.is_interruption() {
                return self.watch.reason().into();
            }
            Stop::NotEvaluable {
                at,
                property,
                fault,
            }
        })
    }
}
