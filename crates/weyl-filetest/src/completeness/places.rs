//! What a state says, without its bytes: which value is at which place, and which names lead there.
//!
//! Names are as many as an action of permutations could move: processes, members of declared sorts,
//! channels, and the indices of each array, in a sort of its own; the values of each variable are a
//! sort of their own as well. Any naming that discovery may find says that some of these sorts are
//! one; so whatever it can move, is moved here.

use super::explored::{Explored, present};
use std::collections::{BTreeSet, HashMap};
use weyl_ir::layout::{PathStep, Slot, SlotRole};
use weyl_ir::{FixedChannel, Leaf, LeafStep, Model, NameId, TypeId};
use weyl_system::Program;

/// What may change places with others of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// A process, or a member of a declared sort.
    Declared(NameId),
    /// A channel, by its number.
    Channel(u32),
    /// An index of an array.
    Index(Leaf, i128),
}

/// Places that can change places are of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlaceKind {
    /// A part of a variable; positions in channels that come and go.
    Part(Leaf, Vec<u32>),
    /// A field of a message, or the number of messages, in channels of one type.
    Message(TypeId, Option<(u32, u32)>),
    Occupied(Leaf),
}

/// Values that can change places belong to one domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    Part(Leaf),
    /// The locations of one process.
    Locations(Leaf, NameId),
    /// A field of the messages in one channel.
    Messages(TypeId, u32, u32),
    /// Numbers that mean how many.
    Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// There is no such message.
    Absent,
    Undefined,
    Number(i128),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub kind: PlaceKind,
    pub names: Vec<Name>,
    pub domain: Domain,
    /// The type of its values, if these may be names.
    pub ty: Option<TypeId>,
}

/// A slot of the layout, as a place; positions of a multiset are one place.
#[derive(Clone, Debug)]
pub struct Scalar {
    pub slot: Slot,
    pub place: usize,
    /// The multiset that it is in, and its position there.
    pub position: Option<(usize, u32)>,
}

/// The places of a model, without those that always say the same.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub places: Vec<Place>,
    pub scalars: Vec<Scalar>,
    numbers: HashMap<Place, usize>,
}

impl Places {
    pub fn new(program: &Program, explored: &Explored) -> Places {
        let mut places = Places::default();
        let states = explored.states.iter();
        let there: BTreeSet<NameId> = states.flat_map(|state| present(program, state)).collect();
        for slot in program.layout.slots.values() {
            if process(&program.model, slot).is_some_and(|process| !there.contains(&process)) {
                continue;
            }
            let mut areas = program.layout.multisets.iter();
            let area = areas.position(|area| area.contains(slot.offset));
            if area.is_none() && is_constant(slot, explored) {
                continue;
            }
            let place = place(&program.model, slot, area.is_some());
            let place = places.number(place);
            let position = area.and_then(|area| Some((area, element(slot)?)));
            places.scalars.push(Scalar {
                slot: slot.clone(),
                place,
                position,
            });
        }
        places
    }

    fn number(&mut self, place: Place) -> usize {
        let next = self.places.len();
        let number = *self.numbers.entry(place.clone()).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        number
    }

    /// What a state says at a scalar.
    pub fn value(&self, scalar: &Scalar, state: &[u8]) -> Value {
        value(&scalar.slot, state)
    }
}

/// The process that a slot belongs to.
fn process(model: &Model, slot: &Slot) -> Option<NameId> {
    let PathStep::Index(ty, number) = slot.path.first()? else {
        return None;
    };
    let name = model.value_name(*ty, *number)?;
    let kind = model.processes().kind_of_sort(model.sort_of(name));
    kind.map(|_| name)
}

/// Multisets inside of multisets are not understood.
pub fn has_nested_multisets(program: &Program) -> bool {
    let areas = &program.layout.multisets;
    let is_inside = |offset: u32| areas.iter().filter(|area| area.contains(offset)).count() > 1;
    areas.iter().any(|area| is_inside(area.offset))
}

fn value(slot: &Slot, state: &[u8]) -> Value {
    if slot.presence.is_some_and(|presence| !presence.holds(state)) {
        return Value::Absent;
    }
    let code = slot.scalar.load(state, slot.offset as usize);
    slot.scalar
        .decode(code)
        .map_or(Value::Undefined, Value::Number)
}

/// Whether a slot always says the same; what lies in a channel counts if there ever is a message.
fn is_constant(slot: &Slot, explored: &Explored) -> bool {
    let states = explored.states.iter();
    match slot.presence {
        Some(presence) => {
            let bytes = presence.flag as usize..presence.bytes().end as usize;
            let lengths = states.map(|state| &state[bytes.clone()]);
            lengths.collect::<BTreeSet<_>>().len() < 2
        }
        None => {
            let values = states.map(|state| value(slot, state));
            values.collect::<BTreeSet<Value>>().len() < 2
        }
    }
}

/// The last position on the way to a slot.
fn element(slot: &Slot) -> Option<u32> {
    let mut steps = slot.path.iter().rev();
    steps.find_map(|step| match step {
        PathStep::Element(position) => Some(*position),
        PathStep::Field(_) | PathStep::Index(..) => None,
    })
}

fn place(model: &Model, slot: &Slot, in_multiset: bool) -> Place {
    let leaf = slot.leaf();
    if let Some((number, ty)) = fixed_channel(model, slot) {
        return message(slot, number, ty);
    }
    let names = index_names(model, slot);
    let ty = match slot.role {
        SlotRole::Value(ty) => Some(ty),
        SlotRole::Occupied | SlotRole::Length => None,
    };
    let kind = match slot.role {
        SlotRole::Occupied => PlaceKind::Occupied(leaf.clone()),
        SlotRole::Value(_) | SlotRole::Length => {
            let position = element(slot).filter(|_| !in_multiset);
            PlaceKind::Part(leaf.clone(), position.into_iter().collect())
        }
    };
    let is_location = model.processes().kind_located_in(slot.variable).is_some();
    let domain = match (ty, names.first()) {
        (None, _) => Domain::Counts,
        (Some(_), Some(Name::Declared(process))) if is_location => {
            Domain::Locations(leaf, *process)
        }
        (Some(_), _) if Some(slot.variable) == model.processes().count() => Domain::Counts,
        (Some(_), _) => Domain::Part(leaf),
    };
    Place {
        kind,
        names,
        domain,
        ty,
    }
}

/// What lies in a channel is found by the channel alone.
fn message(slot: &Slot, number: u32, ty: TypeId) -> Place {
    let field = slot.path.last().and_then(|step| match step {
        PathStep::Field(field) => Some(*field),
        PathStep::Index(..) | PathStep::Element(_) => None,
    });
    let within = field.and_then(|field| Some((element(slot)?, field)));
    Place {
        kind: PlaceKind::Message(ty, within),
        names: vec![Name::Channel(number)],
        domain: field.map_or(Domain::Counts, |field| Domain::Messages(ty, number, field)),
        ty: None,
    }
}

/// The channel that a slot lies in, if it is one that is always there, and its type.
fn fixed_channel(model: &Model, slot: &Slot) -> Option<(u32, TypeId)> {
    let is_own = |channel: &FixedChannel| {
        let is_element = match (channel.element, slot.path.first()) {
            (Some(element), Some(PathStep::Index(_, number))) => *number == i128::from(element),
            (Some(_), _) => false,
            (None, _) => true,
        };
        channel.variable == slot.variable && is_element
    };
    let mut channels = model.processes().numbered_channels();
    let (number, channel) = channels.find(|(_, channel)| is_own(channel))?;
    let ty = model.channel_type(channel.variable);
    Some((u32::try_from(number).ok()?, ty))
}

fn index_names(model: &Model, slot: &Slot) -> Vec<Name> {
    let mut array = Leaf::new(slot.variable);
    let mut names = Vec::new();
    for step in &slot.path {
        let (step, name) = match step {
            PathStep::Field(number) => (LeafStep::Field(*number), None),
            PathStep::Element(_) => (LeafStep::Element, None),
            PathStep::Index(ty, number) => {
                let declared = model.value_name(*ty, *number).map(Name::Declared);
                let channel = || pooled_channel(model, &array, *number);
                let index = || Name::Index(array.clone(), *number);
                let name = declared.or_else(channel).unwrap_or_else(index);
                (LeafStep::Index, Some(name))
            }
        };
        array.path.push(step);
        names.extend(name);
    }
    names
}

/// The channel that an element belongs to, if it is one of those that come and go.
fn pooled_channel(model: &Model, array: &Leaf, number: i128) -> Option<Name> {
    let pool = model.processes().channel_pool()?;
    let is_pooled = pool.shape_of == array.variable || pool.shapes.contains(&array.variable);
    let number = u32::try_from(number)
        .ok()
        .filter(|_| is_pooled && array.path.is_empty());
    number.map(Name::Channel)
}
