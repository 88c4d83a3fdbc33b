//! What assignments read and write: those that have nothing to do with each other may come in any
//! order (docs/symmetry.md, sequences).

use weyl_ir::fallible::Fallible;
use weyl_ir::visit::{Visitor, walk_expr, walk_place};
use weyl_ir::{Expr, Place, Projection, Root, Stmt, StmtKind};

/// An assignment: where something goes, and from where.
struct Assignment<'s> {
    to: &'s Place,
    from: Source<'s>,
}

enum Source<'s> {
    Value(&'s Expr),
    Place(&'s Place),
}

impl<'s> Assignment<'s> {
    fn of(stmt: &'s Stmt) -> Option<Assignment<'s>> {
        if let StmtKind::Assign { to, value } = &stmt.kind {
            let from = Source::Value(value);
            Some(Assignment { to, from })
        } else if let StmtKind::Copy { to, from } = &stmt.kind {
            let from = Source::Place(from);
            Some(Assignment { to, from })
        } else {
            None
        }
    }

    fn may_fail(&self, fallible: &Fallible<'_>) -> bool {
        let ty = self.to.ty;
        fallible.place(self.to)
            || match self.from {
                Source::Value(value) => fallible.expr(value) || fallible.store(ty, value),
                Source::Place(from) => fallible.place(from) || !fallible.is_within(from.ty, ty),
            }
    }

    /// All that it looks at.
    fn reads(&self) -> Vec<Place> {
        #[derive(Default)]
        struct Reads(Vec<Place>);
        impl Visitor for Reads {
            fn place(&mut self, place: &Place) {
                self.0.push(place.clone());
            }
        }
        let mut reads = Reads::default();
        match self.from {
            Source::Value(value) => walk_expr(&mut reads, value),
            Source::Place(from) => walk_place(&mut reads, from),
        }
        // The place itself comes with its indices.
        let mut indices = Reads::default();
        walk_place(&mut indices, self.to);
        let indices = indices.0.into_iter().filter(|place| place != self.to);
        reads.0.extend(indices);
        reads.0
    }

    /// Whether it looks at a place.
    fn looks_at(&self, place: &Place) -> bool {
        self.reads().iter().any(|read| may_overlap(place, read))
    }
}

/// Whether a statement assigns something to a variable, and can't fail.
pub(crate) fn is_sure_assignment(fallible: &Fallible<'_>, stmt: &Stmt) -> bool {
    let is_sure =
        |of: Assignment<'_>| matches!(of.to.root, Root::Variable(_)) && !of.may_fail(fallible);
    Assignment::of(stmt).is_some_and(is_sure)
}

/// Whether neither of two assignments writes what the other reads or writes.
pub(crate) fn are_apart(one: &Stmt, other: &Stmt) -> bool {
    let (Some(one), Some(other)) = (Assignment::of(one), Assignment::of(other)) else {
        return false;
    };
    !may_overlap(one.to, other.to) && !other.looks_at(one.to) && !one.looks_at(other.to)
}

/// Whether two places may have something in common.
fn may_overlap(one: &Place, other: &Place) -> bool {
    let mut steps = one.path.iter().zip(&other.path);
    one.root == other.root && !steps.any(|(one, other)| differ(one, other))
}

/// Whether two steps certainly lead to different parts.
fn differ(one: &Projection, other: &Projection) -> bool {
    if let (Projection::Field(one), Projection::Field(other)) = (one, other) {
        one != other
    } else if let (Projection::Index(one), Projection::Index(other)) = (one, other) {
        let both = one.as_constant().zip(other.as_constant());
        both.is_some_and(|(one, other)| one != other)
    } else {
        false
    }
}
