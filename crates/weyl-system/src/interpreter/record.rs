//! The recording executor: what one firing looked at, wrote and copied.
//!
//! It is the reference interpreter itself, over a memory that keeps where values come from
//! ([`Shadow`](super::shadow)). A record is a fact about more states than the one it was made in:
//!
//! > Let s' differ from s only in slots that the record does not list as looked at. Then the same
//! > happens in s' as in s: the same firings, the same faults, nothing where there was nothing.
//! > Each slot that was written gets the same code, or, if it is a copy, what its source holds in
//! > s'. All others keep theirs.
//!
//! Engines that learn relations from firings learn from this, the structure of the program
//! ([`weyl_ir::structure`]) is tested against it, and it is itself tested by changing what it does
//! not list.

use super::Interpreter;
use super::shadow::{Shadow, Written};
use crate::{Batch, Conditions, Fault, FiredOutcome, Firing, Outcome, Program, System};
use weyl_ir::PropertyId;
use weyl_ir::layout::{Layout, SlotId};

/// What was looked at, and what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<T> {
    /// Ascending.
    pub looks: Vec<SlotId>,
    pub result: T,
}

/// What a firing led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A state that differs from the one before in these slots at most; ascending.
    Writes(Vec<(SlotId, Written)>),
    Fault(Box<Fault>),
    Excluded,
}

impl Effect {
    /// The state after the firing, from a state in which everything that was looked at is the same.
    pub fn applied(&self, layout: &Layout, before: &[u8]) -> Option<Vec<u8>> {
        let Effect::Writes(writes) = self else {
            return None;
        };
        let mut after = before.to_vec();
        for (slot, written) in writes {
            let target = &layout.slots[*slot];
            let code = written.code(layout, *slot, before);
            target
                .scalar
                .store(&mut after, target.offset as usize, code);
        }
        Some(after)
    }
}

impl Written {
    /// The code that a slot gets in a step from a state.
    pub fn code(self, layout: &Layout, slot: SlotId, before: &[u8]) -> u64 {
        match self {
            Written::Code(code) => code,
            Written::Copy(source) => {
                let source = &layout.slots[source];
                let code = source.scalar.load(before, source.offset as usize);
                let value = source.scalar.decode(code);
                // Whatever is copied without a look belongs to the type; what is undefined has
                // code 0.
                let code = value.and_then(|value| layout.slots[slot].scalar.encode(value));
                code.unwrap_or(0)
            }
        }
    }
}

/// One way of a process through its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnEffect {
    /// The rules that fired, each with the number of the process.
    pub rules: Vec<Firing>,
    pub effect: Effect,
}

/// The reference interpreter, which records.
#[derive(Clone, Debug)]
pub struct Recorder<'p> {
    interpreter: Interpreter<'p>,
}

impl<'p> Recorder<'p> {
    pub fn new(program: &'p Program) -> Recorder<'p> {
        let interpreter = Interpreter::new(program);
        Recorder { interpreter }
    }

    /// One rule with one valuation of its parameters; `None` if it is not enabled. In a model with
    /// processes that is one step at the beginning of a turn: nobody offers a message, and there is
    /// no timeout. What the step offers is no part of the state.
    pub fn rule(&mut self, state: &[u8], firing: Firing) -> Record<Option<Effect>> {
        self.recorded(state, |interpreter| {
            let command = interpreter.rule(firing.rule)?;
            if firing.instance >= command.valuations.count {
                return None;
            }
            interpreter.begin(command, state);
            interpreter.values = command.valuations.values(firing.instance);
            let outcome = interpreter.fire_with_values(command);
            interpreter.machine.forget_effects();
            interpreter.machine.offer = None;
            outcome.map(|outcome| interpreter.effect(outcome))
        })
    }

    /// Whether the rule is enabled: domains of parameters, control location and guard.
    pub fn guard(&mut self, state: &[u8], firing: Firing) -> Record<bool> {
        self.recorded(state, |interpreter| interpreter.guard_holds(state, firing))
    }

    /// All turns that one process can begin, in order: its kind, and its number in the sort of the
    /// kind. Assertions that fail on the way are effects of their own.
    pub fn turns(&mut self, state: &[u8], kind: u32, index: u32) -> Record<Vec<TurnEffect>> {
        self.recorded_turns(state, |interpreter, batch| {
            interpreter.turns_of(kind, index, state, batch);
        })
    }

    /// All turns of all processes.
    pub fn all_turns(&mut self, state: &[u8]) -> Record<Vec<TurnEffect>> {
        self.recorded_turns(state, |interpreter, batch| {
            interpreter.successors(state, batch);
        })
    }

    /// Whether a state satisfies one instance of a property's condition.
    pub fn condition(
        &mut self,
        state: &[u8],
        property: PropertyId,
        instance: u64,
    ) -> Record<Result<bool, Box<Fault>>> {
        self.recorded(state, |interpreter| {
            interpreter.holds(property, instance, state)
        })
    }

    fn recorded<T>(
        &mut self,
        state: &[u8],
        act: impl FnOnce(&mut Interpreter<'p>) -> T,
    ) -> Record<T> {
        let interpreter = &mut self.interpreter;
        interpreter.machine.set_state(state);
        interpreter.watch_reads();
        let result = act(interpreter);
        let looks = interpreter.machine.memory.end_record(Shadow::looks);
        Record { looks, result }
    }

    fn recorded_turns(
        &mut self,
        state: &[u8],
        act: impl FnOnce(&mut Interpreter<'p>, &mut Batch),
    ) -> Record<Vec<TurnEffect>> {
        self.recorded(state, |interpreter| {
            let mut batch = Batch::default();
            interpreter.recorded = Some(Vec::new());
            act(interpreter, &mut batch);
            let turns = interpreter.recorded.take().unwrap_or_default();
            let effects = turns
                .into_iter()
                .zip(batch.iter())
                .map(|(turn, (_, outcome))| {
                    let rules = turn.steps.iter().map(|step| step.firing);
                    TurnEffect {
                        rules: rules.collect(),
                        effect: match outcome {
                            Outcome::State { .. } => Effect::Writes(turn.writes),
                            Outcome::Fault(fault) => Effect::Fault(Box::new(fault.clone())),
                            Outcome::Excluded => Effect::Excluded,
                        },
                    }
                });
            effects.collect()
        })
    }
}

impl Interpreter<'_> {
    /// An outcome as what it wrote.
    fn effect(&self, outcome: FiredOutcome) -> Effect {
        match outcome {
            FiredOutcome::State(state) => {
                let shadow = self.machine.memory.shadow();
                Effect::Writes(shadow.map_or_else(Vec::new, |shadow| shadow.writes(&state)))
            }
            FiredOutcome::Fault(fault) => Effect::Fault(fault),
            FiredOutcome::Excluded => Effect::Excluded,
        }
    }
}
