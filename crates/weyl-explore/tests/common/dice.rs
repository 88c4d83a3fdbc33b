//! Random numbers from a seed.

use weyl_permutation::random::Random;

pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Random::new(seed))
    }

    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0.below(sides as usize) as u64
    }

    /// True once in `times` on average, never if `times` is 0.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.0.once_in(times as usize)
    }
}
