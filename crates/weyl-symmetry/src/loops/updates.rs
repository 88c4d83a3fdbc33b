//! Updates that commute: sums with a constant, disjunctions, conjunctions, additions to multisets.
//! And the assertion that there is room for one more element.

use super::Walk;
use super::access::{AccessKind, Update};
use super::place::Base;
use weyl_ir::analysis::sum_with_constant;
use weyl_ir::{BinaryOp, Comparison, Domain, Expr, ExprKind, Place};
use weyl_source::Span;

/// The place that is updated, by what, and what else is read.
struct Shape<'m> {
    place: &'m Place,
    update: Update,
    other: Option<&'m Expr>,
}

impl<'m> Walk<'m, '_> {
    /// Whether an assignment updates what it assigns to.
    pub(super) fn update(&mut self, to: &'m Place, value: &'m Expr) -> Option<Update> {
        let Shape {
            place,
            update,
            other,
        } = shape(value)?;
        // An addition that overflows does not end the turn of a loop over names, but that of a
        // `while`.
        if self.whiles > 0 {
            return None;
        }
        // A second operand that is not always evaluated must not fail: it would tell the order.
        if other.is_some_and(|other| self.fallible(|ask| ask.expr(other))) {
            return None;
        }
        let spots = self.spots(to);
        let is_one = spots.len() == 1 && spots.iter().all(|spot| spot.is_fixed());
        (is_one && self.spots(place) == spots).then_some(update)
    }

    pub(super) fn apply_update(
        &mut self,
        to: &'m Place,
        value: &'m Expr,
        update: Update,
        span: Span,
    ) {
        if let Some(other) = shape(value).and_then(|shape| shape.other) {
            self.expr(other);
        }
        let spots = self.spots(to);
        if let Some(flow) = &mut self.flow {
            for spot in &spots {
                if let Base::Local(slot) = spot.base {
                    flow.values.remove(&slot);
                }
            }
        }
        self.touch(spots, AccessKind::Update(update), span);
    }

    /// An assertion: one about the room in a multiset is special, any other reads and may fail.
    pub(super) fn assert(&mut self, condition: &'m Expr, span: Span) {
        if let Some((set, limit)) = room(condition) {
            let spots = self.spots(set);
            return self.touch(spots, AccessKind::Room(limit), span);
        }
        self.expr(condition);
        if condition.as_constant() != Some(1) {
            self.may_fail(span);
        }
    }
}

fn shape(value: &Expr) -> Option<Shape<'_>> {
    if let Some((place, constant)) = sum_with_constant(value) {
        return Some(Shape {
            place,
            update: Update::Plus(constant),
            other: None,
        });
    }
    if let ExprKind::Or(left, right) = &value.kind {
        return logical(left, right, Update::Or);
    }
    let ExprKind::And(left, right) = &value.kind else {
        return None;
    };
    logical(left, right, Update::And)
}

fn logical<'m>(left: &'m Expr, right: &'m Expr, update: Update) -> Option<Shape<'m>> {
    let ExprKind::Read(place) = &left.kind else {
        return None;
    };
    Some(Shape {
        place,
        update,
        other: Some(right),
    })
}

/// `count(k in positions(set), true) < limit`.
fn room(condition: &Expr) -> Option<(&Place, i128)> {
    let ExprKind::Binary(BinaryOp::Compare(comparison), left, right) = &condition.kind else {
        return None;
    };
    let limit = right.as_constant()?;
    let limit = match comparison {
        Comparison::Less => limit,
        Comparison::LessEqual => limit.checked_add(1)?,
        Comparison::Greater
        | Comparison::GreaterEqual
        | Comparison::Equal
        | Comparison::NotEqual => return None,
    };
    let ExprKind::Count { binding, body } = &left.kind else {
        return None;
    };
    let Domain::Positions(set) = &binding.domain else {
        return None;
    };
    (body.as_constant() == Some(1)).then_some((set, limit))
}
