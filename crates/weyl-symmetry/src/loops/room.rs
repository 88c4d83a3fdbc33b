//! Assertions that there is room for what a loop adds to one multiset.
//!
//! Each turn that asserts and adds is like any other: so many of them succeed as there is room, and
//! the rest fail with the same message. That is independent of the order if every addition has its
//! assertion, all are the same one, and a turn that fails leaves nothing out but what the others of
//! its kind do alike.

use super::access::{Access, AccessKind, Update};
use super::{Loop, Walk};
use crate::pin::Dependence;

impl Walk<'_, '_> {
    pub(super) fn room(&self, of: &Loop, accesses: &[&Access]) -> Option<Dependence> {
        let mut events: Vec<&Access> = Vec::new();
        for access in accesses {
            let other = |other: &&&Access| {
                is_check(access) != is_check(other) && self.may_meet(of, access, other)
            };
            let counts = is_check(access) || is_add(access);
            if counts
                && accesses
                    .iter()
                    .filter(|a| is_check(a) || is_add(a))
                    .any(|a| other(&a))
            {
                events.push(access);
            }
        }
        events.sort_by_key(|access| access.moment);
        let first = *events.first()?;
        let conflict = |other: &Access| Dependence::Conflict {
            first: first.touch(),
            second: other.touch(),
        };
        for pair in events.chunks(2) {
            let &[check, add] = pair else {
                return Some(conflict(pair[0]));
            };
            let is_like_first =
                is_check(check) && check.kind == first.kind && check.span == first.span;
            let is_pair = is_add(add) && add.branch == check.branch;
            if !is_like_first || !is_pair || check.spot != first.spot || add.spot != first.spot {
                return Some(conflict(add));
            }
        }
        self.what_is_skipped(of, &events)
    }

    /// What a failing assertion leaves out and others might have shown.
    fn what_is_skipped(&self, of: &Loop, events: &[&Access]) -> Option<Dependence> {
        let first = *events.first()?;
        let failure = self.failures[of.first_failure..].iter();
        let mut failure = failure.filter(|(moment, _)| *moment > first.moment);
        let is_one_way = events.iter().all(|event| event.branch == first.branch);
        let update = self.accesses[of.first_access..].iter().find(|access| {
            let is_sum = matches!(
                access.kind,
                AccessKind::Update(Update::Plus(_) | Update::MultisetAdd)
            );
            let is_event = events.iter().any(|event| event.moment == access.moment);
            let is_alike = is_one_way && access.branch == first.branch;
            is_sum && !is_event && !is_alike && access.moment > first.moment
        });
        let other = failure.next().map(|(_, at)| *at);
        let other = other.or_else(|| update.map(|access| access.span))?;
        Some(Dependence::Room {
            check: first.span,
            other,
        })
    }
}

fn is_check(access: &Access) -> bool {
    matches!(access.kind, AccessKind::Room(_))
}

fn is_add(access: &Access) -> bool {
    access.kind == AccessKind::Update(Update::MultisetAdd)
}
