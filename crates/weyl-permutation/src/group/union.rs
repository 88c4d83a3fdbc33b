//! Disjoint sets with path halving; the least member names its set.

#[derive(Clone, Debug)]
pub(super) struct DisjointSets {
    parent: Vec<u32>,
}

impl DisjointSets {
    pub fn new(count: usize) -> Self {
        Self {
            parent: (0..count as u32).collect(),
        }
    }

    pub fn find(&mut self, mut item: usize) -> usize {
        while self.parent[item] as usize != item {
            let above = self.parent[item] as usize;
            self.parent[item] = self.parent[above];
            item = self.parent[item] as usize;
        }
        item
    }

    /// Returns the name that was given up, if the sets were different.
    pub fn unite(&mut self, one: usize, other: usize) -> Option<usize> {
        let (one, other) = (self.find(one), self.find(other));
        let (kept, lost) = (one.min(other), one.max(other));
        if kept == lost {
            return None;
        }
        self.parent[lost] = kept as u32;
        Some(lost)
    }

    /// The sets with their members in ascending order, by their least members.
    pub fn classes(mut self) -> Vec<Vec<usize>> {
        let count = self.parent.len();
        let mut classes = vec![Vec::new(); count];
        for item in 0..count {
            let name = self.find(item);
            classes[name].push(item);
        }
        classes.retain(|class| !class.is_empty());
        classes
    }
}
