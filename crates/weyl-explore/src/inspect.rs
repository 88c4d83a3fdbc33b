//! What a new state is asked: invariants, covers that were not hit yet, and the conditions of
//! liveness.

use crate::LimitKind;
use crate::found::{End, Evidence, Found};
use crate::graph::Tracked;
use crate::scene::Numbered;
use crate::store::{StateIndex, Store};
use crate::worker::Worker;
use weyl_ir::PropertyId;
use weyl_system::{Conditions, Renaming, TemporalQuestion, ViolationKind};
use weyl_temporal::Guard;

/// Instances of properties between two looks at the clock: a ruleset can have millions of them.
const EVALUATIONS: u32 = 1024;

/// A new state, and what was known before the level in which it was found.
#[derive(Clone, Copy)]
pub(crate) struct Arrival<'s> {
    pub index: StateIndex,
    pub state: &'s [u8],
    pub known: &'s Found,
}

impl<S: Renaming + Conditions, R: Tracked, T: Store> Worker<'_, S, R, T> {
    /// Whether new states are asked anything at all.
    pub fn is_curious(&self) -> bool {
        let scene = self.scene;
        !scene.invariants.is_empty()
            || !scene.covers.is_empty()
            || !scene.bad_states.is_empty()
            || self.trail.is_some()
    }

    pub fn inspect(&mut self, new: Arrival<'_>) -> Result<(), LimitKind> {
        let scene = self.scene;
        for numbered in &scene.invariants {
            self.check_invariant(*numbered, new)?;
        }
        for (number, numbered) in scene.covers.iter().enumerate() {
            // Hits of this level do not count: whether the condition fails in another state of the
            // level must not depend on the order of inspection.
            if new.known.covers[number].is_none() && self.is_covered(*numbered, new)? {
                self.found.hit(number, End::State(new.index), new.state);
            }
        }
        for (question, temporal) in &scene.bad_states {
            self.look_for_bad_state(*question, temporal, new)?;
        }
        if self.trail.is_some() {
            self.label(new)?;
        }
        Ok(())
    }

    /// Evaluates one instance; a condition that fails is a violation, and does not hold.
    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        new: Arrival<'_>,
    ) -> Result<Option<bool>, LimitKind> {
        self.evaluations = self.evaluations.wrapping_add(1);
        if self.evaluations.is_multiple_of(EVALUATIONS) {
            self.scene.watch.go_on()?;
        }
        match self.system.holds(property, instance, new.state) {
            Ok(holds) => Ok(Some(holds)),
            Err(fault) if fault.is_interruption() => Err(self.scene.watch.reason()),
            Err(fault) => {
                let kind = ViolationKind::StateFault { property, fault };
                self.report_at(Evidence::Violation(kind), new);
                Ok(None)
            }
        }
    }

    fn report_at(&mut self, evidence: Evidence, new: Arrival<'_>) {
        if !new.known.has(&evidence) {
            self.found
                .report(evidence, End::State(new.index), new.state);
        }
    }

    fn check_invariant(&mut self, numbered: Numbered, new: Arrival<'_>) -> Result<(), LimitKind> {
        let property = numbered.property;
        // Instances have no order: one that is false hides none that fails, nor the other way
        // round.
        let (mut is_false, mut fails) = (false, false);
        for instance in 0..numbered.instances {
            match self.holds(property, instance, new)? {
                Some(false) if !is_false => {
                    let kind = ViolationKind::Invariant { property, instance };
                    self.report_at(Evidence::Violation(kind), new);
                    is_false = true;
                }
                Some(_) => {}
                None => fails = true,
            }
            if is_false && fails {
                break;
            }
        }
        Ok(())
    }

    fn is_covered(&mut self, numbered: Numbered, new: Arrival<'_>) -> Result<bool, LimitKind> {
        for instance in 0..numbered.instances {
            if self.holds(numbered.property, instance, new)? == Some(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an observer that waits comes to its end here.
    fn look_for_bad_state(
        &mut self,
        question: usize,
        temporal: &TemporalQuestion,
        new: Arrival<'_>,
    ) -> Result<(), LimitKind> {
        for &instance in &temporal.instances {
            if temporal.evaluates_all {
                for atom in &temporal.atoms {
                    self.holds(*atom, instance.into(), new)?;
                }
            }
            let edges = &temporal.observer.states[0].edges;
            for edge in edges {
                let is_open = self.is_open(temporal, &edge.guard, instance.into(), new)?;
                if is_open && temporal.observer.states[edge.target].is_end {
                    self.report_at(Evidence::BadPrefix { question, instance }, new);
                }
            }
        }
        Ok(())
    }

    fn is_open(
        &mut self,
        temporal: &TemporalQuestion,
        guard: &Guard,
        instance: u64,
        new: Arrival<'_>,
    ) -> Result<bool, LimitKind> {
        for atom in &guard.all {
            if self.holds(temporal.atoms[*atom], instance, new)? != Some(true) {
                return Ok(false);
            }
        }
        for atom in &guard.none {
            if self.holds(temporal.atoms[*atom], instance, new)? != Some(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn label(&mut self, new: Arrival<'_>) -> Result<(), LimitKind> {
        let scene = self.scene;
        self.label.fill(0);
        let mut bit = 0;
        for asked in &scene.liveness {
            for instance in &asked.instances {
                if self.holds(asked.property, *instance, new)? == Some(true) {
                    self.label[bit / 8] |= 1 << (bit % 8);
                }
                bit += 1;
            }
        }
        if let Some(trail) = &mut self.trail {
            let growth = trail.labels.growth() + trail.states.growth();
            scene.quota.charge(growth)?;
            trail.labels.push(&self.label, &[]);
            trail.states.push(&[new.index], &[]);
        }
        Ok(())
    }
}
