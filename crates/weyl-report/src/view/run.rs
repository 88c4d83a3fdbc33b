//! Runs step by step.

use super::{LocationView, Pairs, PlaceView};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_source::Sources;
use weyl_trace::{Direction, Message, Step, StepResult, Trace};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceView {
    /// The step with which the part begins that is repeated for ever; as many as there are steps if
    /// the last state repeats. Steps are counted from the initial one.
    pub cycle_start: Option<usize>,
    /// The initial step first.
    pub steps: Vec<StepView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepView {
    pub rule: String,
    pub parameters: Pairs,
    pub process: Option<u64>,
    pub proctype: Option<String>,
    /// Whether no other process sees the state before it.
    pub continues: bool,
    pub span: Option<PlaceView>,
    pub changes: Pairs,
    /// How many changes are not shown, because that was asked for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden: usize,
    /// Values of expressions that are shown along the run, where they are not as before.
    #[serde(default, skip_serializing_if = "Pairs::is_empty")]
    pub values: Pairs,
    /// Where processes come to that were not there before; in the initial step, where all are.
    #[serde(default)]
    pub locations: Vec<LocationView>,
    pub output: String,
    pub messages: Vec<MessageView>,
    pub result: ResultView,
}

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResultView {
    State,
    Fails,
    /// An assumption excludes what follows.
    Excluded,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MessageView {
    pub channel: String,
    pub direction: DirectionView,
    pub values: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DirectionView {
    Sent,
    Received,
    Read,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl TraceView {
    pub fn of(trace: &Trace, sources: &Sources) -> TraceView {
        TraceView {
            cycle_start: trace.cycle_start.map(|start| start + 1),
            steps: trace
                .all_steps()
                .map(|step| StepView::of(step, sources))
                .collect(),
        }
    }

    /// How many steps there are after the initial one.
    pub fn len(&self) -> usize {
        self.steps.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many steps repeat for ever, if any do.
    pub fn cycle_length(&self) -> Option<usize> {
        let length = self.steps.len() - self.cycle_start?;
        (length > 0).then_some(length)
    }
}

impl StepView {
    pub fn of(step: &Step, sources: &Sources) -> StepView {
        let locations = step.locations.iter();
        let shown = step.shown.iter();
        let shown = shown.map(|change| (change.path.clone(), change.value.clone()));
        let changes = step.changes.iter();
        let changes = changes.map(|change| (change.path.clone(), change.value.clone()));
        let process = step.process.as_ref();
        StepView {
            rule: step.rule.clone(),
            parameters: Pairs(step.parameters.clone()),
            process: process.map(|process| process.number),
            proctype: process.map(|process| process.kind.clone()),
            continues: step.continues,
            span: PlaceView::of(step.span, sources),
            changes: Pairs(changes.collect()),
            hidden: 0,
            values: Pairs(shown.collect()),
            locations: locations
                .map(|location| LocationView::of(location, sources))
                .collect(),
            output: step.output.clone(),
            messages: step.messages.iter().map(MessageView::of).collect(),
            result: match step.result {
                StepResult::State(_) => ResultView::State,
                StepResult::Fault(_) => ResultView::Fails,
                StepResult::Excluded => ResultView::Excluded,
            },
        }
    }
}

impl MessageView {
    fn of(message: &Message) -> MessageView {
        MessageView {
            channel: message.channel.clone(),
            direction: match message.direction {
                Direction::Sent => DirectionView::Sent,
                Direction::Received => DirectionView::Received,
                Direction::Read => DirectionView::Read,
            },
            values: message.values.clone(),
        }
    }
}
