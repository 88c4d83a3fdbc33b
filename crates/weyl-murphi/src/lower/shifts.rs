//! Shifts, as Rumur has them: by a negative number they go in the other direction, and 64 places
//! leave nothing.

use super::{Lowerer, fold};
use crate::ast::Expr as Tree;
use weyl_ir::{BinaryOp, Comparison, Expr, Type, UnaryOp};
use weyl_source::Span;

/// Places that are left in no number.
const PLACES: i128 = 64;

impl Lowerer<'_> {
    pub(super) fn shift(
        &mut self,
        op: BinaryOp,
        left: &Tree,
        right: &Tree,
        span: Span,
    ) -> Option<Expr> {
        let value = self.integer(left);
        let mark = self.mark();
        let by = self.integer(right);
        let (value, by) = (value?, by?);
        let value = self.keep_value(mark, value);
        Some(self.shifted(op, value, by, span))
    }

    fn shifted(&self, op: BinaryOp, value: Expr, by: Expr, span: Span) -> Expr {
        let (least, most) = self.bounds(&by);
        if least >= 0 {
            return self.shifted_forward(op, value, by, most, span);
        }
        let back = match op {
            BinaryOp::ShiftLeft => BinaryOp::ShiftRight,
            _ => BinaryOp::ShiftLeft,
        };
        let negated = fold::unary(UnaryOp::Negate, by.clone(), self.integer, span);
        let most_back = least.checked_neg().unwrap_or(i128::MAX);
        let backward = self.shifted_forward(back, value.clone(), negated, most_back, span);
        let is_negative = self.compared(Comparison::Less, by.clone(), 0, span);
        let forward = self.shifted_forward(op, value, by, most, span);
        fold::conditional(is_negative, backward, forward, self.integer, span)
    }

    /// By a number that is not negative, and at most `most`.
    fn shifted_forward(&self, op: BinaryOp, value: Expr, by: Expr, most: i128, span: Span) -> Expr {
        if most < PLACES {
            return fold::binary(op, value, by, self.integer, span);
        }
        let is_small = self.compared(Comparison::Less, by.clone(), PLACES, span);
        let shifted = fold::binary(op, value, by, self.integer, span);
        let nothing = Expr::constant(0, self.integer, span);
        fold::conditional(is_small, shifted, nothing, self.integer, span)
    }

    fn compared(&self, how: Comparison, left: Expr, right: i128, span: Span) -> Expr {
        let right = Expr::constant(right, self.integer, span);
        fold::binary(BinaryOp::Compare(how), left, right, self.boolean, span)
    }

    fn bounds(&self, expr: &Expr) -> (i128, i128) {
        if let Some(value) = expr.as_constant() {
            return (value, value);
        }
        match self.model.types.get(expr.ty) {
            Type::Range { lo, hi, .. } => (*lo, *hi),
            _ => (i128::MIN, i128::MAX),
        }
    }
}
