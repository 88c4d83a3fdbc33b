//! Where processes may be: a seat for each name that a process may have, and a point for each
//! location there.

use std::ops::Range;
use weyl_ir::layout::{Layout, ScalarShape, Shape, SlotId};
use weyl_ir::{Model, ProcessKind};

/// What may be a process.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub kind: u32,
    /// Its number in the sort of the kind.
    pub name: u32,
    /// The number of the process.
    pub number: u32,
    /// Where its location is.
    pub location: SlotId,
    scalar: ScalarShape,
    offset: usize,
    /// The code of the first location; smaller ones mean that there is no process.
    first_code: usize,
    /// The point of its first location.
    pub first_point: usize,
    pub locations: usize,
}

impl Seat {
    /// The point at which the process is, if it is there.
    #[inline]
    pub fn point(&self, state: &[u8]) -> Option<usize> {
        let code = self.scalar.load(state, self.offset);
        let location = (code as usize).checked_sub(self.first_code)?;
        (location < self.locations).then(|| self.first_point + location)
    }

    pub fn points(&self) -> Range<usize> {
        self.first_point..self.first_point + self.locations
    }
}

/// All seats.
#[derive(Clone, Debug, Default)]
pub(super) struct Seats {
    pub all: Vec<Seat>,
    pub points: usize,
}

impl Seats {
    pub fn new(model: &Model, layout: &Layout) -> Seats {
        let mut seats = Seats::default();
        for (number, kind) in model.processes().numbered_kinds() {
            for name in 0..model.processes().room(kind) {
                seats
                    .all
                    .extend(seat(layout, number, kind, name, seats.points));
                seats.points = seats.all.last().map_or(0, |seat| seat.points().end);
            }
        }
        seats
    }
}

fn seat(
    layout: &Layout,
    number: u32,
    kind: &ProcessKind,
    name: u32,
    first_point: usize,
) -> Option<Seat> {
    let at = layout.variables[kind.location];
    let Shape::Array { stride, .. } = layout.shapes[at.shape] else {
        return None;
    };
    let offset = at.offset + name * stride;
    let location = layout.slot_at(offset)?;
    let scalar = layout.slots[location].scalar;
    Some(Seat {
        kind: number,
        name,
        number: kind.number_of(name),
        location,
        first_code: usize::try_from(scalar.encode(0)?).ok()?,
        scalar,
        offset: offset as usize,
        first_point,
        locations: kind.may_end.len(),
    })
}
