//! The proof that a chain is complete, and its completion where it is not.
//!
//! Let H be the group of a level with base point b and orbit Δ, K the group of the next level,
//! known to be complete. By Schreier's lemma K is all of the stabiliser of b if the cosets t(y)K,
//! one for each y in Δ with t(y) taking b to y, are permuted by the generators of H. Checking all
//! points with all generators is too much for large orbits; Sims (see Seress 2003, section 8.2)
//! checks K-orbits instead. Let γ represent a K-orbit on Δ, and t(kγ) = k·t(γ).
//!
//! - Elements of K permute the cosets iff t(γ)⁻¹·K_γ·t(γ) ≤ K for each γ: one test for each
//!   generator of K_γ.
//! - For another generator z let ε = z⁻¹b = kγ. If z·k·t(γ) is in K, then z takes K_ε into K by
//!   conjugation, and z need only be tested on one y of each K_ε-orbit on Δ.
//!
//! Each test is one sift, and an element that does not sift to the identity is what was missing.

use super::chain::Chain;
use super::orbits::{Orbits, Transversal};
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
use weyl_budget::go_on;

impl Chain {
    /// Completes the chain.
    pub fn verify(&mut self) {
        let mut level = self.levels.len();
        while level > 0 {
            match Check::new(self, level - 1).missing() {
                None => level -= 1,
                Some(residue) => level = self.insert(residue) + 1,
            }
        }
    }
}

/// An orbit of K on Δ.
struct Suborbit {
    /// t(γ): takes the base to the representative.
    step: Permutation,
    /// Elements of K from the representative to the other points; `None` if there are none.
    transversal: Option<Transversal>,
    /// Generators of the stabiliser of the representative in K.
    stabiliser: Vec<Permutation>,
}

struct Check<'a> {
    chain: &'a Chain,
    number: usize,
    suborbits: Vec<Suborbit>,
    /// For each point of Δ its suborbit.
    suborbit_of: Vec<usize>,
}

impl<'a> Check<'a> {
    fn new(chain: &'a Chain, number: usize) -> Self {
        let lower: Vec<Permutation> = chain.generators_from(number + 1).cloned().collect();
        let orbits = Orbits::new(chain.degree(), &lower);
        let level = &chain.levels[number];
        let mut suborbits: Vec<Suborbit> = Vec::new();
        let mut suborbit_of = vec![usize::MAX; chain.degree()];
        for &point in &level.orbit {
            if suborbit_of[point.index()] != usize::MAX {
                continue;
            }
            let points = orbits.of(point);
            for other in points {
                suborbit_of[other.index()] = suborbits.len();
            }
            // The next base point, if it is here: the stabiliser of it in K is at hand.
            let next = chain.levels.get(number + 1).map(|level| level.base);
            let next = next.filter(|next| points.binary_search(next).is_ok());
            let represented = next.unwrap_or(point);
            let is_single = points.len() == 1;
            suborbits.push(Suborbit {
                step: level.base_to(represented),
                transversal: (!is_single)
                    .then(|| Transversal::new(represented, chain.degree(), &lower)),
                stabiliser: chain.stabiliser_below(number + 1, represented, &lower),
            });
        }
        Self {
            chain,
            number,
            suborbits,
            suborbit_of,
        }
    }

    fn missing(&self) -> Option<Permutation> {
        let lower = self.suborbits.iter().find_map(|suborbit| {
            let back = suborbit.step.inverse();
            let mut stabiliser = suborbit.stabiliser.iter();
            stabiliser.find_map(|one| self.sift(one.conjugated_by(&back)))
        });
        lower.or_else(|| {
            let base = self.chain.levels[self.number].base;
            let all = self.chain.generators_from(self.number);
            let mut upper = all.filter(|one| one.image(base) != base);
            upper.find_map(|generator| self.missing_for(generator, base))
        })
    }

    fn missing_for(&self, generator: &Permutation, base: Point) -> Option<Permutation> {
        let source = generator.inverse().image(base);
        let to_source = self.coset(source);
        if let Some(residue) = self.sift(generator.after(&to_source)) {
            return Some(residue);
        }
        let suborbit = self.suborbit(source);
        let carry = to_source.after(&suborbit.step.inverse());
        let stabiliser = suborbit
            .stabiliser
            .iter()
            .map(|one| one.conjugated_by(&carry));
        let stabiliser: Vec<Permutation> = stabiliser.collect();
        let orbits = Orbits::new(self.chain.degree(), &stabiliser);
        let points = self.chain.levels[self.number].orbit.iter();
        let mut representatives = points.filter(|&&point| orbits.of(point)[0] == point);
        representatives.find_map(|&point| {
            let there = generator.after(&self.coset(point));
            let back = self.coset(generator.image(point)).inverse();
            self.sift(back.after(&there))
        })
    }

    fn suborbit(&self, point: Point) -> &Suborbit {
        &self.suborbits[self.suborbit_of[point.index()]]
    }

    /// t(y) = k·t(γ).
    fn coset(&self, point: Point) -> Permutation {
        let suborbit = self.suborbit(point);
        let inside = suborbit
            .transversal
            .as_ref()
            .and_then(|one| one.base_to(point));
        match inside {
            Some(inside) => inside.after(&suborbit.step),
            None => suborbit.step.clone(),
        }
    }

    /// What is left of an element that must be in K.
    fn sift(&self, element: Permutation) -> Option<Permutation> {
        go_on();
        self.chain.residue(element, self.number + 1)
    }
}

impl Chain {
    /// Generators of the stabiliser of a point in the group of a level, whose own generators are
    /// given and which is complete from there on.
    fn stabiliser_below(
        &self,
        number: usize,
        point: Point,
        generators: &[Permutation],
    ) -> Vec<Permutation> {
        if generators.iter().all(|one| one.image(point) == point) {
            return generators.to_vec();
        }
        if self
            .levels
            .get(number)
            .is_some_and(|level| level.base == point)
        {
            return self.generators_from(number + 1).cloned().collect();
        }
        self.tail(number)
            .stabiliser(point)
            .generators_from(0)
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::HashSet;

    fn random_permutation(random: &mut Random, degree: usize) -> Permutation {
        let mut images: Vec<Point> = (0..degree).map(Point::new).collect();
        for _ in 0..2 {
            images.swap(random.below(degree), random.below(degree));
        }
        Permutation::from_bijection(images.into())
    }

    fn count_elements(degree: usize, generators: &[Permutation]) -> usize {
        let mut found = HashSet::from([Permutation::identity(degree)]);
        let mut queue: Vec<Permutation> = found.iter().cloned().collect();
        while let Some(one) = queue.pop() {
            let products = generators.iter().map(|generator| generator.after(&one));
            queue.extend(products.filter(|product| found.insert(product.clone())));
        }
        found.len()
    }

    /// Without any random element, verification has to find everything.
    #[test]
    fn verification_alone_completes_chains() {
        let mut random = Random::new(17);
        for round in 0..300 {
            let degree = 3 + random.below(5);
            let count = 1 + random.below(3);
            let draw = |_| match round % 2 {
                0 => random_permutation(&mut random, degree),
                _ => {
                    let one = random_permutation(&mut random, degree);
                    one.after(&random_permutation(&mut random, degree))
                }
            };
            let generators: Vec<Permutation> = (0..count).map(draw).collect();
            let mut chain = Chain::trivial(degree, &[]);
            chain.absorb(&generators);
            chain.verify();
            let order = count_elements(degree, &generators);
            assert_eq!(chain.order(), order.into(), "{generators:?}");
        }
    }
}
