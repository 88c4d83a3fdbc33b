//! Runs from the parents of states: back along the parents, then forward again by firing.
//!
//! A store may keep no states, so the way forward is found by what the store says of the
//! successors: the firing to take is the first that leads to the next state of the way. In a store
//! of fingerprints, too, that is the step of the search: of the successors of one state that the
//! store can't tell apart, the search stored the first. Where parents stand beside the store, some
//! bits of a hash tell which successor is the next one; where these are not enough, ways are tried
//! until one comes to the state that is to be shown.

use crate::found::End;
use crate::store::{StateIndex, Store, StoreWriter, fingerprint};
use crate::ways::{Ways, check_of};
use std::iter;
use std::sync::Arc;
use weyl_budget::Budget;
use weyl_ir::RuleId;
use weyl_system::{Batch, Firing, Outcome, Run, System};

pub(crate) struct TraceBack<'a, S, T: Store + 'a> {
    system: S,
    store: &'a T,
    ways: Arc<Ways>,
    writer: T::Writer<'a>,
    batch: Batch,
    packed: Vec<u8>,
    state: Vec<u8>,
    budget: Budget,
    was_cut: bool,
}

/// Steps between two looks at the budget.
const STEPS: usize = 64;

/// A state on the way.
#[derive(Clone, Copy)]
struct Stop {
    index: StateIndex,
    check: Option<u16>,
}

/// How a way ended.
enum Walk {
    Arrived(Vec<Firing>),
    /// After so many steps no firing leads on.
    Strayed(usize),
    Cut,
}

impl<'a, S: System, T: Store> TraceBack<'a, S, T> {
    pub fn new(system: S, store: &'a T, ways: Arc<Ways>, budget: Budget) -> TraceBack<'a, S, T> {
        TraceBack {
            packed: vec![0; system.packed_size()],
            state: vec![0; system.state_size()],
            batch: Batch::default(),
            writer: store.writer(),
            budget,
            was_cut: false,
            ways,
            system,
            store,
        }
    }

    /// The run to an end, which is found by firing again, with the state that it shows; `None` if
    /// the budget was spent on the way. Where parents are unknown it is any run at all.
    pub fn run(&mut self, end: End, shown: &[u8]) -> Option<Run> {
        if !self.ways.are_known() {
            return Some(unknown());
        }
        let (last, failing) = match end {
            End::State(index) => (Some(index), None),
            End::Firing { parent, firing } => (parent, Some(firing)),
        };
        let Some(way) = self.way_to(last) else {
            self.was_cut = true;
            return None;
        };
        let mut firings = self.follow(&way, shown)?;
        firings.extend(failing);
        Some(Run {
            start: firings.remove(0),
            steps: firings,
        })
    }

    /// The states on the way to one, from an initial one on; none if they can't be read.
    fn way_to(&self, last: Option<StateIndex>) -> Option<Vec<Stop>> {
        let mut way = Vec::new();
        match self.ways.log() {
            Some(log) => {
                let mut next = last;
                while let Some(index) = next {
                    let record = log.get(index).ok()?;
                    let check = Some(record.check);
                    way.push(Stop { index, check });
                    next = record.parent;
                }
            }
            None => {
                let states = iter::successors(last, |state| self.store.parent(*state));
                way.extend(states.map(|index| Stop { index, check: None }));
            }
        }
        way.reverse();
        Some(way)
    }

    /// The firings along a way. Of several that may lead to a state the first is taken, then the
    /// next one if no way goes on from there.
    fn follow(&mut self, way: &[Stop], shown: &[u8]) -> Option<Vec<Firing>> {
        let mut taken = vec![0; way.len()];
        loop {
            let strayed = match self.walk(way, &taken, shown) {
                Walk::Arrived(firings) => return Some(firings),
                Walk::Strayed(steps) => steps,
                Walk::Cut => {
                    self.was_cut = true;
                    return None;
                }
            };
            let Some(last) = strayed.checked_sub(1) else {
                panic!("firings come always in the same order");
            };
            taken[strayed..].fill(0);
            taken[last] += 1;
        }
    }

    fn walk(&mut self, way: &[Stop], taken: &[usize], shown: &[u8]) -> Walk {
        self.system.initial(&mut self.batch);
        let mut firings = Vec::new();
        for (number, stop) in way.iter().enumerate() {
            if number.is_multiple_of(STEPS) && self.budget.is_spent() {
                return Walk::Cut;
            }
            match self.step_to(*stop, taken[number]) {
                Some(firing) => firings.push(firing),
                // A step that was there may be missing.
                None if self.batch.cut().is_some() => return Walk::Cut,
                None => return Walk::Strayed(number),
            }
            self.system.successors(&self.state, &mut self.batch);
        }
        let is_checked = way.last().is_some_and(|stop| stop.check.is_some());
        if is_checked && !self.is_at(shown) {
            return Walk::Strayed(way.len());
        }
        Walk::Arrived(firings)
    }

    /// Goes from the batch at hand to a state, by the firing after so many others that may lead
    /// there.
    fn step_to(&mut self, stop: Stop, others: usize) -> Option<Firing> {
        let mut left = others;
        for (firing, outcome) in self.batch.iter() {
            let Outcome::State { state, .. } = outcome else {
                continue;
            };
            self.system.pack(state, &mut self.packed);
            let is_meant = match stop.check {
                Some(check) => check_of(&fingerprint(&self.packed)) == check,
                None => self.writer.find(&self.packed) == Some(stop.index),
            };
            if is_meant && left == 0 {
                self.state.copy_from_slice(state);
                return Some(firing);
            }
            left -= usize::from(is_meant);
        }
        None
    }

    fn is_at(&mut self, shown: &[u8]) -> bool {
        let mut packed = vec![0; self.packed.len()];
        self.system.pack(shown, &mut packed);
        self.system.pack(&self.state, &mut self.packed);
        packed == self.packed
    }

    /// Whether the budget was spent on the way to some end.
    pub fn was_cut(&self) -> bool {
        self.was_cut
    }
}

/// Stands for a run that another search will find.
fn unknown() -> Run {
    let rule = RuleId::from_u32(0);
    Run {
        start: Firing { rule, instance: 0 },
        steps: Vec::new(),
    }
}
