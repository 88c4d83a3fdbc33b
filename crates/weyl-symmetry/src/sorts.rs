//! Which sorts a type speaks of.

use std::collections::BTreeSet;
use weyl_ir::{Domain, Model, SortId, Type, TypeId};

/// The sorts whose names a value of the type may contain. The names that index an array are not in
/// it.
pub(crate) fn held_sorts(model: &Model, ty: TypeId) -> BTreeSet<SortId> {
    match model.types.get(ty) {
        Type::Id(sort) => BTreeSet::from([*sort]),
        Type::Union(members) => members
            .iter()
            .flat_map(|member| held_sorts(model, *member))
            .collect(),
        Type::Array { element, .. } | Type::Multiset { element, .. } => held_sorts(model, *element),
        Type::Record(fields) => fields
            .iter()
            .flat_map(|field| held_sorts(model, field.ty))
            .collect(),
        Type::Bool | Type::Int | Type::Range { .. } | Type::Enum { .. } | Type::Channel { .. } => {
            BTreeSet::new()
        }
    }
}

/// The sorts of which a place of the type holds the first name when it is cleared. Multisets are
/// emptied.
pub(crate) fn cleared_sorts(model: &Model, ty: TypeId) -> BTreeSet<SortId> {
    match model.types.get(ty) {
        Type::Multiset { .. } => BTreeSet::new(),
        Type::Array { element, .. } => cleared_sorts(model, *element),
        Type::Record(fields) => fields
            .iter()
            .flat_map(|field| cleared_sorts(model, field.ty))
            .collect(),
        Type::Bool
        | Type::Int
        | Type::Range { .. }
        | Type::Enum { .. }
        | Type::Id(_)
        | Type::Union(_)
        | Type::Channel { .. } => held_sorts(model, ty),
    }
}

/// The sorts that the order of a domain's values tells apart: those of the names that it ranges
/// over; for the positions of a multiset, which lie in the order of their contents, those in its
/// elements, as values or as indices of arrays.
pub(crate) fn ordered_sorts(model: &Model, domain: &Domain) -> BTreeSet<SortId> {
    match domain {
        Domain::Type(ty) => held_sorts(model, *ty),
        Domain::Steps { .. } => BTreeSet::new(),
        Domain::Positions(set) => content_sorts(model, set.ty),
    }
}

/// The sorts of which a permutation may change something of the type: its values, or where they
/// are.
pub(crate) fn content_sorts(model: &Model, ty: TypeId) -> BTreeSet<SortId> {
    match model.types.get(ty) {
        Type::Array { index, element } => {
            let mut sorts = held_sorts(model, *index);
            sorts.extend(content_sorts(model, *element));
            sorts
        }
        Type::Multiset { element, .. } => content_sorts(model, *element),
        Type::Record(fields) => fields
            .iter()
            .flat_map(|field| content_sorts(model, field.ty))
            .collect(),
        Type::Bool
        | Type::Int
        | Type::Range { .. }
        | Type::Enum { .. }
        | Type::Id(_)
        | Type::Union(_)
        | Type::Channel { .. } => held_sorts(model, ty),
    }
}
