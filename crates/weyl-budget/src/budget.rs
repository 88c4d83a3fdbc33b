//! The budget: a switch, a deadline, a limit of memory.

use crate::{brim, recently_resident};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What ends work before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Time,
    Memory,
    /// The user asked to stop.
    Interrupted,
}

/// What may be spent. Clones are the same budget: all of them see the switch.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// Bytes of the whole process.
    most_bytes: Option<u64>,
}

impl Budget {
    /// No limits but the switch.
    pub fn stopped_by(stop: &Arc<AtomicBool>) -> Budget {
        Budget {
            stop: Arc::clone(stop),
            ..Budget::default()
        }
    }

    /// Until some time after an instant; for ever if there is no such time.
    pub fn until(mut self, began: Instant, time: Option<Duration>) -> Budget {
        self.deadline = time.and_then(|time| began.checked_add(time));
        self
    }

    /// The same, if it does not end before that anyway.
    pub fn no_later_than(mut self, deadline: Option<Instant>) -> Budget {
        self.deadline = self.deadline.into_iter().chain(deadline).min();
        self
    }

    /// While the process keeps to a limit of memory, as far as it can.
    pub fn within(mut self, limit: Option<u64>) -> Budget {
        self.most_bytes = limit.map(brim);
        self
    }

    /// The same with more time, for what ends soon by itself.
    pub fn and_grace(mut self, grace: Duration) -> Budget {
        self.deadline = self.deadline.and_then(|end| end.checked_add(grace));
        self
    }

    /// The same for what would be lost otherwise: a moment more, and a moment if nothing is left.
    pub fn or_grace(self, grace: Duration) -> Budget {
        if self.is_spent() {
            Budget::default().until(Instant::now(), Some(grace))
        } else {
            self.and_grace(grace)
        }
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// What is spent, if something is.
    pub fn spent(&self) -> Option<Limit> {
        let is_late = |deadline| Instant::now() >= deadline;
        if self.stop.load(Relaxed) {
            Some(Limit::Interrupted)
        } else if self.deadline.is_some_and(is_late) {
            Some(Limit::Time)
        } else if self.is_over_memory() {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    pub fn is_spent(&self) -> bool {
        self.spent().is_some()
    }

    fn is_over_memory(&self) -> bool {
        let most = self.most_bytes.unwrap_or(u64::MAX);
        most < u64::MAX && recently_resident().is_some_and(|bytes| bytes > most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_ends_it_by_itself() {
        let stop = Arc::default();
        let budget = Budget::stopped_by(&stop);
        assert_eq!(budget.spent(), None);
        let now = Instant::now();
        let hour = Some(Duration::from_secs(3600));
        assert_eq!(budget.clone().until(now, hour).spent(), None);
        let late = budget.clone().until(now, Some(Duration::ZERO));
        assert_eq!(late.spent(), Some(Limit::Time));
        let graced = late.and_grace(Duration::from_secs(3600));
        assert_eq!(graced.spent(), None);
        assert_eq!(budget.clone().within(Some(1 << 40)).spent(), None);
        let more = budget.clone().or_grace(Duration::ZERO);
        assert_eq!(more.spent(), None);
        stop.store(true, Relaxed);
        for one in [&budget, &graced, &more] {
            assert_eq!(one.spent(), Some(Limit::Interrupted));
        }
        assert_eq!(
            budget.clone().or_grace(Duration::ZERO).spent(),
            Some(Limit::Time)
        );
        assert_eq!(budget.or_grace(Duration::from_secs(3600)).spent(), None);
    }

    #[test]
    fn memory_of_the_process_counts() {
        let block = vec![1u8; 48 << 20];
        let small = Budget::default().within(Some(1 << 20));
        let is_known = crate::resident().is_some();
        assert_eq!(small.spent(), is_known.then_some(Limit::Memory));
        assert!(block.iter().all(|byte| *byte == 1));
    }
}
