//! Where a fingerprint stands in a table, and what of it the place leaves to say.
//!
//! A fingerprint of 64 bits is as good as random, so it needs no mixing. Its upper bits say the
//! segment, the others, as a fraction of all, the line; the line keeps the rest (the quotient and
//! the remainder of Cleary, *Compact hash tables using bidirectional linear probing*, 1984).
//! Tables have any number of lines, not powers of two alone. So quotient and remainder are the
//! upper and the lower part of a product: for the fingerprints of a line, the lower parts are as
//! far from each other as there are lines, so that what is left after a shift by the logarithm
//! still tells them apart.

/// Upper bits of a fingerprint, which say its segment.
pub(super) const SEGMENT_BITS: u32 = 7;
pub(super) const SEGMENTS: usize = 1 << SEGMENT_BITS;
/// The others.
const BITS: u32 = u64::BITS - SEGMENT_BITS;
const MASK: u64 = (1 << BITS) - 1;

/// How a line is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub slots: usize,
    /// Bits of a remainder beyond the 32 that have a word of their own.
    pub rest_bits: u32,
}

/// 512 bits are so many slots of 32 bits, of the rest, and of three bits that say how far the slot
/// is from where it belongs; and a lock.
const FORMS: [Form; 3] = [
    Form {
        slots: 10,
        rest_bits: 16,
    },
    Form {
        slots: 9,
        rest_bits: 21,
    },
    Form {
        slots: 8,
        rest_bits: 28,
    },
];

/// The segment of a fingerprint, and what of the fingerprint that leaves to say.
#[inline(always)]
pub(super) fn segment_of(fingerprint: u64) -> (usize, u64) {
    ((fingerprint >> BITS) as usize, fingerprint & MASK)
}

/// Odd, and the number that it gives 1 with.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = inverse(FACTOR);

/// Newton's iteration: each step doubles the number of bits that are right.
const fn inverse(factor: u64) -> u64 {
    let (mut inverse, mut step) = (factor, 0);
    while step < 6 {
        let product = factor.wrapping_mul(inverse);
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(product));
        step += 1;
    }
    inverse
}

/// Another key, in whose upper bits are the lower ones of this key.
#[inline]
pub(super) fn mixed(key: u64) -> u64 {
    key.wrapping_mul(FACTOR) & MASK
}

/// The key that became another one.
pub(super) fn unmixed(key: u64) -> u64 {
    key.wrapping_mul(INVERSE) & MASK
}

/// The line where a key belongs in a table of so many.
#[inline(always)]
pub(super) fn home_of(key: u64, lines: usize) -> usize {
    ((u128::from(key) * lines as u128) >> BITS) as usize
}

/// A table of so many lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    lines: u64,
    /// The logarithm of the number of lines, rounded down.
    shift: u32,
    pub form: Form,
}

/// The line where a key of a segment belongs, and its remainder there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quotient {
    pub home: usize,
    pub remainder: u64,
}

/// The keys of a line: the first one, and its lower part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    number: usize,
    first: u64,
    offset: u64,
}

impl Geometry {
    /// At least one line.
    pub fn new(lines: usize) -> Geometry {
        let lines = lines as u64;
        let shift = lines.ilog2();
        let suffices = |form: &&Form| u32::BITS + form.rest_bits >= BITS - shift;
        let form = FORMS.iter().find(suffices);
        Geometry {
            lines,
            shift,
            form: *form.expect("the last form has room for all bits"),
        }
    }

    pub fn lines(self) -> usize {
        self.lines as usize
    }

    /// Whether no other form has more slots in a line.
    pub fn has_most_slots(self) -> bool {
        self.form == FORMS[0]
    }

    pub fn slots(self) -> usize {
        self.lines() * self.form.slots
    }

    /// The least number of lines with so many slots.
    pub fn lines_for(slots: usize) -> usize {
        let most = FORMS.iter().map(|form| form.slots).max().unwrap_or(1);
        let least = slots.div_ceil(most).max(1);
        let mut lines = least..;
        let enough = lines.find(|lines| Geometry::new(*lines).slots() >= slots);
        enough.unwrap_or(least)
    }

    #[inline(always)]
    pub fn split(self, key: u64) -> Quotient {
        let product = u128::from(key) * u128::from(self.lines);
        Quotient {
            home: (product >> BITS) as usize,
            remainder: (product as u64 & MASK) >> self.shift,
        }
    }

    pub fn home(self, number: usize) -> Home {
        let start = (number as u128) << BITS;
        let first = start.div_ceil(u128::from(self.lines));
        Home {
            number,
            first: first as u64,
            offset: (first * u128::from(self.lines) - start) as u64,
        }
    }

    /// The key with a remainder: the one whose lower part is the first that is not less.
    #[inline]
    pub fn join(self, home: Home, remainder: u64) -> u64 {
        let least = remainder << self.shift;
        home.first + least.saturating_sub(home.offset).div_ceil(self.lines)
    }
}

impl Home {
    pub fn is(self, number: usize) -> bool {
        self.number == number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::line::WORDS;

    #[test]
    fn place_and_remainder_say_the_whole_key() {
        let mut key = 1u64;
        for lines in [1, 2, 3, 5, 64, 79, 511, 512, 513, 1 << 20, (1 << 20) + 7] {
            let geometry = Geometry::new(lines);
            let random = (0..2_000).map(|_| {
                key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                key & MASK
            });
            let borders = (0..64).flat_map(|at| {
                let border = geometry.home(lines * at / 64).first;
                [border.saturating_sub(1), border, border + 1]
            });
            let keys = random.chain(borders).chain([0, 1, MASK - 1, MASK]);
            for key in keys.filter(|key| *key <= MASK) {
                let Quotient { home, remainder } = geometry.split(key);
                assert!(home < lines);
                assert!(remainder >> (u32::BITS + geometry.form.rest_bits) == 0);
                assert_eq!(geometry.join(geometry.home(home), remainder), key);
            }
        }
    }

    #[test]
    fn keys_of_a_line_have_remainders_of_their_own() {
        for lines in [3, 5, 600] {
            let geometry = Geometry::new(lines);
            let first = geometry.home(lines / 2).first;
            let near = (first..first + 5_000).map(|key| geometry.split(key));
            let all: Vec<Quotient> = near.collect();
            assert!(all.windows(2).all(|two| two[0] != two[1]));
            assert!(all.windows(2).all(|two| two[0].home <= two[1].home));
        }
    }

    #[test]
    fn what_was_mixed_is_unmixed() {
        for key in (0..1_000).chain([MASK, MASK - 1, 1 << 56, 0x123_4567_89ab_cdef]) {
            assert_eq!(unmixed(mixed(key)), key);
        }
        let upper = |key: u64| mixed(key) >> (BITS - 4);
        assert!((0..64).any(|key| upper(key) != upper(0)));
    }

    #[test]
    fn forms_fit_into_a_line() {
        for Form { slots, rest_bits } in FORMS {
            let rest = slots * rest_bits as usize;
            assert!(slots + rest.div_ceil(32) < WORDS, "{slots}");
            assert!(slots * 3 < 32);
        }
    }
}
