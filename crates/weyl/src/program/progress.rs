//! The progress line on a terminal, and Ctrl-C.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use weyl_explore::Progress;
use weyl_report::progress_line;

/// Short runs show nothing.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(100);

/// What a shell reports for a process that Ctrl-C killed.
const KILLED: i32 = 130;

/// Ctrl-C ends the search with a summary; a second one ends the process.
pub fn stop_on_interrupt(progress: &Arc<Progress>) {
    let progress = Arc::clone(progress);
    let handler = move || {
        if progress.stop.swap(true, Ordering::Relaxed) {
            std::process::exit(KILLED);
        }
    };
    // Where no handler can be set, Ctrl-C still ends the process.
    let _ = ctrlc::set_handler(handler);
}

/// Runs the work; beside it, a line on stderr tells how far it is, if somebody looks.
pub fn watched<T>(progress: &Progress, is_shown: bool, work: impl FnOnce() -> T) -> T {
    if !is_shown || !io::stderr().is_terminal() {
        return work();
    }
    let (done, finished) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || draw(progress, &finished));
        let result = work();
        // The watcher also ends if this fails: the sender is gone then.
        let _ = done.send(());
        drop(done);
        result
    })
}

fn draw(progress: &Progress, finished: &Receiver<()>) {
    let started = Instant::now();
    if finished.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    loop {
        bar.set_message(progress_line(progress, started.elapsed()));
        bar.tick();
        if finished.recv_timeout(INTERVAL) != Err(RecvTimeoutError::Timeout) {
            bar.finish_and_clear();
            return;
        }
    }
}
