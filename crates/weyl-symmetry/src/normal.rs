//! One way to write what can be written in several: operands whose order can't be observed are sorted.
//!
//! Conjunctions, disjunctions and commutative operators are unordered only if no operand can raise a
//! run-time error (DESIGN.md, section 3, law 2); multiplicities stay (law 1).

use crate::fallible::Fallible;
use weyl_ir::rewrite::Rewriter;
use weyl_ir::{BinaryOp, Expr, ExprKind, Locals, Model};

/// Sorts operands; to be used on terms without spans.
pub(crate) struct Normalising<'a> {
    pub model: &'a Model,
    pub locals: &'a Locals,
}

impl Normalising<'_> {
    fn may_fail(&self, expr: &Expr) -> bool {
        let fallible = Fallible {
            model: self.model,
            locals: self.locals,
            is_defined: &|_| false,
            is_always_defined: &|_| false,
        };
        fallible.expr(expr)
    }

    /// The operands of nested conjunctions (or disjunctions), in order.
    fn operands(expr: &Expr, is_and: bool) -> Vec<Expr> {
        match (&expr.kind, is_and) {
            (ExprKind::And(left, right), true) | (ExprKind::Or(left, right), false) => {
                let mut operands = Normalising::operands(left, is_and);
                operands.extend(Normalising::operands(right, is_and));
                operands
            }
            _ => vec![expr.clone()],
        }
    }

    fn chain(&self, expr: &mut Expr, is_and: bool) {
        let mut operands = Normalising::operands(expr, is_and);
        if operands.iter().any(|operand| self.may_fail(operand)) {
            return;
        }
        operands.sort_by_cached_key(|operand| format!("{operand:?}"));
        let (ty, span) = (expr.ty, expr.span);
        let joined = operands.into_iter().reduce(|left, right| {
            let parts = (Box::new(left), Box::new(right));
            let kind = match is_and {
                true => ExprKind::And(parts.0, parts.1),
                false => ExprKind::Or(parts.0, parts.1),
            };
            Expr::new(kind, ty, span)
        });
        if let Some(joined) = joined {
            *expr = joined;
        }
    }
}

pub(crate) fn is_commutative(operator: BinaryOp) -> bool {
    matches!(
        operator,
        BinaryOp::Add
            | BinaryOp::Multiply
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Equal
            | BinaryOp::NotEqual
    )
}

impl Rewriter for Normalising<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::And(..) => self.chain(expr, true),
            ExprKind::Or(..) => self.chain(expr, false),
            ExprKind::Binary(operator, left, right)
                if is_commutative(*operator)
                    && format!("{left:?}") > format!("{right:?}")
                    && !self.may_fail(left)
                    && !self.may_fail(right) =>
            {
                let sorted = ExprKind::Binary(*operator, right.clone(), left.clone());
                expr.kind = sorted;
            }
            _ => {}
        }
    }
}
