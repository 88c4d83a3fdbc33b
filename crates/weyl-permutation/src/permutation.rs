//! One permutation, as the table of its images.
//!
//! Products read like maps: (πσ)(x) = π(σ(x)), the left action that DESIGN.md fixes for states.

use cranelift_entity::entity_impl;

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
        let mut images = self.images.iter().enumerate();
        images.all(|(from, to)| to.0 as usize == from)
    }
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
    fn a_repeated_image_is_refused() {
        assert_eq!(Permutation::from_images(vec![Point::from_u32(0); 2]), None);
        assert_eq!(Permutation::from_images(vec![Point::from_u32(1)]), None);
    }
}
