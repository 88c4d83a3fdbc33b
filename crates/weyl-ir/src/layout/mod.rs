//! The state layout: where every scalar of a state lies, and what a permutation of names does to
//! it.
//!
//! A *working state* is a row of byte-aligned slots, most significant byte first, so that comparing
//! bytes compares values. What is indexed by one name lies in one contiguous block, all blocks of a
//! sort have the same shape, and unindexed data come first:
//!
//! ```text
//! | unindexed | block of p1 | block of p2 | … | block of d1 | …
//! ```
//!
//! A slot with several index names lies in the block of the first whose array is indexed by a sort;
//! what is reached through a multiset, or through unions alone, lies where that multiset or array
//! does. Every slot knows the names that index it and the names that it may hold, from types and
//! from the model's naming; the action of a permutation, (π·s)[π·ℓ] = π(s[ℓ]), follows from that
//! alone. Only types decide what lies in a block.
//!
//! The layout is built from a finished model, after sorts have been decided on, never by a front
//! end.

mod action;
mod build_action;
mod field;
mod frame;
mod names;
mod pack;
mod place_parts;
mod shape;
mod slot;
mod walk;

pub use action::{Action, StrayId, name, point};
pub use frame::Frame;
pub use names::{CodeTable, CodeTables, CodesId, NameCodes, NameTables, Positions, PositionsId};
pub use pack::{PackedWord, Packer};
pub use shape::{ChannelShape, ScalarShape, Shape, ShapeId, Shapes};
pub use slot::{BlockId, MultisetArea, PathStep, Presence, Slot, SlotId, SlotRole, Way};

use crate::{FunctionId, Model, NameId, PropertyId, RuleId, VarId};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use place_parts::Placer;

/// The largest working state that is laid out, in bytes.
pub const MAX_STATE_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum LayoutError {
    #[error("a state of this model would take more than {MAX_STATE_BYTES} bytes")]
    TooLarge,
}

/// A contiguous part of the working state: what one name indexes, or (the first block) what none
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateBlock {
    pub name: Option<NameId>,
    pub offset: u32,
    pub size: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Located {
    pub offset: u32,
    pub shape: ShapeId,
}

#[derive(Clone, Debug)]
pub struct Layout {
    /// Bytes of a working state.
    pub size: usize,
    pub shapes: Shapes,
    pub variables: SecondaryMap<VarId, Located>,
    /// In the order of their offsets.
    pub slots: PrimaryMap<SlotId, Slot>,
    pub blocks: PrimaryMap<BlockId, StateBlock>,
    /// Inner ones before those that they are elements of.
    pub multisets: Vec<MultisetArea>,
    pub names: NameTables,
    pub functions: SecondaryMap<FunctionId, Frame>,
    pub starts: SecondaryMap<RuleId, Frame>,
    pub rules: SecondaryMap<RuleId, Frame>,
    pub properties: SecondaryMap<PropertyId, Frame>,
    block_of_byte: Vec<BlockId>,
}

impl Layout {
    pub fn new(model: &Model) -> Result<Layout, LayoutError> {
        let mut shapes = Shapes::default();
        let measured = Placer::measure(model)?;
        let (variables, regions) = Placer::place(model, measured, &mut shapes)?;
        let blocks = regions.blocks(model);
        let found = walk::enumerate(model, &shapes, &variables);
        let mut layout = Layout {
            size: regions.size() as usize,
            block_of_byte: slot::blocks_of_bytes(&blocks, regions.size() as usize),
            shapes,
            variables,
            slots: found.slots,
            blocks,
            multisets: found.multisets,
            names: found.names,
            functions: SecondaryMap::new(),
            starts: SecondaryMap::new(),
            rules: SecondaryMap::new(),
            properties: SecondaryMap::new(),
        };
        layout.place_frames(model)?;
        Ok(layout)
    }

    fn place_frames(&mut self, model: &Model) -> Result<(), LayoutError> {
        let shapes = &mut self.shapes;
        for (id, function) in &model.functions {
            self.functions[id] = Frame::new(model, &function.locals, shapes)?;
        }
        for (id, rule) in &model.starts {
            self.starts[id] = Frame::new(model, &rule.locals, shapes)?;
        }
        for (id, rule) in &model.rules {
            self.rules[id] = Frame::new(model, &rule.locals, shapes)?;
        }
        for (id, property) in &model.properties {
            self.properties[id] = Frame::new(model, &property.locals, shapes)?;
        }
        Ok(())
    }

    /// The block that a byte of the working state lies in.
    pub fn block_of_byte(&self, offset: usize) -> BlockId {
        self.block_of_byte[offset]
    }

    /// The slot that begins at a byte of the working state.
    pub fn slot_at(&self, offset: u32) -> Option<SlotId> {
        let slots = self.slots.as_values_slice();
        let found = slots.binary_search_by_key(&offset, |slot| slot.offset);
        found.ok().map(SlotId::new)
    }

    /// The slot that fields and elements of arrays lead to from a variable.
    pub fn slot_of(&self, variable: VarId, path: &[PathStep]) -> Option<SlotId> {
        let mut at = self.variables[variable];
        for step in path {
            at = self.part_of(at, *step)?;
        }
        let is_scalar = matches!(self.shapes[at.shape], Shape::Scalar(_));
        self.slot_at(at.offset).filter(|_| is_scalar)
    }

    fn part_of(&self, at: Located, step: PathStep) -> Option<Located> {
        let (distance, shape) = match (step, &self.shapes[at.shape]) {
            (PathStep::Field(number), Shape::Record { fields }) => *fields.get(number as usize)?,
            (
                PathStep::Index(_, number),
                Shape::Array {
                    lo,
                    len,
                    stride,
                    element,
                },
            ) => {
                let place = u32::try_from(number - lo).ok();
                (place.filter(|place| place < len)? * stride, *element)
            }
            (PathStep::Field(_) | PathStep::Index(..) | PathStep::Element(_), _) => return None,
        };
        let offset = at.offset + distance;
        Some(Located { offset, shape })
    }

    /// Which codes of a slot are names.
    pub fn codes(&self, slot: &Slot) -> Option<&NameCodes> {
        slot.codes.map(|codes| &self.names.codes[codes])
    }

    /// The same, without names that are plain data if only some names move: those that stay, unless
    /// the slot itself may come to where they have other codes.
    pub fn moving_codes(&self, slot: &Slot, moves: impl Fn(NameId) -> bool) -> Option<NameCodes> {
        let codes = self.codes(slot)?.clone();
        if slot.codes_differ && slot.index_names.iter().any(|name| moves(*name)) {
            Some(codes)
        } else {
            codes.only(moves)
        }
    }

    pub fn packer(&self) -> Packer {
        Packer::new(&self.slots, self.size)
    }

    /// Brings a state into the one form that stands for it: multisets in order. Executors do this
    /// at the end of a step.
    pub fn normalise(&self, state: &mut [u8]) {
        for area in &self.multisets {
            area.sort(state);
        }
    }
}
