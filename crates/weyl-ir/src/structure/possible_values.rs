//! What slots hold in reachable states, where that is little: the numbers of channels, who is whose
//! neighbour. An invariant that the walks over all rules keep, found by repeating them.

use super::values::Values;
use super::walk::Walk;
use crate::layout::{Layout, SlotId, SlotRole};
use cranelift_entity::SecondaryMap;

/// For each slot the values that it has in all states that were thought of so far.
#[derive(Clone, Debug)]
pub(super) struct PossibleValues {
    values: SecondaryMap<SlotId, Option<Values>>,
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
        PossibleValues { values: possible }
    }

    pub fn values(&self, slot: SlotId) -> Values {
        match &self.values[slot] {
            Some(values) => values.clone(),
            None => Values::ANY,
        }
    }

    /// Adds the states that a walk ends in, as far as it wrote them or, from the beginning, all of
    /// them. Whether that is new; then what is written again and again may get any value (`widen`).
    pub fn absorb(&mut self, walk: &Walk<'_>, all: bool, widen: bool) -> bool {
        let mut is_new = false;
        for (id, slot) in &walk.layout.slots {
            if !(all || walk.may_write.contains(&id)) {
                continue;
            }
            let Some(known) = &self.values[id] else {
                continue;
            };
            let ends = if walk.has_given_up() {
                Values::ANY
            } else {
                walk.cell(slot.offset).values
            };
            let joined = known.join(&ends);
            if joined != *known {
                is_new = true;
                self.values[id] = Some(if widen { Values::ANY } else { joined });
            }
        }
        is_new
    }
}
