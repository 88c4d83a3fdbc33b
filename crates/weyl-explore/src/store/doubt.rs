//! How probable it is that a store has left states out, and how many.

use weyl_store::Fill;

/// What a store that may leave states out says when all that it knew was explored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// How probable it is that some state was left out.
    pub omission: f64,
    /// Where bits are stored.
    pub coverage: Option<Coverage>,
}

/// What a table of bits was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coverage {
    /// Bits of the table for each state: SPIN's hash factor.
    pub factor: f64,
    /// The expected share of states that were met and taken for known; what is only behind them is
    /// not counted.
    pub omitted: f64,
}

impl Doubt {
    /// Of fingerprints with so many bits that are as good as random. Before the first omission each
    /// new state met at most as many fingerprints as there were states before it: 0 + 1 + … + n
    /// chances.
    pub(crate) fn of_fingerprints(states: u64, bits: u32) -> Doubt {
        let states = states as f64;
        let pairs = states * (states + 1.0) / 2.0;
        Doubt {
            omission: (pairs / 2f64.powi(bits as i32)).min(1.0),
            coverage: None,
        }
    }

    pub(crate) fn of_bits(fill: Fill) -> Doubt {
        let omitted = fill.omitted;
        let share = omitted / (omitted + fill.stored as f64);
        Doubt {
            // So many are left out, independently of each other.
            omission: -(-omitted).exp_m1(),
            coverage: Some(Coverage {
                factor: fill.factor(),
                omitted: if share.is_nan() { 1.0 } else { share },
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omissions_grow_with_the_square_of_states() {
        let omission = |states| Doubt::of_fingerprints(states, 64).omission;
        assert_eq!(omission(0), 0.0);
        assert_eq!(omission(1), 2f64.powi(-64));
        let many = omission(1_000_000_000);
        assert!((0.027..0.0272).contains(&many), "{many}");
        assert_eq!(omission(u64::MAX), 1.0);
    }

    #[test]
    fn a_table_that_is_full_has_left_out_everything() {
        let doubt = |stored, omitted| {
            Doubt::of_bits(Fill {
                bits: 640,
                set: 64,
                stored,
                omitted,
            })
        };
        let full = doubt(40, f64::INFINITY);
        assert_eq!((full.omission, full.coverage.unwrap().omitted), (1.0, 1.0));
        let empty = doubt(0, 0.0);
        assert_eq!(empty.omission, 0.0);
        let some = doubt(30, 10.0).coverage.unwrap();
        assert_eq!((some.omitted, some.factor.round()), (0.25, 21.0));
    }
}
