//! Processes that take turns: what is one step for everybody else may be several for the one who makes it.
//!
//! The search follows SPIN's (`docs/spin-compatibility.md`): processes are tried from the youngest to the
//! oldest, their rules in the order of the text. After a step the acting process may go on alone; an offer
//! on a rendezvous channel is taken at once by another process, or was never made. Every path to a state
//! that others see is one firing, and the number of the firing is its place among them.

use super::channels::Offer;
use super::exec::Stop;
use super::{Command, Interpreter, Microstep};
use crate::{Batch, Fault, FaultKind, Firing};
use std::mem;
use weyl_ir::{Interleaving, RuleId, Then};
use weyl_source::Span;

/// A process: its kind, and its number in the sort of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Actor {
    kind: usize,
    index: u32,
}

/// A path through a turn so far.
#[derive(Default)]
pub(super) struct Turn {
    steps: Vec<Microstep>,
    /// The states inside the turn: one that comes back adds nothing.
    states: Vec<Vec<u8>>,
    /// Each with the number of steps up to it.
    failures: Vec<(usize, Fault)>,
    /// A path that came back to where it was.
    circle: Option<Vec<Microstep>>,
}

/// A state inside a turn.
#[derive(Clone, Copy)]
struct Moment<'s> {
    state: &'s [u8],
    offer: Option<&'s Offer>,
}

impl<'p> Interpreter<'p> {
    /// Adds every turn from a state to the batch.
    pub(super) fn take_turns(&mut self, state: &[u8], batch: &mut Batch) {
        let moment = Moment { state, offer: None };
        for timeout in [false, true] {
            self.machine.timeout = timeout;
            let mut turn = Turn::default();
            if self.anybody_moves(moment, None, &mut turn, batch) {
                self.report_endless(&mut turn, batch);
                break;
            }
        }
        self.machine.timeout = false;
    }

    /// A path that comes back adds no state; if there is no other path, the process is lost to the world.
    fn report_endless(&mut self, turn: &mut Turn, batch: &mut Batch) {
        if !batch.is_empty() {
            return;
        }
        if let Some(steps) = turn.circle.take() {
            let first = steps.first().map(|step| step.firing.rule);
            let span = first.map_or(Span::default(), |rule| self.program.model.rules[rule].span);
            turn.steps = steps;
            self.emit_fault(turn, Fault::new(FaultKind::Endless, span), batch);
        }
    }

    fn interleaving(&self) -> &'p Interleaving {
        let interleaving = self.program.model.interleaving.as_ref();
        interleaving.expect("only models with processes take turns")
    }

    /// Whether some process other than the given one can make a step.
    fn anybody_moves(
        &mut self,
        moment: Moment<'_>,
        except: Option<Actor>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        self.machine.set_state(moment.state);
        let count = self.machine.process_count();
        let mut moves = false;
        for number in (0..count).rev() {
            self.machine.set_state(moment.state);
            let Some((kind, index)) = self.machine.process(number) else {
                continue;
            };
            let actor = Actor { kind, index };
            if Some(actor) != except {
                moves |= self.moves(actor, moment, turn, batch);
            }
        }
        moves
    }

    /// Tries all rules of a process; whether it can make a step.
    fn moves(
        &mut self,
        actor: Actor,
        moment: Moment<'_>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        self.machine.set_state(moment.state);
        let program = self.program;
        if self.machine.is_outranked(actor.kind, actor.index) {
            return false;
        }
        let location = self.machine.location(actor.kind, actor.index);
        let rules = location.and_then(|at| program.turns[actor.kind].get(at));
        let mut level = None;
        let mut groups = Vec::new();
        for id in rules.into_iter().flatten() {
            let Some(own) = program.model.rules[*id].turn else {
                continue;
            };
            if level.is_some_and(|level| level != own.level) {
                break;
            }
            let is_decided = own.group.is_some_and(|group| groups.contains(&group));
            let is_open = !(is_decided || own.otherwise && level.is_some());
            let takes_offers = moment.offer.is_none() || program.receivers[*id];
            if is_open && takes_offers && self.step(*id, actor, moment, turn, batch) {
                level = Some(own.level);
                groups.extend(own.group);
            }
        }
        level.is_some()
    }

    /// Tries one rule of a process; whether it could fire.
    fn step(
        &mut self,
        id: RuleId,
        actor: Actor,
        moment: Moment<'_>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        let Some(command) = self.rule(id) else {
            return false;
        };
        self.begin(command, moment.state);
        self.machine.offer = moment.offer.cloned();
        self.values.push(i128::from(actor.index));
        let enabled = self.valuation_is_enabled(command);
        let fired = match enabled {
            Ok(false) => return false,
            Ok(true) => self.run(command.rule),
            Err(fault) => Err(Stop::Fault(fault)),
        };
        let mut failures = mem::take(&mut self.machine.failures);
        failures.append(&mut self.machine.noted);
        let known = (turn.steps.len(), turn.failures.len());
        turn.steps.push(Microstep {
            firing: command.firing(u64::from(actor.index)),
            output: self.machine.take_output(),
            messages: self.machine.take_messages(),
            state: match self.recorded {
                Some(_) => self.machine.state().to_vec(),
                None => Vec::new(),
            },
        });
        let length = turn.steps.len();
        let failures = failures.into_iter().map(|failure| (length, failure));
        turn.failures.extend(failures);
        // Whoever could wait no longer has moved: the rest of the turn sees no timeout.
        let timeout = mem::take(&mut self.machine.timeout);
        let came_about = match fired {
            Ok(()) => self.go_on(command, actor, turn, batch),
            Err(Stop::Fault(fault)) => {
                self.emit_fault(turn, fault, batch);
                true
            }
            Err(Stop::Infeasible | Stop::Excluded) => false,
        };
        self.machine.timeout = timeout;
        turn.steps.truncate(known.0);
        turn.failures.truncate(known.1);
        came_about
    }

    /// What follows a step: an answer to its offer, more steps of the same process, or the end of the
    /// turn. Whether the step came about.
    fn go_on(
        &mut self,
        command: Command<'p>,
        actor: Actor,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        let state = self.machine.state().to_vec();
        let then = command.rule.turn.map_or(Then::Anybody, |turn| turn.then);
        if let Some(offer) = self.machine.offer.take() {
            if command.rule.turn.is_some_and(|turn| turn.group.is_some()) {
                // A sequence that nobody else sees can't wait for a partner.
                let blocked = Fault::new(FaultKind::Blocked, command.rule.span);
                self.emit_fault(turn, blocked, batch);
                return true;
            }
            let moment = Moment {
                state: &state,
                offer: Some(&offer),
            };
            return self.anybody_moves(moment, Some(actor), turn, batch);
        }
        let moment = Moment {
            state: &state,
            offer: None,
        };
        match then {
            Then::Anybody => self.emit(turn, &state, batch),
            Then::Itself | Then::ItselfSurely if turn.states.contains(&state) => {
                let steps = &turn.steps;
                turn.circle.get_or_insert_with(|| steps.clone());
            }
            Then::Itself => {
                turn.states.push(state.clone());
                if !self.moves(actor, moment, turn, batch) {
                    self.emit(turn, &state, batch);
                }
                turn.states.pop();
            }
            Then::ItselfSurely => {
                turn.states.push(state.clone());
                if !self.moves(actor, moment, turn, batch) {
                    let span = command.rule.span;
                    self.emit_fault(turn, Fault::new(FaultKind::Blocked, span), batch);
                }
                turn.states.pop();
            }
        }
        true
    }

    fn emit(&mut self, turn: &Turn, state: &[u8], batch: &mut Batch) {
        self.emit_failures(turn, batch);
        let firing = self.record(&turn.steps, batch);
        self.machine.changed.fill();
        batch.push_state(firing, state, &self.machine.changed);
    }

    /// Assertions that failed on the way.
    fn emit_failures(&mut self, turn: &Turn, batch: &mut Batch) {
        for (length, failure) in &turn.failures {
            let firing = self.record(&turn.steps[..*length], batch);
            batch.push_failure(firing, failure.clone());
        }
    }

    fn emit_fault(&mut self, turn: &Turn, fault: Box<Fault>, batch: &mut Batch) {
        self.emit_failures(turn, batch);
        let firing = self.record(&turn.steps, batch);
        batch.push_fault(firing, fault);
    }

    /// The firing of a whole turn: its first rule, and its place in the batch.
    fn record(&mut self, steps: &[Microstep], batch: &mut Batch) -> Firing {
        if let Some(recorded) = &mut self.recorded {
            recorded.push(steps.to_vec());
        }
        let later = steps.iter().skip(1);
        batch.note_rules(later.map(|step| step.firing.rule));
        let first = steps.first();
        Firing {
            rule: first.map_or(RuleId::from_u32(0), |step| step.firing.rule),
            instance: batch.len() as u64,
        }
    }

    /// Whether no process stands where it may not stay for ever, and no order of events is incomplete. Where
    /// no process is left, there is nobody to go on with it.
    pub(super) fn all_may_end(&mut self, state: &[u8]) -> bool {
        self.machine.set_state(state);
        let kinds = &self.interleaving().kinds;
        let count = self.machine.process_count();
        let processes_may = (0..count).all(|number| {
            let Some((kind, index)) = self.machine.process(number) else {
                return true;
            };
            let location = self.machine.location(kind, index);
            location.is_none_or(|at| kinds[kind].may_end.get(at).copied().unwrap_or(false))
        });
        let mut events = self.program.events.iter();
        processes_may && (count == 0 || events.all(|id| self.condition(*id, 0) == Ok(true)))
    }
}

impl<'p> super::Machine<'p> {
    pub(super) fn process_count(&self) -> u32 {
        let interleaving = self.program.model.interleaving.as_ref();
        let count = interleaving.and_then(|of| {
            let at = self.program.layout.variables[of.process_count];
            u32::try_from(self.peek(at)?).ok()
        });
        count.unwrap_or(0)
    }

    /// The process with a number: its kind, and its number in the sort of the kind.
    pub(super) fn process(&self, number: u32) -> Option<(usize, u32)> {
        let kinds = &self.program.model.interleaving.as_ref()?.kinds;
        let mut candidates = kinds.iter().enumerate().filter_map(|(kind, of)| {
            let index = number.checked_sub(of.first)?;
            self.location(kind, index).map(|_| (kind, index))
        });
        candidates.next()
    }

    /// Where a process is; `None` if there is none.
    pub(super) fn location(&self, kind: usize, index: u32) -> Option<usize> {
        let kind = self.program.model.interleaving.as_ref()?.kinds.get(kind)?;
        let at = self.program.layout.variables[kind.location];
        let value = self.peek(self.array_element(at, index)?)?;
        usize::try_from(value).ok()
    }

    fn priority(&self, kind: usize, index: u32) -> Option<i128> {
        let kind = self.program.model.interleaving.as_ref()?.kinds.get(kind)?;
        let at = self.program.layout.variables[kind.priority?];
        self.peek(self.array_element(at, index)?)
    }

    /// Whether a process of greater priority can make a step.
    fn is_outranked(&mut self, kind: usize, index: u32) -> bool {
        let Some(own) = self.priority(kind, index) else {
            return false;
        };
        (0..self.process_count()).any(|number| {
            let other = self.process(number);
            let rank = other.and_then(|(kind, index)| self.priority(kind, index));
            let number = i128::from(number);
            rank.is_some_and(|rank| rank > own)
                && self.can_step(number, true, Span::default()) == Ok(true)
        })
    }

    /// Whether a process can make a step; as `enabled` sees it, `else` does not count.
    pub(super) fn is_process_enabled(&mut self, number: i128, span: Span) -> super::Value<bool> {
        self.can_step(number, false, span)
    }

    fn can_step(&mut self, number: i128, counts_else: bool, span: Span) -> super::Value<bool> {
        let program = self.program;
        let Some((kind, index)) = u32::try_from(number).ok().and_then(|n| self.process(n)) else {
            return Ok(false);
        };
        let location = self.location(kind, index);
        let rules = location.and_then(|at| program.turns[kind].get(at));
        for id in rules.into_iter().flatten() {
            let rule = &program.model.rules[*id];
            if !counts_else && rule.turn.is_some_and(|turn| turn.otherwise) {
                continue;
            }
            let outer = self.enter(&rule.locals, &program.layout.rules[*id]);
            let bound = match rule.parameters.first() {
                Some(own) => self.set_bound(own.local, i128::from(index), span),
                None => Ok(()),
            };
            let enabled = bound.and_then(|()| self.test(&rule.guard));
            self.leave(outer);
            if enabled? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
