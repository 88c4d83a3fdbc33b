//! Runs from the parents of states: back along the parents, then forward again by firing.
//!
//! A store may keep no states, so the way forward is found by what the store says of the
//! successors: the firing to take is the first that leads to the next state of the way. In a store
//! of fingerprints, too, that is the step of the search: of the successors of one state that the
//! store can't tell apart, the search stored the first.

use crate::found::End;
use crate::store::{StateIndex, Store, StoreWriter};
use std::iter;
use weyl_budget::Budget;
use weyl_system::{Batch, Firing, Outcome, Run, System};

pub(crate) struct TraceBack<'a, S, T: Store + 'a> {
    system: S,
    store: &'a T,
    writer: T::Writer<'a>,
    batch: Batch,
    packed: Vec<u8>,
    state: Vec<u8>,
    budget: Budget,
    was_cut: bool,
}

/// Steps between two looks at the budget.
const STEPS: usize = 64;

impl<'a, S: System, T: Store> TraceBack<'a, S, T> {
    pub fn new(system: S, store: &'a T, budget: Budget) -> TraceBack<'a, S, T> {
        TraceBack {
            packed: vec![0; system.packed_size()],
            state: vec![0; system.state_size()],
            batch: Batch::default(),
            writer: store.writer(),
            budget,
            was_cut: false,
            system,
            store,
        }
    }

    /// The run to an end, which is found by firing again; `None` if the budget was spent on the
    /// way.
    pub fn run(&mut self, end: End) -> Option<Run> {
        let (last, failing) = match end {
            End::State(index) => (Some(index), None),
            End::Firing { parent, firing } => (parent, Some(firing)),
        };
        let mut way: Vec<StateIndex> =
            iter::successors(last, |state| self.store.parent(*state)).collect();
        way.reverse();
        self.system.initial(&mut self.batch);
        let mut firings = Vec::new();
        for (number, state) in way.into_iter().enumerate() {
            if number.is_multiple_of(STEPS) && self.budget.is_spent() {
                self.was_cut = true;
                return None;
            }
            firings.push(self.step_to(state)?);
            self.system.successors(&self.state, &mut self.batch);
        }
        firings.extend(failing);
        Some(Run {
            start: firings.remove(0),
            steps: firings,
        })
    }

    /// Whether the budget was spent on the way to some end.
    pub fn was_cut(&self) -> bool {
        self.was_cut
    }

    /// Goes from the batch at hand to a state.
    fn step_to(&mut self, index: StateIndex) -> Option<Firing> {
        for (firing, outcome) in self.batch.iter() {
            let Outcome::State { state, .. } = outcome else {
                continue;
            };
            self.system.pack(state, &mut self.packed);
            if self.writer.find(&self.packed) == Some(index) {
                self.state.copy_from_slice(state);
                return Some(firing);
            }
        }
        self.give_up()
    }

    /// A step that was there is missing: the batch was cut.
    fn give_up(&mut self) -> Option<Firing> {
        let is_cut = self.batch.cut().is_some();
        assert!(is_cut, "firings come always in the same order");
        self.was_cut = true;
        None
    }
}
