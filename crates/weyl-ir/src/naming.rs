//! Which plain numbers of a model are names.
//!
//! A name of a sort is written by its type (`Id`, unions). Other types hold names too, without
//! saying so: a `byte` that holds the number of a process, an array with an element for each of
//! them, a channel number, a control location. A naming says which: it is found by inference, after
//! a front end is done, and it changes nothing for executors. What it changes is the action of
//! permutations: a location ℓ moves with the names that index it, and a value that is a name moves,
//! (π·s)[π·ℓ] = π(s[ℓ]).

use crate::{Model, NameId, Type, TypeId, VarId};
use cranelift_entity::{PrimaryMap, entity_impl};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberingId(u32);
entity_impl!(NumberingId, "numbering");

/// One step from a variable to a part of it, whatever the index or the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LeafStep {
    Field(u32),
    Index,
    /// Any position of a multiset, any message of a channel.
    Element,
}

/// All parts of a variable that are reached in the same way. The fields of the messages of a
/// channel are `Element`, then `Field`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaf {
    pub variable: VarId,
    pub path: Vec<LeafStep>,
}

/// Which numbers are which names: different ones for different numbers. Other numbers are no names.
pub type Numbering = BTreeMap<i128, NameId>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    pub numberings: PrimaryMap<NumberingId, Numbering>,
    /// Scalars whose values are names.
    pub values: BTreeMap<Leaf, NumberingId>,
    /// Arrays (the path leads to the array) whose indices are names.
    pub indices: BTreeMap<Leaf, NumberingId>,
    /// Scalars whose values are names that depend on the first name among the indices: control
    /// locations. This goes before `values`.
    pub values_at: BTreeMap<(Leaf, NameId), NumberingId>,
    /// The names of channels that are always there, by their numbers from 1 on: messages move with
    /// their channel. Channels that can change places have the same type.
    pub channels: BTreeMap<u32, NameId>,
    /// Variables that stay where they are, whatever names index them: nobody reads or writes them
    /// while names are renamed.
    pub inert: BTreeSet<VarId>,
}

impl Leaf {
    pub fn new(variable: VarId) -> Leaf {
        let path = Vec::new();
        Leaf { variable, path }
    }
}

impl Naming {
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
            && self.indices.is_empty()
            && self.values_at.is_empty()
            && self.channels.is_empty()
            && self.inert.is_empty()
    }

    /// Which values of a scalar are names, if this does not follow from its type. `first` is the
    /// first name among the indices that lead to it.
    pub fn of_values(&self, scalar: &Leaf, first: Option<NameId>) -> Option<NumberingId> {
        let first = first.filter(|_| !self.values_at.is_empty());
        let here = first.and_then(|first| self.values_at.get(&(scalar.clone(), first)));
        here.or_else(|| self.values.get(scalar)).copied()
    }
}

/// What the steps of a leaf come to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    Whole(TypeId),
    /// The fields of a message.
    Message(&'a [TypeId]),
}

impl<'a> Part<'a> {
    pub(crate) fn of(model: &'a Model, leaf: &Leaf) -> Option<Part<'a>> {
        let variable = model.variables.get(leaf.variable);
        let variable = variable.filter(|variable| model.types.contains(variable.ty))?;
        Part::along(model, variable.ty, &leaf.path)
    }

    fn along(model: &'a Model, ty: TypeId, path: &[LeafStep]) -> Option<Part<'a>> {
        let mut steps = path.iter();
        steps.try_fold(Part::Whole(ty), |part, step| part.after(model, *step))
    }

    /// One step further, if the type allows it.
    fn after(self, model: &'a Model, step: LeafStep) -> Option<Part<'a>> {
        let ty = match self {
            Part::Whole(ty) => model.types.get(ty),
            Part::Message(fields) => {
                let LeafStep::Field(number) = step else {
                    return None;
                };
                return fields.get(number as usize).map(|ty| Part::Whole(*ty));
            }
        };
        match ty {
            Type::Record(fields) => {
                let LeafStep::Field(number) = step else {
                    return None;
                };
                let field = fields.get(number as usize)?;
                Some(Part::Whole(field.ty))
            }
            Type::Array { element, .. } => {
                (step == LeafStep::Index).then_some(Part::Whole(*element))
            }
            Type::Multiset { element, .. } => {
                (step == LeafStep::Element).then_some(Part::Whole(*element))
            }
            Type::Channel { fields, .. } => {
                (step == LeafStep::Element).then_some(Part::Message(fields))
            }
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => None,
        }
    }
}

impl Model {
    /// The type of a leaf; `None` if there is no such part, or if it is a message.
    pub fn leaf_type(&self, leaf: &Leaf) -> Option<TypeId> {
        match Part::of(self, leaf)? {
            Part::Whole(ty) => Some(ty),
            Part::Message(_) => None,
        }
    }

    /// The type of the parts of a value of a type that a path leads to; `None` as for a leaf.
    pub fn part_type(&self, ty: TypeId, path: &[LeafStep]) -> Option<TypeId> {
        match Part::along(self, ty, path)? {
            Part::Whole(ty) => Some(ty),
            Part::Message(_) => None,
        }
    }
}
