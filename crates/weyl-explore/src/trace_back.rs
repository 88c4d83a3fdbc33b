//! Runs from the origins of states: the firings are found again by firing once more.

use crate::Run;
use crate::found::End;
use crate::store::{Origin, Store};
use weyl_system::{Batch, Firing, TransitionSystem};

pub(crate) struct TraceBack<'a, S, T> {
    system: S,
    store: &'a T,
    batch: Batch,
    packed: Vec<u8>,
    state: Vec<u8>,
}

impl<'a, S: TransitionSystem, T: Store> TraceBack<'a, S, T> {
    pub fn new(system: S, store: &'a T) -> TraceBack<'a, S, T> {
        TraceBack {
            packed: vec![0; system.packed_size()],
            state: vec![0; system.state_size()],
            batch: Batch::default(),
            system,
            store,
        }
    }

    pub fn run(&mut self, end: End) -> Run {
        let mut origin = match end {
            End::State(index) => self.store.origin(index),
            End::Firing(origin) => origin,
        };
        let mut steps = Vec::new();
        while let Some(parent) = origin.parent.expand() {
            steps.push(self.firing(origin));
            origin = self.store.origin(parent);
        }
        steps.reverse();
        Run {
            start: self.firing(origin),
            steps,
        }
    }

    fn firing(&mut self, origin: Origin) -> Firing {
        match origin.parent.expand() {
            None => self.system.initial(&mut self.batch),
            Some(parent) => {
                self.store.read(parent, &mut self.packed);
                self.system.unpack(&self.packed, &mut self.state);
                self.system.successors(&self.state, &mut self.batch);
            }
        }
        let firing = self.batch.iter().nth(origin.step as usize);
        let (firing, _) = firing.expect("firings come always in the same order");
        firing
    }
}
