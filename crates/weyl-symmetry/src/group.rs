//! The group that reductions may use.

use cranelift_entity::EntityRef;
use std::collections::HashSet;
use weyl_ir::layout::{name, point};
use weyl_ir::{Model, NameId, TypeId};
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::group::BigUint;
use weyl_permutation::{Group, Permutation, Point};

/// A group of name permutations, each of which maps the program and its properties onto themselves.
/// It can be made in this crate only, where that is proved.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    group: Group,
    /// The names that count when the group is described: processes, channels, members of
    /// scalarsets, indices. Locations and data are carried along.
    counted: Vec<Point>,
}

/// A group in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupDescription {
    pub order: String,
    pub structure: String,
    /// In cycle notation, in the names of the model.
    pub generators: Vec<String>,
    /// The sets of names that change places.
    pub orbits: Vec<Vec<String>>,
    /// Whether some symmetries move nothing but data.
    pub moves_data_alone: bool,
}

impl SymmetryGroup {
    /// To be called with generators that are proved to be program automorphisms.
    pub(crate) fn of_proved(model: &Model, generators: Vec<Permutation>) -> SymmetryGroup {
        let everything = (0..model.name_count()).map(Point::new).collect();
        SymmetryGroup::counting(model, generators, everything)
    }

    /// The same; some names are only carried along.
    pub(crate) fn counting(
        model: &Model,
        generators: Vec<Permutation>,
        counted: Vec<Point>,
    ) -> SymmetryGroup {
        match Group::new(model.name_count(), generators) {
            Some(group) => SymmetryGroup { group, counted },
            None => unreachable!("generators act on the names of the model"),
        }
    }

    /// The identity alone.
    pub fn trivial(model: &Model) -> SymmetryGroup {
        SymmetryGroup::of_proved(model, Vec::new())
    }

    pub fn group(&self) -> &Group {
        &self.group
    }

    /// The action on the names that count, renumbered.
    fn visible(&self) -> Group {
        match self.group.restricted_to(&self.counted) {
            Some(group) => group,
            None => unreachable!("names that count go to names that count"),
        }
    }

    /// The order of the action on the names that count.
    pub fn order(&self) -> BigUint {
        self.visible().order()
    }

    /// The order of the action on processes alone, and how many of them it moves: of two groups of
    /// one order the one that leaves no children behind merges more.
    pub fn size_on_processes(&self, model: &Model) -> (BigUint, usize) {
        let names = (0..model.name_count()).map(Point::new);
        let processes = names.filter(|name| {
            let sort = model.sort_of(NameId::new(name.index()));
            model.processes().kind_of_sort(sort).is_some()
        });
        match self.group.restricted_to(&processes.collect::<Vec<_>>()) {
            Some(group) => {
                let moved = group.orbits().moved().map(|orbit| orbit.len()).sum();
                (group.order(), moved)
            }
            None => unreachable!("processes go to processes"),
        }
    }

    pub fn describe(&self, model: &Model) -> GroupDescription {
        let names = model.sorts.values().flat_map(|sort| &sort.names);
        let names: Vec<&String> = names.collect();
        let written = |point: Point| names[self.counted[point.index()].index()].clone();
        let visible = self.visible();
        let generators = visible.generators().iter();
        let orbits = visible.orbits();
        let orbits = orbits
            .moved()
            .map(|orbit| orbit.iter().map(|point| written(*point)).collect());
        GroupDescription {
            order: visible.order().to_string(),
            structure: visible.structure().to_string(),
            generators: generators.map(|one| write_cycles(one, &written)).collect(),
            orbits: orbits.collect(),
            moves_data_alone: visible.order() != self.group.order(),
        }
    }

    /// The names that are moved by elements which move nothing that counts.
    pub fn data(&self) -> Vec<NameId> {
        if self.order() == self.group.order() {
            return Vec::new();
        }
        let data = self.group.stabiliser(&self.counted);
        let orbits = data.orbits();
        let moved = orbits.moved().flatten();
        moved.map(|point| name(*point)).collect()
    }

    pub fn is_trivial(&self) -> bool {
        self.group.is_trivial()
    }

    /// Whether it has the same elements.
    pub fn is_same_as(&self, other: &SymmetryGroup) -> bool {
        self.group.is_subgroup_of(&other.group) && other.group.is_subgroup_of(&self.group)
    }

    /// The group without the elements that only move some names among themselves, if it is that and
    /// what else it moves: everything that it does to other names is done by elements that fix
    /// these.
    pub fn apart_from(&self, names: &[NameId]) -> Option<SymmetryGroup> {
        let points: HashSet<Point> = names.iter().copied().map(point).collect();
        let all = (0..self.group.degree()).map(Point::new);
        let others: Vec<Point> = all.filter(|point| !points.contains(point)).collect();
        let fixing = self.fixing(names);
        let order = self.group.restricted_to(&others)?.order();
        (fixing.group.order() == order).then_some(fixing)
    }

    /// Those of its elements that fix each of the names: what is left for a property that mentions
    /// them.
    pub fn fixing(&self, names: &[NameId]) -> SymmetryGroup {
        let points: Vec<_> = names.iter().copied().map(point).collect();
        SymmetryGroup {
            group: self.group.stabiliser(&points),
            counted: self.counted.clone(),
        }
    }
}

/// The value that a permutation of names makes of a value. Names of a sort follow each other, in
/// every type that contains them.
pub fn moved_value(model: &Model, permutation: &Permutation, ty: TypeId, value: i128) -> i128 {
    match model.value_name(ty, value) {
        None => value,
        Some(from) => {
            let to = name(permutation.image(point(from)));
            value + i128::from(to.as_u32()) - i128::from(from.as_u32())
        }
    }
}
