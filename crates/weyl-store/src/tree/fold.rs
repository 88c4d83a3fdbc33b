//! From keys to roots, a batch at a time.
//!
//! The link of a key mostly leads to a key that it differs little from: the state that it is a
//! successor of. That one was unfolded when it was read (`bases.rs`), and only blocks that differ
//! from its own, and the parts above these, are looked for. Most of them were met a short time ago,
//! and a small table of the thread's own knows their numbers; what is left is looked for in the
//! set, that of all keys of the batch together.

use super::TreeSet;
use super::bases::Bases;
use super::known::Known;
use super::shape::TreeShape;
use crate::content::{Block, Blocks, Pair, Pairs};
use crate::quota::Refusal;
use crate::set::{Key, Writer};

/// The ways of a thread to the parts of keys.
#[derive(Debug)]
pub(super) struct Parts<'s> {
    pub blocks: Writer<'s, Blocks>,
    pub pairs: Writer<'s, Pairs>,
}

impl Parts<'_> {
    /// Larger than the number of every part.
    pub fn bound(&self) -> u32 {
        self.blocks.bound().max(self.pairs.bound())
    }
}

/// A block as it stands in a key, with its number among the blocks of keys.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    window: u128,
    block: usize,
}

impl Seen {
    #[inline(always)]
    fn key(self, shape: &TreeShape) -> Key<Block> {
        let (_, cut) = shape.blocks()[self.block];
        Key::of_block(cut.block(self.window))
    }
}

#[derive(Debug)]
pub(super) struct Fold {
    pub bases: Bases,
    /// Of each key of the batch the numbers of its parts.
    numbers: Vec<u32>,
    /// Of each of these whether it may differ from that of the base.
    has_changed: Vec<bool>,
    /// Those that do, of one kind, with room for more; and what is there if they are blocks.
    changed: Vec<usize>,
    seen: Vec<Seen>,
    known_blocks: Known<Block>,
    known_pairs: Known<Pair>,
    roots: Vec<Key<Pair>>,
}

impl Fold {
    /// Bytes of what a thread remembers.
    pub const BYTES: u64 = Known::<Block>::BYTES + Known::<Pair>::BYTES;

    /// With less memory if [`Fold::BYTES`] are too many.
    pub fn new(set: &TreeSet<'_>, has_memory: bool) -> Fold {
        Fold {
            bases: Bases::new(&set.shape),
            numbers: Vec::new(),
            has_changed: Vec::new(),
            changed: Vec::new(),
            seen: Vec::new(),
            known_blocks: Known::new(has_memory, Block::ZERO),
            known_pairs: Known::new(has_memory, Pair(0, 0)),
            roots: Vec::new(),
        }
    }

    /// Of the keys of the batch, once they are folded.
    pub fn roots(&self) -> &[Key<Pair>] {
        &self.roots
    }

    /// Stores all parts of some keys but their roots.
    pub fn fold<'k>(
        &mut self,
        keys: impl ExactSizeIterator<Item = (&'k [u8], Option<u32>)>,
        set: &TreeSet<'_>,
        parts: &mut Parts<'_>,
    ) -> Result<(), Refusal> {
        let found = self.compare(keys, set);
        let (changed, seen) = (&self.changed[..found], &self.seen);
        let block = |_: &[u32], at: usize| seen[at].key(&set.shape);
        self.known_blocks
            .assign(changed, block, &mut self.numbers, &mut parts.blocks)?;
        for (place, left) in set.shape.each_pair() {
            let found = self.go_up(place, left);
            parts.pairs.content().raise(parts.bound());
            let changed = &self.changed[..found];
            let pair = |numbers: &[u32], at: usize| {
                let left = changed[at] - place + left;
                Key::of(Pair(numbers[left], numbers[left + 1]))
            };
            self.known_pairs
                .assign(changed, pair, &mut self.numbers, &mut parts.pairs)?;
        }
        let numbers = self.numbers.chunks_exact(set.shape.parts().len());
        self.roots.clear();
        self.roots
            .extend(numbers.map(|numbers| Key::of(Pair(numbers[0], numbers[1]))));
        Ok(())
    }

    /// Finds the blocks in which keys differ from their bases; returns how many.
    fn compare<'k>(
        &mut self,
        keys: impl ExactSizeIterator<Item = (&'k [u8], Option<u32>)>,
        set: &TreeSet<'_>,
    ) -> usize {
        let (cuts, parts) = (set.shape.blocks(), set.shape.parts().len());
        self.numbers.resize(keys.len() * parts, 0);
        self.has_changed.resize(keys.len() * parts, false);
        // Which blocks differ can't be predicted, so there is no branch for it: each is written to
        // where the next that differs belongs.
        let most = keys.len() * parts + 1;
        if self.changed.len() < most {
            self.changed.resize(most, 0);
            self.seen.resize(most, Seen::default());
        }
        let (changed, seen) = (&mut self.changed[..most], &mut self.seen[..most]);
        let numbers = self.numbers.chunks_exact_mut(parts);
        let rows = numbers.zip(self.has_changed.chunks_exact_mut(parts));
        let (mut found, mut start) = (0, 0);
        for ((key, link), (numbers, has_changed)) in keys.zip(rows) {
            let has_none = !self.bases.turn_to(link, set);
            // Too few to call for it.
            for (number, other) in numbers.iter_mut().zip(&self.bases.numbers) {
                *number = *other;
            }
            let others = &self.bases.windows;
            for (block, ((place, cut), other)) in cuts.iter().zip(others).enumerate() {
                let window = cut.window(key);
                let differs = has_none | (window != *other);
                seen[found] = Seen { window, block };
                changed[found] = start + place;
                has_changed[*place] = differs;
                found += usize::from(differs);
            }
            start += parts;
        }
        found
    }

    /// Finds the keys in which a part of a pair has changed; returns how many.
    fn go_up(&mut self, place: usize, left: usize) -> usize {
        let parts = self.bases.numbers.len();
        let mut found = 0;
        for (number, has_changed) in self.has_changed.chunks_exact_mut(parts).enumerate() {
            let differs = has_changed[left] | has_changed[left + 1];
            has_changed[place] = differs;
            self.changed[found] = number * parts + place;
            found += usize::from(differs);
        }
        found
    }

    /// The root of a key whose parts are all stored.
    pub fn find(&mut self, key: &[u8], set: &TreeSet<'_>, parts: &mut Parts<'_>) -> Option<Pair> {
        let mut numbers = vec![0; self.bases.numbers.len()];
        for (place, cut) in set.shape.blocks() {
            let block = Key::of_block(cut.of(key));
            numbers[*place] = self.known_blocks.find(block, &mut parts.blocks)?;
        }
        for (place, left) in set.shape.each_pair() {
            let pair = Key::of(Pair(numbers[left], numbers[left + 1]));
            numbers[place] = self.known_pairs.find(pair, &mut parts.pairs)?;
        }
        Some(Pair(numbers[0], numbers[1]))
    }
}
