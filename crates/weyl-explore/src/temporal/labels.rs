//! Which atoms of a question hold in which states, each evaluated once; threads share them.

use crate::store::StateIndex;
use cranelift_entity::EntityRef;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_system::TemporalQuestion;

#[derive(Debug, Default)]
pub(super) struct Labels {
    /// For each state which atoms are known not to hold, and which to hold, in words of 32 atoms
    /// each.
    words: Vec<AtomicU64>,
    /// For a state; none where labels depend on an instance, and are not kept.
    width: Option<usize>,
}

/// Atoms in a word.
const ATOMS: usize = 32;

impl Labels {
    pub fn new(question: &TemporalQuestion) -> Labels {
        let is_one = question.followed.is_none() && question.instances.len() <= 1;
        Labels {
            words: Vec::new(),
            width: is_one.then(|| question.atoms.len().div_ceil(ATOMS)),
        }
    }

    /// Makes room for states below a bound; what is said of others is forgotten.
    pub fn reserve(&mut self, bound: usize) {
        let length = bound * self.width.unwrap_or(0);
        if length > self.words.len() {
            self.words.resize_with(length, AtomicU64::default);
        }
    }

    fn at(&self, state: StateIndex, atom: usize) -> Option<(&AtomicU64, usize)> {
        let at = self.width? * state.index() + atom / ATOMS;
        Some((self.words.get(at)?, atom % ATOMS))
    }

    pub fn get(&self, state: StateIndex, atom: usize) -> Option<bool> {
        let (word, bit) = self.at(state, atom)?;
        match word.load(Relaxed) >> bit & (1 << ATOMS | 1) {
            0 => None,
            1 => Some(false),
            _ => Some(true),
        }
    }

    pub fn set(&self, state: StateIndex, atom: usize, holds: bool) {
        if let Some((word, bit)) = self.at(state, atom) {
            word.fetch_or(1 << (bit + if holds { ATOMS } else { 0 }), Relaxed);
        }
    }

    pub fn clear(&mut self) {
        self.words = Vec::new();
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<AtomicU64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_do_not_mix() {
        let mut labels = Labels {
            words: Vec::new(),
            width: Some(3),
        };
        labels.reserve(4);
        let holds = |state: usize, atom: usize| (state * 7 + atom * 5) % 3;
        let all = || (0..4).flat_map(|state| (0..96).map(move |atom| (state, atom)));
        for (state, atom) in all() {
            if holds(state, atom) < 2 {
                labels.set(StateIndex::new(state), atom, holds(state, atom) == 1);
            }
        }
        for (state, atom) in all() {
            let expected = [Some(false), Some(true), None][holds(state, atom)];
            assert_eq!(labels.get(StateIndex::new(state), atom), expected);
        }
        assert_eq!(labels.get(StateIndex::new(4), 0), None);
    }
}
