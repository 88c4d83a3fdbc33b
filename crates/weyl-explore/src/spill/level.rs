//! The states of one level: who expands them, and which of them once more.

use super::scratch::Tape;
use super::segment::Segment;
use crate::LimitKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A bit for each state of a level: those with a part of their steps that has led to nothing new so
/// far.
#[derive(Debug)]
pub(super) struct Ignoring(Box<[AtomicU64]>);

impl Ignoring {
    pub fn bytes_for(rows: u64) -> usize {
        rows.div_ceil(64) as usize * size_of::<u64>()
    }

    pub fn new(rows: u64) -> Ignoring {
        let none = |_| AtomicU64::new(0);
        Ignoring((0..rows.div_ceil(64)).map(none).collect())
    }

    fn bit(number: u32) -> (usize, u64) {
        (number as usize / 64, 1 << (number % 64))
    }

    pub fn add(&self, number: u32) {
        let (word, bit) = Ignoring::bit(number);
        self.0[word].fetch_or(bit, Relaxed);
    }

    pub fn remove(&self, number: u32) {
        let (word, bit) = Ignoring::bit(number);
        self.0[word].fetch_and(!bit, Relaxed);
    }

    pub fn has(&self, number: u32) -> bool {
        let (word, bit) = Ignoring::bit(number);
        self.0[word].load(Relaxed) & bit != 0
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| word.load(Relaxed) == 0)
    }

    /// Whether there are some of these numbers.
    fn has_some(&self, from: u64, count: u64) -> bool {
        let words = &self.0[from as usize / 64..(from + count).div_ceil(64) as usize];
        words.iter().any(|word| word.load(Relaxed) != 0)
    }

    fn write(&self, tape: &Tape) -> Result<u64, LimitKind> {
        let words = self.0.iter().map(|word| word.load(Relaxed).to_le_bytes());
        let bytes: Vec<u8> = words.flatten().collect();
        tape.append(&bytes)
    }

    fn read(rows: u64, tape: &Tape, offset: u64) -> Result<Ignoring, LimitKind> {
        let mut bytes = vec![0; Ignoring::bytes_for(rows)];
        tape.read(offset, &mut bytes)?;
        let (words, _) = bytes.as_chunks::<8>();
        let words = words.iter().map(|word| u64::from_le_bytes(*word).into());
        Ok(Ignoring(words.collect()))
    }
}

/// States have numbers in the order of the segments.
#[derive(Debug, Default)]
pub(super) struct Level {
    pub segments: Vec<Arc<Segment>>,
    pub rows: u64,
    /// Whether a part of the steps might be enough.
    pub tries_parts: bool,
    /// Where it is written which states were expanded once more, if some were.
    pub again: Option<u64>,
}

/// Some states of a level that follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portion<'l> {
    pub segment: &'l Segment,
    pub block: usize,
    /// The number of the first one.
    pub first: u64,
}

impl Level {
    pub fn of(segments: Vec<Arc<Segment>>) -> Level {
        Level {
            rows: segments.iter().map(|segment| segment.rows()).sum(),
            segments,
            tries_parts: false,
            again: None,
        }
    }

    pub fn portions(&self) -> usize {
        self.segments.iter().map(|segment| segment.blocks()).sum()
    }

    /// The next portion that nobody has taken.
    pub fn take(&self, taken: &AtomicUsize) -> Option<Portion<'_>> {
        let mut block = taken.fetch_add(1, Relaxed);
        let mut first = 0;
        for segment in &self.segments {
            if block < segment.blocks() {
                first += segment.before(block);
                return Some(Portion {
                    segment,
                    block,
                    first,
                });
            }
            block -= segment.blocks();
            first += segment.rows();
        }
        None
    }

    /// Writes down which states are expanded once more.
    pub fn note(&mut self, again: &Ignoring, tape: &Tape) -> Result<(), LimitKind> {
        self.again = Some(again.write(tape)?);
        Ok(())
    }

    /// Which states were expanded once more, if some were.
    pub fn again(&self, tape: &Tape) -> Result<Option<Ignoring>, LimitKind> {
        let read = |offset| Ignoring::read(self.rows, tape, offset);
        self.again.map(read).transpose()
    }
}

impl Portion<'_> {
    pub fn has_some_of(&self, states: &Ignoring) -> bool {
        states.has_some(self.first, self.segment.rows_in(self.block))
    }
}
