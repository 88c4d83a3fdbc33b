//! A walk along a recorded run.
//!
//! A step is found again by rule, parameters and place in the text; where several fit (rules may
//! share a name), the one that changes the same variables is taken.

use super::walk::{Walk, WalkEnd};
use std::collections::BTreeMap;
use weyl_check::{Failure, unreadable_file};
use weyl_report::{RecordedRun, RecordedStep};
use weyl_trace::Step;

pub fn walk(mut walk: Walk<'_>, run: &RecordedRun) -> Result<WalkEnd, Failure> {
    let title = format!(
        "{} ({} steps)",
        run.property,
        run.steps.len().saturating_sub(1)
    );
    if let Err(end) = walk.remark(&title) {
        return Ok(end);
    }
    let mut number = 0;
    for wanted in run.firings() {
        if run.cycle_start == Some(number)
            && let Err(end) = walk.remark("from here on the run repeats for ever")
        {
            return Ok(end);
        }
        let is_last = number + wanted.len() == run.steps.len();
        let steps = find(&mut walk, wanted, is_last).ok_or_else(|| lost(number, wanted))?;
        if let Err(end) = walk.take(steps) {
            return Ok(end);
        }
        number += wanted.len();
    }
    Ok(walk
        .remark("the end of the run")
        .err()
        .unwrap_or(WalkEnd::Done))
}

fn lost(number: usize, wanted: &[RecordedStep]) -> Failure {
    let rule = wanted.first().map_or("", |step| &step.rule);
    unreadable_file(&format!(
        "the run does not fit the model: step {number}, `{rule}`, is not possible there"
    ))
}

fn find(walk: &mut Walk<'_>, wanted: &[RecordedStep], is_last: bool) -> Option<Vec<Step>> {
    let firings = walk.all_choices();
    let mut fallback = None;
    for firing in firings {
        let Some(steps) = walk.preview(firing) else {
            continue;
        };
        let goes_on = steps.last().is_some_and(|step| step.state().is_some());
        if !goes_on && !is_last {
            continue;
        }
        let pairs = || steps.iter().zip(wanted);
        if steps.len() != wanted.len() || !pairs().all(|(step, wanted)| fits(walk, step, wanted)) {
            continue;
        }
        if pairs().all(|(step, wanted)| changes(step) == wanted.changes) {
            return Some(steps);
        }
        fallback = fallback.or(Some(steps));
    }
    fallback
}

fn fits(walk: &Walk<'_>, step: &Step, wanted: &RecordedStep) -> bool {
    let parameters: BTreeMap<String, String> = step.parameters.iter().cloned().collect();
    let position = walk.position(step.span);
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
