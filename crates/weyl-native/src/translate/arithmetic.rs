//! Operators on numbers.

use super::{Translated, Translator};
use crate::number::{Interval, Number};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use weyl_ir::{BinaryOp, UnaryOp};

pub(super) fn comparison(op: BinaryOp) -> Option<IntCC> {
    Some(match op {
        BinaryOp::Less => IntCC::SignedLessThan,
        BinaryOp::LessEqual => IntCC::SignedLessThanOrEqual,
        BinaryOp::Greater => IntCC::SignedGreaterThan,
        BinaryOp::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
        BinaryOp::Equal => IntCC::Equal,
        BinaryOp::NotEqual => IntCC::NotEqual,
        _ => return None,
    })
}

impl Translator<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, a: Number) -> Number {
        match op {
            UnaryOp::Not | UnaryOp::Negate => {
                let zero = self.constant(0);
                let zero = Number {
                    value: zero,
                    within: Interval::constant(0),
                };
                self.sum(BinaryOp::Subtract, zero, a)
            }
            UnaryOp::BitNot => Number {
                value: self.b.ins().bnot(a.value),
                within: Interval::new(-1 - a.within.hi, -1 - a.within.lo),
            },
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: Number, b: Number) -> Translated<Number> {
        if let Some(condition) = comparison(op) {
            let result = self.b.ins().icmp(condition, a.value, b.value);
            return Ok(self.truth(result));
        }
        Ok(match op {
            BinaryOp::Divide | BinaryOp::Remainder => self.divide(op, a, b),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.shift(op, a, b),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let value = match op {
                    BinaryOp::BitAnd => self.b.ins().band(a.value, b.value),
                    BinaryOp::BitOr => self.b.ins().bor(a.value, b.value),
                    _ => self.b.ins().bxor(a.value, b.value),
                };
                let within = a.within.combine(op, b.within);
                Number { value, within }
            }
            _ => self.sum(op, a, b),
        })
    }

    /// Sums, differences and products.
    fn sum(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
        let within = a.within.combine(op, b.within);
        let (x, y) = (a.value, b.value);
        if within.is_within(Interval::WORD) {
            let value = match op {
                BinaryOp::Add => self.b.ins().iadd(x, y),
                BinaryOp::Subtract => self.b.ins().isub(x, y),
                _ => self.b.ins().imul(x, y),
            };
            return Number { value, within };
        }
        let (value, overflows) = match op {
            BinaryOp::Add => self.b.ins().sadd_overflow(x, y),
            BinaryOp::Subtract => self.b.ins().ssub_overflow(x, y),
            _ => self.b.ins().smul_overflow(x, y),
        };
        self.give_up_if(overflows);
        let within = within.meet(Interval::WORD);
        Number { value, within }
    }

    /// Both operations fail for a divisor of 0, and the least number has no quotient by −1.
    fn divide(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
        if b.within.contains(0) {
            self.give_up_unless(b.value);
        }
        if b.within.contains(-1) && a.within.contains(Interval::WORD.lo) {
            let is_least = self.compare(IntCC::Equal, a.value, i64::MIN);
            self.give_up_if(is_least);
        }
        match op {
            BinaryOp::Divide => Number {
                value: self.b.ins().sdiv(a.value, b.value),
                within: a.within.quotient().meet(Interval::WORD),
            },
            _ => Number {
                value: self.b.ins().srem(a.value, b.value),
                within: a.within.remainder(b.within).meet(Interval::WORD),
            },
        }
    }

    /// Shifts by less than 64; left ones must lose no bits.
    fn shift(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
        if !b.within.is_within(Interval::new(0, 63)) {
            let limit = self.constant(63);
            let is_far = self
                .b
                .ins()
                .icmp(IntCC::UnsignedGreaterThan, b.value, limit);
            self.give_up_if(is_far);
        }
        if op == BinaryOp::ShiftRight {
            let value = self.b.ins().sshr(a.value, b.value);
            let within = a
                .within
                .join(Interval::constant(0))
                .join(Interval::constant(-1));
            return Number { value, within };
        }
        let value = self.b.ins().ishl(a.value, b.value);
        let back = self.b.ins().sshr(value, b.value);
        let is_lossy = self.b.ins().icmp(IntCC::NotEqual, back, a.value);
        self.give_up_if(is_lossy);
        let within = Interval::WORD;
        Number { value, within }
    }

    /// The low bits, in two's complement if `signed`.
    pub(super) fn truncate(&mut self, a: Number, bits: u8, signed: bool) -> Number {
        let bits = u32::from(bits.clamp(1, 127));
        let within = match signed {
            true => Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => Interval::new(0, ((1u128 << bits) - 1) as i128),
        };
        if a.within.is_within(within) {
            return a;
        }
        if bits >= 64 {
            // Only a negative number changes, into one that has no 64 bits.
            let is_negative = self.compare(IntCC::SignedLessThan, a.value, 0);
            self.give_up_if(is_negative);
            let within = a.within.meet(Interval::new(0, Interval::WORD.hi));
            return Number { within, ..a };
        }
        let value = self.low_bits(a.value, bits, signed);
        Number { value, within }
    }

    fn low_bits(&mut self, value: Value, bits: u32, signed: bool) -> Value {
        if !signed {
            let mask = (1i64 << bits) - 1;
            return self.b.ins().band_imm_u(value, mask);
        }
        let unused = i64::from(64 - bits);
        let high = self.b.ins().ishl_imm_u(value, unused);
        self.b.ins().sshr_imm_u(high, unused)
    }
}
