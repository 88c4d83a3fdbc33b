//! A line of a table: as many slots as there is room for in 64 bytes, and how threads share it.
//!
//! First come the lower words of the remainders, by which a line is looked at as a whole, then the
//! rests of the remainders, then one word with three bits for each slot: 0 if it is empty, else how
//! many lines it is from where it belongs, and 1. Slots are filled in order and never change again,
//! so this word says all that can change: who wants to write locks it by its uppermost bit, which
//! fails if anything is different from what was seen, and the bits of the new slot appear with the
//! lock's end, when everything else of the slot is there. Who reads never waits for a key that was
//! there before. (Van der Vegt and Laarman, *A parallel compact hash table*, 2011, lock the region
//! of a key.)

use super::form::Form;
use crate::sync::{AtomicU32, Ordering};

/// 64 bytes.
pub(super) const WORDS: usize = 16;
const HEADER: usize = WORDS - 1;
const CODE_BITS: usize = 3;
const LOCK: u32 = 1 << 31;
/// A key stands in one of so many lines from where it belongs on.
pub(super) const REACH: usize = (1 << CODE_BITS) - 1;

/// What the last word of a line said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header(u32);

impl Header {
    pub fn is_locked(self) -> bool {
        self.0 & LOCK != 0
    }

    #[inline(always)]
    fn code(self, slot: usize) -> u32 {
        self.0 >> (slot * CODE_BITS) & REACH as u32
    }

    /// How many slots are taken.
    #[inline]
    pub fn taken(self) -> usize {
        let bits = u32::BITS - (self.0 & !LOCK).leading_zeros();
        (bits as usize).div_ceil(CODE_BITS)
    }

    #[inline(always)]
    pub fn is_full(self, form: Form) -> bool {
        self.code(form.slots - 1) != 0
    }
}

#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    words: &'t [AtomicU32],
    form: Form,
}

impl<'t> Line<'t> {
    #[inline(always)]
    pub fn new(words: &'t [AtomicU32], form: Form) -> Line<'t> {
        Line { words, form }
    }

    /// What is taken can be read from then on.
    #[inline(always)]
    pub fn header(self) -> Header {
        Header(self.words[HEADER].load(Ordering::Acquire))
    }

    /// Whether a slot that the header knows has a remainder that belongs so many lines before.
    #[inline(always)]
    pub fn has(self, header: Header, remainder: u64, distance: usize) -> bool {
        let mut candidates = self.tagged(remainder as u32);
        while candidates != 0 {
            let slot = candidates.trailing_zeros() as usize;
            let is_meant = header.code(slot) as usize == distance + 1;
            if is_meant && self.rest(slot) == (remainder >> u32::BITS) as u32 {
                return true;
            }
            candidates &= candidates - 1;
        }
        false
    }

    /// A bit for each slot with this word.
    #[inline(always)]
    fn tagged(self, word: u32) -> u32 {
        #[cfg(not(any(feature = "loom", feature = "shuttle")))]
        let tagged = crate::line::look(self.words, word, u32::MAX).tagged;
        #[cfg(any(feature = "loom", feature = "shuttle"))]
        let tagged = (0..self.form.slots).fold(0, |tagged, slot| {
            let is_same = self.words[slot].load(Ordering::Relaxed) == word;
            tagged | u32::from(is_same) << slot
        });
        tagged & ((1 << self.form.slots) - 1)
    }

    /// The word where the rest of a slot begins, and the bits before it there.
    #[inline(always)]
    fn rest_at(self, slot: usize) -> (usize, u32) {
        let bit = slot as u32 * self.form.rest_bits;
        let word = self.form.slots + (bit / u32::BITS) as usize;
        (word, bit % u32::BITS)
    }

    #[inline(always)]
    fn rest(self, slot: usize) -> u32 {
        let (word, shift) = self.rest_at(slot);
        let mut rest = u64::from(self.words[word].load(Ordering::Relaxed));
        if shift + self.form.rest_bits > u32::BITS {
            rest |= u64::from(self.words[word + 1].load(Ordering::Relaxed)) << u32::BITS;
        }
        (rest >> shift) as u32 & ((1 << self.form.rest_bits) - 1)
    }

    /// Locks the line, if it still is what was seen. Whoever has locked it must fill the next slot,
    /// or give up.
    #[inline]
    pub fn lock(self, seen: Header) -> bool {
        let header = &self.words[HEADER];
        let locked = seen.0 | LOCK;
        header
            .compare_exchange(seen.0, locked, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
    }

    /// Ends the lock without a change.
    pub fn give_up(self, seen: Header) {
        self.words[HEADER].store(seen.0, Ordering::Release);
    }

    /// Fills the next slot of a locked line that is not full, and ends the lock.
    #[inline]
    pub fn fill(self, seen: Header, remainder: u64, distance: usize) {
        let slot = seen.taken();
        self.words[slot].store(remainder as u32, Ordering::Relaxed);
        let (word, shift) = self.rest_at(slot);
        let rest = (remainder >> u32::BITS) << shift;
        self.add(word, rest as u32);
        if shift + self.form.rest_bits > u32::BITS {
            self.add(word + 1, (rest >> u32::BITS) as u32);
        }
        let code = (distance as u32 + 1) << (slot * CODE_BITS);
        self.words[HEADER].store(seen.0 | code, Ordering::Release);
    }

    /// Others read their own bits of the word at the same time, and nobody else writes any.
    #[inline]
    fn add(self, word: usize, bits: u32) {
        let before = self.words[word].load(Ordering::Relaxed);
        self.words[word].store(before | bits, Ordering::Relaxed);
    }

    /// All remainders, with the distances from where they belong.
    pub fn all(self) -> impl Iterator<Item = (u64, usize)> {
        let header = self.header();
        (0..header.taken()).map(move |slot| {
            let word = u64::from(self.words[slot].load(Ordering::Relaxed));
            let remainder = u64::from(self.rest(slot)) << u32::BITS | word;
            (remainder, header.code(slot) as usize - 1)
        })
    }
}
