//! A set of fingerprints as bits of a table of fixed size: bitstate hashing (Holzmann, *An analysis
//! of bitstate hashing*, 1998), a Bloom filter.
//!
//! A fingerprint stands for some bits; it counts as known if all of them are set, though others may
//! have set them. So some that are new are taken for known, the more the fuller the table is, and
//! none that is known is taken for new, but where two threads add it at the same time.

use crate::compact::Met;
use crate::prefetch::prefetch;
use crate::quota::{Ledger, Quota, Refusal};
use crate::sync::{AtomicU64, Mutex, Numbers, Ordering};
use std::ops::Range;
use std::sync::PoisonError;

/// Numbers that a thread takes at once.
const CHUNK: u64 = 64;
/// More bits for a fingerprint than anybody has use for.
const MAX_HASHES: u32 = 64;

#[derive(Debug)]
pub struct BitSet<'b> {
    words: Numbers,
    hashes: u32,
    ledger: Ledger<'b>,
    next: AtomicU64,
    stored: AtomicU64,
    set_bits: AtomicU64,
    /// What was probably left out so far.
    omitted: Mutex<f64>,
}

/// How full a table is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    pub bits: u64,
    pub set: u64,
    pub stored: u64,
    /// How many were probably met and taken for known.
    ///
    /// When a share x of the bits is set, a new one finds all of its k bits set with probability
    /// x^k; so for each that is stored x^k / (1 − x^k) are left out. This is added up while the
    /// table fills.
    pub omitted: f64,
}

impl Fill {
    /// Bits for each state: SPIN's hash factor.
    pub fn factor(self) -> f64 {
        self.bits as f64 / self.stored.max(1) as f64
    }
}

impl<'b> BitSet<'b> {
    /// A table of about so many bytes.
    pub fn new(bytes: u64, hashes: u32, quota: &'b Quota) -> Result<BitSet<'b>, Refusal> {
        let words = (bytes / size_of::<u32>() as u64).max(1) as usize;
        let ledger = Ledger::new(quota);
        let make = || Numbers::new(words);
        let words = ledger.buy((words * size_of::<u32>()) as u64, make)?;
        Ok(BitSet {
            words,
            hashes: hashes.clamp(1, MAX_HASHES),
            ledger,
            next: AtomicU64::new(0),
            stored: AtomicU64::new(0),
            set_bits: AtomicU64::new(0),
            omitted: Mutex::new(0.0),
        })
    }

    pub fn writer(&self) -> BitWriter<'_> {
        BitWriter {
            set: self,
            hand: 0..0,
        }
    }

    fn bits(&self) -> u64 {
        self.words.len() as u64 * u64::from(u32::BITS)
    }

    pub fn fill(&self) -> Fill {
        Fill {
            bits: self.bits(),
            set: self.set_bits.load(Ordering::Relaxed),
            stored: self.len(),
            omitted: *self.omitted.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// How many fingerprints were new.
    pub fn len(&self) -> u64 {
        self.stored.load(Ordering::Relaxed)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Larger than every number that was given.
    pub fn bound(&self) -> u32 {
        let next = self.next.load(Ordering::Relaxed);
        next.min(u64::from(u32::MAX) - CHUNK) as u32
    }

    pub fn bytes(&self) -> u64 {
        self.ledger.bytes()
    }

    /// The words and masks of the bits of a fingerprint: double hashing, by two numbers that are as
    /// good as random (Dillinger and Manolios, *Bloom filters in probabilistic verification*,
    /// 2004).
    #[inline(always)]
    fn places(&self, fingerprint: u64) -> impl Iterator<Item = (usize, u32)> {
        let step = mix(fingerprint) | 1;
        let bits = u128::from(self.bits());
        (0..u64::from(self.hashes)).map(move |number| {
            let hash = fingerprint.wrapping_add(step.wrapping_mul(number));
            let bit = ((u128::from(hash) * bits) >> u64::BITS) as u64;
            ((bit / 32) as usize, 1 << (bit % 32))
        })
    }
}

/// Another number that depends on all bits of one.
#[inline(always)]
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ number >> 32
}

/// The way of one thread to a set.
#[derive(Debug)]
pub struct BitWriter<'s> {
    set: &'s BitSet<'s>,
    hand: Range<u32>,
}

impl BitWriter<'_> {
    /// Announces a fingerprint that will be inserted soon.
    #[inline(always)]
    pub fn expect(&self, fingerprint: u64) {
        for (word, _) in self.set.places(fingerprint) {
            prefetch(self.set.words.as_ptr().wrapping_add(word));
        }
    }

    /// Adds a fingerprint, unless it seems to be there.
    pub fn insert(&mut self, fingerprint: u64) -> Met {
        if self.has(fingerprint) {
            return Met::Known;
        }
        if self.hand.is_empty() {
            match self.set.hand_out() {
                Ok(numbers) => self.hand = numbers,
                Err(refusal) => return Met::Full(refusal),
            }
        }
        if let Err(refusal) = self.set.ledger.quota.admit_state() {
            return Met::Full(refusal);
        }
        let set = |(word, mask): (usize, u32)| {
            let before = self.set.words[word].fetch_or(mask, Ordering::Relaxed);
            u64::from(before & mask == 0)
        };
        let bits = self.set.places(fingerprint).map(set).sum();
        self.set.set_bits.fetch_add(bits, Ordering::Relaxed);
        self.set.stored.fetch_add(1, Ordering::Relaxed);
        let number = self.hand.start;
        self.hand.start += 1;
        Met::New(number)
    }

    pub fn has(&self, fingerprint: u64) -> bool {
        let words = &self.set.words;
        let mut places = self.set.places(fingerprint);
        places.all(|(word, mask)| words[word].load(Ordering::Relaxed) & mask != 0)
    }

    /// The numbers that the next fingerprints will get that this thread adds.
    pub fn in_hand(&self) -> Range<u32> {
        self.hand.clone()
    }
}

impl BitSet<'_> {
    /// Before as many are stored as a thread takes numbers at once.
    fn expect_omissions(&self) {
        let set = self.set_bits.load(Ordering::Relaxed);
        let share = set as f64 / self.bits() as f64;
        let known = share.powi(self.hashes as i32);
        let mut omitted = self.omitted.lock().unwrap_or_else(PoisonError::into_inner);
        *omitted += known / (1.0 - known) * CHUNK as f64;
    }

    fn hand_out(&self) -> Result<Range<u32>, Refusal> {
        self.expect_omissions();
        let first = self.next.fetch_add(CHUNK, Ordering::Relaxed);
        let end = first + CHUNK;
        if end < u64::from(u32::MAX) {
            Ok(first as u32..end as u32)
        } else {
            Err(Refusal::Numbers)
        }
    }
}
