//! Work that is abandoned when its budget is spent.

use crate::{Budget, Limit};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Steps between two looks at the clock.
const PATIENCE: u64 = 64;

thread_local! {
    /// The budget that this thread works within.
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
    /// Steps that it has made, when it looks at its budget again, and how many it may make.
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static LOOK: Cell<u64> = const { Cell::new(0) };
    static END: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// What unwinds.
struct Abandoned(Limit);

/// The same where all steps were made that there were.
struct Exhausted;

impl Budget {
    /// Does some work on this thread, as long as there is something left; it says from time to time
    /// that it goes on. Threads that it starts have to be told to end by themselves.
    pub fn limiting<T>(&self, work: impl FnOnce() -> T) -> Result<T, Limit> {
        if let Some(limit) = self.spent() {
            return Err(limit);
        }
        let _inside = Inside::enter(self.clone());
        // What the work has half done is dropped with it: nobody sees it.
        catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
            match payload.downcast::<Abandoned>() {
                Ok(abandoned) => abandoned.0,
                Err(panic) => resume_unwind(panic),
            }
        })
    }
}

impl Budget {
    /// What this thread works within, for the threads that it starts.
    pub fn current() -> Budget {
        CURRENT.with_borrow(|budget| budget.clone().unwrap_or_default())
    }
}

/// While it lives, a budget is that of the thread; budgets may be nested.
struct Inside {
    outside: Option<Budget>,
}

impl Inside {
    fn enter(budget: Budget) -> Inside {
        Inside {
            outside: CURRENT.replace(Some(budget)),
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        CURRENT.set(self.outside.take());
    }
}

/// To be called in every loop that may be long: does not come back if the budget of this thread is
/// spent. Does nothing outside of budgets, and where panics do not unwind.
#[inline]
pub fn go_on() {
    go_on_by(1);
}

/// The same for what is as much work as several turns of other loops.
#[inline]
pub fn go_on_by(steps: u64) {
    let made = STEPS.get().saturating_add(steps);
    STEPS.set(made);
    if made >= LOOK.get() {
        look(made);
    }
}

#[cold]
fn look(made: u64) {
    let end = END.get();
    if made > end && cfg!(panic = "unwind") {
        resume_unwind(Box::new(Exhausted));
    }
    LOOK.set(made.saturating_add(PATIENCE).min(end.saturating_add(1)));
    go_on_from_far();
}

/// The same for calls that are far from each other: looks at the clock each time.
#[cold]
pub fn go_on_from_far() {
    let spent = CURRENT.with_borrow(|budget| budget.as_ref().and_then(Budget::spent));
    if let Some(limit) = spent.filter(|_| cfg!(panic = "unwind")) {
        resume_unwind(Box::new(Abandoned(limit)));
    }
}

/// Steps that this thread has made.
pub(crate) fn steps_made() -> u64 {
    STEPS.get()
}

/// Does some work that makes no more than so many steps.
pub(crate) fn exhausting<T>(most: u64, work: impl FnOnce() -> T) -> Option<T> {
    let _inside = Counted::enter(steps_made().saturating_add(most));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(payload) if payload.is::<Exhausted>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// While it lives, steps of this thread are counted up to an end; ends may be nested.
struct Counted {
    outside: u64,
}

impl Counted {
    fn enter(end: u64) -> Counted {
        let outside = END.get();
        END.set(end.min(outside));
        LOOK.set(0);
        Counted { outside }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        END.set(self.outside);
        LOOK.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::{Duration, Instant};

    fn endless() -> u64 {
        loop {
            go_on();
        }
    }

    #[test]
    fn endless_work_ends_with_its_budget() {
        let short = Budget::default().until(Instant::now(), Some(Duration::from_millis(30)));
        assert_eq!(short.limiting(endless), Err(Limit::Time));
        assert_eq!(short.limiting(|| 1), Err(Limit::Time), "not begun at all");
    }

    #[test]
    fn the_switch_is_seen_inside() {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget::stopped_by(&stop);
        let ended = std::thread::scope(|scope| {
            let work = scope.spawn(|| budget.limiting(endless));
            stop.store(true, Relaxed);
            work.join()
        });
        assert_eq!(ended.ok(), Some(Err(Limit::Interrupted)));
    }

    #[test]
    fn the_outer_budget_counts_again_behind_the_inner_one() {
        let short = Budget::default().until(Instant::now(), Some(Duration::from_millis(40)));
        let ended = short.limiting(|| {
            assert_eq!(Budget::default().limiting(|| 5), Ok(5));
            endless()
        });
        assert_eq!(ended, Err(Limit::Time));
        go_on();
    }

    #[test]
    fn other_panics_stay_panics() {
        let budget = Budget::default();
        let inside =
            AssertUnwindSafe(|| budget.limiting(|| -> () { resume_unwind(Box::new("other")) }));
        let panic = catch_unwind(inside).expect_err("a panic");
        assert_eq!(panic.downcast_ref(), Some(&"other"));
    }
}
