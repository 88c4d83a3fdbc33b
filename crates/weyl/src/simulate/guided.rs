//! A walk along a recorded run.
//!
//! A step is found again by rule, parameters and place in the text; where several fit (rules may share
//! a name), the one that changes the same variables is taken.

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
    for (number, wanted) in run.steps.iter().enumerate() {
        let step = find(&mut walk, wanted).ok_or_else(|| lost(number, wanted))?;
        if let Err(end) = walk.take(step) {
            return Ok(end);
        }
    }
    Ok(walk
        .remark("the end of the run")
        .err()
        .unwrap_or(WalkEnd::Done))
}

fn lost(number: usize, wanted: &RecordedStep) -> Failure {
    let rule = &wanted.rule;
    unreadable_file(&format!(
        "the run does not fit the model: step {number}, `{rule}`, is not possible there"
    ))
}

fn find(walk: &mut Walk<'_>, wanted: &RecordedStep) -> Option<Step> {
    let firings = walk.choices();
    let mut fallback = None;
    for firing in firings {
        let Some(step) = walk.preview(firing) else {
            continue;
        };
        if !fits(walk, &step, wanted) {
            continue;
        }
        if changes(&step) == wanted.changes {
            return Some(step);
        }
        fallback = fallback.or(Some(step));
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
    step.rule == wanted.rule && parameters == wanted.parameters && same_place
}

fn changes(step: &Step) -> BTreeMap<String, String> {
    let changes = step.changes.iter();
    changes
        .map(|change| (change.path.clone(), change.value.clone()))
        .collect()
}
