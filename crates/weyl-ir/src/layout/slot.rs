//! Slots: the scalars of a state one by one, each with the path and the names that lead to it.

use super::StateBlock;
use super::names::{CodesId, PositionsId};
use super::shape::ScalarShape;
use crate::{Leaf, LeafStep, NameId, TypeId, VarId};
use cranelift_entity::{PrimaryMap, entity_impl};
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
    /// A scalar of this type.
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
    /// The names among the indices of the path, in order. What lies in a channel that has a name is
    /// found by that name alone, in whatever variable or array the channel is.
    pub index_names: Vec<NameId>,
    /// For each of them, how it leads here.
    pub index_ways: Vec<Way>,
    /// `None`: always.
    pub presence: Option<Presence>,
    /// Which of its codes are names.
    pub codes: Option<CodesId>,
    /// Slots that other names lead to have other codes for the same names.
    pub codes_differ: bool,
}

/// How a name leads to a slot. The slot of another name n lies `positions[n] − positions[own name]`
/// bytes further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The step of the path that the name is; `None`: all steps to a channel.
    pub step: Option<u32>,
    pub positions: PositionsId,
}

impl Slot {
    /// All slots that are reached in the same way.
    pub fn leaf(&self) -> Leaf {
        let steps = self.path.iter().map(|step| match step {
            PathStep::Field(number) => LeafStep::Field(*number),
            PathStep::Index(..) => LeafStep::Index,
            PathStep::Element(_) => LeafStep::Element,
        });
        Leaf {
            variable: self.variable,
            path: steps.collect(),
        }
    }

    /// The name that a step of the path is.
    pub fn name_of_step(&self, step: usize) -> Option<NameId> {
        let mut ways = self.index_ways.iter();
        let at = ways.position(|way| way.step == Some(step as u32))?;
        self.index_names.get(at).copied()
    }

    /// The name of the channel that it lies in.
    pub fn channel_name(&self) -> Option<NameId> {
        let way = self.index_ways.first()?;
        self.index_names
            .first()
            .copied()
            .filter(|_| way.step.is_none())
    }

    /// How many steps of the path lead to the channel that it lies in, if that has a name.
    pub fn steps_to_channel(&self) -> usize {
        let inside = match self.role {
            SlotRole::Length => 0,
            SlotRole::Value(_) | SlotRole::Occupied => 2,
        };
        match self.channel_name() {
            Some(_) => self.path.len().saturating_sub(inside),
            None => 0,
        }
    }
}

/// When a slot inside a container belongs to an element: if the number at `flag`, of `width` bytes,
/// is at least `least`. Otherwise it is zero, whatever zero would mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Presence {
    pub flag: u32,
    pub width: u8,
    pub least: u32,
}

impl Presence {
    #[inline]
    pub fn holds(self, state: &[u8]) -> bool {
        let flag = self.flag as usize;
        let number = match self.width {
            1 => u32::from(state[flag]),
            _ => u32::from(u16::from_be_bytes([state[flag], state[flag + 1]])),
        };
        number >= self.least
    }

    /// The bytes that are asked.
    pub fn bytes(self) -> Range<u32> {
        self.flag..self.flag + u32::from(self.width)
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
