//! Keys that are pairs of numbers.

use super::Content;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(pub u32, pub u32);

impl Pair {
    #[inline(always)]
    pub fn hash(self) -> u32 {
        let word = u64::from(self.0) << 32 | u64::from(self.1);
        let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32
    }
}

/// Keys are pairs of numbers that only grow: a row has 4 to 8 bytes, as many as the numbers need
/// that are in use when its segment is allocated, with some room for those that come later. A pair
/// that does not fit goes into a later segment.
#[derive(Debug)]
pub struct Pairs {
    /// All numbers are below it.
    bound: AtomicU32,
}

impl Pairs {
    pub fn any() -> Pairs {
        Pairs {
            bound: AtomicU32::new(u32::MAX),
        }
    }

    pub fn growing() -> Pairs {
        Pairs {
            bound: AtomicU32::new(0),
        }
    }

    /// Says which numbers are in use now.
    #[inline]
    pub fn raise(&self, bound: u32) {
        if self.bound.load(Relaxed) < bound {
            self.bound.fetch_max(bound, Relaxed);
        }
    }

    /// # Safety
    ///
    /// As for [`Content::is`].
    #[inline(always)]
    pub(crate) unsafe fn key(row: *const u8, width: u8) -> Pair {
        // SAFETY: rows have 4 bytes at least; both words are inside, and may overlap.
        let (low, high) = unsafe {
            let high = row.add(usize::from(width) - 4);
            (
                row.cast::<u32>().read_unaligned(),
                high.cast::<u32>().read_unaligned(),
            )
        };
        let rest = (u32::from(width) - 4) * 8;
        let word = u64::from(u32::from_le(low)) | u64::from(u32::from_le(high)) << rest;
        let bits = u32::from(width) * 4;
        Pair((word & ((1 << bits) - 1)) as u32, (word >> bits) as u32)
    }
}

impl Content for Pairs {
    type Key<'k> = Pair;

    fn width(&self) -> u8 {
        let bound = self.bound.load(Relaxed);
        let bits = u32::BITS - bound.saturating_add(bound / 16).leading_zeros();
        bits.div_ceil(4).max(4) as u8
    }

    fn has_width(&self, width: u8) -> bool {
        (4..=8).contains(&width)
    }

    #[inline(always)]
    fn bytes(&self, width: u8) -> usize {
        usize::from(width)
    }

    #[inline(always)]
    fn fits(&self, width: u8, Pair(a, b): Pair) -> bool {
        u64::from(a | b) >> (u32::from(width) * 4) == 0
    }

    #[inline(always)]
    unsafe fn write(&self, row: *mut u8, width: u8, Pair(a, b): Pair) {
        let word = (u64::from(a) | u64::from(b) << (u32::from(width) * 4)).to_le_bytes();
        // SAFETY: the row has so many bytes, at most 8, and is the caller's alone.
        unsafe { ptr::copy_nonoverlapping(word.as_ptr(), row, usize::from(width)) };
    }

    #[inline(always)]
    unsafe fn is(&self, row: *const u8, width: u8, key: Pair) -> bool {
        // SAFETY: the caller's promise.
        unsafe { Pairs::key(row, width) == key }
    }

    unsafe fn hash(&self, row: *const u8, width: u8) -> u32 {
        // SAFETY: the caller's promise.
        unsafe { Pairs::key(row, width) }.hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_back_from_rows_of_all_widths() {
        for width in 4..=8u8 {
            let most = ((1u64 << (u32::from(width) * 4)) - 1) as u32;
            let pairs = Pairs::any();
            for pair in [Pair(0, 0), Pair(1, most), Pair(most, 2), Pair(most, most)] {
                let mut row = vec![0xaa; usize::from(width) + 1];
                assert!(pairs.fits(width, pair));
                // SAFETY: the row has more bytes than that.
                let read = unsafe {
                    pairs.write(row.as_mut_ptr(), width, pair);
                    Pairs::key(row.as_ptr(), width)
                };
                assert_eq!(read, pair);
                assert_eq!(row[usize::from(width)], 0xaa);
            }
            let is_too_much = most < u32::MAX && pairs.fits(width, Pair(0, most + 1));
            assert!(!is_too_much);
        }
    }

    #[test]
    fn rows_are_as_wide_as_numbers_need() {
        let pairs = Pairs::growing();
        let widths = [0, 60_000, 65_000, 980_000, 1 << 20, 1 << 24, u32::MAX].map(|bound| {
            pairs.raise(bound);
            pairs.width()
        });
        assert_eq!(widths, [4, 4, 5, 5, 6, 7, 8]);
    }
}
