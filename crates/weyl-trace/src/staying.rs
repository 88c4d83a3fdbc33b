//! Runs in which nothing happens any more that a property sees.
//!
//! A slice does not see what the rest of the program does: there every state may repeat. A run that
//! ends so is one of the program only if that goes on for ever as well, or comes to an end, and the
//! propositions stay what they are. This is looked for in the program as it was written, from the
//! last state of the run.

use crate::lasso::{ClaimedLasso, TemporalClaim};
use crate::replay::ReplayError;
use std::collections::HashMap;
use weyl_budget::go_on;
use weyl_ir::PropertyId;
use weyl_system::{Batch, Conditions, Firing, Interpreter, Outcome, System};

/// States that are looked at; beyond them nothing is found.
const MOST_STATES: usize = 10_000;

/// Part of the states that can be reached without a change of the propositions, each with how it
/// was reached.
struct Region {
    states: Vec<Vec<u8>>,
    from: Vec<Option<(usize, Firing)>>,
    /// Between these states.
    steps: Vec<Vec<(Firing, usize)>>,
    /// A state in which nothing can happen.
    end: Option<usize>,
}

/// Where the last state of a run repeats, a run of the program instead that stays there for the
/// property, if one is found.
pub(crate) fn staying(
    interpreter: &mut Interpreter<'_>,
    run: &ClaimedLasso,
    question: TemporalClaim<'_>,
    repeats_ends: bool,
) -> Result<Option<ClaimedLasso>, ReplayError> {
    let last = last_state(interpreter, run)?;
    let region = Region::around(interpreter, last, question);
    let end = region.end.filter(|_| repeats_ends);
    let found = match (end, region.circle()) {
        (Some(end), _) => Some((region.way_to(end), None)),
        (None, Some((way, back))) => Some((way, Some(back))),
        (None, None) => None,
    };
    Ok(found.map(|(way, back)| {
        let before = run.steps.len();
        let steps: Vec<Firing> = run.steps.iter().copied().chain(way).collect();
        ClaimedLasso {
            start: run.start,
            back: Some(back.map_or(steps.len(), |back| before + back)),
            steps,
        }
    }))
}

fn last_state(
    interpreter: &mut Interpreter<'_>,
    run: &ClaimedLasso,
) -> Result<Vec<u8>, ReplayError> {
    let mut batch = Batch::default();
    interpreter.initial(&mut batch);
    let mut state = after(&batch, run.start).ok_or(ReplayError::NotEnabled { step: 0 })?;
    for (number, firing) in run.steps.iter().enumerate() {
        interpreter.successors(&state, &mut batch);
        let step = number + 1;
        state = after(&batch, *firing).ok_or(ReplayError::NotEnabled { step })?;
    }
    Ok(state)
}

/// Where a firing leads.
fn after(batch: &Batch, firing: Firing) -> Option<Vec<u8>> {
    let mut own = batch.iter().filter(|(other, _)| *other == firing);
    own.find_map(|(_, outcome)| state(outcome))
}

fn state(outcome: Outcome<'_>) -> Option<Vec<u8>> {
    match outcome {
        Outcome::State { state, .. } => Some(state.to_vec()),
        Outcome::Fault(_) | Outcome::Excluded => None,
    }
}

/// What the propositions are in a state; none where they make no sense.
fn letter(
    interpreter: &mut Interpreter<'_>,
    question: TemporalClaim<'_>,
    state: &[u8],
) -> Vec<Option<bool>> {
    let atoms = question.atoms.iter();
    let holds = |atom: &PropertyId| interpreter.holds(*atom, question.instance, state).ok();
    atoms.map(holds).collect()
}

impl Region {
    /// Breadth first, to the first end.
    fn around(
        interpreter: &mut Interpreter<'_>,
        first: Vec<u8>,
        question: TemporalClaim<'_>,
    ) -> Region {
        let wanted = letter(interpreter, question, &first);
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut region = Region {
            states: vec![first],
            from: vec![None],
            steps: Vec::new(),
            end: None,
        };
        let mut batch = Batch::default();
        while region.steps.len() < region.states.len() && region.end.is_none() {
            go_on();
            let at = region.steps.len();
            interpreter.successors(&region.states[at], &mut batch);
            let mut outcomes = batch.iter();
            if outcomes.all(|(_, outcome)| matches!(outcome, Outcome::Excluded)) {
                region.end = Some(at);
            }
            let mut steps = Vec::new();
            for (firing, outcome) in batch.iter() {
                let Some(next) = state(outcome) else { continue };
                if let Some(number) = numbers.get(&next) {
                    steps.push((firing, *number));
                } else if region.states.len() < MOST_STATES
                    && letter(interpreter, question, &next) == wanted
                {
                    let number = region.states.len();
                    numbers.insert(next.clone(), number);
                    region.states.push(next);
                    region.from.push(Some((at, firing)));
                    steps.push((firing, number));
                }
            }
            region.steps.push(steps);
        }
        region
    }

    fn way_to(&self, state: usize) -> Vec<Firing> {
        let back = std::iter::successors(self.from[state], |(before, _)| self.from[*before]);
        let mut way: Vec<Firing> = back.map(|(_, firing)| firing).collect();
        way.reverse();
        way
    }

    /// A way to a state that comes back, and round; with the step at which the circle begins.
    fn circle(&self) -> Option<(Vec<Firing>, usize)> {
        let goes_on = self.going_on();
        let first = goes_on.iter().position(|goes_on| *goes_on)?;
        let mut way = self.way_to(first);
        let mut met = HashMap::from([(first, way.len())]);
        let mut at = first;
        loop {
            let mut steps = self.steps[at].iter();
            let (firing, next) = *steps.find(|(_, next)| goes_on[*next])?;
            way.push(firing);
            if let Some(back) = met.insert(next, way.len()) {
                return Some((way, back));
            }
            at = next;
        }
    }

    /// States from which there is a way on without end: those that are left when states without
    /// a step to one that is left are taken away.
    fn going_on(&self) -> Vec<bool> {
        let known = self.steps.len();
        let mut goes_on: Vec<bool> = (0..self.states.len()).map(|at| at < known).collect();
        let mut before = vec![Vec::new(); self.states.len()];
        let mut ways = vec![0; self.states.len()];
        for (at, steps) in self.steps.iter().enumerate() {
            let inside = steps.iter().filter(|(_, next)| *next < known);
            for (_, next) in inside {
                before[*next].push(at);
                ways[at] += 1;
            }
        }
        let stuck = (0..known).filter(|at| ways[*at] == 0);
        let mut pending: Vec<usize> = stuck.collect();
        while let Some(at) = pending.pop() {
            goes_on[at] = false;
            for from in &before[at] {
                ways[*from] -= 1;
                if ways[*from] == 0 {
                    pending.push(*from);
                }
            }
        }
        goes_on
    }
}
