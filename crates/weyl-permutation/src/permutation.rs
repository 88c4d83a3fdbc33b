//! One permutation, as the table of its images.
//!
//! Products read like maps: (πσ)(x) = π(σ(x)), the left action that docs/design.md fixes for
//! states.

use cranelift_entity::{EntityRef, entity_impl};
use num_bigint::BigUint;

/// One of the things that are permuted, numbered from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u32);
entity_impl!(Point);

/// A bijection of the points below `degree`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permutation {
    images: Box<[Point]>,
}

impl Permutation {
    pub fn identity(degree: usize) -> Self {
        let images = (0..degree as u32).map(Point).collect();
        Self { images }
    }

    /// `None` unless each point below the length occurs exactly once.
    pub fn from_images(images: Vec<Point>) -> Option<Self> {
        let mut seen = vec![false; images.len()];
        for &image in &images {
            let mark = seen.get_mut(image.0 as usize)?;
            if std::mem::replace(mark, true) {
                return None;
            }
        }
        Some(Self {
            images: images.into(),
        })
    }

    /// How many points there are, moved or not.
    pub fn degree(&self) -> usize {
        self.images.len()
    }

    pub fn image(&self, point: Point) -> Point {
        self.images[point.0 as usize]
    }

    pub fn images(&self) -> &[Point] {
        &self.images
    }

    /// πσ: first `other`, then `self`.
    pub fn after(&self, other: &Self) -> Self {
        let images = other.images.iter().map(|&middle| self.image(middle));
        Self {
            images: images.collect(),
        }
    }

    pub fn inverse(&self) -> Self {
        let mut images = self.images.clone();
        for (from, &to) in self.images.iter().enumerate() {
            images[to.0 as usize] = Point(from as u32);
        }
        Self { images }
    }

    pub fn is_identity(&self) -> bool {
        self.support().next().is_none()
    }

    /// The points that are moved, in ascending order.
    pub fn support(&self) -> impl Iterator<Item = Point> {
        let images = self.images.iter().enumerate();
        let moved = images.filter(|&(from, to)| to.index() != from);
        moved.map(|(from, _)| Point(from as u32))
    }

    /// π^exponent; a negative exponent takes powers of the inverse.
    pub fn power(&self, exponent: i64) -> Self {
        let mut images = self.images.clone();
        for cycle in self.cycles() {
            let length = cycle.len() as i64;
            let shift = exponent.rem_euclid(length) as usize;
            for (place, point) in cycle.iter().enumerate() {
                images[point.index()] = cycle[(place + shift) % cycle.len()];
            }
        }
        Self { images }
    }

    /// The least n > 0 with πⁿ = 1. It can exceed 64 bits from a few hundred points on.
    pub fn order(&self) -> BigUint {
        let mut order = BigUint::from(1u32);
        for cycle in self.cycles() {
            let length = cycle.len() as u64;
            let rest = (&order % length).iter_u64_digits().next().unwrap_or(0);
            order *= length / greatest_common_divisor(length, rest);
        }
        order
    }

    /// σπσ⁻¹: the permutation that does to the images under σ what this one does to the points.
    pub fn conjugated_by(&self, other: &Self) -> Self {
        let mut images = self.images.clone();
        for (from, &to) in self.images.iter().enumerate() {
            images[other.images[from].index()] = other.image(to);
        }
        Self { images }
    }

    pub fn is_even(&self) -> bool {
        let even_cycles = self.cycles().into_iter();
        even_cycles.filter(|cycle| cycle.len() % 2 == 0).count() % 2 == 0
    }

    /// The cycles of length at least two, each starting with its least point, in ascending order.
    pub fn cycles(&self) -> Vec<Vec<Point>> {
        let mut seen = vec![false; self.degree()];
        let mut cycles = Vec::new();
        for start in self.support() {
            let mut cycle = Vec::new();
            let mut point = start;
            while !std::mem::replace(&mut seen[point.index()], true) {
                cycle.push(point);
                point = self.image(point);
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The caller vouches that the images are a bijection.
    pub(crate) fn from_bijection(images: Box<[Point]>) -> Self {
        Self { images }
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permutation(images: &[u32]) -> Permutation {
        let images = images.iter().map(|&image| Point::from_u32(image));
        Permutation::from_images(images.collect()).expect("a bijection")
    }

    #[test]
    fn the_right_factor_acts_first() {
        let swap = permutation(&[1, 0, 2]);
        let turn = permutation(&[1, 2, 0]);
        assert_eq!(turn.after(&swap), permutation(&[2, 1, 0]));
    }

    #[test]
    fn an_inverse_undoes() {
        let turn = permutation(&[1, 2, 0]);
        assert!(turn.after(&turn.inverse()).is_identity());
        assert!(!turn.after(&turn).is_identity());
    }

    #[test]
    fn powers_are_repeated_products() {
        let mixed = permutation(&[1, 2, 0, 4, 3, 5]);
        let mut product = Permutation::identity(6);
        for exponent in 0..8 {
            assert_eq!(mixed.power(exponent), product);
            assert_eq!(mixed.power(-exponent), product.inverse());
            product = product.after(&mixed);
        }
        assert_eq!(mixed.order(), BigUint::from(6u32));
        assert!(!mixed.is_even());
    }

    #[test]
    fn conjugation_renames_the_points_of_cycles() {
        let pair = permutation(&[1, 0, 2, 3]);
        let shift = permutation(&[1, 2, 3, 0]);
        let expected = shift.after(&pair).after(&shift.inverse());
        assert_eq!(pair.conjugated_by(&shift), expected);
        assert_eq!(expected.cycles(), [[Point(1), Point(2)]]);
    }

    #[test]
    fn a_repeated_image_is_refused() {
        assert_eq!(Permutation::from_images(vec![Point::from_u32(0); 2]), None);
        assert_eq!(Permutation::from_images(vec![Point::from_u32(1)]), None);
    }
}
