//! What a changed byte of a state means for the keys.
//!
//! A step changes few bytes. Compared with the state that it came from, whose keys are known, only
//! the keys of rows to which a changed byte belongs are read again; where a byte has a say in
//! several rows, those of the factor.

use crate::padded::Padded;
use std::ops::Range;

/// Whose keys depend on a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Row(usize),
    /// All rows of the factor, or what becomes of ties among them.
    Factor,
}

/// Bytes that the keys of a factor depend on.
pub(crate) type Reaches = Vec<(Range<u32>, Reach)>;

/// Which rows are concerned, of all factors together: a bit for each factor as a whole, and one for
/// each row as long as there are bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Concerned {
    bits: u64,
}

#[derive(Clone, Copy, Debug)]
struct FactorBits {
    whole: u64,
    /// The bit of the first row, if rows have bits.
    first: Option<u32>,
    rows: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Influence {
    factors: Vec<FactorBits>,
    /// Of each byte.
    concerned: Vec<u64>,
}

impl Influence {
    /// Of factors with their numbers of rows; `None` if there are too many.
    pub fn new(size: usize, factors: &[(usize, Reaches)]) -> Option<Influence> {
        let mut next = u32::try_from(factors.len()).ok()?;
        let mut influence = Influence {
            factors: Vec::new(),
            concerned: vec![0; size],
        };
        for (number, (rows, reaches)) in factors.iter().enumerate() {
            let whole = 1u64.checked_shl(number as u32)?;
            let end = next + u32::try_from(*rows).ok()?;
            let first = (end <= u64::BITS).then_some(next);
            let bits = FactorBits {
                whole,
                first,
                rows: first.map_or(0, |first| {
                    (0..*rows).map(|row| 1 << (first + row as u32)).sum()
                }),
            };
            next = first.map_or(next, |_| end);
            for (bytes, reach) in reaches {
                let bit = match (reach, first) {
                    (Reach::Row(row), Some(first)) => 1 << (first + *row as u32),
                    _ => whole,
                };
                let bytes = bytes.start as usize..bytes.end as usize;
                influence.concerned[bytes]
                    .iter_mut()
                    .for_each(|b| *b |= bit);
            }
            influence.factors.push(bits);
        }
        Some(influence)
    }

    /// Whom the difference of two states concerns.
    #[inline]
    pub fn of_difference(&self, one: &Padded, other: &Padded) -> Concerned {
        let mut bits = 0;
        for (number, (one, other)) in one.words().zip(other.words()).enumerate() {
            let mut difference = one ^ other;
            while difference != 0 {
                let byte = difference.trailing_zeros() as usize / 8;
                bits |= self.concerned[number * 8 + byte];
                difference &= !(0xff << (byte * 8));
            }
        }
        Concerned { bits }
    }

    /// Whether anything of a factor is concerned.
    #[inline]
    pub fn reaches(&self, factor: usize, concerned: Concerned) -> bool {
        let factor = self.factors[factor];
        concerned.bits & (factor.whole | factor.rows) != 0
    }

    /// The row of a factor that is concerned, if there is one alone and not the factor as a whole.
    #[inline]
    pub fn only_row(&self, factor: usize, concerned: Concerned) -> Option<usize> {
        let factor = self.factors[factor];
        let bits = concerned.bits & (factor.whole | factor.rows);
        let is_one = bits.is_power_of_two() && bits != factor.whole;
        is_one.then(|| Some((bits.trailing_zeros() - factor.first?) as usize))?
    }

    /// The rows of a factor that are concerned; `None` if it is the factor as a whole.
    #[inline]
    pub fn rows(&self, factor: usize, concerned: Concerned) -> Option<impl Iterator<Item = usize>> {
        let factor = self.factors[factor];
        let first = factor.first?;
        let mut left = concerned.bits & factor.rows;
        let rows = std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (bit < u64::BITS).then(|| (bit - first) as usize)
        });
        (concerned.bits & factor.whole == 0).then_some(rows)
    }
}
