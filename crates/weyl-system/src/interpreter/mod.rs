//! The reference interpreter: the semantics of the program representation, written to be read.
//!
//! It walks the trees of the model and is the oracle for every faster executor.

mod channels;
mod eval;
mod exec;
mod locate;
mod machine;
mod memory;
mod probe;
mod processes;
mod put;
mod record;
mod shadow;
mod turns;

use crate::turns::Room;
use crate::{Batch, Concrete, Conditions, Cut, Fault, Firing, Outcome, Program, System};
use exec::Stop;
use machine::{Machine, Scope, Value};
pub use record::{Effect, Record, Recorder, TurnEffect};
pub use shadow::Written;
use weyl_budget::Budget;
use weyl_ir::layout::{Frame, SlotId};
use weyl_ir::{Property, PropertyId, PropertyKind, Rule, RuleId, Table, Valuations, VarId};
use weyl_source::Span;

/// What one firing did, seen by somebody who also wants its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    pub outcome: FiredOutcome,
    /// Where it failed: what else failed, in loops and quantifiers without an order.
    pub failures: Vec<Fault>,
    /// The covers that it hit on its way.
    pub hits: Vec<PropertyId>,
    /// The rules that fired, one after the other: several where processes take turns.
    pub microsteps: Vec<Microstep>,
}

impl Fired {
    /// What all its rules printed.
    pub fn output(&self) -> String {
        self.microsteps
            .iter()
            .map(|step| step.output.as_str())
            .collect()
    }
}

/// One rule of a firing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Microstep {
    pub firing: Firing,
    /// What the rule printed.
    pub output: String,
    /// The messages that the rule sent and received.
    pub messages: Vec<Message>,
    /// The working state after it; where it failed, as far as it came.
    pub state: Vec<u8>,
}

/// A message that a rule sends or receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub channel: i128,
    /// The variable that holds the channel, or an array in which it is an element.
    pub variable: VarId,
    pub values: Vec<i128>,
    pub direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Sent,
    Received,
    /// Looked at and left where it is.
    Read,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FiredOutcome {
    State(Vec<u8>),
    Fault(Box<Fault>),
    /// An assumption of the model excludes the next state.
    Excluded,
}

#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    /// The values of the parameters of the rule at hand.
    values: Vec<i128>,
    /// Memory for turns.
    room: Room<turns::Step>,
    /// The turns of a batch step by step, if somebody wants to know.
    recorded: Option<Vec<RecordedTurn>>,
    /// Where one of these tables is full, other turns are of no interest.
    ends_where_full: Vec<Table>,
    /// That has come about.
    is_over: bool,
}

/// A path through a turn, and, where that is recorded too, what it wrote.
#[derive(Clone, Debug)]
struct RecordedTurn {
    steps: Vec<Microstep>,
    writes: Vec<(SlotId, Written)>,
}

/// A rule together with what the program knows about it.
#[derive(Clone, Copy)]
struct Command<'p> {
    id: RuleId,
    rule: &'p Rule,
    frame: &'p Frame,
    valuations: &'p Valuations,
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program) -> Interpreter<'p> {
        let scope = Scope {
            locals: &program.nothing.0,
            frame: &program.nothing.1,
            base: 0,
            first_reference: 0,
        };
        Interpreter {
            program,
            machine: Machine::new(program, scope),
            values: Vec::new(),
            room: Room::default(),
            recorded: None,
            ends_where_full: Vec::new(),
            is_over: false,
        }
    }

    /// The same interpreter for somebody who will start over with more room in these tables: where
    /// one of them is full, the other turns from that state are left out.
    pub fn ending_where_full(mut self, tables: &[Table]) -> Interpreter<'p> {
        self.ends_where_full = tables.to_vec();
        self
    }

    /// The same interpreter, whose steps end when the budget is spent.
    pub fn within(mut self, budget: Budget) -> Interpreter<'p> {
        self.machine.budget = Some(budget);
        self
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Fires an initial rule; `None` if it has no such instance.
    pub fn fire_start(&mut self, firing: Firing) -> Option<Fired> {
        let command = self.start(firing.rule)?;
        self.fire_command(command, &self.program.blank(), firing.instance)
    }

    /// Fires a rule in a state; `None` if it is not enabled there.
    pub fn fire(&mut self, state: &[u8], firing: Firing) -> Option<Fired> {
        if self.program.model.has_processes() {
            return self.fire_turn(state, firing);
        }
        let command = self.rule(firing.rule)?;
        self.fire_command(command, state, firing.instance)
    }

    /// Adds all firings of one rule from a state to the batch, in a model whose rules are steps by
    /// themselves.
    pub fn fire_rule(&mut self, rule: RuleId, state: &[u8], batch: &mut Batch) {
        if let Some(command) = self.rule(rule) {
            self.expand(command, state, batch);
        }
    }

    fn fire_turn(&mut self, state: &[u8], firing: Firing) -> Option<Fired> {
        let number = usize::try_from(firing.instance).ok()?;
        let (found, fired) = self.turns(state).into_iter().nth(number)?;
        (found.rule == firing.rule).then_some(fired)
    }

    /// Every firing from a state, step by step, in a model with processes.
    pub fn turns(&mut self, state: &[u8]) -> Vec<(Firing, Fired)> {
        let mut batch = Batch::default();
        self.recorded = Some(Vec::new());
        self.machine.output = Some(String::new());
        self.machine.messages = Some(Vec::new());
        self.take_turns(state, &mut batch);
        self.machine.output = None;
        self.machine.messages = None;
        let recorded = self.recorded.take().unwrap_or_default();
        let turns = batch.iter().zip(recorded);
        let turns = turns.map(|((firing, outcome), turn)| {
            let outcome = match outcome {
                Outcome::State { state, .. } => FiredOutcome::State(state.to_vec()),
                Outcome::Fault(fault) => FiredOutcome::Fault(Box::new(fault.clone())),
                Outcome::Excluded => FiredOutcome::Excluded,
            };
            let fired = Fired {
                outcome,
                failures: Vec::new(),
                hits: Vec::new(),
                microsteps: turn.steps,
            };
            (firing, fired)
        });
        turns.collect()
    }

    /// Who acts in each turn from a state, in the order of the batch of successors: kinds of
    /// processes, and numbers in their sorts. An offer and its answer are acts of both.
    pub fn actors(&mut self, state: &[u8]) -> Vec<Vec<(u32, u32)>> {
        let mut batch = Batch::default();
        self.recorded = Some(Vec::new());
        self.take_turns(state, &mut batch);
        let turns = self.recorded.take().unwrap_or_default().into_iter();
        let actor = |step: &Microstep| {
            let turn = self.program.model.rules[step.firing.rule].turn?;
            Some((turn.kind, step.firing.instance as u32))
        };
        turns
            .map(|turn| turn.steps.iter().filter_map(actor).collect())
            .collect()
    }

    fn start(&self, id: RuleId) -> Option<Command<'p>> {
        let program = self.program;
        Some(Command {
            id,
            rule: program.model.starts.get(id)?,
            frame: &program.layout.starts[id],
            valuations: &program.starts[id],
        })
    }

    fn rule(&self, id: RuleId) -> Option<Command<'p>> {
        let program = self.program;
        Some(Command {
            id,
            rule: program.model.rules.get(id)?,
            frame: &program.layout.rules[id],
            valuations: &program.rules[id],
        })
    }

    fn fire_command(
        &mut self,
        command: Command<'p>,
        source: &[u8],
        instance: u64,
    ) -> Option<Fired> {
        if instance >= command.valuations.count {
            return None;
        }
        self.begin(command, source);
        self.values = command.valuations.values(instance);
        self.machine.output = Some(String::new());
        let outcome = self.fire_with_values(command);
        let output = self.machine.output.take().unwrap_or_default();
        let failures = std::mem::take(&mut self.machine.noted);
        let hits = std::mem::take(&mut self.machine.hits);
        let firing = command.firing(instance);
        outcome.map(|outcome| Fired {
            outcome,
            failures,
            hits,
            microsteps: vec![Microstep {
                firing,
                output,
                messages: Vec::new(),
                state: self.machine.state().to_vec(),
            }],
        })
    }

    fn fire_with_values(&mut self, command: Command<'p>) -> Option<FiredOutcome> {
        match self.valuation_is_enabled(command) {
            Ok(false) => None,
            Ok(true) => match self.run(command.rule) {
                Ok(()) => Some(FiredOutcome::State(self.machine.state().to_vec())),
                Err(Stop::Fault(fault)) => Some(FiredOutcome::Fault(fault)),
                Err(Stop::Infeasible) => None,
                Err(Stop::Excluded) => Some(FiredOutcome::Excluded),
            },
            Err(fault) => Some(FiredOutcome::Fault(fault)),
        }
    }

    /// Sets the parameters and evaluates domains and guard.
    fn valuation_is_enabled(&mut self, command: Command<'p>) -> Value<bool> {
        for (binding, value) in command.rule.parameters.iter().zip(&self.values) {
            if !self.machine.is_in_domain(&binding.domain, *value)? {
                return Ok(false);
            }
            self.machine
                .set_bound(binding.local, *value, Span::default())?;
        }
        self.is_enabled(command.rule)
    }

    fn begin(&mut self, command: Command<'p>, source: &[u8]) {
        self.machine.set_state(source);
        self.machine.hits.clear();
        self.machine.enter_root(&command.rule.locals, command.frame);
        self.values.clear();
    }

    /// Adds all firings of a rule from a state to the batch.
    fn expand(&mut self, command: Command<'p>, source: &[u8], batch: &mut Batch) {
        if command.valuations.count > 0 {
            self.begin(command, source);
            self.choose_parameters(command, 0, source, batch);
        }
    }

    /// Goes through the values of the parameters from the one with number `self.values.len()` on;
    /// `instance` is the number of the valuation of those before it.
    fn choose_parameters(
        &mut self,
        command: Command<'p>,
        instance: u64,
        source: &[u8],
        batch: &mut Batch,
    ) {
        let level = self.values.len();
        let Some(binding) = command.rule.parameters.get(level) else {
            return self.attempt(command, instance, source, batch);
        };
        let series = command.valuations.series[level];
        for number in 0..series.count {
            if self.machine.tick(command.rule.span).is_err() {
                batch.cut_off(Cut::Spent);
            }
            if batch.cut().is_some() {
                return;
            }
            let value = series.value(number);
            let instance = instance * series.count + number;
            let in_domain = self.machine.is_in_domain(&binding.domain, value);
            let bound = in_domain.and_then(|is_in| {
                let bound = self
                    .machine
                    .set_bound(binding.local, value, Span::default());
                bound.map(|()| is_in)
            });
            match bound {
                Ok(true) => {
                    self.values.push(value);
                    self.choose_parameters(command, instance, source, batch);
                    self.values.pop();
                }
                Ok(false) => {}
                Err(fault) => {
                    let instance = command.valuations.first_with_prefix(instance, level);
                    self.push_faults(command.firing(instance), &fault, batch);
                }
            }
        }
    }

    fn attempt(&mut self, command: Command<'p>, instance: u64, source: &[u8], batch: &mut Batch) {
        let firing = command.firing(instance);
        match self.is_enabled(command.rule) {
            Ok(false) => {}
            Ok(true) => {
                match self.run(command.rule) {
                    Ok(()) => {
                        batch.push_hits(firing, &self.machine.hits);
                        batch.push_state(firing, self.machine.state());
                    }
                    Err(Stop::Fault(fault)) => {
                        batch.push_hits(firing, &self.machine.hits);
                        self.push_faults(firing, &fault, batch);
                    }
                    Err(Stop::Infeasible) => {}
                    Err(Stop::Excluded) => batch.push_excluded(firing),
                }
                self.undo(command, source);
            }
            Err(fault) => self.push_faults(firing, &fault, batch),
        }
    }

    /// All that failed in a firing.
    fn push_faults(&mut self, firing: Firing, fault: &Fault, batch: &mut Batch) {
        for failure in self.machine.noted.drain(..) {
            batch.push_failure(firing, failure);
        }
        batch.push_fault(firing, fault);
    }

    /// Brings the state back, and the locals to where they were before the body ran.
    fn undo(&mut self, command: Command<'p>, source: &[u8]) {
        self.machine.set_state(source);
        self.machine.reset_locals();
        for (binding, value) in command.rule.parameters.iter().zip(&self.values) {
            // The value was stored before: it belongs to the type.
            let _ = self
                .machine
                .set_bound(binding.local, *value, Span::default());
        }
    }

    fn is_enabled(&mut self, rule: &'p Rule) -> Value<bool> {
        if let Some(control) = &rule.control {
            let at = self.machine.locate(&control.location)?;
            if self.machine.peek(at) != Some(control.from) {
                return Ok(false);
            }
        }
        self.machine.test(&rule.guard)
    }

    /// Runs the body, moves the control location, brings the state into normal form, and asks the
    /// assumptions.
    fn run(&mut self, rule: &'p Rule) -> Result<(), Stop> {
        // The body can change what the location mentions: who was at its start is who moves.
        let location = rule.control.as_ref().map(|control| &control.location);
        let moving = location.map(|location| self.machine.target(location));
        let moving = moving.transpose()?;
        self.machine.hits.clear();
        self.machine.exec_block(&rule.body)?;
        if let Some((control, moving)) = rule.control.as_ref().zip(moving)
            && let Some(to) = control.to
        {
            let at = self.machine.follow(moving, control.location.span)?;
            self.machine.store(at, to, control.location.span)?;
        }
        let program = self.program;
        self.machine.memory.normalise(&program.layout);
        for assumption in &program.assumptions {
            self.assume(*assumption)?;
        }
        Ok(())
    }

    /// Instances of an assumption have no order: all are asked.
    fn assume(&mut self, assumption: PropertyId) -> Result<(), Stop> {
        let known = self.machine.noted.len();
        let mut holds = true;
        for instance in 0..self.program.properties[assumption].count {
            match self.condition(assumption, instance) {
                Ok(is_true) => holds &= is_true,
                Err(fault) => self.machine.note_failure(fault)?,
            }
        }
        self.machine.fail_if_noted(known)?;
        if holds { Ok(()) } else { Err(Stop::Excluded) }
    }

    /// Evaluates one instance of a property's condition in the present state.
    /// The value of a property that is shown.
    pub fn shown(&mut self, id: PropertyId, state: &[u8]) -> Value<i128> {
        let program = self.program;
        let property = &program.model.properties[id];
        self.machine.set_state(state);
        let frame = &program.layout.properties[id];
        let outer = self.machine.enter(&property.locals, frame);
        let value = self.machine.eval(&property.condition);
        self.machine.leave(outer);
        self.machine.noted.clear();
        value
    }

    fn condition(&mut self, id: PropertyId, instance: u64) -> Value<bool> {
        let program = self.program;
        let property = &program.model.properties[id];
        let frame = &program.layout.properties[id];
        let outer = self.machine.enter(&property.locals, frame);
        let values = program.properties[id].values(instance);
        let result = self.condition_with_values(property, &values);
        self.machine.leave(outer);
        result
    }

    /// Where the parameters are outside their domains (empty positions of a multiset) there is
    /// nothing to be said: nothing is violated there, and nothing covered.
    fn condition_with_values(&mut self, property: &'p Property, values: &[i128]) -> Value<bool> {
        for (binding, value) in property.parameters.iter().zip(values) {
            if !self.machine.is_in_domain(&binding.domain, *value)? {
                return Ok(!matches!(
                    property.kind,
                    PropertyKind::Cover | PropertyKind::Atom
                ));
            }
            let local = binding.local;
            self.machine.set_bound(local, *value, property.span)?;
        }
        self.machine.test(&property.condition)
    }
}

impl Command<'_> {
    fn firing(&self, instance: u64) -> Firing {
        Firing {
            rule: self.id,
            instance,
        }
    }
}

impl System for Interpreter<'_> {
    fn state_size(&self) -> usize {
        self.program.layout.size
    }

    fn packed_size(&self) -> usize {
        self.program.packer.size()
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        self.program.packer.pack(state, packed);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        self.program.packer.unpack(packed, state);
    }

    fn initial(&mut self, batch: &mut Batch) {
        batch.clear();
        let blank = self.program.blank();
        for id in self.program.model.starts.keys() {
            if let Some(command) = self.start(id) {
                self.expand(command, &blank, batch);
            }
        }
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        batch.clear();
        if self.program.model.has_processes() {
            return self.take_turns(state, batch);
        }
        for id in self.program.model.rules.keys() {
            self.fire_rule(id, state, batch);
        }
    }

    fn may_end(&mut self, state: &[u8]) -> bool {
        if !self.program.model.has_processes() {
            return false;
        }
        self.machine.set_state(state);
        // Where no process is left, there is nobody to go on with an order of events.
        let mut events = self.program.events.iter();
        self.machine.all_may_end()
            && (self.machine.process_count() == 0
                || events.all(|id| self.condition(*id, 0) == Ok(true)))
    }
}

impl Concrete for Interpreter<'_> {}

impl Conditions for Interpreter<'_> {
    fn instances(&self, property: PropertyId) -> u64 {
        self.program.properties[property].count
    }

    fn holds(&mut self, property: PropertyId, instance: u64, state: &[u8]) -> Value<bool> {
        self.machine.set_state(state);
        let answer = self.condition(property, instance);
        self.machine.noted.clear();
        answer
    }
}
