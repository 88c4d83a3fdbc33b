//! Stabiliser chains: base, strong generators, orbits.
//!
//! Sims 1970; Leon 1980 for the random part; Seress, "Permutation Group Algorithms", 2003,
//! chapter 4. Random elements are sifted until many in a row leave nothing: then the chain is
//! most likely complete. What makes it certain is either an upper bound for the order that is
//! attained, or a check of every level (`verify`), which completes the chain where the random part
//! missed something. The seed is fixed, so the result depends on the
//! input alone.

use super::level::{Element, Level, Renamer};
use super::shaker::Shaker;
use crate::permutation::{Permutation, Point};
use crate::random::Random;
use cranelift_entity::EntityRef;
use num_bigint::BigUint;
use std::sync::Arc;
use weyl_budget::go_on;

/// After so many random elements in a row that sift to the identity, randomness has done its part.
const QUIET_ENOUGH: usize = 12;

#[derive(Clone, Debug)]
struct Strong {
    element: Arc<Element>,
    /// How many leading base points it fixes.
    fixed: usize,
}

/// base points b₁, b₂, …; level i holds the orbit of bᵢ under the point-wise stabiliser of those
/// before it.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    degree: usize,
    strong: Vec<Strong>,
    pub levels: Vec<Level>,
}

impl Chain {
    /// The chain of the trivial group, with a base that it will keep.
    pub fn trivial(degree: usize, base: &[Point]) -> Self {
        let levels = base.iter().map(|&point| Level::new(point, degree));
        Self {
            degree,
            strong: Vec::new(),
            levels: levels.collect(),
        }
    }

    /// Makes sure that the chain's group holds these elements.
    pub fn absorb<'a>(&mut self, elements: impl IntoIterator<Item = &'a Permutation>) {
        for element in elements {
            if let Some(residue) = self.residue(element.clone(), 0) {
                self.insert(residue);
            }
        }
    }

    pub fn degree(&self) -> usize {
        self.degree
    }

    pub fn base(&self) -> Vec<Point> {
        self.levels.iter().map(|level| level.base).collect()
    }

    /// The chain of the point-wise stabiliser of the first `fixed` base points.
    pub fn tail(&self, fixed: usize) -> Self {
        let strong = self.strong.iter().filter(|strong| strong.fixed >= fixed);
        let shifted = strong.map(|strong| Strong {
            element: strong.element.clone(),
            fixed: strong.fixed - fixed,
        });
        Self {
            degree: self.degree,
            strong: shifted.collect(),
            levels: self.levels.get(fixed..).unwrap_or_default().to_vec(),
        }
    }

    /// A chain of the same group whose base starts with these points. This one must be complete.
    pub fn with_base(&self, base: &[Point]) -> Self {
        let order = self.order();
        let mut random = Random::new(0xba5e);
        let mut chain = Self::trivial(self.degree, base);
        if !chain.sift_random(Some(&order), || self.random(&mut random)) {
            chain.absorb(self.generators_from(0));
            chain.verify();
        }
        chain
    }

    /// A complete chain of the stabiliser of a point, from a complete one. The stabiliser of a
    /// point in the first orbit is a conjugate of the rest of the chain.
    pub fn stabiliser(&self, point: Point) -> Self {
        if self.generators_from(0).all(|one| one.image(point) == point) {
            return self.clone();
        }
        match self.levels.first() {
            Some(first) if first.contains(point) => {
                self.tail(1).conjugated_by(&first.base_to(point))
            }
            _ => self.with_base(&[point]).tail(1),
        }
    }

    fn conjugated_by(&self, by: &Permutation) -> Self {
        let mut renamer = Renamer::new(by);
        let levels = self.levels.iter();
        let levels = levels
            .map(|level| level.conjugated_by(by, &mut renamer))
            .collect();
        let strong = self.strong.iter().map(|strong| Strong {
            element: renamer.rename(&strong.element),
            fixed: strong.fixed,
        });
        Self {
            degree: self.degree,
            strong: strong.collect(),
            levels,
        }
    }

    /// A few generators of the group of a complete chain, and a complete chain that belongs to
    /// them. Random elements are taken where there are many strong generators; how many are needed
    /// depends on the group, so their number doubles until they attain the order.
    pub fn with_few_generators(self) -> (Vec<Permutation>, Self) {
        const FEW: usize = 16;
        let mut random = Random::new(0xfe3);
        let order = self.order();
        let mut drawn = Vec::new();
        let mut wanted = 3;
        while wanted < self.strong.len() && self.strong.len() > FEW {
            drawn.extend((drawn.len()..wanted).map(|_| self.random(&mut random)));
            let mut chain = Self::trivial(self.degree, &self.base());
            let mut shaker = Shaker::new(self.degree, &drawn, wanted as u64);
            if chain.sift_random(Some(&order), || shaker.draw()) {
                return (drawn, chain);
            }
            wanted *= 2;
        }
        (self.generators_from(0).cloned().collect(), self)
    }

    /// Drops the levels whose base points are fixed by the levels' groups.
    pub fn without_idle_levels(mut self) -> Self {
        self.levels.retain(|level| level.orbit.len() > 1);
        for strong in &mut self.strong {
            let moves = |level: &Level| strong.element.forward.image(level.base) != level.base;
            let first = self.levels.iter().position(moves);
            strong.fixed = first.unwrap_or(self.levels.len());
        }
        self
    }

    /// Sifts random elements until the order reaches `bound` (true) or nothing new turns up.
    pub fn sift_random(
        &mut self,
        bound: Option<&BigUint>,
        mut draw: impl FnMut() -> Permutation,
    ) -> bool {
        let reached = |chain: &Self| bound.is_some_and(|bound| chain.order() == *bound);
        let mut quiet = 0;
        let mut is_complete = reached(self);
        while !is_complete && quiet < QUIET_ENOUGH {
            go_on();
            quiet += 1;
            if let Some(residue) = self.residue(draw(), 0) {
                self.insert(residue);
                quiet = 0;
                is_complete = reached(self);
            }
        }
        is_complete
    }

    pub fn order(&self) -> BigUint {
        let sizes = self.levels.iter().map(|level| level.orbit.len() as u64);
        sizes.fold(BigUint::from(1u32), |product, size| product * size)
    }

    pub fn contains(&self, permutation: Permutation) -> bool {
        self.residue(permutation, 0).is_none()
    }

    /// Strips an element that fixes the first `from` base points; `None` if nothing is left.
    pub fn residue(&self, permutation: Permutation, from: usize) -> Option<Permutation> {
        let mut images = permutation.images().to_vec();
        for level in &self.levels[from..] {
            let image = images[level.base.index()];
            if !level.contains(image) {
                break;
            }
            level.carry_to_base(image, &mut images);
        }
        let residue = Permutation::from_bijection(images.into());
        (!residue.is_identity()).then_some(residue)
    }

    /// Returns how many leading base points the element fixes: deeper levels do not change.
    pub fn insert(&mut self, permutation: Permutation) -> usize {
        let moves = |level: &Level| permutation.image(level.base) != level.base;
        let fixed = self.levels.iter().position(moves).unwrap_or_else(|| {
            let base = self.choose_base(&permutation);
            self.levels
                .extend(base.map(|base| Level::new(base, self.degree)));
            self.levels.len() - 1
        });
        let element = Element::new(permutation);
        for level in &mut self.levels[..=fixed] {
            level.grow(&element);
        }
        self.strong.push(Strong { element, fixed });
        fixed
    }

    /// A point that is moved, in the orbit of an earlier base point if possible: `verify` has less
    /// to do when the base stays in one orbit.
    fn choose_base(&self, permutation: &Permutation) -> Option<Point> {
        let last = self.levels.iter().rev();
        let inside =
            last.flat_map(|level| permutation.support().find(|&point| level.contains(point)));
        inside.chain(permutation.support()).next()
    }

    /// Generators of the point-wise stabiliser of the first `fixed` base points.
    pub fn generators_from(&self, fixed: usize) -> impl Iterator<Item = &Permutation> {
        let strong = self.strong.iter();
        let deep = strong.filter(move |strong| strong.fixed >= fixed);
        deep.map(|strong| &strong.element.forward)
    }

    /// Uniformly distributed, if the chain is complete.
    pub fn random(&self, random: &mut Random) -> Permutation {
        let mut images = Permutation::identity(self.degree).images().to_vec();
        for level in &self.levels {
            let point = level.orbit[random.below(level.orbit.len())];
            level.carry_to_base(point, &mut images);
        }
        Permutation::from_bijection(images.into())
    }
}
