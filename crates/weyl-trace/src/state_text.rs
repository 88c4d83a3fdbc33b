//! How states are written: every scalar with its path, every multiset and every channel as a whole.

use crate::inhabitants::{Inhabitants, Presence};
use cranelift_entity::EntityRef;
use std::collections::{HashMap, HashSet};
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

/// The parts of a state in the order of their declaration. Control locations are no part of it: see
/// [`Places`](crate::location::Places).
///
/// A channel is shown as what it holds. The variable that stands for it says nothing more, as long
/// as it holds the number of this channel.
#[derive(Clone, Debug)]
pub(crate) struct StateText<'p> {
    model: &'p Model,
    layout: &'p Layout,
    inhabitants: Inhabitants<'p>,
    leaves: Vec<Leaf>,
    /// How the channels are called that are always there.
    names: HashSet<String>,
    /// The paths of channels that are shown as what they hold.
    channels: HashSet<String>,
}

impl<'p> StateText<'p> {
    pub(crate) fn new(model: &'p Model, layout: &'p Layout) -> StateText<'p> {
        let inhabitants = Inhabitants::new(model, layout);
        let slots = layout.slots.iter();
        let shown = slots.filter(|(_, slot)| inhabitants.is_shown(slot.variable));
        let mut order: Vec<SlotId> = shown.map(|(id, _)| id).collect();
        order.sort_by_key(|id| declaration_key(&layout.slots[*id]));
        let channels = model.processes().fixed_channels().iter();
        let mut text = StateText {
            model,
            layout,
            inhabitants,
            leaves: Vec::new(),
            names: channels.map(|one| model.fixed_channel_name(*one)).collect(),
            channels: HashSet::new(),
        };
        for slot in order {
            text.push(slot);
        }
        text.tell_apart();
        let channels = text.leaves.iter();
        let channels = channels.filter(|leaf| leaf.kind == LeafKind::Channel);
        text.channels = channels.map(|leaf| leaf.path.clone()).collect();
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

    /// Variables of different blocks may have one name: the second and all others are counted.
    fn tell_apart(&mut self) {
        let mut seen: HashMap<(String, bool), usize> = HashMap::new();
        for leaf in &mut self.leaves {
            let key = (leaf.path.clone(), leaf.kind == LeafKind::Channel);
            let number = seen.entry(key).or_default();
            *number += 1;
            if *number > 1 {
                leaf.path = format!("{} (no. {number})", leaf.path);
            }
        }
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.leaves.iter().map(|leaf| leaf.path.as_str())
    }

    /// How a part of the state is called.
    fn path(&self, slot: &Slot, steps: &[PathStep]) -> String {
        let variable = &self.model.variables[slot.variable];
        let Some(name) = self.inhabitants.name(slot) else {
            let ty = self.model.types.get(self.model.channel_type(slot.variable));
            let name = if matches!(ty, Type::Channel { .. }) {
                self.model.channel_name(slot.variable)
            } else {
                &variable.name
            };
            return format!("{name}{}", self.steps(variable.ty, steps));
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
            (!self.is_itself(leaf, &text)).then(|| (self.shown_path(leaf), text))
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
            (self.shown_path(leaf), text)
        });
        shown.collect()
    }

    /// Whether it is a variable that stands for its own channel.
    fn is_itself(&self, leaf: &Leaf, value: &str) -> bool {
        leaf.kind == LeafKind::Scalar && value == leaf.path && self.names.contains(value)
    }

    /// A variable that stands for another channel than its own is told from that.
    fn shown_path(&self, leaf: &Leaf) -> String {
        let is_variable = leaf.kind != LeafKind::Channel && self.channels.contains(&leaf.path);
        let note = if is_variable { " (variable)" } else { "" };
        format!("{}{note}", leaf.path)
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
