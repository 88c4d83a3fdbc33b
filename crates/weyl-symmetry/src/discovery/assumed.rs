//! The facts that discovery has used, slot by slot ([`crate::Fact`]).

use crate::discovery::bodies::defined::Defined;
use crate::discovery::bodies::frozen::Frozen;
use crate::discovery::bodies::reached::Reached;
use crate::discovery::bodies::statics::Statics;
use crate::discovery::numbers::classes::{ClassId, Classes};
use crate::discovery::numbers::inference::spot_of;
use crate::discovery::numbers::real::ClassNumber;
use crate::facts::{Fact, Held};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::layout::{Layout, Slot, SlotId, SlotRole};
use weyl_ir::{Model, NameId, VarId};

/// Scalars with more values are restricted by nothing but "never undefined", constants, and what
/// flows into their class.
const MOST_VALUES: u128 = 1 << 12;

/// For each class and range the numbers that are ever there, if these are not all.
type ClassNumbers = BTreeMap<(ClassId, i128, i128), Option<BTreeSet<i128>>>;

pub(crate) struct Assumptions<'a> {
    pub model: &'a Model,
    pub layout: &'a Layout,
    pub statics: &'a Statics,
    pub classes: &'a Classes,
    pub frozen: &'a Frozen<'a>,
    pub defined: &'a Defined,
    pub reached: &'a Reached,
    pub real: &'a BTreeSet<ClassNumber>,
}

impl Assumptions<'_> {
    pub fn facts(&self) -> Vec<Fact> {
        let mut known_classes = ClassNumbers::new();
        let slots = self.layout.slots.iter();
        let values = slots.filter(|(_, slot)| matches!(slot.role, SlotRole::Value(_)));
        let known = values.filter_map(|(id, slot)| {
            let held = self.held(id, slot, &mut known_classes);
            (held != Held::anything(slot)).then(|| Fact {
                variable: slot.variable,
                path: slot.path.clone(),
                held,
                process_at: self.process_at(slot),
            })
        });
        known.collect()
    }

    fn held(&self, id: SlotId, slot: &Slot, known_classes: &mut ClassNumbers) -> Held {
        if let Some(value) = self.frozen.slot_value(id) {
            return Held {
                undefined: false,
                values: Some(BTreeSet::from([value])),
            };
        }
        let mut held = Held::anything(slot);
        held.undefined &= !self.defined.contains_slot(slot);
        held.values = self.standings(slot);
        if held.values.is_none() {
            held.values = self.numbers(slot, known_classes);
        }
        held
    }

    /// Where a static process may stand.
    fn standings(&self, slot: &Slot) -> Option<BTreeSet<i128>> {
        let processes = self.model.processes();
        let (number, kind) = processes.kind_located_in(slot.variable)?;
        let process: NameId = *slot.index_names.first()?;
        let statics = self.statics.of_kind(number)?;
        if !statics.contains(&process) {
            return None;
        }
        let own = i128::from(processes.index_of(kind, process));
        let may_stand = |at: &i128| self.reached.may_stand((kind.location, own, *at));
        let all = 0..kind.may_end.len() as i128;
        let some: BTreeSet<i128> = all.clone().filter(may_stand).collect();
        (some.len() < all.count()).then_some(some)
    }

    /// The numbers of its class that are ever there.
    fn numbers(&self, slot: &Slot, known_classes: &mut ClassNumbers) -> Option<BTreeSet<i128>> {
        let class = self.classes.of(&spot_of(slot)?)?;
        let key = (class, slot.scalar.lo, slot.scalar.hi);
        let known = known_classes.entry(key);
        known.or_insert_with(|| self.numbers_of(key)).clone()
    }

    fn numbers_of(&self, (class, lo, hi): (ClassId, i128, i128)) -> Option<BTreeSet<i128>> {
        if (hi - lo) as u128 >= MOST_VALUES {
            return self.few_numbers(class);
        }
        let some: BTreeSet<i128> = (lo..=hi)
            .filter(|number| self.may_hold(class, *number))
            .collect();
        (some.len() < (hi - lo + 1) as usize).then_some(some)
    }

    /// In a large type there is what flows in, if that is few.
    fn few_numbers(&self, class: ClassId) -> Option<BTreeSet<i128>> {
        let numbers = self.classes.numbers(class)?;
        let all = numbers.lo..=numbers.hi;
        Some(all.filter(|number| self.may_hold(class, *number)).collect())
    }

    /// Where the process is that a large scalar belongs to: where there is none, it has the least
    /// number, which counts for nothing.
    fn process_at(&self, slot: &Slot) -> Option<VarId> {
        let sort = self.model.sort_of(*slot.index_names.first()?);
        let (_, kind) = self.model.processes().kind_of_sort(sort)?;
        let is_large = (slot.scalar.hi - slot.scalar.lo) as u128 >= MOST_VALUES;
        is_large.then_some(kind.location)
    }

    fn may_hold(&self, class: ClassId, number: i128) -> bool {
        if self.classes.is_channel(class) {
            return self.may_hold_channel(class, number);
        }
        let names = self.classes.numbers(class);
        let is_name = names.is_some_and(|names| names.contains(number));
        !is_name || self.real.contains(&(class, number))
    }

    /// Channels of one type may change places: where one of them may be held, so may the others.
    fn may_hold_channel(&self, class: ClassId, number: i128) -> bool {
        let ty = |number: i128| {
            let channel = self.model.fixed_channel(number)?;
            Some(self.model.channel_type(channel.variable))
        };
        let channels = self.model.processes().numbered_channels();
        let mut known = channels.filter(|(other, _)| self.classes.may_hold(class, *other));
        self.classes.may_hold(class, number)
            || ty(number).is_some() && known.any(|(other, _)| ty(other) == ty(number))
    }
}
