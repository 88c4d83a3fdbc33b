//! Numbers in machine code: 64-bit values with what is known about them.
//!
//! Arithmetic of models is on mathematical integers. Where the ranges of the operands show that a
//! result fits into 64 bits, it is computed without a check; elsewhere an overflow is given up to
//! the interpreter.

use cranelift_codegen::ir::Value;

/// The integers `lo ..= hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub lo: i128,
    pub hi: i128,
}

impl Interval {
    pub const TRUTH: Interval = Interval { lo: 0, hi: 1 };
    pub const WORD: Interval = Interval {
        lo: i64::MIN as i128,
        hi: i64::MAX as i128,
    };

    pub fn new(lo: i128, hi: i128) -> Interval {
        Interval { lo, hi }
    }

    pub fn constant(value: i128) -> Interval {
        Interval::new(value, value)
    }

    pub fn is_within(self, other: Interval) -> bool {
        self.lo > self.hi || other.lo <= self.lo && self.hi <= other.hi
    }

    pub fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    pub fn meet(self, other: Interval) -> Interval {
        Interval::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    pub fn join(self, other: Interval) -> Interval {
        Interval::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    /// Where sums of numbers of 64 bits lie; so with differences and products.
    pub fn plus(self, other: Interval) -> Interval {
        Interval::new(self.lo + other.lo, self.hi + other.hi)
    }

    pub fn minus(self, other: Interval) -> Interval {
        Interval::new(self.lo - other.hi, self.hi - other.lo)
    }

    pub fn times(self, other: Interval) -> Interval {
        let corners = [
            self.lo * other.lo,
            self.lo * other.hi,
            self.hi * other.lo,
            self.hi * other.hi,
        ];
        let most = corners.iter().copied().fold(corners[0], i128::max);
        let least = corners.iter().copied().fold(corners[0], i128::min);
        Interval::new(least, most)
    }

    /// Where the common bits of numbers of 64 bits lie.
    pub fn common_bits(self, other: Interval) -> Interval {
        if self.lo >= 0 && other.lo >= 0 {
            Interval::new(0, self.hi.min(other.hi))
        } else {
            Interval::WORD
        }
    }

    /// Where numbers lie whose bits are among those of two numbers of 64 bits.
    pub fn all_bits(self, other: Interval) -> Interval {
        if self.lo < 0 || other.lo < 0 {
            return Interval::WORD;
        }
        let most = self.hi.max(other.hi) as u128;
        let bits = u128::BITS - most.leading_zeros();
        Interval::new(0, (1 << bits) - 1)
    }

    /// Where quotients lie: never farther from 0 than the dividend.
    pub fn quotient(self) -> Interval {
        let most = self.lo.abs().max(self.hi.abs());
        Interval::new(-most, most)
    }

    /// Where remainders lie: nearer to 0 than the divisor, on the side of the dividend.
    pub fn remainder(self, divisor: Interval) -> Interval {
        let most = divisor.lo.abs().max(divisor.hi.abs()) - 1;
        let lo = if self.lo >= 0 { 0 } else { -most };
        let hi = if self.hi <= 0 { 0 } else { most };
        Interval::new(lo, hi)
    }
}

/// A 64-bit value that lies in an interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub value: Value,
    pub within: Interval,
}

impl Number {
    /// Its value, if only one is possible.
    pub fn known(self) -> Option<i128> {
        (self.within.lo == self.within.hi).then_some(self.within.lo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_lie_where_the_intervals_say() {
        let numbers = [-9i128, -3, -1, 0, 1, 2, 5, 8];
        let intervals = || {
            let pairs = numbers.iter().flat_map(|lo| numbers.map(|hi| (*lo, hi)));
            pairs.filter(|(lo, hi)| lo <= hi)
        };
        for (a, b) in intervals().flat_map(|a| intervals().map(move |b| (a, b))) {
            let (of_a, of_b) = (Interval::new(a.0, a.1), Interval::new(b.0, b.1));
            for x in a.0..=a.1 {
                for y in b.0..=b.1 {
                    assert!(of_a.plus(of_b).contains(x + y));
                    assert!(of_a.minus(of_b).contains(x - y));
                    assert!(of_a.times(of_b).contains(x * y));
                    assert!(of_a.common_bits(of_b).contains(x & y));
                    assert!(of_a.all_bits(of_b).contains(x | y));
                    assert!(of_a.all_bits(of_b).contains(x ^ y));
                    if y != 0 {
                        assert!(of_a.quotient().contains(x / y));
                        assert!(of_a.remainder(of_b).contains(x % y), "{a:?} {b:?} {x} {y}");
                    }
                }
            }
        }
    }
}
