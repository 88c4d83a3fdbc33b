//! A table of slots by open addressing: where the row of a key is found.
//!
//! A slot is a number of 64 bits: the hash of the key and the number of its row, or 0. A key is
//! looked for from the place that its hash stands for, slot by slot, up to an empty one. The hash
//! scaled to the size of the table gives the place, so a table can have any size, and the order of
//! hashes is the order of places: to move all slots into a larger table is to read and to write
//! memory in order (the idea is from Maier, Sanders and Dementiev, Concurrent Hash Tables: Fast and
//! General(?)!, 2016).
//!
//! As every occupied slot has a row of its own with a number below `capacity`, there is always an
//! empty one.

use crate::prefetch::prefetch;
use crate::sync::{AtomicU64, Numbers, Ordering};
use std::ptr;

/// Tables are full at 3/4: then a slot takes less than 11 bytes a row.
const FULL: (u64, u64) = (3, 4);
/// Hashes have 32 bits: in a larger table there would be places that no hash stands for.
const MAX_SLOTS: u64 = 1 << 32;
const EMPTY: u64 = 0;
/// Neither empty nor of any row.
const REFUSED: u64 = 1 << 32;
/// How far a slot is looked for in advance.
const GLANCE: usize = 6;

/// What a slot says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(u64);

impl Slot {
    fn new(hash: u32, row: u32) -> Slot {
        Slot(u64::from(hash) << 32 | (u64::from(row) + 1))
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == EMPTY
    }

    /// The row, if it may be one whose key has this hash.
    #[inline]
    pub fn row_of(self, hash: u32) -> Option<u32> {
        let (own, row) = ((self.0 >> 32) as u32, self.0 as u32);
        (own == hash).then(|| row.checked_sub(1)).flatten()
    }
}

/// Where a table was when somebody looked. It may be gone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Whereabouts {
    start: usize,
    len: usize,
}

impl Whereabouts {
    /// Asks for the memory where a hash belongs; if the table is gone, in vain.
    #[inline(always)]
    pub fn prefetch(self, hash: u32) {
        let start = ptr::without_provenance::<AtomicU64>(self.start);
        let home = start.wrapping_add(place_of(hash, self.len));
        prefetch(home);
        // Often in the next line of the cache.
        prefetch(home.wrapping_add(GLANCE - 1));
    }
}

/// The hash, scaled to the size of the table.
#[inline(always)]
fn place_of(hash: u32, slots: usize) -> usize {
    ((u64::from(hash) * slots as u64) >> 32) as usize
}

/// What a first look has shown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    /// Probably has the hash.
    pub row: Option<u32>,
    /// If there is none: no slot before this one has the hash, and none ever will, as they are
    /// taken.
    pub until: usize,
}

#[derive(Debug)]
pub(crate) struct Slots {
    slots: Numbers,
}

impl Slots {
    pub fn new(count: usize) -> Option<Slots> {
        let slots = Numbers::new(count)?;
        Some(Slots { slots })
    }

    /// With room for no row at all.
    pub fn tiny() -> Slots {
        Slots::new(1).expect("there is memory for a slot")
    }

    pub fn bytes_of(count: usize) -> u64 {
        (count * size_of::<u64>()) as u64
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Rows with numbers below this may be put into the table.
    pub fn capacity(&self) -> u32 {
        (self.len() as u64 * FULL.0 / FULL.1) as u32
    }

    /// How many slots a table must have for so many rows, if there are tables of that size.
    pub fn len_for(capacity: u32) -> Option<usize> {
        let slots = (u64::from(capacity) * FULL.1).div_ceil(FULL.0).max(2);
        (slots <= MAX_SLOTS).then_some(slots as usize)
    }

    /// As many slots as wished for, if there are tables of that size.
    pub fn at_most(slots: u64) -> usize {
        slots.min(MAX_SLOTS) as usize
    }

    #[inline(always)]
    pub fn home(&self, hash: u32) -> usize {
        place_of(hash, self.len())
    }

    #[inline(always)]
    pub fn after(&self, at: usize) -> usize {
        if at + 1 == self.len() { 0 } else { at + 1 }
    }

    /// Whoever finds a row here may read it.
    #[inline(always)]
    pub fn load(&self, at: usize) -> Slot {
        Slot(self.slots[at].load(Ordering::Acquire))
    }

    /// Puts a row into an empty slot, and with it everything that was written before; otherwise
    /// says what is there.
    #[inline]
    pub fn claim(&self, at: usize, hash: u32, row: u32) -> Result<(), Slot> {
        let Slot(new) = Slot::new(hash, row);
        let claimed =
            self.slots[at].compare_exchange(EMPTY, new, Ordering::AcqRel, Ordering::Acquire);
        claimed.map(|_| ()).map_err(Slot)
    }

    /// Takes a row out again that one has put there.
    pub fn refuse(&self, at: usize) {
        self.slots[at].store(REFUSED, Ordering::Release);
    }

    pub fn whereabouts(&self) -> Whereabouts {
        Whereabouts {
            start: self.slots.as_ptr().addr(),
            len: self.slots.len(),
        }
    }

    /// A first look at the slots of a hash. How far a row is from where it belongs can't be
    /// predicted, so a fixed number of slots is looked at, without a branch.
    #[inline(always)]
    pub fn glance(&self, hash: u32) -> Glance {
        let home = self.home(hash);
        let Some(slots) = self.slots.get(home..home + GLANCE) else {
            return Glance {
                row: None,
                until: home,
            };
        };
        let (mut found, mut until) = (0, GLANCE);
        for (at, slot) in slots.iter().enumerate().rev() {
            let slot = slot.load(Ordering::Acquire);
            found = if (slot >> 32) as u32 == hash {
                slot as u32
            } else {
                found
            };
            until = if slot == EMPTY { at } else { until };
        }
        let until = if home + until == self.len() {
            0
        } else {
            home + until
        };
        Glance {
            row: found.checked_sub(1),
            until,
        }
    }

    /// Puts all rows of a part of this table, which nobody changes, into a larger one that others
    /// fill at the same time, but only with rows of this table.
    pub fn move_part(&self, part: std::ops::Range<usize>, to: &Slots) {
        for slot in &self.slots[part] {
            let slot = slot.load(Ordering::Relaxed);
            // Of no row: empty or refused.
            if slot as u32 != 0 {
                to.place(slot);
            }
        }
    }

    /// All rows are different ones, so nothing is compared.
    fn place(&self, slot: u64) {
        let mut at = self.home((slot >> 32) as u32);
        loop {
            let there = &self.slots[at];
            if there.load(Ordering::Relaxed) == EMPTY {
                let placed =
                    there.compare_exchange(EMPTY, slot, Ordering::Relaxed, Ordering::Relaxed);
                if placed.is_ok() {
                    return;
                }
            }
            at = self.after(at);
        }
    }
}
