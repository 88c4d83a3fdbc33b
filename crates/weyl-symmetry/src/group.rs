//! The group that reductions may use.

use cranelift_entity::EntityRef;
use weyl_ir::layout::point;
use weyl_ir::{Model, NameId};
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::group::BigUint;
use weyl_permutation::{Group, Permutation};

/// A group of name permutations, each of which maps the program and its properties onto themselves. It
/// can be made in this crate only, where that is proved.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    group: Group,
}

impl SymmetryGroup {
    /// To be called with generators that are proved to be program automorphisms.
    pub(crate) fn of_proved(model: &Model, generators: Vec<Permutation>) -> SymmetryGroup {
        match Group::new(model.name_count(), generators) {
            Some(group) => SymmetryGroup { group },
            None => unreachable!("generators act on the names of the model"),
        }
    }

    /// The identity alone.
    pub fn trivial(model: &Model) -> SymmetryGroup {
        SymmetryGroup {
            group: Group::trivial(model.name_count()),
        }
    }

    pub fn group(&self) -> &Group {
        &self.group
    }

    pub fn order(&self) -> BigUint {
        self.group.order()
    }

    /// Its generators in cycle notation, in the names of the model.
    pub fn generators(&self, model: &Model) -> Vec<String> {
        let names = model.sorts.values().flat_map(|sort| &sort.names);
        let names: Vec<&String> = names.collect();
        let write = |one: &Permutation| write_cycles(one, &|p| names[p.index()].clone());
        self.group.generators().iter().map(write).collect()
    }

    pub fn is_trivial(&self) -> bool {
        self.group.is_trivial()
    }

    /// Those of its elements that fix each of the names: what is left for a property that mentions
    /// them.
    pub fn fixing(&self, names: &[NameId]) -> SymmetryGroup {
        let points: Vec<_> = names.iter().copied().map(point).collect();
        SymmetryGroup {
            group: self.group.stabiliser(&points),
        }
    }
}
