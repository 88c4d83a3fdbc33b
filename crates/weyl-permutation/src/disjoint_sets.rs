//! Disjoint sets that grow together (union-find), with path halving.
//!
//! The least member names its set. Sets are therefore not united by size, and an operation takes
//! logarithmic instead of almost constant time on average (Tarjan and van Leeuwen, *Worst-case
//! analysis of set union algorithms*, 1984); in return names do not depend on the order of unions.

/// Sets of the numbers below some count.
#[derive(Clone, Debug, Default)]
pub struct DisjointSets {
    /// A lesser member of the set, or the member itself if it is the least.
    parent: Vec<u32>,
}

/// Two sets became one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct United {
    /// The name of the union.
    pub kept: usize,
    /// The other name that there was.
    pub lost: usize,
}

impl DisjointSets {
    /// Each member by itself.
    pub fn new(count: usize) -> Self {
        Self {
            parent: (0..count as u32).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.parent.len()
    }

    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// A new member, by itself.
    pub fn push(&mut self) -> usize {
        let new = self.parent.len();
        self.parent.push(new as u32);
        new
    }

    /// The name of the set of a member. The way to it becomes half as long.
    pub fn find(&mut self, mut item: usize) -> usize {
        while self.parent[item] as usize != item {
            let above = self.parent[item] as usize;
            self.parent[item] = self.parent[above];
            item = self.parent[item] as usize;
        }
        item
    }

    /// As [`find`](Self::find), but no way becomes shorter.
    pub fn name(&self, mut item: usize) -> usize {
        while self.parent[item] as usize != item {
            item = self.parent[item] as usize;
        }
        item
    }

    /// What became of the names, if the sets were different.
    pub fn unite(&mut self, one: usize, other: usize) -> Option<United> {
        let (one, other) = (self.find(one), self.find(other));
        let (kept, lost) = (one.min(other), one.max(other));
        if kept == lost {
            return None;
        }
        self.parent[lost] = kept as u32;
        Some(United { kept, lost })
    }

    /// Leads every member to its name at once. Parents are lesser: they are led there before.
    pub fn flatten(&mut self) {
        for item in 0..self.parent.len() {
            self.parent[item] = self.parent[self.parent[item] as usize];
        }
    }

    /// The names of all sets, in ascending order.
    pub fn names(&self) -> impl Iterator<Item = usize> {
        let parents = self.parent.iter().enumerate();
        let names = parents.filter(|(item, parent)| **parent as usize == *item);
        names.map(|(item, _)| item)
    }

    /// The sets with their members in ascending order, by their least members.
    pub fn classes(mut self) -> Vec<Vec<usize>> {
        let mut classes = vec![Vec::new(); self.len()];
        for item in 0..self.len() {
            let name = self.find(item);
            classes[name].push(item);
        }
        classes.retain(|class| !class.is_empty());
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// By definition: for each member the least of its set, relabelled at every union.
    fn relabel(least: &mut [usize], one: usize, other: usize) -> Option<United> {
        let (kept, lost) = (least[one].min(least[other]), least[one].max(least[other]));
        for label in least.iter_mut().filter(|label| **label == lost) {
            *label = kept;
        }
        (kept != lost).then_some(United { kept, lost })
    }

    fn agree(sets: &DisjointSets, least: &[usize]) {
        let names = (0..sets.len()).map(|item| sets.name(item));
        assert!(names.eq(least.iter().copied()));
        let found = (0..sets.len()).map(|item| sets.clone().find(item));
        assert!(found.eq(least.iter().copied()));
        let mut names = least.to_vec();
        names.sort_unstable();
        names.dedup();
        let members = |name: &usize| {
            let members = (0..least.len()).filter(|item| least[*item] == *name);
            members.collect::<Vec<usize>>()
        };
        assert!(sets.names().eq(names.iter().copied()));
        assert_eq!(
            sets.clone().classes(),
            names.iter().map(members).collect::<Vec<_>>()
        );
    }

    #[test]
    fn random_unions_are_those_of_labels() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let count = 1 + random.below(12);
            let mut sets = DisjointSets::new(count);
            let mut least: Vec<usize> = (0..count).collect();
            for _ in 0..20 {
                match random.below(6) {
                    0 => {
                        assert_eq!(sets.push(), least.len());
                        least.push(least.len());
                    }
                    1 => sets.flatten(),
                    _ => {
                        let (one, other) = (random.below(least.len()), random.below(least.len()));
                        let expected = relabel(&mut least, one, other);
                        assert_eq!(sets.unite(one, other), expected);
                    }
                }
                agree(&sets, &least);
            }
        }
    }

    #[test]
    fn a_flat_forest_has_ways_of_one_step() {
        let mut sets = DisjointSets::new(50);
        for item in (1..50).rev() {
            sets.unite(item - 1, item);
        }
        sets.flatten();
        assert!(sets.parent.iter().all(|parent| *parent == 0));
        assert!(!sets.is_empty() && DisjointSets::default().is_empty());
    }
}
