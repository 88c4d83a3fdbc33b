//! Temporal formulas, by precedence climbing: connectives and temporal operators around Murphi's
//! comparisons.
//!
//! From the loosest: quantifiers, `?:`, `<->`, `->`, `|` `||`, `^`, `&` `&&`, `U` `V` `R` `W`, and
//! `!` `G` `F` `X` `[]` `<>`. `->` and `U` `V` `R` `W` group to the right. Formulas and expressions
//! share one tree: whether parentheses hold the one or the other is seen only behind them.
//!
//! `U`, `V`, `R` and `W` stand where no name can. `G`, `F` and `X` stand where names do: they are
//! operators unless the model or a quantifier around them declares the letter.

use super::exprs::strength::COMPARISON;
use super::{Parsed, Parser, recovery};
use crate::ast::{BinaryOp, Expr, ExprKind, Quantifier, UnaryOp};
use crate::codes;
use crate::lexer::Token;
use weyl_source::{Diagnostic, Span};

/// Binding strengths of connectives, weakest first; all are weaker than comparisons.
mod strength {
    pub const EQUIVALENT: u8 = 1;
    pub const IMPLIES: u8 = 2;
    pub const OR: u8 = 3;
    pub const XOR: u8 = 4;
    pub const AND: u8 = 5;
    pub const UNTIL: u8 = 6;
}

/// Operators in front of a formula that look like names, with those that do not.
const LETTERS: [(&str, UnaryOp, &str); 3] = [
    ("G", UnaryOp::Always, "[]"),
    ("F", UnaryOp::Eventually, "<>"),
    ("X", UnaryOp::Next, "○"),
];

impl Parser<'_> {
    pub(super) fn whole_formula(&mut self) -> Parsed<Expr> {
        let formula = self.formula()?;
        match self.peek() {
            Token::EndOfFile => Ok(formula),
            _ => Err(self.cannot_follow("an operator or the end of the formula")),
        }
    }

    fn formula(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let condition = parser.connected(strength::EQUIVALENT)?;
            parser.conditional(condition, Self::formula)
        })
    }

    fn connected(&mut self, weakest: u8) -> Parsed<Expr> {
        let mut left = self.modal()?;
        while let Some((op, strength)) = self.connective()
            && strength >= weakest
        {
            left = match strength {
                strength::OR | strength::AND => self.formula_chain(left, strength)?,
                _ => self.connected_pair(left, op, strength)?,
            };
        }
        Ok(left)
    }

    fn connective(&self) -> Option<(BinaryOp, u8)> {
        Some(match self.peek() {
            Token::Equivalent => (BinaryOp::Equivalent, strength::EQUIVALENT),
            Token::Implies => (BinaryOp::Implies, strength::IMPLIES),
            Token::OrOr => (BinaryOp::Or, strength::OR),
            Token::Pipe => (BinaryOp::Pipe, strength::OR),
            Token::Caret => (BinaryOp::BitXor, strength::XOR),
            Token::AndAnd => (BinaryOp::And, strength::AND),
            Token::Amp => (BinaryOp::Amp, strength::AND),
            Token::Ident => match self.slice(self.span()) {
                "U" => (BinaryOp::Until, strength::UNTIL),
                "V" | "R" => (BinaryOp::Release, strength::UNTIL),
                "W" => (BinaryOp::WeakUntil, strength::UNTIL),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn connected_pair(&mut self, left: Expr, op: BinaryOp, strength: u8) -> Parsed<Expr> {
        self.advance();
        let right = self.nested(|parser| match strength {
            strength::IMPLIES | strength::UNTIL => parser.connected(strength),
            _ => parser.connected(strength + 1),
        })?;
        self.binary_node(op, left, right)
    }

    /// `a & b && c …`, or the same with `|`. Neighbours without temporal operators come together in
    /// one node: they are to be one atom.
    fn formula_chain(&mut self, first: Expr, strength: u8) -> Parsed<Expr> {
        let mut op = None;
        let mut runs: Vec<Vec<Expr>> = vec![vec![first]];
        while let Some((next, _)) = self.connective().filter(|(_, next)| *next == strength) {
            self.advance();
            let is_doubled = matches!(next, BinaryOp::Or | BinaryOp::And);
            op = op.filter(|_| !is_doubled).or(Some(next));
            let operand = self.connected(strength + 1)?;
            match runs.last_mut() {
                Some(run) if !operand.is_temporal() && !run.iter().any(Expr::is_temporal) => {
                    run.push(operand);
                }
                _ => runs.push(vec![operand]),
            }
        }
        let op = op.ok_or(super::Reported)?;
        let merged: Parsed<Vec<Expr>> =
            runs.into_iter().map(|run| self.balanced(op, run)).collect();
        self.balanced(op, merged?)
    }

    fn modal(&mut self) -> Parsed<Expr> {
        let op = match self.peek() {
            Token::Bang => UnaryOp::Not,
            Token::Always => UnaryOp::Always,
            Token::Eventually => UnaryOp::Eventually,
            Token::Next => UnaryOp::Next,
            _ => match self.letter(self.span()) {
                Some((letter, op, _)) if !self.names.contains(letter) => op,
                _ => return self.formula_operand(),
            },
        };
        let start = self.advance();
        let operand = self.nested(Self::modal)?;
        let (span, height) = (start.to(operand.span), operand.height);
        self.node(ExprKind::Unary(op, Box::new(operand)), span, height)
    }

    fn letter(&self, span: Span) -> Option<(&'static str, UnaryOp, &'static str)> {
        let text = self.slice(span);
        LETTERS.into_iter().find(|(letter, ..)| *letter == text)
    }

    fn formula_operand(&mut self) -> Parsed<Expr> {
        let operand = match self.peek() {
            Token::OpenParen => self.parenthesised_formula()?,
            Token::Forall | Token::Exists => self.quantified_formula()?,
            Token::Ident if self.is_applied_letter() => {
                let span = self.span();
                return Err(self.letter_is_a_name(span));
            }
            _ if self.at_expr() => self.prefix_expr()?,
            _ => return Err(self.unexpected("a formula")),
        };
        self.binary_after(operand, COMPARISON)
    }

    fn parenthesised_formula(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let mut inner = self.formula()?;
        if !self.accept(Token::CloseParen) {
            return Err(self.cannot_follow("an operator or `)`"));
        }
        inner.span = start.to(self.previous_span());
        Ok(inner)
    }

    fn quantified_formula(&mut self) -> Parsed<Expr> {
        let forall = self.peek() == Token::Forall;
        let start = self.advance();
        let quantifiers = self.quantifiers()?;
        self.expect_do()?;
        let body = self.formula_below(&quantifiers)?;
        self.end_of_quantifier(forall, start)?;
        self.quantified_node(forall, quantifiers, body, start)
    }

    /// The body of quantifiers, in which letters that they bind are names.
    fn formula_below(&mut self, quantifiers: &[Quantifier]) -> Parsed<Expr> {
        let names = quantifiers.iter().map(|quantifier| &quantifier.name.name);
        let new: Vec<&String> = names
            .filter(|name| self.names.insert((*name).clone()))
            .collect();
        let body = self.formula();
        for name in new {
            self.names.remove(name);
        }
        body
    }

    /// An `end`, which may be missing where nothing more can belong to the quantifier.
    fn end_of_quantifier(&mut self, forall: bool, start: Span) -> Parsed<()> {
        let (long, what) = if forall {
            (Token::EndForall, "forall")
        } else {
            (Token::EndExists, "exists")
        };
        match self.peek() {
            Token::EndOfFile | Token::CloseParen => Ok(()),
            token if recovery::is_end(token) => self.end_of(&[long], what, start).map(|_| ()),
            _ => Err(self.cannot_follow("an operator or `end`")),
        }
    }

    /// Whether an operator was meant, but a variable, constant or type has its name: that can't be
    /// followed by `(`.
    fn is_applied_letter(&self) -> bool {
        let is_applied = self.peek_at(1) == Token::OpenParen;
        let letter = self.letter(self.span());
        is_applied && letter.is_some_and(|(letter, ..)| !self.functions.contains(letter))
    }

    fn letter_is_a_name(&mut self, span: Span) -> super::Reported {
        let (letter, _, sign) = self.letter(span).unwrap_or(LETTERS[0]);
        let message = format!("`{letter}` is a name here, not a temporal operator");
        let diagnostic = Diagnostic::error(codes::LETTER_IS_A_NAME, span, message)
            .hint(format!("write `{sign}` for the operator"));
        self.report(diagnostic)
    }

    /// Something stands where a formula is complete.
    fn cannot_follow(&mut self, expected: &str) -> super::Reported {
        let before = self.previous_span();
        if self.letter(before).is_some_and(|_| self.at_formula()) {
            return self.letter_is_a_name(before);
        }
        let hint = match self.peek() {
            Token::Eventually => "`<>` says that something happens; different is `!=`",
            Token::Arrow => "implication is written `->`",
            _ => return self.unexpected(expected),
        };
        let message = format!("expected {expected}, found {}", self.describe());
        let diagnostic = Diagnostic::error(codes::UNEXPECTED_TOKEN, self.span(), message);
        self.report(diagnostic.hint(hint))
    }

    fn at_formula(&self) -> bool {
        let sign = matches!(self.peek(), Token::Always | Token::Eventually | Token::Next);
        sign || self.at_expr()
    }
}
