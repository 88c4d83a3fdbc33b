//! A worker: one clone of the system with its buffers, which fires rules from stored states and
//! stores and inspects what they lead to. Breadth first and depth first search differ only in the
//! order of their calls.

use crate::ahead::Ahead;
use crate::claims::Claim;
use crate::deadlock::leads_on;
use crate::earlier::Earlier;
use crate::found::{End, Evidence, Found};
use crate::front::Front;
use crate::graph::{Log, Tracked};
use crate::pending::{Pending, Source};
use crate::rows::Rows;
use crate::sample::Sample;
use crate::scene::Scene;
use crate::store::{Inserted, StateIndex, Store, StoreWriter, fingerprint};
use crate::{LimitKind, Parts};
use cranelift_entity::EntityRef;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use weyl_ir::RuleId;
use weyl_system::{
    Batch, Conditions, Cut, Deadlock, Extent, Fault, Firing, Outcome, Renaming, ViolationKind,
    is_same,
};

/// What a worker has counted since the search began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub states: u64,
    pub transitions: u64,
    pub parts: Parts,
}

/// What the decision of liveness needs.
#[derive(Debug)]
pub(crate) struct Trail {
    pub states: Rows<StateIndex>,
    /// For each of the states a bit for each instance of a liveness property.
    pub labels: Rows<u8>,
}

pub(crate) struct Worker<'a, S, R, T: Store + 'a> {
    pub scene: &'a Scene<'a, T>,
    pub system: S,
    pub writer: T::Writer<'a>,
    /// The working state whose firings are at hand.
    pub state: Vec<u8>,
    /// A state that is looked for.
    packed: Vec<u8>,
    /// The states up to the level at hand.
    pub earlier: Arc<Earlier>,
    /// Whether a part of the steps may be enough in the level at hand.
    pub tries_parts: bool,
    /// Some of the states that parts have left out in the level at hand.
    pub sample: Sample,
    /// What the state in `state` claims of its successors.
    pub claim: Option<Claim>,
    /// The successors that firings have led to since it was cleared.
    pub pending: Pending,
    pub label: Vec<u8>,
    /// Instances of properties evaluated so far.
    pub evaluations: u32,
    /// Since the last time that somebody absorbed it.
    pub found: Found,
    pub counts: Counts,
    reported: Counts,
    /// How many steps each rule (by number) had a part in.
    pub fired: Vec<u64>,
    pub trail: Option<Trail>,
    /// Those of workers before an interruption.
    pub trails: Vec<Trail>,
    /// Where the graph is kept.
    pub log: Option<Log<R>>,
    /// States that are stored, and that nobody could ask anything as a limit was reached.
    pub unasked: Vec<StateIndex>,
}

impl<'a, S: Renaming + Conditions, R: Tracked, T: Store> Worker<'a, S, R, T> {
    pub fn new(
        scene: &'a Scene<'a, T>,
        system: S,
        rules: usize,
        log: Option<Log<R>>,
    ) -> Worker<'a, S, R, T> {
        let label_bytes = scene.liveness_instances().div_ceil(8);
        let trail = || Trail {
            states: Rows::new(1),
            labels: Rows::new(label_bytes.max(1)),
        };
        Worker {
            state: vec![0; system.state_size()],
            packed: vec![0; system.packed_size()],
            earlier: Arc::default(),
            tries_parts: false,
            sample: Sample::default(),
            claim: None,
            pending: Pending::new(system.packed_size()),
            label: vec![0; label_bytes.max(1)],
            evaluations: 0,
            writer: scene.store.writer(),
            scene,
            system,
            found: Found::new(scene.covers.len()),
            counts: Counts::default(),
            reported: Counts::default(),
            fired: vec![0; rules],
            trail: (!scene.liveness.is_empty()).then(trail),
            log,
            trails: Vec::new(),
            unasked: Vec::new(),
        }
    }

    /// All firings of initial rules, with their faults reported.
    pub fn fire_initial(&mut self, batch: &mut Batch, known: &Found) -> Result<(), LimitKind> {
        batch.limit(self.room_for_a_batch());
        self.system.initial(batch);
        self.is_whole(batch)?;
        self.state.fill(0);
        for (step, (firing, outcome)) in (0..).zip(batch.iter()) {
            match outcome {
                Outcome::State { state, .. } => self.wait(state, None, step),
                Outcome::Fault(fault) => self.report_fault(fault.clone(), None, firing, known),
                Outcome::Excluded => {}
            }
        }
        self.note_hits(batch, None, known);
        self.pending.end_batch(None);
        if let Some(log) = &mut self.log {
            log.begin();
        }
        Ok(())
    }

    /// All firings from the state in `self.state`, counted, with faults and deadlock reported.
    pub fn fire(
        &mut self,
        at: StateIndex,
        batch: &mut Batch,
        known: &Found,
    ) -> Result<(), LimitKind> {
        batch.limit(self.room_for_a_batch());
        self.take_steps(batch)?;
        let is_stuck = match batch.plain() {
            Some(steps) => self.take_plain(at, (steps, batch.states())),
            None => self.take_others(at, batch, known),
        };
        self.note_hits(batch, Some(at), known);
        self.pending.end_batch(self.claim);
        if let Some(log) = &mut self.log {
            log.leave(at, &self.state, batch);
        }
        for rule in batch.later_rules() {
            self.mark_fired(*rule);
        }
        if is_stuck && !self.system.may_end(&self.state) {
            self.report(ViolationKind::Deadlock, End::State(at), known);
        }
        Ok(())
    }

    /// Takes steps that all lead to states, which are pending then; whether nothing leads on.
    fn take_plain<'b>(
        &mut self,
        at: StateIndex,
        (steps, states): (
            impl ExactSizeIterator<Item = (Firing, &'b [u8])> + Clone,
            &'b [u8],
        ),
    ) -> bool {
        let count = steps.len();
        self.counts.transitions += count as u64;
        let mut staying = 0;
        for (firing, state) in steps.clone() {
            self.mark_fired(firing.rule);
            staying += usize::from(is_same(state, &self.state));
        }
        if staying == 0 || self.log.is_some() {
            let (parent, states) = (Some(at).into(), (states, count));
            self.pending
                .push_all(&self.system, states, parent, &self.writer);
        } else {
            for (step, (_, state)) in (0..).zip(steps) {
                if !is_same(state, &self.state) {
                    self.wait(state, Some(at), step);
                }
            }
        }
        match self.scene.deadlock {
            Deadlock::Off => false,
            Deadlock::Stuttering => staying == count,
            _ => count == 0,
        }
    }

    /// Takes steps of all kinds, and reports what fails; whether nothing leads on.
    fn take_others(&mut self, at: StateIndex, batch: &Batch, known: &Found) -> bool {
        let mode = self.scene.deadlock;
        let mut is_stuck = mode != Deadlock::Off;
        for (step, (firing, outcome)) in (0..).zip(batch.iter()) {
            self.mark_fired(firing.rule);
            is_stuck = is_stuck && !leads_on(mode, &self.state, outcome);
            match outcome {
                Outcome::State { state, .. } => {
                    self.counts.transitions += 1;
                    if state != self.state || self.log.is_some() {
                        self.wait(state, Some(at), step);
                    }
                }
                // A step that fails is no transition, though its rule was tried.
                Outcome::Fault(fault) => {
                    self.report_fault(fault.clone(), Some(at), firing, known);
                }
                Outcome::Excluded => self.counts.transitions += 1,
            }
        }
        is_stuck
    }

    /// The steps of a state, or a part of them where that is enough.
    fn take_steps(&mut self, batch: &mut Batch) -> Result<(), LimitKind> {
        batch.agree_to_part(self.tries_parts);
        self.successors(batch)?;
        if !self.tries_parts {
            self.counts.parts.untried += u64::from(self.scene.takes_parts());
            return Ok(());
        }
        let parts = &mut self.counts.parts;
        match batch.extent() {
            Extent::All => parts.all += 1,
            Extent::Interfering => parts.interfering += 1,
            Extent::Visible => parts.visible += 1,
            Extent::Part if self.is_enough(batch) => {
                self.counts.parts.part += 1;
                self.sample.add(&self.system, &self.state, batch);
            }
            Extent::Part => {
                self.counts.parts.ignoring += 1;
                if !batch.put_back() {
                    batch.agree_to_part(false);
                    self.successors(batch)?;
                }
            }
        }
        Ok(())
    }

    fn successors(&mut self, batch: &mut Batch) -> Result<(), LimitKind> {
        match &mut self.log {
            None => self.system.successors(&self.state, batch),
            Some(log) => log.scribe.successors(&mut self.system, &self.state, batch),
        }
        self.is_whole(batch)
    }

    /// Whether what a part of the steps leaves out is not ignored for ever.
    ///
    /// For questions about states some step of the part must lead to a later level: from there on
    /// one comes to later and later ones, until a state is expanded fully (the proviso of Bošnački,
    /// Leue and Lafuente, *Partial-order reduction for general state exploring algorithms*, 2006).
    /// For questions about runs all must: then each circle has a state that is expanded fully.
    /// Levels do not depend on threads.
    fn is_enough(&mut self, batch: &Batch) -> bool {
        let mut states = batch.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        if self.scene.fills_graph() {
            states.all(|state| self.leads_on(state))
        } else {
            states.any(|state| self.leads_on(state))
        }
    }

    /// Whether a state is stored.
    pub fn knows(&mut self, packed: &[u8]) -> bool {
        self.writer.find(packed).is_some()
    }

    /// Whether a state belongs to a later level.
    fn leads_on(&mut self, state: &[u8]) -> bool {
        self.system.pack(state, &mut self.packed);
        let earlier = &self.earlier;
        let is_earlier = |index| earlier.contains(index);
        !self.writer.is_earlier(&self.packed, is_earlier)
    }

    /// Takes the next of some states of a front in hand.
    #[inline]
    pub fn take_up(
        &mut self,
        ahead: &mut Ahead,
        states: &mut impl Iterator<Item = (usize, StateIndex)>,
        front: &Front,
    ) -> Option<StateIndex> {
        let (index, packed) = ahead.next(states, front, self.scene.store, &mut self.writer)?;
        self.system.unpack(packed, &mut self.state);
        self.claim = T::KEEPS_STATES.then(|| Claim::of(index, &fingerprint(packed)));
        Some(index)
    }

    /// The indices that it will use next.
    pub fn in_hand(&self) -> Range<u32> {
        self.writer.in_hand()
    }

    /// Notes the covers that firings hit and nobody has hit before.
    fn note_hits(&mut self, batch: &Batch, parent: Option<StateIndex>, known: &Found) {
        for (firing, property) in batch.hits() {
            let mut covers = self.scene.covers.iter();
            let cover = covers.position(|cover| cover.property == *property);
            let Some(number) = cover.filter(|number| known.covers[*number].is_none()) else {
                continue;
            };
            let firing = *firing;
            self.found
                .hit(number, End::Firing { parent, firing }, &self.state);
        }
    }

    /// For each thread: its successors will be pending, the executor has them twice, and the store
    /// wants to grow too.
    fn room_for_a_batch(&self) -> Option<u64> {
        let threads = self.scene.threads(true) as u64;
        let left = self.scene.quota.left();
        left.map(|left| left / (4 * threads))
    }

    fn is_whole(&self, batch: &Batch) -> Result<(), LimitKind> {
        match batch.cut() {
            None => Ok(()),
            Some(Cut::Spent) => Err(self.scene.watch.reason()),
            Some(Cut::Memory) => Err(LimitKind::Memory),
        }
    }

    fn wait(&mut self, state: &[u8], parent: Option<StateIndex>, step: u32) {
        let parent = parent.into();
        let source = Source { parent, step };
        self.pending.push(&self.system, state, source, &self.writer);
    }

    fn mark_fired(&mut self, rule: RuleId) {
        if let Some(fired) = self.fired.get_mut(rule.index()) {
            *fired += 1;
        }
    }

    #[cold]
    fn report_fault(
        &mut self,
        fault: Fault,
        parent: Option<StateIndex>,
        firing: Firing,
        known: &Found,
    ) {
        if self.scene.concerns(&fault) {
            let kind = ViolationKind::Fault(Box::new(fault));
            self.report(kind, End::Firing { parent, firing }, known);
        }
    }

    /// Reports a violation that the state in `self.state` shows.
    fn report(&mut self, kind: ViolationKind, end: End, known: &Found) {
        let evidence = Evidence::Violation(kind);
        if !known.has(&evidence) {
            self.found.report(evidence, end, &self.state);
        }
    }

    /// Stores all pending successors; their results say which are new.
    pub fn store_pending(&mut self) -> Result<(), LimitKind> {
        self.pending.store(&mut self.writer);
        let pending = mem::take(&mut self.pending);
        let mut noted = Ok(());
        for inserted in &pending.results {
            match inserted {
                Inserted::New(_) => self.counts.states += 1,
                Inserted::Known(_) => {}
                Inserted::Full(limit) => noted = noted.and(Err(*limit)),
            }
        }
        if let Some(log) = &mut self.log {
            log.arrive(&pending);
        }
        self.pending = pending;
        noted
    }

    /// Stores one state; says which one it is, and whether it is new.
    pub fn store(
        &mut self,
        packed: &[u8],
        parent: Option<StateIndex>,
    ) -> Result<(StateIndex, bool), LimitKind> {
        let inserted = self.writer.insert(packed, parent);
        self.note(inserted)?;
        match inserted {
            Inserted::New(index) => Ok((index, true)),
            Inserted::Known(index) => Ok((index, false)),
            Inserted::Full(limit) => Err(limit),
        }
    }

    /// Counts a state that is new.
    fn note(&mut self, inserted: Inserted) -> Result<(), LimitKind> {
        match inserted {
            Inserted::New(_) => {
                self.counts.states += 1;
                Ok(())
            }
            Inserted::Known(_) => Ok(()),
            Inserted::Full(limit) => Err(limit),
        }
    }

    /// Adds what was counted since the last time to the shared progress.
    pub fn show_progress(&mut self) {
        let progress = self.scene.watch.progress;
        let (now, before) = (&self.counts, &self.reported);
        progress
            .states
            .fetch_add(now.states - before.states, Relaxed);
        let transitions = now.transitions - before.transitions;
        progress.transitions.fetch_add(transitions, Relaxed);
        progress.bytes.store(self.scene.quota.bytes(), Relaxed);
        self.reported = self.counts.clone();
    }
}
