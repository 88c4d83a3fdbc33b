//! How the link of a row is written.
//!
//! Rows that are stored one after the other mostly have links that lie close to each other: they
//! are states, and their links the states that were expanded one after the other. So a link is
//! written as its distance from the first link of its chunk, in two bytes; what is too far away
//! stands in a map beside the rows.

use crate::quota::{Ledger, Refusal};
use crate::sync::Mutex;
use std::collections::BTreeMap;
use std::sync::PoisonError;

/// A row without a link.
pub(crate) const NO_LINK: u32 = u32::MAX;

/// How links are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// There are none.
    None,
    /// In two bytes: mostly close to each other.
    Near,
    /// In four bytes.
    Far,
}

impl Links {
    #[inline(always)]
    pub(crate) fn bytes(self) -> usize {
        match self {
            Links::None => 0,
            Links::Near => 2,
            Links::Far => 4,
        }
    }
}

const NONE: u16 = u16::MAX;
const ELSEWHERE: u16 = u16::MAX - 1;
/// Half of the links before the base can be written, half of those after it.
const HALF: u32 = 1 << 15;

/// What stands for a link in a chunk with this base; nothing if it is too far away.
#[inline]
pub(crate) fn encode(link: u32, base: u32) -> Option<u16> {
    if link == NO_LINK {
        return Some(NONE);
    }
    let distance = link.wrapping_sub(base).wrapping_add(HALF);
    (distance < u32::from(ELSEWHERE)).then_some(distance as u16)
}

/// Links that are far from the others of their chunks.
#[derive(Debug)]
pub(crate) struct FarLinks(Mutex<BTreeMap<u32, u32>>);

/// What an entry takes, more or less.
const ENTRY: u64 = 16;

impl FarLinks {
    pub fn new() -> FarLinks {
        FarLinks(Mutex::new(BTreeMap::new()))
    }

    /// Keeps the link of a row that is not stored yet; returns what is written into the row.
    #[cold]
    pub fn keep(&self, row: u32, link: u32, ledger: &Ledger<'_>) -> Result<u16, Refusal> {
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !links.contains_key(&row) {
            ledger.buy(ENTRY, || Some(()))?;
        }
        links.insert(row, link);
        Ok(ELSEWHERE)
    }

    /// The link that was written like this.
    pub fn decode(&self, row: u32, written: u16, base: u32) -> u32 {
        match written {
            NONE => NO_LINK,
            ELSEWHERE => {
                let links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                links.get(&row).copied().unwrap_or(NO_LINK)
            }
            distance => base.wrapping_add(u32::from(distance)).wrapping_sub(HALF),
        }
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::*;
    use crate::quota::Quota;

    #[test]
    fn links_are_read_back_wherever_they_lead() {
        let quota = Quota::new(None, None);
        let ledger = Ledger::new(&quota);
        let far = FarLinks::new();
        let numbers = [
            0,
            1,
            2,
            32_766,
            32_767,
            32_768,
            65_535,
            65_536,
            u32::MAX - 1,
            NO_LINK,
        ];
        for base in numbers.into_iter().filter(|base| *base != NO_LINK) {
            for (row, link) in (0..).zip(numbers) {
                let near = encode(link, base);
                let written = near.unwrap_or_else(|| far.keep(row, link, &ledger).unwrap());
                assert_eq!(far.decode(row, written, base), link);
            }
        }
        assert!(quota.bytes() > 0);
    }

    #[test]
    fn far_links_are_charged_once() {
        let quota = Quota::new(None, Some(ENTRY));
        let ledger = Ledger::new(&quota);
        let far = FarLinks::new();
        assert!(far.keep(1, 5, &ledger).is_ok() && far.keep(1, 6, &ledger).is_ok());
        assert_eq!(far.keep(2, 5, &ledger), Err(Refusal::Memory));
        assert_eq!(far.decode(1, ELSEWHERE, 0), 6);
    }
}
