//! Components that are complete, told by those who search to each other (E. Renault, A.
//! Duret-Lutz, F. Kordon and D. Poitrenaud, *Parallel explicit model checking for generalized Büchi
//! automata*, 2015).
//!
//! Each searches all components on its own, in an order of its own, and passes over what another
//! has completed. Who is the first to complete a component has seen all of it, for nobody had told
//! of any of its nodes before: so if there is a component with all marks, it is found by somebody.
//! What others find of it afterwards may be a part.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub(super) struct Dead {
    bits: Vec<AtomicU64>,
    /// How many search.
    members: usize,
    is_over: AtomicBool,
}

impl Dead {
    pub fn new(numbers: usize, members: usize) -> Dead {
        Dead {
            bits: (0..numbers.div_ceil(64))
                .map(|_| AtomicU64::new(0))
                .collect(),
            members,
            is_over: AtomicBool::new(false),
        }
    }

    pub fn bytes(numbers: usize) -> usize {
        numbers.div_ceil(64) * size_of::<AtomicU64>()
    }

    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        let bits = self.bits.get(number / 64);
        bits.is_some_and(|bits| bits.load(Relaxed) >> (number % 64) & 1 == 1)
    }

    pub fn add(&self, number: usize) {
        if let Some(bits) = self.bits.get(number / 64) {
            bits.fetch_or(1 << (number % 64), Relaxed);
        }
    }

    /// Which of so many things a member turns to, at a time: all of them, half of the members
    /// backwards, each from a place of its own.
    pub fn turn(&self, at: usize, count: usize, member: usize) -> usize {
        let from = member / 2 * 2 * count / self.members;
        let turn = (at + from) % count;
        if member.is_multiple_of(2) {
            turn
        } else {
            count - 1 - turn
        }
    }

    /// Everything was searched, or something was found.
    pub fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_turns_to_everything() {
        for members in 1..6 {
            let dead = Dead::new(0, members);
            for member in 0..members {
                let mut turns: Vec<usize> = (0..17).map(|at| dead.turn(at, 17, member)).collect();
                turns.sort_unstable();
                assert!(turns.into_iter().eq(0..17));
            }
        }
    }
}
