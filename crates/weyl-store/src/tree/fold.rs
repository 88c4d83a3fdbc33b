//! From keys to roots, a batch at a time.
//!
//! Keys of a batch are mostly successors of one state, so that most of their pairs are those of the
//! key before, at the same place: these cost a comparison. Of the others most were met a short time
//! ago, and a small table of the thread's own knows their numbers. Only what is left is looked for
//! in the set.

use super::shape::TreeShape;
use crate::content::{Pair, Pairs};
use crate::quota::Refusal;
use crate::set::{Inserted, Key, Writer};

/// Pairs whose numbers a thread remembers.
const KNOWN: usize = 1 << 14;
/// The same where there is no memory for so many.
const KNOWN_AT_LEAST: usize = 1 << 4;

/// Pairs that are compared at once.
const BLOCK: usize = u64::BITS as usize;

/// A pair and its number.
#[derive(Clone, Copy, Debug)]
struct Known {
    pair: Pair,
    number: u32,
}

/// No pair has this number.
const NOBODY: Known = Known {
    pair: Pair(0, 0),
    number: u32::MAX,
};

/// A pair that has to be looked for, and which part of which key it is.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    key: Key<Pair>,
    row: usize,
    at: usize,
}

#[derive(Debug)]
pub(super) struct Fold {
    shape: TreeShape,
    /// For each level the parts of all keys. The first row is of the last key of the batch before.
    levels: Vec<Vec<u32>>,
    /// Whether there is a batch before.
    has_last: bool,
    count: usize,
    known: Box<[Known]>,
    wanted: Vec<Wanted>,
}

impl Fold {
    /// Bytes of what a thread remembers.
    pub const BYTES: u64 = (KNOWN * size_of::<Known>()) as u64;

    /// With less memory if [`Fold::BYTES`] are too many.
    pub fn new(shape: TreeShape, has_memory: bool) -> Fold {
        let known = if has_memory { KNOWN } else { KNOWN_AT_LEAST };
        let zeros = |level| vec![0; shape.width(level)];
        Fold {
            shape,
            levels: (0..shape.levels()).map(zeros).collect(),
            has_last: false,
            count: 0,
            known: vec![NOBODY; known].into(),
            wanted: Vec::new(),
        }
    }

    /// The root of a key of the batch.
    #[inline]
    pub fn root(&self, at: usize) -> Pair {
        let parts = &self.levels[0][2 * (at + 1)..];
        Pair(parts[0], parts[1])
    }

    /// Stores all pairs of some keys but their roots.
    pub fn fold<'k>(
        &mut self,
        keys: impl ExactSizeIterator<Item = &'k [u8]>,
        inner: &mut Writer<'_, Pairs>,
    ) -> Result<(), Refusal> {
        self.make_room(keys.len());
        let width = self.shape.words();
        let words = self.levels.last_mut().into_iter();
        let rows = words.flat_map(|words| words[width..].chunks_exact_mut(width));
        for (row, key) in rows.zip(keys) {
            read_words(key, row);
        }
        for level in (1..self.shape.levels()).rev() {
            if let Err(refusal) = self.join(level, inner) {
                self.has_last = false;
                return Err(refusal);
            }
        }
        self.has_last = true;
        Ok(())
    }

    /// The last rows are the first ones now.
    fn make_room(&mut self, count: usize) {
        for (level, parts) in self.levels.iter_mut().enumerate() {
            let width = self.shape.width(level);
            let last = self.count * width;
            parts.copy_within(last..last + width, 0);
            parts.resize((count + 1) * width, 0);
        }
        self.count = count;
    }

    /// Finds the numbers of all pairs of a level.
    fn join(&mut self, level: usize, inner: &mut Writer<'_, Pairs>) -> Result<(), Refusal> {
        self.look_around(level, inner);
        if self.wanted.is_empty() {
            return Ok(());
        }
        let (shape, known, wanted) = (self.shape, &mut self.known, &self.wanted);
        let (above, below) = self.levels.split_at_mut(level);
        let (above, below) = (&mut above[level - 1], &below[0]);
        let mut stored = Ok(());
        let key = |number: usize| (wanted[number].key, None);
        inner.insert_all(wanted.len(), key, |number, inserted| {
            let Wanted { key, row, at } = wanted[number];
            match inserted {
                Inserted::New(number) | Inserted::Known(number) => {
                    let place = place_of(key.hash, known);
                    known[place] = Known {
                        pair: key.key,
                        number,
                    };
                    let parts = (&mut above[..], &below[..]);
                    spread(parts, shape, level, (row, at), number);
                }
                Inserted::Full(refusal) => stored = Err(refusal),
            }
        });
        self.wanted.clear();
        stored
    }

    /// Copies what is as in the row before, and what is remembered; the rest is wanted, and
    /// announced.
    fn look_around(&mut self, level: usize, inner: &Writer<'_, Pairs>) {
        let (wide, narrow) = (self.shape.width(level), self.shape.width(level - 1));
        let (pairs, _) = self.shape.level(level);
        let (above, below) = self.levels.split_at_mut(level);
        let (above, below) = (&mut above[level - 1], &below[0]);
        for row in 1..=self.count {
            let (last, now) = below[(row - 1) * wide..(row + 1) * wide].split_at(wide);
            let rows = &mut above[(row - 1) * narrow..(row + 1) * narrow];
            let (last_above, now_above) = rows.split_at_mut(narrow);
            now_above[..pairs].copy_from_slice(&last_above[..pairs]);
            now_above[pairs..].copy_from_slice(&now[2 * pairs..]);
            let has_last = row > 1 || self.has_last;
            for from in (0..pairs).step_by(BLOCK) {
                let until = pairs.min(from + BLOCK);
                let part = 2 * from..2 * until;
                let mut changed = if has_last {
                    differences(&last[part.clone()], &now[part])
                } else {
                    u64::MAX >> (BLOCK - (until - from))
                };
                while changed != 0 {
                    let at = from + changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    let key = Key::of(Pair(now[2 * at], now[2 * at + 1]));
                    let known = self.known[place_of(key.hash, &self.known)];
                    now_above[at] = known.number;
                    if known.pair != key.key || known.number == NOBODY.number {
                        inner.expect(key.hash);
                        self.wanted.push(Wanted { key, row, at });
                    }
                }
            }
        }
    }

    /// The root of a key whose pairs are all stored.
    pub fn find(&mut self, key: &[u8], inner: &mut Writer<'_, Pairs>) -> Option<Pair> {
        let mut parts = vec![0; self.shape.words()];
        read_words(key, &mut parts);
        for level in (1..self.shape.levels()).rev() {
            let (pairs, rest) = self.shape.level(level);
            for at in 0..pairs {
                let key = Key::of(Pair(parts[2 * at], parts[2 * at + 1]));
                parts[at] = self.number_of(key, inner)?;
            }
            parts.copy_within(2 * pairs..2 * pairs + rest, pairs);
        }
        Some(Pair(parts[0], parts[1]))
    }

    fn number_of(&mut self, key: Key<Pair>, inner: &mut Writer<'_, Pairs>) -> Option<u32> {
        let place = place_of(key.hash, &self.known);
        let known = &mut self.known[place];
        if known.pair != key.key || known.number == NOBODY.number {
            let number = inner.find(key)?;
            let pair = key.key;
            *known = Known { pair, number };
        }
        Some(known.number)
    }
}

/// A bit for each of at most 64 pairs: which pairs differ can't be predicted, so there is no branch
/// for any of them.
#[inline(always)]
fn differences(a: &[u32], b: &[u32]) -> u64 {
    let (a, b) = (a.as_chunks::<2>().0, b.as_chunks::<2>().0);
    let bits = (0..).zip(a.iter().zip(b));
    bits.fold(0, |bits, (at, (a, b))| bits | u64::from(a != b) << at)
}

/// Notes a number where it was wanted, and in the rows after that with the same pair there.
fn spread(
    (above, below): (&mut [u32], &[u32]),
    shape: TreeShape,
    level: usize,
    (row, at): (usize, usize),
    number: u32,
) {
    let (wide, narrow) = (shape.width(level), shape.width(level - 1));
    let pair_in = |parts: &[u32]| (parts[2 * at], parts[2 * at + 1]);
    let pair = pair_in(&below[row * wide..]);
    let rows = below[row * wide..].chunks_exact(wide);
    let same = rows.take_while(|parts| pair_in(parts) == pair);
    let parts = above[row * narrow..].chunks_exact_mut(narrow);
    for (_, parts) in same.zip(parts) {
        parts[at] = number;
    }
}

/// Where a pair is remembered, among a power of two of them.
#[inline(always)]
fn place_of(hash: u32, known: &[Known]) -> usize {
    hash as usize & (known.len() - 1)
}

/// The words of a key, the last one with zeros behind it.
#[inline]
fn read_words(key: &[u8], words: &mut [u32]) {
    let (whole, rest) = key.as_chunks::<4>();
    for (word, bytes) in words.iter_mut().zip(whole) {
        *word = u32::from_le_bytes(*bytes);
    }
    for (at, word) in words.iter_mut().enumerate().skip(whole.len()) {
        let byte = |place: usize| rest.get(at.abs_diff(whole.len()) * 4 + place).copied();
        let bytes = [0, 1, 2, 3].map(|place| byte(place).unwrap_or(0));
        *word = u32::from_le_bytes(bytes);
    }
}
