//! Valuations of parameters, numbered: a mixed-radix number, the last parameter turning fastest.

use crate::{Binding, Domain, Expr, Model, Type};

/// The values that one parameter can take: `first`, `first + step`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    pub first: i128,
    pub step: i128,
    pub count: u64,
}

impl Series {
    /// Exact modulo 2^128, and so exact: every value of a series has 128 bits, even where its
    /// distance from the first has not.
    pub fn value(self, number: u64) -> i128 {
        let distance = self.step.wrapping_mul(i128::from(number));
        self.first.wrapping_add(distance)
    }

    fn of_domain(model: &Model, domain: &Domain) -> Option<Series> {
        match domain {
            Domain::Type(ty) => {
                let range = model.scalar_range(*ty)?;
                Some(Series {
                    first: range.lo,
                    step: 1,
                    count: u64::try_from(range.len()).ok()?,
                })
            }
            Domain::Steps { from, to, by } => Series::constant_steps(from, to, by),
            Domain::Positions(set) => {
                let Type::Multiset { capacity, .. } = model.types.get(set.ty) else {
                    return None;
                };
                Some(Series {
                    first: 0,
                    step: 1,
                    count: u64::from(*capacity),
                })
            }
        }
    }

    fn constant_steps(from: &Expr, to: &Expr, by: &Expr) -> Option<Series> {
        Series::steps(from.as_constant()?, to.as_constant()?, by.as_constant()?)
    }

    /// From `first` by `step` as long as `last` is not passed; `None` for steps of 0. No type of
    /// storage has 2^64 values: where there are more steps than that, one of the first is outside
    /// the type.
    pub fn steps(first: i128, last: i128, step: i128) -> Option<Series> {
        let turns = first.abs_diff(last).checked_div(step.unsigned_abs())?;
        let is_passed = if step < 0 { first < last } else { last < first };
        let count = if is_passed {
            0
        } else {
            u64::try_from(turns).map_or(u64::MAX, |turns| turns.saturating_add(1))
        };
        Some(Series { first, step, count })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valuations {
    pub series: Vec<Series>,
    pub count: u64,
}

impl Valuations {
    /// `None` if there are more than 2^32.
    pub fn new(model: &Model, bindings: &[Binding]) -> Option<Valuations> {
        let series = bindings.iter().map(|b| Series::of_domain(model, &b.domain));
        let series: Vec<Series> = series.collect::<Option<_>>()?;
        let count = series.iter().try_fold(1u64, |product, series| {
            let product = product.checked_mul(series.count)?;
            (product <= 1 << 32).then_some(product)
        })?;
        Some(Valuations { series, count })
    }

    /// The first instance in which the parameters up to `level` have the values of the instance
    /// with this number of theirs.
    pub fn first_with_prefix(&self, prefix: u64, level: usize) -> u64 {
        let rest = self.series.iter().skip(level + 1);
        rest.fold(prefix, |instance, series| instance * series.count)
    }

    /// The values of the parameters in the instance with this number.
    pub fn values(&self, mut instance: u64) -> Vec<i128> {
        let mut values: Vec<i128> = Vec::with_capacity(self.series.len());
        for series in self.series.iter().rev() {
            let count = series.count.max(1);
            values.push(series.value(instance % count));
            instance /= count;
        }
        values.reverse();
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_in_both_directions() {
        let counts = [
            ((1, 3, 1), Some(3)),
            ((3, 1, 1), Some(0)),
            ((3, 1, -1), Some(3)),
            ((0, 7, 3), Some(3)),
            ((7, 0, -3), Some(3)),
            ((0, -1, 5), Some(0)),
            ((1, 2, 0), None),
            ((2, 1, 0), None),
            ((0, i128::MAX, 1), Some(u64::MAX)),
            ((i128::MIN, i128::MAX, 1), Some(u64::MAX)),
            ((i128::MAX, i128::MIN, 1), Some(0)),
            ((i128::MIN, i128::MAX, -1), Some(0)),
            ((0, (1 << 64) - 2, 1), Some(u64::MAX)),
            ((i128::MAX, i128::MIN, -1 << 126), Some(4)),
            ((i128::MAX, i128::MIN, i128::MIN), Some(2)),
            ((i128::MIN, i128::MIN, i128::MIN), Some(1)),
        ];
        for ((first, last, step), expected) in counts {
            let series = Series::steps(first, last, step);
            assert_eq!(
                series.map(|series| series.count),
                expected,
                "{first} {last} {step}"
            );
        }
    }

    #[test]
    fn values_are_exact_where_distances_have_more_than_128_bits() {
        let series = Series::steps(i128::MAX, i128::MIN, -1 << 126);
        let series = series.expect("the steps are not 0");
        assert_eq!(
            series.value(3),
            i128::MAX - (1 << 126) - (1 << 126) - (1 << 126)
        );
    }

    #[test]
    fn the_last_parameter_turns_fastest() {
        let series = |first, count| Series {
            first,
            step: 1,
            count,
        };
        let valuations = Valuations {
            series: vec![series(0, 2), series(5, 3)],
            count: 6,
        };
        let all: Vec<Vec<i128>> = (0..6).map(|number| valuations.values(number)).collect();
        assert_eq!(all[0], [0, 5]);
        assert_eq!(all[1], [0, 6]);
        assert_eq!(all[3], [1, 5]);
        assert_eq!(all[5], [1, 7]);
    }
}
