//! Lifting: a run of the quotient becomes a run of the unreduced system.
//!
//! The quotient's run goes from representative to representative. Carry σ with s' = σ·s̄, where s'
//! is the concrete state: the recorded firing leads from s̄ to t, and t̄ = π·t; so the concrete run
//! goes from s' to σ·t, and σπ⁻¹ takes t̄ there (docs/design.md). Which firing of s' leads to σ·t
//! is looked up among all its firings: that one exists is what it means for σ to be an
//! automorphism.
//!
//! Where processes of the quotient have other numbers than those of the model, another permutation
//! ν takes them there afterwards: s' = ν·σ·s̄. It learns of a process when that is created, and
//! moves what belongs to processes, nothing else: who has a number only in the model has no place
//! in the quotient, and what would be renamed there is not known.

use crate::claim::claim_at;
use crate::lasso::ClaimedLasso;
use crate::newborn::{count_created, newborn, pairings};
use crate::replay::{Ending, ReplayError};
use weyl_budget::go_on;
use weyl_ir::layout::{Action, point};
use weyl_ir::{NameId, PropertyId, RuleId};
use weyl_permutation::{Permutation, Point};
use weyl_system::{Batch, Canonical, Fault, Firing, Interpreter, Outcome, Program, System};

/// A run and what it ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedRun {
    pub start: Firing,
    pub steps: Vec<Firing>,
    pub claim: Ending,
}

/// Carries runs of the quotient by one group to the unreduced system.
pub struct Lift<'p, C> {
    /// Of what was explored.
    explored: Interpreter<'p>,
    /// Of what is shown.
    shown: Interpreter<'p>,
    /// Whether processes have other numbers there.
    is_renumbered: bool,
    canonical: C,
    action: Action,
    batch: Batch,
}

/// Where a run stands in both systems.
struct Position {
    representative: Vec<u8>,
    concrete: Vec<u8>,
    /// σ, with concrete = ν·σ·representative.
    back: Permutation,
    /// ν.
    numbers: Permutation,
}

/// Who acts in a firing.
#[derive(PartialEq, Eq)]
enum Actors {
    Processes(Vec<Point>),
    Rule(RuleId, Vec<Value>),
}

/// What a parameter is.
#[derive(PartialEq, Eq)]
enum Value {
    Name(Point),
    Plain(i128),
}

impl<'p, C: Canonical> Lift<'p, C> {
    /// From the quotient of one program to another one, which is the same but for the numbers that
    /// processes get when they are created.
    pub fn new(explored: &'p Program, shown: &'p Program, canonical: C) -> Lift<'p, C> {
        let program = explored;
        Lift {
            explored: Interpreter::new(explored),
            shown: Interpreter::new(shown),
            is_renumbered: !std::ptr::eq(explored, shown),
            canonical,
            action: Action::new(&program.model, &program.layout),
            batch: Batch::default(),
        }
    }

    pub fn run(&mut self, run: ClaimedRun) -> Result<ClaimedRun, ReplayError> {
        let mut at = match self.start(run.start)? {
            Some(position) => position,
            // The initial rule itself fails.
            None => return Ok(run),
        };
        let mut steps = Vec::with_capacity(run.steps.len());
        for (number, firing) in run.steps.iter().enumerate() {
            let fault = match &run.claim {
                Ending::StepFails(fault) if number + 1 == run.steps.len() => Some(fault),
                _ => None,
            };
            if let Some(fault) = fault {
                let (firing, fault) = self.failing(&at, *firing, fault, number + 1)?;
                steps.push(firing);
                return Ok(ClaimedRun {
                    start: run.start,
                    steps,
                    claim: Ending::StepFails(fault),
                });
            }
            if let Ending::Reached { property } = run.claim
                && number + 1 == run.steps.len()
                && let Some(firing) = self.hitting(&at, *firing, property)
            {
                steps.push(firing);
                return Ok(ClaimedRun { steps, ..run });
            }
            let (firing, next) = self.step(&at, *firing, number + 1)?;
            steps.push(firing);
            at = next;
        }
        Ok(ClaimedRun {
            start: run.start,
            steps,
            claim: claim_at(&mut self.shown, &at.concrete, run.claim),
        })
    }

    /// A cycle of the quotient closes up to a renaming: it is walked again until a state comes
    /// back.
    pub fn lasso(&mut self, lasso: &ClaimedLasso) -> Result<ClaimedLasso, ReplayError> {
        let not_enabled = ReplayError::NotEnabled { step: 0 };
        let mut at = self.start(lasso.start)?.ok_or(not_enabled)?;
        let prefix = lasso.back.unwrap_or(lasso.steps.len());
        let (there, round) = lasso.steps.split_at(prefix);
        let mut steps = Vec::new();
        for firing in there {
            at = self.follow(&at, *firing, &mut steps)?;
        }
        let mut back = lasso.back;
        if !round.is_empty() {
            let mut turns = vec![at.concrete.clone()];
            back = loop {
                for firing in round {
                    at = self.follow(&at, *firing, &mut steps)?;
                }
                let known = turns.iter().position(|state| *state == at.concrete);
                if let Some(turn) = known {
                    break Some(prefix + turn * round.len());
                }
                turns.push(at.concrete.clone());
            };
        }
        Ok(ClaimedLasso {
            start: lasso.start,
            steps,
            back,
        })
    }

    fn follow(
        &mut self,
        at: &Position,
        firing: Firing,
        steps: &mut Vec<Firing>,
    ) -> Result<Position, ReplayError> {
        let (firing, next) = self.step(at, firing, steps.len() + 1)?;
        steps.push(firing);
        Ok(next)
    }

    fn start(&mut self, firing: Firing) -> Result<Option<Position>, ReplayError> {
        self.shown.initial(&mut self.batch);
        let found = self.batch.iter().find(|(other, _)| *other == firing);
        let concrete = match found {
            Some((_, Outcome::State { state, .. })) => state.to_vec(),
            Some((_, Outcome::Fault(_))) => return Ok(None),
            _ => return Err(ReplayError::NotEnabled { step: 0 }),
        };
        let (representative, back) = self.represent(&concrete);
        Ok(Some(Position {
            representative,
            concrete,
            back,
            numbers: Permutation::identity(self.action.names()),
        }))
    }

    /// The representative t̄ = π·t, and π⁻¹.
    fn represent(&mut self, state: &[u8]) -> (Vec<u8>, Permutation) {
        let mut representative = vec![0; state.len()];
        self.canonical.represent(state, &mut representative);
        (representative, self.canonical.permutation().inverse())
    }

    fn step(
        &mut self,
        at: &Position,
        firing: Firing,
        number: usize,
    ) -> Result<(Firing, Position), ReplayError> {
        go_on();
        let not_enabled = ReplayError::NotEnabled { step: number };
        self.explored
            .successors(&at.representative, &mut self.batch);
        let reached = self.state_after(firing).ok_or(not_enabled.clone())?;
        let mut concrete = self.renamed(&reached, &at.back);
        let mut numbers = at.numbers.clone();
        self.shown.successors(&at.concrete, &mut self.batch);
        if self.is_renumbered {
            concrete = self.renamed(&concrete, &numbers);
            count_created(self.shown.program(), &at.concrete, &mut concrete);
            if let Some(by) = self.renumbering(&at.concrete, &concrete) {
                concrete = self.renamed(&concrete, &by);
                numbers = by.after(&numbers);
            }
        }
        let leads_there = |outcome: &Outcome<'_>| match outcome {
            Outcome::State { state, .. } => *state == concrete,
            Outcome::Fault(_) | Outcome::Excluded => false,
        };
        let found = self.all_firings(firing, leads_there);
        let found = self
            .with_same_actors(at, firing, found)
            .ok_or(not_enabled)?;
        let (representative, to_reached) = self.represent(&reached);
        let next = Position {
            representative,
            concrete,
            back: at.back.after(&to_reached),
            numbers,
        };
        Ok((found, next))
    }

    fn renamed(&self, state: &[u8], by: &Permutation) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        self.action.apply(by.images(), state, &mut image);
        image
    }

    /// What takes processes that were just created to the numbers that they get in some step of the
    /// batch, if that is what is missing for a state to be reached by it.
    fn renumbering(&self, before: &[u8], wanted: &[u8]) -> Option<Permutation> {
        let program = self.shown.program();
        let created = newborn(program, before, wanted);
        if created.is_empty() {
            return None;
        }
        let mut reached = self.batch.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        reached.find_map(|state| {
            let numbered = newborn(program, before, state);
            let ways = pairings(&created, &numbered, self.action.names());
            let mut ways = ways.into_iter();
            ways.find(|by| self.renamed(wanted, by) == state)
        })
    }

    fn state_after(&self, firing: Firing) -> Option<Vec<u8>> {
        let mut results = self.batch.iter();
        results.find_map(|(other, outcome)| match outcome {
            Outcome::State { state, .. } if other == firing => Some(state.to_vec()),
            _ => None,
        })
    }

    /// The firing of the concrete state that fails as the renamed one does.
    fn failing(
        &mut self,
        at: &Position,
        firing: Firing,
        fault: &Fault,
        number: usize,
    ) -> Result<(Firing, Box<Fault>), ReplayError> {
        self.shown.successors(&at.concrete, &mut self.batch);
        let failures = self
            .batch
            .iter()
            .filter_map(|(way, outcome)| match outcome {
                Outcome::Fault(other) => {
                    let distance = (other.distance(fault)?, way.rule != firing.rule);
                    Some((distance, way, other.clone()))
                }
                Outcome::State { .. } | Outcome::Excluded => None,
            });
        let mut failures: Vec<((u32, bool), Firing, Fault)> = failures.collect();
        let nearest = failures.iter().map(|(distance, ..)| *distance).min();
        failures.retain(|(distance, ..)| Some(*distance) == nearest);
        let ways = failures.iter().map(|(_, way, _)| *way).collect();
        let found = self.with_same_actors(at, firing, ways);
        let mut failures = failures.into_iter();
        let failure = failures.find(|(_, way, _)| Some(*way) == found);
        let not_enabled = ReplayError::NotEnabled { step: number };
        failure
            .map(|(_, way, fault)| (way, Box::new(fault)))
            .ok_or(not_enabled)
    }

    /// If a firing of the quotient hits a cover, one of the concrete state that does.
    fn hitting(&mut self, at: &Position, firing: Firing, cover: PropertyId) -> Option<Firing> {
        self.explored
            .successors(&at.representative, &mut self.batch);
        if !self.batch.hits().contains(&(firing, cover)) {
            return None;
        }
        self.shown.successors(&at.concrete, &mut self.batch);
        let hits = self.batch.hits().iter();
        let own = hits.filter(|(_, property)| *property == cover);
        own.map(|(hit, _)| *hit)
            .min_by_key(|hit| hit.rule != firing.rule)
    }

    /// The firings in the batch with a wanted outcome; those of the given rule first, since most
    /// symmetries keep rules.
    fn all_firings(&self, like: Firing, is_wanted: impl Fn(&Outcome<'_>) -> bool) -> Vec<Firing> {
        let all = self.batch.iter().filter(|(_, outcome)| is_wanted(outcome));
        let mut wanted: Vec<Firing> = all.map(|(firing, _)| firing).collect();
        wanted.sort_by_key(|firing| firing.rule != like.rule);
        wanted
    }

    /// Of several firings with the same result, the one of those whom the renaming takes the actors
    /// of the quotient's firing to: it matters whose turn it was.
    fn with_same_actors(
        &mut self,
        at: &Position,
        firing: Firing,
        found: Vec<Firing>,
    ) -> Option<Firing> {
        if found.len() < 2 {
            return found.first().copied();
        }
        let by = at.numbers.after(&at.back);
        let wanted = actors(&mut self.explored, &at.representative, firing, Some(&by));
        let mut ways = found.iter();
        let same = ways.find(|way| actors(&mut self.shown, &at.concrete, **way, None) == wanted);
        same.or(found.first()).copied()
    }
}

/// Who acts in a firing, renamed: a rule with the values of its parameters, or processes.
fn actors(
    interpreter: &mut Interpreter<'_>,
    state: &[u8],
    firing: Firing,
    by: Option<&Permutation>,
) -> Actors {
    let program = interpreter.program();
    let model = &program.model;
    let renamed = |name: NameId| by.map_or(point(name), |by| by.image(point(name)));
    if !model.has_processes() {
        let rule = &model.rules[firing.rule];
        let values = program.parameter_values(&rule.parameters, firing.instance);
        let types = rule.parameters.iter().map(|of| rule.locals[of.local].ty);
        let values = types.zip(values).map(|(ty, value)| {
            let name = model.value_name(ty, value);
            name.map_or(Value::Plain(value), |name| Value::Name(renamed(name)))
        });
        return Actors::Rule(firing.rule, values.collect());
    }
    let actors = interpreter.actors(state);
    let own = actors.get(firing.instance as usize).into_iter().flatten();
    let names = own.map(|(kind, index)| {
        let sort = model.processes().kind(*kind).sort;
        renamed(model.name_of(sort, *index as usize))
    });
    Actors::Processes(names.collect())
}
