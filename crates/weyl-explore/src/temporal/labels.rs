//! Which atoms of a question hold in which states, each evaluated once.

use crate::store::StateIndex;
use cranelift_entity::EntityRef;
use weyl_system::TemporalQuestion;

#[derive(Debug, Default)]
pub(super) struct Labels {
    /// For each state which atoms are known, and which of them hold, in words of 64 atoms.
    words: Vec<u64>,
    /// Of each kind for a state; none where labels depend on an instance, and are not kept.
    width: Option<usize>,
}

impl Labels {
    pub fn new(question: &TemporalQuestion) -> Labels {
        let is_one = question.followed.is_none() && question.instances.len() <= 1;
        Labels {
            words: Vec::new(),
            width: is_one.then(|| question.atoms.len().div_ceil(64)),
        }
    }

    fn at(&self, state: StateIndex, atom: usize) -> Option<(usize, u64)> {
        let width = self.width?;
        let at = 2 * (width * state.index() + atom / 64);
        Some((at, 1 << (atom % 64)))
    }

    pub fn get(&self, state: StateIndex, atom: usize) -> Option<bool> {
        let (at, bit) = self.at(state, atom)?;
        let known = self.words.get(at).is_some_and(|known| known & bit != 0);
        known.then(|| self.words[at + 1] & bit != 0)
    }

    pub fn set(&mut self, state: StateIndex, atom: usize, holds: bool) {
        let Some((at, bit)) = self.at(state, atom) else {
            return;
        };
        if self.words.len() < at + 2 {
            self.words.resize(at + 2, 0);
        }
        self.words[at] |= bit;
        self.words[at + 1] |= if holds { bit } else { 0 };
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}
