//! Other well-formed states that agree with a state in given slots.

use crate::dice::Dice;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::Layout;
use weyl_ir::layout::{Slot, SlotId, SlotRole};

/// What has to be changed together: a container is well formed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Scalar(SlotId),
    /// The outermost one, by its offset.
    Multiset(u32),
    /// By the offset of its length.
    Channel(u32),
}

/// The slots of a layout, by what has to be changed together.
pub struct Variation<'l> {
    layout: &'l Layout,
    groups: BTreeMap<Group, Vec<SlotId>>,
}

impl<'l> Variation<'l> {
    pub fn new(layout: &'l Layout) -> Variation<'l> {
        let mut groups: BTreeMap<Group, Vec<SlotId>> = BTreeMap::new();
        for (id, slot) in &layout.slots {
            groups.entry(group(layout, id, slot)).or_default().push(id);
        }
        Variation { layout, groups }
    }

    /// A state that agrees with this one in the slots that are kept; one in `rarity` of the others
    /// changes.
    pub fn vary(&self, state: &[u8], kept: &[SlotId], rarity: usize, dice: &mut Dice) -> Vec<u8> {
        let kept: BTreeSet<SlotId> = kept.iter().copied().collect();
        let mut varied = state.to_vec();
        for (group, slots) in &self.groups {
            if dice.below(rarity) > 0 {
                continue;
            }
            let is_free = !slots.iter().any(|slot| kept.contains(slot));
            match group {
                Group::Scalar(_) | Group::Channel(_) if !is_free => {
                    self.change_values(&mut varied, slots, &kept, dice);
                }
                Group::Multiset(_) if !is_free => {
                    let mut other = varied.clone();
                    self.change_values(&mut other, slots, &kept, dice);
                    self.layout.normalise(&mut other);
                    // Elements may change places, but not those that are kept.
                    if slots.iter().all(|id| {
                        !kept.contains(id) || self.code(&other, *id) == self.code(&varied, *id)
                    }) {
                        varied = other;
                    }
                }
                Group::Scalar(_) | Group::Channel(_) | Group::Multiset(_) => {
                    slots
                        .iter()
                        .for_each(|id| self.draw(&mut varied, *id, dice));
                }
            }
        }
        self.layout.normalise(&mut varied);
        varied
    }

    fn code(&self, state: &[u8], id: SlotId) -> u64 {
        let slot = &self.layout.slots[id];
        slot.scalar.load(state, slot.offset as usize)
    }

    /// The elements or messages that are there.
    fn change_values(
        &self,
        state: &mut [u8],
        slots: &[SlotId],
        kept: &BTreeSet<SlotId>,
        dice: &mut Dice,
    ) {
        for id in slots {
            let slot = &self.layout.slots[*id];
            let is_there = slot.presence.is_some_and(|presence| presence.holds(state));
            let is_value = matches!(slot.role, SlotRole::Value(_));
            if is_there && is_value && !kept.contains(id) {
                self.draw(state, *id, dice);
            }
        }
    }

    /// Any code, or zero where nothing is; what says so has been drawn before.
    fn draw(&self, state: &mut [u8], id: SlotId, dice: &mut Dice) {
        let slot = &self.layout.slots[id];
        let is_there = slot.presence.is_none_or(|presence| presence.holds(state));
        let codes = usize::try_from(slot.scalar.codes()).unwrap_or(usize::MAX);
        let code = if is_there {
            dice.below(codes) as u64
        } else {
            0
        };
        slot.scalar.store(state, slot.offset as usize, code);
    }
}

fn group(layout: &Layout, id: SlotId, slot: &Slot) -> Group {
    let mut around = layout.multisets.iter().rev();
    if let Some(outermost) = around.find(|area| area.contains(slot.offset)) {
        return Group::Multiset(outermost.offset);
    }
    match (slot.role, slot.presence) {
        (SlotRole::Length, _) => Group::Channel(slot.offset),
        (_, Some(presence)) => Group::Channel(presence.flag),
        (_, None) => Group::Scalar(id),
    }
}
