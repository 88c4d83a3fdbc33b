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
mod structure;
mod tree;
mod union;
mod wreath;

pub use elements::Elements;
pub use num_bigint::BigUint;
pub use orbits::{Orbits, Transversal};
pub use structure::Structure;
pub use tree::{Branch, StabiliserTree};

use crate::permutation::{Permutation, Point};
use crate::random::Random;
use chain::{Chain, Shaker};
use cranelift_entity::EntityRef;
use level::Level;
use part::Part;
use std::sync::OnceLock;

/// The group that some permutations generate.
#[derive(Clone, Debug)]
pub struct Group {
    degree: usize,
    generators: Vec<Permutation>,
    /// Where the order is known from elsewhere, chains need no verification.
    known_order: Option<BigUint>,
    parts: OnceLock<Vec<Part>>,
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

    fn parts(&self) -> &[Part] {
        self.parts.get_or_init(|| {
            let mut parts = Part::split(self.degree, &self.generators, &[]);
            complete(&mut parts, self.known_order.as_ref());
            parts
        })
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
        for point in parts.iter().flat_map(Part::points) {
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

    /// Uniformly distributed.
    pub fn random_element(&self, random: &mut Random) -> Permutation {
        let mut product = Permutation::identity(self.degree);
        for part in self.parts() {
            let local = part.chain.random(random);
            product = product.after(&part.extend(&local, self.degree));
        }
        product
    }

    /// The elements that fix each of the points.
    pub fn stabiliser(&self, points: &[Point]) -> Self {
        let mut generators = Vec::new();
        let mut order = BigUint::from(1u32);
        for part in self.parts() {
            let own: Vec<Point> = part
                .points()
                .filter(|point| points.contains(point))
                .collect();
            let (local, size) = self.stabiliser_in_part(part, &own);
            generators.extend(local);
            order *= size;
        }
        Self::from_generators(self.degree, generators).with_order(order)
    }

    fn stabiliser_in_part(&self, part: &Part, points: &[Point]) -> (Vec<Permutation>, BigUint) {
        let extend = |part: &Part, local: &Permutation| part.extend(local, self.degree);
        let order = part.chain.order();
        if points.is_empty() {
            let generators = part.generators.iter().map(|one| extend(part, one));
            return (generators.collect(), order);
        }
        let generators: Vec<Permutation> = part
            .generators
            .iter()
            .map(|one| extend(part, one))
            .collect();
        let mut based = Part::split(self.degree, &generators, points);
        let Some(based) = based.first_mut() else {
            return (Vec::new(), order);
        };
        based.complete_up_to(&order);
        let (local, order) = few_generators(&based.chain.tail(points.len()));
        (local.iter().map(|one| extend(based, one)).collect(), order)
    }
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        self.is_subgroup_of(other) && other.is_subgroup_of(self)
    }
}

impl Eq for Group {}

fn product_of_orders(parts: &[Part]) -> BigUint {
    let orders = parts.iter().map(|part| part.chain.order());
    orders.fold(BigUint::from(1u32), |product, order| product * order)
}

/// Makes all chains complete: by the known order of the whole, by the bounds of the parts, or by
/// verification.
fn complete(parts: &mut [Part], known_order: Option<&BigUint>) {
    let done: Vec<bool> = parts.iter_mut().map(Part::sift_random).collect();
    if known_order.is_some_and(|order| product_of_orders(parts) == *order) {
        return;
    }
    for (part, done) in parts.iter_mut().zip(done) {
        if !done {
            part.chain.verify();
        }
    }
}

/// A few random elements that generate the group of a complete chain. How many are needed depends
/// on the group, so their number doubles until a chain built from them has the whole order.
fn few_generators(chain: &Chain) -> (Vec<Permutation>, BigUint) {
    let order = chain.order();
    let mut random = Random::new(0xfe3);
    let mut generators = Vec::new();
    let mut wanted = 2;
    while order > BigUint::from(1u32) {
        generators.extend((generators.len()..wanted).map(|_| chain.random(&mut random)));
        let mut trial = Chain::start(chain.degree(), &generators, &chain.base());
        let mut shaker = Shaker::new(chain.degree(), &generators, wanted as u64);
        if trial.sift_random(Some(&order), || shaker.draw()) {
            break;
        }
        wanted *= 2;
    }
    (generators, order)
}
