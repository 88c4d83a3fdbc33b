//! Operators on numbers.

use super::Translator;
use crate::number::{Interval, Number};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use weyl_ir::{BinaryOp, Comparison, UnaryOp};

pub(super) fn condition(comparison: Comparison) -> IntCC {
    match comparison {
        Comparison::Less => IntCC::SignedLessThan,
        Comparison::LessEqual => IntCC::SignedLessThanOrEqual,
        Comparison::Greater => IntCC::SignedGreaterThan,
        Comparison::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
        Comparison::Equal => IntCC::Equal,
        Comparison::NotEqual => IntCC::NotEqual,
    }
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
                self.minus(zero, a)
            }
            UnaryOp::BitNot => Number {
                value: self.b.ins().bnot(a.value),
                within: Interval::new(-1 - a.within.hi, -1 - a.within.lo),
            },
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: Number, b: Number) -> Number {
        let (x, y) = (a.value, b.value);
        match op {
            BinaryOp::Add => self.plus(a, b),
            BinaryOp::Subtract => self.minus(a, b),
            BinaryOp::Multiply => self.times(a, b),
            BinaryOp::Divide => {
                self.give_up_undivided(a, b);
                Number {
                    value: self.b.ins().sdiv(x, y),
                    within: a.within.quotient().meet(Interval::WORD),
                }
            }
            BinaryOp::Remainder => {
                self.give_up_undivided(a, b);
                Number {
                    value: self.b.ins().srem(x, y),
                    within: a.within.remainder(b.within).meet(Interval::WORD),
                }
            }
            BinaryOp::BitAnd => Number {
                value: self.b.ins().band(x, y),
                within: a.within.common_bits(b.within),
            },
            BinaryOp::BitOr => Number {
                value: self.b.ins().bor(x, y),
                within: a.within.all_bits(b.within),
            },
            BinaryOp::BitXor => Number {
                value: self.b.ins().bxor(x, y),
                within: a.within.all_bits(b.within),
            },
            BinaryOp::ShiftLeft => self.shift_left(a, b),
            BinaryOp::ShiftRight => self.shift_right(a, b),
            BinaryOp::Compare(comparison) => {
                let result = self.b.ins().icmp(condition(comparison), x, y);
                self.truth(result)
            }
        }
    }

    pub(super) fn plus(&mut self, a: Number, b: Number) -> Number {
        let within = a.within.plus(b.within);
        if within.is_within(Interval::WORD) {
            let value = self.b.ins().iadd(a.value, b.value);
            return Number { value, within };
        }
        let checked = self.b.ins().sadd_overflow(a.value, b.value);
        self.unless_overflown(checked, within)
    }

    fn minus(&mut self, a: Number, b: Number) -> Number {
        let within = a.within.minus(b.within);
        if within.is_within(Interval::WORD) {
            let value = self.b.ins().isub(a.value, b.value);
            return Number { value, within };
        }
        let checked = self.b.ins().ssub_overflow(a.value, b.value);
        self.unless_overflown(checked, within)
    }

    fn times(&mut self, a: Number, b: Number) -> Number {
        let within = a.within.times(b.within);
        if within.is_within(Interval::WORD) {
            let value = self.b.ins().imul(a.value, b.value);
            return Number { value, within };
        }
        let checked = self.b.ins().smul_overflow(a.value, b.value);
        self.unless_overflown(checked, within)
    }

    fn unless_overflown(&mut self, (value, overflows): (Value, Value), within: Interval) -> Number {
        self.give_up_if(overflows);
        let within = within.meet(Interval::WORD);
        Number { value, within }
    }

    /// Quotient and remainder fail for a divisor of 0, and the least number has no quotient by −1.
    fn give_up_undivided(&mut self, a: Number, b: Number) {
        if b.within.contains(0) {
            self.give_up_unless(b.value);
        }
        if b.within.contains(-1) && a.within.contains(Interval::WORD.lo) {
            let is_least = self.compare(IntCC::Equal, a.value, i64::MIN);
            self.give_up_if(is_least);
        }
    }

    /// Shifts are by less than 64.
    fn give_up_far(&mut self, by: Number) {
        if by.within.is_within(Interval::new(0, 63)) {
            return;
        }
        let limit = self.constant(63);
        let beyond = IntCC::UnsignedGreaterThan;
        let is_far = self.b.ins().icmp(beyond, by.value, limit);
        self.give_up_if(is_far);
    }

    fn shift_right(&mut self, a: Number, by: Number) -> Number {
        self.give_up_far(by);
        let value = self.b.ins().sshr(a.value, by.value);
        let within = a.within.join(Interval::constant(0));
        let within = within.join(Interval::constant(-1));
        Number { value, within }
    }

    /// No bits may be lost.
    fn shift_left(&mut self, a: Number, by: Number) -> Number {
        self.give_up_far(by);
        let value = self.b.ins().ishl(a.value, by.value);
        let back = self.b.ins().sshr(value, by.value);
        let is_lossy = self.b.ins().icmp(IntCC::NotEqual, back, a.value);
        self.give_up_if(is_lossy);
        let within = Interval::WORD;
        Number { value, within }
    }

    /// The low bits, in two's complement if `signed`.
    pub(super) fn truncate(&mut self, a: Number, bits: u8, signed: bool) -> Number {
        let bits = u32::from(bits.clamp(1, 127));
        let within = if signed {
            Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            Interval::new(0, ((1u128 << bits) - 1) as i128)
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
