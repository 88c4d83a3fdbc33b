//! Which numbers of a program belong together, and what is known of them: by assignments,
//! comparisons, indices, messages and parameters (as in Steensgaard's points-to analysis, and as
//! discovery does it on ground programs). No verdict depends on it: a class decides which default
//! takes no symmetry away.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use weyl_ir::{FunctionId, LeafStep, LocalId, VarId};
use weyl_permutation::disjoint_sets::{DisjointSets, United};

/// A body with locals of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    Function(FunctionId),
    /// A rule, an initial rule or a property, by number.
    Other(u32),
}

/// Where numbers are: parts of a variable or a local, or the indices of an array there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub base: Base,
    pub path: Vec<LeafStep>,
    pub is_index: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Base {
    Variable(VarId),
    Local(Scope, LocalId),
    /// The numbers of processes.
    Processes,
}

/// What is known of the numbers of a class.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub are_processes: bool,
    pub are_channels: bool,
    pub are_indices: bool,
    /// Some number is the next of another, or their order is asked.
    pub are_ordered: bool,
    /// Some number is computed.
    pub are_computed: bool,
    /// Some number is the next in a ring of numbers, or their mirror image.
    pub are_turned: bool,
    /// Some number is computed from the number of a process.
    pub come_from_processes: bool,
    /// Some number is compared with a constant.
    pub are_tested: bool,
    /// Those that rules write.
    pub constants: BTreeSet<i128>,
    /// What the messages of channels hold.
    fields: BTreeMap<u32, usize>,
}

impl Facts {
    fn absorb(&mut self, other: Facts) -> Vec<(usize, usize)> {
        self.are_processes |= other.are_processes;
        self.are_channels |= other.are_channels;
        self.are_indices |= other.are_indices;
        self.are_ordered |= other.are_ordered;
        self.are_computed |= other.are_computed;
        self.are_tested |= other.are_tested;
        self.are_turned |= other.are_turned;
        self.constants.extend(other.constants);
        let mut equal = Vec::new();
        for (field, node) in other.fields {
            let own = *self.fields.entry(field).or_insert(node);
            equal.push((own, node));
        }
        equal
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    spots: HashMap<Spot, usize>,
    sets: DisjointSets,
    /// Those of a class are at its name.
    facts: Vec<Facts>,
    /// What is computed, and from what.
    computed: Vec<(usize, Vec<usize>)>,
}

impl Classes {
    pub fn node(&mut self, spot: Spot) -> usize {
        if let Some(known) = self.spots.get(&spot) {
            return *known;
        }
        let node = self.fresh();
        self.facts[node].are_indices = spot.is_index;
        self.facts[node].are_processes = spot.base == Base::Processes;
        self.spots.insert(spot, node);
        node
    }

    fn fresh(&mut self) -> usize {
        self.facts.push(Facts::default());
        self.sets.push()
    }

    pub fn processes(&mut self) -> usize {
        self.node(Spot {
            base: Base::Processes,
            path: Vec::new(),
            is_index: false,
        })
    }

    pub fn unite(&mut self, one: usize, two: usize) {
        let mut pairs = vec![(one, two)];
        while let Some((one, two)) = pairs.pop() {
            if let Some(United { kept, lost }) = self.sets.unite(one, two) {
                let other = std::mem::take(&mut self.facts[lost]);
                pairs.extend(self.facts[kept].absorb(other));
            }
        }
    }

    pub fn facts_mut(&mut self, node: usize) -> &mut Facts {
        let name = self.sets.find(node);
        &mut self.facts[name]
    }

    pub fn facts(&self, spot: &Spot) -> Option<&Facts> {
        let node = self.spots.get(spot)?;
        Some(&self.facts[self.sets.name(*node)])
    }

    /// A field of the messages of the channels with the numbers of a class.
    pub fn field(&mut self, node: usize, field: u32) -> usize {
        let name = self.sets.find(node);
        if let Some(known) = self.facts[name].fields.get(&field) {
            return *known;
        }
        let new = self.fresh();
        self.facts[name].fields.insert(field, new);
        new
    }

    pub fn is_computed(&mut self, node: usize, from: Vec<usize>) {
        self.facts_mut(node).are_computed = true;
        self.computed.push((node, from));
    }

    /// Follows computations from numbers of processes.
    pub fn finish(&mut self) {
        let computed = std::mem::take(&mut self.computed);
        loop {
            let mut changed = false;
            for (node, from) in &computed {
                let is_from = |node: &usize| {
                    let facts = &self.facts[self.sets.name(*node)];
                    facts.are_processes || facts.come_from_processes
                };
                let comes = from.iter().any(is_from);
                let facts = self.facts_mut(*node);
                changed |= comes && !facts.come_from_processes;
                facts.come_from_processes |= comes;
            }
            if !changed {
                return;
            }
        }
    }
}
