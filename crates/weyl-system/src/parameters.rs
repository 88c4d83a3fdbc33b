//! Valuations of parameters, numbered: a mixed-radix number, the last parameter turning fastest.

use weyl_ir::{Binding, Domain, Expr, Model, Type};

/// The values that one parameter can take: `first`, `first + step`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Series {
    pub first: i128,
    pub step: i128,
    pub count: u64,
}

impl Series {
    pub(crate) fn value(self, number: u64) -> i128 {
        self.first + self.step * i128::from(number)
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
            Domain::Positions(set) => match model.types.get(set.ty) {
                Type::Multiset { capacity, .. } => Some(Series {
                    first: 0,
                    step: 1,
                    count: u64::from(*capacity),
                }),
                _ => None,
            },
        }
    }

    fn constant_steps(from: &Expr, to: &Expr, by: &Expr) -> Option<Series> {
        Series::steps(from.as_constant()?, to.as_constant()?, by.as_constant()?)
    }

    /// From `first` by `step` as long as `last` is not passed; `None` for steps of 0.
    pub(crate) fn steps(first: i128, last: i128, step: i128) -> Option<Series> {
        let distance = if step < 0 {
            first.checked_sub(last)?
        } else {
            last.checked_sub(first)?
        };
        let turns = distance.checked_div(step.checked_abs()?)?;
        let count = if distance < 0 { 0 } else { turns + 1 };
        Some(Series {
            first,
            step,
            count: u64::try_from(count).ok()?,
        })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Valuations {
    pub series: Vec<Series>,
    pub count: u64,
}

impl Valuations {
    /// `None` if there are more than 2^32.
    pub(crate) fn new(model: &Model, bindings: &[Binding]) -> Option<Valuations> {
        let series = bindings.iter().map(|b| Series::of_domain(model, &b.domain));
        let series: Vec<Series> = series.collect::<Option<_>>()?;
        let count = series.iter().try_fold(1u64, |product, series| {
            let product = product.checked_mul(series.count)?;
            (product <= 1 << 32).then_some(product)
        })?;
        Some(Valuations { series, count })
    }

    /// The values of the parameters in the instance with this number.
    pub(crate) fn values(&self, mut instance: u64) -> Vec<i128> {
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
