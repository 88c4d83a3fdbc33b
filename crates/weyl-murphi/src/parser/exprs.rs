//! Expressions, by precedence climbing.
//!
//! `!` binds weaker than comparisons: `!a = b` is `!(a = b)`. Comparisons and `->` do not chain.

use super::{MAX_HEIGHT, Parsed, Parser};
use crate::ast::{BinaryOp, Domain, Expr, ExprKind, Quantifier, UnaryOp};
use crate::codes;
use crate::lexer::Token;
use weyl_source::{Diagnostic, Span};

/// A longer sum is no longer a chain of levels.
const MAX_TERMS: usize = 100;

/// Binding strengths, weakest first.
pub(super) mod strength {
    pub const IMPLIES: u8 = 1;
    pub const LOGICAL_OR: u8 = 2;
    pub const LOGICAL_AND: u8 = 3;
    pub const PIPE: u8 = 4;
    pub const CARET: u8 = 5;
    pub const AMP: u8 = 6;
    pub const NOT: u8 = 7;
    pub const COMPARISON: u8 = 8;
    pub const SHIFT: u8 = 9;
    pub const SUM: u8 = 10;
    pub const PRODUCT: u8 = 11;
    pub const BIT_NOT: u8 = 12;
}

fn binary(token: Token) -> Option<(BinaryOp, u8)> {
    use strength::*;
    Some(match token {
        Token::Implies => (BinaryOp::Implies, IMPLIES),
        Token::OrOr => (BinaryOp::Or, LOGICAL_OR),
        Token::AndAnd => (BinaryOp::And, LOGICAL_AND),
        Token::Pipe => (BinaryOp::Pipe, PIPE),
        Token::Caret => (BinaryOp::BitXor, CARET),
        Token::Amp => (BinaryOp::Amp, AMP),
        Token::Less => (BinaryOp::Less, COMPARISON),
        Token::LessEqual => (BinaryOp::LessEqual, COMPARISON),
        Token::Greater => (BinaryOp::Greater, COMPARISON),
        Token::GreaterEqual => (BinaryOp::GreaterEqual, COMPARISON),
        Token::Equal => (BinaryOp::Equal, COMPARISON),
        Token::NotEqual => (BinaryOp::NotEqual, COMPARISON),
        Token::ShiftLeft => (BinaryOp::ShiftLeft, SHIFT),
        Token::ShiftRight => (BinaryOp::ShiftRight, SHIFT),
        Token::Plus => (BinaryOp::Add, SUM),
        Token::Minus => (BinaryOp::Subtract, SUM),
        Token::Star => (BinaryOp::Multiply, PRODUCT),
        Token::Slash => (BinaryOp::Divide, PRODUCT),
        Token::Percent => (BinaryOp::Modulo, PRODUCT),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn at_expr(&self) -> bool {
        use Token::*;
        matches!(
            self.peek(),
            Ident
                | Number
                | RealNumber
                | True
                | False
                | OpenParen
                | Bang
                | Minus
                | Plus
                | Tilde
                | Forall
                | Exists
                | IsUndefined
        )
    }

    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let condition = parser.binary_expr(strength::IMPLIES)?;
            parser.conditional(condition, Self::expr)
        })
    }

    /// What may follow a condition: `? a : b`.
    pub(super) fn conditional(
        &mut self,
        condition: Expr,
        part: fn(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        if !self.accept(Token::Question) {
            return Ok(condition);
        }
        let then = part(self)?;
        self.expect(Token::Colon, "`:`")?;
        let otherwise = part(self)?;
        let span = condition.span.to(otherwise.span);
        let height = condition.height.max(then.height).max(otherwise.height);
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        self.node(kind, span, height)
    }

    /// A node above parts of the given height.
    pub(super) fn node(&mut self, kind: ExprKind, span: Span, height: u16) -> Parsed<Expr> {
        if height >= MAX_HEIGHT {
            return Err(self.too_deep());
        }
        Ok(Expr {
            kind,
            span,
            height: height + 1,
        })
    }

    pub(super) fn binary_node(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Parsed<Expr> {
        let span = left.span.to(right.span);
        let height = left.height.max(right.height);
        self.node(
            ExprKind::Binary(op, Box::new(left), Box::new(right)),
            span,
            height,
        )
    }

    fn binary_expr(&mut self, weakest: u8) -> Parsed<Expr> {
        let left = self.prefix_expr()?;
        self.binary_after(left, weakest)
    }

    /// The operators, of a strength or stronger, that follow an operand.
    pub(super) fn binary_after(&mut self, mut left: Expr, weakest: u8) -> Parsed<Expr> {
        while let Some((op, strength)) = binary(self.peek()) {
            if strength < weakest {
                break;
            }
            left = match strength {
                strength::IMPLIES | strength::COMPARISON => self.unchained(left, op, strength)?,
                strength::LOGICAL_OR..=strength::AMP => self.chain(left, op, strength)?,
                strength::SUM => self.sum(left)?,
                _ => {
                    self.advance();
                    let right = self.binary_expr(strength + 1)?;
                    self.binary_node(op, left, right)?
                }
            };
        }
        Ok(left)
    }

    /// `a op b`, and an error if another operator of the same kind follows.
    fn unchained(&mut self, left: Expr, op: BinaryOp, strength: u8) -> Parsed<Expr> {
        self.advance();
        let right = self.binary_expr(strength + 1)?;
        let node = self.binary_node(op, left, right)?;
        if binary(self.peek()).is_some_and(|(_, next)| next == strength) {
            let message = format!(
                "{} cannot follow another operator of its kind",
                self.describe()
            );
            let diagnostic = Diagnostic::error(codes::CHAINED_OPERATORS, self.span(), message)
                .label(node.span, "this is already complete")
                .hint("put parentheses where you want them");
            return Err(self.report(diagnostic));
        }
        Ok(node)
    }

    /// `a op b op c …` for an associative operator.
    fn chain(&mut self, first: Expr, op: BinaryOp, strength: u8) -> Parsed<Expr> {
        let mut operands = vec![first];
        while binary(self.peek()).is_some_and(|(_, next)| next == strength) {
            self.advance();
            operands.push(self.binary_expr(strength + 1)?);
        }
        self.balanced(op, operands)
    }

    /// Terms with their signs, from left to right.
    fn sum(&mut self, first: Expr) -> Parsed<Expr> {
        let mut terms = Vec::new();
        while let Some((sign, strength::SUM)) = binary(self.peek()) {
            self.advance();
            terms.push((sign, self.binary_expr(strength::SUM + 1)?));
        }
        if terms.len() > MAX_TERMS {
            terms.insert(0, (BinaryOp::Add, first));
            return self.balanced_sum(terms);
        }
        let mut terms = terms.into_iter();
        terms.try_fold(first, |sum, (sign, term)| self.binary_node(sign, sum, term))
    }

    /// Numbers are exact, so that `a - b + c - d` is `(a - b) + (c - d)`: neighbours are joined
    /// under the sign of the first, and the second one's counts from there.
    fn balanced_sum(&mut self, mut terms: Vec<(BinaryOp, Expr)>) -> Parsed<Expr> {
        while terms.len() > 1 {
            let mut pairs = Vec::with_capacity(terms.len().div_ceil(2));
            let mut rest = terms.into_iter();
            while let Some((sign, left)) = rest.next() {
                pairs.push(match rest.next() {
                    Some((same, right)) if same == sign => {
                        (sign, self.binary_node(BinaryOp::Add, left, right)?)
                    }
                    Some((_, right)) => (sign, self.binary_node(BinaryOp::Subtract, left, right)?),
                    None => (sign, left),
                });
            }
            terms = pairs;
        }
        terms.pop().map(|(_, sum)| sum).ok_or(super::Reported)
    }

    /// Operands of an associative operator as a balanced tree: a thousand conjuncts are then ten
    /// levels deep. Order and short-circuit are the same for every shape.
    pub(super) fn balanced(&mut self, op: BinaryOp, mut operands: Vec<Expr>) -> Parsed<Expr> {
        while operands.len() > 1 {
            let mut pairs = Vec::with_capacity(operands.len().div_ceil(2));
            let mut rest = operands.into_iter();
            while let Some(left) = rest.next() {
                pairs.push(match rest.next() {
                    Some(right) => self.binary_node(op, left, right)?,
                    None => left,
                });
            }
            operands = pairs;
        }
        operands.pop().ok_or(super::Reported)
    }

    pub(super) fn prefix_expr(&mut self) -> Parsed<Expr> {
        let (op, strength) = match self.peek() {
            Token::Bang => (UnaryOp::Not, strength::NOT),
            Token::Minus => (UnaryOp::Negate, strength::BIT_NOT),
            Token::Plus => (UnaryOp::Plus, strength::BIT_NOT),
            Token::Tilde => (UnaryOp::BitNot, strength::BIT_NOT),
            _ => return self.primary(),
        };
        let start = self.advance();
        let operand = self.nested(|parser| parser.binary_expr(strength))?;
        let (span, height) = (start.to(operand.span), operand.height);
        self.node(ExprKind::Unary(op, Box::new(operand)), span, height)
    }

    pub(super) fn quantified(&mut self) -> Parsed<Expr> {
        let forall = self.peek() == Token::Forall;
        let start = self.advance();
        let quantifiers = self.quantifiers()?;
        self.expect_do()?;
        let body = self.expr()?;
        let (long, what) = if forall {
            (Token::EndForall, "forall")
        } else {
            (Token::EndExists, "exists")
        };
        self.end_of(&[long], what, start)?;
        self.quantified_node(forall, quantifiers, body, start)
    }

    /// A quantifier that has just been closed.
    pub(super) fn quantified_node(
        &mut self,
        forall: bool,
        quantifiers: Vec<Quantifier>,
        body: Expr,
        start: Span,
    ) -> Parsed<Expr> {
        let (span, height) = (start.to(self.previous_span()), body.height);
        // Each bound variable is a level of its own.
        let height = height.saturating_add(u16::try_from(quantifiers.len()).unwrap_or(u16::MAX));
        self.node(
            ExprKind::Quantified {
                forall,
                quantifiers,
                body: Box::new(body),
            },
            span,
            height,
        )
    }

    /// `do`, or a colon in its place.
    pub(super) fn expect_do(&mut self) -> Parsed<()> {
        if self.accept(Token::Do) || self.accept(Token::Colon) {
            return Ok(());
        }
        Err(self.unexpected("`do`"))
    }

    /// `i: T; j := 1 to 3`
    pub(super) fn quantifiers(&mut self) -> Parsed<Vec<Quantifier>> {
        let mut quantifiers = vec![self.quantifier()?];
        while self.semicolons() {
            if quantifiers.len() > super::MAX_NESTING {
                return Err(self.too_deep());
            }
            if self.peek() != Token::Ident {
                break;
            }
            quantifiers.push(self.quantifier()?);
        }
        Ok(quantifiers)
    }

    fn quantifier(&mut self) -> Parsed<Quantifier> {
        let name = self.ident("a name for the bound variable")?;
        let domain = if self.accept(Token::Becomes) {
            self.steps()?
        } else {
            self.expect(Token::Colon, "`:` and a type, or `:=` and a first value")?;
            Domain::Type(self.type_expr()?)
        };
        let span = name.span.to(self.previous_span());
        Ok(Quantifier { name, domain, span })
    }

    fn steps(&mut self) -> Parsed<Domain> {
        let from = Box::new(self.expr()?);
        self.expect(Token::To, "`to`")?;
        let to = Box::new(self.expr()?);
        let by = if self.accept(Token::By) {
            Some(Box::new(self.expr()?))
        } else {
            None
        };
        Ok(Domain::Steps { from, to, by })
    }
}
