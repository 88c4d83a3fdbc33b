//! How the program ends: one answer, whoever has it first.
//!
//! The work prints what came of it. If a limit was reached and the work does not end by itself
//! within a moment, the [watchdog](watchdog) says what is known and ends the process; if there is
//! no memory left, the allocator does so with [words](Words) that were prepared before.

mod watchdog;
mod words;

pub use watchdog::guard;

use crate::program::allocator::{lift_ceiling, share_memory_between_threads, write_and_exit};
use crate::program::exit::Exit;
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;
use weyl_budget::{Limit, address_space, address_space_taken};
use words::Words;

/// Whether somebody gives the answer.
static IS_ANSWERED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether it is this thread.
    static IS_SPEAKER: Cell<bool> = const { Cell::new(false) };
}

/// What is said if nothing can be prepared any more.
static WORDS: OnceLock<Words> = OnceLock::new();

/// Whether the answer is to be JSON, known before anything is prepared.
static WANTS_JSON: AtomicBool = AtomicBool::new(false);

/// The answer if there is no memory to prepare one.
const FIRST_WORDS: &str = concat!(
    "{\n  \"weyl\": \"",
    env!("CARGO_PKG_VERSION"),
    r#"",
  "schema": "1.4",
  "model": "",
  "verdict": "inconclusive",
  "states": 0,
  "transitions": 0,
  "depth": 0,
  "seconds": 0.0,
  "bytes": 0,
  "bytes_per_state": 0.0,
  "threads": 0,
  "store": "exact",
  "omission_probability": null,
  "symmetry": null,
  "reductions": [],
  "explorations": [],
  "profile": {
    "setup_seconds": 0.0,
    "compile_seconds": null,
    "certificate_seconds": null,
    "thread_seconds": 0.0,
    "executor": { "count": 0, "seconds": 0.0, "share": 0.0 },
    "representatives": { "count": 0, "seconds": 0.0, "share": 0.0 },
    "packing": { "count": 0, "seconds": 0.0, "share": 0.0 },
    "properties": { "count": 0, "seconds": 0.0, "share": 0.0 },
    "search": { "seconds": 0.0, "share": 0.0 },
    "states_per_second": 0,
    "firings_per_second": 0
  },
  "self_check": null,
  "properties": [],
  "limit": "memory",
  "phase": "reading",
  "disk": null,
  "checkpoint": null,
  "complete": false,
  "unreached": [],
  "diagnostics": []
}
"#
);

const NOTHING_BEGUN: &[u8] = b"inconclusive: there is no memory to begin with (ulimit -v)\n";

/// Threads and their stacks need so much of a limited address space, whatever the model is.
const ROOM_TO_BEGIN: u64 = 64 << 20;

/// The first thing to be called.
pub fn begin(wants_json: bool) {
    WANTS_JSON.store(wants_json, SeqCst);
    let Some(space) = address_space() else {
        return;
    };
    share_memory_between_threads();
    let taken = address_space_taken().unwrap_or(0);
    if space.saturating_sub(taken) < ROOM_TO_BEGIN {
        end_at_once(Limit::Memory);
    }
}

/// To be called before an answer is printed: comes back only to the thread that gives it. From then
/// on only memory that the system refuses can end it: an answer that is told in part, or with the
/// exit code of another one, is none.
pub fn speak() {
    if !may_speak() {
        wait_for_the_end();
    }
    lift_ceiling();
}

fn may_speak() -> bool {
    let may = IS_SPEAKER.get() || !IS_ANSWERED.swap(true, SeqCst);
    IS_SPEAKER.set(may);
    may
}

/// Whoever gives the answer ends the process.
fn wait_for_the_end() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Ends the process now, with what was prepared. Nothing is allocated.
pub(super) fn end_at_once(limit: Limit) -> ! {
    let code = Exit::Inconclusive as i32;
    if IS_SPEAKER.get() {
        write_and_exit(&[], code, None);
    }
    if !may_speak() {
        wait_for_the_end();
    }
    match WORDS.get() {
        Some(words) => words.say(limit, |parts| write_and_exit(parts, code, None)),
        None if WANTS_JSON.load(SeqCst) => write_and_exit(&[FIRST_WORDS.as_bytes()], code, None),
        None => write_and_exit(&[NOTHING_BEGUN], code, None),
    }
}

/// Whether large pieces of memory count as soon as they are allocated. Tables of a search grow
/// long before they are full, and are paid for from its quota.
pub(super) fn is_filled_soon() -> bool {
    WORDS.get().is_some_and(|words| !words.is_search())
}

#[cfg(test)]
mod tests {
    use super::FIRST_WORDS;
    use weyl_report::{LimitView, View};

    #[test]
    fn the_first_words_are_an_answer() {
        let view = View::from_json(FIRST_WORDS).expect("a report");
        assert_eq!(view.limit, Some(LimitView::Memory));
        assert_eq!(view.schema, weyl_report::SCHEMA_VERSION);
    }
}
