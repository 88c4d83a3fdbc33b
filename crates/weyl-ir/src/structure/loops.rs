//! What bound variables range over: few known values, one after the other, or all at once.

use super::flow::Target;
use super::values::Values;
use super::walk::Walk;
use crate::{Binding, Block, Domain, Expr, LocalId, Series, Type};

/// Loops with more turns are not unrolled.
const MOST_TURNS: u64 = 64;

/// What a bound variable ranges over.
pub(super) struct Extent {
    /// One entry for each turn; where turns are not told apart, one for all of them.
    values: Vec<Values>,
    /// Whether each entry is one turn.
    is_unrolled: bool,
    /// The multisets whose positions they are. Empty ones are left out.
    sets: Option<Vec<Target>>,
}

impl Extent {
    fn of_series(series: Option<Series>) -> Extent {
        let known = series.filter(|series| series.count <= MOST_TURNS);
        let values = known.map(|series| {
            let values = (0..series.count).map(|number| series.value(number));
            values.map(Values::one).collect()
        });
        Extent {
            is_unrolled: values.is_some(),
            values: values.unwrap_or_else(|| vec![Values::ANY]),
            sets: None,
        }
    }
}

impl<'m> Walk<'m> {
    fn extent(&mut self, domain: &'m Domain) -> Extent {
        match domain {
            Domain::Type(ty) => {
                let range = self.model.scalar_range(*ty);
                let series = range.and_then(|range| Series::steps(range.lo, range.hi, 1));
                Extent::of_series(series)
            }
            Domain::Steps { from, to, by } => self.steps(from, to, by),
            Domain::Positions(set) => {
                let sets = self.targets(set);
                let capacities = sets.iter().map(|set| self.multiset(set.at).0);
                let last = i128::from(capacities.max().unwrap_or(0)) - 1;
                let mut extent = Extent::of_series(Series::steps(0, last, 1));
                extent.sets = Some(sets);
                extent
            }
        }
    }

    fn steps(&mut self, from: &'m Expr, to: &'m Expr, by: &'m Expr) -> Extent {
        let from = self.eval(from).only();
        let to = self.eval(to).only();
        let by = self.eval(by).only();
        let known = from.zip(to).zip(by);
        Extent::of_series(known.and_then(|((from, to), by)| Series::steps(from, to, by)))
    }

    /// The next value of a bound variable.
    fn enter_turn(&mut self, local: LocalId, extent: &Extent, values: &Values) {
        for set in extent.sets.iter().flatten() {
            let positions = self.positions_with(set.at, values);
            self.look_at_flags(&positions);
        }
        self.bind(local, values.clone());
    }

    /// Parameters have values that are chosen outside.
    pub fn bind_parameter(&mut self, binding: &'m Binding, value: Option<i128>) {
        let mut extent = self.extent(&binding.domain);
        let values = match value {
            Some(value) => Values::one(value),
            None => {
                let all = extent.values.drain(..);
                all.reduce(|one, other| one.join(&other))
                    .unwrap_or(Values::NONE)
            }
        };
        self.enter_turn(binding.local, &extent, &values);
    }

    /// Visits all values of a bound variable in an expression, which changes nothing.
    pub fn each_value(&mut self, binding: &'m Binding, mut visit: impl FnMut(&mut Self)) {
        let extent = self.extent(&binding.domain);
        for values in &extent.values {
            self.enter_turn(binding.local, &extent, values);
            visit(self);
        }
    }

    /// Whether anything can come after the loop.
    pub fn exec_for(&mut self, binding: &'m Binding, body: &'m Block) -> bool {
        let extent = self.extent(&binding.domain);
        let unordered = u32::from(self.is_unordered(&binding.domain));
        self.unordered += unordered;
        let goes_on = if extent.is_unrolled {
            self.exec_turns(binding.local, &extent, body)
        } else {
            self.repeat(|walk| {
                walk.enter_turn(binding.local, &extent, &extent.values[0]);
                walk.exec_block(body)
            })
        };
        self.unordered -= unordered;
        goes_on
    }

    fn exec_turns(&mut self, local: LocalId, extent: &Extent, body: &'m Block) -> bool {
        for values in &extent.values {
            let skipped = extent.sets.as_ref().map(|_| self.flow.clone());
            self.enter_turn(local, extent, values);
            let goes_on = self.exec_block(body);
            let Some(skipped) = skipped else {
                if goes_on {
                    continue;
                }
                return false;
            };
            self.flow = if goes_on {
                self.joined(skipped, self.flow.clone())
            } else {
                skipped
            };
        }
        true
    }

    /// Any number of turns: until nothing new is found out.
    fn repeat(&mut self, mut turn: impl FnMut(&mut Self) -> bool) -> bool {
        loop {
            let head = self.flow.clone();
            let goes_on = turn(self);
            let next = if goes_on {
                self.joined(head.clone(), self.flow.clone())
            } else {
                head.clone()
            };
            let is_stable = next == head;
            self.flow = next;
            if is_stable || self.has_given_up() {
                return true;
            }
        }
    }

    pub fn exec_while(&mut self, condition: &'m Expr, body: &'m Block) -> bool {
        self.repeat(|walk| walk.eval(condition).may_hold() && walk.exec_block(body))
    }

    /// As in the interpreter: names have no order, and positions of a multiset have none.
    fn is_unordered(&self, domain: &Domain) -> bool {
        match domain {
            Domain::Type(ty) => {
                let ty = self.model.types.get(*ty);
                matches!(ty, Type::Id(_) | Type::Union(_))
            }
            Domain::Positions(_) => true,
            Domain::Steps { .. } => false,
        }
    }
}
