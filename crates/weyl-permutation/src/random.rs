//! The generator of pseudo-random numbers: SplitMix64 (Steele, Lea, Flood: *Fast splittable
//! pseudorandom number generators*, 2014). Results must not depend on the run, so every user names
//! its seed; the same seed gives the same numbers on every machine and in every version.

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

    /// A number below `bound`; 0 if there is none. The bias is below `bound` / 2⁶⁴.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.draw()) * bound as u128) >> 64) as usize
    }

    /// True once in `times` on average, never if `times` is 0.
    pub fn once_in(&mut self, times: usize) -> bool {
        times > 0 && self.below(times) == 0
    }

    /// One of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// All orders are equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What other implementations give for this seed.
    #[test]
    fn the_numbers_are_those_of_splitmix() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| random.draw()).collect();
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_all_of_them_occur() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..100).map(|_| random.below(5)).collect::<Vec<_>>()
        };
        let numbers = draw(7);
        assert_eq!(numbers, draw(7));
        assert_ne!(numbers, draw(8));
        assert!((0..5).all(|wanted| numbers.contains(&wanted)));
        assert!(numbers.iter().all(|&number| number < 5));
        assert_eq!(Random::new(7).below(0), 0);
    }

    #[test]
    fn choices_are_about_as_frequent_as_they_should_be() {
        let mut random = Random::new(1);
        let often = (0..4_000).filter(|_| random.once_in(4)).count();
        assert!((900..1_100).contains(&often), "{often}");
        assert!(!random.once_in(0) && random.once_in(1));
        let picked: Vec<u8> = (0..50)
            .filter_map(|_| random.pick(&[1, 2, 3]).copied())
            .collect();
        assert!(picked.len() == 50 && [1, 2, 3].iter().all(|item| picked.contains(item)));
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn a_shuffle_is_each_order_equally_often() {
        let mut random = Random::new(2);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(
            counts.values().all(|count| (900..1_100).contains(count)),
            "{counts:?}"
        );
    }
}
