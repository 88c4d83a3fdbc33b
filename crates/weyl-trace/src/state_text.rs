//! How states are written: every scalar with its path, every multiset and every channel as a whole.

use crate::inhabitants::{Inhabitants, Presence};
use cranelift_entity::EntityRef;
use weyl_ir::layout::{Layout, PathStep, Slot, SlotId, SlotRole};
use weyl_ir::{Model, Type, TypeId, VarId};

/// A part of the state that is shown as one value.
#[derive(Clone, Debug)]
struct Leaf {
    path: String,
    /// One slot for a scalar; the length and all slots of all positions for a channel; all slots of
    /// all positions for a multiset.
    slots: Vec<SlotId>,
    kind: LeafKind,
    presence: Option<Presence>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeafKind {
    Scalar,
    Multiset,
    Channel,
}

/// The parts of a state in the order of their declaration. Control locations are not shown: what a
/// process does tells where it is.
#[derive(Clone, Debug)]
pub(crate) struct StateText<'p> {
    model: &'p Model,
    layout: &'p Layout,
    inhabitants: Inhabitants<'p>,
    leaves: Vec<Leaf>,
}

impl<'p> StateText<'p> {
    pub(crate) fn new(model: &'p Model, layout: &'p Layout) -> StateText<'p> {
        let inhabitants = Inhabitants::new(model, layout);
        let slots = layout.slots.iter();
        let shown = slots.filter(|(_, slot)| inhabitants.is_shown(slot.variable));
        let mut order: Vec<SlotId> = shown.map(|(id, _)| id).collect();
        order.sort_by_key(|id| declaration_key(&layout.slots[*id]));
        let mut text = StateText {
            model,
            layout,
            inhabitants,
            leaves: Vec::new(),
        };
        for slot in order {
            text.push(slot);
        }
        text
    }

    fn push(&mut self, id: SlotId) {
        let slot = &self.layout.slots[id];
        let outer = outer_steps(slot);
        let kind = match slot.role {
            SlotRole::Length => LeafKind::Channel,
            SlotRole::Value(_) | SlotRole::Occupied if outer.len() < slot.path.len() => {
                LeafKind::Multiset
            }
            SlotRole::Value(_) | SlotRole::Occupied => LeafKind::Scalar,
        };
        let path = self.path(slot, outer);
        match self.leaves.last_mut() {
            // What lies inside a channel comes after its length.
            Some(last) if kind == LeafKind::Multiset && last.path == path => last.slots.push(id),
            _ => self.leaves.push(Leaf {
                path,
                slots: vec![id],
                kind,
                presence: self.inhabitants.presence(slot),
            }),
        }
    }

    /// How a part of the state is called.
    fn path(&self, slot: &Slot, steps: &[PathStep]) -> String {
        let variable = &self.model.variables[slot.variable];
        let Some(name) = self.inhabitants.name(slot) else {
            return format!("{}{}", variable.name, self.steps(variable.ty, steps));
        };
        let (own, inner) = steps.split_at(1.min(steps.len()));
        let inner = self.steps(self.type_after(variable.ty, own), inner);
        format!("{name}{inner}")
    }

    /// Whether the process or the channel that a part belongs to is there.
    fn is_present(&self, leaf: &Leaf, state: &[u8]) -> bool {
        let value = |mark: SlotId| {
            let slot = &self.layout.slots[mark];
            slot.scalar.decode(code(slot, state))
        };
        match leaf.presence {
            None => true,
            Some(Presence::Process(mark)) => value(mark).is_some(),
            Some(Presence::Channel(mark, shape)) => value(mark) == Some(shape),
        }
    }

    /// The numbers and values of what is not undefined in an array of scalars.
    pub(crate) fn elements(&self, array: VarId, state: &[u8]) -> impl Iterator<Item = (u64, i128)> {
        let slots = self.layout.slots.values();
        let slots = slots.filter(move |slot| slot.variable == array);
        slots.filter_map(move |slot| {
            let [PathStep::Index(_, number)] = slot.path[..] else {
                return None;
            };
            let value = slot.scalar.decode(code(slot, state))?;
            Some((u64::try_from(number).ok()?, value))
        })
    }

    /// Paths and values of everything that is not undefined (an empty multiset is a value).
    pub(crate) fn defined(&self, state: &[u8]) -> Vec<(String, String)> {
        let there = self.leaves.iter();
        let there = there.filter(|leaf| self.is_present(leaf, state));
        let shown = there.filter_map(|leaf| {
            let text = self.leaf(leaf, state)?;
            Some((leaf.path.clone(), text))
        });
        shown.collect()
    }

    /// Paths and new values of what differs; what became undefined reads `undefined`.
    pub(crate) fn changes(&self, before: &[u8], after: &[u8]) -> Vec<(String, String)> {
        let differs = |leaf: &&Leaf| {
            let mut slots = leaf.slots.iter().map(|id| &self.layout.slots[*id]);
            slots.any(|slot| code(slot, before) != code(slot, after))
        };
        let there = self.leaves.iter();
        let there = there.filter(|leaf| self.is_present(leaf, after));
        let changed = there.filter(differs);
        let shown = changed.map(|leaf| {
            let text = self.leaf(leaf, after);
            let text = text.unwrap_or_else(|| "undefined".to_string());
            (leaf.path.clone(), text)
        });
        shown.collect()
    }

    fn leaf(&self, leaf: &Leaf, state: &[u8]) -> Option<String> {
        let (first, rest) = leaf.slots.split_first()?;
        let first = &self.layout.slots[*first];
        match leaf.kind {
            LeafKind::Scalar => self.scalar(first, state),
            LeafKind::Multiset => Some(self.multiset(leaf, state)),
            LeafKind::Channel => Some(self.channel(first, rest, state)),
        }
    }

    /// The messages, the oldest first: `[1,2][3,4]`, or `[]`.
    fn channel(&self, length: &Slot, slots: &[SlotId], state: &[u8]) -> String {
        let slots = slots.iter().map(|id| &self.layout.slots[*id]);
        let slots: Vec<&Slot> = slots.collect();
        let messages = slots.chunk_by(|a, b| position(a) == position(b));
        let length = usize::try_from(code(length, state)).unwrap_or(usize::MAX);
        let messages = messages.take(length).map(|fields| {
            let values = fields.iter().filter_map(|slot| self.scalar(slot, state));
            let values: Vec<String> = values.collect();
            format!("[{}]", values.join(","))
        });
        let text: String = messages.collect();
        if text.is_empty() {
            "[]".to_string()
        } else {
            text
        }
    }

    fn scalar(&self, slot: &Slot, state: &[u8]) -> Option<String> {
        let value = slot.scalar.decode(code(slot, state))?;
        match slot.role {
            SlotRole::Value(ty) => Some(self.model.display_value(ty, value)),
            SlotRole::Occupied => Some((value != 0).to_string()),
            SlotRole::Length => Some(value.to_string()),
        }
    }

    /// The occupied positions: `{a, b}`, or with parts `{(kind: req, to: p1)}`.
    fn multiset(&self, leaf: &Leaf, state: &[u8]) -> String {
        let slots = leaf.slots.iter().map(|id| &self.layout.slots[*id]);
        let slots: Vec<&Slot> = slots.collect();
        let positions = slots.chunk_by(|a, b| position(a) == position(b));
        let elements: Vec<String> = positions
            .filter_map(|position| self.element(position, state))
            .collect();
        format!("{{{}}}", elements.join(", "))
    }

    fn element(&self, slots: &[&Slot], state: &[u8]) -> Option<String> {
        let (occupied, parts) = slots.split_first()?;
        if code(occupied, state) == 0 {
            return None;
        }
        let shown = parts.iter().map(|slot| {
            let value = self.scalar(slot, state);
            let value = value.unwrap_or_else(|| "undefined".to_string());
            match self.inner_path(slot) {
                path if path.is_empty() => value,
                path => format!("{path}: {value}"),
            }
        });
        let shown: Vec<String> = shown.collect();
        match parts {
            [only] if self.inner_path(only).is_empty() => Some(shown.concat()),
            _ => Some(format!("({})", shown.join(", "))),
        }
    }

    /// The path of a slot inside an element of a multiset, without the leading dot.
    fn inner_path(&self, slot: &Slot) -> String {
        let before = outer_steps(slot).len() + 1;
        let (outer, inner) = slot.path.split_at(before.min(slot.path.len()));
        let ty = self.type_after(self.model.variables[slot.variable].ty, outer);
        self.steps(ty, inner).trim_start_matches('.').to_string()
    }

    fn steps(&self, mut ty: TypeId, steps: &[PathStep]) -> String {
        let mut text = String::new();
        for step in steps {
            match step {
                PathStep::Field(number) => {
                    if let Type::Record(fields) = self.model.types.get(ty) {
                        text.push('.');
                        text.push_str(&fields[*number as usize].name);
                    }
                }
                PathStep::Index(index, value) => {
                    let value = self.model.display_value(*index, *value);
                    text.push_str(&format!("[{value}]"));
                }
                PathStep::Element(position) => text.push_str(&format!("[{position}]")),
            }
            ty = self.type_after(ty, std::slice::from_ref(step));
        }
        text
    }

    fn type_after(&self, ty: TypeId, steps: &[PathStep]) -> TypeId {
        steps
            .iter()
            .fold(ty, |ty, step| match self.model.types.get(ty) {
                Type::Record(fields) => match step {
                    PathStep::Field(number) => fields[*number as usize].ty,
                    PathStep::Index(..) | PathStep::Element(_) => ty,
                },
                Type::Array { element, .. } | Type::Multiset { element, .. } => *element,
                Type::Channel { .. } => ty,
                Type::Bool
                | Type::Int
                | Type::Range { .. }
                | Type::Enum { .. }
                | Type::Id(_)
                | Type::Union(_) => ty,
            })
    }
}

fn code(slot: &Slot, state: &[u8]) -> u64 {
    slot.scalar.load(state, slot.offset as usize)
}

/// The steps before the first position of a multiset.
fn outer_steps(slot: &Slot) -> &[PathStep] {
    let inside = |step: &PathStep| matches!(step, PathStep::Element(_));
    let end = slot.path.iter().position(inside);
    &slot.path[..end.unwrap_or(slot.path.len())]
}

fn position(slot: &Slot) -> Option<u32> {
    slot.path.iter().find_map(|step| match step {
        PathStep::Element(position) => Some(*position),
        PathStep::Field(_) | PathStep::Index(..) => None,
    })
}

/// Orders slots as they are declared; the mark of an occupied position comes before its parts.
fn declaration_key(slot: &Slot) -> (usize, Vec<i128>) {
    let steps = slot.path.iter().map(|step| match step {
        PathStep::Field(number) | PathStep::Element(number) => i128::from(*number),
        PathStep::Index(_, value) => *value,
    });
    (slot.variable.index(), steps.collect())
}
