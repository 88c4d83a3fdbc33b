//! The nodes of the product that were met: for each state of the system a set of places. Threads
//! add to it at once.

use crate::store::StateIndex;
use cranelift_entity::EntityRef;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places in a word.
const PLACES: u32 = u64::BITS;

/// Some places beside a state: those of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub word: u32,
    pub bits: u64,
}

impl Places {
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let place = (bits != 0).then(|| self.word * PLACES + bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
            place
        })
    }

    /// Adds a place to a list in which each word occurs once.
    pub fn add(list: &mut Vec<Places>, place: u32) {
        let (word, bits) = (place / PLACES, 1 << (place % PLACES));
        match list.iter_mut().find(|places| places.word == word) {
            Some(places) => places.bits |= bits,
            None => list.push(Places { word, bits }),
        }
    }
}

#[derive(Debug)]
pub(super) struct Reached {
    /// Words for each state.
    width: usize,
    words: Vec<AtomicU64>,
}

impl Reached {
    pub fn new(places: u32) -> Reached {
        Reached {
            width: places.div_ceil(PLACES) as usize,
            words: Vec::new(),
        }
    }

    /// Makes room for states below a bound.
    pub fn reserve(&mut self, bound: usize) {
        let length = bound * self.width;
        if length > self.words.len() {
            self.words.resize_with(length, AtomicU64::default);
        }
    }

    fn word(&self, state: StateIndex, word: u32) -> &AtomicU64 {
        &self.words[state.index() * self.width + word as usize]
    }

    /// Adds places; returns those that are new.
    #[inline]
    pub fn add(&self, state: StateIndex, places: Places) -> Places {
        let word = self.word(state, places.word);
        let known = word.load(Relaxed);
        let new = places.bits & !known;
        let bits = match new {
            0 => 0,
            _ => new & !word.fetch_or(new, Relaxed),
        };
        Places { bits, ..places }
    }

    /// States below this number may have places.
    pub fn bound(&self) -> usize {
        self.words.len() / self.width.max(1)
    }

    #[cfg(test)]
    fn contains(&self, node: super::product::Node) -> bool {
        let word = self.word(node.vertex, node.place / PLACES);
        word.load(Relaxed) >> (node.place % PLACES) & 1 == 1
    }

    /// All places of a state.
    pub fn of(&self, state: StateIndex) -> impl Iterator<Item = u32> {
        let words = 0..self.width as u32;
        words.flat_map(move |word| {
            let bits = self.word(state, word).load(Relaxed);
            Places { word, bits }.iter()
        })
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<AtomicU64>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::product::Node;
    use super::*;
    use std::collections::BTreeSet;
    use weyl_permutation::random::Random;

    #[test]
    fn sets_of_places_are_sets() {
        for places in [1, 5, 64, 65, 200] {
            let mut reached = Reached::new(places);
            reached.reserve(10);
            let (mut known, mut random) = (BTreeSet::new(), Random::new(places.into()));
            for _ in 0..300 {
                let state = StateIndex::new(random.below(10));
                let place = random.below(places as usize) as u32;
                let node = Node {
                    vertex: state,
                    place,
                };
                assert_eq!(reached.contains(node), known.contains(&node));
                let mut one = Vec::new();
                Places::add(&mut one, place);
                let new = reached.add(state, one[0]);
                assert_eq!(new.bits != 0, known.insert(node));
            }
            let states = (0..10).map(StateIndex::new);
            let all = states.flat_map(|vertex| {
                let places = reached.of(vertex);
                places.map(move |place| Node { vertex, place })
            });
            assert!(all.eq(known));
        }
    }

    #[test]
    fn places_of_one_word_are_together() {
        let mut list = Vec::new();
        for place in [3, 64, 3, 5, 130, 65] {
            Places::add(&mut list, place);
        }
        let all: Vec<Vec<u32>> = list.iter().map(|places| places.iter().collect()).collect();
        assert_eq!(all, [vec![3, 5], vec![64, 65], vec![130]]);
    }
}
