//! The interpreter as the walk of turns asks it ([`crate::turns`]).

use super::channels::Offer;
use super::exec::Stop;
use super::machine::{Machine, Value};
use super::processes::Actor;
use super::shadow::{Origins, Shadow};
use super::{Interpreter, Microstep, RecordedTurn};
use crate::turns::{AtOnce, Moment, Stepper, Tried, Turns};
use crate::{Batch, Fault, FaultKind, Firing, Transition};
use std::convert::Infallible;
use std::mem;
use std::slice::Iter;
use weyl_ir::{Rule, RuleId};

impl<'p> Interpreter<'p> {
    /// Adds every turn from a state to the batch.
    pub(super) fn take_turns(&mut self, state: &[u8], batch: &mut Batch) {
        self.walk(batch, |turns| turns.of_everybody(state));
    }

    /// Replaces the content of the batch by every turn that one process begins: its kind, and its
    /// number in the sort of the kind.
    pub fn turns_of(&mut self, kind: u32, index: u32, state: &[u8], batch: &mut Batch) {
        batch.clear();
        let kind = kind as usize;
        let actor = Actor { kind, index };
        let moves = self.walk(batch, |turns| turns.of(actor, state, false));
        if !moves && self.waits(actor) {
            let known = self.recorded.as_ref().map_or(0, Vec::len);
            let mut theirs = Batch::default();
            let anybody_moves = self.walk(&mut theirs, |turns| turns.of_others(actor, state));
            self.recorded.iter_mut().for_each(|of| of.truncate(known));
            self.walk(batch, |turns| turns.of(actor, state, !anybody_moves));
        }
    }

    fn walk<T>(
        &mut self,
        batch: &mut Batch,
        take: impl FnOnce(Turns<'_, Interpreting<'_, 'p>>) -> Result<T, Infallible>,
    ) -> T {
        self.is_over = false;
        let mut room = mem::take(&mut self.room);
        let Ok(answer) = take(Turns::new(Interpreting(self), &mut room, batch));
        self.room = room;
        self.machine.timeout = false;
        answer
    }

    /// Whether a process may be at a `timeout`.
    fn waits(&self, actor: Actor) -> bool {
        let mut transitions = self.machine.transitions(actor).iter();
        transitions.any(|transition| transition.waits)
    }
}

/// One step of a turn, and the assertions that failed in it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    seen: Microstep,
    failures: Vec<Fault>,
}

/// What belongs to a moment beside its state.
pub(super) struct Kept {
    offer: Option<Offer>,
    /// In a turn that is recorded, where the state comes from.
    origins: Option<Origins>,
}

struct Interpreting<'i, 'p>(&'i mut Interpreter<'p>);

impl<'p> Interpreting<'_, 'p> {
    fn machine(&self) -> &Machine<'p> {
        &self.0.machine
    }

    fn rule(&self, id: RuleId) -> &'p Rule {
        &self.0.program.model.rules[id]
    }

    /// Whether somebody will start over because of a fault.
    fn is_for_lack_of_room(&self, fault: &Fault) -> bool {
        let growing = &self.0.ends_where_full;
        matches!(fault.kind, FaultKind::TableFull { table } if growing.contains(&table))
    }

    /// Whether the guard holds, with the rule's frame the only one.
    fn enter(&mut self, rule: RuleId, actor: Actor, timeout: bool) -> Value<bool> {
        let frame = &self.0.program.layout.rules[rule];
        let rule = self.rule(rule);
        let machine = &mut self.0.machine;
        machine.timeout = timeout;
        machine.enter_root(&rule.locals, frame);
        machine.can_fire(rule, actor)
    }
}

impl<'p> Stepper for Interpreting<'_, 'p> {
    type Process = Actor;
    type Command = &'p Transition;
    type Commands = Iter<'p, Transition>;
    type Kept = Kept;
    type Step = Step;
    /// It is who others give up to.
    type GivenUp = Infallible;

    fn process_count(&self, _: &Moment<'_, Self>) -> u32 {
        self.machine().process_count()
    }

    fn process(&self, number: u32, _: &Moment<'_, Self>) -> Option<Actor> {
        self.machine().process(number)
    }

    fn commands(
        &self,
        actor: Actor,
        _: &Moment<'_, Self>,
    ) -> Result<Iter<'p, Transition>, Infallible> {
        Ok(self.machine().transitions(actor).iter())
    }

    fn move_at_once(
        &mut self,
        below: u32,
        _: &Moment<'_, Self>,
        _: &mut Batch,
    ) -> Result<AtOnce, Infallible> {
        Ok(AtOnce {
            left: below,
            moves: false,
        })
    }

    fn priority(&self, actor: Actor) -> Option<i128> {
        self.machine().priority(actor)
    }

    fn is_enabled(
        &mut self,
        command: &'p Transition,
        actor: Actor,
        moment: &Moment<'_, Self>,
    ) -> Result<Value<bool>, Infallible> {
        Ok(self.enter(command.rule, actor, moment.timeout))
    }

    fn fire(
        &mut self,
        command: &'p Transition,
        actor: Actor,
        moment: &Moment<'_, Self>,
    ) -> Result<Tried, Infallible> {
        if self.0.is_over {
            return Ok(Tried::Not);
        }
        let rule = self.rule(command.rule);
        let tried = self.0.machine.tick(rule.span);
        let fired = match tried.and_then(|()| self.enter(command.rule, actor, moment.timeout)) {
            Ok(false) => return Ok(Tried::Not),
            Ok(true) => self.0.run(rule),
            Err(fault) => Err(Stop::Fault(fault)),
        };
        Ok(match fired {
            Ok(()) => Tried::Fired,
            Err(Stop::Fault(fault)) => {
                self.0.is_over = self.is_for_lack_of_room(&fault);
                Tried::Failed(fault)
            }
            Err(Stop::Infeasible | Stop::Excluded) => {
                self.0.machine.forget_effects();
                self.come_back(moment);
                Tried::Not
            }
        })
    }

    fn come_back(&mut self, moment: &Moment<'_, Self>) {
        let origins = moment.kept.and_then(|kept| kept.origins.as_ref());
        let machine = &mut self.0.machine;
        machine.memory.set_state(moment.state, origins);
        machine.offer = moment.kept.and_then(|kept| kept.offer.clone());
    }

    fn has_offer(&self) -> bool {
        self.machine().offer.is_some()
    }

    fn state(&self) -> &[u8] {
        self.machine().state()
    }

    fn keep(&self) -> Kept {
        Kept {
            offer: self.machine().offer.clone(),
            origins: self.machine().memory.shadow().map(Shadow::origins),
        }
    }

    fn sees_comparisons(&self) -> bool {
        self.machine().memory.shadow().is_some()
    }

    /// To compare states is to look at what may differ.
    fn compare(&self, earlier: Option<&Kept>) {
        let origins = earlier.and_then(|kept| kept.origins.as_ref());
        if let Some((shadow, origins)) = self.machine().memory.shadow().zip(origins) {
            shadow.compare(origins);
        }
    }

    fn step(&mut self, command: &'p Transition, actor: Actor) -> Step {
        let is_recorded = self.0.recorded.is_some();
        let machine = &mut self.0.machine;
        let seen = Microstep {
            firing: Firing {
                rule: command.rule,
                instance: u64::from(actor.index),
            },
            output: machine.take_output(),
            messages: machine.take_messages(),
            state: if is_recorded {
                machine.state().to_vec()
            } else {
                Vec::new()
            },
        };
        let failures = machine.failures.drain(..).chain(machine.noted.drain(..));
        Step {
            seen,
            failures: failures.collect(),
        }
    }

    fn rule_of(step: &Step) -> RuleId {
        step.seen.firing.rule
    }

    fn failures(path: &[Step]) -> Vec<(usize, Fault)> {
        let steps = (1..).zip(path);
        let failures = steps.flat_map(|(length, step)| {
            let own = step.failures.iter();
            own.map(move |failure| (length, failure.clone()))
        });
        failures.collect()
    }

    fn report(&mut self, path: &[Step]) {
        if let Some(recorded) = &mut self.0.recorded {
            let machine = &self.0.machine;
            let shadow = machine.memory.shadow();
            recorded.push(RecordedTurn {
                steps: path.iter().map(|step| step.seen.clone()).collect(),
                writes: shadow.map_or_else(Vec::new, |of| of.writes(machine.state())),
            });
        }
    }

    fn take_back(&mut self, paths: usize) {
        if let Some(recorded) = &mut self.0.recorded {
            recorded.truncate(recorded.len() - paths);
        }
    }

    fn blame(&self, rule: RuleId, kind: FaultKind) -> Result<Box<Fault>, Infallible> {
        Ok(Fault::new(kind, self.rule(rule).span))
    }

    fn go_deeper(&mut self, _: usize) -> Result<(), Infallible> {
        Ok(())
    }
}
