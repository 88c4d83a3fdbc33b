//! The source of all random choices.

use weyl_permutation::random::Random;

#[derive(Clone, Debug)]
pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Random::new(seed))
    }

    pub fn chance(&mut self, percent: u32) -> bool {
        self.0.below(100) < percent as usize
    }

    /// A number between the two, both included. Computed in 128 bits: there may be 2⁶⁴ of them.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        debug_assert!(low <= high);
        let count = (i128::from(high) - i128::from(low) + 1).unsigned_abs();
        let draw = u128::from(self.0.draw());
        let above = if count > u128::from(u64::MAX) {
            draw
        } else {
            (draw * count) >> 64
        };
        (i128::from(low) + above as i128) as i64
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        self.0.pick(choices)
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        self.0.shuffle(list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_occur_and_nothing_beyond_them() {
        let mut dice = Dice::new(3);
        let drawn: Vec<i64> = (0..200).map(|_| dice.between(-2, 2)).collect();
        assert!((-2..=2).all(|wanted| drawn.contains(&wanted)));
        assert!(drawn.iter().all(|number| (-2..=2).contains(number)));
        let wide: Vec<i64> = (0..200).map(|_| dice.between(i64::MIN, i64::MAX)).collect();
        assert!(wide.iter().any(|&n| n < i64::MIN / 2) && wide.iter().any(|&n| n > i64::MAX / 2));
        assert_eq!(dice.between(7, 7), 7);
    }
}
