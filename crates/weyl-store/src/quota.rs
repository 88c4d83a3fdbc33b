//! What may be stored: states and bytes, counted where they are taken.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_budget::{brim, resident};

/// What there is no more room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    States,
    Memory,
    /// All numbers are taken.
    Numbers,
}

/// Shared by everything that grows with the number of states.
#[derive(Debug)]
pub struct Quota {
    max_states: Option<u64>,
    max_bytes: u64,
    /// Counted only if there is a limit: a counter that all threads write is not free.
    states: AtomicU64,
    bytes: AtomicU64,
    /// What the whole process may have, where it is watched.
    process: Option<u64>,
}

/// Pieces from here on are granted only if the process has room for them.
const LARGE: u64 = 1 << 20;

impl Quota {
    pub fn new(max_states: Option<u64>, max_bytes: Option<u64>) -> Quota {
        Quota {
            max_states,
            max_bytes: max_bytes.unwrap_or(u64::MAX),
            states: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            process: None,
        }
    }

    /// The same in a process with a limit of its own: others take memory, too.
    pub fn in_process(mut self, limit: Option<u64>) -> Quota {
        self.process = limit.map(brim);
        self
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

    /// Counts states that are stored, however many may be.
    pub fn admit_states(&self, count: u64) {
        self.states.fetch_add(count, Relaxed);
    }

    /// Takes bytes, if there are so many left.
    pub fn charge(&self, bytes: u64) -> Result<(), Refusal> {
        if bytes == 0 {
            return Ok(());
        }
        let used = self.bytes.fetch_add(bytes, Relaxed).saturating_add(bytes);
        if used > self.max_bytes || bytes >= LARGE && !self.process_has(bytes) {
            self.release(bytes);
            return Err(Refusal::Memory);
        }
        Ok(())
    }

    fn process_has(&self, bytes: u64) -> bool {
        let has_room = |most| resident().is_none_or(|taken| taken.saturating_add(bytes) <= most);
        self.process.is_none_or(has_room)
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

    /// A small process with a large quota: what others have is not there any more.
    #[test]
    fn others_take_memory_too() {
        let Some(taken) = resident() else { return };
        let quota = Quota::new(None, Some(1 << 40)).in_process(Some(taken + (64 << 20)));
        assert_eq!(quota.charge(16 << 20), Ok(()));
        let others = vec![1u8; 60 << 20];
        assert_eq!(quota.charge(16 << 20), Err(Refusal::Memory));
        assert_eq!(quota.charge(1_000), Ok(()), "too little to look");
        assert_eq!(quota.bytes(), (16 << 20) + 1_000);
        assert!(others.iter().all(|byte| *byte == 1));
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
