//! The alarm: what stops a step that takes too long.
//!
//! A single step can run through huge loops, quantifiers and parameter spaces. Executors look at
//! the alarm from time to time, and a batch that was cut off says so.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// Rings when the switch is thrown or the deadline has passed.
#[derive(Clone, Copy, Debug)]
pub struct Alarm<'a> {
    pub stop: &'a AtomicBool,
    pub deadline: Option<Instant>,
}

impl Alarm<'_> {
    pub fn rings(&self) -> bool {
        let is_late = |deadline| Instant::now() >= deadline;
        self.stop.load(Relaxed) || self.deadline.is_some_and(is_late)
    }
}
