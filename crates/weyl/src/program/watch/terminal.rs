//! The line on a terminal, which is gone in the end.

use super::{End, Line};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Short runs show nothing.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(100);

pub fn draw(line: &Line<'_>, end: &End) {
    let started = Instant::now();
    if end.comes_within(PATIENCE) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    loop {
        bar.set_message(line(started.elapsed()));
        bar.tick();
        if end.comes_within(INTERVAL) {
            bar.finish_and_clear();
            return;
        }
    }
}
