//! One step of the unreduced system, executed and written down.

use crate::state_text::StateText;
use weyl_ir::{PropertyId, Rule};
use weyl_source::Span;
use weyl_system::{
    Batch, Fault, Fired, FiredOutcome, Firing, Interpreter, Outcome, Program, TransitionSystem,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub firing: Firing,
    pub rule: String,
    /// Names and values of the rule's parameters.
    pub parameters: Vec<(String, String)>,
    pub span: Span,
    /// What the step changed; for an initial step, all that is defined. Empty if the step failed.
    pub changes: Vec<Change>,
    /// What the model printed.
    pub output: String,
    pub result: StepResult,
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
    batch: Batch,
}

impl<'p> Recorder<'p> {
    pub fn new(program: &'p Program) -> Recorder<'p> {
        Recorder {
            program,
            interpreter: Interpreter::new(program),
            text: StateText::new(&program.model, &program.layout),
            batch: Batch::default(),
        }
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Fires an initial rule; `None` if it is not enabled.
    pub fn start(&mut self, firing: Firing) -> Option<Step> {
        let rule = self.program.model.starts.get(firing.rule)?;
        let fired = self.interpreter.fire_start(firing)?;
        Some(self.describe(rule, None, firing, fired))
    }

    /// Fires a rule from a state; `None` if it is not enabled.
    pub fn step(&mut self, before: &[u8], firing: Firing) -> Option<Step> {
        let rule = self.program.model.rules.get(firing.rule)?;
        let fired = self.interpreter.fire(before, firing)?;
        Some(self.describe(rule, Some(before), firing, fired))
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

    fn possible(&self) -> Vec<Firing> {
        let steps = self.batch.iter();
        let kept = steps
            .filter(|(_, outcome)| matches!(outcome, Outcome::State { .. } | Outcome::Fault(_)));
        kept.map(|(firing, _)| firing).collect()
    }

    /// The states that the steps from a state lead to; `None` for a step that fails or that leads to
    /// an excluded state.
    pub(crate) fn ways_on(&mut self, state: &[u8]) -> Vec<Option<Vec<u8>>> {
        self.interpreter.successors(state, &mut self.batch);
        let ways = self.batch.iter().map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state.to_vec()),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        ways.collect()
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

    fn describe(&self, rule: &Rule, before: Option<&[u8]>, firing: Firing, fired: Fired) -> Step {
        let result = match fired.outcome {
            FiredOutcome::State(state) => StepResult::State(state),
            FiredOutcome::Fault(fault) => StepResult::Fault(fault),
            FiredOutcome::Excluded => StepResult::Excluded,
        };
        let changes = match (&result, before) {
            (StepResult::State(after), Some(before)) => self.text.changes(before, after),
            (StepResult::State(after), None) => self.text.defined(after),
            _ => Vec::new(),
        };
        Step {
            firing,
            rule: rule.name.clone(),
            parameters: self
                .program
                .parameters(&rule.parameters, &rule.locals, firing.instance),
            span: rule.span,
            changes: named(changes),
            output: fired.output,
            result,
        }
    }
}

fn named(pairs: Vec<(String, String)>) -> Vec<Change> {
    let changes = pairs.into_iter();
    changes
        .map(|(path, value)| Change { path, value })
        .collect()
}
