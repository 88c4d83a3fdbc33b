//! Replay: a run that a search found is executed again, rule by rule, and its end is checked.
//!
//! The replay shares nothing with the search but the reference interpreter: no store, no packed
//! states, no parents, no reduction.

use crate::record::{Recorder, Step, StepResult};
use weyl_ir::PropertyId;
use weyl_system::{Fault, Firing};

/// What a run is said to end in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The condition is false in the last state.
    False { property: PropertyId, instance: u64 },
    /// The condition is true in the last state, for some parameters, or the last step hits it.
    Reached { property: PropertyId },
    /// The last step fails.
    StepFails(Box<Fault>),
    /// The condition can't be evaluated in the last state.
    NotEvaluable {
        property: PropertyId,
        fault: Box<Fault>,
    },
    /// The last state has no step, and is no proper end.
    Stuck,
    /// The last state has no step to another state.
    Stuttering,
    /// The run as a whole violates a temporal property.
    Temporal,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("step {step} of the run is not enabled when it is replayed")]
    NotEnabled { step: usize },
    #[error("step {step} of the run has no state after it when it is replayed")]
    EndsEarly { step: usize },
    #[error("the run replays, but does not end as claimed: {claim:?}")]
    ClaimFails { claim: Ending },
    #[error("a cycle of the reduced program does not close in the program as it was written")]
    NotClosed,
    #[error("a state that satisfies the property is reachable from the end of the run after all")]
    RegionIsLeft,
}

/// A run of the unreduced system that was executed and whose end was checked. Only [`replay`] and
/// [`replay_lasso`](crate::replay_lasso) make one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    pub start: Step,
    pub steps: Vec<Step>,
    pub claim: Ending,
    /// The step with which a part begins that is repeated for ever; if there is none with this
    /// number, the last state repeats.
    pub cycle_start: Option<usize>,
}

impl Trace {
    pub fn last(&self) -> &Step {
        self.steps.last().unwrap_or(&self.start)
    }

    /// What fails at the end, if anything does.
    pub fn failure(&self) -> Option<&Fault> {
        match &self.claim {
            Ending::StepFails(fault) | Ending::NotEvaluable { fault, .. } => Some(fault),
            Ending::False { .. }
            | Ending::Reached { .. }
            | Ending::Stuck
            | Ending::Stuttering
            | Ending::Temporal => None,
        }
    }

    /// How many firings there are after the initial one.
    pub fn firings(&self) -> usize {
        let first = self.steps.iter().filter(|step| !step.continues);
        first.count()
    }

    /// The initial step and all others.
    pub fn all_steps(&self) -> impl Iterator<Item = &Step> {
        std::iter::once(&self.start).chain(&self.steps)
    }
}

/// Executes the firings and checks the claim on what they lead to.
pub fn replay(
    recorder: &mut Recorder<'_>,
    start: Firing,
    firings: &[Firing],
    claim: Ending,
) -> Result<Trace, ReplayError> {
    let start = recorder.start(start);
    let start = start.ok_or(ReplayError::NotEnabled { step: 0 })?;
    let mut steps: Vec<Step> = Vec::with_capacity(firings.len());
    for (number, firing) in firings.iter().enumerate() {
        let before = steps.last().unwrap_or(&start).state();
        let before = before.ok_or(ReplayError::EndsEarly { step: number })?;
        let next = recorder.steps(before, *firing);
        steps.extend(next.ok_or(ReplayError::NotEnabled { step: number + 1 })?);
    }
    let mut trace = Trace {
        start,
        steps,
        claim,
        cycle_start: None,
    };
    show_claimed_failure(&mut trace);
    if claim_is_met(recorder, trace.last(), &trace.claim) {
        Ok(trace)
    } else {
        Err(ReplayError::ClaimFails { claim: trace.claim })
    }
}

/// Of several failures of the last step the claimed one is shown.
fn show_claimed_failure(trace: &mut Trace) {
    let last = trace.steps.last_mut().unwrap_or(&mut trace.start);
    if let Ending::StepFails(fault) = &trace.claim
        && last.failures.contains(fault)
    {
        last.result = StepResult::Fault(fault.clone());
    }
}

fn claim_is_met(recorder: &mut Recorder<'_>, last: &Step, claim: &Ending) -> bool {
    match (&last.result, claim) {
        (StepResult::State(_) | StepResult::Fault(_), Ending::Reached { property })
            if last.hits.contains(property) =>
        {
            true
        }
        (StepResult::Fault(found), Ending::StepFails(fault)) => found == fault,
        (StepResult::State(state), claim) => state_meets(recorder, state, claim),
        _ => false,
    }
}

fn state_meets(recorder: &mut Recorder<'_>, state: &[u8], claim: &Ending) -> bool {
    match claim {
        Ending::False { property, instance } => {
            recorder.holds(*property, *instance, state) == Ok(false)
        }
        Ending::Reached { property } => {
            let mut instances = 0..recorder.instances(*property);
            instances.any(|instance| recorder.holds(*property, instance, state) == Ok(true))
        }
        Ending::NotEvaluable { property, fault } => {
            let mut instances = 0..recorder.instances(*property);
            let fails = Err(fault.clone());
            instances.any(|instance| recorder.holds(*property, instance, state) == fails)
        }
        Ending::Stuck => recorder.ways_on(state).is_empty() && !recorder.may_end(state),
        Ending::Stuttering => {
            let ways = recorder.ways_on(state);
            ways.iter().all(|way| way.as_deref() == Some(state))
        }
        Ending::StepFails(_) | Ending::Temporal => false,
    }
}
