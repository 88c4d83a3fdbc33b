//! Sets of states, a bit for each.

/// A set of the numbers below some count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSet {
    words: Vec<u64>,
    count: usize,
}

impl StateSet {
    /// None of so many.
    pub fn none(count: usize) -> StateSet {
        StateSet {
            words: vec![0; count.div_ceil(64)],
            count,
        }
    }

    /// All of so many.
    pub fn all(count: usize) -> StateSet {
        StateSet::none(count).complement()
    }

    /// Those of so many that a predicate takes.
    pub fn those(count: usize, mut takes: impl FnMut(u32) -> bool) -> StateSet {
        let mut set = StateSet::none(count);
        for state in 0..count as u32 {
            weyl_budget::go_on();
            if takes(state) {
                set.insert(state);
            }
        }
        set
    }

    /// How many there could be.
    pub fn bound(&self) -> usize {
        self.count
    }

    pub fn len(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    #[inline]
    pub fn contains(&self, state: u32) -> bool {
        self.words[state as usize / 64] >> (state % 64) & 1 == 1
    }

    /// Whether it is new.
    #[inline]
    pub fn insert(&mut self, state: u32) -> bool {
        let word = &mut self.words[state as usize / 64];
        let is_new = *word >> (state % 64) & 1 == 0;
        *word |= 1 << (state % 64);
        is_new
    }

    #[inline]
    pub fn remove(&mut self, state: u32) {
        self.words[state as usize / 64] &= !(1 << (state % 64));
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.words.len()).flat_map(|at| {
            let mut word = self.words[at];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }

    #[must_use]
    pub fn complement(mut self) -> StateSet {
        self.words.iter_mut().for_each(|word| *word = !*word);
        let used = self.count % 64;
        if let Some(last) = self.words.last_mut().filter(|_| used != 0) {
            *last &= (1 << used) - 1;
        }
        self
    }

    #[must_use]
    pub fn union(mut self, other: &StateSet) -> StateSet {
        let words = self.words.iter_mut().zip(&other.words);
        words.for_each(|(word, other)| *word |= other);
        self
    }

    #[must_use]
    pub fn intersection(mut self, other: &StateSet) -> StateSet {
        let words = self.words.iter_mut().zip(&other.words);
        words.for_each(|(word, other)| *word &= other);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_is_cut() {
        for count in [0, 1, 63, 64, 65, 128] {
            let all = StateSet::all(count);
            assert_eq!(all.len(), count);
            assert_eq!(all.iter().count(), count);
            assert!(all.clone().complement().is_empty());
            assert_eq!(StateSet::those(count, |_| true), all);
        }
    }

    #[test]
    fn members_are_listed_in_order() {
        let mut set = StateSet::those(200, |state| state % 67 == 3);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 70, 137]);
        assert!(set.insert(64) && !set.insert(64));
        set.remove(70);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 137]);
        assert_eq!(set.bound(), 200);
    }
}
