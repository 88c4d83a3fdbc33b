//! Telling on stderr how far a check is, or a set of tests, beside it.

mod lines;
mod terminal;

use crate::program::flags::ProgressFlag;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use weyl_explore::Progress;
use weyl_report::ProgressView;

/// How it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watching {
    Nothing,
    /// One line on a terminal, drawn again and again.
    Terminal,
    /// Lines for people.
    Plain(Rhythm),
    /// Lines for programs.
    Json(Rhythm),
}

/// When something is told. Runs that are over before have told nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rhythm {
    first: Duration,
    every: Duration,
}

/// For somebody who watches.
const OFTEN: Rhythm = Rhythm {
    first: Duration::from_millis(500),
    every: Duration::from_secs(1),
};

/// For a log that nobody asked for.
const SELDOM: Rhythm = Rhythm {
    first: Duration::from_secs(5),
    every: Duration::from_secs(10),
};

impl Watching {
    /// Who wants to be told nothing else is told this only if he says so.
    pub fn meant(flag: Option<ProgressFlag>, is_quiet: bool) -> Watching {
        Watching::of(flag, is_quiet, io::stderr().is_terminal())
    }

    /// On a terminal alone: what is told of single tests in the end is enough for a log.
    pub fn on_terminal(is_quiet: bool) -> Watching {
        match Watching::meant(None, is_quiet) {
            Watching::Terminal => Watching::Terminal,
            Watching::Nothing | Watching::Plain(_) | Watching::Json(_) => Watching::Nothing,
        }
    }

    fn of(flag: Option<ProgressFlag>, is_quiet: bool, is_terminal: bool) -> Watching {
        let by_default = if is_quiet {
            ProgressFlag::Off
        } else {
            ProgressFlag::Auto
        };
        match flag.unwrap_or(by_default) {
            ProgressFlag::Auto if is_terminal => Watching::Terminal,
            ProgressFlag::Auto => Watching::Plain(SELDOM),
            ProgressFlag::Plain => Watching::Plain(OFTEN),
            ProgressFlag::Jsonl => Watching::Json(OFTEN),
            ProgressFlag::Off => Watching::Nothing,
        }
    }
}

/// What is told after some time.
pub type Line<'l> = dyn Fn(Duration) -> String + Sync + 'l;

/// Runs a check; beside it, stderr tells how far it is.
pub fn watched<T>(progress: &Progress, watching: Watching, work: impl FnOnce() -> T) -> T {
    let line = |elapsed| {
        let view = ProgressView::of(progress, elapsed);
        match watching {
            Watching::Json(_) => view.to_json_line(),
            Watching::Nothing | Watching::Terminal | Watching::Plain(_) => view.line(),
        }
    };
    told(&line, watching, work)
}

/// Runs the work; beside it, stderr tells a line, which is another one each time.
pub fn told<T>(line: &Line<'_>, watching: Watching, work: impl FnOnce() -> T) -> T {
    if watching == Watching::Nothing {
        return work();
    }
    let (done, end) = channel();
    let end = End(end);
    std::thread::scope(|scope| {
        let teller = move || match watching {
            Watching::Nothing => {}
            Watching::Terminal => terminal::draw(line, &end),
            Watching::Plain(rhythm) | Watching::Json(rhythm) => lines::print(line, rhythm, &end),
        };
        // Where no thread is to be had, nothing is told.
        let _ = std::thread::Builder::new().spawn_scoped(scope, teller);
        let result = work();
        // The watcher also ends if this fails: the sender is gone then.
        let _ = done.send(());
        drop(done);
        result
    })
}

/// The end of the work.
struct End(Receiver<()>);

impl End {
    /// Waits so long, and says whether the work is over.
    fn comes_within(&self, time: Duration) -> bool {
        self.0.recv_timeout(time) != Err(RecvTimeoutError::Timeout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_depends_on_who_looks() {
        use ProgressFlag::{Auto, Jsonl, Off, Plain};
        let cases = [
            (None, false, true, Watching::Terminal),
            (None, false, false, Watching::Plain(SELDOM)),
            (None, true, true, Watching::Nothing),
            (None, true, false, Watching::Nothing),
            (Some(Auto), true, true, Watching::Terminal),
            (Some(Plain), true, true, Watching::Plain(OFTEN)),
            (Some(Jsonl), false, true, Watching::Json(OFTEN)),
            (Some(Off), false, true, Watching::Nothing),
        ];
        for (flag, is_quiet, is_terminal, expected) in cases {
            let found = Watching::of(flag, is_quiet, is_terminal);
            assert_eq!(found, expected, "{flag:?} {is_quiet} {is_terminal}");
        }
    }

    #[test]
    fn logs_of_short_runs_are_empty() {
        assert!(SELDOM.first >= Duration::from_secs(5) && SELDOM.every > SELDOM.first);
        assert!(OFTEN.first < OFTEN.every);
    }
}
