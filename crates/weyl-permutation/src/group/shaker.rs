//! Random elements of a group that is known by generators only.
//!
//! Product replacement (Celler, Leedham-Green, Murray, Niemeyer, O'Brien 1995), with the
//! accumulator of Leedham-Green. It mixes badly with many sparse generators, so those are first
//! multiplied to random subproducts (Babai, Luks, Seress 1988: a random subproduct is outside of
//! any given proper subgroup with probability at least one half), and each element that is
//! drawn is multiplied by a fresh one. Nothing is proved by these elements: they only find strong
//! generators early.

use crate::permutation::{Permutation, Point};
use crate::random::Random;
use cranelift_entity::EntityRef;

const SLOTS: usize = 10;

pub(super) struct Shaker {
    slots: Vec<Permutation>,
    accumulator: Permutation,
    random: Random,
    /// Generators as lists of moves, if there are more than slots.
    sparse: Vec<Vec<(Point, Point)>>,
}

impl Shaker {
    pub fn new(degree: usize, generators: &[Permutation], seed: u64) -> Self {
        let identity = Permutation::identity(degree);
        let mut shaker = Self {
            slots: Vec::new(),
            accumulator: identity.clone(),
            random: Random::new(seed),
            sparse: Vec::new(),
        };
        if generators.len() > SLOTS {
            shaker.sparse = generators.iter().map(moves).collect();
            shaker.slots = (0..SLOTS).map(|_| shaker.subproduct(&identity)).collect();
        } else {
            let padding = std::iter::repeat_n(&identity, usize::from(generators.is_empty()));
            let given = generators.iter().chain(padding).cycle();
            shaker.slots = given
                .take(SLOTS.max(generators.len() + 1))
                .cloned()
                .collect();
        }
        for _ in 0..4 * SLOTS {
            shaker.replace();
        }
        shaker
    }

    pub fn draw(&mut self) -> Permutation {
        self.replace();
        if self.sparse.is_empty() {
            return self.accumulator.clone();
        }
        let start = self.accumulator.clone();
        self.subproduct(&start)
    }

    fn replace(&mut self) {
        let count = self.slots.len();
        let changed = self.random.below(count);
        let other = (changed + 1 + self.random.below(count - 1)) % count;
        let coin = self.random.below(4);
        let factor = match coin % 2 {
            0 => self.slots[other].clone(),
            _ => self.slots[other].inverse(),
        };
        self.slots[changed] = match coin / 2 {
            0 => self.slots[changed].after(&factor),
            _ => factor.after(&self.slots[changed]),
        };
        self.accumulator = self.accumulator.after(&self.slots[changed]);
    }

    /// Multiplies from the right by a random half of the generators, in random order.
    fn subproduct(&mut self, start: &Permutation) -> Permutation {
        let mut images = start.images().to_vec();
        let mut order: Vec<usize> = (0..self.sparse.len()).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, self.random.below(place + 1));
        }
        let mut moved = Vec::new();
        for number in order {
            if self.random.below(2) == 0 {
                continue;
            }
            let moves = &self.sparse[number];
            moved.clear();
            moved.extend(moves.iter().map(|(_, to)| images[to.index()]));
            for ((from, _), &image) in moves.iter().zip(&moved) {
                images[from.index()] = image;
            }
        }
        Permutation::from_bijection(images.into())
    }
}

fn moves(permutation: &Permutation) -> Vec<(Point, Point)> {
    let support = permutation.support();
    support
        .map(|point| (point, permutation.image(point)))
        .collect()
}
