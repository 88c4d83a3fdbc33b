//! What operators compute: one definition for all who evaluate.

use crate::{BinaryOp, Comparison, UnaryOp};

/// `None` if the result has more than 128 bits.
pub fn unary(op: UnaryOp, value: i128) -> Option<i128> {
    match op {
        UnaryOp::Not => Some(i128::from(value == 0)),
        UnaryOp::Negate => value.checked_neg(),
        UnaryOp::BitNot => Some(!value),
    }
}

/// `None` for a division by zero, or if the result has more than 128 bits.
pub fn binary(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => None,
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        BinaryOp::Divide => a.checked_div(b),
        // That of the least number by -1 is 0, although their quotient overflows.
        BinaryOp::Remainder => Some(a.wrapping_rem(b)),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::ShiftLeft => shift_left(a, b),
        BinaryOp::ShiftRight => u32::try_from(b).ok().map(|by| a >> by.min(127)),
        BinaryOp::Compare(comparison) => Some(i128::from(compare(comparison, a, b))),
    }
}

pub fn compare(comparison: Comparison, a: i128, b: i128) -> bool {
    match comparison {
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
    }
}

/// `None` where bits would be lost.
fn shift_left(value: i128, by: i128) -> Option<i128> {
    let by = u32::try_from(by).ok()?;
    let shifted = value.checked_shl(by)?;
    (shifted >> by == value).then_some(shifted)
}

/// The low bits, in two's complement if `signed`.
pub fn truncate(value: i128, bits: u8, signed: bool) -> i128 {
    let unused = 128 - u32::from(bits.clamp(1, 127));
    if signed {
        value << unused >> unused
    } else {
        ((value as u128) << unused >> unused) as i128
    }
}
