//! Integer expressions, each with an interval that holds its value.
//!
//! The interval decides whether an assignment or an index can fail, and it keeps all intermediate
//! values inside the type `Wide`.

use super::Generator;
use super::types::Shape;
use crate::syntax::{BinaryOp, Expr, UnaryOp};

const LIMIT: i64 = 2_000;

#[derive(Clone, Debug)]
pub struct Integer {
    pub expr: Expr,
    pub low: i64,
    pub high: i64,
}

impl Integer {
    pub fn literal(value: i64) -> Integer {
        Integer {
            expr: Expr::Int(value),
            low: value,
            high: value,
        }
    }

    fn within(&self, low: i64, high: i64) -> bool {
        low <= self.low && self.high <= high
    }
}

impl Generator {
    pub fn integer(&mut self, depth: u32) -> Integer {
        if depth == 0 || self.dice.chance(35) {
            return self.integer_leaf();
        }
        let made = match self.dice.below(12) {
            0 => self.negation(depth),
            1 => self.choice_of_integers(depth),
            2 => self.integer_call(depth),
            3..5 => self.division(depth),
            5..7 => self.bit_operation(depth),
            _ => Some(self.sum_or_product(depth)),
        };
        made.filter(|made| made.within(-LIMIT, LIMIT))
            .unwrap_or_else(|| self.integer_leaf())
    }

    fn integer_leaf(&mut self) -> Integer {
        if self.dice.chance(25) {
            let value = self.dice.between(0, 4);
            return Integer::literal(value);
        }
        let places = self.readable(|ty| matches!(ty.shape, Shape::Range(..)));
        match self
            .dice
            .pick(&places)
            .cloned()
            .and_then(|place| self.read(&place))
        {
            Some((expr, ty)) => match ty.shape {
                Shape::Range(low, high) => Integer { expr, low, high },
                _ => Integer::literal(0),
            },
            None => Integer::literal(1),
        }
    }

    fn sum_or_product(&mut self, depth: u32) -> Integer {
        let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
        let (op, corners) = match self.dice.below(5) {
            0 | 1 => (BinaryOp::Add, vec![a.low + b.low, a.high + b.high]),
            2 | 3 => (BinaryOp::Subtract, vec![a.low - b.high, a.high - b.low]),
            _ => (
                BinaryOp::Multiply,
                vec![
                    a.low * b.low,
                    a.low * b.high,
                    a.high * b.low,
                    a.high * b.high,
                ],
            ),
        };
        let low = corners.iter().copied().min().unwrap_or(0);
        let high = corners.iter().copied().max().unwrap_or(0);
        Integer {
            expr: a.expr.with(op, b.expr),
            low,
            high,
        }
    }

    fn negation(&mut self, depth: u32) -> Option<Integer> {
        let a = self.integer(depth - 1);
        if self.dice.chance(50) {
            return Some(Integer {
                expr: Expr::unary(UnaryOp::Negate, a.expr),
                low: -a.high,
                high: -a.low,
            });
        }
        Some(Integer {
            expr: Expr::unary(UnaryOp::Complement, a.expr),
            low: -a.high - 1,
            high: -a.low - 1,
        })
    }

    /// Truncating division and remainder; the divisor is a positive literal unless failures are
    /// wanted.
    fn division(&mut self, depth: u32) -> Option<Integer> {
        let a = self.integer(depth - 1);
        let wild = self.risky && !self.safe && self.dice.chance(30);
        let divisor = if wild {
            self.integer(1)
        } else {
            Integer::literal(self.dice.between(1, 4))
        };
        let reach = a.low.abs().max(a.high.abs());
        let floor = if a.low < 0 { -reach } else { 0 };
        if self.dice.chance(50) {
            let floor = if divisor.low < 0 { -reach } else { floor };
            return Some(Integer {
                expr: a.expr.with(BinaryOp::Divide, divisor.expr),
                low: floor,
                high: reach,
            });
        }
        let widest = divisor.low.abs().max(divisor.high.abs()).max(1) - 1;
        let low = if a.low < 0 { -widest } else { 0 };
        Some(Integer {
            expr: a.expr.with(BinaryOp::Modulo, divisor.expr),
            low,
            high: widest,
        })
    }

    /// Only on operands that are not negative, and shifts by little.
    fn bit_operation(&mut self, depth: u32) -> Option<Integer> {
        let a = self.integer(depth - 1);
        if a.low < 0 {
            return None;
        }
        if self.dice.chance(30) {
            let amount = self.dice.between(0, 2);
            let (op, low, high) = if self.dice.chance(50) {
                (BinaryOp::ShiftLeft, a.low << amount, a.high << amount)
            } else {
                (BinaryOp::ShiftRight, a.low >> amount, a.high >> amount)
            };
            return Some(Integer {
                expr: a.expr.with(op, Expr::Int(amount)),
                low,
                high,
            });
        }
        let b = self.integer(depth - 1);
        let widest = (a.high | b.high)
            .checked_add(1)
            .and_then(|bound| u64::try_from(bound).ok());
        let mask = widest.filter(|_| b.low >= 0)?.next_power_of_two() as i64 - 1;
        let op = *self
            .dice
            .pick(&[BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor])?;
        Some(Integer {
            expr: plainly_numeric(a.expr).with(op, b.expr),
            low: 0,
            high: mask,
        })
    }

    fn choice_of_integers(&mut self, depth: u32) -> Option<Integer> {
        let test = self.boolean(depth - 1);
        let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
        let (low, high) = (a.low.min(b.low), a.high.max(b.high));
        Some(Integer {
            expr: Expr::if_else(test, a.expr, b.expr),
            low,
            high,
        })
    }

    fn integer_call(&mut self, depth: u32) -> Option<Integer> {
        let (expr, ty) = self.pure_call(|ty| matches!(ty.shape, Shape::Range(..)), depth - 1)?;
        match ty.shape {
            Shape::Range(low, high) => Some(Integer { expr, low, high }),
            _ => None,
        }
    }

    /// An expression whose value lies between the bounds, unless it is meant to fail.
    pub fn integer_between(&mut self, low: i64, high: i64, depth: u32) -> Expr {
        let made = self.integer(depth);
        if made.within(low, high) || self.may_fail() {
            return made.expr;
        }
        if made.low == made.high || self.dice.chance(20) {
            return Expr::Int(self.dice.between(low, high));
        }
        if self.dice.chance(30) {
            return self.clamped(made, low, high);
        }
        wrapped(made, low, high)
    }

    fn clamped(&mut self, made: Integer, low: i64, high: i64) -> Expr {
        let below = made.expr.clone().with(BinaryOp::Less, Expr::Int(low));
        let above = made.expr.clone().with(BinaryOp::Greater, Expr::Int(high));
        let outside = match (made.low < low, made.high > high) {
            (true, true) => below.or(above),
            (true, false) => below,
            _ => above,
        };
        Expr::if_else(outside, Expr::Int(self.dice.between(low, high)), made.expr)
    }
}

/// Rumur takes `|` and `&` for logical ones unless the left operand is a literal or arithmetic.
fn plainly_numeric(expr: Expr) -> Expr {
    match expr {
        Expr::Int(_) | Expr::Binary(..) | Expr::Unary(..) => expr,
        other => other.with(BinaryOp::Add, Expr::Int(0)),
    }
}

/// The remainder modulo the number of wanted values, moved to where they begin.
fn wrapped(made: Integer, low: i64, high: i64) -> Expr {
    let count = high - low + 1;
    let shift = if made.low < 0 {
        (-made.low + count - 1) / count * count
    } else {
        0
    };
    let lifted = if shift > 0 {
        made.expr.with(BinaryOp::Add, Expr::Int(shift))
    } else {
        made.expr
    };
    let remainder = lifted.with(BinaryOp::Modulo, Expr::Int(count));
    match low {
        0 => remainder,
        low if low < 0 => remainder.with(BinaryOp::Subtract, Expr::Int(-low)),
        low => remainder.with(BinaryOp::Add, Expr::Int(low)),
    }
}
