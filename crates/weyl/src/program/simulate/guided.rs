//! A walk along a recorded run.

use super::walk::{Walk, WalkEnd};
use crate::retrace::lost;
use weyl_check::Failure;
use weyl_report::{RecordedRun, counted};

pub fn walk(mut walk: Walk<'_>, run: &RecordedRun) -> Result<WalkEnd, Failure> {
    let steps = counted(run.steps.len().saturating_sub(1) as u64, "step");
    let title = format!("{} ({steps})", run.property);
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
        let steps = walk
            .find(wanted, is_last)
            .ok_or_else(|| lost(number, wanted))?;
        if let Err(end) = walk.take(steps) {
            return Ok(end);
        }
        number += wanted.len();
    }
    let ended = walk
        .explain_marks()
        .and_then(|()| walk.remark("the end of the run"));
    Ok(ended.err().unwrap_or(WalkEnd::Done))
}
