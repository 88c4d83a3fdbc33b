//! The clock, the stop switch, and the limit that ended a search.

use crate::{LimitKind, Progress};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(crate) struct Watch<'p> {
    pub progress: &'p Progress,
    deadline: Option<Instant>,
    ended: OnceLock<LimitKind>,
}

impl<'p> Watch<'p> {
    pub fn new(progress: &'p Progress, time: Option<Duration>) -> Watch<'p> {
        Watch {
            progress,
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
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

    /// Whether it is time to stop: looks at the switch and the clock.
    pub fn is_over(&self) -> bool {
        if self.progress.stop.load(Relaxed) {
            self.end(LimitKind::Interrupted);
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.end(LimitKind::Time);
        }
        self.ended().is_some()
    }

    /// The reason why an alarm rang.
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
