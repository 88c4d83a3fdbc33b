//! On which slots it depends whether a rule can be the first of a step, and who may change that.
//!
//! Where processes take turns that is more than its guard: its process has to be there; for `else`
//! no rule before it may be possible; whoever offers a message needs somebody who takes it;
//! priorities ask everybody. The order of turns is no question here: a rule is enabled if it can
//! begin one.

use super::slot_set::SlotSet;
use super::{ChannelNeed, ChannelUse, Footprint, Structure};
use crate::layout::{Layout, Shape, SlotId};
use crate::{Model, Rule, RuleId};
use std::collections::BTreeMap;

pub(super) struct Enabling<'a> {
    pub model: &'a Model,
    pub layout: &'a Layout,
    pub structure: &'a Structure,
    /// What is known better of the process that is asked about.
    pub own: &'a BTreeMap<RuleId, Footprint>,
}

impl Enabling<'_> {
    /// What the question depends on for one instance of a rule.
    pub fn slots(&self, rule: RuleId, instance: u64) -> SlotSet {
        let general = || self.structure.rule(rule, instance);
        let footprint = self.own.get(&rule).unwrap_or_else(general);
        let own = footprint.executable_reads();
        if !self.model.has_processes() {
            return own;
        }
        if self.model.processes().have_priorities() {
            return SlotSet::all(self.layout.slots.len());
        }
        let presence = self.presence(rule, instance);
        let mut slots = own.union(&presence).union(&self.partners(footprint));
        for other in self.rivals(rule) {
            for footprint in self.of_process(other, instance) {
                let needs = footprint.executable_reads();
                slots = slots.union(&needs).union(&self.partners(footprint));
            }
        }
        slots
    }

    /// Whether its process is there: how many there are, and who has the number, of whatever kind.
    fn presence(&self, rule: RuleId, instance: u64) -> SlotSet {
        let processes = self.model.processes();
        let Some(own) = processes.kind_of_rule(&self.model.rules[rule]) else {
            return SlotSet::default();
        };
        let is_one = self.structure.is_ground(rule) && self.model.rules[rule].parameters.len() == 1;
        let number = is_one.then(|| own.number_of(instance as u32));
        let candidates = processes.kinds().iter().flat_map(|kind| {
            let at = self.layout.variables[kind.location];
            let Shape::Array { len, stride, .. } = self.layout.shapes[at.shape] else {
                return Vec::new();
            };
            let indices = (0..len)
                .filter(|index| number.is_none_or(|number| number == kind.number_of(*index)));
            indices.map(|index| at.offset + index * stride).collect()
        });
        let count = processes
            .count()
            .map(|count| self.layout.variables[count].offset);
        let slots = candidates.chain(count);
        slots
            .filter_map(|offset| self.layout.slot_at(offset))
            .collect()
    }

    /// The rules before it at the same location that may take its place.
    fn rivals(&self, rule: RuleId) -> Vec<RuleId> {
        let own = &self.model.rules[rule];
        let before = self.model.rules.iter().take_while(|(id, _)| *id != rule);
        let rivals = before.filter(|(_, other)| stand_together(own, other) && excludes(other, own));
        rivals.map(|(id, _)| id).collect()
    }

    /// Where a rule may offer a message: whatever decides whether somebody takes it.
    fn partners(&self, footprint: &Footprint) -> SlotSet {
        let offers = footprint.channels.iter();
        let offers: Vec<&ChannelUse> = offers
            .filter(|of| of.need == ChannelNeed::Receiver)
            .collect();
        let mut slots = SlotSet::default();
        if offers.is_empty() {
            return slots;
        }
        for (id, rule) in &self.model.rules {
            let takes = |footprint: &Footprint| {
                let mut uses = footprint.channels.iter();
                uses.any(|of| {
                    of.need == ChannelNeed::Sender
                        && offers.iter().any(|offer| offer.is_same_channel(of))
                })
            };
            if !self.structure.instances(id).iter().any(takes) {
                continue;
            }
            let rules = self.model.rules.iter();
            let around = rules.filter(|(_, other)| stand_together(rule, other));
            for (other, _) in around {
                for (instance, footprint) in (0..).zip(self.structure.instances(other)) {
                    let presence = self.presence(other, instance);
                    slots = slots.union(&footprint.executable_reads()).union(&presence);
                }
            }
        }
        slots
    }

    /// The footprints of another rule for the process of an instance.
    fn of_process(&self, rule: RuleId, instance: u64) -> &[Footprint] {
        if let Some(own) = self.own.get(&rule) {
            return std::slice::from_ref(own);
        }
        let all = self.structure.instances(rule);
        let has_one_parameter = self.model.rules[rule].parameters.len() == 1;
        let own = usize::try_from(instance).ok();
        let own = own.filter(|own| has_one_parameter && *own < all.len());
        own.map_or(all, |own| &all[own..=own])
    }
}

/// Whether two rules leave the same location of processes of one kind.
fn stand_together(one: &Rule, other: &Rule) -> bool {
    let place = |rule: &Rule| {
        let control = rule.control.as_ref()?;
        Some((rule.turn?.kind, control.from))
    };
    place(one).is_some() && place(one) == place(other)
}

/// Whether a rule, if it can fire, may keep one behind it from firing.
fn excludes(before: &Rule, rule: &Rule) -> bool {
    let (Some(first), Some(second)) = (before.turn, rule.turn) else {
        return false;
    };
    second.otherwise
        || first.level != second.level
        || first.group.is_some() && first.group == second.group
}

impl Footprint {
    /// What decides whether it can fire at all, apart from others.
    fn executable_reads(&self) -> SlotSet {
        if self.assumes {
            self.guard_reads.union(&self.body_reads)
        } else {
            self.guard_reads.clone()
        }
    }

    /// Whether after it a rule may be enabled that was not.
    pub fn may_enable(&self, other: &Footprint) -> bool {
        let leads_elsewhere = self
            .shared_moves(other)
            .is_some_and(|(own, others)| own.to.is_some_and(|to| to != others.from));
        self.may_write.intersects(&other.enabling) && !leads_elsewhere
    }

    /// Whether after it a rule may not be enabled that was.
    pub fn may_disable(&self, other: &Footprint) -> bool {
        let begins_elsewhere = self
            .shared_moves(other)
            .is_some_and(|(own, others)| own.from != others.from);
        self.may_write.intersects(&other.enabling) && !begins_elsewhere
    }

    /// The moves of both, if they are of one process.
    fn shared_moves<'a>(
        &'a self,
        other: &'a Footprint,
    ) -> Option<(&'a super::Move, &'a super::Move)> {
        let both = self.moves.as_ref().zip(other.moves.as_ref());
        both.filter(|(own, others)| own.slot == others.slot)
    }

    /// Whether one may write what the other reads or may write. Where not, they commute.
    pub fn interferes(&self, other: &Footprint) -> bool {
        self.may_write.intersects(&other.may_write)
            || self.may_write.intersects(&other.reads())
            || other.may_write.intersects(&self.reads())
    }

    /// All slots that it depends on, those that are only copied too.
    pub fn reads(&self) -> SlotSet {
        let copied: SlotSet = self.copies.iter().map(|(_, from)| *from).collect();
        self.guard_reads.union(&self.body_reads).union(&copied)
    }

    /// Whether a slot may become a copy of another one, without being looked at.
    pub fn may_copy(&self, to: SlotId, from: SlotId) -> bool {
        self.copies.binary_search(&(to, from)).is_ok()
    }
}
