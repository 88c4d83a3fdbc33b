//! Completing: a run of a reduced program becomes a run of the program as it was written.
//!
//! Reductions keep the numbers of rules and processes. What happens in a run of the reduced program
//! is a list of rules, each with who executes it, and the same list is a run of the program as it
//! was written: there it may take more turns, since what was merged is a step again, and states
//! have values that were forgotten.

use crate::claim::claim_at;
use crate::lasso::{ClaimedLasso, TemporalClaim};
use crate::lift::ClaimedRun;
use crate::others::let_others_act;
use crate::replay::{Ending, ReplayError};
use crate::staying::staying;
use weyl_budget::go_on;
use weyl_system::{Fault, FaultKind, Fired, FiredOutcome, Firing, Interpreter, Program};

/// Rounds after which a cycle that has not come back may be given up: what is forgotten in a state
/// is written before it is read, so that after one round all of it is known. Beside a slice
/// something may be counted.
const MOST_ROUNDS: usize = 8;

/// Steps of rounds after which it is given up.
const MOST_STEPS: usize = 4_000;

/// Carries runs of a reduced program to the program as it was written.
pub struct Completion<'p> {
    reduced: Interpreter<'p>,
    written: Interpreter<'p>,
}

/// Where a run stands in both programs.
#[derive(Clone)]
pub(crate) struct Position {
    pub reduced: Vec<u8>,
    pub written: Vec<u8>,
    /// The turns so far, as they are written.
    pub steps: Vec<Firing>,
}

/// Who acts in the rounds of a lasso.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acting {
    /// Those who act in the reduced program.
    These,
    /// Those of whom nothing is left there, too.
    All,
}

impl<'p> Completion<'p> {
    pub fn new(reduced: &'p Program, written: &'p Program) -> Completion<'p> {
        Completion {
            reduced: Interpreter::new(reduced),
            written: Interpreter::new(written),
        }
    }

    pub fn run(&mut self, run: ClaimedRun) -> Result<ClaimedRun, ReplayError> {
        let Some(mut at) = self.start(run.start) else {
            // The initial rule itself fails.
            return Ok(run);
        };
        let Some((last, before)) = run.steps.split_last() else {
            let claim = claim_at(&mut self.written, &at.written, run.claim);
            return Ok(ClaimedRun { claim, ..run });
        };
        for (number, firing) in before.iter().enumerate() {
            self.step(&mut at, *firing, number + 1)?;
        }
        let claim = match run.claim {
            Ending::StepFails(fault) => {
                Ending::StepFails(self.failing(&mut at, *last, &fault, run.steps.len())?)
            }
            // A step that hits a cover may fail after that.
            Ending::Reached { .. } if self.leads_nowhere(&at, *last) => {
                at.steps.push(*last);
                run.claim
            }
            claim => {
                self.step(&mut at, *last, run.steps.len())?;
                claim_at(&mut self.written, &at.written, claim)
            }
        };
        Ok(ClaimedRun {
            start: run.start,
            steps: at.steps,
            claim,
        })
    }

    /// The cycle is walked until the program as it was written comes back as well.
    pub fn lasso(
        &mut self,
        lasso: &ClaimedLasso,
        acting: Acting,
    ) -> Result<ClaimedLasso, ReplayError> {
        let not_enabled = ReplayError::NotEnabled { step: 0 };
        let mut at = self.start(lasso.start).ok_or(not_enabled)?;
        let prefix = lasso.back.unwrap_or(lasso.steps.len());
        let (there, round) = lasso.steps.split_at(prefix);
        for (number, firing) in there.iter().enumerate() {
            self.step(&mut at, *firing, number + 1)?;
        }
        let mut back = lasso.back.map(|_| at.steps.len());
        let is_round = !round.is_empty() || acting == Acting::All && back.is_some();
        if is_round {
            back = Some(self.rounds(&mut at, (round, prefix), acting)?);
        }
        Ok(ClaimedLasso {
            start: lasso.start,
            steps: at.steps,
            back,
        })
    }

    /// The same for a run whose last state repeats though others could go on; `None` if no run of
    /// the program is found that stays there for the property.
    pub fn staying(
        &mut self,
        lasso: &ClaimedLasso,
        question: TemporalClaim<'_>,
        repeats_ends: bool,
    ) -> Result<Option<ClaimedLasso>, ReplayError> {
        let lasso = self.lasso(lasso, Acting::These)?;
        staying(&mut self.written, &lasso, question, repeats_ends)
    }

    /// Goes round until a state comes back; where in the run it was first.
    fn rounds(
        &mut self,
        at: &mut Position,
        (round, before): (&[Firing], usize),
        acting: Acting,
    ) -> Result<usize, ReplayError> {
        let first = at.steps.len();
        let mut turns = vec![(at.written.clone(), first)];
        while turns.len() <= MOST_ROUNDS || at.steps.len() - first < MOST_STEPS {
            for (number, firing) in round.iter().enumerate() {
                self.step(at, *firing, before + number + 1)?;
            }
            if acting == Acting::All {
                let_others_act(&mut self.reduced, &mut self.written, at);
            }
            let mut known = turns.iter();
            if let Some((_, steps)) = known.find(|(state, _)| *state == at.written) {
                return Ok(*steps);
            }
            turns.push((at.written.clone(), at.steps.len()));
        }
        Err(ReplayError::NotClosed)
    }

    fn start(&mut self, firing: Firing) -> Option<Position> {
        let reduced = state(&self.reduced.fire_start(firing)?)?.to_vec();
        let written = state(&self.written.fire_start(firing)?)?.to_vec();
        Some(Position {
            reduced,
            written,
            steps: Vec::new(),
        })
    }

    fn step(
        &mut self,
        at: &mut Position,
        firing: Firing,
        number: usize,
    ) -> Result<(), ReplayError> {
        go_on();
        let not_enabled = ReplayError::NotEnabled { step: number };
        let fired = self.reduced.fire(&at.reduced, firing);
        let fired = fired.ok_or(not_enabled.clone())?;
        let after = state(&fired).ok_or(not_enabled.clone())?;
        let path = path(&fired);
        let mut left = &path[..];
        while !left.is_empty() {
            let turn = self.turn(&at.written, left);
            let (firing, length, after) = turn.ok_or(not_enabled.clone())?;
            at.written = after;
            at.steps.push(firing);
            left = &left[length..];
        }
        at.reduced = after.to_vec();
        Ok(())
    }

    /// Whether a rule that is a step by itself does not lead to a state.
    fn leads_nowhere(&mut self, at: &Position, firing: Firing) -> bool {
        let is_step = !self.written.program().model.has_processes();
        let fired = self.reduced.fire(&at.reduced, firing);
        is_step && fired.is_some_and(|fired| state(&fired).is_none())
    }

    /// A turn that begins a path: how much of it, and where it leads.
    fn turn(&mut self, from: &[u8], path: &[Firing]) -> Option<(Firing, usize, Vec<u8>)> {
        let mut turns = self.turns(from, path).into_iter();
        turns.find_map(|(firing, fired)| {
            let after = state(&fired)?.to_vec();
            Some((firing, fired.microsteps.len(), after))
        })
    }

    /// All turns whose rules are the first of a path.
    fn turns(&mut self, from: &[u8], path: &[Firing]) -> Vec<(Firing, Fired)> {
        if !self.written.program().model.has_processes() {
            let fired = path.first().and_then(|firing| {
                let fired = self.written.fire(from, *firing)?;
                Some((*firing, fired))
            });
            return fired.into_iter().collect();
        }
        let mut turns = self.written.turns(from);
        turns.retain(|(_, fired)| {
            let own = fired.microsteps.iter().map(|step| step.firing);
            let first = path.get(..fired.microsteps.len());
            first.is_some_and(|first| own.eq(first.iter().copied()))
        });
        turns
    }

    /// The last step, which fails in the program as it was written as well.
    fn failing(
        &mut self,
        at: &mut Position,
        firing: Firing,
        fault: &Fault,
        number: usize,
    ) -> Result<Box<Fault>, ReplayError> {
        let not_enabled = ReplayError::NotEnabled { step: number };
        let fired = self.reduced.fire(&at.reduced, firing);
        let path = path(&fired.ok_or(not_enabled.clone())?);
        let mut left = &path[..];
        loop {
            if let Some((firing, fault)) = self.failing_turn(&at.written, left, fault) {
                at.steps.push(firing);
                return Ok(fault);
            }
            let turn = self.turn(&at.written, left);
            let (firing, length, after) = turn.ok_or(not_enabled.clone())?;
            at.written = after;
            at.steps.push(firing);
            left = &left[length..];
        }
    }

    /// A turn along a whole path that fails as is claimed.
    fn failing_turn(
        &mut self,
        from: &[u8],
        path: &[Firing],
        fault: &Fault,
    ) -> Option<(Firing, Box<Fault>)> {
        if let FaultKind::Endless = fault.kind {
            return self.endless_turn(from, path);
        }
        let turns = self.turns(from, path).into_iter();
        let failing = turns.flat_map(|(firing, fired)| {
            let is_whole = fired.microsteps.len() == path.len();
            let own = match fired.outcome {
                FiredOutcome::Fault(own) => Some(*own),
                FiredOutcome::State(_) | FiredOutcome::Excluded => None,
            };
            let all = own.into_iter().chain(fired.failures);
            let all = all.filter(move |_| is_whole);
            all.filter_map(move |own| Some((own.distance(fault)?, firing, Box::new(own))))
        });
        let nearest = failing.min_by_key(|(distance, ..)| *distance);
        nearest.map(|(_, firing, fault)| (firing, fault))
    }
}

impl Completion<'_> {
    /// A turn that never ends, as the path does. How long it takes to come back depends on what was
    /// forgotten; how it begins does not.
    fn endless_turn(&mut self, from: &[u8], path: &[Firing]) -> Option<(Firing, Box<Fault>)> {
        let turns = self.written.turns(from).into_iter();
        let mut endless = turns.filter_map(|(firing, fired)| match fired.outcome {
            FiredOutcome::Fault(fault) if matches!(fault.kind, FaultKind::Endless) => {
                let first = fired.microsteps.first()?.firing;
                (path.first() == Some(&first)).then_some((firing, fault))
            }
            FiredOutcome::Fault(_) | FiredOutcome::State(_) | FiredOutcome::Excluded => None,
        });
        endless.next()
    }
}

/// The rules of a firing, each with who executes it.
fn path(fired: &Fired) -> Vec<Firing> {
    fired.microsteps.iter().map(|step| step.firing).collect()
}

fn state(fired: &Fired) -> Option<&[u8]> {
    match &fired.outcome {
        FiredOutcome::State(state) => Some(state),
        FiredOutcome::Fault(_) | FiredOutcome::Excluded => None,
    }
}
