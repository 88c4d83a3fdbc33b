//! Bounds of integer expressions, from the types of what they read. Conservative: a value outside
//! is impossible.

use crate::{BinaryOp, Expr, ExprKind, Model, ScalarRange, UnaryOp};

/// The values that an expression can have if it has one; `None` if nothing is known.
pub fn interval(model: &Model, expr: &Expr) -> Option<ScalarRange> {
    match &expr.kind {
        ExprKind::Constant(value) => Some(just(*value)),
        ExprKind::Unary(UnaryOp::Negate, value) => {
            let range = interval(model, value)?;
            hull(&[range.lo.checked_neg()?, range.hi.checked_neg()?])
        }
        ExprKind::Binary(op, left, right) => {
            binary(*op, interval(model, left)?, interval(model, right)?)
        }
        ExprKind::Truncate {
            bits,
            signed,
            value,
        } => {
            let range = of_bits(*bits, *signed);
            let inner = interval(model, value).filter(|inner| is_inside(*inner, range));
            Some(inner.unwrap_or(range))
        }
        ExprKind::Conditional {
            then, otherwise, ..
        } => {
            let (a, b) = (interval(model, then)?, interval(model, otherwise)?);
            hull(&[a.lo, a.hi, b.lo, b.hi])
        }
        ExprKind::Unary(UnaryOp::Not | UnaryOp::BitNot, _)
        | ExprKind::Read(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Quantified { .. }
        | ExprKind::IsUndefined(_)
        | ExprKind::Same(..)
        | ExprKind::Count { .. }
        | ExprKind::Call { .. }
        | ExprKind::Union(_)
        | ExprKind::Name(_)
        | ExprKind::Channel(_)
        | ExprKind::Process(_) => model.scalar_range(expr.ty),
    }
}

/// The numbers of some bits.
pub fn of_bits(bits: u8, signed: bool) -> ScalarRange {
    let bits = u32::from(bits).clamp(1, 126);
    if signed {
        ScalarRange {
            lo: -(1 << (bits - 1)),
            hi: (1 << (bits - 1)) - 1,
        }
    } else {
        ScalarRange {
            lo: 0,
            hi: (1 << bits) - 1,
        }
    }
}

pub fn is_inside(inner: ScalarRange, outer: ScalarRange) -> bool {
    outer.lo <= inner.lo && inner.hi <= outer.hi
}

fn just(value: i128) -> ScalarRange {
    ScalarRange {
        lo: value,
        hi: value,
    }
}

fn hull(values: &[i128]) -> Option<ScalarRange> {
    Some(ScalarRange {
        lo: *values.iter().min()?,
        hi: *values.iter().max()?,
    })
}

fn binary(op: BinaryOp, a: ScalarRange, b: ScalarRange) -> Option<ScalarRange> {
    match op {
        BinaryOp::Add => Some(ScalarRange {
            lo: a.lo.checked_add(b.lo)?,
            hi: a.hi.checked_add(b.hi)?,
        }),
        BinaryOp::Subtract => Some(ScalarRange {
            lo: a.lo.checked_sub(b.hi)?,
            hi: a.hi.checked_sub(b.lo)?,
        }),
        BinaryOp::Multiply => hull(&[
            a.lo.checked_mul(b.lo)?,
            a.lo.checked_mul(b.hi)?,
            a.hi.checked_mul(b.lo)?,
            a.hi.checked_mul(b.hi)?,
        ]),
        BinaryOp::Divide if b.lo > 0 => hull(&[a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi]),
        // The remainder has the sign of the dividend.
        BinaryOp::Remainder if b.lo > 0 => Some(ScalarRange {
            lo: if a.lo < 0 { (1 - b.hi).max(a.lo) } else { 0 },
            hi: if a.hi > 0 { (b.hi - 1).min(a.hi) } else { 0 },
        }),
        BinaryOp::BitAnd if a.lo >= 0 && b.lo >= 0 => Some(ScalarRange {
            lo: 0,
            hi: a.hi.min(b.hi),
        }),
        BinaryOp::BitOr | BinaryOp::BitXor if a.lo >= 0 && b.lo >= 0 => {
            let bits = 128 - a.hi.max(b.hi).leading_zeros();
            let hi = 1i128.checked_shl(bits)?.checked_sub(1)?;
            Some(ScalarRange { lo: 0, hi })
        }
        BinaryOp::Compare(_) => Some(ScalarRange { lo: 0, hi: 1 }),
        BinaryOp::Divide
        | BinaryOp::Remainder
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Comparison, arithmetic};

    /// All operators on all small intervals: what can come out lies inside.
    #[test]
    fn results_lie_inside() {
        let operators = [
            BinaryOp::Add,
            BinaryOp::Subtract,
            BinaryOp::Multiply,
            BinaryOp::Divide,
            BinaryOp::Remainder,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
            BinaryOp::Compare(Comparison::Less),
            BinaryOp::Compare(Comparison::Equal),
        ];
        let ends = -4..=5i128;
        let ranges = || {
            let ends = ends.clone();
            ends.flat_map(|lo| (lo..=5).map(move |hi| ScalarRange { lo, hi }))
        };
        let mut known = 0;
        for op in operators {
            for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a, b))) {
                let Some(range) = binary(op, a, b) else {
                    continue;
                };
                known += 1;
                for (x, y) in (a.lo..=a.hi).flat_map(|x| (b.lo..=b.hi).map(move |y| (x, y))) {
                    let result = arithmetic::binary(op, x, y);
                    assert!(result.is_some_and(|result| range.contains(result)));
                }
            }
        }
        assert!(known > 10_000);
    }
}
