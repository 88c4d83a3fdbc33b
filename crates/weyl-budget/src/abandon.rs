//! Work that is abandoned when its budget is spent.

use crate::{Budget, Limit};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Calls of [`go_on`] between two looks at the clock.
const PATIENCE: u32 = 64;

thread_local! {
    /// The budget that this thread works within, and the time until the next look at it.
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// What unwinds.
struct Abandoned(Limit);

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
    let calls = CALLS.get();
    CALLS.set(calls.wrapping_add(1));
    if calls.is_multiple_of(PATIENCE) {
        go_on_from_far();
    }
}

/// The same for calls that are far from each other: looks at the clock each time.
#[cold]
pub fn go_on_from_far() {
    let spent = CURRENT.with_borrow(|budget| budget.as_ref().and_then(Budget::spent));
    if let Some(limit) = spent.filter(|_| cfg!(panic = "unwind")) {
        resume_unwind(Box::new(Abandoned(limit)));
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
