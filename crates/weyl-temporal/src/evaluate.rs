//! What a formula says of a word that repeats: the meaning that automata are tested against.

use crate::formula::Formula;

/// An infinite word: letters, the last of which are repeated for ever. A letter has a bit for each
/// proposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    pub letters: Vec<u64>,
    /// Where the part that repeats begins.
    pub back: usize,
}

impl Lasso {
    /// The position after another.
    pub fn next(&self, position: usize) -> usize {
        if position + 1 < self.letters.len() {
            position + 1
        } else {
            self.back
        }
    }

    /// Whether a formula holds of the word.
    pub fn satisfies(&self, formula: &Formula) -> bool {
        self.truth(formula).first().copied().unwrap_or(false)
    }

    /// Whether a formula holds at each position.
    fn truth(&self, formula: &Formula) -> Vec<bool> {
        match formula {
            Formula::True => vec![true; self.letters.len()],
            Formula::False => vec![false; self.letters.len()],
            Formula::Proposition(number) => {
                let letters = self.letters.iter();
                letters.map(|letter| letter >> number & 1 == 1).collect()
            }
            Formula::Not(one) => self.truth(one).into_iter().map(|holds| !holds).collect(),
            Formula::And(one, other) => self.both(one, other, |a, b| a && b),
            Formula::Or(one, other) => self.both(one, other, |a, b| a || b),
            Formula::Next(one) => {
                let truth = self.truth(one);
                let positions = 0..self.letters.len();
                positions
                    .map(|position| truth[self.next(position)])
                    .collect()
            }
            // The least solution of u = b ∨ (a ∧ X u), and the greatest of r = b ∧ (a ∨ X r).
            Formula::Until(one, other) => {
                self.fixpoint(one, other, false, |a, b, after| b || (a && after))
            }
            Formula::Release(one, other) => {
                self.fixpoint(one, other, true, |a, b, after| b && (a || after))
            }
        }
    }

    fn both(&self, one: &Formula, other: &Formula, join: fn(bool, bool) -> bool) -> Vec<bool> {
        let (one, other) = (self.truth(one), self.truth(other));
        one.into_iter()
            .zip(other)
            .map(|(a, b)| join(a, b))
            .collect()
    }

    fn fixpoint(
        &self,
        one: &Formula,
        other: &Formula,
        start: bool,
        step: fn(bool, bool, bool) -> bool,
    ) -> Vec<bool> {
        let (one, other) = (self.truth(one), self.truth(other));
        let mut truth = vec![start; self.letters.len()];
        loop {
            let positions = 0..self.letters.len();
            let next = positions.map(|at| step(one[at], other[at], truth[self.next(at)]));
            let next: Vec<bool> = next.collect();
            if next == truth {
                return truth;
            }
            truth = next;
        }
    }
}
