//! What a rule of a process does, and on what that depends: slots, and beside them what commutes
//! better than slots do, sends and receives, offers, and the end of a process.

use super::channels::{ChannelNumber, Channels};
use super::operations::{Operation, operation};
use super::seats::Seat;
use std::collections::BTreeSet;
use weyl_ir::layout::{Layout, SlotId};
use weyl_ir::structure::{ChannelNeed, Footprint, Foresight, SlotSet};
use weyl_ir::{BinaryOp, Comparison, Expr, ExprKind, Model, Root, Rule, RuleId, VarId};

type ChannelSet = BTreeSet<ChannelNumber>;

#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Slots on which it depends what happens.
    pub reads: SlotSet,
    pub writes: SlotSet,
    /// Channels to which a message is appended, which is all that happens there.
    pub sends: ChannelSet,
    /// Channels whose oldest message is received, which is all that happens there.
    pub receives: ChannelSet,
    /// Channels of which the first message that fits is received, which is all that happens there.
    pub picks: ChannelSet,
    /// Rendezvous channels on which messages are offered, or taken.
    pub offers: ChannelSet,
    pub takes: ChannelSet,
    /// Whether a process ends, which only the youngest can.
    pub ends: bool,
}

impl Effects {
    pub fn add(&mut self, other: &Effects) {
        self.reads = self.reads.union(&other.reads);
        self.writes = self.writes.union(&other.writes);
        self.sends.extend(&other.sends);
        self.receives.extend(&other.receives);
        self.picks.extend(&other.picks);
        self.offers.extend(&other.offers);
        self.takes.extend(&other.takes);
        self.ends |= other.ends;
    }

    /// Channels that store messages, and where nothing else happens than operations.
    pub fn operated(&self) -> impl Iterator<Item = ChannelNumber> {
        let operated = self.sends.iter().chain(&self.receives).chain(&self.picks);
        operated.copied()
    }

    /// Takes an operation on a channel for reading and writing all of it.
    pub fn spread(&mut self, number: ChannelNumber, channels: &Channels) {
        let slots = &channels.all[number as usize].slots;
        self.reads = self.reads.union(slots);
        self.writes = self.writes.union(slots);
        for set in [&mut self.sends, &mut self.receives, &mut self.picks] {
            set.remove(&number);
        }
    }

    /// All of them.
    pub fn spread_all(&mut self, channels: &Channels) {
        let operated: ChannelSet = self.operated().collect();
        for number in operated {
            self.spread(number, channels);
        }
    }

    pub fn touches(&self, slots: &SlotSet) -> bool {
        self.reads.intersects(slots) || self.writes.intersects(slots)
    }
}

/// Who knows what rules do.
#[derive(Debug)]
pub(super) struct Observed {
    pub model: Model,
    pub layout: Layout,
    pub foresight: Foresight,
    pub channels: Channels,
    /// The slot with the number of processes.
    pub count: SlotSet,
    /// The rules that leave each location, for each kind.
    pub leaving: Vec<Vec<Vec<RuleId>>>,
}

impl Observed {
    pub fn new(model: &Model, layout: &Layout) -> Observed {
        let foresight = Foresight::new(model, layout);
        let structure = &foresight.structure;
        let count = model.processes().count();
        let count = count.and_then(|count| layout.slot_at(layout.variables[count].offset));
        let rules = model.rules.keys();
        let footprints = rules.flat_map(|rule| structure.instances(rule));
        let channels = Channels::new(layout, footprints.flat_map(|one| &one.channels));
        Observed {
            channels,
            count: count.into_iter().collect(),
            leaving: model.processes().rules_by_location(),
            model: model.clone(),
            layout: layout.clone(),
            foresight,
        }
    }

    /// All rules of a process.
    pub fn rules_of(&self, seat: &Seat) -> Vec<RuleId> {
        let leaving = self.leaving[seat.kind as usize].iter();
        leaving.flatten().copied().collect()
    }

    /// What a rule of a process touches in all reachable states.
    pub fn general(&self, rule: RuleId, seat: &Seat) -> &Footprint {
        let structure = &self.foresight.structure;
        structure.rule(rule, u64::from(seat.name))
    }

    /// What a rule does where it is the first of a turn.
    pub fn first(&self, rule: RuleId, seat: &Seat, footprint: &Footprint) -> Effects {
        let mut effects = Effects {
            reads: footprint.reads(),
            writes: footprint.may_write.clone(),
            ..Effects::default()
        };
        if self.has_rivals(rule) {
            effects.reads = effects.reads.union(&self.possibility(footprint));
        }
        if self.is_end(rule, seat, footprint) {
            effects.ends = true;
            effects.reads = without(&effects.reads, &self.count);
            effects.writes = without(&effects.writes, &self.count);
        }
        let operation = operation(&self.model.rules[rule]);
        for used in &footprint.channels {
            let number = self.channels.number(used);
            match used.need {
                ChannelNeed::Receiver => effects.offers.insert(number),
                ChannelNeed::Sender => effects.takes.insert(number),
                ChannelNeed::Length
                | ChannelNeed::Room
                | ChannelNeed::Oldest
                | ChannelNeed::Message => self.operate(&mut effects, number, operation),
            };
        }
        effects
    }

    /// An operation is kept apart from the slots that it touches.
    fn operate(
        &self,
        effects: &mut Effects,
        number: ChannelNumber,
        operation: Option<Operation>,
    ) -> bool {
        let Some(operation) = operation else {
            return false;
        };
        let slots = &self.channels.all[number as usize].slots;
        effects.reads = without(&effects.reads, slots);
        effects.writes = without(&effects.writes, slots);
        match operation {
            Operation::Send => effects.sends.insert(number),
            Operation::Receive => effects.receives.insert(number),
            Operation::Pick => effects.picks.insert(number),
        }
    }

    /// The same where it may come later in a turn: then it does not wait, but ends the turn, which
    /// is to be seen.
    pub fn inside(&self, rule: RuleId, seat: &Seat, footprint: &Footprint) -> Effects {
        let mut effects = self.first(rule, seat, footprint);
        effects.spread_all(&self.channels);
        effects.reads = effects.reads.union(&self.possibility(footprint));
        effects
    }

    /// On which slots it depends whether a rule can fire; a process that acts is there.
    fn possibility(&self, footprint: &Footprint) -> SlotSet {
        without(&footprint.enabling, &self.count)
    }

    /// Whether other rules at its location decide whether it is tried.
    fn has_rivals(&self, rule: RuleId) -> bool {
        let own = &self.model.rules[rule];
        let Some((turn, control)) = own.turn.zip(own.control.as_ref()) else {
            return false;
        };
        let together = usize::try_from(control.from).ok();
        let together = together.and_then(|from| self.leaving[turn.kind as usize].get(from));
        let levels = together.into_iter().flatten();
        let mut levels = levels.filter_map(|other| self.model.rules[*other].turn);
        turn.otherwise || turn.group.is_some() || levels.any(|other| other.level != turn.level)
    }

    /// Whether a rule is nothing but the end of its process, which has to wait for all younger
    /// ones: no two of them are possible at once.
    fn is_end(&self, rule: RuleId, seat: &Seat, footprint: &Footprint) -> bool {
        let own = &self.model.rules[rule];
        let Some(control) = own.control.as_ref().filter(|control| control.to.is_none()) else {
            return false;
        };
        let leaving = &self.leaving[seat.kind as usize];
        let from = usize::try_from(control.from).ok();
        let is_only = from
            .and_then(|from| leaving.get(from))
            .is_some_and(|of| of.len() == 1);
        is_only
            && footprint.must_write.contains(seat.location)
            && self.count.is_subset(&footprint.must_write)
            && waits_for_count(own, self.model.processes().count())
            && self.moves_nobody_else(seat.location, footprint)
    }

    fn moves_nobody_else(&self, own: SlotId, footprint: &Footprint) -> bool {
        let locations: BTreeSet<VarId> = self.model.processes().locations().collect();
        let mut written = footprint.may_write.iter();
        written.all(|slot| slot == own || !locations.contains(&self.layout.slots[slot].variable))
    }
}

/// Whether a rule fires only where the number of processes is a certain one, its own.
fn waits_for_count(rule: &Rule, count: Option<VarId>) -> bool {
    let ExprKind::Binary(BinaryOp::Compare(Comparison::Equal), _, right) = &rule.guard.kind else {
        return false;
    };
    reads_variable(right) == count && count.is_some()
}

fn reads_variable(expr: &Expr) -> Option<VarId> {
    let ExprKind::Read(place) = &expr.kind else {
        return None;
    };
    match place.root {
        Root::Variable(variable) if place.path.is_empty() => Some(variable),
        Root::Variable(_) | Root::Local(_) => None,
    }
}

pub(super) fn without(set: &SlotSet, other: &SlotSet) -> SlotSet {
    if !set.intersects(other) {
        return set.clone();
    }
    set.iter().filter(|slot| !other.contains(*slot)).collect()
}
