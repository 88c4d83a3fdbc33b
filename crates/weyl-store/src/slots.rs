//! A table of slots by open addressing: where the row of a key is found.
//!
//! A slot is a number of 64 bits: the hash of the key and the number of its row, or 0. A key is looked for from the
//! place that its hash stands for, slot by slot, up to an empty one. The hash scaled to the size of
//! the table gives the place, so a table can have any size, and the order of hashes is the order of
//! places: to move all slots into a larger table is to read and to write memory in order (the idea is from Maier,
//! Sanders and Dementiev, Concurrent Hash Tables: Fast and General(?)!, 2016).
//!
//! As every occupied slot has a row of its own with a number below `capacity`, there is always an empty one.

use crate::prefetch::prefetch;
use crate::sync::{AtomicU64, Ordering, empty_slots};

/// Tables are full at 4/5: then a slot takes 10 bytes a row.
const FULL: (u64, u64) = (4, 5);
/// Hashes have 32 bits: in a larger table there would be places that no hash stands for.
const MAX_SLOTS: u64 = 1 << 32;
const EMPTY: u64 = 0;
/// Neither empty nor of any row.
const REFUSED: u64 = 1 << 32;
/// How far a slot is looked for in advance.
const GLANCE: usize = 4;

/// What a slot says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(u64);

impl Slot {
    fn new(hash: u32, row: u32) -> Slot {
        Slot(u64::from(hash) << 32 | (u64::from(row) + 1))
    }

    pub fn is_empty(self) -> bool {
        self.0 == EMPTY
    }

    /// The row, if it may be one whose key has this hash.
    pub fn row_of(self, hash: u32) -> Option<u32> {
        let (own, row) = ((self.0 >> 32) as u32, self.0 as u32);
        (own == hash).then(|| row.checked_sub(1)).flatten()
    }
}

#[derive(Debug)]
pub(crate) struct Slots {
    slots: Box<[AtomicU64]>,
}

impl Slots {
    pub fn new(count: usize) -> Option<Slots> {
        let slots = empty_slots(count)?;
        Some(Slots { slots })
    }

    /// With room for no row at all.
    pub fn tiny() -> Slots {
        Slots {
            slots: Box::new([AtomicU64::new(EMPTY)]),
        }
    }

    pub fn bytes_of(count: usize) -> u64 {
        (count * size_of::<u64>()) as u64
    }

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
        ((u64::from(hash) * self.len() as u64) >> 32) as usize
    }

    #[inline(always)]
    pub fn after(&self, at: usize) -> usize {
        match at + 1 == self.len() {
            true => 0,
            false => at + 1,
        }
    }

    /// Whoever finds a row here may read it.
    #[inline(always)]
    pub fn load(&self, at: usize) -> Slot {
        Slot(self.slots[at].load(Ordering::Acquire))
    }

    /// Puts a row into an empty slot, and with it everything that was written before; otherwise says what is
    /// there.
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

    pub fn prefetch(&self, hash: u32) {
        prefetch(self.slots.as_ptr().wrapping_add(self.home(hash)));
    }

    /// The row that probably has this hash, without looking far.
    pub fn glance(&self, hash: u32) -> Option<u32> {
        let mut at = self.home(hash);
        for _ in 0..GLANCE {
            let slot = self.load(at);
            if slot.is_empty() {
                return None;
            }
            if let Some(row) = slot.row_of(hash) {
                return Some(row);
            }
            at = self.after(at);
        }
        None
    }

    /// Puts all rows of a part of this table, which nobody changes, into a larger one that others fill
    /// at the same time, but only with rows of this table.
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
