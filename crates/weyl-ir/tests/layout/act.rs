//! The action of permutations, slot by slot as its definition says: (π·s)[π·ℓ] = π(s[ℓ]).

use std::collections::HashMap;
use weyl_ir::layout::{Action, PathStep, Slot, SlotRole, name, point};
use weyl_ir::{Layout, Model, NameId, Type, TypeId};
use weyl_permutation::{Permutation, Point};

/// A permutation of the names that keeps each sort, made from random numbers.
pub fn permutation(model: &Model, numbers: &[u64]) -> Permutation {
    let mut numbers = numbers.iter().cycle();
    let mut images: Vec<Point> = Vec::new();
    for (id, sort) in &model.sorts {
        let names = (0..sort.names.len()).map(|index| point(model.name_of(id, index)));
        let mut left: Vec<Point> = names.collect();
        while !left.is_empty() {
            let pick = *numbers.next().unwrap() as usize % left.len();
            images.push(left.swap_remove(pick));
        }
    }
    Permutation::from_images(images).unwrap()
}

/// Makes the first field of every message a name of the first sort that has any. No front end does
/// so yet; the action must know what to do when sorts are inferred.
pub fn put_names_into_channels(model: &mut Model) {
    let Some(sort) = model
        .sorts
        .keys()
        .find(|id| !model.sorts[*id].names.is_empty())
    else {
        return;
    };
    let name = model.types.intern(Type::Id(sort));
    let variables: Vec<_> = model.variables.iter().map(|(id, v)| (id, v.ty)).collect();
    for (id, ty) in variables {
        model.variables[id].ty = with_names(model, ty, name);
    }
}

fn with_names(model: &mut Model, ty: TypeId, name: TypeId) -> TypeId {
    let changed = match model.types.get(ty).clone() {
        Type::Channel { capacity, fields } => {
            let fields = std::iter::once(name).chain(fields.into_iter().skip(1));
            let fields = fields.collect();
            Type::Channel { capacity, fields }
        }
        Type::Array { index, element } => {
            let element = with_names(model, element, name);
            Type::Array { index, element }
        }
        other @ (Type::Bool
        | Type::Int
        | Type::Range { .. }
        | Type::Enum { .. }
        | Type::Id(_)
        | Type::Union(_)
        | Type::Record(_)
        | Type::Multiset { .. }) => other,
    };
    model.types.intern(changed)
}

/// Empties what is absent and brings multisets in order.
pub fn tidy(layout: &Layout, state: &mut [u8]) {
    // As deep as containers are nested.
    for _ in 0..8 {
        for slot in layout.slots.values() {
            if slot.presence.is_some_and(|presence| !presence.holds(state)) {
                slot.scalar.store(state, slot.offset as usize, 0);
            }
        }
    }
    layout.normalise(state);
}

pub fn act(action: &Action, permutation: &Permutation, state: &[u8]) -> Vec<u8> {
    let mut image = vec![0; state.len()];
    action.apply(permutation.images(), state, &mut image);
    image
}

fn image_of(permutation: &Permutation, of: NameId) -> NameId {
    name(permutation.image(point(of)))
}

fn moved_value(model: &Model, permutation: &Permutation, ty: TypeId, value: i128) -> i128 {
    let Some(name) = model.value_name(ty, value) else {
        return value;
    };
    let image = image_of(permutation, name);
    let range = model.scalar_range(ty).unwrap();
    let mut values = range.lo..=range.hi;
    values
        .find(|value| model.value_name(ty, *value) == Some(image))
        .unwrap()
}

fn moved_path(model: &Model, permutation: &Permutation, slot: &Slot) -> Vec<PathStep> {
    let steps = slot.path.iter().map(|step| match step {
        PathStep::Index(ty, value) => {
            PathStep::Index(*ty, moved_value(model, permutation, *ty, *value))
        }
        PathStep::Field(_) | PathStep::Element(_) => *step,
    });
    steps.collect()
}

/// The definition, without blocks, strides or distances.
pub fn act_by_definition(
    model: &Model,
    layout: &Layout,
    permutation: &Permutation,
    state: &[u8],
) -> Vec<u8> {
    let key = |slot: &Slot| (slot.variable, slot.path.clone(), slot.role);
    let slots: HashMap<_, &Slot> = layout
        .slots
        .values()
        .map(|slot| (key(slot), slot))
        .collect();
    let mut image = vec![0; state.len()];
    for slot in layout.slots.values() {
        let path = moved_path(model, permutation, slot);
        let target = slots[&(slot.variable, path, slot.role)];
        let mut code = slot.scalar.load(state, slot.offset as usize);
        let is_present = slot.presence.is_none_or(|presence| presence.holds(state));
        if let (SlotRole::Value(ty), true) = (slot.role, is_present) {
            let value = slot.scalar.decode(code);
            let moved = value.map(|value| moved_value(model, permutation, ty, value));
            // A type without values has no code: what lies there means nothing.
            code = moved
                .and_then(|value| slot.scalar.encode(value))
                .unwrap_or(0);
        }
        target
            .scalar
            .store(&mut image, target.offset as usize, code);
    }
    layout.normalise(&mut image);
    image
}
