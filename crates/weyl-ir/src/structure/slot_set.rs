//! Sets of slots, as runs of neighbours: what a rule touches is often a whole part of a variable.

use crate::layout::SlotId;
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;

/// A set of slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotSet {
    /// First and last, ascending, with gaps in between.
    runs: Vec<(u32, u32)>,
}

impl SlotSet {
    /// All of so many slots.
    pub fn all(count: usize) -> SlotSet {
        let last = (count as u32).checked_sub(1);
        SlotSet {
            runs: last.map(|last| (0, last)).into_iter().collect(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub fn len(&self) -> usize {
        let sizes = self.runs.iter();
        sizes.map(|(first, last)| (last - first + 1) as usize).sum()
    }

    pub fn contains(&self, slot: SlotId) -> bool {
        let slot = slot.as_u32();
        let before = self.runs.partition_point(|(first, _)| *first <= slot);
        let run = before.checked_sub(1).map(|run| self.runs[run]);
        run.is_some_and(|(_, last)| slot <= last)
    }

    /// Ascending.
    pub fn iter(&self) -> impl Iterator<Item = SlotId> {
        let runs = self.runs.iter();
        runs.flat_map(|(first, last)| *first..=*last)
            .map(|slot| SlotId::new(slot as usize))
    }

    pub fn is_subset(&self, other: &SlotSet) -> bool {
        self.runs.iter().all(|(first, last)| {
            let before = other.runs.partition_point(|(start, _)| start <= first);
            let run = before.checked_sub(1).map(|run| other.runs[run]);
            run.is_some_and(|(_, end)| *last <= end)
        })
    }

    pub fn intersects(&self, other: &SlotSet) -> bool {
        let (mut own, mut others) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        while let (Some(a), Some(b)) = (own.peek(), others.peek()) {
            if a.1 < b.0 {
                own.next();
            } else if b.1 < a.0 {
                others.next();
            } else {
                return true;
            }
        }
        false
    }

    pub fn union(&self, other: &SlotSet) -> SlotSet {
        let mut all: Vec<(u32, u32)> = self.runs.iter().chain(&other.runs).copied().collect();
        all.sort_unstable();
        let mut union = SlotSet::default();
        all.into_iter().for_each(|run| union.append(run));
        union
    }

    /// Adds a run that does not begin before the last one.
    fn append(&mut self, (first, last): (u32, u32)) {
        match self.runs.last_mut() {
            Some(run) if first <= run.1.saturating_add(1) => run.1 = run.1.max(last),
            Some(_) | None => self.runs.push((first, last)),
        }
    }
}

impl FromIterator<SlotId> for SlotSet {
    fn from_iter<I: IntoIterator<Item = SlotId>>(slots: I) -> SlotSet {
        let sorted: BTreeSet<u32> = slots.into_iter().map(|slot| slot.as_u32()).collect();
        let mut set = SlotSet::default();
        sorted.into_iter().for_each(|slot| set.append((slot, slot)));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(slots: &[usize]) -> SlotSet {
        slots.iter().map(|slot| SlotId::new(*slot)).collect()
    }

    /// All sets of six slots, against sets of numbers.
    #[test]
    fn runs_are_sets() {
        let members = |bits: usize| (0..6).filter(move |bit| bits >> bit & 1 == 1);
        let sets = (0..64).map(|bits| set(&members(bits).collect::<Vec<usize>>()));
        let sets: Vec<SlotSet> = sets.collect();
        for (a, one) in sets.iter().enumerate() {
            assert_eq!(one.len(), a.count_ones() as usize);
            assert_eq!(one.is_empty(), a == 0);
            let listed: Vec<usize> = one.iter().map(|slot| slot.index()).collect();
            assert_eq!(listed, members(a).collect::<Vec<usize>>());
            for slot in 0..8 {
                assert_eq!(one.contains(SlotId::new(slot)), a >> slot & 1 == 1);
            }
            for (b, other) in sets.iter().enumerate() {
                assert_eq!(one.union(other), sets[a | b]);
                assert_eq!(one.intersects(other), a & b != 0);
                assert_eq!(one.is_subset(other), a & !b == 0);
            }
        }
        assert_eq!(SlotSet::all(6), sets[63]);
        assert_eq!(SlotSet::all(0), sets[0]);
    }
}
