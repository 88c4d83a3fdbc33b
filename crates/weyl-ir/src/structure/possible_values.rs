//! What slots hold in reachable states, where that is little: the numbers of channels, who is whose
//! neighbour. An invariant that the walks over all rules keep, found by repeating them.

use super::values::Values;
use super::walk::Walk;
use crate::layout::{Layout, SlotId, SlotRole};
use cranelift_entity::SecondaryMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// For each slot the values that it has in all states that were thought of so far.
#[derive(Clone, Debug)]
pub(super) struct PossibleValues {
    values: Arc<SecondaryMap<SlotId, Option<Values>>>,
    /// Where more is known of some slots.
    known: BTreeMap<SlotId, Values>,
}

impl PossibleValues {
    /// Before the first state: undefined, or the least value. Contents of containers are not
    /// followed.
    pub fn blank(layout: &Layout) -> PossibleValues {
        PossibleValues::by(layout, |slot| {
            let scalar = &layout.slots[slot].scalar;
            if scalar.undefinable {
                Values::NONE
            } else {
                Values::one(scalar.lo)
            }
        })
    }

    /// In all states, reachable or not.
    pub fn anything(layout: &Layout) -> PossibleValues {
        PossibleValues::by(layout, |_| Values::ANY)
    }

    /// In no state at all.
    pub fn nothing(layout: &Layout) -> PossibleValues {
        PossibleValues::by(layout, |_| Values::NONE)
    }

    fn by(layout: &Layout, values: impl Fn(SlotId) -> Values) -> PossibleValues {
        let mut possible = SecondaryMap::new();
        for (id, slot) in &layout.slots {
            let is_followed = slot.presence.is_none() && matches!(slot.role, SlotRole::Value(_));
            possible[id] = is_followed.then(|| values(id));
        }
        PossibleValues {
            values: Arc::new(possible),
            known: BTreeMap::new(),
        }
    }

    /// The same, but slots hold certain values.
    pub fn knowing(&self, slots: impl Iterator<Item = (SlotId, i128)>) -> PossibleValues {
        let slots = slots.filter(|(slot, _)| self.values[*slot].is_some());
        PossibleValues {
            values: self.values.clone(),
            known: slots.map(|(at, value)| (at, Values::one(value))).collect(),
        }
    }

    pub fn values(&self, slot: SlotId) -> Values {
        let values = self.known.get(&slot).or(self.values[slot].as_ref());
        values.cloned().unwrap_or(Values::ANY)
    }

    /// What a walk may leave in a slot.
    pub fn left_by(walk: &Walk<'_>, slot: SlotId) -> Values {
        if walk.has_given_up() {
            return Values::ANY;
        }
        walk.cell(walk.layout.slots[slot].offset).values
    }

    /// Adds what a walk stores in slots of which more is known. Whether that is new.
    pub fn absorb_known(&mut self, walk: &Walk<'_>, widen: bool) -> bool {
        let mut is_new = false;
        for (slot, known) in &mut self.known {
            if !walk.may_write.contains(slot) {
                continue;
            }
            let joined = known.join(&PossibleValues::left_by(walk, *slot));
            if joined != *known {
                is_new = true;
                *known = if widen { Values::ANY } else { joined };
            }
        }
        is_new
    }

    /// Adds the states that a walk ends in, as far as it wrote them or, from the beginning, all of
    /// them. Whether that is new; then what is written again and again may get any value (`widen`).
    pub fn absorb(&mut self, walk: &Walk<'_>, all: bool, widen: bool) -> bool {
        let mut is_new = false;
        let values = Arc::make_mut(&mut self.values);
        for id in walk.layout.slots.keys() {
            if !(all || walk.may_write.contains(&id)) {
                continue;
            }
            let Some(known) = &values[id] else {
                continue;
            };
            let joined = known.join(&PossibleValues::left_by(walk, id));
            if joined != *known {
                is_new = true;
                values[id] = Some(if widen { Values::ANY } else { joined });
            }
        }
        is_new
    }
}
