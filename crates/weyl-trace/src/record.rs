//! One step of the unreduced system, executed and written down.

use crate::location::{Location, Places};
use crate::message::Message;
use crate::state_text::StateText;
use std::collections::HashSet;
use weyl_budget::go_on;
use weyl_ir::{ProcessKind, PropertyId, PropertyKind, Rule, RuleId};
use weyl_source::Span;
use weyl_system::{
    Batch, Conditions, Fault, Fired, FiredOutcome, Firing, Interpreter, Microstep, Outcome,
    Program, System,
};

/// A part of the state and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepResult {
    State(Vec<u8>),
    Fault(Box<Fault>),
    /// An assumption of the model excludes the step.
    Excluded,
}

/// Who made a step, where processes take turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    pub number: u64,
    /// The name of its kind.
    pub kind: String,
}

impl Process {
    /// By its name in the sort of its kind.
    fn of(kind: &ProcessKind, name: u32) -> Process {
        Process {
            number: u64::from(kind.number_of(name)),
            kind: kind.text_of(name).to_string(),
        }
    }
}

/// A process that has to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub process: Process,
    /// The number of its kind.
    pub kind: u32,
    /// Its control location.
    pub location: i128,
    /// The text there.
    pub span: Option<Span>,
}

/// One rule that fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Of the first step of a run, among the initial rules.
    pub id: RuleId,
    pub rule: String,
    /// Names and values of the rule's parameters; the acting process is none of them.
    pub parameters: Vec<(String, String)>,
    pub process: Option<Process>,
    /// Whether it belongs to the same firing as the step before it: nobody else sees the state
    /// between.
    pub continues: bool,
    pub span: Span,
    /// What the step changed; for an initial step, all that is defined. Empty if the step failed.
    pub changes: Vec<Change>,
    /// What is shown beside the state ([`PropertyKind::Shown`]), where it differs from before.
    pub shown: Vec<Change>,
    /// Where processes come to that were not there before; for an initial step, where all are.
    pub locations: Vec<Location>,
    /// What the model printed.
    pub output: String,
    pub messages: Vec<Message>,
    pub result: StepResult,
    /// Where it failed: what else failed in the same step.
    pub failures: Vec<Fault>,
    /// The covers that it hit on its way.
    pub hits: Vec<PropertyId>,
}

impl Step {
    pub fn state(&self) -> Option<&[u8]> {
        match &self.result {
            StepResult::State(state) => Some(state),
            StepResult::Fault(_) | StepResult::Excluded => None,
        }
    }
}

/// Fires rules on the unreduced system and describes what happens.
#[derive(Clone)]
pub struct Recorder<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    text: StateText<'p>,
    places: Places,
    batch: Batch,
}

impl<'p> Recorder<'p> {
    pub fn new(program: &'p Program) -> Recorder<'p> {
        Recorder {
            program,
            interpreter: Interpreter::new(program),
            text: StateText::new(&program.model, &program.layout),
            places: Places::new(&program.model),
            batch: Batch::default(),
        }
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The paths of all parts that a state may show.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.text.paths()
    }

    /// Fires an initial rule; `None` if it is not enabled.
    pub fn start(&mut self, firing: Firing) -> Option<Step> {
        let rule = self.program.model.starts.get(firing.rule)?;
        let fired = self.interpreter.fire_start(firing)?;
        let only = fired.microsteps.into_iter().next()?;
        let (failures, hits) = (fired.failures, fired.hits);
        let step = self.describe(rule, None, only, result(fired.outcome));
        Some(Step {
            failures,
            hits,
            ..step
        })
    }

    /// Fires a rule from a state; `None` if it is not enabled. There is one step, or, where
    /// processes take turns, at least one.
    pub fn steps(&mut self, before: &[u8], firing: Firing) -> Option<Vec<Step>> {
        go_on();
        let Fired {
            outcome,
            failures,
            hits,
            mut microsteps,
        } = self.interpreter.fire(before, firing)?;
        let last = microsteps.pop()?;
        let mut steps: Vec<Step> = Vec::with_capacity(microsteps.len() + 1);
        let inner = microsteps.into_iter().map(|microstep| {
            let state = StepResult::State(microstep.state.clone());
            (microstep, state)
        });
        for (microstep, result) in inner.chain([(last, result(outcome))]) {
            let rule = self.program.model.rules.get(microstep.firing.rule)?;
            let before = steps.last().and_then(Step::state).unwrap_or(before);
            let step = self.describe(rule, Some(before), microstep, result);
            steps.push(Step {
                continues: !steps.is_empty(),
                ..step
            });
        }
        if let Some(last) = steps.last_mut() {
            last.failures = failures;
            last.hits = hits;
        }
        Some(steps)
    }

    /// The processes that may not stay for ever where they are in a state.
    pub fn waiting(&self, state: &[u8]) -> Vec<Waiting> {
        let model = &self.program.model;
        let mut waiting = Vec::new();
        for (number, kind) in model.processes().numbered_kinds() {
            let places = self.text.elements(kind.location, state);
            let stuck = places.filter(|(_, at)| {
                let at = usize::try_from(*at).unwrap_or(usize::MAX);
                !kind.may_end.get(at).copied().unwrap_or(false)
            });
            waiting.extend(stuck.map(|(index, at)| {
                let process = Process::of(kind, index as u32);
                let leaves = |rule: &&Rule| {
                    rule.turn.is_some_and(|turn| turn.kind == number)
                        && rule.control.as_ref().is_some_and(|c| c.from == at)
                };
                let rule = model.rules.values().find(leaves);
                Waiting {
                    process,
                    kind: number,
                    location: at,
                    span: rule.map(|rule| rule.span),
                }
            }));
        }
        waiting.sort_by_key(|waiting| waiting.process.number);
        waiting
    }

    /// Where all processes are in a state, by their numbers.
    pub fn locations(&self, state: &[u8]) -> Vec<Location> {
        self.located(state, |_, _, _| true)
    }

    /// Where those processes are whose kind, name in its sort and location are asked for.
    fn located(&self, state: &[u8], is_meant: impl Fn(u32, u64, i128) -> bool) -> Vec<Location> {
        let mut found = Vec::new();
        for (number, kind) in self.program.model.processes().numbered_kinds() {
            let all = self.text.elements(kind.location, state);
            let meant = all.filter(|(name, at)| is_meant(number, *name, *at));
            found.extend(meant.map(|(name, at)| Location {
                process: Process::of(kind, name as u32),
                place: self.places.get(number, at).cloned().unwrap_or_default(),
            }));
        }
        found.sort_by_key(|location| location.process.number);
        found
    }

    /// Where processes are after a step that were somewhere else before.
    fn moved(&self, before: &[u8], after: &[u8]) -> Vec<Location> {
        let mut old = HashSet::new();
        for (number, kind) in self.program.model.processes().numbered_kinds() {
            let all = self.text.elements(kind.location, before);
            old.extend(all.map(|(name, at)| (number, name, at)));
        }
        self.located(after, |kind, name, at| !old.contains(&(kind, name, at)))
    }

    /// Whether a state without steps is a proper end.
    pub fn may_end(&mut self, state: &[u8]) -> bool {
        self.interpreter.may_end(state)
    }

    /// All initial steps that happen.
    pub fn starts(&mut self) -> Vec<Firing> {
        self.interpreter.initial(&mut self.batch);
        self.possible()
    }

    /// All steps from a state that happen.
    pub fn enabled(&mut self, state: &[u8]) -> Vec<Firing> {
        self.interpreter.successors(state, &mut self.batch);
        self.possible()
    }

    /// The steps that a run may take which ends where something fails: a failed assertion hides
    /// what comes after it.
    pub fn enabled_up_to_failures(&mut self, state: &[u8]) -> Vec<Firing> {
        let enabled = self.enabled(state);
        if !self.program.model.has_processes() {
            return enabled;
        }
        // The firing behind a failed assertion is the same turn, carried on.
        let failed = |outcome: &Outcome<'_>| match outcome {
            Outcome::Fault(fault) => fault.is_failed_claim(),
            Outcome::State { .. } | Outcome::Excluded => false,
        };
        let mut before = false;
        let first = self.batch.iter().filter(|(_, outcome)| {
            let is_hidden = std::mem::replace(&mut before, failed(outcome));
            !is_hidden
        });
        first.map(|(firing, _)| firing).collect()
    }

    fn possible(&self) -> Vec<Firing> {
        let steps = self.batch.iter();
        let kept = steps
            .filter(|(_, outcome)| matches!(outcome, Outcome::State { .. } | Outcome::Fault(_)));
        let mut firings: Vec<Firing> = kept.map(|(firing, _)| firing).collect();
        // A firing may fail in several ways.
        firings.dedup();
        firings
    }

    /// The states that the steps from a state lead to; `None` for a step that fails or that leads
    /// to an excluded state.
    pub(crate) fn ways_on(&mut self, state: &[u8]) -> Vec<Option<Vec<u8>>> {
        self.interpreter.successors(state, &mut self.batch);
        let ways = self.batch.iter().map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state.to_vec()),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        ways.collect()
    }

    /// Whether nothing can happen in a state, not even a failure.
    pub(crate) fn is_at_end(&mut self, state: &[u8]) -> bool {
        self.interpreter.successors(state, &mut self.batch);
        let mut outcomes = self.batch.iter();
        outcomes.all(|(_, outcome)| matches!(outcome, Outcome::Excluded))
    }

    pub fn instances(&self, property: PropertyId) -> u64 {
        self.interpreter.instances(property)
    }

    pub fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        self.interpreter.holds(property, instance, state)
    }

    /// Everything in a state that is not undefined.
    pub fn defined(&self, state: &[u8]) -> Vec<Change> {
        named(self.text.defined(state))
    }

    /// Values of expressions that are shown and were not the same before.
    fn newly_shown(&mut self, before: Option<&[u8]>, after: &[u8]) -> Vec<Change> {
        let old = before.map_or(Vec::new(), |before| self.shown(before));
        let new = self.shown(after);
        new.into_iter().filter(|one| !old.contains(one)).collect()
    }

    /// The expressions that are shown, with their values; one that can't be evaluated has none.
    pub fn shown(&mut self, state: &[u8]) -> Vec<Change> {
        let model = &self.program.model;
        let properties = model.properties.iter();
        let shown = properties.filter(|(_, property)| property.kind == PropertyKind::Shown);
        let shown = shown.map(|(id, property)| {
            let value = self.interpreter.shown(id, state);
            let value = value.map(|value| model.display_value(property.condition.ty, value));
            Change {
                path: property.name.clone(),
                value: value.unwrap_or_else(|_| "undefined".to_string()),
            }
        });
        shown.collect()
    }

    fn describe(
        &mut self,
        rule: &Rule,
        before: Option<&[u8]>,
        microstep: Microstep,
        result: StepResult,
    ) -> Step {
        let changes = match (&result, before) {
            (StepResult::State(after), Some(before)) => self.text.changes(before, after),
            (StepResult::State(after), None) => self.text.defined(after),
            _ => Vec::new(),
        };
        let locations = match (&result, before) {
            (StepResult::State(after), Some(before)) => self.moved(before, after),
            (StepResult::State(after), None) => self.locations(after),
            _ => Vec::new(),
        };
        let shown = match &result {
            StepResult::State(after) => self.newly_shown(before, after),
            StepResult::Fault(_) | StepResult::Excluded => Vec::new(),
        };
        let process = self.process(rule, microstep.firing.instance);
        let mut parameters = Vec::new();
        if process.is_none() {
            let instance = microstep.firing.instance;
            parameters = self
                .program
                .parameters(&rule.parameters, &rule.locals, instance);
        }
        Step {
            id: microstep.firing.rule,
            rule: rule.name.clone(),
            parameters,
            process,
            continues: false,
            span: rule.span,
            changes: named(changes),
            shown,
            locations,
            output: microstep.output,
            messages: Message::all(&self.program.model, microstep.messages),
            result,
            failures: Vec::new(),
            hits: Vec::new(),
        }
    }

    fn process(&self, rule: &Rule, instance: u64) -> Option<Process> {
        let kind = self.program.model.processes().kind_of_rule(rule)?;
        Some(Process::of(kind, instance as u32))
    }
}

fn result(outcome: FiredOutcome) -> StepResult {
    match outcome {
        FiredOutcome::State(state) => StepResult::State(state),
        FiredOutcome::Fault(fault) => StepResult::Fault(fault),
        FiredOutcome::Excluded => StepResult::Excluded,
    }
}

fn named(pairs: Vec<(String, String)>) -> Vec<Change> {
    let changes = pairs.into_iter();
    changes
        .map(|(path, value)| Change { path, value })
        .collect()
}
