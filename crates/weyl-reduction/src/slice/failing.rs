//! Statements that may end a step, or that are about more than the state: they can't be deleted
//! from a rule that stays, whatever they write.
//!
//! A step that fails leads nowhere. So what decides about a failure decides whether everything else
//! in the step happens.

use weyl_ir::fallible::Fallible;
use weyl_ir::{Place, PutItem, Root, Stmt, StmtKind};

/// Whether a statement, without those inside of it, may do anything but write and go on.
pub(super) fn may_end_step(fallible: &Fallible<'_>, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Assign { to, value } => {
            fallible.place(to) || fallible.expr(value) || fallible.store(to.ty, value)
        }
        StmtKind::Copy { to, from } => {
            fallible.place(to) || fallible.place(from) || may_not_fit(fallible, to, from)
        }
        StmtKind::Undefine(place) => fallible.place(place) || !is_undefinable(fallible, place),
        StmtKind::Clear(place) | StmtKind::Bind { place, .. } => fallible.place(place),
        StmtKind::If { condition, .. }
        | StmtKind::Assert {
            condition,
            goes_on: true,
            ..
        } => fallible.expr(condition),
        StmtKind::For { binding, .. } => fallible.binding(binding),
        StmtKind::Put(items) => items.iter().any(|item| match item {
            PutItem::Text(_) => false,
            PutItem::Value(value) | PutItem::Number(value, _) => fallible.expr(value),
            PutItem::Place(place) => fallible.place(place),
        }),
        // It is noted, and the step goes on.
        StmtKind::Refute { .. } | StmtKind::Hit { .. } => false,
        // A loop may have no end, a call may fail, a container may be full or empty.
        StmtKind::While { .. }
        | StmtKind::Call { .. }
        | StmtKind::Multiset(_)
        | StmtKind::Channel(_)
        | StmtKind::Reserve { .. }
        | StmtKind::Assert { goes_on: false, .. }
        | StmtKind::Error { .. }
        | StmtKind::Assume { .. }
        | StmtKind::Return => true,
    }
}

/// Whether what is copied may have no place where it is copied to.
fn may_not_fit(fallible: &Fallible<'_>, to: &Place, from: &Place) -> bool {
    let is_scalar = fallible.model.types.is_scalar(to.ty);
    if is_scalar && !fallible.is_within(from.ty, to.ty) {
        return true;
    }
    let is_defined = is_scalar && (fallible.is_always_defined)(from);
    !is_undefinable(fallible, to) && is_undefinable(fallible, from) && !is_defined
}

/// Whether what is in a place may be undefined by its declaration.
fn is_undefinable(fallible: &Fallible<'_>, place: &Place) -> bool {
    match place.root {
        Root::Variable(variable) => fallible.model.variables[variable].undefinable,
        // What is behind a reference is not known: `place` says so before.
        Root::Local(_) => true,
    }
}
