//! Groups of few elements: all images of a state are made, and the least of them represents it.
//! Rotations of a small ring or symmetries of a board are decided by this in less time than
//! refinement takes for its first round.

use cranelift_entity::EntityRef;
use std::mem;
use weyl_ir::layout::Action;
use weyl_permutation::{Group, Permutation, Point};

/// With more elements refinement is cheaper.
const MOST_ELEMENTS: usize = 16;

#[derive(Clone, Debug)]
pub(crate) struct Listing {
    /// All but the identity.
    elements: Vec<Permutation>,
    candidate: Vec<u8>,
}

impl Listing {
    pub fn new(group: &Group, state_size: usize) -> Option<Listing> {
        Some(Listing {
            elements: elements(group)?,
            candidate: vec![0; state_size],
        })
    }

    /// Writes the least image, and how the names got there.
    pub fn represent(
        &mut self,
        action: &Action,
        state: &[u8],
        image: &mut [u8],
        images: &mut [Point],
    ) {
        image.copy_from_slice(state);
        let mut best = None;
        for element in &self.elements {
            action.apply(element.images(), state, &mut self.candidate);
            if *self.candidate < *image {
                image.copy_from_slice(&self.candidate);
                best = Some(element);
            }
        }
        match best {
            Some(element) => images.copy_from_slice(element.images()),
            None => (0..images.len()).for_each(|at| images[at] = Point::new(at)),
        }
    }
}

/// Everything that generators make, if that is little.
fn elements(group: &Group) -> Option<Vec<Permutation>> {
    let identity = Permutation::identity(group.degree());
    let mut all = vec![identity];
    let mut last = 0;
    while last < all.len() {
        let from = mem::replace(&mut last, all.len());
        for number in from..last {
            for generator in group.generators() {
                let next = generator.after(&all[number]);
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            if all.len() > MOST_ELEMENTS {
                return None;
            }
        }
    }
    all.swap_remove(0);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rotation(degree: usize) -> Group {
        let images = (0..degree).map(|at| Point::new((at + 1) % degree));
        let generator = Permutation::from_images(images.collect()).unwrap();
        Group::new(degree, vec![generator]).unwrap()
    }

    #[test]
    fn groups_of_few_elements_are_listed() {
        for degree in [2, 3, 8, 16] {
            let elements = elements(&rotation(degree)).unwrap();
            assert_eq!(elements.len(), degree - 1);
            assert!(elements.iter().all(|one| !one.is_identity()));
        }
        assert!(elements(&rotation(17)).is_none());
        assert_eq!(elements(&Group::trivial(3)).map(|all| all.len()), Some(0));
    }
}
