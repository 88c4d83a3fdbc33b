//! The steps of a recorded run, found again in a model.
//!
//! A step is found by rule, parameters and place in the text; where several fit (rules may share a
//! name), the one that changes the same variables is taken.

use std::collections::BTreeMap;
use weyl_check::{Failure, unreadable_file};
use weyl_report::{RecordedRun, RecordedStep, read_trace_file};
use weyl_source::Sources;
use weyl_system::Firing;
use weyl_trace::{Recorder, Step};

/// The run of a saved answer, or that of one of its properties; `name` is what it is called.
pub(crate) fn recorded(
    name: &str,
    answer: &str,
    property: Option<&str>,
) -> Result<RecordedRun, Failure> {
    let run = read_trace_file(answer, property);
    run.map_err(|reason| unreadable_file(&format!("cannot use `{name}`: {reason}")))
}

/// A place in a run: before its start, or in a state.
pub(crate) struct Retracing<'w, 'p> {
    pub recorder: &'w mut Recorder<'p>,
    pub sources: &'w Sources,
    pub state: Option<Vec<u8>>,
}

impl Retracing<'_, '_> {
    /// The steps that a recorded firing stands for.
    pub fn find(&mut self, wanted: &[RecordedStep], is_last: bool) -> Option<Vec<Step>> {
        let mut fallback = None;
        for firing in self.choices() {
            let Some(steps) = self.preview(firing) else {
                continue;
            };
            let goes_on = steps.last().is_some_and(|step| step.state().is_some());
            let pairs = || steps.iter().zip(wanted);
            let fits = steps.len() == wanted.len()
                && pairs().all(|(step, wanted)| fits(self.sources, step, wanted));
            if !fits || !goes_on && !is_last {
                continue;
            }
            if pairs().all(|(step, wanted)| changes(step) == wanted.changes) {
                return Some(steps);
            }
            fallback = fallback.or(Some(steps));
        }
        fallback
    }

    /// All that could happen, and what comes after assertions that fail.
    fn choices(&mut self) -> Vec<Firing> {
        match &self.state {
            None => self.recorder.starts(),
            Some(state) => self.recorder.enabled(state),
        }
    }

    fn preview(&mut self, firing: Firing) -> Option<Vec<Step>> {
        match &self.state {
            None => Some(vec![self.recorder.start(firing)?]),
            Some(state) => self.recorder.steps(state, firing),
        }
    }
}

/// Why a run can't be followed.
pub(crate) fn lost(number: usize, wanted: &[RecordedStep]) -> Failure {
    let rule = wanted.first().map_or("", |step| &step.rule);
    unreadable_file(&format!(
        "the run does not fit the model: step {number}, `{rule}`, is not possible there"
    ))
}

fn fits(sources: &Sources, step: &Step, wanted: &RecordedStep) -> bool {
    let parameters: BTreeMap<String, String> = step.parameters.iter().cloned().collect();
    let position = sources.position(step.span);
    let same_place = wanted
        .span
        .as_ref()
        .is_none_or(|span| (span.line, span.column) == (position.line, position.column));
    let process = step.process.as_ref().map(|process| process.number);
    let same_actor = process == wanted.process && parameters == wanted.parameters;
    step.rule == wanted.rule && same_actor && same_place
}

fn changes(step: &Step) -> BTreeMap<String, String> {
    let changes = step.changes.iter();
    changes
        .map(|change| (change.path.clone(), change.value.clone()))
        .collect()
}
