//! The processes of a state: who is there, where they stand, what they could do.

use super::machine::{Machine, Value};
use crate::{Fault, FaultKind, Transition};
use weyl_ir::{Processes, Rule};
use weyl_source::Span;

/// A process: its kind, and its number in the sort of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Actor {
    pub kind: usize,
    pub index: u32,
}

impl<'p> Machine<'p> {
    pub(super) fn processes(&self) -> Processes<'p> {
        self.program.model.processes()
    }

    pub fn process_count(&self) -> u32 {
        let at = self.processes().count();
        let count = at.and_then(|at| self.peek(self.program.layout.variables[at]));
        count
            .and_then(|count| u32::try_from(count).ok())
            .unwrap_or(0)
    }

    /// The process with a number.
    pub fn process(&self, number: u32) -> Option<Actor> {
        let kinds = self.processes().kinds().iter().enumerate();
        let mut candidates = kinds.flat_map(|(kind, of)| {
            let names = of.names_with(number);
            names.map(move |index| Actor { kind, index })
        });
        candidates.find(|actor| self.location(*actor).is_some())
    }

    /// Where a process is; `None` if there is none.
    fn location(&self, actor: Actor) -> Option<usize> {
        let kind = self.processes().kinds().get(actor.kind)?;
        let at = self.program.layout.variables[kind.location];
        let value = self.peek(self.array_element(at, actor.index)?)?;
        usize::try_from(value).ok()
    }

    /// The transitions that leave the location of a process, in the order in which they are tried.
    pub fn transitions(&self, actor: Actor) -> &'p [Transition] {
        let of_kind = &self.program.turns[actor.kind];
        let rules = self.location(actor).and_then(|at| of_kind.get(at));
        rules.map_or(&[], Vec::as_slice)
    }

    /// Whether no process stands where it may not stay for ever.
    pub fn all_may_end(&self) -> bool {
        let kinds = self.processes().kinds();
        let processes = (0..self.process_count()).filter_map(|number| self.process(number));
        let mut places = processes.map(|actor| (actor.kind, self.location(actor)));
        places.all(|(kind, location)| {
            location.is_none_or(|at| kinds[kind].may_end.get(at).copied().unwrap_or(false))
        })
    }

    /// Whether a process can fire a rule that leaves its location; the rule's frame is the one on
    /// top.
    pub fn can_fire(&mut self, rule: &'p Rule, actor: Actor) -> Value<bool> {
        if let Some(own) = rule.parameters.first() {
            self.set_bound(own.local, i128::from(actor.index), rule.span)?;
        }
        self.test(&rule.guard)
    }

    pub fn priority(&self, actor: Actor) -> Option<i128> {
        let kind = self.processes().kinds().get(actor.kind)?;
        let at = self.program.layout.variables[kind.priority?];
        self.peek(self.array_element(at, actor.index)?)
    }

    /// Whether a process can make a step, as `enabled` sees it: `else` does not count. An error if
    /// that depends on the answer.
    pub fn is_process_enabled(&mut self, number: i128, span: Span) -> Value<bool> {
        let Ok(number) = u32::try_from(number) else {
            return Ok(false);
        };
        let Some(actor) = self.process(number) else {
            return Ok(false);
        };
        if self.asked.contains(&number) {
            return Err(Fault::new(FaultKind::CircularEnabled, span));
        }
        self.asked.push(number);
        let answer = self.is_some_rule_enabled(actor);
        self.asked.pop();
        answer
    }

    fn is_some_rule_enabled(&mut self, actor: Actor) -> Value<bool> {
        let program = self.program;
        for transition in self.transitions(actor) {
            if transition.turn.otherwise {
                continue;
            }
            let rule = &program.model.rules[transition.rule];
            let outer = self.enter(&rule.locals, &program.layout.rules[transition.rule]);
            let enabled = self.can_fire(rule, actor);
            self.leave(outer);
            if enabled? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
