//! Visits of all parts of an expression.

use super::{Expr, ExprKind, Pattern, Place};

/// The indices of a place.
pub(crate) fn walk_place(place: &Place, visit: &mut dyn FnMut(&Expr)) {
    let fields = place.fields.iter().flat_map(|field| &field.index);
    for index in place.index.iter().chain(fields) {
        walk(index, visit);
    }
}

/// The expressions of a message field.
pub(crate) fn walk_pattern(pattern: &Pattern, visit: &mut dyn FnMut(&Expr)) {
    match pattern {
        Pattern::Store(place) => walk_place(place, visit),
        Pattern::Match(value) => walk(value, visit),
        Pattern::Discard(_) => {}
    }
}

/// An expression and its parts.
pub(crate) fn walk(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Unary(_, operand) => walk(operand, visit),
        ExprKind::Binary(_, left, right) => {
            walk(left, visit);
            walk(right, visit);
        }
        ExprKind::Conditional(parts) => parts.iter().for_each(|part| walk(part, visit)),
        ExprKind::Run(run) => run.arguments.iter().for_each(|part| walk(part, visit)),
        ExprKind::Read(place) | ExprKind::Length(place) | ExprKind::Test(_, place) => {
            walk_place(place, visit);
        }
        ExprKind::Poll(poll) => {
            walk_place(&poll.channel, visit);
            poll.patterns
                .iter()
                .for_each(|pattern| walk_pattern(pattern, visit));
        }
        ExprKind::RemoteLabel { pid, .. } => pid.iter().for_each(|pid| walk(pid, visit)),
        ExprKind::RemoteVariable { pid, index, .. } => {
            pid.iter().chain(index).for_each(|part| walk(part, visit));
        }
        ExprKind::Enabled(inner) | ExprKind::PcValue(inner) | ExprKind::GetPriority(inner) => {
            walk(inner, visit);
        }
        _ => {}
    }
}
