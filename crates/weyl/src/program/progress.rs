//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use weyl_explore::Progress;

/// What a shell reports for a process that Ctrl-C killed.
const KILLED: i32 = 130;

/// Ctrl-C and SIGTERM end the work with a summary; a second time they end the process.
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
