//! Names that states show. A symmetry that moves others alone maps every state that is reached to
//! itself: it merges nothing, and is not called one.

use crate::discovery::bodies::frozen::Frozen;
use crate::discovery::numbers::classes::{Base, ClassId, Classes, Spot};
use crate::discovery::numbers::inference::spot_of;
use crate::discovery::terms::AtomId;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::AtomKind;
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_ir::layout::{Layout, PathStep, Slot, SlotRole};
use weyl_ir::{Model, NameId, SortId, Type, VarId};
use weyl_permutation::disjoint_sets::DisjointSets;
use weyl_permutation::{Permutation, Point};

/// What is looked at.
#[derive(Clone, Copy)]
pub(crate) struct States<'a> {
    pub model: &'a Model,
    pub layout: &'a Layout,
    pub classes: &'a Classes,
    pub frozen: &'a Frozen<'a>,
    /// Variables that stay where they are.
    pub inert: &'a BTreeSet<VarId>,
}

/// For each atom whether something that changes holds it, or is found by it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    atoms: Vec<bool>,
}

impl Shown {
    pub fn new(states: States<'_>, program: &GroundProgram) -> Shown {
        let mut seen = Seen::default();
        for (id, slot) in &states.layout.slots {
            let frozen = states.frozen;
            let stays = states.inert.contains(&slot.variable)
                || frozen.slot_value(id).is_some()
                || frozen.kept_value(id).is_some();
            if !stays {
                seen.slot(states, slot);
            }
        }
        let mut used = used_by_steps(program);
        for (atom, is_used) in used.iter_mut().enumerate() {
            *is_used = match program.universe.kind(AtomId::new(atom)) {
                AtomKind::Name(name) => seen.name(states.model, name),
                AtomKind::Location { process, .. } => seen.name(states.model, process),
                AtomKind::Value(class, number) => {
                    seen.classes.contains(&class) || seen.indices.contains(&(class, number))
                }
                // Its messages change where a step finds it, by itself or in a variable.
                AtomKind::Channel(number) => *is_used || seen.channel(states.classes, number),
            };
        }
        Shown { atoms: used }
    }

    /// Some of these generators: without the factors of their group that move nothing shown.
    /// Factors move different names, so that what is left is a factor, and has the same orbits of
    /// states.
    pub fn telling(&self, generators: Vec<Permutation>) -> Vec<Permutation> {
        let mut factors = DisjointSets::new(self.atoms.len());
        for generator in &generators {
            let mut support = generator.support().map(Point::index);
            if let Some(first) = support.next() {
                support.for_each(|other| {
                    factors.unite(first, other);
                });
            }
        }
        let shown = (0..self.atoms.len()).filter(|atom| self.atoms[*atom]);
        let shown: BTreeSet<usize> = shown.map(|atom| factors.name(atom)).collect();
        let tells = |one: &Permutation| {
            let mut support = one.support();
            support
                .next()
                .is_some_and(|first| shown.contains(&factors.name(first.index())))
        };
        generators.into_iter().filter(tells).collect()
    }
}

/// The atoms that rules, functions and properties mention.
fn used_by_steps(program: &GroundProgram) -> Vec<bool> {
    let roots = program.roots.iter();
    let is_silent = |root: &&Root| {
        matches!(
            root.kind,
            RootKind::Fact | RootKind::Range | RootKind::Kept | RootKind::Start
        )
    };
    let roots = roots.filter(|root| !is_silent(root));
    program.mentioned(roots.map(|root| root.term))
}

/// What slots that change may hold, and what finds them.
#[derive(Default)]
struct Seen {
    classes: BTreeSet<ClassId>,
    indices: BTreeSet<(ClassId, i128)>,
    names: BTreeSet<NameId>,
    sorts: BTreeSet<SortId>,
    /// Names of any sort.
    is_any: bool,
}

impl Seen {
    fn slot(&mut self, states: States<'_>, slot: &Slot) {
        self.names.extend(&slot.index_names);
        let class = spot_of(slot).and_then(|spot| states.classes.of(&spot));
        self.classes.extend(class);
        if let SlotRole::Value(ty) = slot.role {
            match states.model.types.get(ty) {
                Type::Id(sort) => {
                    self.sorts.insert(*sort);
                }
                Type::Union(_) => self.is_any = true,
                // Numbers have classes; the others hold no names.
                Type::Bool
                | Type::Int
                | Type::Range { .. }
                | Type::Enum { .. }
                | Type::Array { .. }
                | Type::Record(_)
                | Type::Multiset { .. }
                | Type::Channel { .. } => {}
            }
        }
        let base = Base::Variable(slot.variable);
        for (at, step) in slot.path.iter().enumerate() {
            if let PathStep::Index(_, number) = step {
                let path = slot.leaf().path[..at].to_vec();
                let class = states.classes.of(&Spot::index(base, path));
                self.indices.extend(class.map(|class| (class, *number)));
            }
        }
    }

    fn name(&self, model: &Model, name: NameId) -> bool {
        let is_held = || self.sorts.contains(&model.sort_of(name));
        self.is_any || self.names.contains(&name) || is_held()
    }

    fn channel(&self, classes: &Classes, number: u32) -> bool {
        let mut holding = self
            .classes
            .iter()
            .filter(|class| classes.is_channel(**class));
        holding.any(|class| classes.may_hold(*class, i128::from(number)))
    }
}
