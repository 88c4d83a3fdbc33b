//! Processes that take turns: what is one step for everybody else may be several for the one who makes it.
//!
//! The search follows SPIN's (`docs/spin-compatibility.md`): processes are tried from the youngest to the
//! oldest, their rules in the order of the text. After a step the acting process may go on alone; an offer
//! on a rendezvous channel is taken at once by another process, or was never made. Every path to a state
//! that others see is one firing, and the number of the firing is its place among them.

use super::channels::Offer;
use super::exec::Stop;
use super::processes::Actor;
use super::shadow::{Origins, Shadow};
use super::{Command, Interpreter, Microstep, RecordedTurn};
use crate::{Batch, Fault, FaultKind, Firing};
use std::mem;
use weyl_ir::{RuleId, Then};
use weyl_source::Span;

/// A path through a turn so far.
#[derive(Default)]
pub(super) struct Turn {
    steps: Vec<Microstep>,
    /// Each with the number of steps up to it.
    failures: Vec<(usize, Fault)>,
    /// A path that came back to where it was.
    circle: Option<Vec<Microstep>>,
}

/// A state at the beginning of a turn or inside it.
///
/// Guards change nothing, so the machine is in this state whenever a rule is tried; whoever lets a rule
/// fire brings the machine back.
#[derive(Clone, Copy)]
struct Moment<'s> {
    state: &'s [u8],
    offer: Option<&'s Offer>,
    before: Option<&'s Moment<'s>>,
    /// Inside a turn that is recorded, where the state comes from.
    origins: Option<&'s Origins>,
}

impl<'s> Moment<'s> {
    /// The beginning of a turn.
    fn first(state: &'s [u8]) -> Moment<'s> {
        Moment {
            state,
            offer: None,
            before: None,
            origins: None,
        }
    }

    /// Whether the acting process was here before in this turn.
    fn has_seen(&self, state: &[u8]) -> bool {
        let is_inside = self.before.is_some() && self.offer.is_none();
        is_inside && self.state == state || self.before.is_some_and(|before| before.has_seen(state))
    }

    /// To ask that is to look at what may differ.
    fn look_at_differences(&self, shadow: &Shadow<'_>) {
        if let Some(before) = self.before {
            self.origins.iter().for_each(|own| shadow.compare(own));
            before.look_at_differences(shadow);
        }
    }
}

impl<'p> Interpreter<'p> {
    /// Adds every turn from a state to the batch.
    pub(super) fn take_turns(&mut self, state: &[u8], batch: &mut Batch) {
        let moment = Moment::first(state);
        self.come_back(&moment);
        for timeout in [false, true] {
            self.machine.timeout = timeout;
            let mut turn = Turn::default();
            if self.anybody_moves(&moment, None, &mut turn, batch) {
                self.report_endless(&mut turn, batch);
                break;
            }
        }
        self.machine.timeout = false;
    }

    /// Replaces the content of the batch by every turn that one process begins: its kind, and its number in the sort of the
    /// kind.
    pub fn turns_of(&mut self, kind: u32, index: u32, state: &[u8], batch: &mut Batch) {
        batch.clear();
        let actor = Actor {
            kind: kind as usize,
            index,
        };
        let moment = Moment::first(state);
        self.come_back(&moment);
        let mut turn = Turn::default();
        let mut moves =
            self.may_act(actor, &moment) && self.moves(actor, &moment, &mut turn, batch);
        if !moves && self.waits(actor) {
            let mut others = Batch::default();
            let mut theirs = Turn::default();
            let known = self.recorded.as_ref().map_or(0, Vec::len);
            self.machine.timeout =
                !self.anybody_moves(&moment, Some(actor), &mut theirs, &mut others);
            self.recorded.iter_mut().for_each(|of| of.truncate(known));
            moves = self.may_act(actor, &moment) && self.moves(actor, &moment, &mut turn, batch);
        }
        if moves {
            self.report_endless(&mut turn, batch);
        }
        self.machine.timeout = false;
    }

    /// Whether a process may be at a `timeout`.
    fn waits(&self, actor: Actor) -> bool {
        let rules = self.machine.rules_of(actor);
        rules.iter().any(|rule| self.program.waiters[*rule])
    }

    fn come_back(&mut self, moment: &Moment<'_>) {
        self.machine.memory.set_state(moment.state, moment.origins);
        self.machine.offer = moment.offer.cloned();
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
            self.emit_fault(turn, &Fault::new(FaultKind::Endless, span), batch);
        }
    }

    /// Whether some process other than the given one can make a step.
    fn anybody_moves(
        &mut self,
        moment: &Moment<'_>,
        except: Option<Actor>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        let mut moves = false;
        for number in (0..self.machine.process_count()).rev() {
            if let Some(actor) = self.machine.process(number)
                && Some(actor) != except
                && self.may_act(actor, moment)
            {
                moves |= self.moves(actor, moment, turn, batch);
            }
        }
        moves
    }

    /// Whether it can be the turn of a process: none of greater priority can make a step. Whoever takes an offer
    /// needs no priority, since the turn is that of the sender.
    fn may_act(&mut self, actor: Actor, moment: &Moment<'_>) -> bool {
        let Some(own) = self.machine.priority(actor) else {
            return true;
        };
        moment.offer.is_some()
            || !(0..self.machine.process_count()).any(|number| {
                let other = self.machine.process(number);
                other.is_some_and(|other| {
                    self.machine.priority(other) > Some(own) && self.could_move(other, moment)
                })
            })
    }

    /// Whether a process could make a step, if it were its turn.
    fn could_move(&mut self, actor: Actor, moment: &Moment<'_>) -> bool {
        let rules = self.machine.rules_of(actor);
        rules.iter().any(|id| self.could_step(*id, actor, moment))
    }

    fn could_step(&mut self, id: RuleId, actor: Actor, moment: &Moment<'_>) -> bool {
        let Some(command) = self.rule(id) else {
            return false;
        };
        self.machine.enter_root(&command.rule.locals, command.frame);
        if self.machine.can_fire(command.rule, actor) != Ok(true) {
            return false;
        }
        let is_one_step = command.rule.turn.is_some_and(|turn| turn.group.is_some());
        if is_one_step || !self.program.senders[id] {
            return true;
        }
        // An offer needs somebody who takes it. It is made, and taken back.
        let came_about = match self.run(command.rule) {
            Ok(()) => self.machine.offer.is_none() || self.is_offer_wanted(actor),
            Err(Stop::Fault(_)) => true,
            Err(Stop::Infeasible | Stop::Excluded) => false,
        };
        self.machine.forget_effects();
        self.come_back(moment);
        came_about
    }

    /// Whether somebody other than the sender could take the offer.
    fn is_offer_wanted(&mut self, sender: Actor) -> bool {
        (0..self.machine.process_count()).any(|number| {
            let receiver = self.machine.process(number);
            receiver.is_some_and(|receiver| receiver != sender && self.takes_offer(receiver))
        })
    }

    fn takes_offer(&mut self, receiver: Actor) -> bool {
        let program = self.program;
        self.machine.rules_of(receiver).iter().any(|id| {
            let rule = &program.model.rules[*id];
            self.machine
                .enter_root(&rule.locals, &program.layout.rules[*id]);
            program.receivers[*id] && self.machine.can_fire(rule, receiver) != Ok(false)
        })
    }

    /// Tries all rules of a process; whether it can make a step.
    fn moves(
        &mut self,
        actor: Actor,
        moment: &Moment<'_>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        let program = self.program;
        let mut level = None;
        let mut groups = Vec::new();
        for id in self.machine.rules_of(actor) {
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
        moment: &Moment<'_>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        let Some(command) = self.rule(id) else {
            return false;
        };
        self.machine.enter_root(&command.rule.locals, command.frame);
        let tried = self.machine.tick(command.rule.span);
        let fired = match tried.and_then(|()| self.machine.can_fire(command.rule, actor)) {
            Ok(false) => return false,
            Ok(true) => self.run(command.rule),
            Err(fault) => Err(Stop::Fault(fault)),
        };
        let known = (turn.steps.len(), turn.failures.len());
        self.note_step(command.firing(u64::from(actor.index)), turn);
        // Whoever could wait no longer has moved: the rest of the turn sees no timeout.
        let timeout = mem::take(&mut self.machine.timeout);
        let came_about = match fired {
            Ok(()) => self.go_on(command, actor, moment, turn, batch),
            Err(Stop::Fault(fault)) => {
                self.emit_fault(turn, &fault, batch);
                true
            }
            Err(Stop::Infeasible | Stop::Excluded) => false,
        };
        self.machine.timeout = timeout;
        turn.steps.truncate(known.0);
        turn.failures.truncate(known.1);
        self.come_back(moment);
        came_about
    }

    /// Adds what the machine has just done to the path.
    fn note_step(&mut self, firing: Firing, turn: &mut Turn) {
        turn.steps.push(Microstep {
            firing,
            output: self.machine.take_output(),
            messages: self.machine.take_messages(),
            state: match self.recorded {
                Some(_) => self.machine.state().to_vec(),
                None => Vec::new(),
            },
        });
        let length = turn.steps.len();
        let machine = &mut self.machine;
        let failures = machine.failures.drain(..).chain(machine.noted.drain(..));
        turn.failures
            .extend(failures.map(|failure| (length, failure)));
    }

    /// What follows a step: an answer to its offer, more steps of the same process, or the end of the
    /// turn. Whether the step came about.
    fn go_on(
        &mut self,
        command: Command<'p>,
        actor: Actor,
        before: &Moment<'_>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) -> bool {
        let rule = command.rule;
        let then = rule.turn.map_or(Then::Anybody, |turn| turn.then);
        let offer = self.machine.offer.clone();
        if offer.is_some() && rule.turn.is_some_and(|turn| turn.group.is_some()) {
            // A sequence that nobody else sees can't wait for a partner.
            self.emit_fault(turn, &Fault::new(FaultKind::Blocked, rule.span), batch);
            return true;
        }
        if offer.is_none() && then == Then::Anybody {
            self.emit(turn, batch);
            return true;
        }
        if let Some(shadow) = self.machine.memory.shadow().filter(|_| offer.is_none()) {
            before.look_at_differences(shadow);
        }
        if offer.is_none() && before.has_seen(self.machine.state()) {
            let steps = &turn.steps;
            turn.circle.get_or_insert_with(|| steps.clone());
            return true;
        }
        let state = self.keep_state();
        let origins = self.machine.memory.shadow().map(Shadow::origins);
        let moment = Moment {
            state: &state,
            offer: offer.as_ref(),
            before: Some(before),
            origins: origins.as_ref(),
        };
        let came_about = match offer {
            Some(_) => self.anybody_moves(&moment, Some(actor), turn, batch),
            None => {
                self.goes_on_alone(command, actor, &moment, turn, batch);
                true
            }
        };
        self.spare.push(state);
        came_about
    }

    /// More steps of the same process, or the end of its turn where it can't make any.
    fn goes_on_alone(
        &mut self,
        command: Command<'p>,
        actor: Actor,
        moment: &Moment<'_>,
        turn: &mut Turn,
        batch: &mut Batch,
    ) {
        // What goes on surely is one step: it has its turn already.
        let is_one_step = command.rule.turn.map(|turn| turn.then) == Some(Then::ItselfSurely);
        let may_act = is_one_step || self.may_act(actor, moment);
        if may_act && self.moves(actor, moment, turn, batch) {
            return;
        }
        if is_one_step {
            let blocked = Fault::new(FaultKind::Blocked, command.rule.span);
            self.emit_fault(turn, &blocked, batch);
        } else {
            self.emit(turn, batch);
        }
    }

    /// A copy of the present state, in a buffer that was used before.
    fn keep_state(&mut self) -> Vec<u8> {
        let mut kept = self.spare.pop().unwrap_or_default();
        kept.clear();
        kept.extend_from_slice(self.machine.state());
        kept
    }

    /// The present state ends the turn.
    fn emit(&mut self, turn: &Turn, batch: &mut Batch) {
        self.emit_failures(turn, batch);
        let firing = self.record(&turn.steps, batch);
        batch.push_state(firing, self.machine.state());
    }

    /// Assertions that failed on the way.
    fn emit_failures(&mut self, turn: &Turn, batch: &mut Batch) {
        for (length, failure) in &turn.failures {
            let firing = self.record(&turn.steps[..*length], batch);
            batch.push_failure(firing, failure.clone());
        }
    }

    fn emit_fault(&mut self, turn: &Turn, fault: &Fault, batch: &mut Batch) {
        self.emit_failures(turn, batch);
        let firing = self.record(&turn.steps, batch);
        batch.push_fault(firing, fault);
    }

    /// The firing of a whole turn: its first rule, and its place in the batch.
    fn record(&mut self, steps: &[Microstep], batch: &mut Batch) -> Firing {
        if let Some(recorded) = &mut self.recorded {
            let shadow = self.machine.memory.shadow();
            recorded.push(RecordedTurn {
                steps: steps.to_vec(),
                writes: shadow.map_or_else(Vec::new, |of| of.writes(self.machine.state())),
            });
        }
        let later = steps.iter().skip(1);
        batch.note_rules(later.map(|step| step.firing.rule));
        let first = steps.first();
        Firing {
            rule: first.map_or(RuleId::from_u32(0), |step| step.firing.rule),
            instance: batch.len() as u64,
        }
    }
}
