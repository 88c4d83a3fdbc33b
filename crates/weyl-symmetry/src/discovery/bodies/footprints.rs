//! What assignments read and write: those that have nothing to do with each other may come in any
//! order (docs/symmetry.md, sequences).

use crate::fallible::Fallible;
use weyl_ir::visit::{Visitor, walk_expr, walk_place};
use weyl_ir::{Place, Projection, Root, Stmt, StmtKind};

/// Whether a statement assigns something to a variable, and can't fail.
pub(crate) fn is_sure_assignment(fallible: &Fallible<'_>, stmt: &Stmt) -> bool {
    let (to, may_fail) = match &stmt.kind {
        StmtKind::Assign { to, value } => {
            (to, fallible.expr(value) || fallible.store(to.ty, value))
        }
        StmtKind::Copy { to, from } => (
            to,
            fallible.place(from) || !fallible.is_within(from.ty, to.ty),
        ),
        _ => return false,
    };
    matches!(to.root, Root::Variable(_)) && !may_fail && !fallible.place(to)
}

/// Where an assignment goes.
fn target(stmt: &Stmt) -> Option<&Place> {
    match &stmt.kind {
        StmtKind::Assign { to, .. } | StmtKind::Copy { to, .. } => Some(to),
        _ => None,
    }
}

/// Whether neither of two assignments writes what the other reads or writes.
pub(crate) fn are_apart(one: &Stmt, other: &Stmt) -> bool {
    let (Some(one_to), Some(other_to)) = (target(one), target(other)) else {
        return false;
    };
    let is_read = |place: &Place, stmt: &Stmt| {
        let mut reads = reads(stmt).into_iter();
        reads.any(|read| may_overlap(place, &read))
    };
    !may_overlap(one_to, other_to) && !is_read(one_to, other) && !is_read(other_to, one)
}

/// All that an assignment looks at.
fn reads(stmt: &Stmt) -> Vec<Place> {
    #[derive(Default)]
    struct Reads(Vec<Place>);
    impl Visitor for Reads {
        fn place(&mut self, place: &Place) {
            self.0.push(place.clone());
        }
    }
    let mut reads = Reads::default();
    match &stmt.kind {
        StmtKind::Assign { value, .. } => walk_expr(&mut reads, value),
        StmtKind::Copy { from, .. } => walk_place(&mut reads, from),
        _ => {}
    }
    // The place itself comes with its indices.
    if let Some(to) = target(stmt) {
        let mut indices = Reads::default();
        walk_place(&mut indices, to);
        reads
            .0
            .extend(indices.0.into_iter().filter(|place| place != to));
    }
    reads.0
}

/// Whether two places may have something in common.
fn may_overlap(one: &Place, other: &Place) -> bool {
    let steps = one.path.iter().zip(&other.path);
    let differ = |(one, other): (&Projection, &Projection)| match (one, other) {
        (Projection::Field(one), Projection::Field(other)) => one != other,
        (Projection::Index(one), Projection::Index(other)) => {
            let both = one.as_constant().zip(other.as_constant());
            both.is_some_and(|(one, other)| one != other)
        }
        _ => false,
    };
    one.root == other.root && !steps.into_iter().any(differ)
}
