//! All elements of a small group, one after the other.

use super::{Group, Level};
use crate::permutation::Permutation;

/// Walks the products of one transversal element for each level of each chain, like an odometer.
/// The identity comes first; every element comes once.
pub struct Elements {
    /// For each wheel its elements, the identity first.
    wheels: Vec<Vec<Permutation>>,
    places: Vec<usize>,
    /// The products of the chosen elements of the first wheels; the last is the next result.
    products: Vec<Permutation>,
    is_done: bool,
}

impl Group {
    /// Meant for groups that fit in memory by their base: what is stored is the transversals.
    pub fn elements(&self) -> Elements {
        let mut wheels = Vec::new();
        for part in self.parts() {
            let wheel = |level: &Level| {
                let elements = level.orbit.iter().map(|&point| level.base_to(point));
                let extended = elements.map(|one| part.extend(&one, self.degree));
                extended.collect::<Vec<_>>()
            };
            wheels.extend(part.chain().levels.iter().map(wheel));
        }
        let identity = Permutation::identity(self.degree);
        Elements {
            places: vec![0; wheels.len()],
            products: vec![identity; wheels.len() + 1],
            wheels,
            is_done: false,
        }
    }
}

impl Iterator for Elements {
    type Item = Permutation;

    fn next(&mut self) -> Option<Permutation> {
        if self.is_done {
            return None;
        }
        let result = self.products.last().cloned();
        self.advance();
        result
    }
}

impl Elements {
    fn advance(&mut self) {
        let count = self.wheels.len();
        let can_turn = |wheel: &usize| self.places[*wheel] + 1 < self.wheels[*wheel].len();
        let Some(turned) = (0..count).rev().find(can_turn) else {
            self.is_done = true;
            return;
        };
        self.places[turned] += 1;
        self.places[turned + 1..].fill(0);
        for wheel in turned..count {
            let chosen = &self.wheels[wheel][self.places[wheel]];
            self.products[wheel + 1] = self.products[wheel].after(chosen);
        }
    }
}
