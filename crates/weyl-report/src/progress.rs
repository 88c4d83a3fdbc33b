//! How far a search is: a line for people, an object for programs.

use crate::PhaseView;
use crate::quantity::{bytes, count, rate, seconds};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use weyl_explore::Progress;

/// A check that is under way, at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ProgressView {
    pub elapsed_seconds: f64,
    /// What is being done.
    pub phase: PhaseView,
    pub states: u64,
    pub transitions: u64,
    pub frontier: u64,
    pub depth: u64,
    pub bytes: u64,
}

impl ProgressView {
    pub fn of(progress: &Progress, elapsed: Duration) -> ProgressView {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        ProgressView {
            elapsed_seconds: (elapsed.as_secs_f64() * 1e3).round() / 1e3,
            phase: progress.phase().into(),
            states: read(&progress.states),
            transitions: read(&progress.transitions),
            frontier: read(&progress.frontier),
            depth: read(&progress.depth),
            bytes: read(&progress.bytes),
        }
    }

    /// For people.
    pub fn line(&self) -> String {
        if self.phase != PhaseView::Searching {
            return format!("{}  {}", self.phase.doing(), seconds(self.elapsed_seconds));
        }
        format!(
            "{} states  {}/s  frontier {}  depth {}  {}",
            count(self.states),
            rate(self.states as f64 / self.elapsed_seconds.max(1e-3)),
            count(self.frontier),
            count(self.depth),
            bytes(self.bytes),
        )
    }

    /// One object on one line.
    pub fn to_json_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> ProgressView {
        let progress = Progress::default();
        progress.enter(weyl_explore::Phase::Searching);
        progress.states.store(2_000_000, Ordering::Relaxed);
        progress.transitions.store(3_000_000, Ordering::Relaxed);
        progress.frontier.store(1_500, Ordering::Relaxed);
        progress.depth.store(17, Ordering::Relaxed);
        progress.bytes.store(48_000_000, Ordering::Relaxed);
        ProgressView::of(&progress, Duration::from_millis(4_000))
    }

    #[test]
    fn the_line_reads_the_counters() {
        let line = "2,000,000 states  500,000/s  frontier 1,500  depth 17  48 MB";
        assert_eq!(view().line(), line);
    }

    #[test]
    fn before_the_search_there_is_nothing_to_count() {
        let view = ProgressView::of(&Progress::default(), Duration::from_secs(7));
        assert_eq!(view.line(), "reading the model  7.00 s");
    }

    #[test]
    fn the_object_is_one_line() {
        let object = "{\"elapsed_seconds\":4.0,\"phase\":\"searching\",\"states\":2000000,\"transitions\":3000000,\
                      \"frontier\":1500,\"depth\":17,\"bytes\":48000000}";
        assert_eq!(view().to_json_line(), object);
    }
}
