//! Constants that do not look like it: a part that is not constant may not matter (`0 * x`), and a
//! function may always return the same.
//!
//! This is for constants only. In a rule all parts are evaluated, for they may fail.

use super::{Lowerer, fold};
use weyl_ir::{BinaryOp, Expr, ExprKind, FunctionId, Root, StmtKind, Type};

impl Lowerer<'_> {
    /// The value of an expression, whatever the state.
    pub(super) fn settled(&self, expr: &Expr) -> Option<i128> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Unary(op, operand) => {
                let operand = Expr::constant(self.settled(operand)?, operand.ty, operand.span);
                fold::unary(*op, operand, expr.ty, expr.span).as_constant()
            }
            ExprKind::Binary(op, left, right) => self.settled_binary(*op, left, right, expr),
            ExprKind::And(left, right) => self.settled_logic(left, right, 0),
            ExprKind::Or(left, right) => self.settled_logic(left, right, 1),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => match self.settled(condition)? {
                0 => self.settled(otherwise),
                _ => self.settled(then),
            },
            ExprKind::Call {
                function,
                arguments,
            } if arguments.is_empty() => self.settled_call(*function),
            _ => None,
        }
    }

    fn settled_binary(&self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Option<i128> {
        let (left_value, right_value) = (self.settled(left), self.settled(right));
        let absorbs = matches!(op, BinaryOp::Multiply | BinaryOp::BitAnd);
        if absorbs && (left_value == Some(0) || right_value == Some(0)) {
            return Some(0);
        }
        let left = Expr::constant(left_value?, left.ty, left.span);
        let right = Expr::constant(right_value?, right.ty, right.span);
        fold::binary(op, left, right, expr.ty, expr.span).as_constant()
    }

    /// `&` and `|` are decided by either side that has the deciding value.
    fn settled_logic(&self, left: &Expr, right: &Expr, deciding: i128) -> Option<i128> {
        let (left, right) = (self.settled(left), self.settled(right));
        if left == Some(deciding) || right == Some(deciding) {
            return Some(deciding);
        }
        left.and(right)
    }

    /// A function whose whole body is one `return`.
    fn settled_call(&self, function: FunctionId) -> Option<i128> {
        let function = &self.model.functions[function];
        let [store, end] = &function.body[..] else {
            return None;
        };
        let StmtKind::Assign { to, value } = &store.kind else {
            return None;
        };
        let is_result = to.root == Root::Local(function.result?) && to.path.is_empty();
        let returns = is_result && end.kind == StmtKind::Return;
        let fits = |value: &i128| match self.model.types.get(to.ty) {
            Type::Range { lo, hi, .. } => (lo..=hi).contains(&value),
            _ => true,
        };
        self.settled(value).filter(|value| returns && fits(value))
    }
}
