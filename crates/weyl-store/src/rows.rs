//! The rows: a key and a link each, in segments that never move. In a segment all keys have the
//! same size, and links stand behind the last key: whoever looks for a key reads no link.
//!
//! Segments come in classes of equally many; those of a class are twice as large as those of the
//! class before. So a few hundred segments hold all rows that a number of 32 bits can name, a row
//! is found by a few shifts, and what is allocated in advance is a small fraction of what is used.
//!
//! Rows are handed out to threads in chunks. A chunk has one owner, who publishes its rows one
//! after the other; a counter for each chunk says how many are there, so that whoever asks for a
//! row by number reads no half-written one.

use crate::content::Content;
use crate::links::{self, FarLinks, Links};
use crate::memory::Quarry;
use crate::prefetch::prefetch;
use crate::quota::{Ledger, Refusal};
use crate::saved::{Stretch, Unusable};
use crate::set::Shape;
use crate::slots::Slots;
use crate::sync::{Accesses, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Mutex, Ordering};
use std::ops::Range;
use std::ptr::{self, slice_from_raw_parts_mut};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU16, AtomicU32 as Whole};

/// Rows whose places in the table are asked for at once when it is filled.
const AHEAD: usize = 16;

/// Null where nothing was allocated yet.
#[derive(Debug)]
struct Segment {
    /// Belongs to the quarry.
    rows: AtomicPtr<u8>,
    chunks: AtomicPtr<Chunk>,
    /// Of its rows; written before `rows`.
    width: AtomicU8,
}

#[derive(Debug)]
struct Chunk {
    /// How many of its rows are published.
    published: AtomicU8,
    /// Where its links are close to.
    base: AtomicU32,
}

impl Chunk {
    fn new() -> Chunk {
        Chunk {
            published: AtomicU8::new(0),
            base: AtomicU32::new(0),
        }
    }
}

/// Where a row is: the number of its segment, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    segment: usize,
    at: usize,
}

/// The segment of a row as somebody found it, and the place of the row there.
#[derive(Clone, Copy, Debug)]
struct Located {
    number: usize,
    at: usize,
    rows: *mut u8,
    width: u8,
}

impl Located {
    #[inline(always)]
    fn address<C: Content>(&self, content: &C) -> *mut u8 {
        self.rows.wrapping_add(self.at * content.bytes(self.width))
    }
}

/// How places are found, with what follows from the shape of a set.
#[derive(Clone, Copy, Debug)]
struct Numbering {
    /// Of rows: as if a class of empty segments came first.
    first: usize,
    fan_bits: u32,
    /// What the number of a segment is too large by.
    excess: usize,
}

#[derive(Debug)]
pub(crate) struct Rows<C> {
    shape: Shape,
    numbering: Numbering,
    pub content: C,
    links: Links,
    far_links: FarLinks,
    segments: Box<[Segment]>,
    /// Rows handed out so far; beyond the greatest number of rows once they are used up.
    next: AtomicU64,
    quarry: Mutex<Quarry>,
    /// Rows that count for nothing, though they are published.
    refused: Mutex<Vec<u32>>,
    accesses: Accesses,
}

impl<C: Content> Rows<C> {
    pub fn new(content: C, links: Links, shape: Shape) -> Rows<C> {
        let segment = || Segment {
            rows: AtomicPtr::new(ptr::null_mut()),
            chunks: AtomicPtr::new(ptr::null_mut()),
            width: AtomicU8::new(0),
        };
        let numbering = Numbering::new(shape);
        let segments = numbering.place(shape.max_rows - 1).segment + 1;
        Rows {
            shape,
            numbering,
            content,
            links,
            far_links: FarLinks::new(),
            segments: (0..segments).map(|_| segment()).collect(),
            next: AtomicU64::new(0),
            quarry: Mutex::new(Quarry::default()),
            refused: Mutex::new(Vec::new()),
            accesses: Accesses::new(shape.max_rows),
        }
    }

    pub fn links(&self) -> Links {
        self.links
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
            Err(Refusal::Numbers)
        }
    }

    /// Makes sure that a row has memory.
    pub fn allocate(&self, row: u32, ledger: &Ledger<'_>) -> Result<(), Refusal> {
        self.allocate_with(row, self.content.width(), ledger)
    }

    /// The same for rows of this width, unless the segment has memory for others.
    fn allocate_with(&self, row: u32, width: u8, ledger: &Ledger<'_>) -> Result<(), Refusal> {
        let number = self.numbering.place(row).segment;
        let segment = &self.segments[number];
        let mut quarry = self.quarry.lock().unwrap_or_else(PoisonError::into_inner);
        if !segment.rows.load(Ordering::Acquire).is_null() {
            return Ok(());
        }
        let chunks = self.chunks(number);
        let rows = chunks << self.shape.chunk_bits;
        let rows = keys_end(rows, self.content.bytes(width)) + rows * self.links.bytes();
        let bytes = rows + chunks * size_of::<Chunk>();
        let start = ledger.buy(bytes as u64, || quarry.cut(rows))?;
        let chunks: Box<[Chunk]> = (0..chunks).map(|_| Chunk::new()).collect();
        segment.width.store(width, Ordering::Relaxed);
        let chunks = Box::into_raw(chunks).cast();
        segment.chunks.store(chunks, Ordering::Release);
        segment.rows.store(start, Ordering::Release);
        Ok(())
    }

    /// How many chunks a segment has.
    fn chunks(&self, segment: usize) -> usize {
        1 << (segment >> self.shape.fan_bits)
    }

    /// Whether the key can be written into a row that has memory.
    pub fn fits(&self, row: u32, key: C::Key<'_>) -> bool {
        self.content.fits(self.segment_of(row).width, key)
    }

    #[inline(always)]
    fn segment_of(&self, row: u32) -> Located {
        let Place { segment, at } = self.numbering.place(row);
        let number = segment;
        let segment = &self.segments[number];
        let rows = segment.rows.load(Ordering::Acquire);
        Located {
            number,
            at,
            rows,
            width: segment.width.load(Ordering::Relaxed),
        }
    }

    /// Where a row is, and how wide.
    #[inline(always)]
    fn address(&self, row: u32) -> (*mut u8, u8) {
        let segment = self.segment_of(row);
        (segment.address(&self.content), segment.width)
    }

    /// Where the link of a row is.
    #[inline(always)]
    fn link_address(&self, segment: &Located) -> *mut u8 {
        let rows = self.chunks(segment.number) << self.shape.chunk_bits;
        let first = keys_end(rows, self.content.bytes(segment.width));
        let link = first + segment.at * self.links.bytes();
        segment.rows.wrapping_add(link)
    }

    #[inline]
    fn chunk(&self, row: u32) -> Option<&Chunk> {
        let Place { segment, at } = self.numbering.place(row);
        self.chunk_at(segment, at)
    }

    #[inline(always)]
    fn chunk_in(&self, segment: &Located) -> Option<&Chunk> {
        self.chunk_at(segment.number, segment.at)
    }

    #[inline(always)]
    fn chunk_at(&self, segment: usize, at: usize) -> Option<&Chunk> {
        let chunks = self.segments.get(segment)?.chunks.load(Ordering::Acquire);
        let chunk = chunks.wrapping_add(at >> self.shape.chunk_bits);
        // SAFETY: not null, so it points to all chunks of the segment, which live as long as
        // `self`; the numbering gives places inside of segments only.
        (!chunks.is_null()).then(|| unsafe { &*chunk })
    }

    #[inline]
    fn place_in_chunk(&self, row: u32) -> u8 {
        (row & ((1 << self.shape.chunk_bits) - 1)) as u8
    }

    /// Writes a row that is not published, if the key fits into it; says whether it did.
    ///
    /// # Safety
    ///
    /// The row has memory, and nobody else reads or writes it before it is published.
    #[inline]
    pub unsafe fn write(
        &self,
        row: u32,
        key: C::Key<'_>,
        link: u32,
        ledger: &Ledger<'_>,
    ) -> Result<bool, Refusal> {
        let segment = self.segment_of(row);
        if !self.content.fits(segment.width, key) {
            return Ok(false);
        }
        self.accesses.writes(row);
        let address = segment.address(&self.content);
        // SAFETY: the caller's promise, and the key fits.
        unsafe { self.content.write(address, segment.width, key) };
        if self.place_in_chunk(row) == 0
            && link != links::NO_LINK
            && let Some(chunk) = self.chunk_in(&segment)
        {
            chunk.base.store(link, Ordering::Relaxed);
        }
        // SAFETY: as above.
        unsafe { self.write_link(&segment, link, (row, ledger)) }?;
        Ok(true)
    }

    /// Gives a row another link. Whoever reads it meanwhile gets this one or the one before.
    pub fn relink(&self, row: u32, link: u32, ledger: &Ledger<'_>) -> Result<(), Refusal> {
        assert!(self.is_published(row), "there is no row {row}");
        // SAFETY: a published row has memory.
        unsafe { self.write_link(&self.segment_of(row), link, (row, ledger)) }
    }

    /// # Safety
    ///
    /// The row, whose segment is given, has memory.
    #[inline]
    unsafe fn write_link(
        &self,
        segment: &Located,
        link: u32,
        (row, ledger): (u32, &Ledger<'_>),
    ) -> Result<(), Refusal> {
        match self.links {
            Links::None => {}
            Links::Near => {
                let near = self.near_link(segment, link, (row, ledger))?;
                // SAFETY: the row has memory for an aligned link of this size, which is read and
                // written as a whole.
                let written = unsafe { AtomicU16::from_ptr(self.link_address(segment).cast()) };
                written.store(near, Ordering::Relaxed);
            }
            Links::Far => {
                // SAFETY: as above.
                let written = unsafe { Whole::from_ptr(self.link_address(segment).cast()) };
                written.store(link, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// What stands for a link. The first row of a chunk decided which links are close: it was
    /// written before the others.
    #[inline]
    fn near_link(
        &self,
        segment: &Located,
        link: u32,
        (row, ledger): (u32, &Ledger<'_>),
    ) -> Result<u16, Refusal> {
        let Some(chunk) = self.chunk_in(segment) else {
            return self.far_links.keep(row, link, ledger);
        };
        let near = links::encode(link, chunk.base.load(Ordering::Relaxed));
        near.map_or_else(|| self.far_links.keep(row, link, ledger), Ok)
    }

    /// Lets everybody read a row by its number. Only the owner of a chunk does this, for each row
    /// in turn.
    #[inline]
    pub fn publish(&self, row: u32) {
        if let Some(chunk) = self.chunk(row) {
            let count = self.place_in_chunk(row) + 1;
            chunk.published.store(count, Ordering::Release);
        }
    }

    #[inline]
    pub fn is_published(&self, row: u32) -> bool {
        let is_row = row < self.shape.max_rows;
        let chunk = is_row.then(|| self.chunk(row)).flatten();
        chunk
            .is_some_and(|chunk| chunk.published.load(Ordering::Acquire) > self.place_in_chunk(row))
    }

    /// Whether a row has this key.
    ///
    /// # Safety
    ///
    /// The row was written before, and the thread knows of it: it found its number in a slot or in
    /// another such row, or the row is published.
    #[inline(always)]
    pub unsafe fn is(&self, row: u32, key: C::Key<'_>) -> bool {
        self.accesses.reads(row);
        let (address, width) = self.address(row);
        // SAFETY: the row has memory, was written, and never changes again.
        unsafe { self.content.is(address, width, key) }
    }

    /// Where a row is that can be read, and how wide.
    ///
    /// # Safety
    ///
    /// As for [`Rows::is`].
    #[inline(always)]
    pub unsafe fn read(&self, row: u32) -> (*const u8, u8) {
        self.accesses.reads(row);
        let (address, width) = self.address(row);
        (address, width)
    }

    /// # Safety
    ///
    /// As for [`Rows::is`].
    pub unsafe fn link(&self, row: u32) -> u32 {
        self.accesses.reads(row);
        let segment = &self.segment_of(row);
        match self.links {
            Links::None => links::NO_LINK,
            Links::Near => {
                // SAFETY: as for the key; the link has this size, and is aligned.
                let near = unsafe { AtomicU16::from_ptr(self.link_address(segment).cast()) };
                let near = near.load(Ordering::Relaxed);
                let base = self
                    .chunk_in(segment)
                    .map(|chunk| chunk.base.load(Ordering::Relaxed));
                self.far_links.decode(row, near, base.unwrap_or(0))
            }
            Links::Far => {
                // SAFETY: as above.
                let far = unsafe { Whole::from_ptr(self.link_address(segment).cast()) };
                far.load(Ordering::Relaxed)
            }
        }
    }

    /// Leaves a row out when a table is filled.
    pub fn refuse(&self, row: u32) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.push(row);
    }

    /// Puts all rows of a part that are stored into a table, while nobody stores any; with others,
    /// or alone.
    pub fn fill(&self, part: Range<u32>, slots: &Slots, is_alone: bool) {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let refused = refused.clone();
        let mut found = [(0, 0); AHEAD];
        let mut count = 0;
        let mut first = part.start;
        while first < part.end {
            let end = part.end.min(self.chunk_end(first));
            // The rows of a chunk lie one behind the other.
            let (mut next, width) = self.address(first);
            let bytes = self.content.bytes(width);
            for row in first..end.min(self.published_until(first)) {
                let address = next;
                next = next.wrapping_add(bytes);
                if !refused.is_empty() && refused.contains(&row) {
                    continue;
                }
                self.accesses.reads(row);
                // SAFETY: it is published.
                let hash = unsafe { self.content.hash(address, width) };
                slots.prefetch(hash);
                // The oldest of those that are asked for is there by now.
                let oldest = std::mem::replace(&mut found[count % AHEAD], (hash, row));
                if count >= AHEAD {
                    slots.place(oldest.0, oldest.1, is_alone);
                }
                count += 1;
            }
            first = end;
        }
        for (hash, row) in &found[..count.min(AHEAD)] {
            slots.place(*hash, *row, is_alone);
        }
    }

    /// The first row behind the chunk of a row.
    fn chunk_end(&self, row: u32) -> u32 {
        ((row >> self.shape.chunk_bits) + 1) << self.shape.chunk_bits
    }

    /// The first row of a chunk that is not published.
    pub fn published_until(&self, row: u32) -> u32 {
        let published = self
            .chunk(row)
            .map_or(0, |chunk| chunk.published.load(Ordering::Acquire));
        row - u32::from(self.place_in_chunk(row)) + u32::from(published)
    }

    #[inline]
    pub fn prefetch(&self, row: u32) {
        prefetch(self.address(row).0);
    }

    /// What some rows are of each of their chunks.
    fn chunks_of(&self, rows: Range<u32>) -> impl Iterator<Item = Range<u32>> {
        let mut first = rows.start;
        std::iter::from_fn(move || {
            let chunk = first..rows.end.min(self.chunk_end(first));
            first = chunk.end;
            (!chunk.is_empty()).then_some(chunk)
        })
    }

    /// Rows of a chunk.
    pub fn chunk_rows(&self) -> u32 {
        1 << self.shape.chunk_bits
    }

    /// The number of the segment of a row that has memory, its width, and the bytes of one of its
    /// rows.
    pub fn segment_and_width(&self, row: u32) -> (usize, u8, usize) {
        let Located { number, width, .. } = self.segment_of(row);
        (number, width, self.content.bytes(width))
    }

    /// The bytes of some rows that are published and in one segment.
    pub fn published_bytes(&self, rows: Range<u32>) -> &[u8] {
        let (segment, _, bytes) = self.segment_and_width(rows.start);
        assert!(segment == self.segment_and_width(rows.end - 1).0);
        for chunk in self.chunks_of(rows.clone()) {
            assert!(chunk.end <= self.published_until(chunk.start), "{rows:?}");
        }
        let (start, _) = self.address(rows.start);
        // SAFETY: all rows are published and in one segment, so that they follow each other and
        // never change again.
        unsafe { std::slice::from_raw_parts(start, rows.len() * bytes) }
    }

    /// Writes rows that were written elsewhere, as they were there, and publishes them. Chunks are
    /// filled from their beginnings, and segments in the order of their rows.
    pub fn put_back(&self, rows: Stretch<'_>, ledger: &Ledger<'_>) -> Result<(), Unusable> {
        let end = u64::from(rows.first) + u64::from(rows.count);
        let bytes = self.content.bytes(rows.width);
        let fits = self.content.has_width(rows.width)
            && rows.count > 0
            && end <= u64::from(self.shape.max_rows)
            && self.numbering.place(rows.first).segment
                == self.numbering.place(end as u32 - 1).segment
            && rows.bytes.len() as u64 == bytes as u64 * u64::from(rows.count);
        if !fits {
            return Err(Unusable::Damaged);
        }
        self.allocate_with(rows.first, rows.width, ledger)?;
        let (start, width) = self.address(rows.first);
        let is_next = |chunk: Range<u32>| self.published_until(chunk.start) == chunk.start;
        if width != rows.width || !self.chunks_of(rows.first..end as u32).all(is_next) {
            return Err(Unusable::Damaged);
        }
        // SAFETY: the rows have memory in one segment and this width, and none of them is
        // published, so that nobody reads or writes them.
        unsafe { ptr::copy_nonoverlapping(rows.bytes.as_ptr(), start, rows.bytes.len()) };
        for chunk in self.chunks_of(rows.first..end as u32) {
            self.publish(chunk.end - 1);
        }
        self.skip_to((end as u32).next_multiple_of(self.chunk_rows()));
        Ok(())
    }

    /// The first row of a chunk says which links are close.
    pub fn base_on(&self, row: u32, link: u32) {
        if self.place_in_chunk(row) == 0
            && link != links::NO_LINK
            && let Some(chunk) = self.chunk(row)
        {
            chunk.base.store(link, Ordering::Relaxed);
        }
    }

    /// Numbers below this one are not handed out any more.
    pub fn skip_to(&self, bound: u32) {
        let next = self.next.load(Ordering::Relaxed);
        self.next.store(next.max(bound.into()), Ordering::Relaxed);
    }

    pub fn refused(&self) -> Vec<u32> {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.clone()
    }

    pub fn set_refused(&self, rows: Vec<u32>) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        *refused = rows;
    }
}

impl<C> Drop for Rows<C> {
    fn drop(&mut self) {
        for (number, segment) in self.segments.iter().enumerate() {
            let count = 1 << (number >> self.shape.fan_bits);
            let chunks = segment.chunks.load(Ordering::Acquire);
            if !chunks.is_null() {
                // SAFETY: made by `Box::into_raw` of a slice of this length, in `allocate`.
                drop(unsafe { Box::from_raw(slice_from_raw_parts_mut(chunks, count)) });
            }
        }
    }
}

/// Where links may begin behind so many keys.
fn keys_end(rows: usize, bytes: usize) -> usize {
    (rows * bytes).next_multiple_of(size_of::<u32>())
}

/// Rows are numbered as if a class of empty segments came first: then the highest bit of the number
/// is the class, the bits after it are the segment, and the rest is the place there.
impl Numbering {
    fn new(shape: Shape) -> Numbering {
        let first_bits = shape.chunk_bits + shape.fan_bits;
        Numbering {
            first: 1 << first_bits,
            fan_bits: shape.fan_bits,
            excess: (first_bits as usize + 1) << shape.fan_bits,
        }
    }

    #[inline(always)]
    fn place(self, row: u32) -> Place {
        let number = row as usize + self.first;
        // There is no row without a bit: what comes first is not 0.
        let high = (number | 1).ilog2();
        let shift = high - self.fan_bits;
        // With the highest bit, which is as much as one class.
        let upper = number >> shift;
        Place {
            segment: ((high as usize) << self.fan_bits) + upper - self.excess,
            at: number - (upper << shift),
        }
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::*;
    use crate::content::Bytes;
    use crate::quota::Quota;

    const BYTES: Bytes = Bytes {
        len: 3,
        hash: |_| 0,
    };

    #[test]
    fn places_follow_each_other_without_gaps() {
        for (chunk_bits, fan_bits) in [(0, 1), (2, 3), (6, 5)] {
            let shape = Shape {
                chunk_bits,
                fan_bits,
                max_rows: 1 << 20,
                part: 1,
            };
            let rows = Rows::new(BYTES, Links::None, shape);
            let mut expected = Place { segment: 0, at: 0 };
            for row in 0..shape.max_rows {
                assert_eq!(rows.numbering.place(row), expected);
                expected.at += 1;
                if expected.at == rows.chunks(expected.segment) << chunk_bits {
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
            let content = Bytes {
                len: key_bytes,
                ..BYTES
            };
            let rows = Rows::new(content, Links::Far, Shape::default());
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
                    assert!(unsafe { rows.write(row, &key(row), !row, &ledger).unwrap() });
                    rows.publish(row);
                    written = row + 1;
                }
            }
            assert_eq!(rows.bound(), written);
            for row in 0..written {
                assert!(rows.is_published(row));
                // SAFETY: it is published.
                let (is_found, link) = unsafe { (rows.is(row, &key(row)), rows.link(row)) };
                assert_eq!((is_found, link), (true, !row));
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
        let rows = Rows::new(BYTES, Links::Near, shape);
        assert_eq!(rows.hand_out(), Ok(0..64));
        assert_eq!(rows.hand_out(), Ok(64..128));
        assert_eq!(rows.hand_out(), Err(Refusal::Numbers));
        assert_eq!(rows.bound(), 128);
    }
}
