//! A table of slots by open addressing: where the row of a key is found.
//!
//! A slot is a number of 32 bits: the number of a row and, in the bits that numbers of rows do not
//! need yet, a tag of its hash, so that most other rows are refused without a look at them. Slots
//! come in lines, each a line of the cache. A key is looked for from the beginning of the line that
//! its hash stands for, slot by slot, up to an empty one: though seven of eight slots are taken,
//! that is one line nearly always. (Cleary, Compact hash tables using bidirectional linear probing,
//! 1984, would leave out of the tag what the place says; here the place stands for the upper bits
//! of the hash and the tag for the lower ones, so they say different things anyway.)
//!
//! The table does not know whole hashes, so a larger one is filled from the rows (`growth.rs`).
//!
//! As every occupied slot has a row of its own with a number below `capacity`, there is always an
//! empty one.

use crate::line::{self, LINE, Seen};
use crate::prefetch::prefetch;
use crate::sync::{AtomicU32, Numbers, Ordering};
use std::ptr;

/// Tables are full at 7/8: then a slot takes less than 4.6 bytes a row.
const FULL: (u64, u64) = (7, 8);
/// More than there are numbers of rows.
const MAX_SLOTS: u64 = 5 << 30;
const EMPTY: u32 = 0;
/// Neither empty nor of any row: no table has a row with the greatest number that fits.
const REFUSED: u32 = u32::MAX;

/// What a slot says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(u32);

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
        let start = ptr::without_provenance::<AtomicU32>(self.start);
        prefetch(start.wrapping_add(place_of(hash, self.len)));
    }
}

/// The beginning of the line: the hash, scaled to the number of lines.
#[inline(always)]
fn place_of(hash: u32, slots: usize) -> usize {
    ((u64::from(hash) * (slots / LINE) as u64) >> 32) as usize * LINE
}

/// What a first look has shown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    /// Probably has the hash.
    pub row: Option<u32>,
    /// If there is none: no line before this one has the hash, and none ever will, as they are
    /// full.
    pub line: usize,
}

#[derive(Debug)]
pub(crate) struct Slots {
    slots: Numbers,
    capacity: u32,
    /// Bits of a slot that are of the row.
    row_bits: u32,
}

impl Slots {
    pub fn new(count: usize) -> Option<Slots> {
        let capacity = (count as u64 * FULL.0 / FULL.1).min(u64::from(u32::MAX) - 1) as u32;
        let slots = Numbers::new(count)?;
        Some(Slots {
            slots,
            capacity,
            row_bits: u32::BITS - capacity.saturating_add(1).leading_zeros(),
        })
    }

    /// With room for no row at all.
    pub fn tiny() -> Slots {
        let slots = Slots::new(LINE).expect("there is memory for a line");
        Slots {
            capacity: 0,
            ..slots
        }
    }

    pub fn bytes_of(count: usize) -> u64 {
        (count * size_of::<u32>()) as u64
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Rows with numbers below this may be put into the table.
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// How many slots a table must have for so many rows.
    pub fn len_for(capacity: u32) -> usize {
        let slots = (u64::from(capacity) * FULL.1).div_ceil(FULL.0);
        Slots::at_most(slots.max(1))
    }

    /// As many slots as wished for, in whole lines, if there are tables of that size.
    pub fn at_most(slots: u64) -> usize {
        slots.min(MAX_SLOTS).next_multiple_of(LINE as u64) as usize
    }

    #[inline(always)]
    pub fn home(&self, hash: u32) -> usize {
        place_of(hash, self.len())
    }

    /// Whoever finds a row here may read it.
    #[inline(always)]
    pub fn load(&self, at: usize) -> Slot {
        Slot(self.slots[at].load(Ordering::Acquire))
    }

    /// The lower bits of the hash, above those of the row.
    #[inline(always)]
    fn tag(&self, hash: u32) -> u32 {
        (u64::from(hash) << self.row_bits) as u32
    }

    /// The row, if it may be one whose key has this hash.
    #[inline(always)]
    pub fn row_of(&self, Slot(slot): Slot, hash: u32) -> Option<u32> {
        // Without the tag a row and 1 is left. 0 is an empty slot, the greatest number a refused
        // one, and what is larger has another tag.
        let row = (slot ^ self.tag(hash)).wrapping_sub(1);
        (row < self.most_rows()).then_some(row)
    }

    #[inline(always)]
    fn most_rows(&self) -> u32 {
        ((1u64 << self.row_bits) - 2) as u32
    }

    /// Puts a row into an empty slot, and with it everything that was written before; otherwise
    /// says what is there.
    #[inline]
    pub fn claim(&self, at: usize, hash: u32, row: u32) -> Result<(), Slot> {
        let new = self.tag(hash) | (row + 1);
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

    /// A first look at the line of a hash. How far a row is from where it belongs can't be
    /// predicted, so all slots are looked at, without a branch.
    ///
    /// What is empty when it is seen comes after slots that are all taken, as rows are put into the
    /// first slot that is empty: the order of looks does not matter.
    #[inline(always)]
    pub fn glance(&self, hash: u32) -> Glance {
        let home = self.home(hash);
        let seen = self.look(home, hash);
        let first_empty = (seen.empty | 1 << LINE).trailing_zeros() as usize;
        let found = ((seen.tagged & !seen.empty) | 1 << (LINE - 1)).trailing_zeros() as usize;
        let is_full = first_empty == LINE;
        Glance {
            row: self.row_of(self.load(home + found), hash),
            line: if is_full { self.next_line(home) } else { home },
        }
    }

    /// Which slots of a line are empty, and which may have a row with this hash.
    #[inline(always)]
    pub fn look(&self, line: usize, hash: u32) -> Seen {
        let rows = ((1u64 << self.row_bits) - 1) as u32;
        line::look(&self.slots[line..line + LINE], self.tag(hash), !rows)
    }

    #[inline(always)]
    pub fn next_line(&self, line: usize) -> usize {
        let next = line + LINE;
        if next == self.len() { 0 } else { next }
    }

    /// Asks for the line of a hash.
    #[inline(always)]
    pub fn prefetch(&self, hash: u32) {
        prefetch(self.slots.as_ptr().wrapping_add(self.home(hash)));
    }

    /// Puts a row into a table that nobody looks at, and that others fill at the same time, or
    /// nobody does. All rows are different ones, so nothing is compared.
    #[inline]
    pub fn place(&self, hash: u32, row: u32, is_alone: bool) {
        let new = self.tag(hash) | (row + 1);
        let mut line = self.home(hash);
        loop {
            let mut empty = line::look(&self.slots[line..line + LINE], 0, 0).empty;
            while empty != 0 {
                let there = &self.slots[line + empty.trailing_zeros() as usize];
                if is_alone {
                    return there.store(new, Ordering::Relaxed);
                }
                let placed =
                    there.compare_exchange(EMPTY, new, Ordering::Relaxed, Ordering::Relaxed);
                if placed.is_ok() {
                    return;
                }
                empty &= empty - 1;
            }
            line = self.next_line(line);
        }
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    /// All go from line to line in the same order, so that they meet.
    #[test]
    fn threads_that_fill_a_table_lose_no_row() {
        const THREADS: usize = 3;
        for _ in 0..20 {
            let slots = Slots::new(1 << 16).unwrap();
            let hash = |row: u32| row * (u32::MAX / slots.capacity());
            let barrier = Barrier::new(THREADS);
            thread::scope(|scope| {
                for first in 0..THREADS as u32 {
                    let (slots, barrier) = (&slots, &barrier);
                    let rows = (first..slots.capacity()).step_by(THREADS);
                    scope.spawn(move || {
                        barrier.wait();
                        rows.for_each(|row| slots.place(hash(row), row, false));
                    });
                }
            });
            let taken = (0..slots.len()).filter(|at| slots.load(*at).0 != EMPTY);
            assert_eq!(taken.count(), slots.capacity() as usize);
        }
    }
}
