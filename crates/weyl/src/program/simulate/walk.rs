//! A walk under way: the steps so far, printed as they are taken.

use crate::program::screen::Screen;
use crate::retrace::Retracing;
use std::io;
use weyl_ir::PropertyKind;
use weyl_report::{
    Filter, QuoteView, RecordedStep, StateView, StepView, faint, render_legend, render_state,
    render_step, render_violation_end,
};
use weyl_source::{Sources, Span};
use weyl_system::{Firing, Program};
use weyl_trace::{Recorder, Step, StepResult};

#[derive(Debug)]
pub enum WalkEnd {
    /// As far as was asked for.
    Done,
    /// The model failed, or an invariant is false.
    Violated,
    CannotPrint(io::Error),
}

impl From<io::Error> for WalkEnd {
    fn from(error: io::Error) -> WalkEnd {
        WalkEnd::CannotPrint(error)
    }
}

pub struct Walk<'a> {
    pub recorder: Recorder<'a>,
    sources: &'a Sources,
    screen: &'a Screen,
    filter: Filter,
    /// Firing by firing; the first is the initial step.
    firings: Vec<Vec<Step>>,
}

impl<'a> Walk<'a> {
    pub fn new(
        program: &'a Program,
        sources: &'a Sources,
        screen: &'a Screen,
        filter: Filter,
    ) -> Walk<'a> {
        Walk {
            recorder: Recorder::new(program),
            sources,
            screen,
            filter,
            firings: Vec::new(),
        }
    }

    /// Whether no step was taken, not even the initial one.
    pub fn is_empty(&self) -> bool {
        self.firings.is_empty()
    }

    fn last(&self) -> Option<&Step> {
        self.firings.last()?.last()
    }

    fn step_count(&self) -> usize {
        self.firings.iter().map(Vec::len).sum()
    }

    /// What could happen now: firings of initial rules before the start.
    pub fn choices(&mut self) -> Vec<Firing> {
        match self.last().map(|step| step.state().map(<[u8]>::to_vec)) {
            None => self.recorder.starts(),
            Some(Some(state)) => self.recorder.enabled_up_to_failures(&state),
            Some(None) => Vec::new(),
        }
    }

    /// The steps that a firing of a recorded run stands for; none after the end of a run.
    pub fn find(&mut self, wanted: &[RecordedStep], is_last: bool) -> Option<Vec<Step>> {
        let state = match self.last() {
            None => None,
            Some(last) => Some(last.state()?.to_vec()),
        };
        let mut retracing = Retracing {
            recorder: &mut self.recorder,
            sources: self.sources,
            state,
        };
        retracing.find(wanted, is_last)
    }

    /// What a firing would do, without doing it.
    pub fn preview(&mut self, firing: Firing) -> Option<Vec<Step>> {
        match self.last().map(|step| step.state().map(<[u8]>::to_vec)) {
            None => Some(vec![self.recorder.start(firing)?]),
            Some(state) => self.recorder.steps(&state?, firing),
        }
    }

    /// Takes and prints the steps of a firing; where the model goes wrong there, the walk is over.
    pub fn take(&mut self, steps: Vec<Step>) -> Result<(), WalkEnd> {
        let (sources, width) = (self.sources, self.screen.width());
        for (number, step) in (self.step_count()..).zip(&steps) {
            self.print(&render_step(number, &self.view(step), width))?;
        }
        self.firings.push(steps);
        match self.failure() {
            None => Ok(()),
            Some((message, span)) => {
                let quoted = QuoteView::of(span, sources);
                let end = render_violation_end(&message, quoted.as_ref(), width);
                self.print(&format!("\n{end}"))?;
                Err(WalkEnd::Violated)
            }
        }
    }

    /// What to say where nothing can happen.
    pub fn nothing_to_do(&mut self) -> &'static str {
        let has_processes = self.recorder.program().model.has_processes();
        let state = self.last().and_then(Step::state).map(<[u8]>::to_vec);
        match state {
            None => "the model has no start state",
            Some(_) if !has_processes => "no rule is enabled",
            Some(state) if self.recorder.may_end(&state) => "all processes are at an end",
            Some(_) => "invalid end state: no process can go on",
        }
    }

    pub fn undo(&mut self) {
        self.firings.pop();
    }

    /// What is wrong after the last step.
    fn failure(&mut self) -> Option<(String, Span)> {
        let model = &self.recorder.program().model;
        match &self.last()?.result {
            StepResult::Fault(fault) => Some((fault.describe(model), fault.span)),
            StepResult::Excluded => None,
            StepResult::State(state) => {
                let state = state.clone();
                self.false_invariant(&state)
            }
        }
    }

    fn false_invariant(&mut self, state: &[u8]) -> Option<(String, Span)> {
        let model = &self.recorder.program().model;
        let invariants = model.properties.iter();
        let invariants = invariants.filter(|(_, p)| p.kind == PropertyKind::Invariant);
        for (id, property) in invariants {
            for instance in 0..self.recorder.instances(id) {
                match self.recorder.holds(id, instance, state) {
                    Ok(true) => {}
                    Ok(false) => {
                        let message = format!("the invariant `{}` is false", property.name);
                        return Some((message, property.span));
                    }
                    Err(fault) => return Some((fault.describe(model), fault.span)),
                }
            }
        }
        None
    }

    pub fn view(&self, step: &Step) -> StepView {
        self.filter.step(StepView::of(step, self.sources))
    }

    pub fn width(&self) -> usize {
        self.screen.width()
    }

    pub fn print(&self, text: &str) -> Result<(), WalkEnd> {
        Ok(self.screen.print(text)?)
    }

    /// A remark that is not part of the run.
    pub fn remark(&self, text: &str) -> Result<(), WalkEnd> {
        self.print(&(faint(text) + "\n"))
    }

    /// Says what the marks mean that the steps so far have.
    pub fn explain_marks(&self) -> Result<(), WalkEnd> {
        let steps = self.firings.iter().flatten();
        let steps: Vec<StepView> = steps.map(|step| self.view(step)).collect();
        self.print(&render_legend(&steps, self.width()))
    }

    /// Prints all that is defined in the state that the walk is in.
    pub fn show_state(&self) -> Result<(), WalkEnd> {
        let Some(last) = self.last() else {
            return Ok(());
        };
        let Some(state) = last.state() else {
            return Ok(());
        };
        let state = self
            .filter
            .state(StateView::of(state, &self.recorder, self.sources));
        let text = render_state(&state, self.width());
        self.print(&text)
    }
}
