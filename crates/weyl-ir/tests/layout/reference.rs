//! The action of permutations on decoded states, from types and the naming alone: (π·s)[π·ℓ] =
//! π(s[ℓ]). Of a layout it knows where scalars lie, nothing of its names and tables.

use std::collections::HashMap;
use weyl_ir::layout::{PathStep, Slot, SlotRole, name, point};
use weyl_ir::{
    FixedChannel, Layout, Leaf, LeafStep, Model, NameId, Numbering, Type, TypeId, VarId,
};
use weyl_permutation::Permutation;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Location {
    variable: VarId,
    path: Vec<PathStep>,
    role: SlotRole,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Value(TypeId, i128),
    /// Marks, lengths, what is undefined or absent.
    Code(u64),
}

pub struct Reference<'a> {
    model: &'a Model,
    layout: &'a Layout,
    slots: HashMap<Location, &'a Slot>,
}

impl<'a> Reference<'a> {
    pub fn new(model: &'a Model, layout: &'a Layout) -> Reference<'a> {
        let slots = layout.slots.values();
        Reference {
            model,
            layout,
            slots: slots.map(|slot| (location(slot), slot)).collect(),
        }
    }

    pub fn act(&self, permutation: &Permutation, state: &[u8]) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        for slot in self.layout.slots.values() {
            let location = location(slot);
            let content = self.moved_content(permutation, &location, content(slot, state));
            let target = self.slots[&self.moved_location(permutation, &location)];
            let code = match content {
                Content::Value(_, value) => target.scalar.encode(value).unwrap(),
                Content::Code(code) => code,
            };
            let offset = target.offset as usize;
            target.scalar.store(&mut image, offset, code);
        }
        self.layout.normalise(&mut image);
        image
    }

    fn moved_location(&self, permutation: &Permutation, from: &Location) -> Location {
        let mut to = from.clone();
        if let Some((name, depth)) = self.channel(from) {
            let (variable, mut path) = self.storage(image(permutation, name));
            path.extend(&from.path[depth..]);
            return Location {
                variable,
                path,
                role: from.role,
            };
        }
        for (step, moved) in to.path.iter_mut().enumerate() {
            let PathStep::Index(ty, value) = *moved else {
                continue;
            };
            if let Some(name) = self.index_name(from, step) {
                let names = self.model.naming.indices.get(&leaf(from, step));
                let names = names.map(|id| &self.model.naming.numberings[*id]);
                let value = self.number(names, ty, image(permutation, name));
                *moved = PathStep::Index(ty, value);
            } else {
                *moved = PathStep::Index(ty, value);
            }
        }
        to
    }

    fn moved_content(&self, permutation: &Permutation, at: &Location, content: Content) -> Content {
        let Content::Value(ty, value) = content else {
            return content;
        };
        let first = self.first_name(at);
        let Some(name) = self.value_name(self.value_names(at, first), ty, value) else {
            return content;
        };
        let there = self.moved_location(permutation, at);
        let first = first.map(|name| image(permutation, name));
        let names = self.value_names(&there, first);
        Content::Value(ty, self.number(names, ty, image(permutation, name)))
    }

    /// The name of the channel that a location lies in, and the steps that lead to it.
    fn channel(&self, at: &Location) -> Option<(NameId, usize)> {
        let fixed = self.model.processes().fixed_channels().iter();
        let mut named = (1..).zip(fixed).filter_map(|(number, channel)| {
            Some((*self.model.naming.channels.get(&number)?, channel))
        });
        named.find_map(|(name, channel)| {
            let (variable, path) = self.place(channel);
            let is_there = variable == at.variable && at.path.starts_with(&path);
            is_there.then_some((name, path.len()))
        })
    }

    /// Where the channel with a name lies.
    fn storage(&self, name: NameId) -> (VarId, Vec<PathStep>) {
        let channels = self.model.processes().fixed_channels();
        let mut named = self.model.naming.channels.iter();
        let (number, _) = named.find(|(_, other)| **other == name).unwrap();
        self.place(&channels[*number as usize - 1])
    }

    fn place(&self, channel: &FixedChannel) -> (VarId, Vec<PathStep>) {
        let ty = self.model.variables[channel.variable].ty;
        let path = if let Type::Array { index, .. } = self.model.types.get(ty)
            && let Some(element) = channel.element
        {
            let lo = self.model.scalar_range(*index).unwrap().lo;
            vec![PathStep::Index(*index, lo + i128::from(element))]
        } else {
            Vec::new()
        };
        (channel.variable, path)
    }

    fn first_name(&self, at: &Location) -> Option<NameId> {
        let channel = self.channel(at).map(|(name, _)| name);
        channel.or_else(|| (0..at.path.len()).find_map(|step| self.index_name(at, step)))
    }

    /// The name that a step is.
    fn index_name(&self, at: &Location, step: usize) -> Option<NameId> {
        let PathStep::Index(ty, value) = at.path[step] else {
            return None;
        };
        let names = self.model.naming.indices.get(&leaf(at, step));
        let names = names.map(|id| &self.model.naming.numberings[*id]);
        self.value_name(names, ty, value)
    }

    fn value_names(&self, at: &Location, first: Option<NameId>) -> Option<&'a Numbering> {
        let naming = &self.model.naming;
        let leaf = leaf(at, at.path.len());
        let here = first.and_then(|first| naming.values_at.get(&(leaf.clone(), first)));
        let here = here.or_else(|| naming.values.get(&leaf));
        here.map(|id| &naming.numberings[*id])
    }

    fn value_name(&self, names: Option<&Numbering>, ty: TypeId, value: i128) -> Option<NameId> {
        match names {
            Some(names) => names.get(&value).copied(),
            None => self.model.value_name(ty, value),
        }
    }

    /// Which number a name is.
    fn number(&self, names: Option<&Numbering>, ty: TypeId, name: NameId) -> i128 {
        if let Some(names) = names {
            let found = names.iter().find(|(_, other)| **other == name);
            return *found.unwrap().0;
        }
        let range = self.model.scalar_range(ty).unwrap();
        let mut values = range.lo..=range.hi;
        values
            .find(|value| self.model.value_name(ty, *value) == Some(name))
            .unwrap()
    }
}

fn location(slot: &Slot) -> Location {
    Location {
        variable: slot.variable,
        path: slot.path.clone(),
        role: slot.role,
    }
}

fn content(slot: &Slot, state: &[u8]) -> Content {
    let code = slot.scalar.load(state, slot.offset as usize);
    let is_present = slot.presence.is_none_or(|presence| presence.holds(state));
    match slot.role {
        // A type without values has no code: what lies there means nothing.
        SlotRole::Value(ty) if is_present && slot.scalar.codes() > 0 => {
            let value = slot.scalar.decode(code);
            value.map_or(Content::Code(code), |value| Content::Value(ty, value))
        }
        SlotRole::Value(_) | SlotRole::Occupied | SlotRole::Length => Content::Code(code),
    }
}

/// What a naming calls the part that some steps lead to.
fn leaf(at: &Location, steps: usize) -> Leaf {
    let steps = at.path[..steps].iter().map(|step| match step {
        PathStep::Field(number) => LeafStep::Field(*number),
        PathStep::Index(..) => LeafStep::Index,
        PathStep::Element(_) => LeafStep::Element,
    });
    Leaf {
        variable: at.variable,
        path: steps.collect(),
    }
}

fn image(permutation: &Permutation, of: NameId) -> NameId {
    name(permutation.image(point(of)))
}
