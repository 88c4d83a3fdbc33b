//! A worker: one clone of the system with its buffers, which fires rules from stored states and stores
//! and inspects what they lead to. Breadth first and depth first search differ only in the order of
//! their calls.

use crate::deadlock::is_deadlock;
use crate::found::{End, Found};
use crate::rows::Rows;
use crate::scene::Scene;
use crate::store::{Inserted, Origin, StateIndex, Store};
use crate::{LimitKind, ViolationKind};
use cranelift_entity::EntityRef;
use std::mem;
use std::sync::atomic::Ordering::Relaxed;
use weyl_ir::RuleId;
use weyl_system::{Batch, Cut, Firing, Outcome, TransitionSystem};

/// What a worker has counted since the search began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub states: u64,
    pub transitions: u64,
}

/// What the decision of liveness needs.
#[derive(Debug)]
pub(crate) struct Trail {
    /// Pairs of indices, without loops.
    pub edges: Rows<u32>,
    /// For each stored state its index (4 bytes), and a bit for each instance of a liveness property.
    pub labels: Rows<u8>,
}

pub(crate) struct Worker<'a, S, T> {
    pub scene: &'a Scene<'a, T>,
    pub system: S,
    batch: Batch,
    /// The working state whose firings are at hand.
    pub state: Vec<u8>,
    pub packed: Vec<u8>,
    pub label: Vec<u8>,
    /// Instances of properties evaluated so far.
    pub evaluations: u32,
    /// Since the last time that somebody absorbed it.
    pub found: Found,
    pub counts: Counts,
    reported: Counts,
    /// By number of the rule.
    pub fired: Vec<bool>,
    pub trail: Option<Trail>,
}

impl<'a, S: TransitionSystem, T: Store> Worker<'a, S, T> {
    pub fn new(scene: &'a Scene<'a, T>, system: S, rules: usize) -> Worker<'a, S, T> {
        let label_bytes = 4 + scene.liveness_instances().div_ceil(8);
        let trail = || Trail {
            edges: Rows::new(2),
            labels: Rows::new(label_bytes),
        };
        Worker {
            state: vec![0; system.state_size()],
            packed: vec![0; system.packed_size()],
            label: vec![0; label_bytes],
            evaluations: 0,
            scene,
            system,
            batch: Batch::default(),
            found: Found::new(scene.covers.len()),
            counts: Counts::default(),
            reported: Counts::default(),
            fired: vec![false; rules],
            trail: (!scene.liveness.is_empty()).then(trail),
        }
    }

    /// All firings of initial rules, with their faults reported. The batch must be handed back.
    pub fn fire_initial(&mut self, known: &Found) -> Result<Batch, LimitKind> {
        let mut batch = mem::take(&mut self.batch);
        batch.limit(self.scene.budget.left());
        self.system.initial(&mut batch);
        self.is_whole(&batch)?;
        self.state.fill(0);
        self.report_faults(None, &batch, known);
        Ok(batch)
    }

    /// All firings from the state in `self.state`, counted, with faults and deadlock reported. The
    /// batch must be handed back.
    pub fn fire(&mut self, at: StateIndex, known: &Found) -> Result<Batch, LimitKind> {
        let mut batch = mem::take(&mut self.batch);
        batch.limit(self.scene.budget.left());
        self.system.successors(&self.state, &mut batch);
        self.is_whole(&batch)?;
        for (firing, outcome) in batch.iter() {
            self.count(firing, outcome);
        }
        for rule in batch.later_rules() {
            self.mark_fired(*rule);
        }
        self.report_faults(Some(at), &batch, known);
        let is_deadlock = is_deadlock(self.scene.task.deadlock, &self.state, &batch);
        if is_deadlock && !self.system.may_end(&self.state) {
            self.report(ViolationKind::Deadlock, End::State(at), known);
        }
        Ok(batch)
    }

    fn is_whole(&self, batch: &Batch) -> Result<(), LimitKind> {
        match batch.cut() {
            None => Ok(()),
            Some(Cut::Alarm) => Err(self.scene.watch.reason()),
            Some(Cut::Memory) => Err(LimitKind::Memory),
        }
    }

    pub fn hand_back(&mut self, batch: Batch) {
        self.batch = batch;
    }

    /// A step that fails is no transition, though its rule was tried.
    fn count(&mut self, firing: Firing, outcome: Outcome<'_>) {
        self.counts.transitions += u64::from(!matches!(outcome, Outcome::Fault(_)));
        self.mark_fired(firing.rule);
    }

    fn mark_fired(&mut self, rule: RuleId) {
        if let Some(fired) = self.fired.get_mut(rule.index()) {
            *fired = true;
        }
    }

    fn report_faults(&mut self, parent: Option<StateIndex>, batch: &Batch, known: &Found) {
        for (step, (_, outcome)) in (0..).zip(batch.iter()) {
            if let Outcome::Fault(fault) = outcome {
                let origin = Origin {
                    parent: parent.into(),
                    step,
                };
                let kind = ViolationKind::Fault(Box::new(fault.clone()));
                self.report(kind, End::Firing(origin), known);
            }
        }
    }

    /// Reports a violation that the state in `self.state` shows.
    fn report(&mut self, kind: ViolationKind, end: End, known: &Found) {
        if !known.has(&kind) {
            self.found.report(kind, end, &self.state);
        }
    }

    /// Stores the state in `self.packed`; says whether it is new.
    pub fn store(&mut self, origin: Origin) -> Result<(StateIndex, bool), LimitKind> {
        let (index, is_new) = match self.scene.store.insert(&self.packed, origin) {
            Inserted::New(index) => (index, true),
            Inserted::Known(index) => (index, false),
            Inserted::Full(limit) => return Err(limit),
        };
        self.counts.states += u64::from(is_new);
        if let (Some(trail), Some(parent)) = (&mut self.trail, origin.parent.expand()) {
            self.scene.budget.charge(trail.edges.growth())?;
            trail.edges.push(&[parent.as_u32()], &[index.as_u32()]);
        }
        Ok((index, is_new))
    }

    /// Unpacks a stored state into `self.state`.
    pub fn load(&mut self, index: StateIndex) {
        self.scene.store.read(index, &mut self.packed);
        self.system.unpack(&self.packed, &mut self.state);
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
        progress.bytes.store(self.scene.budget.bytes(), Relaxed);
        self.reported = self.counts.clone();
    }
}
