//! Nodes of expressions, computed at once where their parts are constant.
//!
//! What fails (a division by zero, a value beyond 128 bits) is left as it is: the error belongs to
//! the run, or to whoever needs a constant.

use weyl_ir::{BinaryOp, Comparison, Expr, ExprKind, TypeId, UnaryOp};
use weyl_source::Span;

pub fn unary(op: UnaryOp, operand: Expr, ty: TypeId, span: Span) -> Expr {
    let folded = operand.as_constant().and_then(|value| match op {
        UnaryOp::Not => Some(i128::from(value == 0)),
        UnaryOp::Negate => value.checked_neg(),
        UnaryOp::BitNot => Some(!value),
    });
    match folded {
        Some(value) => Expr::constant(value, ty, span),
        None => Expr::new(ExprKind::Unary(op, Box::new(operand)), ty, span),
    }
}

pub fn binary(op: BinaryOp, left: Expr, right: Expr, ty: TypeId, span: Span) -> Expr {
    let constants = left.as_constant().zip(right.as_constant());
    match constants.and_then(|(left, right)| compute(op, left, right)) {
        Some(value) => Expr::constant(value, ty, span),
        None => Expr::new(
            ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        ),
    }
}

fn compute(op: BinaryOp, left: i128, right: i128) -> Option<i128> {
    let shift = || u32::try_from(right).ok().filter(|bits| *bits < 64);
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Subtract => left.checked_sub(right),
        BinaryOp::Multiply => left.checked_mul(right),
        BinaryOp::Divide => left.checked_div(right),
        BinaryOp::Remainder => left.checked_rem(right),
        BinaryOp::BitAnd => Some(left & right),
        BinaryOp::BitOr => Some(left | right),
        BinaryOp::BitXor => Some(left ^ right),
        BinaryOp::ShiftLeft => left.checked_mul(1 << shift()?),
        BinaryOp::ShiftRight => Some(left >> shift()?),
        BinaryOp::Compare(Comparison::Less) => Some(i128::from(left < right)),
        BinaryOp::Compare(Comparison::LessEqual) => Some(i128::from(left <= right)),
        BinaryOp::Compare(Comparison::Greater) => Some(i128::from(left > right)),
        BinaryOp::Compare(Comparison::GreaterEqual) => Some(i128::from(left >= right)),
        BinaryOp::Compare(Comparison::Equal) => Some(i128::from(left == right)),
        BinaryOp::Compare(Comparison::NotEqual) => Some(i128::from(left != right)),
    }
}

pub fn and(left: Expr, right: Expr, span: Span) -> Expr {
    match left.as_constant() {
        Some(0) => Expr { span, ..left },
        Some(_) => Expr { span, ..right },
        None => {
            let ty = left.ty;
            Expr::new(ExprKind::And(Box::new(left), Box::new(right)), ty, span)
        }
    }
}

pub fn or(left: Expr, right: Expr, span: Span) -> Expr {
    match left.as_constant() {
        Some(0) => Expr { span, ..right },
        Some(_) => Expr { span, ..left },
        None => {
            let ty = left.ty;
            Expr::new(ExprKind::Or(Box::new(left), Box::new(right)), ty, span)
        }
    }
}

/// Parts joined in their order to a tree that is as flat as can be; `None` if there are none.
pub fn balanced<T>(mut parts: Vec<T>, join: impl Fn(T, T) -> T) -> Option<T> {
    while parts.len() > 1 {
        let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(left) = rest.next() {
            joined.push(match rest.next() {
                Some(right) => join(left, right),
                None => left,
            });
        }
        parts = joined;
    }
    parts.pop()
}

pub fn not(operand: Expr) -> Expr {
    let (ty, span) = (operand.ty, operand.span);
    unary(UnaryOp::Not, operand, ty, span)
}

/// Of two integer types the branch that is left keeps its own.
pub fn conditional(condition: Expr, then: Expr, otherwise: Expr, ty: TypeId, span: Span) -> Expr {
    match condition.as_constant() {
        Some(0) => Expr { span, ..otherwise },
        Some(_) => Expr { span, ..then },
        None => {
            let (condition, then, otherwise) =
                (Box::new(condition), Box::new(then), Box::new(otherwise));
            Expr::new(
                ExprKind::Conditional {
                    condition,
                    then,
                    otherwise,
                },
                ty,
                span,
            )
        }
    }
}

/// Whether an expression is made of constants only; one that was not folded fails.
pub fn fails(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) => true,
        ExprKind::Unary(_, operand) => fails(operand),
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => fails(left) && fails(right),
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => fails(condition) && fails(then) && fails(otherwise),
        _ => false,
    }
}
