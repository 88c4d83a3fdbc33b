//! Where keys are best cut in two.
//!
//! A key takes a root of its own whatever the cut; what can be saved are the parts on both sides.
//! In a sample of keys the different parts are counted for each cut, and foretold for many more
//! keys from how many there are in a part of the sample: where there are fewest, parts are shared
//! by most. That matters: a cut between the variables of two processes may take a tenth of the
//! parts that a cut through those of one takes.

use std::ops::Range;

/// Cuts that are tried, at most.
const TRIED: usize = 128;
/// Parts are counted in the first of so many shares of the sample, and in all of it.
const FIRST_SHARE: usize = 4;
/// The parts of so many times as many keys are foretold.
const AS_MANY: f64 = 256.0;
/// Both sides have at least one of so many bytes, so that trees are low.
const SHARE: usize = 4;

/// Bits by hash: about as many are set as there are different values.
const BITS: u32 = 17;

/// Counts the different parts of keys.
#[derive(Debug)]
pub(super) struct Counter {
    /// Of each key that of its part.
    hashes: Vec<u64>,
    bits: Vec<u64>,
}

impl Counter {
    pub fn new() -> Counter {
        Counter {
            hashes: Vec::new(),
            bits: vec![0; (1 << BITS) / u64::BITS as usize],
        }
    }

    /// The cut of a range that makes the fewest different parts; of several the one nearest to the
    /// middle.
    pub fn best_cut<'k>(
        &mut self,
        range: Range<usize>,
        keys: impl Iterator<Item = &'k [u8]> + Clone,
    ) -> usize {
        let middle = range.start + range.len() / 2;
        let least = range.len().div_ceil(SHARE);
        let cuts = range.start + least..=range.end - least;
        let step = range.len().div_ceil(TRIED).max(1);
        let mut cuts: Vec<(f64, usize)> = cuts.step_by(step).map(|cut| (0.0, cut)).collect();
        let mut side = range.start;
        self.begin(keys.clone().count());
        for (parts, cut) in &mut cuts {
            *parts += self.extend(side..*cut, keys.clone());
            side = *cut;
        }
        side = range.end;
        self.begin(keys.clone().count());
        for (parts, cut) in cuts.iter_mut().rev() {
            *parts += self.extend(*cut..side, keys.clone());
            side = *cut;
        }
        let best = cuts.into_iter();
        let best = best.min_by(|(parts, cut), (other_parts, other)| {
            let distance = cut.abs_diff(middle).cmp(&other.abs_diff(middle));
            parts.total_cmp(other_parts).then(distance)
        });
        best.map_or(middle, |(_, cut)| cut)
    }

    fn begin(&mut self, keys: usize) {
        self.hashes.clear();
        self.hashes.resize(keys, 0);
    }

    /// Adds bytes to the part of each key; returns how many different parts are foretold.
    fn extend<'k>(&mut self, bytes: Range<usize>, keys: impl Iterator<Item = &'k [u8]>) -> f64 {
        for (hash, key) in self.hashes.iter_mut().zip(keys) {
            for byte in &key[bytes.clone()] {
                let word = (*hash ^ u64::from(*byte)).wrapping_add(1);
                *hash = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            }
        }
        let first = self.count(self.hashes.len().div_ceil(FIRST_SHARE));
        let all = self.count(self.hashes.len());
        foretell(first, all)
    }

    /// How many different hashes there are among the first.
    fn count(&mut self, first: usize) -> f64 {
        self.bits.fill(0);
        for hash in &self.hashes[..first] {
            let bit = hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (u64::BITS - BITS);
            self.bits[bit as usize / 64] |= 1 << (bit % 64);
        }
        let set = self.bits.iter().map(|word| f64::from(word.count_ones()));
        set.sum()
    }
}

/// Parts grow like a power of keys, at most as fast as these.
fn foretell(first: f64, all: f64) -> f64 {
    let exponent = (all / first.max(1.0)).log(FIRST_SHARE as f64);
    all * AS_MANY.powf(exponent.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn mix(number: usize) -> usize {
        let number = (number ^ number >> 15).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        number ^ number >> 29
    }

    /// Keys of groups of bytes that have few values together.
    fn sample(groups: &[(usize, usize)], keys: usize) -> Vec<Vec<u8>> {
        let group = |key: usize, (place, (len, values)): (usize, &(usize, usize))| {
            let value = mix(key * 31 + place) % values;
            (0..*len).map(move |at| mix(value * 1_000 + at + 7 * place) as u8)
        };
        let key = |key| groups.iter().enumerate().flat_map(move |g| group(key, g));
        (0..keys).map(|number| key(number).collect()).collect()
    }

    #[test]
    fn cuts_are_between_what_varies_together() {
        for groups in [
            &[(9, 30), (11, 40)][..],
            &[(5, 100), (15, 20)],
            &[(30, 50), (12, 60), (30, 2)],
        ] {
            let keys = sample(groups, 2_000);
            let len = keys[0].len();
            let cut = Counter::new().best_cut(0..len, keys.iter().map(|key| &key[..]));
            let mut ends = groups.iter().scan(0, |end, (len, _)| {
                *end += len;
                Some(*end)
            });
            assert!(ends.any(|end| end == cut), "{groups:?}: {cut}");
        }
    }

    #[test]
    fn no_cut_that_is_tried_makes_fewer_parts() {
        let keys = sample(&[(3, 9), (4, 70), (2, 100), (7, 20)], 1_500);
        let range = 2..15;
        let keys = || keys.iter().map(|key| &key[..]);
        let parts = |cut: usize| {
            let left: HashSet<_> = keys().map(|key| &key[range.start..cut]).collect();
            let right: HashSet<_> = keys().map(|key| &key[cut..range.end]).collect();
            left.len() + right.len()
        };
        let cut = Counter::new().best_cut(range.clone(), keys());
        let least = (6..=11).map(parts).min().unwrap();
        assert!(parts(cut) <= least + least / 20, "{cut}");
    }

    #[test]
    fn what_has_no_inside_is_cut_at_an_end() {
        let mut counter = Counter::new();
        let keys = || [&[1u8, 2, 3][..], &[4, 5, 6]].into_iter();
        assert_eq!(counter.best_cut(1..1, keys()), 1);
        assert!([1, 2].contains(&counter.best_cut(1..2, keys())));
        assert!([1, 2].contains(&counter.best_cut(0..3, keys())));
        assert_eq!(counter.best_cut(0..8, std::iter::empty()), 4);
    }
}
