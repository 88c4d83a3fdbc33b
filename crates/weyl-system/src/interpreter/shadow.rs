//! What is known of a step while it is being recorded: for every byte of the memory, where its
//! value comes from; what of the state before was looked at; what was written.
//!
//! A value is either *computed*, from constants and from what was looked at, or a *copy* of a slot
//! of the state before that nobody looked at on the way. So a later look at a copy is a look at its
//! source, and what was overwritten can be looked at without looking at the state before.

use std::cell::RefCell;
use std::ops::Range;
use weyl_ir::Layout;
use weyl_ir::layout::{ScalarShape, SlotId};

/// Where the value of a scalar comes from: the offset of a slot of the state before, or nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin(u32);

impl Origin {
    /// Constants, and what was made of values that were looked at.
    pub const COMPUTED: Origin = Origin(u32::MAX);
}

/// Where everything in a state comes from, and what of it was written.
#[derive(Clone, Debug)]
pub(super) struct Origins {
    origin: Vec<Origin>,
    written: Vec<bool>,
}

impl Origins {
    /// Those of the state that a step begins with.
    fn identity(size: usize) -> Origins {
        Origins {
            origin: (0..size as u32).map(Origin).collect(),
            written: vec![false; size],
        }
    }
}

/// What is written into a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// This code.
    Code(u64),
    /// The value that another slot, or this one, had before.
    Copy(SlotId),
}

#[derive(Clone, Debug)]
pub(super) struct Shadow<'p> {
    layout: &'p Layout,
    /// Of the state, and behind it of the frames.
    now: Origins,
    /// Whether something in the state is not what it was when the step began: most rules that are
    /// tried are not enabled, and nothing has to be put back.
    changed: bool,
    /// What was looked at, by offset; behind a shared reference, since to look changes nothing
    /// else.
    looks: RefCell<Vec<u32>>,
}

impl<'p> Shadow<'p> {
    pub fn new(layout: &'p Layout, size: usize) -> Shadow<'p> {
        let mut shadow = Shadow {
            layout,
            now: Origins::identity(layout.size),
            changed: false,
            looks: RefCell::new(Vec::new()),
        };
        shadow.resize(size);
        shadow
    }

    /// As if it were new.
    pub fn begin(&mut self, size: usize) {
        self.looks.get_mut().clear();
        self.come_back(None);
        self.resize(self.layout.size);
        self.resize(size);
    }

    pub fn resize(&mut self, size: usize) {
        self.now.origin.resize(size, Origin::COMPUTED);
        self.now.written.resize(size, true);
    }

    pub fn come_back(&mut self, origins: Option<&Origins>) {
        let size = self.layout.size;
        let (origin, written) = (&mut self.now.origin[..size], &mut self.now.written[..size]);
        match origins {
            Some(origins) => {
                origin.copy_from_slice(&origins.origin);
                written.copy_from_slice(&origins.written);
                self.changed = true;
            }
            None if !self.changed => {}
            None => {
                self.changed = false;
                let own = origin.iter_mut().zip(0..);
                own.for_each(|(origin, offset)| *origin = Origin(offset));
                written.fill(false);
            }
        }
    }

    /// Those of the present state.
    pub fn origins(&self) -> Origins {
        let size = self.layout.size;
        Origins {
            origin: self.now.origin[..size].to_vec(),
            written: self.now.written[..size].to_vec(),
        }
    }

    pub fn origin(&self, offset: u32) -> Origin {
        self.now.origin[offset as usize]
    }

    pub fn look(&self, offset: u32) {
        self.look_at(self.origin(offset));
    }

    pub fn look_at(&self, origin: Origin) {
        if origin != Origin::COMPUTED {
            let mut looks = self.looks.borrow_mut();
            if looks.last() != Some(&origin.0) {
                looks.push(origin.0);
            }
        }
    }

    /// The slot that a value is a copy of.
    pub fn source(&self, origin: Origin) -> Option<SlotId> {
        self.layout.slot_at(origin.0)
    }

    /// The shape of the slot that a value is a copy of.
    pub fn source_shape(&self, origin: Origin) -> Option<&'p ScalarShape> {
        let slot = self.source(origin)?;
        Some(&self.layout.slots[slot].scalar)
    }

    pub fn settle(&self, origin: Origin, scalar: &ScalarShape) {
        let source = self.source_shape(origin);
        if source.is_some_and(|source| !scalar.holds_all_of(source)) {
            self.look_at(origin);
        }
    }

    pub fn write(&mut self, offset: u32, width: u8, origin: Origin) {
        let start = offset as usize;
        self.clear(start..start + usize::from(width));
        self.now.origin[start] = origin;
    }

    pub fn clear(&mut self, bytes: Range<usize>) {
        self.changed |= bytes.start < self.layout.size;
        self.now.origin[bytes.clone()].fill(Origin::COMPUTED);
        self.now.written[bytes].fill(true);
    }

    pub fn shift(&mut self, from: Range<usize>, to: usize) {
        let target = to..to + from.len();
        self.changed |= to < self.layout.size;
        self.now.origin.copy_within(from, to);
        self.now.written[target].fill(true);
    }

    /// A multiset that was written is put in order: that looks at all of it. One that was not is in
    /// order.
    pub fn normalise(&mut self) {
        for area in &self.layout.multisets {
            let bytes = area.bytes();
            let bytes = bytes.start as usize..bytes.end as usize;
            if self.now.written[bytes.clone()].contains(&true) {
                self.look_at_slots(bytes.clone());
                self.clear(bytes);
            }
        }
    }

    fn look_at_slots(&self, bytes: Range<usize>) {
        for (_, slot) in &self.layout.slots {
            if bytes.contains(&(slot.offset as usize)) {
                self.look(slot.offset);
            }
        }
    }

    /// The present state is compared with another one of the same step.
    pub fn compare(&self, other: &Origins) {
        for (_, slot) in &self.layout.slots {
            let (here, there) = (self.origin(slot.offset), other.origin[slot.offset as usize]);
            if here != there {
                self.look_at(here);
                self.look_at(there);
            }
        }
    }

    /// What was looked at, by offset, in order.
    pub fn looked_at(&self) -> Vec<u32> {
        self.looks.borrow().clone()
    }

    /// What was looked at so far, slot by slot, none twice.
    pub fn looks(&self) -> Vec<SlotId> {
        let looks = self.looks.borrow();
        let slots = looks.iter().filter_map(|look| self.layout.slot_at(*look));
        let mut slots: Vec<SlotId> = slots.collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// What was written so far, slot by slot, in a state with these bytes.
    pub fn writes(&self, state: &[u8]) -> Vec<(SlotId, Written)> {
        let slots = self.layout.slots.iter();
        let written = slots.filter(|(_, slot)| self.now.written[slot.offset as usize]);
        let what = written.map(|(id, slot)| {
            let code = slot.scalar.load(state, slot.offset as usize);
            let source = self.source(self.origin(slot.offset));
            (id, source.map_or(Written::Code(code), Written::Copy))
        });
        what.collect()
    }
}
