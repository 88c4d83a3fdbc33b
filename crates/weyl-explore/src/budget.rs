//! What a search may store: states and bytes, counted where they are taken.

use crate::{LimitKind, Limits};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Shared by everything that grows with the number of states.
#[derive(Debug)]
pub struct Budget {
    max_states: Option<u64>,
    max_bytes: u64,
    /// Counted only if there is a limit: a counter that all threads write is not free.
    states: AtomicU64,
    bytes: AtomicU64,
}

impl Budget {
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            max_states: limits.states,
            max_bytes: limits.memory.unwrap_or(u64::MAX),
            states: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    /// Bytes in use now.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Bytes that may still be taken, if there is a limit.
    pub fn left(&self) -> Option<u64> {
        let is_limited = self.max_bytes < u64::MAX;
        is_limited.then(|| self.max_bytes.saturating_sub(self.bytes()))
    }

    /// Counts one more state, if it may be stored.
    pub fn admit_state(&self) -> Result<(), LimitKind> {
        match self.max_states {
            Some(max) if self.states.fetch_add(1, Relaxed) >= max => Err(LimitKind::States),
            _ => Ok(()),
        }
    }

    /// Takes bytes, if there are so many left.
    pub fn charge(&self, bytes: u64) -> Result<(), LimitKind> {
        if bytes == 0 {
            return Ok(());
        }
        let used = self.bytes.fetch_add(bytes, Relaxed).saturating_add(bytes);
        if used > self.max_bytes {
            self.release(bytes);
            return Err(LimitKind::Memory);
        }
        Ok(())
    }

    pub fn release(&self, bytes: u64) {
        self.bytes.fetch_sub(bytes, Relaxed);
    }
}

/// What one growing buffer has been charged for so far.
#[derive(Debug, Default)]
pub(crate) struct Account {
    charged: u64,
}

impl Account {
    /// Brings the charge to what the buffer occupies now.
    pub fn settle(&mut self, budget: &Budget, bytes: usize) -> Result<(), LimitKind> {
        let bytes = bytes as u64;
        if bytes > self.charged {
            budget.charge(bytes - self.charged)?;
        } else {
            budget.release(self.charged - bytes);
        }
        self.charged = bytes;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(states: Option<u64>, memory: Option<u64>) -> Budget {
        Budget::new(&Limits {
            states,
            memory,
            ..Limits::default()
        })
    }

    #[test]
    fn admits_exactly_as_many_states_as_allowed() {
        let budget = budget(Some(3), None);
        let admitted = (0..10).filter(|_| budget.admit_state().is_ok()).count();
        assert_eq!(admitted, 3);
    }

    #[test]
    fn refused_bytes_are_not_charged() {
        let budget = budget(None, Some(100));
        assert_eq!(budget.charge(60), Ok(()));
        assert_eq!(budget.charge(41), Err(LimitKind::Memory));
        assert_eq!(budget.bytes(), 60);
        assert_eq!(budget.charge(40), Ok(()));
        assert_eq!(budget.charge(u64::MAX), Err(LimitKind::Memory));
    }

    #[test]
    fn an_account_follows_its_buffer_up_and_down() {
        let budget = budget(None, Some(100));
        let mut account = Account::default();
        for (bytes, expected) in [(80, Ok(())), (20, Ok(())), (101, Err(LimitKind::Memory))] {
            assert_eq!(account.settle(&budget, bytes), expected, "{bytes}");
        }
        assert_eq!(budget.bytes(), 20);
    }
}
