//! Groups of permutations, given by generators.
//!
//! A `Group` computes its stabiliser chains when they are first needed. Orders are exact, and big
//! integers: those of num-bigint, which is small, has no unsafe code and nothing to configure
//! (malachite is faster on numbers far larger than orders of groups are).

mod action;
pub mod blocks;
mod bound;
mod chain;
mod colouring;
mod elements;
mod equivariant;
mod factors;
mod level;
mod orbits;
mod part;
mod recognise;
mod reduce;
mod restrict;
mod shaker;
mod structure;
pub(crate) mod symmetric;
mod tree;
mod verify;
mod wreath;

pub use elements::Elements;
pub use num_bigint::BigUint;
pub use orbits::{Orbits, Transversal};
pub use structure::Structure;
pub use tree::{Branch, StabiliserTree};

use crate::permutation::{Permutation, Point};
use crate::random::Random;
use chain::Chain;
use cranelift_entity::EntityRef;
use level::Level;
use part::Part;
use std::sync::{Arc, OnceLock};

/// The group that some permutations generate.
#[derive(Clone, Debug)]
pub struct Group {
    degree: usize,
    generators: Vec<Permutation>,
    /// Where the order is known from elsewhere, chains need no verification.
    known_order: Option<BigUint>,
    parts: OnceLock<Vec<Arc<Part>>>,
}

impl Group {
    /// All generators must have this degree; others can't be elements of such a group, and the
    /// result is `None`.
    pub fn new(degree: usize, generators: Vec<Permutation>) -> Option<Self> {
        let fits = generators
            .iter()
            .all(|generator| generator.degree() == degree);
        fits.then(|| Self::from_generators(degree, generators))
    }

    pub fn trivial(degree: usize) -> Self {
        Self::from_generators(degree, Vec::new())
    }

    fn from_generators(degree: usize, mut generators: Vec<Permutation>) -> Self {
        let mut seen = std::collections::HashSet::new();
        generators.retain(|one| !one.is_identity() && seen.insert(one.clone()));
        Self {
            degree,
            generators,
            known_order: None,
            parts: OnceLock::new(),
        }
    }

    fn with_order(mut self, order: BigUint) -> Self {
        self.known_order = Some(order);
        self
    }

    /// How many points there are, moved or not.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// As given, without the identity and repetitions.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    fn parts(&self) -> &[Arc<Part>] {
        self.parts.get_or_init(|| complete_parts(self))
    }

    pub fn order(&self) -> BigUint {
        match &self.known_order {
            Some(order) => order.clone(),
            None => product_of_orders(self.parts()),
        }
    }

    pub fn is_trivial(&self) -> bool {
        self.generators.is_empty()
    }

    pub fn contains(&self, permutation: &Permutation) -> bool {
        if permutation.degree() != self.degree {
            return false;
        }
        let parts = self.parts();
        let mut moved = vec![false; self.degree];
        for point in parts.iter().flat_map(|part| part.points()) {
            moved[point.index()] = true;
        }
        let mut support = permutation.support();
        support.all(|point| moved[point.index()])
            && parts.iter().all(|part| part.contains(permutation))
    }

    pub fn is_subgroup_of(&self, other: &Self) -> bool {
        self.degree == other.degree && self.generators.iter().all(|one| other.contains(one))
    }

    pub fn orbits(&self) -> Orbits {
        Orbits::new(self.degree, &self.generators)
    }

    /// The orbit of a point, with elements to and from its points.
    pub fn transversal(&self, base: Point) -> Transversal {
        Transversal::new(base, self.degree, &self.generators)
    }

    /// An element that takes each of some points to the point at the same place of others, if there
    /// is one.
    pub fn element_with(&self, points: &[Point], images: &[Point]) -> Option<Permutation> {
        let mut element = Permutation::identity(self.degree);
        let mut rest = self.clone();
        for (&point, &image) in points.iter().zip(images) {
            let wanted = element.inverse().image(image);
            let step = rest.transversal(point).base_to(wanted)?;
            element = element.after(&step);
            rest = rest.stabiliser(&[point]);
        }
        Some(element)
    }

    /// Uniformly distributed.
    pub fn random_element(&self, random: &mut Random) -> Permutation {
        let mut product = Permutation::identity(self.degree);
        for part in self.parts() {
            let local = part.random(random);
            product = product.after(&part.extend(&local, self.degree));
        }
        product
    }

    /// The elements that fix each of the points.
    pub fn stabiliser(&self, points: &[Point]) -> Self {
        let mut parts = self.parts().to_vec();
        for &point in points {
            for part in &mut parts {
                if let Some(stabiliser) = part.stabiliser(point) {
                    *part = Arc::new(stabiliser);
                }
            }
        }
        let generators = parts.iter().flat_map(|part| {
            let local = part.generators.iter();
            local.map(|one| part.extend(one, self.degree))
        });
        let mut group = Self::from_generators(self.degree, generators.collect());
        group.parts = OnceLock::from(parts);
        group
    }

    /// The group, the stabiliser of the first point, that of the first two, and so on.
    pub fn stabilisers(&self, points: &[Point]) -> Vec<Self> {
        let mut sequence = vec![self.clone()];
        for &point in points {
            let next = sequence.last().map(|group| group.stabiliser(&[point]));
            sequence.extend(next);
        }
        sequence
    }
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        self.is_subgroup_of(other) && other.is_subgroup_of(self)
    }
}

impl Eq for Group {}

fn product_of_orders(parts: &[Arc<Part>]) -> BigUint {
    let orders = parts.iter().map(|part| part.order());
    orders.fold(BigUint::from(1u32), |product, order| product * order)
}

/// Parts with complete chains: by the known order of the whole, by the bounds of the parts, or by
/// verification.
fn complete_parts(group: &Group) -> Vec<Arc<Part>> {
    let mut parts = Part::split(group.degree, &group.generators);
    let attained: Vec<bool> = parts.iter_mut().map(Part::sift_random).collect();
    let orders = parts.iter().map(Part::order);
    let order = orders.fold(BigUint::from(1u32), |product, order| product * order);
    if group.known_order.as_ref() != Some(&order) {
        for (part, attained) in parts.iter_mut().zip(attained) {
            if !attained {
                part.verify();
            }
        }
    }
    parts.into_iter().map(Arc::new).collect()
}
