//! Constants: sizes, widths, capacities, numbers of processes.

use super::Resolver;
use crate::ast::{BinaryOp, Expr, ExprKind, Place, UnaryOp};
use crate::codes;
use crate::resolved::{self, Initial, VariableRef};
use weyl_source::Diagnostic;

impl Resolver<'_> {
    /// The value of a constant expression; reports where it has none.
    pub(super) fn fold(&mut self, expr: &Expr) -> Option<i64> {
        let value = self.try_fold(expr);
        if value.is_none() {
            let diagnostic = Diagnostic::error(
                codes::NOT_CONSTANT,
                expr.span,
                "the value must be known before the model runs",
            )
            .hint("use a number or a macro");
            self.report(diagnostic);
        }
        value
    }

    /// A constant, or a global variable that starts with one: what SPIN allows as the size of an
    /// array and as the number of processes.
    pub(super) fn fold_size(&mut self, expr: &Expr) -> Option<i64> {
        if let ExprKind::Place(place) = &expr.kind
            && let Some(value) = self.initial_value(place)
        {
            let message = format!("the value {value} that this variable starts with is used here");
            self.warn(codes::NOT_CONSTANT, expr.span, message);
            return Some(value);
        }
        self.fold(expr)
    }

    fn initial_value(&self, place: &Place) -> Option<i64> {
        if place.root.index.is_some() || !place.fields.is_empty() {
            return None;
        }
        let VariableRef::Global(id) = self.variable(&place.root.name.name)? else {
            return None;
        };
        match &self.program.globals.get(id)?.initial {
            Initial::Value(value) => match value.kind {
                resolved::ExprKind::Constant(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn try_fold(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Place(place) if place.fields.is_empty() && place.root.index.is_none() => {
                self.constant(&place.root.name.name).map(|(value, _)| value)
            }
            ExprKind::Unary(UnaryOp::Negate, inner) => self.try_fold(inner)?.checked_neg(),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.try_fold(left)?, self.try_fold(right)?);
                match op {
                    BinaryOp::Add => left.checked_add(right),
                    BinaryOp::Subtract => left.checked_sub(right),
                    BinaryOp::Multiply => left.checked_mul(right),
                    BinaryOp::Divide => left.checked_div(right),
                    BinaryOp::Remainder => left.checked_rem(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
