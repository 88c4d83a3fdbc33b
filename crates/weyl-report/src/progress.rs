//! The progress line.

use crate::quantity::{bytes, count, rate};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use weyl_explore::Progress;

/// States, rate, frontier, depth and memory of a search that is under way.
pub fn progress_line(progress: &Progress, elapsed: Duration) -> String {
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let states = read(&progress.states);
    format!(
        "{} states  {}/s  frontier {}  depth {}  {}",
        count(states),
        rate(states as f64 / elapsed.as_secs_f64().max(1e-3)),
        count(read(&progress.frontier)),
        count(read(&progress.depth)),
        bytes(read(&progress.bytes)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_reads_the_counters() {
        let progress = Progress::default();
        progress.states.store(2_000_000, Ordering::Relaxed);
        progress.frontier.store(1_500, Ordering::Relaxed);
        progress.depth.store(17, Ordering::Relaxed);
        progress.bytes.store(48_000_000, Ordering::Relaxed);
        let line = progress_line(&progress, Duration::from_secs(4));
        assert_eq!(
            line,
            "2,000,000 states  500,000/s  frontier 1,500  depth 17  48 MB"
        );
    }
}
