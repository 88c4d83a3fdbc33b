//! Processes and channels that come and go: which parts of a state belong to one, how they are
//! called, and when they are there at all.

use std::collections::HashMap;
use weyl_ir::layout::{Layout, PathStep, Slot, SlotId};
use weyl_ir::{Model, ProcessKind, Processes, Type, VarId};

/// A part of the state is there only where this holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// The location of its process is defined.
    Process(SlotId),
    /// Its channel has this shape.
    Channel(SlotId, i128),
}

#[derive(Clone, Debug)]
pub(crate) struct Inhabitants<'p> {
    model: &'p Model,
    processes: Processes<'p>,
    /// The slots of arrays of locations and of shapes, by index.
    marks: HashMap<(VarId, i128), SlotId>,
}

impl<'p> Inhabitants<'p> {
    pub(crate) fn new(model: &'p Model, layout: &Layout) -> Inhabitants<'p> {
        let processes = model.processes();
        let shapes = processes.channel_pool().map(|pool| pool.shape_of);
        let arrays: Vec<VarId> = processes.locations().chain(shapes).collect();
        let slots = layout.slots.iter();
        let slots = slots.filter(|(_, slot)| arrays.contains(&slot.variable));
        let marks = slots.filter_map(|(id, slot)| Some(((slot.variable, index(slot)?), id)));
        Inhabitants {
            model,
            processes,
            marks: marks.collect(),
        }
    }

    /// Whether a variable is a part of what is shown: locations are told in another way, and what
    /// is known of channels that come and go shows in them.
    pub(crate) fn is_shown(&self, variable: VarId) -> bool {
        let pool = self.processes.channel_pool();
        let is_bookkeeping =
            pool.is_some_and(|pool| pool.shape_of == variable || pool.counters.contains(&variable));
        !is_bookkeeping && self.processes.kind_located_in(variable).is_none()
    }

    pub(crate) fn presence(&self, slot: &Slot) -> Option<Presence> {
        let at = index(slot)?;
        if let Some((_, kind)) = self.owner(slot) {
            let mark = self.marks.get(&(kind.location, at))?;
            return Some(Presence::Process(*mark));
        }
        let pool = self.processes.channel_pool()?;
        let mut shapes = pool.shapes.iter();
        let shape = shapes.position(|shape| *shape == slot.variable)?;
        let mark = self.marks.get(&(pool.shape_of, at))?;
        Some(Presence::Channel(*mark, shape as i128 + 1))
    }

    /// How a part of a process or a channel from the pool is called, without the steps that follow
    /// its index: `P[2]:x` as in Promela, `channel 3`.
    pub(crate) fn name(&self, slot: &Slot) -> Option<String> {
        if let Some((number, kind)) = self.owner(slot) {
            let name = &self.model.variables[slot.variable].name;
            let name = name.strip_prefix(&kind.name).unwrap_or(name);
            let name = name.trim_start_matches(':');
            let (text, number) = (kind.text_of(number), kind.number_of(number));
            return Some(format!("{text}[{number}]:{name}"));
        }
        match self.presence(slot)? {
            Presence::Channel(..) => Some(format!("channel {}", index(slot)?)),
            Presence::Process(_) => None,
        }
    }

    /// The process that a slot belongs to: its name in the sort and its kind.
    fn owner(&self, slot: &Slot) -> Option<(u32, &'p ProcessKind)> {
        let Some(PathStep::Index(ty, number)) = slot.path.first() else {
            return None;
        };
        let Type::Id(sort) = self.model.types.get(*ty) else {
            return None;
        };
        let (_, kind) = self.processes.kind_of_sort(*sort)?;
        Some((u32::try_from(*number).ok()?, kind))
    }
}

fn index(slot: &Slot) -> Option<i128> {
    let Some(PathStep::Index(_, number)) = slot.path.first() else {
        return None;
    };
    Some(*number)
}
