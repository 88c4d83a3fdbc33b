//! What may be stored: states and bytes, counted where they are taken.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What there is no more room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    States,
    Memory,
}

/// Shared by everything that grows with the number of states.
#[derive(Debug)]
pub struct Quota {
    max_states: Option<u64>,
    max_bytes: u64,
    /// Counted only if there is a limit: a counter that all threads write is not free.
    states: AtomicU64,
    bytes: AtomicU64,
}

impl Quota {
    pub fn new(max_states: Option<u64>, max_bytes: Option<u64>) -> Quota {
        Quota {
            max_states,
            max_bytes: max_bytes.unwrap_or(u64::MAX),
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
    pub fn admit_state(&self) -> Result<(), Refusal> {
        match self.max_states {
            Some(max) if self.states.fetch_add(1, Relaxed) >= max => Err(Refusal::States),
            _ => Ok(()),
        }
    }

    /// Takes bytes, if there are so many left.
    pub fn charge(&self, bytes: u64) -> Result<(), Refusal> {
        if bytes == 0 {
            return Ok(());
        }
        let used = self.bytes.fetch_add(bytes, Relaxed).saturating_add(bytes);
        if used > self.max_bytes {
            self.release(bytes);
            return Err(Refusal::Memory);
        }
        Ok(())
    }

    pub fn release(&self, bytes: u64) {
        self.bytes.fetch_sub(bytes, Relaxed);
    }
}

/// The bytes of one set: charged to the quota, with their peak.
#[derive(Debug)]
pub(crate) struct Ledger<'b> {
    pub quota: &'b Quota,
    bytes: AtomicU64,
    peak: AtomicU64,
}

impl<'b> Ledger<'b> {
    pub fn new(quota: &'b Quota) -> Ledger<'b> {
        Ledger {
            quota,
            bytes: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        }
    }

    /// Takes bytes and makes something of them; without it, they are given back.
    pub fn buy<T>(&self, bytes: u64, make: impl FnOnce() -> Option<T>) -> Result<T, Refusal> {
        self.quota.charge(bytes)?;
        let now = self.bytes.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(now, Relaxed);
        let made = make();
        if made.is_none() {
            self.give_back(bytes);
        }
        made.ok_or(Refusal::Memory)
    }

    pub fn give_back(&self, bytes: u64) {
        self.bytes.fetch_sub(bytes, Relaxed);
        self.quota.release(bytes);
    }

    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    pub fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admits_exactly_as_many_states_as_allowed() {
        let quota = Quota::new(Some(3), None);
        let admitted = (0..10).filter(|_| quota.admit_state().is_ok()).count();
        assert_eq!(admitted, 3);
    }

    #[test]
    fn refused_bytes_are_not_charged() {
        let quota = Quota::new(None, Some(100));
        assert_eq!(quota.charge(60), Ok(()));
        assert_eq!(quota.charge(41), Err(Refusal::Memory));
        assert_eq!(quota.bytes(), 60);
        assert_eq!(quota.charge(40), Ok(()));
        assert_eq!(quota.charge(u64::MAX), Err(Refusal::Memory));
    }

    #[test]
    fn what_could_not_be_made_costs_nothing() {
        let quota = Quota::new(None, Some(100));
        let ledger = Ledger::new(&quota);
        assert_eq!(ledger.buy(70, || None::<()>), Err(Refusal::Memory));
        assert_eq!(ledger.buy(80, || Some(1)), Ok(1));
        assert_eq!(ledger.buy(21, || Some(1)), Err(Refusal::Memory));
        assert_eq!((ledger.bytes(), ledger.peak(), quota.bytes()), (80, 80, 80));
        ledger.give_back(50);
        assert_eq!((ledger.bytes(), ledger.peak(), quota.bytes()), (30, 80, 30));
    }
}
