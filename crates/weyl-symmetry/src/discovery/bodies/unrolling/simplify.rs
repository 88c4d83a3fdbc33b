//! What comes out of a loop, written so that the order of its turns does not show: a sum, a
//! conjunction, a disjunction. Nothing here may fail: that is looked at before.

use crate::ground::fold;
use weyl_ir::interval::{interval, is_inside, of_bits};
use weyl_ir::rewrite::Rewriter;
use weyl_ir::{BinaryOp, Comparison, Expr, ExprKind, Model, UnaryOp, erase_spans_of_expr};

pub(super) struct Simplify<'a> {
    pub model: &'a Model,
}

impl Rewriter for Simplify<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let Some(value) = fold(self.model, expr) {
            expr.kind = ExprKind::Constant(value);
        } else if let Some(simple) = simpler(self.model, expr) {
            *expr = simple;
        }
    }
}

fn simpler(model: &Model, expr: &Expr) -> Option<Expr> {
    match &expr.kind {
        ExprKind::And(left, right) => neutral(left, right, 1),
        ExprKind::Or(left, right) => neutral(left, right, 0),
        ExprKind::Binary(BinaryOp::Add, left, right) => neutral(left, right, 0),
        ExprKind::Binary(BinaryOp::Compare(of), left, right) => compared(*of, left, right),
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => match condition.as_constant()? {
            0 => Some((**otherwise).clone()),
            _ => Some((**then).clone()),
        },
        ExprKind::Truncate {
            bits,
            signed,
            value,
        } => truncated(model, *bits, *signed, value, expr),
        ExprKind::Constant(_)
        | ExprKind::Read(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Quantified { .. }
        | ExprKind::IsUndefined(_)
        | ExprKind::Same(..)
        | ExprKind::Count { .. }
        | ExprKind::Call { .. }
        | ExprKind::Union(_)
        | ExprKind::Name(_)
        | ExprKind::Channel(_)
        | ExprKind::Process(_) => None,
    }
}

/// The other operand of one that changes nothing.
fn neutral(left: &Expr, right: &Expr, value: i128) -> Option<Expr> {
    if left.as_constant() == Some(value) {
        Some(right.clone())
    } else if right.as_constant() == Some(value) {
        Some(left.clone())
    } else {
        None
    }
}

/// A choice of two numbers that is compared with a third is its condition, or the opposite.
fn compared(of: Comparison, left: &Expr, right: &Expr) -> Option<Expr> {
    let ExprKind::Conditional {
        condition,
        then,
        otherwise,
    } = &left.kind
    else {
        return None;
    };
    let is_true = |side: &Expr| {
        let op = BinaryOp::Compare(of);
        weyl_ir::arithmetic::binary(op, side.as_constant()?, right.as_constant()?)
    };
    match (is_true(then)?, is_true(otherwise)?) {
        (1, 0) => Some((**condition).clone()),
        (0, 1) => Some(negated(condition)),
        _ => None,
    }
}

fn negated(condition: &Expr) -> Expr {
    if let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind {
        return (**inner).clone();
    }
    let inner = Box::new(condition.clone());
    Expr::new(
        ExprKind::Unary(UnaryOp::Not, inner),
        condition.ty,
        condition.span,
    )
}

/// What fits is not cut; a sum of numbers that are cut is cut once (both are modulo the same).
fn truncated(model: &Model, bits: u8, signed: bool, value: &Expr, whole: &Expr) -> Option<Expr> {
    if interval(model, value).is_some_and(|range| is_inside(range, of_bits(bits, signed))) {
        return Some(value.clone());
    }
    let uncut = uncut(value, bits);
    (uncut != *value).then(|| {
        let value = Box::new(uncut);
        let kind = ExprKind::Truncate {
            bits,
            signed,
            value,
        };
        Expr::new(kind, whole.ty, whole.span)
    })
}

/// Another number with the same low bits, whose parts are not cut.
fn uncut(value: &Expr, bits: u8) -> Expr {
    if let ExprKind::Truncate {
        bits: more,
        value: inner,
        ..
    } = &value.kind
        && *more >= bits
    {
        uncut(inner, bits)
    } else if let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) =
        &value.kind
    {
        let [left, right] = [left, right].map(|side| Box::new(uncut(side, bits)));
        Expr::new(ExprKind::Binary(*op, left, right), value.ty, value.span)
    } else {
        value.clone()
    }
}

/// One of two values, as a condition says.
pub(super) fn either(model: &Model, condition: &Expr, then: Expr, otherwise: Expr) -> Expr {
    if is_alike(&then, &otherwise) {
        return then;
    }
    // The side that is a number comes first: such choices can be put together.
    if then.as_constant().is_none() && otherwise.as_constant().is_some() {
        return either(model, &negated(condition), otherwise, then);
    }
    let put_together = more(model, condition, &then, &otherwise)
        .or_else(|| less(model, condition, &then, &otherwise))
        .or_else(|| any_of(condition, &then, &otherwise));
    put_together.unwrap_or_else(|| chosen(condition, then, otherwise))
}

fn chosen(condition: &Expr, then: Expr, otherwise: Expr) -> Expr {
    let (ty, span) = (then.ty, then.span);
    let kind = ExprKind::Conditional {
        condition: Box::new(condition.clone()),
        then: Box::new(then),
        otherwise: Box::new(otherwise),
    };
    Expr::new(kind, ty, span)
}

/// `c ? x + k : x` is `x + (c ? k : 0)`, both modulo the same.
fn more(model: &Model, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Expr> {
    let (cut, sum) = cut(then);
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), base, by) = &sum.kind else {
        return None;
    };
    let (same_cut, rest) = self::cut(otherwise);
    let fits = match (cut, same_cut) {
        (None, None) => true,
        (Some(cut), Some(other)) => cut == other,
        (Some((bits, signed)), None) => {
            interval(model, otherwise).is_some_and(|range| is_inside(range, of_bits(bits, signed)))
        }
        (None, Some(_)) => false,
    };
    if !fits || !is_alike(base, rest) || by.as_constant().is_none() {
        return None;
    }
    let nothing = Expr::constant(0, by.ty, by.span);
    let by = chosen(condition, (**by).clone(), nothing);
    let kind = ExprKind::Binary(*op, Box::new(rest.clone()), Box::new(by));
    let mut value = Expr::new(kind, sum.ty, sum.span);
    if let Some((bits, signed)) = cut {
        let kind = ExprKind::Truncate {
            bits,
            signed,
            value: Box::new(value),
        };
        value = Expr::new(kind, then.ty, then.span);
    }
    Some(value)
}

/// The same for the other side.
fn less(model: &Model, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Expr> {
    more(model, &negated(condition), otherwise, then)
}

/// `c ? k : (d ? k : x)` is `c || d ? k : x`.
fn any_of(condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Expr> {
    let ExprKind::Conditional {
        condition: other,
        then: same,
        otherwise: rest,
    } = &otherwise.kind
    else {
        return None;
    };
    if then.as_constant().is_none() || then.as_constant() != same.as_constant() {
        return None;
    }
    let (one, other) = (Box::new(condition.clone()), other.clone());
    let any = Expr::new(ExprKind::Or(other, one), condition.ty, condition.span);
    Some(chosen(&any, then.clone(), (**rest).clone()))
}

/// How a value is cut, and what is cut.
fn cut(value: &Expr) -> (Option<(u8, bool)>, &Expr) {
    if let ExprKind::Truncate {
        bits,
        signed,
        value,
    } = &value.kind
    {
        (Some((*bits, *signed)), value)
    } else {
        (None, value)
    }
}

/// Whether two expressions are the same but for where they stand in the text.
fn is_alike(one: &Expr, other: &Expr) -> bool {
    let [one, other] = [one, other].map(|side| {
        let mut side = side.clone();
        erase_spans_of_expr(&mut side);
        side.kind
    });
    one == other
}
