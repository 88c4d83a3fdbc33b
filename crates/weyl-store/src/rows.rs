//! The rows: a key of fixed size and a link each, in segments that never move.
//!
//! Segments come in classes of equally many; those of a class are twice as large as those of the
//! class before. So a few hundred segments hold all rows that a number of 32 bits can name, a row
//! is found by a few shifts, and what is allocated in advance is a small fraction of what is used.
//!
//! Rows are handed out to threads in chunks. A chunk has one owner, who publishes its rows one
//! after the other; a counter for each chunk says how many are there, so that whoever asks for a
//! row by number reads no half-written one.

use crate::memory::Quarry;
use crate::prefetch::prefetch;
use crate::quota::{Ledger, Refusal};
use crate::set::Shape;
use crate::sync::{Accesses, AtomicPtr, AtomicU8, AtomicU64, Mutex, Ordering};
use std::ops::Range;
use std::ptr::{self, slice_from_raw_parts_mut};
use std::sync::PoisonError;

const LINK_BYTES: usize = 4;

/// Null where nothing was allocated yet.
#[derive(Debug)]
struct Segment {
    /// Belongs to the quarry.
    rows: AtomicPtr<u8>,
    /// For each chunk how many of its rows are published.
    published: AtomicPtr<AtomicU8>,
}

/// Where a row is: the number of its segment, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    segment: usize,
    at: usize,
}

#[derive(Debug)]
pub(crate) struct Rows {
    shape: Shape,
    key_bytes: usize,
    segments: Box<[Segment]>,
    /// Rows handed out so far; beyond the greatest number of rows once they are used up.
    next: AtomicU64,
    quarry: Mutex<Quarry>,
    accesses: Accesses,
}

impl Rows {
    pub fn new(key_bytes: usize, shape: Shape) -> Rows {
        let segment = || Segment {
            rows: AtomicPtr::new(ptr::null_mut()),
            published: AtomicPtr::new(ptr::null_mut()),
        };
        let segments = place(shape, shape.max_rows - 1).segment + 1;
        Rows {
            shape,
            key_bytes,
            segments: (0..segments).map(|_| segment()).collect(),
            next: AtomicU64::new(0),
            quarry: Mutex::new(Quarry::default()),
            accesses: Accesses::new(shape.max_rows),
        }
    }

    #[inline]
    fn width(&self) -> usize {
        self.key_bytes + LINK_BYTES
    }

    /// Larger than the number of every row that was handed out.
    pub fn bound(&self) -> u32 {
        let next = self.next.load(Ordering::Relaxed);
        next.min(u64::from(self.shape.max_rows)) as u32
    }

    /// The next chunk. Nobody else gets it.
    pub fn hand_out(&self) -> Result<Range<u32>, Refusal> {
        let chunk = 1 << self.shape.chunk_bits;
        let first = self.next.fetch_add(chunk, Ordering::Relaxed);
        if first + chunk <= u64::from(self.shape.max_rows) {
            Ok(first as u32..(first + chunk) as u32)
        } else {
            Err(Refusal::States)
        }
    }

    /// Makes sure that a row has memory.
    pub fn allocate(&self, row: u32, ledger: &Ledger<'_>) -> Result<(), Refusal> {
        let number = place(self.shape, row).segment;
        let segment = &self.segments[number];
        let mut quarry = self.quarry.lock().unwrap_or_else(PoisonError::into_inner);
        if !segment.rows.load(Ordering::Acquire).is_null() {
            return Ok(());
        }
        let (rows, chunks) = self.sizes(number);
        let bytes = ledger.buy((rows + chunks) as u64, || quarry.cut(rows))?;
        let published: Box<[AtomicU8]> = (0..chunks).map(|_| AtomicU8::new(0)).collect();
        let published = Box::into_raw(published).cast();
        segment.published.store(published, Ordering::Release);
        segment.rows.store(bytes, Ordering::Release);
        Ok(())
    }

    /// Bytes of the rows, and number of the chunks, of a segment.
    fn sizes(&self, segment: usize) -> (usize, usize) {
        let class = segment >> self.shape.fan_bits;
        let chunks = 1usize << class;
        ((chunks << self.shape.chunk_bits) * self.width(), chunks)
    }

    #[inline]
    fn address(&self, row: u32) -> *mut u8 {
        let Place { segment, at } = place(self.shape, row);
        let rows = self.segments[segment].rows.load(Ordering::Acquire);
        rows.wrapping_add(at * self.width())
    }

    #[inline]
    fn counter(&self, row: u32) -> Option<&AtomicU8> {
        let Place { segment, at } = place(self.shape, row);
        let published = self
            .segments
            .get(segment)?
            .published
            .load(Ordering::Acquire);
        let chunk = published.wrapping_add(at >> self.shape.chunk_bits);
        // SAFETY: not null, so it points to a counter for each chunk of the segment, which lives as
        // long as `self`; `place` gives places inside of segments only.
        (!published.is_null()).then(|| unsafe { &*chunk })
    }

    #[inline]
    fn place_in_chunk(&self, row: u32) -> u8 {
        (row & ((1 << self.shape.chunk_bits) - 1)) as u8
    }

    /// Writes a row that is not published.
    ///
    /// # Safety
    ///
    /// The row has memory, and nobody else reads or writes it before it is published.
    #[inline]
    pub unsafe fn write(&self, row: u32, key: &[u8], link: u32) {
        assert_eq!(key.len(), self.key_bytes);
        self.accesses.writes(row);
        let address = self.address(row);
        let link = link.to_le_bytes();
        // SAFETY: the row has memory for a key of the length that was asserted and a link after it,
        // and nobody else looks at it.
        unsafe {
            ptr::copy_nonoverlapping(key.as_ptr(), address, key.len());
            ptr::copy_nonoverlapping(link.as_ptr(), address.add(key.len()), LINK_BYTES);
        }
    }

    /// Lets everybody read a row by its number. Only the owner of a chunk does this, for each row
    /// in turn.
    #[inline]
    pub fn publish(&self, row: u32) {
        if let Some(counter) = self.counter(row) {
            counter.store(self.place_in_chunk(row) + 1, Ordering::Release);
        }
    }

    #[inline]
    pub fn is_published(&self, row: u32) -> bool {
        let counter = if row < self.shape.max_rows {
            self.counter(row)
        } else {
            None
        };
        counter.is_some_and(|count| count.load(Ordering::Acquire) > self.place_in_chunk(row))
    }

    /// # Safety
    ///
    /// The row was written before, and the thread knows of it: it found its number in a slot, or
    /// the row is published.
    #[inline]
    pub unsafe fn key(&self, row: u32) -> &[u8] {
        self.accesses.reads(row);
        // SAFETY: the row has memory, was written, and never changes again.
        unsafe { std::slice::from_raw_parts(self.address(row), self.key_bytes) }
    }

    /// # Safety
    ///
    /// As for [`Rows::key`].
    pub unsafe fn link(&self, row: u32) -> u32 {
        self.accesses.reads(row);
        let mut link = [0; LINK_BYTES];
        // SAFETY: as for the key; the link stands behind it.
        unsafe {
            let address = self.address(row).add(self.key_bytes);
            ptr::copy_nonoverlapping(address, link.as_mut_ptr(), LINK_BYTES);
        }
        u32::from_le_bytes(link)
    }

    #[inline]
    pub fn prefetch(&self, row: u32) {
        prefetch(self.address(row));
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        for number in 0..self.segments.len() {
            let (_, chunks) = self.sizes(number);
            let published = self.segments[number].published.load(Ordering::Acquire);
            if !published.is_null() {
                // SAFETY: made by `Box::into_raw` of a slice of this length, in `allocate`.
                drop(unsafe { Box::from_raw(slice_from_raw_parts_mut(published, chunks)) });
            }
        }
    }
}

/// Rows are numbered as if a class of empty segments came first: then the highest bit of the number
/// is the class, the bits after it are the segment, and the rest is the place there.
#[inline]
fn place(shape: Shape, row: u32) -> Place {
    let first_bits = shape.chunk_bits + shape.fan_bits;
    let number = row as usize + (1 << first_bits);
    let high = number.ilog2();
    let shift = high - shape.fan_bits;
    let in_class = (number >> shift) & ((1 << shape.fan_bits) - 1);
    Place {
        segment: ((high - first_bits) as usize) << shape.fan_bits | in_class,
        at: number & ((1 << shift) - 1),
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::*;
    use crate::quota::Quota;

    #[test]
    fn places_follow_each_other_without_gaps() {
        for (chunk_bits, fan_bits) in [(0, 1), (2, 3), (6, 5)] {
            let shape = Shape {
                chunk_bits,
                fan_bits,
                max_rows: 1 << 20,
                part: 1,
            };
            let rows = Rows::new(3, shape);
            let mut expected = Place { segment: 0, at: 0 };
            for row in 0..shape.max_rows {
                assert_eq!(place(shape, row), expected);
                let (bytes, chunks) = rows.sizes(expected.segment);
                assert_eq!(bytes, (chunks << chunk_bits) * rows.width());
                expected.at += 1;
                if expected.at * rows.width() == bytes {
                    expected = Place {
                        segment: expected.segment + 1,
                        at: 0,
                    };
                }
            }
        }
    }

    #[test]
    fn rows_are_read_back_once_they_are_published() {
        for key_bytes in [0, 1, 13, 300] {
            let quota = Quota::new(None, None);
            let ledger = Ledger::new(&quota);
            let rows = Rows::new(key_bytes, Shape::default());
            let key = |row: u32| -> Vec<u8> {
                let byte = |at| (row as usize * 31 + at) as u8;
                (0..key_bytes).map(byte).collect()
            };
            let mut written = 0;
            while written < 10_000 {
                for row in rows.hand_out().unwrap() {
                    rows.allocate(row, &ledger).unwrap();
                    assert!(!rows.is_published(row));
                    // SAFETY: it has memory, and there is only one thread.
                    unsafe { rows.write(row, &key(row), !row) };
                    rows.publish(row);
                    written = row + 1;
                }
            }
            assert_eq!(rows.bound(), written);
            for row in 0..written {
                assert!(rows.is_published(row));
                // SAFETY: it is published.
                let (found, link) = unsafe { (rows.key(row), rows.link(row)) };
                assert_eq!((found, link), (&*key(row), !row));
            }
            assert!(!rows.is_published(written) && !rows.is_published(u32::MAX));
            let used = u64::from(written) * (key_bytes as u64 + 4);
            assert!(quota.bytes() < used + used / 16 + 20_000);
        }
    }

    #[test]
    fn there_is_an_end_to_numbers() {
        let shape = Shape {
            max_rows: 128,
            ..Shape::default()
        };
        let rows = Rows::new(1, shape);
        assert_eq!(rows.hand_out(), Ok(0..64));
        assert_eq!(rows.hand_out(), Ok(64..128));
        assert_eq!(rows.hand_out(), Err(Refusal::States));
        assert_eq!(rows.bound(), 128);
    }
}
