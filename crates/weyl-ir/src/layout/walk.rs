//! The walk over all variables that finds the slots.

use super::names::{NameTables, PositionsId, TableMaker};
use super::shape::{ChannelShape, ScalarShape, Shape, Shapes};
use super::slot::{MultisetArea, PathStep, Presence, Slot, SlotId, SlotRole, Way};
use super::{Located, ShapeId};
use crate::{
    Field, FixedChannel, Leaf, LeafStep, Model, NameId, NumberingId, SortId, Type, TypeId, VarId,
};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use std::collections::{BTreeSet, HashMap};
use weyl_budget::go_on;

pub(super) struct Enumerated {
    /// In the order of their offsets.
    pub slots: PrimaryMap<SlotId, Slot>,
    /// Inner ones first.
    pub multisets: Vec<MultisetArea>,
    pub names: NameTables,
}

pub(super) fn enumerate(
    model: &Model,
    shapes: &Shapes,
    variables: &SecondaryMap<VarId, Located>,
) -> Enumerated {
    let mut tables = TableMaker::new(model);
    let channels = Channels::new(model, shapes, variables, &mut tables);
    let mut walk = Walk {
        model,
        shapes,
        channels,
        tables,
        arrays: HashMap::new(),
        slots: Vec::new(),
        multisets: Vec::new(),
        leaf: Leaf::new(VarId::new(0)),
        path: Vec::new(),
        names: Vec::new(),
        ways: Vec::new(),
        presence: None,
    };
    for (id, variable) in &model.variables {
        walk.leaf = Leaf::new(id);
        walk.visit(variable.ty, variables[id]);
    }
    walk.slots.sort_by_key(|slot| slot.offset);
    mark_differing(model, &mut walk.slots);
    Enumerated {
        slots: walk.slots.into_iter().collect(),
        multisets: walk.multisets,
        names: walk.tables.tables,
    }
}

/// Corresponding slots of all names have codes for the same names: mostly the same codes.
fn mark_differing(model: &Model, slots: &mut [Slot]) {
    if model.naming.values_at.is_empty() && model.naming.channels.is_empty() {
        return;
    }
    let mut codes: HashMap<Kin, BTreeSet<_>> = HashMap::new();
    for slot in slots.iter() {
        codes
            .entry(Kin::of(model, slot))
            .or_default()
            .insert(slot.codes);
    }
    for slot in slots {
        let kin = codes.get(&Kin::of(model, slot));
        slot.codes_differ = kin.is_some_and(|codes| codes.len() > 1);
    }
}

/// Slots that a permutation may take to each other have the same.
#[derive(PartialEq, Eq, Hash)]
enum Kin {
    Leaf(Leaf),
    /// In all channels of a sort.
    Message(SortId, Vec<PathStep>),
}

impl Kin {
    fn of(model: &Model, slot: &Slot) -> Kin {
        let inside = slot.path[slot.steps_to_channel()..].to_vec();
        match slot.channel_name() {
            Some(name) => Kin::Message(model.sort_of(name), inside),
            None => Kin::Leaf(slot.leaf()),
        }
    }
}

/// The channels that have names.
struct Channels {
    /// By where they lie.
    names: HashMap<u32, NameId>,
    positions: Option<PositionsId>,
}

impl Channels {
    fn new(
        model: &Model,
        shapes: &Shapes,
        variables: &SecondaryMap<VarId, Located>,
        tables: &mut TableMaker<'_>,
    ) -> Channels {
        let fixed = model.processes().fixed_channels();
        let named = (1..).zip(fixed).filter_map(|(number, channel)| {
            let name = *model.naming.channels.get(&number)?;
            Some((name, storage(shapes, variables, *channel)?))
        });
        let named: Vec<(NameId, u32)> = named.collect();
        Channels {
            names: named
                .iter()
                .map(|(name, offset)| (*offset, *name))
                .collect(),
            positions: (!named.is_empty()).then(|| tables.positions(named.into_iter())),
        }
    }
}

/// Where a channel lies, if it takes any room.
fn storage(
    shapes: &Shapes,
    variables: &SecondaryMap<VarId, Located>,
    channel: FixedChannel,
) -> Option<u32> {
    let Located { offset, shape } = variables[channel.variable];
    let (offset, shape) = if let Shape::Array {
        stride, element, ..
    } = &shapes[shape]
        && let Some(at) = channel.element
    {
        (offset + at * stride, *element)
    } else {
        (offset, shape)
    };
    let Shape::Channel(channel) = &shapes[shape] else {
        return None;
    };
    (channel.capacity > 0).then_some(offset)
}

/// What the table of an array is made from: its index type, the names of its indices, its stride.
type ArraySource = (TypeId, Option<NumberingId>, u32);

struct Walk<'a> {
    model: &'a Model,
    shapes: &'a Shapes,
    channels: Channels,
    tables: TableMaker<'a>,
    arrays: HashMap<ArraySource, PositionsId>,
    slots: Vec<Slot>,
    multisets: Vec<MultisetArea>,
    /// The path as in a naming.
    leaf: Leaf,
    path: Vec<PathStep>,
    names: Vec<NameId>,
    ways: Vec<Way>,
    presence: Option<Presence>,
}

impl Walk<'_> {
    fn visit(&mut self, ty: TypeId, at: Located) {
        go_on();
        let model = self.model;
        match model.types.get(ty) {
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => {
                let Shape::Scalar(scalar) = self.shapes[at.shape] else {
                    unreachable!("a shape follows its type")
                };
                self.slot(at.offset, scalar, SlotRole::Value(ty));
            }
            Type::Record(fields) => self.record(fields, at),
            Type::Array { index, element } => self.array(*index, *element, at),
            Type::Multiset { element, .. } => self.multiset(*element, at),
            Type::Channel { fields, .. } => {
                let Shape::Channel(channel) = &self.shapes[at.shape] else {
                    unreachable!("a shape follows its type")
                };
                self.channel(channel, fields, at.offset);
            }
        }
    }

    fn record(&mut self, fields: &[Field], at: Located) {
        let shapes = self.shapes;
        let Shape::Record { fields: parts } = &shapes[at.shape] else {
            unreachable!("a shape follows its type")
        };
        for (number, (part, field)) in parts.iter().zip(fields).enumerate() {
            let step = PathStep::Field(number as u32);
            self.step(step, field.ty, at.offset + part.0, part.1);
        }
    }

    fn array(&mut self, index: TypeId, ty: TypeId, at: Located) {
        let Shape::Array {
            lo,
            len,
            stride,
            element,
        } = self.shapes[at.shape]
        else {
            return;
        };
        // Elements without a scalar have no slots, however many they are.
        let len = if stride == 0 { 0 } else { len };
        let numbering = self.model.naming.indices.get(&self.leaf).copied();
        let positions = self.array_positions((index, numbering, stride), lo, len);
        for number in 0..len {
            let value = lo + i128::from(number);
            let outside = self.names.len();
            let step = Some(self.path.len() as u32);
            if let Some(name) = self.index_name(index, numbering, value) {
                self.names.push(name);
                self.ways.push(Way { step, positions });
            }
            let step = PathStep::Index(index, value);
            self.step(step, ty, at.offset + number * stride, element);
            self.names.truncate(outside);
            self.ways.truncate(outside);
        }
    }

    /// Of the numbering, or of the type if there is none.
    fn index_name(
        &self,
        index: TypeId,
        numbering: Option<NumberingId>,
        value: i128,
    ) -> Option<NameId> {
        match numbering.and_then(|id| self.model.naming.numberings.get(id)) {
            Some(numbering) => numbering.get(&value).copied(),
            None => self.model.value_name(index, value),
        }
    }

    fn array_positions(&mut self, source: ArraySource, lo: i128, len: u32) -> PositionsId {
        if let Some(known) = self.arrays.get(&source) {
            return *known;
        }
        let (index, numbering, stride) = source;
        let named = (0..len).filter_map(|number| {
            let name = self.index_name(index, numbering, lo + i128::from(number))?;
            Some((name, number * stride))
        });
        let named: Vec<(NameId, u32)> = named.collect();
        let made = self.tables.positions(named.into_iter());
        self.arrays.insert(source, made);
        made
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
        let occupied = ScalarShape::of_range(0, 1, false);
        for position in 0..capacity {
            let offset = at.offset + position * stride;
            self.enter(PathStep::Element(position));
            self.slot(offset, occupied, SlotRole::Occupied);
            self.leave();
            let outside = self.presence.replace(Presence {
                flag: offset,
                width: occupied.width,
                least: 1,
            });
            self.step(PathStep::Element(position), ty, offset + 1, element);
            self.presence = outside;
        }
        // After the multisets inside: their order is part of the content that this one is ordered
        // by.
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
        // The name of the channel stands for all that leads to it.
        let name = self.channels.names.get(&start).copied();
        let way = self.channels.positions.map(|positions| Way {
            step: None,
            positions,
        });
        let outside = name.zip(way).map(|(name, way)| {
            let names = std::mem::replace(&mut self.names, vec![name]);
            (names, std::mem::replace(&mut self.ways, vec![way]))
        });
        self.slot(start, channel.length(), SlotRole::Length);
        self.messages(channel, types, start);
        if let Some(outside) = outside {
            (self.names, self.ways) = outside;
        }
    }

    fn messages(&mut self, channel: &ChannelShape, types: &[TypeId], start: u32) {
        let outside = self.presence;
        for position in 0..channel.capacity {
            self.enter(PathStep::Element(position));
            self.presence = Some(Presence {
                flag: start,
                width: channel.length().width,
                least: position + 1,
            });
            for (number, (field, ty)) in channel.fields.iter().zip(types).enumerate() {
                let offset = start + channel.message_at(position) + field.0;
                self.enter(PathStep::Field(number as u32));
                self.slot(offset, field.1, SlotRole::Value(*ty));
                self.leave();
            }
            self.leave();
        }
        self.presence = outside;
    }

    fn enter(&mut self, step: PathStep) {
        self.path.push(step);
        self.leaf.path.push(match step {
            PathStep::Field(number) => LeafStep::Field(number),
            PathStep::Index(..) => LeafStep::Index,
            PathStep::Element(_) => LeafStep::Element,
        });
    }

    fn leave(&mut self) {
        self.path.pop();
        self.leaf.path.pop();
    }

    fn step(&mut self, step: PathStep, ty: TypeId, offset: u32, shape: ShapeId) {
        self.enter(step);
        self.visit(ty, Located { offset, shape });
        self.leave();
    }

    fn slot(&mut self, offset: u32, scalar: ScalarShape, role: SlotRole) {
        let is_inert = self.model.naming.inert.contains(&self.leaf.variable);
        let codes = match role {
            SlotRole::Value(_) if is_inert => None,
            SlotRole::Value(ty) => {
                let first = self.names.first().copied();
                let numbering = self.model.naming.of_values(&self.leaf, first);
                self.tables.codes(ty, scalar, numbering)
            }
            SlotRole::Occupied | SlotRole::Length => None,
        };
        self.slots.push(Slot {
            offset,
            scalar,
            role,
            variable: self.leaf.variable,
            path: self.path.clone(),
            index_names: if is_inert {
                Vec::new()
            } else {
                self.names.clone()
            },
            index_ways: if is_inert {
                Vec::new()
            } else {
                self.ways.clone()
            },
            presence: self.presence,
            codes,
            codes_differ: false,
        });
    }
}
