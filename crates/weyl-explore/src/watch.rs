//! The clock, the stop switch, and the limit that ended a search.

use crate::{LimitKind, Progress, Task};
use std::sync::OnceLock;
use std::time::Duration;
use weyl_budget::Budget;

/// What finding runs may take longer than everything else.
const GRACE: Duration = Duration::from_millis(150);

#[derive(Debug)]
pub(crate) struct Watch<'p> {
    pub progress: &'p Progress,
    budget: Budget,
    ended: OnceLock<LimitKind>,
}

impl<'p> Watch<'p> {
    pub fn new(progress: &'p Progress, task: &Task) -> Watch<'p> {
        Watch {
            progress,
            budget: progress.budget(&task.process_limits()),
            ended: OnceLock::new(),
        }
    }

    /// Ends the search for all threads; the first reason counts.
    pub fn end(&self, limit: LimitKind) {
        let _ = self.ended.set(limit);
    }

    pub fn ended(&self) -> Option<LimitKind> {
        self.ended.get().copied()
    }

    /// Whether it is time to stop: looks at the switch, the clock and the memory of the process.
    pub fn is_over(&self) -> bool {
        if let Some(limit) = self.budget.spent() {
            self.end(limit.into());
        }
        self.ended().is_some()
    }

    /// For runs to what was found: without them it would be lost.
    pub fn for_runs(&self) -> Budget {
        self.budget.clone().or_grace(GRACE)
    }

    /// The reason why work was cut off.
    pub fn reason(&self) -> LimitKind {
        self.is_over();
        self.ended().unwrap_or(LimitKind::Time)
    }

    /// The reason to stop, if there is one.
    pub fn go_on(&self) -> Result<(), LimitKind> {
        if self.is_over() {
            self.ended().map_or(Ok(()), Err)
        } else {
            Ok(())
        }
    }
}
