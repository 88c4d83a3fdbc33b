//! Work that is counted.
//!
//! A clock says how long something took on a machine that may be busy; how often work said that it
//! goes on is the same on all of them. What ends by this count ends at the same place each time
//! (docs/decisions/047-explanations-are-counted.md).

use crate::abandon::{exhausting, steps_made};
use crate::{Budget, go_on_from_far};
use std::time::{Duration, Instant};

/// So many steps of the thread that it was made on, from then on. A step is a call of
/// [`go_on`](crate::go_on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    end: u64,
    /// Whatever steps are left, nothing is done after it.
    deadline: Option<Instant>,
}

impl Steps {
    pub fn new(steps: u64) -> Steps {
        Steps {
            end: steps_made().saturating_add(steps),
            deadline: None,
        }
    }

    /// The same, but no longer than some time: where a step takes longer than anybody thought.
    pub fn at_most(mut self, time: Duration) -> Steps {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// A part of what is left.
    pub fn part(self, parts: u64) -> Steps {
        let left = self.end.saturating_sub(steps_made());
        Steps {
            deadline: self.deadline,
            ..Steps::new(left / parts.max(1))
        }
    }

    /// Steps that are left.
    pub fn left(self) -> u64 {
        let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let left = self.end.saturating_sub(steps_made());
        if is_late { 0 } else { left }
    }

    /// Does some work, if what is left is enough for it, and so are this many steps.
    pub fn doing<T>(self, most: u64, work: impl FnOnce() -> T) -> Option<T> {
        let steps = self.left().min(most);
        if steps == 0 {
            return None;
        }
        let whole = Budget::current();
        let look = whole.clone().no_later_than(self.deadline);
        let done = look.limiting(|| exhausting(steps, work));
        if whole.is_spent() {
            go_on_from_far();
        }
        done.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limit, go_on, go_on_by};
    use std::cell::Cell;
    use std::time::{Duration, Instant};

    fn counting(steps: u64) -> u64 {
        (0..steps).for_each(|_| go_on());
        steps
    }

    #[test]
    fn work_ends_at_the_same_place_each_time() {
        for before in [0, 1, 63, 64, 100] {
            counting(before);
            let allowed = Steps::new(1_000);
            let done = Cell::new(0);
            let ended: Option<()> = allowed.doing(700, || {
                loop {
                    go_on();
                    done.set(done.get() + 1);
                }
            });
            assert_eq!((ended, done.get()), (None, 700));
            assert_eq!(allowed.doing(300, || counting(200)), Some(200));
            assert_eq!(allowed.left(), 99, "the step that was too many counts");
            assert_eq!(allowed.doing(300, || counting(99)), Some(99));
            assert_eq!(allowed.doing(300, || 1), None);
        }
    }

    #[test]
    fn what_is_inside_has_no_more_than_what_is_outside() {
        let (inside, outside) = (Steps::new(1_000), Steps::new(100));
        let mut within = None;
        let ended = outside.doing(50, || {
            within = Some(inside.doing(1_000, || counting(60)));
            counting(1)
        });
        assert_eq!((within, ended), (Some(None), None));
        assert_eq!(inside.doing(1_000, || counting(60)), Some(60));
    }

    #[test]
    fn heavy_steps_count_as_several() {
        let allowed = Steps::new(100);
        assert_eq!(allowed.doing(100, || go_on_by(60)), Some(()));
        assert_eq!(allowed.part(4).left(), 10);
        assert_eq!(allowed.doing(100, || go_on_by(60)), None);
    }

    #[test]
    fn the_clock_is_the_last_bound() {
        let short = Steps::new(u64::MAX).at_most(Duration::from_millis(30));
        assert_eq!(short.doing(u64::MAX, || counting(u64::MAX)), None);
        assert_eq!((short.left(), short.part(2).left()), (0, 0));
        let later = short.at_most(Duration::from_secs(3_600));
        assert_eq!(later.doing(u64::MAX, || counting(3)), Some(3));
        go_on();
    }

    #[test]
    fn the_clock_of_others_goes_on_inside() {
        let short = Budget::default().until(Instant::now(), Some(Duration::from_millis(30)));
        let ended = short.limiting(|| Steps::new(u64::MAX).doing(u64::MAX, || counting(u64::MAX)));
        assert_eq!(ended, Err(Limit::Time));
        assert_eq!(Steps::new(10).doing(10, || counting(10)), Some(10));
    }
}
