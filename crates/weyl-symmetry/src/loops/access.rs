//! What a turn of a loop does to places, and which pairs of it may be exchanged.

use super::place::{Known, Slot, Spot};
use crate::pin::{Touch, TouchKind};
use std::rc::Rc;
use weyl_source::Span;

/// Counts what happens in the order of the walk.
pub(super) type Moment = u32;

/// A place that is copied from, by number.
pub(super) type SourceId = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Value(Known),
    /// What a place holds.
    Copied(SourceId),
    Undefined,
    /// The least value, part by part.
    Least,
    Unknown,
}

/// Updates of which any two of a kind can be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Update {
    Plus(i128),
    Or,
    And,
    MultisetAdd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessKind {
    Read,
    /// An assertion that a multiset has fewer elements than this.
    Room(i128),
    Write(Written),
    Update(Update),
}

#[derive(Clone, Debug)]
pub(super) struct Access {
    pub spot: Spot,
    pub kind: AccessKind,
    pub span: Span,
    pub moment: Moment,
    /// What was surely written before, and when.
    pub before: Rc<Vec<(Spot, Moment)>>,
    /// The branches that lead here.
    pub branch: Rc<Vec<u32>>,
    /// Bound variables of which the value is known to differ: pairs.
    pub apart: Rc<Vec<(Slot, Slot)>>,
}

impl Access {
    pub fn touch(&self) -> Touch {
        Touch {
            at: self.span,
            kind: match self.kind {
                AccessKind::Read | AccessKind::Room(_) => TouchKind::Read,
                AccessKind::Write(_) => TouchKind::Written,
                AccessKind::Update(_) => TouchKind::Updated,
            },
        }
    }

    pub fn is_read(&self) -> bool {
        matches!(self.kind, AccessKind::Read | AccessKind::Room(_))
    }
}

/// Whether two accesses to one place, in different turns, have the same effect in either order.
/// `is_invariant`: whether what is written is the same in all turns.
///
/// Of two additions the one that overflows fails: which one that is must not show, so both are the
/// same statement.
pub(super) fn commute(one: &Access, two: &Access, is_invariant: impl Fn(Written) -> bool) -> bool {
    match (one.kind, two.kind) {
        (AccessKind::Read | AccessKind::Room(_), AccessKind::Read | AccessKind::Room(_)) => true,
        (AccessKind::Write(a), AccessKind::Write(b)) => a == b && is_invariant(a),
        (AccessKind::Update(a @ (Update::Or | Update::And)), AccessKind::Update(b)) => a == b,
        (AccessKind::Update(a), AccessKind::Update(b)) => a == b && one.span == two.span,
        _ => false,
    }
}
