//! Random numbers: SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*).
//! The same seed gives the same run on every machine and in every version.

use std::time::{SystemTime, UNIX_EPOCH};

pub struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    fn roll(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of the items; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let count = items.len() as u128;
        let index = (u128::from(self.roll()) * count) >> 64;
        items.get(index as usize).copied()
    }
}

/// A seed that is short enough to type.
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanoseconds = now.map_or(0, |now| u64::from(now.subsec_nanos()));
    Dice::new(nanoseconds).roll() % 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_comes_up_and_the_seed_decides() {
        let picks = |seed| {
            let mut dice = Dice::new(seed);
            let picks = (0..100).filter_map(|_| dice.pick(&[0, 1, 2]));
            picks.collect::<Vec<usize>>()
        };
        assert_eq!(picks(1), picks(1));
        assert_ne!(picks(1), picks(2));
        assert!((0..3).all(|item| picks(1).contains(&item)));
        assert_eq!(Dice::new(1).pick::<u8>(&[]), None);
    }
}
