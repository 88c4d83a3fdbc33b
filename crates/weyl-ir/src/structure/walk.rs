//! The walk over a guard and a body: an abstract execution, with the parameters of one instance or
//! with all of them at once. It goes where the interpreter may go, and notes what is looked at and
//! written.
//!
//! It is a forward analysis in the sense of Cousot and Cousot: at each point it knows few values
//! and, for each scalar, the slots that it may be a copy of ([`Flow`]); where ways meet, these are
//! joined; a loop without known turns is repeated until nothing changes. What takes too long is
//! given up: then everything is read and may be written.

use super::flow::{Cell, Flow, MOST_SOURCES};
use super::touches::Notes;
use super::values::Values;
use super::{ChannelUse, PossibleValues};
use crate::layout::{Frame, Layout, Located, ScalarShape, SlotId};
use crate::{LocalId, Locals, Model};
use std::collections::BTreeSet;

/// Statements and expressions of one instance.
const MOST_WORK: u32 = 50_000;

/// Where the locals of what is being walked over lie.
#[derive(Clone, Copy)]
pub(super) struct Scope<'m> {
    pub locals: &'m Locals,
    pub frame: &'m Frame,
    pub base: u32,
    pub depth: u32,
}

pub(super) struct Walk<'m> {
    pub model: &'m Model,
    pub layout: &'m Layout,
    /// What slots may hold in the beginning.
    possible: &'m PossibleValues,
    pub flow: Flow,
    pub scope: Scope<'m>,
    /// What is known where the call under way returned so far.
    pub returned: Option<Flow>,
    /// How many loops without an order are under way. In them a turn goes on after another one
    /// failed, at whatever point: nothing is overwritten for sure.
    pub unordered: u32,
    /// Whether a step may turn out not to exist.
    pub assumes: bool,
    pub looks: BTreeSet<SlotId>,
    pub may_write: BTreeSet<SlotId>,
    pub channels: BTreeSet<ChannelUse>,
    /// What each statement touches, where somebody asks.
    pub notes: Option<Notes>,
    work: u32,
}

impl<'m> Walk<'m> {
    pub fn new(
        model: &'m Model,
        layout: &'m Layout,
        possible: &'m PossibleValues,
        (locals, frame): (&'m Locals, &'m Frame),
    ) -> Walk<'m> {
        Walk {
            model,
            layout,
            possible,
            flow: Flow::default(),
            scope: Scope {
                locals,
                frame,
                base: layout.size as u32,
                depth: 0,
            },
            returned: None,
            unordered: 0,
            assumes: false,
            looks: BTreeSet::new(),
            may_write: BTreeSet::new(),
            channels: BTreeSet::new(),
            notes: None,
            work: 0,
        }
    }

    /// Counts a step of the walk; whether there is anything left to find out.
    pub fn goes_on(&mut self) -> bool {
        self.work += 1;
        if self.work == MOST_WORK {
            self.give_up();
        }
        self.work < MOST_WORK
    }

    pub fn has_given_up(&self) -> bool {
        self.work >= MOST_WORK
    }

    /// Anything may be read and written.
    pub fn give_up(&mut self) {
        self.work = MOST_WORK;
        self.assumes = true;
        self.look_at_everything();
        self.may_write.extend(self.layout.slots.keys());
        self.flow.must.clear();
        self.returned = None;
    }

    pub fn look_at_everything(&mut self) {
        let slots = self.layout.slots.values();
        let offsets: Vec<u32> = slots.map(|slot| slot.offset).collect();
        self.note_reads(offsets);
        self.looks.extend(self.layout.slots.keys());
    }

    /// What a scalar holds in the beginning.
    pub fn initial(&self, offset: u32) -> Cell {
        match self.layout.slot_at(offset) {
            Some(slot) => Cell {
                values: self.possible.values(slot),
                sources: vec![slot],
            },
            // Locals are undefined.
            None => Cell::computed(Values::NONE),
        }
    }

    pub fn cell(&self, offset: u32) -> Cell {
        let known = self.flow.cells.get(&offset).cloned();
        known.unwrap_or_else(|| self.initial(offset))
    }

    pub fn set_cell(&mut self, offset: u32, mut cell: Cell) {
        if cell.sources.len() > MOST_SOURCES {
            self.looks.extend(cell.sources.drain(..));
        }
        if cell == self.initial(offset) {
            self.flow.cells.remove(&offset)
        } else {
            self.flow.cells.insert(offset, cell)
        };
    }

    /// What a scalar may be a copy of is looked at.
    pub fn look(&mut self, offset: u32) {
        self.note_reads([offset]);
        let cell = self.cell(offset);
        self.looks.extend(cell.sources);
    }

    /// What is known at the end of one of two ways.
    pub fn joined(&self, one: Flow, other: Flow) -> Flow {
        one.join(other, |offset| self.initial(offset))
    }

    pub fn stored(&self, local: LocalId) -> Located {
        let located = self.scope.frame.locals[local];
        Located {
            offset: self.scope.base + located.offset,
            shape: located.shape,
        }
    }

    pub fn bind(&mut self, local: LocalId, values: Values) {
        let at = self.stored(local);
        self.set_cell(at.offset, Cell::computed(values));
    }

    /// Stores in one of some scalars. Where what is stored might not belong to one, that is a look.
    pub fn store(&mut self, targets: &[(u32, ScalarShape)], cell: &Cell) {
        for source in &cell.sources {
            let shape = &self.layout.slots[*source].scalar;
            if !targets.iter().all(|(_, scalar)| scalar.holds_all_of(shape)) {
                self.looks.insert(*source);
            }
        }
        for (offset, scalar) in targets {
            let mut held = cell.clone();
            held.values = held.values.within(scalar.lo, scalar.hi);
            self.write(*offset, held, targets.len() == 1);
        }
    }

    /// Writes a scalar, surely or perhaps.
    pub fn write(&mut self, offset: u32, cell: Cell, surely: bool) {
        self.note_write(offset);
        if let Some(slot) = self.layout.slot_at(offset) {
            self.may_write.insert(slot);
            if surely && !self.has_given_up() {
                self.flow.must.insert(slot);
            }
        }
        let cell = if surely && self.unordered == 0 {
            cell
        } else {
            self.cell(offset).join(&cell)
        };
        self.set_cell(offset, cell);
    }
}
