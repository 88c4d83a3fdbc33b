//! A small generator of pseudo-random numbers (Steele, Lea, Flood 2014, "SplitMix"): results must
//! not depend on the run, so every user names its seed.

#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be zero. The bias is below `bound` / 2⁶⁴.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.draw()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_all_of_them_occur() {
        let draw = || {
            let mut random = Random::new(7);
            (0..100).map(|_| random.below(5)).collect::<Vec<_>>()
        };
        let numbers = draw();
        assert_eq!(numbers, draw());
        assert!((0..5).all(|wanted| numbers.contains(&wanted)));
        assert!(numbers.iter().all(|&number| number < 5));
    }
}
