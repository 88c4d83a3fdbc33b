//! Orbits of a group that grows by generators: a union-find structure that can mark orbits.

#[derive(Clone, Debug)]
pub(super) struct Orbits {
    parent: Vec<u32>,
    /// Of a root: how many elements, and whether the orbit is marked.
    size: Vec<u32>,
    is_marked: Vec<bool>,
}

impl Orbits {
    pub fn new(count: usize) -> Orbits {
        Orbits {
            parent: (0..count as u32).collect(),
            size: vec![1; count],
            is_marked: vec![false; count],
        }
    }

    /// The element that stands for the orbit. Paths are halved on the way.
    pub fn root(&mut self, element: usize) -> usize {
        let mut at = element;
        while self.parent[at] as usize != at {
            self.parent[at] = self.parent[self.parent[at] as usize];
            at = self.parent[at] as usize;
        }
        at
    }

    /// A union of a marked orbit with another is marked.
    pub fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        let (small, large) = match self.size[one] < self.size[other] {
            true => (one, other),
            false => (other, one),
        };
        self.parent[small] = large as u32;
        self.size[large] += self.size[small];
        self.is_marked[large] |= self.is_marked[small];
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
