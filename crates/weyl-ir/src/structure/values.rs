//! The values that a scalar may have, where they are few: a set of constants, or anything at all.

/// More are taken for anything.
const MOST: usize = 16;

/// Ascending; `None`: anything. An undefined scalar has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values(Option<Vec<i128>>);

impl Values {
    pub const ANY: Values = Values(None);
    pub const NONE: Values = Values(Some(Vec::new()));

    pub fn one(value: i128) -> Values {
        Values(Some(vec![value]))
    }

    pub fn of(values: impl IntoIterator<Item = i128>) -> Values {
        let mut known: Vec<i128> = values.into_iter().take(MOST * MOST + 1).collect();
        known.sort_unstable();
        known.dedup();
        Values((known.len() <= MOST).then_some(known))
    }

    pub fn truth() -> Values {
        Values::of([0, 1])
    }

    /// Each of them, if they are known.
    pub fn known(&self) -> Option<&[i128]> {
        self.0.as_deref()
    }

    pub fn only(&self) -> Option<i128> {
        match self.known() {
            Some([value]) => Some(*value),
            Some(_) | None => None,
        }
    }

    pub fn join(&self, other: &Values) -> Values {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => Values::of(a.iter().chain(b).copied()),
            (None, _) | (_, None) => Values::ANY,
        }
    }

    /// What becomes of them; where that is an error, nothing.
    pub fn map(&self, of: impl Fn(i128) -> Option<i128>) -> Values {
        match self.known() {
            Some(known) => Values::of(known.iter().filter_map(|value| of(*value))),
            None => Values::ANY,
        }
    }

    pub fn map_pairs(&self, other: &Values, of: impl Fn(i128, i128) -> Option<i128>) -> Values {
        let (Some(left), Some(right)) = (self.known(), other.known()) else {
            return Values::ANY;
        };
        let pairs = left.iter().flat_map(|a| right.iter().map(|b| (*a, *b)));
        Values::of(pairs.filter_map(|(a, b)| of(a, b)))
    }

    /// Those that belong to a scalar.
    pub fn within(&self, lo: i128, hi: i128) -> Values {
        self.map(|value| (lo <= value && value <= hi).then_some(value))
    }

    /// Whether a condition may be true.
    pub fn may_hold(&self) -> bool {
        let known = self.known();
        known.is_none_or(|known| known.iter().any(|value| *value != 0))
    }

    /// Whether it may be false.
    pub fn may_fail(&self) -> bool {
        self.known().is_none_or(|known| known.contains(&0))
    }
}
