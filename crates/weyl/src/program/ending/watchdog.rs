//! The watchdog: ends the process if the work goes on though its budget is spent.
//!
//! Work ends by itself when its budget is spent, with all that it has found. Some can't: it waits
//! for a file that nobody writes to, or is inside of one long step. That takes the answer, not the
//! limit. If the answer is already being given, only an interruption cuts it short: who reads it
//! page by page has all the time in the world.

use super::words::Words;
use super::{WORDS, may_speak};
use crate::program::allocator::{set_ceiling, write_and_exit};
use crate::program::exit::Exit;
use crate::program::output::discard_unfinished;
use crate::program::screen::Screen;
use crate::program::settings::Output;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use weyl_budget::{Budget, Limit, ceiling, recently_resident};
use weyl_explore::{Checkpoints, Limits, Progress};
use weyl_report::{Shown, View, render_report};

/// Between two looks, far from the ceiling and close to it.
const FAR: Duration = Duration::from_millis(20);
const CLOSE: Duration = Duration::from_millis(4);

/// Memory is touched at some gigabytes a second: nobody gets farther between two looks.
const CLOSE_BYTES: u64 = 128 << 20;

/// While it lives, the limits are watched; without it, whoever has the answer may take his time.
#[derive(Debug)]
pub struct Guard {
    _alive: Sender<()>,
}

/// What is watched.
struct Watched {
    model: String,
    output: Output,
    ceiling: Option<u64>,
    progress: Arc<Progress>,
    budget: Budget,
    /// While one is written nobody ends the process.
    checkpoints: Option<Arc<Checkpoints>>,
}

/// Watches the limits of some work from now on, and the switch of its progress.
pub fn guard(
    model: &str,
    output: Output,
    (limits, checkpoints): (&Limits, Option<Arc<Checkpoints>>),
    progress: &Arc<Progress>,
) -> Guard {
    // There is one in each process.
    let _ = WORDS.set(Words::new(model, output, progress));
    let ceiling = limits.memory.map(ceiling);
    ceiling.into_iter().for_each(set_ceiling);
    let watched = Watched {
        model: model.to_string(),
        output,
        ceiling,
        progress: Arc::clone(progress),
        budget: progress.budget(limits),
        checkpoints,
    };
    let (alive, ended) = channel();
    // Without a thread for it, work still ends by itself where it can.
    let _ = std::thread::Builder::new()
        .name("watchdog".to_string())
        .stack_size(1 << 20)
        .spawn(move || watched.watch(&ended));
    Guard { _alive: alive }
}

/// How long work may go on after a limit was reached.
fn patience(limit: Limit) -> Duration {
    Duration::from_millis(match limit {
        Limit::Interrupted => 400,
        Limit::Time | Limit::Memory => 750,
    })
}

impl Watched {
    fn watch(&self, ended: &Receiver<()>) {
        let mut spent: Option<(Limit, Instant)> = None;
        while ended.recv_timeout(self.interval()) == Err(RecvTimeoutError::Timeout) {
            let is_saving = self.checkpoints.as_ref().is_some_and(|one| one.is_saving());
            let Some(limit) = self.budget.spent().filter(|_| !is_saving) else {
                spent = None;
                continue;
            };
            let (_, since) = *spent.get_or_insert((limit, Instant::now()));
            if since.elapsed() >= patience(limit) {
                self.end(limit);
                return self.wait_for_interruption(ended);
            }
        }
    }

    /// Somebody else gives the answer, which may take long: that can still be cut short.
    fn wait_for_interruption(&self, ended: &Receiver<()>) {
        while ended.recv_timeout(FAR) == Err(RecvTimeoutError::Timeout) {
            if self.progress.stop.load(Relaxed) {
                std::thread::sleep(patience(Limit::Interrupted));
                self.end(Limit::Interrupted);
            }
        }
    }

    fn interval(&self) -> Duration {
        let left = |ceiling: u64| ceiling.saturating_sub(recently_resident().unwrap_or(0));
        match self.ceiling {
            Some(ceiling) if left(ceiling) < CLOSE_BYTES => CLOSE,
            _ => FAR,
        }
    }

    /// Says what the counters tell, if nobody else has something to say.
    fn end(&self, limit: Limit) {
        let view = View::unfinished(
            &self.model,
            limit.into(),
            self.progress.phase(),
            &self.progress,
        );
        let text = match self.output {
            Output::Json => view.to_json(),
            Output::Text => {
                let screen = Screen::new(crate::program::flags::Color::Never);
                render_report(&view, Shown::within(screen.width()))
            }
            Output::Nothing => String::new(),
        };
        let text = weyl_report::plain(&text);
        let code = Exit::Inconclusive as i32;
        let is_interrupted = limit == Limit::Interrupted;
        if may_speak() {
            clear_line();
            discard_unfinished();
            let patience = is_interrupted.then_some(patience(limit));
            write_and_exit(&[text.as_bytes()], code, patience);
        }
        // Whoever has the answer may take his time, as long as nobody minds.
        if is_interrupted {
            discard_unfinished();
            write_and_exit(&[], code, None);
        }
    }
}

/// A line that tells how far the work is would stay there for ever.
fn clear_line() {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        // Without a terminal there is nothing to clear.
        let _ = stderr.write_all(b"\r\x1b[K");
    }
}
