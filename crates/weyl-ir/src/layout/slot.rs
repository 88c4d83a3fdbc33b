//! Slots: the scalars of a state one by one, each with the path and the names that lead to it.

use super::shape::{ChannelShape, ScalarShape, Shape, Shapes};
use super::{Located, StateBlock};
use crate::{Model, NameId, Type, TypeId, VarId};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(u32);
entity_impl!(SlotId, "slot");

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct BlockId(u32);
entity_impl!(BlockId, "block");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    Field(u32),
    /// An array element: the index type and the number of the index in it.
    Index(TypeId, i128),
    /// A position of a multiset or a channel.
    Element(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotRole {
    /// A scalar of this type; where it is an `Id` or a union, its value is a name.
    Value(TypeId),
    /// Whether a position of a multiset is occupied.
    Occupied,
    /// How many messages a channel holds.
    Length,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub offset: u32,
    pub scalar: ScalarShape,
    pub role: SlotRole,
    pub variable: VarId,
    pub path: Vec<PathStep>,
    /// The names among the indices of the path, in order.
    pub index_names: Vec<NameId>,
    /// For each of them, how many bytes further the slot of the next name lies. Names of a sort follow each
    /// other, so that the slot of another name lies a multiple of this away.
    pub index_strides: Vec<u32>,
    /// `None`: always.
    pub presence: Option<Presence>,
}

/// When a slot inside a container belongs to an element: if the byte at `flag` is at least `least`.
/// Otherwise it is zero, whatever zero would mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Presence {
    pub flag: u32,
    pub least: u32,
}

impl Presence {
    pub fn holds(self, state: &[u8]) -> bool {
        u32::from(state[self.flag as usize]) >= self.least
    }
}

/// The positions of a multiset in the working state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultisetArea {
    pub offset: u32,
    pub stride: u32,
    pub capacity: u32,
}

impl MultisetArea {
    /// All its positions.
    pub fn bytes(&self) -> Range<u32> {
        self.offset..self.offset + self.stride * self.capacity
    }

    /// Whether a byte lies in one of its positions.
    pub fn contains(&self, offset: u32) -> bool {
        self.bytes().contains(&offset)
    }

    /// Orders the positions by content, the occupied ones first.
    pub fn sort(&self, state: &mut [u8]) {
        let stride = self.stride as usize;
        let start = self.offset as usize;
        for sorted in 1..self.capacity as usize {
            let mut at = sorted;
            while at > 0 && self.is_less(state, at - 1, at) {
                let (left, right) = state.split_at_mut(start + at * stride);
                left[start + (at - 1) * stride..].swap_with_slice(&mut right[..stride]);
                at -= 1;
            }
        }
    }

    fn is_less(&self, state: &[u8], a: usize, b: usize) -> bool {
        let bytes = |position: usize| {
            let start = self.offset as usize + position * self.stride as usize;
            &state[start..start + self.stride as usize]
        };
        bytes(a) < bytes(b)
    }
}

pub(super) fn blocks_of_bytes(
    blocks: &PrimaryMap<BlockId, StateBlock>,
    size: usize,
) -> Vec<BlockId> {
    let mut of_byte = vec![BlockId::default(); size];
    for (id, block) in blocks {
        let start = block.offset as usize;
        of_byte[start..start + block.size as usize].fill(id);
    }
    of_byte
}

/// All slots in the order of their offsets, and all multisets, inner ones first.
pub(super) fn enumerate(
    model: &Model,
    shapes: &Shapes,
    variables: &SecondaryMap<VarId, Located>,
) -> (PrimaryMap<SlotId, Slot>, Vec<MultisetArea>) {
    let mut walk = Walk {
        model,
        shapes,
        slots: Vec::new(),
        multisets: Vec::new(),
        variable: VarId::new(0),
        path: Vec::new(),
        names: Vec::new(),
        strides: Vec::new(),
        presence: None,
    };
    for (id, variable) in &model.variables {
        walk.variable = id;
        walk.visit(variable.ty, variables[id]);
    }
    walk.slots.sort_by_key(|slot| slot.offset);
    (walk.slots.into_iter().collect(), walk.multisets)
}

struct Walk<'a> {
    model: &'a Model,
    shapes: &'a Shapes,
    slots: Vec<Slot>,
    multisets: Vec<MultisetArea>,
    variable: VarId,
    path: Vec<PathStep>,
    names: Vec<NameId>,
    strides: Vec<u32>,
    presence: Option<Presence>,
}

impl Walk<'_> {
    fn visit(&mut self, ty: TypeId, at: Located) {
        let model = self.model;
        match (&self.shapes[at.shape], model.types.get(ty)) {
            (Shape::Scalar(scalar), _) => self.slot(at.offset, *scalar, SlotRole::Value(ty)),
            (Shape::Record { fields: parts }, Type::Record(fields)) => {
                for (number, (part, field)) in parts.iter().zip(fields).enumerate() {
                    let step = PathStep::Field(number as u32);
                    self.step(step, field.ty, at.offset + part.0, part.1);
                }
            }
            (
                Shape::Array {
                    lo,
                    len,
                    stride,
                    element: shape,
                },
                Type::Array { index, element },
            ) => {
                // Elements without a scalar have no slots, however many they are.
                let len = if *stride == 0 { 0 } else { *len };
                for number in 0..len {
                    let value = lo + i128::from(number);
                    let name = model.value_name(*index, value);
                    let outside = self.names.len();
                    self.names.extend(name);
                    self.strides.extend(name.map(|_| *stride));
                    let step = PathStep::Index(*index, value);
                    self.step(step, *element, at.offset + number * stride, *shape);
                    self.names.truncate(outside);
                    self.strides.truncate(outside);
                }
            }
            (Shape::Multiset { .. }, Type::Multiset { element, .. }) => {
                self.multiset(*element, at);
            }
            (Shape::Channel(channel), Type::Channel { fields, .. }) => {
                self.channel(channel, fields, at.offset);
            }
            _ => unreachable!("a shape follows its type"),
        }
    }

    fn multiset(&mut self, ty: TypeId, at: Located) {
        let Shape::Multiset {
            capacity,
            stride,
            element,
        } = self.shapes[at.shape]
        else {
            return;
        };
        let occupied = ScalarShape {
            width: 1,
            undefinable: false,
            lo: 0,
            hi: 1,
        };
        for position in 0..capacity {
            let offset = at.offset + position * stride;
            self.path.push(PathStep::Element(position));
            self.slot(offset, occupied, SlotRole::Occupied);
            self.path.pop();
            let outside = self.presence.replace(Presence {
                flag: offset,
                least: 1,
            });
            self.step(PathStep::Element(position), ty, offset + 1, element);
            self.presence = outside;
        }
        // After the multisets inside: their order is part of the content that this one is ordered by.
        self.multisets.push(MultisetArea {
            offset: at.offset,
            stride,
            capacity,
        });
    }

    fn channel(&mut self, channel: &ChannelShape, types: &[TypeId], start: u32) {
        if channel.capacity == 0 {
            return;
        }
        let length = ScalarShape {
            width: 1,
            undefinable: false,
            lo: 0,
            hi: i128::from(channel.capacity),
        };
        self.slot(start, length, SlotRole::Length);
        let outside = self.presence;
        for position in 0..channel.capacity {
            self.path.push(PathStep::Element(position));
            self.presence = Some(Presence {
                flag: start,
                least: position + 1,
            });
            for (number, (field, ty)) in channel.fields.iter().zip(types).enumerate() {
                let offset = start + 1 + position * channel.stride + field.0;
                self.path.push(PathStep::Field(number as u32));
                self.slot(offset, field.1, SlotRole::Value(*ty));
                self.path.pop();
            }
            self.path.pop();
        }
        self.presence = outside;
    }

    fn step(&mut self, step: PathStep, ty: TypeId, offset: u32, shape: super::ShapeId) {
        self.path.push(step);
        self.visit(ty, Located { offset, shape });
        self.path.pop();
    }

    fn slot(&mut self, offset: u32, scalar: ScalarShape, role: SlotRole) {
        self.slots.push(Slot {
            offset,
            scalar,
            role,
            variable: self.variable,
            path: self.path.clone(),
            index_names: self.names.clone(),
            index_strides: self.strides.clone(),
            presence: self.presence,
        });
    }
}
