//! Processes that take turns: what is one step for everybody else may be several for the one who
//! makes it.
//!
//! The search follows SPIN's (`docs/spin-compatibility.md`): processes are tried from the youngest
//! to the oldest, their rules in the order of the text. After a step the acting process may go on
//! alone; an offer on a rendezvous channel is taken at once by another process, or was never made.
//! Every path to a state that others see is one firing, and the number of the firing is its place
//! among them.
//!
//! There is this one walk for all executors; what a rule does is theirs ([`Stepper`]). It is tested
//! against the definition, written down a second time (`tests/turns/definition.rs`), and against
//! SPIN.

mod groups;
mod stepper;

pub use stepper::{AtOnce, Moment, Stepper, Tried};

use crate::{Batch, Fault, FaultKind, Firing, Transition};
use groups::Groups;
use weyl_ir::{RuleId, Then};

/// States of a turn that have no mark: few are compared sooner than marked.
const UNMARKED: usize = 8;

/// Memory that is used again for the turns of the next state.
#[derive(Clone, Debug)]
pub struct Room<Step> {
    /// The steps of the turn at hand.
    path: Vec<Step>,
    /// Buffers for the states inside a turn.
    spare: Vec<Vec<u8>>,
    /// A mark of each state inside the turn at hand but for the first [`UNMARKED`]: where none is
    /// the same, no state is. A turn of ten thousand steps would compare fifty million states.
    marks: Vec<u64>,
}

impl<Step> Default for Room<Step> {
    fn default() -> Room<Step> {
        Room {
            path: Vec::new(),
            spare: Vec::new(),
            marks: Vec::new(),
        }
    }
}

/// The turns from one state.
pub struct Turns<'t, S: Stepper> {
    stepper: S,
    room: &'t mut Room<S::Step>,
    batch: &'t mut Batch,
    /// A path on which a process came back to where it was in its turn.
    circle: Option<Vec<S::Step>>,
    /// How many entries of the batch are failures on such paths.
    failed_in_circles: usize,
    /// Those whose offers were taken, and who go along when the turn is over.
    followers: Vec<S::Process>,
}

impl<'t, S: Stepper> Turns<'t, S> {
    /// Turns are added to the batch.
    pub fn new(stepper: S, room: &'t mut Room<S::Step>, batch: &'t mut Batch) -> Turns<'t, S> {
        room.path.clear();
        room.marks.clear();
        Turns {
            stepper,
            room,
            batch,
            circle: None,
            failed_in_circles: 0,
            followers: Vec::new(),
        }
    }

    /// Every turn from a state.
    pub fn of_everybody(mut self, state: &[u8]) -> Result<(), S::GivenUp> {
        self.stepper.come_back(&Moment::first(state, false));
        for timeout in [false, true] {
            if self.anybody_moves(&Moment::first(state, timeout), None)? {
                self.report_endless()?;
                break;
            }
        }
        Ok(())
    }

    /// Every turn that one process begins, with or without a timeout; whether it begins one.
    pub fn of(
        mut self,
        process: S::Process,
        state: &[u8],
        timeout: bool,
    ) -> Result<bool, S::GivenUp> {
        let moment = Moment::first(state, timeout);
        self.stepper.come_back(&moment);
        let moves = self.may_act(process, &moment)? && self.moves(process, &moment)?;
        if moves {
            self.report_endless()?;
        }
        Ok(moves)
    }

    /// Every turn that others begin without a timeout; whether anybody else does.
    pub fn of_others(mut self, process: S::Process, state: &[u8]) -> Result<bool, S::GivenUp> {
        let moment = Moment::first(state, false);
        self.stepper.come_back(&moment);
        self.anybody_moves(&moment, Some(process))
    }

    /// A path that comes back adds no state; if there is no other path, the process is lost to the
    /// world.
    fn report_endless(&mut self) -> Result<(), S::GivenUp> {
        let is_all = self.batch.len() == self.failed_in_circles;
        if let Some(path) = self.circle.take().filter(|_| is_all) {
            let first = path.first().map_or(RuleId::from_u32(0), S::rule_of);
            let fault = self.stepper.blame(first, FaultKind::Endless)?;
            self.room.path = path;
            let firing = self.firing(self.room.path.len());
            self.batch.push_fault(firing, &fault);
        }
        Ok(())
    }

    /// Whether some process other than the given one can make a step.
    fn anybody_moves(
        &mut self,
        moment: &Moment<'_, S>,
        except: Option<S::Process>,
    ) -> Result<bool, S::GivenUp> {
        let mut moves = false;
        let is_asked = moment.depth == 0 && except.is_none();
        let mut below = self.stepper.process_count(moment);
        loop {
            if is_asked {
                let at_once = self.stepper.move_at_once(below, moment, self.batch)?;
                (below, moves) = (at_once.left, moves | at_once.moves);
            }
            let Some(number) = below.checked_sub(1) else {
                return Ok(moves);
            };
            below = number;
            let Some(process) = self.stepper.process(number, moment) else {
                continue;
            };
            if Some(process) == except || !self.may_act(process, moment)? {
                continue;
            }
            moves |= self.moves(process, moment)?;
            if moment.depth == 0 {
                self.batch.end_turns_of(number);
            }
        }
    }

    /// Whether it can be the turn of a process: none of greater priority can make a step. Whoever
    /// takes an offer needs no priority, since the turn is that of the sender.
    fn may_act(&mut self, process: S::Process, moment: &Moment<'_, S>) -> Result<bool, S::GivenUp> {
        let Some(own) = self.stepper.priority(process) else {
            return Ok(true);
        };
        if moment.has_offer {
            return Ok(true);
        }
        for number in 0..self.stepper.process_count(moment) {
            if let Some(other) = self.stepper.process(number, moment)
                && self.stepper.priority(other) > Some(own)
                && self.could_move(other, moment)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a process could make a step, if it were its turn.
    fn could_move(
        &mut self,
        process: S::Process,
        moment: &Moment<'_, S>,
    ) -> Result<bool, S::GivenUp> {
        for command in self.stepper.commands(process, moment)? {
            if self.could_step(command, process, moment)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn could_step(
        &mut self,
        command: S::Command,
        process: S::Process,
        moment: &Moment<'_, S>,
    ) -> Result<bool, S::GivenUp> {
        if self.stepper.is_enabled(command, process, moment)? != Ok(true) {
            return Ok(false);
        }
        let transition = command.as_ref();
        if transition.turn.group.is_some() || !transition.sends {
            return Ok(true);
        }
        // An offer needs somebody who takes it. It is made, and taken back.
        let came_about = match self.stepper.fire(command, process, moment)? {
            Tried::Not => return Ok(false),
            Tried::Failed(_) => true,
            Tried::Fired if !self.stepper.has_offer() => true,
            Tried::Fired => self.inside(moment, |turns, offered| {
                turns.is_offer_wanted(process, offered)
            })?,
        };
        drop(self.stepper.step(command, process));
        self.stepper.come_back(moment);
        Ok(came_about)
    }

    /// Whether somebody other than the sender could take the offer.
    fn is_offer_wanted(
        &mut self,
        sender: S::Process,
        moment: &Moment<'_, S>,
    ) -> Result<bool, S::GivenUp> {
        for number in 0..self.stepper.process_count(moment) {
            if let Some(receiver) = self.stepper.process(number, moment)
                && receiver != sender
                && self.takes_offer(receiver, moment)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn takes_offer(
        &mut self,
        receiver: S::Process,
        moment: &Moment<'_, S>,
    ) -> Result<bool, S::GivenUp> {
        for command in self.stepper.commands(receiver, moment)? {
            let receives = command.as_ref().receives;
            if receives && self.stepper.is_enabled(command, receiver, moment)? != Ok(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries all rules of a process; whether it can make a step.
    fn moves(&mut self, process: S::Process, moment: &Moment<'_, S>) -> Result<bool, S::GivenUp> {
        let mut level = None;
        let mut groups = Groups::default();
        for command in self.stepper.commands(process, moment)? {
            let Transition { turn, receives, .. } = *command.as_ref();
            if level.is_some_and(|level| level != turn.level) {
                break;
            }
            let is_decided = turn.group.is_some_and(|group| groups.contains(group));
            let is_open = !(is_decided || turn.otherwise && level.is_some());
            let takes_offers = !moment.has_offer || receives;
            if is_open && takes_offers && self.step(command, process, moment)? {
                level = Some(turn.level);
                turn.group
                    .into_iter()
                    .for_each(|group| groups.insert(group));
            }
        }
        Ok(level.is_some())
    }

    /// Tries one rule of a process; whether it could fire.
    fn step(
        &mut self,
        command: S::Command,
        process: S::Process,
        moment: &Moment<'_, S>,
    ) -> Result<bool, S::GivenUp> {
        // There may be more paths than anybody has time for.
        if self.batch.cut().is_some() {
            return Ok(false);
        }
        let failed = match self.stepper.fire(command, process, moment)? {
            Tried::Not => return Ok(false),
            Tried::Fired => None,
            Tried::Failed(fault) => Some(fault),
        };
        let known = self.room.path.len();
        let step = self.stepper.step(command, process);
        self.room.path.push(step);
        let came_about = match failed {
            None => self.go_on(command, process, moment)?,
            Some(fault) => {
                self.emit_fault(&fault);
                true
            }
        };
        self.room.path.truncate(known);
        self.stepper.come_back(moment);
        Ok(came_about)
    }

    /// What follows a step: an answer to its offer, more steps of the same process, or the end of
    /// the turn. Whether the step came about.
    fn go_on(
        &mut self,
        command: S::Command,
        process: S::Process,
        before: &Moment<'_, S>,
    ) -> Result<bool, S::GivenUp> {
        let Transition { rule, turn, .. } = *command.as_ref();
        if self.stepper.has_offer() {
            if turn.group.is_some() {
                // A sequence that nobody else sees can't wait for a partner.
                self.blame(rule, FaultKind::Blocked)?;
                return Ok(true);
            }
            return self.offers(turn.then == Then::Along, process, before);
        }
        match turn.then {
            Then::Anybody if self.followers.is_empty() => {
                let firing = self.end_of_path();
                self.batch.push_state(firing, self.stepper.state());
            }
            Then::Anybody => self.deeper(before, |turns, moment| turns.end_at(moment))?,
            Then::Along if self.was_here(before) => {
                self.deeper(before, |turns, moment| turns.end_at(moment))?;
            }
            Then::Along => {
                self.deeper(before, |turns, moment| turns.goes_along(process, moment))?;
            }
            Then::Itself | Then::ItselfSurely if self.was_here(before) => self.note_circle(),
            Then::Itself | Then::ItselfSurely => self.deeper(before, |turns, moment| {
                turns.goes_on_alone(command, process, moment)
            })?,
        }
        Ok(true)
    }

    /// Somebody must take the offer that a process has just made; whether anybody does.
    fn offers(
        &mut self,
        goes_along: bool,
        process: S::Process,
        before: &Moment<'_, S>,
    ) -> Result<bool, S::GivenUp> {
        if goes_along {
            self.followers.push(process);
        }
        let is_taken = self.deeper(before, |turns, moment| {
            turns.anybody_moves(moment, Some(process))
        });
        if goes_along {
            self.followers.pop();
        }
        is_taken
    }

    /// The turn is over, but for those who go along.
    fn end_at(&mut self, moment: &Moment<'_, S>) -> Result<(), S::GivenUp> {
        let Some(process) = self.followers.pop() else {
            let firing = self.end_of_path();
            self.batch.push_state(firing, moment.state);
            return Ok(());
        };
        let done = self.goes_along(process, moment);
        self.followers.push(process);
        done
    }

    /// More steps of a process that could be made at any other time. If one of them fails, it is
    /// left to a turn of its own: what others do instead must not be lost.
    fn goes_along(
        &mut self,
        process: S::Process,
        moment: &Moment<'_, S>,
    ) -> Result<(), S::GivenUp> {
        let mark = self.batch.mark();
        let known = (self.batch.len(), self.failed_in_circles);
        let circle = self.circle.is_some();
        if self.moves(process, moment)? && !self.batch.has_fault_since(mark) {
            return Ok(());
        }
        self.stepper.take_back(self.batch.len() - known.0);
        self.batch.take_back(mark);
        self.failed_in_circles = known.1;
        self.circle.take_if(|_| !circle);
        self.end_at(moment)
    }

    /// Whether the acting process was in the present state before in this turn.
    fn was_here(&self, before: &Moment<'_, S>) -> bool {
        let is_deep = before.depth > UNMARKED;
        let is_marked = || self.room.marks.contains(&mark(self.stepper.state()));
        let compares_all = self.stepper.sees_comparisons() || is_deep && is_marked();
        let mut earlier = before;
        while let Some(next) = earlier.before {
            if compares_all || earlier.depth <= UNMARKED {
                self.stepper.compare(earlier.kept);
                if !earlier.has_offer && earlier.state == self.stepper.state() {
                    return true;
                }
            }
            earlier = next;
        }
        false
    }

    /// What failed on a path that comes back has failed, though the path leads nowhere.
    fn note_circle(&mut self) {
        let known = self.batch.len();
        self.emit_failures();
        self.failed_in_circles += self.batch.len() - known;
        let path = &self.room.path;
        self.circle.get_or_insert_with(|| path.clone());
    }

    /// Goes on from the state that a step led to, if the turn may have so many steps.
    fn deeper<T>(
        &mut self,
        before: &Moment<'_, S>,
        act: impl FnOnce(&mut Self, &Moment<'_, S>) -> Result<T, S::GivenUp>,
    ) -> Result<T, S::GivenUp> {
        self.stepper.go_deeper(before.depth)?;
        self.inside(before, act)
    }

    /// Makes the state that a step led to a moment.
    fn inside<T>(
        &mut self,
        before: &Moment<'_, S>,
        act: impl FnOnce(&mut Self, &Moment<'_, S>) -> T,
    ) -> T {
        let mut state = self.room.spare.pop().unwrap_or_default();
        state.clear();
        state.extend_from_slice(self.stepper.state());
        let kept = self.stepper.keep();
        let moment = Moment {
            state: &state,
            timeout: false,
            has_offer: self.stepper.has_offer(),
            kept: Some(&kept),
            before: Some(before),
            depth: before.depth + 1,
        };
        let known = self.room.marks.len();
        if moment.depth > UNMARKED {
            self.room.marks.push(mark(&state));
        }
        let answer = act(self, &moment);
        self.room.marks.truncate(known);
        self.room.spare.push(state);
        answer
    }

    /// More steps of the same process, or the end of its turn where it can't make any.
    fn goes_on_alone(
        &mut self,
        command: S::Command,
        process: S::Process,
        moment: &Moment<'_, S>,
    ) -> Result<(), S::GivenUp> {
        let Transition { rule, turn, .. } = *command.as_ref();
        // What goes on surely is one step: it has its turn already.
        let is_one_step = turn.then == Then::ItselfSurely;
        let may_act = is_one_step || self.may_act(process, moment)?;
        if may_act && self.moves(process, moment)? {
            return Ok(());
        }
        if is_one_step {
            return self.blame(rule, FaultKind::Blocked);
        }
        self.end_at(moment)
    }

    /// The turn as a whole is an error.
    fn blame(&mut self, rule: RuleId, kind: FaultKind) -> Result<(), S::GivenUp> {
        let fault = self.stepper.blame(rule, kind)?;
        self.emit_fault(&fault);
        Ok(())
    }

    fn emit_fault(&mut self, fault: &Fault) {
        let firing = self.end_of_path();
        self.batch.push_fault(firing, fault);
    }

    /// The firing of the whole path, after the assertions that failed on the way.
    fn end_of_path(&mut self) -> Firing {
        self.emit_failures();
        self.firing(self.room.path.len())
    }

    fn emit_failures(&mut self) {
        for (length, failure) in S::failures(&self.room.path) {
            let firing = self.firing(length);
            self.batch.push_failure(firing, failure);
        }
    }

    /// The firing of the first steps of the path: their first rule, and the place in the batch.
    fn firing(&mut self, length: usize) -> Firing {
        let path = &self.room.path[..length];
        self.stepper.report(path);
        self.batch.note_rules(path.iter().skip(1).map(S::rule_of));
        Firing {
            rule: path.first().map_or(RuleId::from_u32(0), S::rule_of),
            instance: self.batch.len() as u64,
        }
    }
}

/// Equal states have equal marks, and others seldom do.
fn mark(state: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |mark: u64, word: u64| (mark.rotate_left(23) ^ word).wrapping_mul(ODD);
    let (words, rest) = state.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let rest = rest.iter().map(|byte| u64::from(*byte));
    words.chain(rest).fold(0, mix)
}
