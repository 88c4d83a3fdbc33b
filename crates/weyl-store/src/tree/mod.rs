//! A set of long keys that share most of their parts: tree compression.
//!
//! Idea (Blom, Lisser, van de Pol and Weber, *A database approach to distributed state space
//! generation*, 2007; Laarman, van de Pol and Weber, *Parallel recursive state compression for
//! free*, 2011): a key is cut into words, and two words are a pair with a number, two such numbers
//! are a pair with a number again, and so on up to the root, which stands for the key. Each pair is
//! stored once. A state and its successor differ in a few words, that is, in as many ways to the
//! root, and these pairs are those of many states: of the pairs of a state all but the root are
//! nearly always known. A key then takes as much as two numbers, however long it is.
//!
//! Keys are equal if and only if their roots are: the shape of the tree is the same for all keys,
//! and a pair has one number.
//!
//! What differs from the paper: the table has no fixed size, so pairs are rows, whose numbers stay
//! when the table grows, and roots are a set of their own, with links; rows are as narrow as
//! numbers are small (`content.rs`); and keys are folded by the batch, level by level, so that the
//! memory of all pairs of a level is asked for at once (`fold.rs`).

mod fold;
mod shape;
#[cfg(all(test, not(feature = "loom")))]
mod tests;

use crate::content::{Pair, Pairs};
use crate::links::Links;
use crate::quota::{Quota, Refusal};
use crate::set::{Inserted, Key, RowSet, Writer};
use fold::Fold;
use shape::TreeShape;
use std::ops::Range;

/// Keys that are folded at once.
const BATCH: usize = 64;

/// A set of keys of one size that only grows.
#[derive(Debug)]
pub struct TreeSet<'b> {
    shape: TreeShape,
    /// Pairs below the root, by number.
    inner: RowSet<'b, Pairs>,
    roots: RowSet<'b, Pairs>,
}

impl<'b> TreeSet<'b> {
    pub fn new(key_bytes: usize, links: Links, quota: &'b Quota) -> TreeSet<'b> {
        let shape = TreeShape::new(key_bytes);
        let of_roots = if shape.joins_numbers() {
            Pairs::growing()
        } else {
            Pairs::any()
        };
        TreeSet {
            shape,
            inner: RowSet::uncounted(Pairs::any(), quota),
            roots: RowSet::new(of_roots, links, quota),
        }
    }

    /// What a thread needs to insert and to find.
    pub fn writer(&self) -> TreeWriter<'_> {
        let has_memory = self.inner.buy(Fold::BYTES).is_ok();
        TreeWriter {
            set: self,
            inner: self.inner.writer(),
            roots: self.roots.writer(),
            fold: Fold::new(self.shape, has_memory),
            charged: if has_memory { Fold::BYTES } else { 0 },
        }
    }

    /// The key of a row, put together in a buffer.
    pub fn key<'k>(&self, row: u32, buffer: &'k mut Vec<u8>) -> &'k [u8] {
        let Pair(left, right) = self.roots.pair(row);
        buffer.resize(self.shape.words() * 4, 0);
        let words = buffer.as_chunks_mut().0;
        (words[0], words[1]) = (left.to_le_bytes(), right.to_le_bytes());
        for level in 1..self.shape.levels() {
            let (pairs, rest) = self.shape.level(level);
            // From the end on, so that nothing is overwritten that is still to be read.
            for at in (0..rest).rev() {
                words[2 * pairs + at] = words[pairs + at];
            }
            for at in (0..pairs).rev() {
                let number = u32::from_le_bytes(words[at]);
                // SAFETY: whoever stored the root knew of this pair, which it or another thread
                // had stored before, and we know of the root.
                let Pair(left, right) = unsafe { self.inner.known_pair(number) };
                words[2 * at] = left.to_le_bytes();
                words[2 * at + 1] = right.to_le_bytes();
            }
        }
        &buffer[..self.shape.key_bytes()]
    }

    /// The row that was given with a row.
    pub fn link(&self, row: u32) -> Option<u32> {
        self.roots.link(row)
    }

    /// The number of stored keys.
    pub fn len(&self) -> u64 {
        self.roots.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of all rows, refused ones among them.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.roots.numbers()
    }

    /// Larger than the number of every row.
    pub fn bound(&self) -> u32 {
        self.roots.bound()
    }

    pub fn bytes(&self) -> u64 {
        self.inner.bytes() + self.roots.bytes()
    }

    /// The most that [`TreeSet::bytes`] ever was: neither part ever gets smaller.
    pub fn peak_bytes(&self) -> u64 {
        self.inner.peak_bytes() + self.roots.peak_bytes()
    }
}

impl RowSet<'_, Pairs> {
    fn pair(&self, row: u32) -> Pair {
        assert!(self.rows.is_published(row), "there is no row {row}");
        // SAFETY: the row is published.
        unsafe { self.known_pair(row) }
    }

    /// # Safety
    ///
    /// The thread knows of the row: it is published, or was found by somebody who said so.
    #[inline(always)]
    unsafe fn known_pair(&self, row: u32) -> Pair {
        // SAFETY: the caller's promise.
        unsafe {
            let (address, width) = self.rows.read(row);
            Pairs::key(address, width)
        }
    }
}

impl Key<Pair> {
    #[inline(always)]
    fn of(pair: Pair) -> Key<Pair> {
        Key {
            hash: pair.hash(),
            key: pair,
        }
    }
}

/// The way of one thread to a set.
#[derive(Debug)]
pub struct TreeWriter<'s> {
    set: &'s TreeSet<'s>,
    inner: Writer<'s, Pairs>,
    roots: Writer<'s, Pairs>,
    fold: Fold,
    /// Bytes for what it remembers.
    charged: u64,
}

impl Drop for TreeWriter<'_> {
    fn drop(&mut self) {
        self.set.inner.give_back(self.charged);
    }
}

impl TreeWriter<'_> {
    /// Adds keys, by number and in this order, unless they are there; the first link of a key
    /// stays. Where there is no memory for its parts, a key is refused.
    pub fn insert_all<'k>(
        &mut self,
        count: usize,
        key: impl Fn(usize) -> (&'k [u8], Option<u32>),
        mut result: impl FnMut(usize, Inserted),
    ) {
        for start in (0..count).step_by(BATCH) {
            let batch = start..count.min(start + BATCH);
            if self.insert_batch(batch.clone(), &key, &mut result).is_ok() {
                continue;
            }
            for number in batch {
                if let Err(refusal) = self.insert_batch(number..number + 1, &key, &mut result) {
                    result(number, Inserted::Full(refusal));
                }
            }
        }
    }

    /// Inserts all or nothing; nothing if the parts of some key are refused.
    fn insert_batch<'k>(
        &mut self,
        batch: Range<usize>,
        key: &impl Fn(usize) -> (&'k [u8], Option<u32>),
        result: &mut impl FnMut(usize, Inserted),
    ) -> Result<(), Refusal> {
        let keys = batch.clone().map(|number| key(number).0);
        self.fold.fold(keys, &mut self.inner)?;
        let set = self.set;
        set.roots.rows.content.raise(set.inner.bound());
        let fold = &self.fold;
        for at in 0..batch.len() {
            self.roots.expect(fold.root(at).hash());
        }
        let root = |at: usize| (Key::of(fold.root(at)), key(batch.start + at).1);
        self.roots.insert_all(batch.len(), root, |at, inserted| {
            result(batch.start + at, inserted);
        });
        Ok(())
    }

    pub fn insert(&mut self, key: &[u8], link: Option<u32>) -> Inserted {
        let mut inserted = Inserted::Full(Refusal::Memory);
        self.insert_all(1, |_| (key, link), |_, result| inserted = result);
        inserted
    }

    pub fn find(&mut self, key: &[u8]) -> Option<u32> {
        let root = self.fold.find(key, &mut self.inner)?;
        self.roots.find(Key::of(root))
    }

    /// The rows that this thread will fill next.
    pub fn in_hand(&self) -> Range<u32> {
        self.roots.in_hand()
    }
}
