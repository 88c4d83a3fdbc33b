//! Channels that store messages, and how full they are.

use std::collections::BTreeMap;
use weyl_ir::VarId;
use weyl_ir::layout::{Layout, ScalarShape, Shape};
use weyl_ir::structure::{ChannelUse, SlotSet};

/// A channel by its place among all that some rule uses.
pub(super) type ChannelNumber = u32;

#[derive(Clone, Debug)]
pub(super) struct Channel {
    /// Its length and its messages.
    pub slots: SlotSet,
    pub capacity: u64,
    length: ScalarShape,
    offset: usize,
}

impl Channel {
    #[inline]
    fn length(&self, state: &[u8]) -> u64 {
        self.length.load(state, self.offset)
    }

    #[inline]
    pub fn is_empty(&self, state: &[u8]) -> bool {
        self.length(state) == 0
    }

    #[inline]
    pub fn is_full(&self, state: &[u8]) -> bool {
        self.length(state) >= self.capacity
    }
}

/// All channels, numbered as they are met.
#[derive(Clone, Debug, Default)]
pub(super) struct Channels {
    pub all: Vec<Channel>,
    numbers: BTreeMap<(VarId, Option<u32>), ChannelNumber>,
}

impl Channels {
    pub fn new<'u>(layout: &Layout, uses: impl Iterator<Item = &'u ChannelUse>) -> Channels {
        let mut channels = Channels::default();
        for used in uses {
            let all = &mut channels.all;
            let place = (used.variable, used.element);
            channels.numbers.entry(place).or_insert_with(|| {
                all.push(channel(layout, used));
                all.len() as u32 - 1
            });
        }
        channels
    }

    /// The number of a channel that was among the uses.
    pub fn number(&self, used: &ChannelUse) -> ChannelNumber {
        self.numbers[&(used.variable, used.element)]
    }
}

fn channel(layout: &Layout, used: &ChannelUse) -> Channel {
    let at = layout.variables[used.variable];
    let (mut offset, mut shape) = (at.offset, &layout.shapes[at.shape]);
    if let (Some(element), Shape::Array { .. }) = (used.element, shape) {
        let (stride, of) = shape.elements();
        offset += element * stride;
        shape = &layout.shapes[of];
    }
    let Shape::Channel(shape) = shape else {
        unreachable!("a channel is used as one")
    };
    let inside = offset..offset + shape.size();
    let slots = layout.slots.iter();
    let slots = slots.filter(|(_, slot)| inside.contains(&slot.offset));
    Channel {
        slots: slots.map(|(id, _)| id).collect(),
        capacity: u64::from(shape.capacity),
        length: shape.length(),
        offset: offset as usize,
    }
}
