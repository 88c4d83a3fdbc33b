//! The dependence test at the end of a loop: all pairs of its accesses, of which one writes.

use super::access::{Access, AccessKind, SourceId, Written, commute};
use super::flow::Leftover;
use super::place::{Base, Known, Slot, Spot, Step};
use super::{Loop, MOST_ACCESSES, Walk};
use crate::pin::Dependence;
use std::collections::{BTreeMap, BTreeSet};

impl Walk<'_, '_> {
    pub(super) fn finish_loop(&mut self) {
        let Some(mut of) = self.loops.pop() else {
            return;
        };
        let (problem, leftovers) = if self.accesses.len() - of.first_access > MOST_ACCESSES {
            (Some(Dependence::Call { at: of.over }), Vec::new())
        } else {
            of.steady = self.steady(&of);
            self.compare(&of)
        };
        if let Some(because) = problem {
            self.blame(of.over, of.sorts, because);
        } else if let Some(flow) = &mut self.flow {
            for mut leftover in leftovers {
                leftover.spot.forget(of.variable);
                flow.leftovers.insert(leftover);
            }
        }
        if self.loops.is_empty() {
            self.accesses.clear();
            self.failures.clear();
        }
    }

    /// The first conflict, and what is left over if there is none.
    fn compare(&self, of: &Loop) -> (Option<Dependence>, Vec<Leftover>) {
        let mut by_base: BTreeMap<Base, Vec<&Access>> = BTreeMap::new();
        for access in &self.accesses[of.first_access..] {
            if !of.is_of_turn(access.spot.base) {
                by_base.entry(access.spot.base).or_default().push(access);
            }
        }
        let mut leftovers = Vec::new();
        for accesses in by_base.values() {
            for (number, one) in accesses.iter().enumerate() {
                for two in &accesses[number..] {
                    if let Some(problem) = self.pair(of, one, two, &mut leftovers) {
                        return (Some(problem), Vec::new());
                    }
                }
            }
            if let Some(problem) = self.room(of, accesses) {
                return (Some(problem), Vec::new());
            }
        }
        (None, leftovers)
    }

    fn pair(
        &self,
        of: &Loop,
        one: &Access,
        two: &Access,
        leftovers: &mut Vec<Leftover>,
    ) -> Option<Dependence> {
        let is_invariant = |written| self.is_invariant(of, written);
        if (one.is_read() && two.is_read())
            || !self.may_meet(of, one, two)
            || commute(one, two, is_invariant)
            || is_room(one, two)
        {
            return None;
        }
        let is_private =
            matches!(one.spot.base, Base::Local(_)) && is_own(of, one, two) && is_own(of, two, one);
        if is_private {
            let written = [one, two].into_iter().filter(|access| !access.is_read());
            leftovers.extend(written.map(|access| Leftover {
                spot: access.spot.clone(),
                by: of.number,
                written: access.touch(),
            }));
            return None;
        }
        let (first, second) = (one.touch(), two.touch());
        Some(Dependence::Conflict { first, second })
    }

    /// Whether what is written is the same in all turns.
    fn is_invariant(&self, of: &Loop, written: Written) -> bool {
        match written {
            Written::Value(known) => self.is_known_before(of, known),
            Written::Copied(source) => of.steady.contains(&source),
            Written::Undefined | Written::Least => true,
            Written::Unknown => false,
        }
    }

    fn is_known_before(&self, of: &Loop, known: Known) -> bool {
        match known {
            Known::Constant(_) => true,
            Known::Bound(slot) => self.is_bound_before(of, slot),
        }
    }

    /// The places that turns copy from, are the same in all turns, and that none of them writes.
    fn steady(&self, of: &Loop) -> BTreeSet<SourceId> {
        let accesses = &self.accesses[of.first_access..];
        let sources = accesses.iter().filter_map(|access| match access.kind {
            AccessKind::Write(Written::Copied(source)) => Some(source),
            AccessKind::Write(_)
            | AccessKind::Read
            | AccessKind::Room(_)
            | AccessKind::Update(_) => None,
        });
        let mut sources: BTreeSet<SourceId> = sources.collect();
        sources.retain(|source| {
            let source = &self.sources[*source];
            let is_one = source.path.iter().all(|step| match step {
                Step::Field(_) => true,
                Step::Part(known) => known.is_some_and(|known| self.is_known_before(of, known)),
            });
            let mut writes = accesses.iter().filter(|access| !access.is_read());
            is_one
                && !of.is_of_turn(source.base)
                && !writes.any(|access| access.spot.may_meet(source))
        });
        sources
    }

    fn is_bound_before(&self, of: &Loop, slot: Slot) -> bool {
        slot != of.variable && self.bound_at.get(&slot).is_some_and(|at| *at < of.start)
    }

    /// Whether accesses of two different turns may meet.
    pub(super) fn may_meet(&self, of: &Loop, one: &Access, two: &Access) -> bool {
        one.spot.may_meet(&two.spot)
            && !one.spot.is_split_by(of.variable, &two.spot)
            && !self.is_kept_apart(of, one, &two.spot)
            && !self.is_kept_apart(of, two, &one.spot)
    }

    /// Whether the access is at the turn's own name, where that is known to be another than the one
    /// at which the other place is.
    fn is_kept_apart(&self, of: &Loop, access: &Access, other: &Spot) -> bool {
        let own = of.variable;
        let apart = |(mine, other): (&Step, &Step)| match (mine, other) {
            (Step::Part(Some(Known::Bound(mine))), Step::Part(Some(Known::Bound(other)))) => {
                let differ =
                    |pair: &(Slot, Slot)| *pair == (*mine, *other) || *pair == (*other, *mine);
                *mine == own && self.is_bound_before(of, *other) && access.apart.iter().any(differ)
            }
            _ => false,
        };
        access.spot.path.iter().zip(&other.path).any(apart)
    }
}

impl Loop {
    /// Whether each turn has a place of its own: a local of a function that it calls.
    fn is_of_turn(&self, base: Base) -> bool {
        match base {
            Base::Variable(_) => false,
            Base::Local(slot) => slot.frame >= self.first_frame,
        }
    }
}

fn is_room(one: &Access, two: &Access) -> bool {
    matches!(
        (one.kind, two.kind),
        (AccessKind::Room(_), AccessKind::Update(_)) | (AccessKind::Update(_), AccessKind::Room(_))
    )
}

/// Whether an access sees nothing that another turn wrote by the other one: it does not read, or
/// its own turn has written all of that before.
fn is_own(of: &Loop, access: &Access, other: &Access) -> bool {
    let written_before = |(spot, moment): &(Spot, u32)| {
        *moment >= of.start && (spot.covers(&access.spot) || spot.covers(&other.spot))
    };
    matches!(access.kind, AccessKind::Write(_)) || access.before.iter().any(written_before)
}
