//! The source of all random choices.

use fastrand::Rng;

#[derive(Clone, Debug)]
pub struct Dice(Rng);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Rng::with_seed(seed))
    }

    pub fn chance(&mut self, percent: u32) -> bool {
        self.0.u32(0..100) < percent
    }

    /// A number between the two, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.i64(low..=high)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0.usize(0..limit)
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        if choices.is_empty() {
            None
        } else {
            choices.get(self.below(choices.len()))
        }
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        self.0.shuffle(list);
    }
}
