//! Why something is kept.

use cranelift_entity::EntityRef;
use weyl_ir::layout::{Layout, SlotId, SlotRole};
use weyl_ir::structure::Address;
use weyl_ir::{PropertyId, RuleId};
use weyl_source::Span;

/// A rule, or an initial rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    Rule(RuleId),
    Start(RuleId),
}

/// Why a slot is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A property that is asked about, or an assumption of the model, sees it.
    Seen(PropertyId),
    /// A step that may write another kept slot (`None`: that must stay in any case) reads it where
    /// the span says, or writes it together with that one.
    Decides {
        about: Option<SlotId>,
        step: Step,
        span: Span,
    },
    /// It lies in a multiset with a kept slot: its elements are put in order as a whole.
    Multiset(SlotId),
    /// Processes have priorities, or events are asked about: everything counts.
    Everything,
}

impl Reason {
    /// The kept slot that it is needed for.
    pub fn about(&self) -> Option<SlotId> {
        match self {
            Reason::Decides { about, .. } => *about,
            Reason::Multiset(slot) => Some(*slot),
            Reason::Seen(_) | Reason::Everything => None,
        }
    }
}

/// The kept slots, in the order in which they were found to be needed, so that chains of reasons
/// are short.
pub(super) struct Kept<'m> {
    layout: &'m Layout,
    reasons: Vec<Option<Reason>>,
    pub count: usize,
}

impl<'m> Kept<'m> {
    pub fn nothing(layout: &'m Layout) -> Kept<'m> {
        Kept {
            layout,
            reasons: vec![None; layout.slots.len()],
            count: 0,
        }
    }

    pub fn contains(&self, slot: SlotId) -> bool {
        self.reasons[slot.index()].is_some()
    }

    pub fn add(&mut self, slot: SlotId, reason: Reason) {
        if self.contains(slot) {
            return;
        }
        self.reasons[slot.index()] = Some(reason);
        self.count += 1;
        self.add_multisets_around(slot);
    }

    pub fn add_all(&mut self, reason: Reason) {
        for slot in self.layout.slots.keys() {
            self.add(slot, reason);
        }
    }

    pub fn add_slots<'a>(
        &mut self,
        addresses: impl IntoIterator<Item = &'a Address>,
        reason: Reason,
    ) {
        for slot in addresses.into_iter().filter_map(slot_of) {
            self.add(slot, reason);
        }
    }

    fn add_multisets_around(&mut self, slot: SlotId) {
        let own = &self.layout.slots[slot];
        if own.presence.is_none() && own.role != SlotRole::Occupied {
            return;
        }
        for area in &self.layout.multisets {
            if !area.contains(own.offset) {
                continue;
            }
            let slots = self.layout.slots.iter();
            let inside = slots.filter(|(_, other)| area.contains(other.offset));
            let inside: Vec<SlotId> = inside.map(|(id, _)| id).collect();
            for id in inside {
                self.add(id, Reason::Multiset(slot));
            }
        }
    }

    /// The first kept slot among some addresses.
    pub fn first<'a>(&self, addresses: impl IntoIterator<Item = &'a Address>) -> Option<SlotId> {
        let mut slots = addresses.into_iter().filter_map(slot_of);
        slots.find(|slot| self.contains(*slot))
    }

    pub fn into_reasons(self) -> Vec<Option<Reason>> {
        self.reasons
    }
}

fn slot_of(address: &Address) -> Option<SlotId> {
    match address {
        Address::Slot(slot) => Some(*slot),
        Address::Local(_) | Address::Reference(_) => None,
    }
}
