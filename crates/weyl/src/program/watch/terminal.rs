//! The line on a terminal, which is gone in the end.

use super::End;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};
use weyl_explore::Progress;
use weyl_report::ProgressView;

/// Short runs show nothing.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(100);

pub fn draw(progress: &Progress, end: &End) {
    let started = Instant::now();
    if end.comes_within(PATIENCE) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    loop {
        bar.set_message(ProgressView::of(progress, started.elapsed()).line());
        bar.tick();
        if end.comes_within(INTERVAL) {
            bar.finish_and_clear();
            return;
        }
    }
}
