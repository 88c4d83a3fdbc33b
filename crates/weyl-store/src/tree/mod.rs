//! A set of long keys that share most of their parts: tree compression.
//!
//! Idea (Blom, Lisser, van de Pol and Weber, *A database approach to distributed state space
//! generation*, 2007; Laarman, van de Pol and Weber, *Parallel recursive state compression for
//! free*, 2011): a key is cut into blocks with a number each, two such numbers are a pair with a
//! number again, and so on up to the root, which stands for the key. Each part is stored once. A
//! state and its successor differ in a few blocks, that is, in as many ways to the root, and these
//! parts are those of many states: of the parts of a state all but the root are nearly always
//! known. A key then takes as much as two numbers, however long it is.
//!
//! Keys are equal if and only if their roots are: the shape of the tree is the same for all keys,
//! and a part has one number.
//!
//! What differs from the paper: the table has no fixed size, so parts are rows, whose numbers stay
//! when the table grows, and roots are a set of their own, with links; rows are as narrow as
//! numbers are small (`content/pairs.rs`); leaves are blocks of up to 16 bytes, which are compared
//! at once, so that trees are low; and keys are folded by the batch (`fold.rs`).

mod bases;
mod fit;
mod fold;
mod known;
mod shape;
#[cfg(all(test, not(feature = "loom")))]
mod tests;

use crate::content::{Block, Blocks, Pair, Pairs};
use crate::links::Links;
use crate::quota::{Quota, Refusal};
use crate::set::{Inserted, Key, RowSet, Writer};
use fold::{Fold, Parts};
use shape::Kind;

use std::ops::Range;

pub use shape::TreeShape;

/// Keys that are folded at once.
const BATCH: usize = 64;

/// A set of keys of one size that only grows.
#[derive(Debug)]
pub struct TreeSet<'b> {
    shape: TreeShape,
    pub(crate) blocks: RowSet<'b, Blocks>,
    /// Pairs below the root, of all levels.
    pub(crate) pairs: RowSet<'b, Pairs>,
    pub(crate) roots: RowSet<'b, Pairs>,
}

impl<'b> TreeSet<'b> {
    pub fn new(shape: TreeShape, links: Links, quota: &'b Quota) -> TreeSet<'b> {
        TreeSet {
            blocks: RowSet::uncounted(Blocks::of(shape.block_bytes()), quota),
            pairs: RowSet::uncounted(Pairs::growing(), quota),
            roots: RowSet::new(Pairs::growing(), links, quota),
            shape,
        }
    }

    /// What a thread needs to insert and to find.
    pub fn writer(&self) -> TreeWriter<'_> {
        let has_memory = self.blocks.buy(Fold::BYTES).is_ok();
        TreeWriter {
            set: self,
            parts: Parts {
                blocks: self.blocks.writer(),
                pairs: self.pairs.writer(),
            },
            roots: self.roots.writer(),
            fold: Fold::new(self, has_memory),
            charged: if has_memory { Fold::BYTES } else { 0 },
        }
    }

    /// The key of a row, put together in a buffer.
    pub fn key<'k>(&self, row: u32, buffer: &'k mut Vec<u8>) -> &'k [u8] {
        let Pair(left, right) = self.roots.pair(row);
        buffer.resize(self.shape.key_bytes(), 0);
        // SAFETY: whoever stored the root knew of its parts, and we know of the root.
        unsafe {
            self.put(0, left, buffer);
            self.put(1, right, buffer);
        }
        buffer
    }

    /// Writes the bytes below a part with its place and number to where they are in a key.
    ///
    /// # Safety
    ///
    /// The thread knows of the part: it is one of a root or part that it knows of.
    #[inline]
    unsafe fn put(&self, place: usize, number: u32, key: &mut [u8]) {
        match &self.shape.parts()[place] {
            Kind::Block(bytes) => {
                // SAFETY: the caller's promise.
                let block = unsafe { self.blocks.known_block(number) };
                block.put(&mut key[bytes.clone()]);
            }
            Kind::Pair(below) => {
                // SAFETY: as above; and whoever stored a pair knew of its parts.
                unsafe {
                    let Pair(left, right) = self.pairs.known_pair(number);
                    self.put(*below, left, key);
                    self.put(below + 1, right, key);
                }
            }
        }
    }

    /// Asks for the memory of a part with a place and a number.
    #[inline(always)]
    fn ask_for(&self, place: usize, number: u32) {
        match &self.shape.parts()[place] {
            Kind::Block(_) => self.blocks.rows.prefetch(number),
            Kind::Pair(_) => self.pairs.rows.prefetch(number),
        }
    }

    /// Whether all parts of a root are there.
    pub(crate) fn is_whole(&self, row: u32) -> bool {
        let Pair(left, right) = self.roots.pair(row);
        self.has_part(0, left) && self.has_part(1, right)
    }

    fn has_part(&self, place: usize, number: u32) -> bool {
        match &self.shape.parts()[place] {
            Kind::Block(_) => self.blocks.rows.is_published(number),
            Kind::Pair(below) => {
                self.pairs.rows.is_published(number) && {
                    let Pair(left, right) = self.pairs.pair(number);
                    self.has_part(*below, left) && self.has_part(below + 1, right)
                }
            }
        }
    }

    pub fn shape(&self) -> &TreeShape {
        &self.shape
    }

    /// The row that was given with a row.
    pub fn link(&self, row: u32) -> Option<u32> {
        self.roots.link(row)
    }

    /// Gives a row another link.
    pub fn relink(&self, row: u32, link: Option<u32>) -> Result<(), Refusal> {
        self.roots.relink(row, link)
    }

    pub fn links(&self) -> Links {
        self.roots.links()
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
        self.blocks.bytes() + self.pairs.bytes() + self.roots.bytes()
    }

    /// The most that [`TreeSet::bytes`] ever was: none of its sets ever gets smaller.
    pub fn peak_bytes(&self) -> u64 {
        self.blocks.peak_bytes() + self.pairs.peak_bytes() + self.roots.peak_bytes()
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

impl RowSet<'_, Blocks> {
    /// # Safety
    ///
    /// As for [`RowSet::known_pair`].
    #[inline(always)]
    unsafe fn known_block(&self, row: u32) -> Block {
        // SAFETY: the caller's promise.
        unsafe { self.rows.content.key(self.rows.read(row).0) }
    }
}

impl Key<Block> {
    #[inline(always)]
    fn of_block(block: Block) -> Key<Block> {
        Key {
            hash: block.hash(),
            key: block,
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
    parts: Parts<'s>,
    roots: Writer<'s, Pairs>,
    fold: Fold,
    /// Bytes for what it remembers.
    charged: u64,
}

impl Drop for TreeWriter<'_> {
    fn drop(&mut self) {
        self.set.blocks.give_back(self.charged);
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
        let keys = batch.clone().map(key);
        self.fold.fold(keys, self.set, &mut self.parts)?;
        self.roots.content().raise(self.parts.bound());
        let roots = self.fold.roots();
        for root in roots {
            self.roots.expect(root.hash);
        }
        let root = |at: usize| (roots[at], key(batch.start + at).1);
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
        let root = self.fold.find(key, self.set, &mut self.parts)?;
        self.roots.find(Key::of(root))
    }

    /// Reads the keys of some rows, all at once: what they are made of lies in many places. Keys
    /// that are linked to one of these rows then take less time to insert.
    pub fn read_all(&mut self, rows: &[u32]) {
        self.fold.bases.read(rows, self.set);
    }

    /// One of the keys that were read last, by its place among them.
    #[inline]
    pub fn read(&self, at: usize) -> &[u8] {
        self.fold.bases.key(at, &self.set.shape)
    }

    /// The rows that this thread will fill next.
    pub fn in_hand(&self) -> Range<u32> {
        self.roots.in_hand()
    }
}
