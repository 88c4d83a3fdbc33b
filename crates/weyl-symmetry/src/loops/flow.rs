//! What is known at a point of the walk about the locals of the activations under way.

use super::access::Moment;
use super::place::{Base, Known, Slot, Spot};
use crate::pin::Touch;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A place whose content depends on which turn of a loop came last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Leftover {
    pub spot: Spot,
    /// The loop, by number.
    pub by: usize,
    pub written: Touch,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    /// Locals of kind `Value` that hold a known value.
    pub values: BTreeMap<Slot, Known>,
    /// What references may stand for.
    pub references: BTreeMap<Slot, BTreeSet<Spot>>,
    /// What was surely written, and when.
    pub written: Rc<Vec<(Spot, Moment)>>,
    pub leftovers: BTreeSet<Leftover>,
}

impl Flow {
    /// What holds after either of two ways.
    pub fn join(one: Option<Flow>, two: Option<Flow>) -> Option<Flow> {
        let (mut one, two) = match (one, two) {
            (Some(one), Some(two)) => (one, two),
            (one, two) => return one.or(two),
        };
        one.values
            .retain(|slot, known| two.values.get(slot) == Some(known));
        for (slot, spots) in two.references {
            one.references.entry(slot).or_default().extend(spots);
        }
        if one.written != two.written {
            let both =
                |entry: &&(Spot, Moment)| two.written.iter().any(|(spot, _)| *spot == entry.0);
            one.written = Rc::new(one.written.iter().filter(both).cloned().collect());
        }
        one.leftovers.extend(two.leftovers);
        Some(one)
    }

    /// Whether another round of a loop could see something new: its way back adds to what holds at
    /// its start.
    pub fn is_same_start(&self, other: &Flow) -> bool {
        self.values == other.values
            && self.references == other.references
            && self.leftovers == other.leftovers
    }

    pub fn note_written(&mut self, spot: &Spot, moment: Moment) {
        self.leftovers
            .retain(|leftover| !spot.covers(&leftover.spot));
        if spot.is_fixed() && matches!(spot.base, Base::Local(_)) {
            Rc::make_mut(&mut self.written).push((spot.clone(), moment));
        }
    }

    /// After the scope of a bound variable.
    pub fn forget(&mut self, variable: Slot) {
        self.values
            .retain(|_, known| *known != Known::Bound(variable));
        for spots in self.references.values_mut() {
            let mut all: Vec<Spot> = std::mem::take(spots).into_iter().collect();
            all.iter_mut().for_each(|spot| spot.forget(variable));
            spots.extend(all);
        }
        let leftovers = std::mem::take(&mut self.leftovers).into_iter();
        self.leftovers = leftovers
            .map(|mut leftover| {
                leftover.spot.forget(variable);
                leftover
            })
            .collect();
    }
}
