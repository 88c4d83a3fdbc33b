//! What a state says about names.
//!
//! Scalars that one name indexes and that hold no name are the name's own *content*: together they
//! are hashed as bytes. Everything else that involves a name is a *fact*: an entry of a table with
//! several indices, a variable that holds a name, an element of a multiset or a message with all
//! its names. A fact has a *family* (variable, field path, positions in channels: what no
//! permutation moves), plain data, and the names that take part, each in its role.

use cranelift_entity::EntityRef;
use std::collections::HashMap;
use std::ops::Range;
use weyl_ir::layout::{
    BlockId, Layout, NameCodes, PathStep, Presence, ScalarShape, Slot, SlotRole,
};
use weyl_ir::{Model, NameId, SortId, Type, TypeId, VarId};

/// One slot inside a fact.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub offset: u32,
    pub scalar: ScalarShape,
    /// By number in [`Facts::codes`]; plain data if there is none.
    pub codes: Option<usize>,
    /// Inside of its fact, what tells this slot from others.
    pub family: u64,
    /// Names that index it, beside those that index the whole fact.
    pub inner: Vec<NameId>,
}

#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub family: u64,
    /// The names that index it, in order.
    pub indices: Vec<NameId>,
    pub presence: Option<Presence>,
    pub parts: Vec<Part>,
}

impl Fact {
    fn has_names(&self) -> bool {
        let mut parts = self.parts.iter();
        !self.indices.is_empty() || parts.any(|part| part.codes.is_some() || !part.inner.is_empty())
    }
}

/// The bytes of a name's block, with a mask that leaves the name's own content.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub name: NameId,
    pub bytes: Range<usize>,
    /// Shared by all names of a sort: by number in [`Facts::masks`].
    pub mask: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub names: usize,
    pub contents: Vec<Content>,
    pub masks: Vec<Vec<u8>>,
    pub facts: Vec<Fact>,
    pub codes: Vec<NameCodes>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum FamilyStep {
    Variable(VarId),
    /// A channel that has a name, wherever it lies.
    Channel(SortId),
    Field(u32),
    Index(i128),
    /// An index that is a name, or a position that carries no meaning.
    Any(Option<SortId>),
    Position(u32),
}

impl Facts {
    /// All facts about the names that some permutation moves; others are plain data.
    pub fn new(model: &Model, layout: &Layout, moves: &dyn Fn(NameId) -> bool) -> Facts {
        let mut builder = Builder::new(model, layout, moves);
        let mut masks: HashMap<BlockId, Vec<u8>> = HashMap::new();
        for slot in layout.slots.values() {
            if builder.is_content(slot) {
                builder.mark(slot, &mut masks);
            } else if builder.involves_names(slot) {
                builder.add(slot);
            }
        }
        builder.contents(&masks);
        builder.finish()
    }

    /// Those that come from some slots.
    pub fn of_slots<'s>(
        model: &Model,
        layout: &Layout,
        moves: &dyn Fn(NameId) -> bool,
        slots: impl Iterator<Item = &'s Slot>,
    ) -> Facts {
        let mut builder = Builder::new(model, layout, moves);
        slots.for_each(|slot| builder.add(slot));
        builder.finish()
    }
}

/// How many steps of a slot's path lead to the element that it is present with. The mark of an
/// inner position is present with the outer element.
fn element_depth(slot: &Slot) -> usize {
    let own = usize::from(slot.role == SlotRole::Occupied);
    let outside = &slot.path[..slot.path.len() - own];
    let is_element = |step: &PathStep| matches!(step, PathStep::Element(_));
    outside
        .iter()
        .rposition(is_element)
        .map_or(0, |last| last + 1)
}

fn sorts_of_names(model: &Model) -> Vec<SortId> {
    let names = model.sorts.iter();
    names
        .flat_map(|(id, sort)| std::iter::repeat_n(id, sort.names.len()))
        .collect()
}

struct Builder<'a> {
    model: &'a Model,
    layout: &'a Layout,
    families: HashMap<Vec<FamilyStep>, u64>,
    /// Facts of elements of containers, by what marks the element as present.
    elements: HashMap<Presence, usize>,
    facts: Facts,
    sorts: Vec<SortId>,
    moves: &'a dyn Fn(NameId) -> bool,
}

impl<'a> Builder<'a> {
    fn new(model: &'a Model, layout: &'a Layout, moves: &'a dyn Fn(NameId) -> bool) -> Self {
        Builder {
            model,
            layout,
            families: HashMap::new(),
            elements: HashMap::new(),
            facts: Facts {
                names: model.name_count(),
                ..Facts::default()
            },
            sorts: sorts_of_names(model),
            moves,
        }
    }

    fn finish(mut self) -> Facts {
        self.facts.facts.retain(Fact::has_names);
        self.facts
    }

    fn codes(&self, slot: &Slot) -> Option<NameCodes> {
        self.layout.moving_codes(slot, self.moves)
    }

    /// The names that index a slot and may move.
    fn indices(&self, slot: &Slot) -> Vec<NameId> {
        let names = slot.index_names.iter().copied();
        names.filter(|name| (self.moves)(*name)).collect()
    }

    fn is_content(&self, slot: &Slot) -> bool {
        let home = self.layout.block_of_byte(slot.offset as usize);
        let home = self.layout.blocks[home].name;
        let is_alone = home.is_some_and(|home| self.indices(slot) == [home]);
        is_alone
            && self.codes(slot).is_none()
            && slot.presence.is_none_or(|p| !self.is_unordered(p))
    }

    /// Elements of multisets are ordered by content, names included: position means nothing.
    fn is_unordered(&self, presence: Presence) -> bool {
        let areas = &self.layout.multisets;
        areas.iter().any(|area| area.contains(presence.flag))
    }

    fn involves_names(&self, slot: &Slot) -> bool {
        let in_element = slot.presence.is_some();
        in_element || !self.indices(slot).is_empty() || self.codes(slot).is_some()
    }

    /// Leaves the bytes of a slot in the mask of its block.
    fn mark(&self, slot: &Slot, masks: &mut HashMap<BlockId, Vec<u8>>) {
        let id = self.layout.block_of_byte(slot.offset as usize);
        let block = self.layout.blocks[id];
        let mask = masks
            .entry(id)
            .or_insert_with(|| vec![0; block.size as usize]);
        let at = (slot.offset - block.offset) as usize;
        mask[at..at + usize::from(slot.scalar.width)].fill(u8::MAX);
    }

    fn contents(&mut self, masks: &HashMap<BlockId, Vec<u8>>) {
        for (id, block) in &self.layout.blocks {
            let (Some(name), Some(mask)) = (block.name, masks.get(&id)) else {
                continue;
            };
            let known = self.facts.masks.iter().position(|other| other == mask);
            let mask = known.unwrap_or_else(|| {
                self.facts.masks.push(mask.clone());
                self.facts.masks.len() - 1
            });
            let start = block.offset as usize;
            self.facts.contents.push(Content {
                name,
                bytes: start..start + block.size as usize,
                mask,
            });
        }
    }

    fn add(&mut self, slot: &Slot) {
        let codes = self.codes(slot).map(|codes| self.intern(codes));
        let Some(presence) = slot.presence else {
            let indices = self.indices(slot);
            let part = self.part(slot, 0, codes, indices.len());
            let family = self.family(slot, slot.path.len());
            self.facts.facts.push(Fact {
                family,
                indices,
                presence: None,
                parts: vec![part],
            });
            return;
        };
        // All that lies in one element is one fact.
        let depth = element_depth(slot);
        let outer = self.names_before(slot, depth);
        let family = self.family(slot, depth);
        let inner = self.family(slot, slot.path.len());
        let part = self.part(slot, inner, codes, outer);
        let next = self.facts.facts.len();
        let at = *self.elements.entry(presence).or_insert(next);
        if at == next {
            self.facts.facts.push(Fact {
                family,
                indices: self.indices(slot)[..outer].to_vec(),
                presence: Some(presence),
                parts: Vec::new(),
            });
        }
        self.facts.facts[at].parts.push(part);
    }

    fn part(&self, slot: &Slot, family: u64, codes: Option<usize>, outer: usize) -> Part {
        Part {
            offset: slot.offset,
            scalar: slot.scalar,
            codes,
            family,
            inner: self.indices(slot)[outer..].to_vec(),
        }
    }

    /// How many of a slot's moving index names are among the first steps of its path.
    fn names_before(&self, slot: &Slot, depth: usize) -> usize {
        let names = slot.index_names.iter().zip(&slot.index_ways);
        let before = names.filter(|(name, way)| {
            let is_before = way.step.is_none_or(|step| (step as usize) < depth);
            is_before && (self.moves)(**name)
        });
        before.count()
    }

    fn intern(&mut self, codes: NameCodes) -> usize {
        let known = self.facts.codes.iter().position(|other| *other == codes);
        known.unwrap_or_else(|| {
            self.facts.codes.push(codes);
            self.facts.codes.len() - 1
        })
    }

    /// The number of the family that the first steps of a slot's path lead to.
    fn family(&mut self, slot: &Slot, depth: usize) -> u64 {
        let steps = self.family_steps(slot, depth);
        let next = self.families.len() as u64 + 1;
        *self.families.entry(steps).or_insert(next)
    }

    fn family_steps(&self, slot: &Slot, depth: usize) -> Vec<FamilyStep> {
        let moves = |name: &NameId| (self.moves)(*name);
        let sort = |name: NameId| self.sorts[name.index()];
        let channel = slot.channel_name().filter(moves);
        let root = match channel {
            Some(name) => FamilyStep::Channel(sort(name)),
            None => FamilyStep::Variable(slot.variable),
        };
        // The name stands for the steps to the channel.
        let known = channel.map_or(0, |_| slot.steps_to_channel());
        let mut ty = self.model.variables[slot.variable].ty;
        let mut steps = vec![root];
        for (number, step) in slot.path[..depth].iter().enumerate() {
            let name = slot.name_of_step(number).filter(moves);
            let (family, inside) = self.family_step(*step, name.map(sort), ty);
            if number >= known {
                steps.push(family);
            }
            ty = inside;
        }
        steps
    }

    /// `name` is the sort of the name that the step is, if it moves.
    fn family_step(
        &self,
        step: PathStep,
        name: Option<SortId>,
        ty: TypeId,
    ) -> (FamilyStep, TypeId) {
        match (step, self.model.types.get(ty)) {
            (PathStep::Index(_, value), Type::Array { element, .. }) => {
                let step = match name {
                    Some(sort) => FamilyStep::Any(Some(sort)),
                    None => FamilyStep::Index(value),
                };
                (step, *element)
            }
            (PathStep::Field(number), Type::Record(fields)) => {
                (FamilyStep::Field(number), fields[number as usize].ty)
            }
            (PathStep::Element(_), Type::Multiset { element, .. }) => {
                (FamilyStep::Any(None), *element)
            }
            (PathStep::Element(position), _) => (FamilyStep::Position(position), ty),
            (PathStep::Field(number), _) => (FamilyStep::Field(number), ty),
            (PathStep::Index(_, value), _) => (FamilyStep::Index(value), ty),
        }
    }
}
