//! The graph with the system that it is the graph of: steps that are not known are found when they
//! are asked for.

use super::{Eyes, Following, Scribe, StateGraph, Step, Tracked};
use crate::account::Account;
use crate::checkpoint::{as_error, damaged, get_u64, put_u64};
use crate::store::{Arriving, Fingerprint, Inserted, Kind, StateIndex, Store, StoreWriter};
use crate::watch::Watch;
use crate::{LimitKind, Task};
use cranelift_entity::EntityRef;
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering::Relaxed;
use weyl_ir::{PropertyId, Table};
use weyl_store::Quota;
use weyl_system::{Batch, Conditions, Cut, Fault, FaultKind, Firing, Outcome, Renaming};

/// Expansions between two looks at the clock.
const LOOKS: u64 = 64;

/// Expansions between two looks at the accounts.
const SETTLED: u64 = 16;

/// Why a search can't go on.
#[derive(Debug)]
pub(crate) enum Stop {
    Limit(LimitKind),
    /// A table is full that may be larger.
    TableFull(Table),
    /// A property can't be evaluated in a state.
    NotEvaluable {
        at: StateIndex,
        property: PropertyId,
        fault: Box<Fault>,
    },
}

impl Stop {
    pub fn limit(&self) -> Option<LimitKind> {
        match self {
            Stop::Limit(limit) => Some(*limit),
            Stop::TableFull(_) | Stop::NotEvaluable { .. } => None,
        }
    }
}

impl From<LimitKind> for Stop {
    fn from(limit: LimitKind) -> Stop {
        Stop::Limit(limit)
    }
}

impl From<weyl_store::Refusal> for Stop {
    fn from(refusal: weyl_store::Refusal) -> Stop {
        Stop::Limit(refusal.into())
    }
}

/// What a batch led to, on its way into the store.
#[derive(Debug, Default)]
struct Arrivals {
    packed: Vec<u8>,
    fingerprints: Vec<Fingerprint>,
    stored: Vec<StateIndex>,
}

pub(crate) struct OnTheFly<'a, S, R, T: Store + 'a> {
    /// At least one pair.
    pub eyes: Vec<Eyes<'a, S, T>>,
    pub graph: StateGraph,
    scribe: Scribe<R>,
    /// The segment that is filled here.
    segment: usize,
    pub watch: &'a Watch<'a>,
    pub quota: &'a Quota,
    pub store: &'a T,
    writer: T::Writer<'a>,
    growing: &'a [Table],
    batch: Batch,
    arrivals: Arrivals,
    expanded: u64,
    account: Account,
    peak: u64,
    pub transitions: u64,
    pub fired: Vec<u64>,
    shown: (u64, u64),
}

impl<'a, S: Renaming + Conditions, R: Tracked, T: Store> OnTheFly<'a, S, R, T> {
    /// Nothing is known yet; `threads` others may fill the graph, each a segment of its own.
    pub fn new(
        (system, rules): (S, usize),
        scribe: Scribe<R>,
        task: &'a Task,
        (store, quota): (&'a T, &'a Quota),
        watch: &'a Watch<'a>,
        threads: usize,
    ) -> OnTheFly<'a, S, R, T> {
        OnTheFly {
            graph: StateGraph::new(scribe.following().len(), threads + 1),
            segment: threads,
            eyes: vec![Eyes::new(system, store, watch)],
            scribe,
            watch,
            quota,
            store,
            writer: store.writer(),
            growing: &task.growing,
            batch: Batch::default(),
            arrivals: Arrivals::default(),
            expanded: 0,
            account: Account::default(),
            peak: 0,
            transitions: 0,
            fired: vec![0; rules],
            shown: (0, 0),
        }
    }

    /// Makes ready for so many threads to look at states.
    pub fn have_eyes(&mut self, threads: usize) {
        let eyes = self.eyes[0].clone();
        self.eyes.resize(threads.max(1), eyes);
    }

    pub fn following(&self) -> &Following {
        self.scribe.following()
    }

    /// The initial states with the firings that lead to them, and how they are renamed.
    pub fn initial(&mut self) -> Result<Vec<(Firing, Step)>, Stop> {
        self.batch.limit(self.quota.left());
        self.scribe
            .initial(&mut self.eyes[0].system, &mut self.batch);
        self.look_at_batch()?;
        self.store_batch(None)?;
        let states = self.batch.iter();
        let states = states.filter_map(|(firing, outcome)| match outcome {
            Outcome::State { .. } => Some(firing),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        let mut found = Vec::new();
        for (number, (firing, target)) in states.zip(&self.arrivals.stored).enumerate() {
            let renaming = self
                .scribe
                .renaming(self.graph.segment_mut(self.segment), number);
            let step = Step {
                number: None,
                target: *target,
                renaming,
                acting: 0,
            };
            found.push((firing, step));
        }
        self.graph.absorb(self.segment);
        for (_, step) in &mut found {
            step.renaming = self.graph.translated_renaming(self.segment, step.renaming);
        }
        Ok(found)
    }

    /// Finds out the steps of a state, if they are not known.
    pub fn expand(&mut self, at: StateIndex) -> Result<(), Stop> {
        if self.graph.is_expanded(at) {
            return Ok(());
        }
        if self.expanded.is_multiple_of(LOOKS) {
            self.watch.go_on()?;
        }
        let eyes = &mut self.eyes[0];
        eyes.unpack(at);
        self.batch.limit(self.quota.left());
        self.scribe
            .successors(&mut eyes.system, &eyes.state, &mut self.batch);
        self.look_at_batch()?;
        self.store_batch(Some(at))?;
        self.mark_fired();
        let segment = self.graph.segment_mut(self.segment);
        let state = &self.eyes[0].state;
        let leaving = self.scribe.note(segment, state, &self.batch);
        segment.push_steps(at, leaving, self.arrivals.stored.iter().copied());
        self.graph.absorb(self.segment);
        self.transitions += self.arrivals.stored.len() as u64;
        self.expanded += 1;
        if self.expanded.is_multiple_of(SETTLED) {
            self.settle()?;
        }
        Ok(())
    }

    /// The firing of a step.
    pub fn firing(&mut self, at: StateIndex, number: u32) -> Result<Firing, LimitKind> {
        self.eyes[0].unpack(at);
        self.batch.limit(None);
        self.steps_in_graph(at)?;
        let mut states = self
            .batch
            .iter()
            .filter_map(|(firing, outcome)| match outcome {
                Outcome::State { .. } => Some(firing),
                Outcome::Fault(_) | Outcome::Excluded => None,
            });
        let firing = states.nth(number as usize);
        Ok(firing.expect("firings come always in the same order"))
    }

    /// The steps of a state that are in the graph: all, or the part that was enough.
    fn steps_in_graph(&mut self, at: StateIndex) -> Result<(), LimitKind> {
        for agrees in [false, true] {
            self.batch.agree_to_part(agrees);
            let Eyes { system, state, .. } = &mut self.eyes[0];
            system.successors(state, &mut self.batch);
            self.is_whole()?;
            let states = self.batch.states_in(0..self.batch.len());
            if states == self.graph.targets(at).count() {
                break;
            }
        }
        self.batch.agree_to_part(false);
        Ok(())
    }

    /// The reason why the batch is incomplete, if it is.
    fn is_whole(&self) -> Result<(), LimitKind> {
        match self.batch.cut() {
            Some(Cut::Spent) => Err(self.watch.reason()),
            Some(Cut::Memory) => Err(LimitKind::Memory),
            None => Ok(()),
        }
    }

    /// Ends the search if the batch is incomplete, or a table is full.
    fn look_at_batch(&mut self) -> Result<(), Stop> {
        self.is_whole()?;
        for (_, outcome) in self.batch.iter() {
            if let Outcome::Fault(fault) = outcome
                && let FaultKind::TableFull { table, .. } = &fault.kind
                && self.growing.contains(table)
            {
                return Err(Stop::TableFull(*table));
            }
        }
        Ok(())
    }

    /// Stores all states of the batch. All are announced to the store before the first is looked
    /// for.
    fn store_batch(&mut self, parent: Option<StateIndex>) -> Result<(), LimitKind> {
        let system = &self.eyes[0].system;
        let size = system.packed_size();
        let Arrivals {
            packed,
            fingerprints,
            stored,
        } = &mut self.arrivals;
        packed.clear();
        fingerprints.clear();
        stored.clear();
        for (_, outcome) in self.batch.iter() {
            if let Outcome::State { state, .. } = outcome {
                let at = packed.len();
                packed.resize(at + size, 0);
                system.pack(state, &mut packed[at..]);
                fingerprints.push(self.writer.expect(&packed[at..]));
            }
        }
        let state = |number: usize| Arriving {
            packed: &packed[number * size..(number + 1) * size],
            fingerprint: &fingerprints[number],
            parent,
        };
        let mut refused = Ok(());
        let count = fingerprints.len();
        self.writer
            .insert_all(count, state, |_, inserted| match inserted {
                Inserted::New(index) | Inserted::Known(index) => stored.push(index),
                Inserted::Full(limit) => refused = Err(limit),
            });
        refused
    }

    fn mark_fired(&mut self) {
        let first = self.batch.iter().map(|(firing, _)| firing.rule);
        let later = self.batch.later_rules().iter().copied();
        for rule in first.chain(later) {
            if let Some(fired) = self.fired.get_mut(rule.index()) {
                *fired += 1;
            }
        }
    }

    /// Writes what it has counted.
    pub fn save_counts(&self, to: &mut impl Write) -> io::Result<()> {
        put_u64(to, self.transitions)?;
        put_u64(to, self.fired.len() as u64)?;
        self.fired.iter().try_for_each(|count| put_u64(to, *count))
    }

    /// Puts back what it had counted.
    pub fn put_back_counts(&mut self, from: &mut impl Read) -> io::Result<()> {
        self.transitions = get_u64(from)?;
        if get_u64(from)? != self.fired.len() as u64 {
            return Err(damaged("there are other rules"));
        }
        for count in &mut self.fired {
            *count = get_u64(from)?;
        }
        Ok(())
    }

    /// Puts back steps that were in a log.
    pub fn put_back(&mut self, kind: Kind, from: &mut impl Read) -> io::Result<()> {
        self.graph.restore(kind, self.segment, from)?;
        self.settle().map_err(as_error)
    }

    /// Charges what has grown beside the store.
    pub fn settle(&mut self) -> Result<(), LimitKind> {
        let bytes = self.graph.bytes() + self.batch.bytes();
        self.peak = self.peak.max(self.quota.bytes());
        self.account.settle(self.quota, bytes)
    }

    pub fn peak_bytes(&self) -> u64 {
        self.peak.max(self.quota.bytes())
    }

    pub fn show_progress(&mut self) {
        let progress = self.watch.progress;
        let now = (self.store.len(), self.transitions);
        let (states, transitions) = (now.0 - self.shown.0, now.1 - self.shown.1);
        progress.states.fetch_add(states, Relaxed);
        progress.transitions.fetch_add(transitions, Relaxed);
        progress.bytes.store(self.quota.bytes(), Relaxed);
        self.shown = now;
    }

    /// What is stored by now was counted by others.
    pub fn begin_to_count(&mut self) {
        self.shown.0 = self.store.len();
    }
}
