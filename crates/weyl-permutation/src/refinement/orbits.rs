//! Orbits of a group that grows by generators, with their sizes and marks.

use crate::disjoint_sets::{DisjointSets, United};

#[derive(Clone, Debug)]
pub(super) struct Orbits {
    sets: DisjointSets,
    /// By the name of an orbit: how many elements, and whether the orbit is marked.
    size: Vec<u32>,
    is_marked: Vec<bool>,
}

impl Orbits {
    pub fn new(count: usize) -> Orbits {
        Orbits {
            sets: DisjointSets::new(count),
            size: vec![1; count],
            is_marked: vec![false; count],
        }
    }

    /// The element that stands for the orbit.
    pub fn root(&mut self, element: usize) -> usize {
        self.sets.find(element)
    }

    /// A union of a marked orbit with another is marked.
    pub fn unite(&mut self, one: usize, other: usize) {
        if let Some(United { kept, lost }) = self.sets.unite(one, other) {
            self.size[kept] += self.size[lost];
            self.is_marked[kept] |= self.is_marked[lost];
        }
    }

    pub fn size(&mut self, element: usize) -> usize {
        let root = self.root(element);
        self.size[root] as usize
    }

    pub fn is_marked(&mut self, element: usize) -> bool {
        let root = self.root(element);
        self.is_marked[root]
    }

    pub fn set_mark(&mut self, element: usize, mark: bool) {
        let root = self.root(element);
        self.is_marked[root] = mark;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_sizes_survive_unions() {
        let mut orbits = Orbits::new(5);
        orbits.set_mark(3, true);
        orbits.unite(0, 1);
        orbits.unite(1, 3);
        assert!(orbits.is_marked(0) && !orbits.is_marked(2));
        assert_eq!((orbits.size(3), orbits.size(4)), (3, 1));
        orbits.set_mark(1, false);
        assert!(!orbits.is_marked(3));
    }
}
