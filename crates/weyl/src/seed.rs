//! Seeds of random walks.

use std::time::{SystemTime, UNIX_EPOCH};
use weyl_permutation::random::Random;

/// A seed that is short enough to type.
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanoseconds = now.map_or(0, |now| u64::from(now.subsec_nanos()));
    Random::new(nanoseconds).draw() % 1_000_000
}
