//! The footprint of one rule with one valuation of its parameters, or with all of them at once.

use super::flow::Cell;
use super::possible_values::PossibleValues;
use super::slot_set::SlotSet;
use super::touches::{Notes, Touches};
use super::values::Values;
use super::walk::Walk;
use super::{Footprint, Move};
use crate::layout::{Frame, Layout, SlotId};
use crate::{Binding, Control, Locals, Model, Property, PropertyId, Rule};

/// What the walks over all rules have in common.
pub(super) struct Ground<'m> {
    pub model: &'m Model,
    pub layout: &'m Layout,
    pub possible: &'m PossibleValues,
    /// What the assumptions of the model see: every step asks them.
    pub assumptions: SlotSet,
}

impl<'m> Ground<'m> {
    fn walk(
        &self,
        scope: (&'m Locals, &'m Frame),
        parameters: &'m [Binding],
        values: Option<&[i128]>,
        notes: Option<Notes>,
    ) -> Walk<'m> {
        let mut walk = Walk::new(self.model, self.layout, self.possible, scope);
        walk.notes = notes;
        for (number, binding) in parameters.iter().enumerate() {
            walk.bind_parameter(binding, values.map(|values| values[number]));
        }
        walk
    }

    /// The slots that a property sees.
    pub fn property(
        &self,
        id: PropertyId,
        property: &'m Property,
        values: Option<&[i128]>,
    ) -> SlotSet {
        let scope = (&property.locals, &self.layout.properties[id]);
        let mut walk = self.walk(scope, &property.parameters, values, None);
        walk.eval(&property.condition);
        walk.looks.iter().copied().collect()
    }

    /// The footprint of a rule, and the walk at its end. A rule that is never enabled writes
    /// nothing.
    pub fn rule(
        &self,
        rule: &'m Rule,
        frame: &'m Frame,
        values: Option<&[i128]>,
    ) -> (Footprint, Walk<'m>) {
        let mut walk = self.walk((&rule.locals, frame), &rule.parameters, values, None);
        let (moves, can_fire) = walk.approach(rule);
        let guard_reads: SlotSet = std::mem::take(&mut walk.looks).into_iter().collect();
        if can_fire {
            walk.fire(rule, &self.assumptions);
        }
        let copies = walk.copies(&guard_reads);
        let footprint = Footprint {
            guard_reads,
            body_reads: walk.looks.iter().copied().collect(),
            may_write: walk.may_write.iter().copied().collect(),
            must_write: if walk.has_given_up() {
                SlotSet::default()
            } else {
                walk.flow.must.iter().copied().collect()
            },
            copies,
            enabling: SlotSet::default(),
            assumes: walk.assumes,
            channels: walk.channels.iter().copied().collect(),
            moves,
        };
        (footprint, walk)
    }

    /// What the statements of a rule touch.
    pub fn touches(&self, rule: &'m Rule, frame: &'m Frame, values: Option<&[i128]>) -> Touches {
        let notes = Notes::new(self.layout, frame);
        let scope = (&rule.locals, frame);
        let mut walk = self.walk(scope, &rule.parameters, values, Some(notes));
        let (_, can_fire) = walk.approach(rule);
        if can_fire {
            walk.fire(rule, &self.assumptions);
        }
        Touches::after(walk, can_fire)
    }
}

/// Where a rule stands.
struct Stands {
    /// Whether anybody can ever be there.
    is_possible: bool,
    moves: Option<Move>,
}

impl<'m> Walk<'m> {
    /// Everything before the body: where it stands, and whether it may fire.
    fn approach(&mut self, rule: &'m Rule) -> (Option<Move>, bool) {
        let stands = rule.control.as_ref().map(|control| self.stands(control));
        let can_stand = stands.as_ref().is_none_or(|stands| stands.is_possible);
        let can_fire = can_stand && self.eval(&rule.guard).may_hold();
        (stands.and_then(|stands| stands.moves), can_fire)
    }

    fn stands(&mut self, control: &'m Control) -> Stands {
        let targets = self.targets(&control.location);
        self.look_at(&targets);
        let values = targets.iter().map(|target| self.cell(target.at.offset));
        let mut values = values.map(|cell| cell.values);
        let is_possible = values.any(|values| {
            let known = values.known();
            known.is_none_or(|known| known.contains(&control.from))
        });
        let only = match targets.as_slice() {
            [target] => self.layout.slot_at(target.at.offset),
            [] | [_, _, ..] => None,
        };
        let moves = only.map(|slot| Move {
            slot,
            from: control.from,
            to: control.to,
        });
        Stands { is_possible, moves }
    }

    /// The body, the move of the control location, the normal form, the assumptions.
    fn fire(&mut self, rule: &'m Rule, assumptions: &SlotSet) {
        let location = rule.control.as_ref().map(|control| &control.location);
        let moving = location.map(|location| self.targets(location));
        let falls_off = self.exec_block(&rule.body);
        match (self.returned.take(), falls_off) {
            (Some(returned), true) => self.flow = self.joined(returned, self.flow.clone()),
            (Some(returned), false) => self.flow = returned,
            (None, true) => {}
            // It always fails: there is no state after it.
            (None, false) => return,
        }
        if let Some((control, moving)) = rule.control.as_ref().zip(moving)
            && let Some(to) = control.to
        {
            self.look_at_flags(&moving);
            let scalars = self.scalars(&moving);
            self.store(&scalars, &Cell::computed(Values::one(to)));
        }
        self.stop_noting();
        self.normalise();
        for slot in assumptions.iter() {
            self.look(self.layout.slots[slot].offset);
        }
    }

    /// A multiset that was written is put in order: that reads and writes all of it.
    fn normalise(&mut self) {
        for area in &self.layout.multisets {
            let slots = self.layout.slots.iter();
            let inside = slots.filter(|(_, slot)| area.contains(slot.offset));
            let inside: Vec<(SlotId, u32)> = inside.map(|(id, slot)| (id, slot.offset)).collect();
            if inside.iter().any(|(id, _)| self.may_write.contains(id)) {
                inside.iter().for_each(|(_, offset)| self.look(*offset));
                for (_, offset) in inside {
                    self.write(offset, Cell::computed(Values::ANY), false);
                }
            }
        }
    }

    /// Which slots may become copies of which others that nobody looked at.
    fn copies(&self, guard_reads: &SlotSet) -> Vec<(SlotId, SlotId)> {
        let written = self.may_write.iter();
        let pairs = written.flat_map(|slot| {
            let cell = self.cell(self.layout.slots[*slot].offset);
            cell.sources.into_iter().map(|source| (*slot, source))
        });
        let unseen = pairs.filter(|(slot, source)| {
            slot != source && !self.looks.contains(source) && !guard_reads.contains(*source)
        });
        unseen.collect()
    }
}
