//! Expressions of operators alone: what they yield depends on nothing but what they read.

use weyl_ir::{Expr, ExprKind, Place};

/// Whether an expression is made of numbers, operators and reads of some places.
pub(crate) fn is_of_operators(expr: &Expr, may_read: &dyn Fn(&Place) -> bool) -> bool {
    let is_so = |part: &Expr| is_of_operators(part, may_read);
    match &expr.kind {
        ExprKind::Constant(_) => true,
        ExprKind::Read(place) => may_read(place),
        ExprKind::Unary(_, value) | ExprKind::Truncate { value, .. } => is_so(value),
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => is_so(left) && is_so(right),
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => [condition, then, otherwise]
            .into_iter()
            .all(|part| is_so(part)),
        ExprKind::Quantified { .. }
        | ExprKind::IsUndefined(_)
        | ExprKind::Same(..)
        | ExprKind::Count { .. }
        | ExprKind::Call { .. }
        | ExprKind::Union(_)
        | ExprKind::Name(_)
        | ExprKind::Channel(_)
        | ExprKind::Process(_) => false,
    }
}
