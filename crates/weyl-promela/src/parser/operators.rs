//! Operators, their precedence as in SPIN's grammar, and chains of them.

use super::{MAX_HEIGHT, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::codes;
use crate::token::Kind;
use weyl_source::Diagnostic;

/// An expression with the height of its tree.
pub struct Tall {
    pub expr: Expr,
    pub height: usize,
}

/// Levels of binary operators, loosest first; the temporal ones exist only inside `ltl`.
const IMPLICATION: usize = 0;
const DISJUNCTION: usize = 1;
const CONJUNCTION: usize = 2;
const UNTIL: usize = 3;
const LEVELS: usize = 12;
/// A longer chain is no longer a chain of levels.
const MAX_TERMS: usize = 100;

fn arithmetic(kind: Kind) -> Option<(BinaryOp, usize)> {
    Some(match kind {
        Kind::Or => (BinaryOp::Or, DISJUNCTION),
        Kind::And => (BinaryOp::And, CONJUNCTION),
        Kind::Bar => (BinaryOp::BitOr, 4),
        Kind::Caret => (BinaryOp::BitXor, 5),
        Kind::Ampersand => (BinaryOp::BitAnd, 6),
        Kind::Equal => (BinaryOp::Equal, 7),
        Kind::NotEqual => (BinaryOp::NotEqual, 7),
        Kind::Less => (BinaryOp::Less, 8),
        Kind::LessEqual => (BinaryOp::LessEqual, 8),
        Kind::Greater => (BinaryOp::Greater, 8),
        Kind::GreaterEqual => (BinaryOp::GreaterEqual, 8),
        Kind::ShiftLeft => (BinaryOp::ShiftLeft, 9),
        Kind::ShiftRight => (BinaryOp::ShiftRight, 9),
        Kind::Plus => (BinaryOp::Add, 10),
        Kind::Minus => (BinaryOp::Subtract, 10),
        Kind::Star => (BinaryOp::Multiply, 11),
        Kind::Slash => (BinaryOp::Divide, 11),
        Kind::Percent => (BinaryOp::Remainder, 11),
        _ => return None,
    })
}

fn temporal_word(word: &str) -> Option<(BinaryOp, usize)> {
    Some(match word {
        "U" | "until" | "stronguntil" => (BinaryOp::Until, UNTIL),
        "W" | "weakuntil" => (BinaryOp::WeakUntil, UNTIL),
        "V" | "release" => (BinaryOp::Release, UNTIL),
        "implies" => (BinaryOp::Implies, IMPLICATION),
        "equivalent" => (BinaryOp::Equivalent, IMPLICATION),
        _ => return None,
    })
}

impl Parser<'_> {
    /// The binary operator at this point: itself, its level and its number of tokens.
    fn binary_operator(&self) -> Option<(BinaryOp, usize, usize)> {
        if self.temporal {
            let pair = match (self.peek(), self.peek_at(1)) {
                (Kind::Less, Kind::Arrow) => Some((BinaryOp::Equivalent, IMPLICATION)),
                (Kind::Slash, Kind::Backslash) => Some((BinaryOp::And, CONJUNCTION)),
                (Kind::Backslash, Kind::Slash) => Some((BinaryOp::Or, DISJUNCTION)),
                _ => None,
            };
            if let Some((op, level)) = pair {
                return Some((op, level, 2));
            }
            let single = match self.peek() {
                Kind::Arrow => Some((BinaryOp::Implies, IMPLICATION)),
                Kind::Ident => match &*self.token().text {
                    "R" if self.outside => Some((BinaryOp::Release, UNTIL)),
                    word => temporal_word(word),
                },
                _ => None,
            };
            if let Some((op, level)) = single {
                return Some((op, level, 1));
            }
        }
        arithmetic(self.peek()).map(|(op, level)| (op, level, 1))
    }

    /// The unary operator at this point and its number of tokens.
    pub(super) fn unary_operator(&self) -> Option<(UnaryOp, usize)> {
        let plain = match self.peek() {
            Kind::Bang => Some(UnaryOp::Not),
            Kind::Minus => Some(UnaryOp::Negate),
            Kind::Tilde => Some(UnaryOp::Complement),
            _ => None,
        };
        if let Some(op) = plain {
            return Some((op, 1));
        }
        if !self.temporal {
            return None;
        }
        match (self.peek(), self.peek_at(1)) {
            (Kind::LeftBracket, Kind::RightBracket) => Some((UnaryOp::Always, 2)),
            (Kind::Less, Kind::Greater) => Some((UnaryOp::Eventually, 2)),
            (Kind::Ident, _) => match &*self.token().text {
                "always" => Some((UnaryOp::Always, 1)),
                "eventually" => Some((UnaryOp::Eventually, 1)),
                "X" | "next" => Some((UnaryOp::Next, 1)),
                "G" if self.outside && self.operand_follows() => Some((UnaryOp::Always, 1)),
                "F" if self.outside && self.operand_follows() => Some((UnaryOp::Eventually, 1)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the token after this one begins an operand: a variable may be called `F` as well.
    fn operand_follows(&self) -> bool {
        match self.peek_at(1) {
            Kind::LeftBracket => self.peek_at(2) == Kind::RightBracket,
            Kind::Less => self.peek_at(2) == Kind::Greater,
            Kind::Ident => {
                let next = &self.cursor.ahead(1).text;
                &**next != "R" && temporal_word(next).is_none()
            }
            Kind::LeftParen
            | Kind::Bang
            | Kind::Number
            | Kind::True
            | Kind::False
            | Kind::Np
            | Kind::Len
            | Kind::Full
            | Kind::Empty
            | Kind::Nfull
            | Kind::Nempty
            | Kind::Enabled
            | Kind::PcValue
            | Kind::GetPriority
            | Kind::Timeout => true,
            _ => false,
        }
    }

    /// A chain of operators of one level and of tighter ones.
    pub(super) fn binary(&mut self, level: usize) -> Parsed<Tall> {
        if level >= LEVELS {
            return self.unary();
        }
        let mut operands = vec![self.binary(level + 1)?];
        let mut operators = Vec::new();
        while let Some((op, own, tokens)) = self.binary_operator()
            && own == level
        {
            for _ in 0..tokens {
                self.advance();
            }
            operators.push(op);
            operands.push(self.binary(level + 1)?);
        }
        match operators.first() {
            None => operands
                .pop()
                .ok_or_else(|| self.unexpected("an expression")),
            Some(BinaryOp::And | BinaryOp::Or) => self.balanced(operands, operators[0]),
            Some(_) if is_long_sum(&operators) => self.balanced_sum(operands, operators),
            Some(op) if is_long_chain_of(*op, &operators) => self.balanced(operands, *op),
            Some(_) => self.left_to_right(operands, operators),
        }
    }

    fn left_to_right(&mut self, operands: Vec<Tall>, operators: Vec<BinaryOp>) -> Parsed<Tall> {
        let mut operands = operands.into_iter();
        let Some(mut left) = operands.next() else {
            return Err(self.unexpected("an expression"));
        };
        for (op, right) in operators.into_iter().zip(operands) {
            left = self.term(op, left, right)?;
        }
        Ok(left)
    }

    /// `a && b && c && d` as `(a && b) && (c && d)`: the same meaning, and a flat tree.
    fn balanced(&mut self, mut operands: Vec<Tall>, op: BinaryOp) -> Parsed<Tall> {
        while operands.len() > 1 {
            let mut joined = Vec::with_capacity(operands.len().div_ceil(2));
            let mut rest = operands.into_iter();
            while let Some(left) = rest.next() {
                joined.push(match rest.next() {
                    Some(right) => self.join(op, left, right)?,
                    None => left,
                });
            }
            operands = joined;
        }
        operands
            .pop()
            .ok_or_else(|| self.unexpected("an expression"))
    }

    /// Sums wrap, so that `a - b + c - d` is `(a - b) + (c - d)`: neighbours are joined under the
    /// sign of the first, and the second one's counts from there.
    fn balanced_sum(&mut self, operands: Vec<Tall>, signs: Vec<BinaryOp>) -> Parsed<Tall> {
        let signs = std::iter::once(BinaryOp::Add).chain(signs);
        let mut terms: Vec<(BinaryOp, Tall)> = signs.zip(operands).collect();
        while terms.len() > 1 {
            let mut joined = Vec::with_capacity(terms.len().div_ceil(2));
            let mut rest = terms.into_iter();
            while let Some((sign, left)) = rest.next() {
                let sum = match rest.next() {
                    Some((same, right)) if same == sign => self.term(BinaryOp::Add, left, right)?,
                    Some((_, right)) => self.term(BinaryOp::Subtract, left, right)?,
                    None => left,
                };
                joined.push((sign, sum));
            }
            terms = joined;
        }
        let sum = terms.pop().map(|(_, sum)| sum);
        sum.ok_or_else(|| self.unexpected("an expression"))
    }

    fn term(&mut self, op: BinaryOp, left: Tall, right: Tall) -> Parsed<Tall> {
        self.check_operand(&left.expr)?;
        self.check_operand(&right.expr)?;
        self.join(op, left, right)
    }

    fn join(&mut self, op: BinaryOp, left: Tall, right: Tall) -> Parsed<Tall> {
        let height = left.height.max(right.height) + 1;
        if height > MAX_HEIGHT {
            return Err(self.too_deep());
        }
        let span = left.expr.span.to(right.expr.span);
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        Ok(Tall {
            expr: Expr { kind, span },
            height,
        })
    }

    /// Channel tests cannot be negated or compared, which keeps partial-order reduction simple in
    /// SPIN; formulas are free of that.
    pub(super) fn check_operand(&mut self, operand: &Expr) -> Parsed<()> {
        if self.temporal || !has_test(operand) {
            return Ok(());
        }
        let diagnostic = Diagnostic::error(
            codes::CHANNEL_TEST_OPERAND,
            operand.span,
            "a channel test can only be combined by `&&` and `||`",
        )
        .hint("use the opposite test (`full` and `nfull`, `empty` and `nempty`), or `len`");
        Err(self.report(diagnostic))
    }
}

/// Whether a chain is too long to be a chain of levels, and can be summed up in any order.
fn is_long_sum(operators: &[BinaryOp]) -> bool {
    let is_sign = |op: &BinaryOp| matches!(op, BinaryOp::Add | BinaryOp::Subtract);
    operators.len() > MAX_TERMS && operators.iter().all(is_sign)
}

/// The same for one operator whose parts can be computed in any grouping.
fn is_long_chain_of(op: BinaryOp, operators: &[BinaryOp]) -> bool {
    use BinaryOp::{BitAnd, BitOr, BitXor, Multiply};
    operators.len() > MAX_TERMS
        && matches!(op, Multiply | BitAnd | BitOr | BitXor)
        && operators.iter().all(|other| *other == op)
}

/// Whether a channel test is reached through `&&` and `||` alone.
pub fn has_test(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Test(..) => true,
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
            has_test(left) || has_test(right)
        }
        _ => false,
    }
}
