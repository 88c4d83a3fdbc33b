//! Expressions without operators: literals, designators, calls.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Ident, Selection};
use crate::codes;
use crate::lexer::Token;
use weyl_source::{Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        match self.peek() {
            Token::Number => self.number(),
            Token::True | Token::False => {
                let value = self.peek() == Token::True;
                self.advance();
                self.node(ExprKind::Boolean(value), start, 0)
            }
            Token::RealNumber => {
                let diagnostic =
                    Diagnostic::error(codes::REAL_NUMBER, start, "real numbers are not supported")
                        .hint("weyl explores finite types: use integers");
                Err(self.report(diagnostic))
            }
            Token::OpenParen => {
                self.advance();
                let mut inner = self.expr()?;
                self.expect(Token::CloseParen, "`)`")?;
                inner.span = start.to(self.previous_span());
                Ok(inner)
            }
            Token::Forall | Token::Exists => self.quantified(),
            Token::IsUndefined => {
                self.advance();
                self.expect(Token::OpenParen, "`(`")?;
                let place = self.named()?;
                self.expect(Token::CloseParen, "`)`")?;
                let height = place.height;
                let span = start.to(self.previous_span());
                self.node(ExprKind::IsUndefined(Box::new(place)), span, height)
            }
            Token::Ident => self.named(),
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn number(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let text = self.slice(span);
        let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => i128::from_str_radix(digits, 16),
            None if text.len() > 1 && text.starts_with('0') => i128::from_str_radix(text, 8),
            None => text.parse(),
        };
        match parsed {
            Ok(value) if value <= i128::from(u64::MAX) => {
                self.advance();
                self.node(ExprKind::Number(value), span, 0)
            }
            Ok(_) => Err(self.error(
                codes::BAD_NUMBER,
                "this number is too large: 64 bits are the limit",
            )),
            Err(_) => {
                let message = format!("`{text}` is not a number");
                let mut diagnostic = Diagnostic::error(codes::BAD_NUMBER, span, message);
                if text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()) {
                    diagnostic = diagnostic.hint("a leading 0 makes a number octal");
                }
                Err(self.report(diagnostic))
            }
        }
    }

    /// An expression that starts with a name: a call or a part of its result, a built-in word, or a
    /// designator.
    fn named(&mut self) -> Parsed<Expr> {
        if self.peek_at(1) != Token::OpenParen {
            return self.designator();
        }
        let name = self.ident("a name")?;
        if !self.functions.contains(&name.name) {
            if name.name.eq_ignore_ascii_case("ismember") {
                return self.is_member(name.span);
            }
            if name.name.eq_ignore_ascii_case("multisetcount") {
                return self.multiset_count(name.span);
            }
        }
        let arguments = self.arguments()?;
        let span = name.span.to(self.previous_span());
        let height = arguments
            .iter()
            .map(|argument| argument.height)
            .max()
            .unwrap_or(0);
        let call = self.node(ExprKind::Call(name, arguments), span, height)?;
        self.parts_of(call)
    }

    /// `(a, b, …)`
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.expect(Token::OpenParen, "`(`")?;
        let mut arguments = Vec::new();
        while self.peek() != Token::CloseParen {
            arguments.push(self.expr()?);
            if !self.accept(Token::Comma) && self.peek() != Token::CloseParen {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
        self.advance();
        Ok(arguments)
    }

    fn is_member(&mut self, start: Span) -> Parsed<Expr> {
        self.expect(Token::OpenParen, "`(`")?;
        let place = self.expr()?;
        self.expect(Token::Comma, "`,` and a type")?;
        let ty = self.type_expr()?;
        self.expect(Token::CloseParen, "`)`")?;
        let (span, height) = (start.to(self.previous_span()), place.height);
        self.node(
            ExprKind::IsMember(Box::new(place), Box::new(ty)),
            span,
            height,
        )
    }

    fn multiset_count(&mut self, start: Span) -> Parsed<Expr> {
        let selection = self.selection()?;
        let height = selection.multiset.height.max(selection.predicate.height);
        let span = start.to(self.previous_span());
        self.node(ExprKind::MultisetCount(Box::new(selection)), span, height)
    }

    /// `(i: m, p)`
    pub(super) fn selection(&mut self) -> Parsed<Selection> {
        self.expect(Token::OpenParen, "`(`")?;
        let variable = self.ident("a name for the element")?;
        self.expect(Token::Colon, "`:` and a multiset")?;
        let multiset = self.designator()?;
        self.expect(Token::Comma, "`,` and a condition")?;
        let predicate = self.expr()?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(Selection {
            variable,
            multiset,
            predicate,
        })
    }

    /// A name with fields and indices.
    pub(super) fn designator(&mut self) -> Parsed<Expr> {
        let Ident { name, span } = self.ident("a name")?;
        let place = self.node(ExprKind::Name(name), span, 0)?;
        self.parts_of(place)
    }

    /// Fields and indices behind something that may have parts.
    fn parts_of(&mut self, mut place: Expr) -> Parsed<Expr> {
        loop {
            match self.peek() {
                Token::Dot => {
                    self.advance();
                    let field = self.ident("a field")?;
                    let (span, height) = (place.span.to(field.span), place.height);
                    place = self.node(ExprKind::Field(Box::new(place), field), span, height)?;
                }
                Token::OpenBracket => {
                    self.advance();
                    let index = self.expr()?;
                    self.expect(Token::CloseBracket, "`]`")?;
                    let (span, height) = (
                        place.span.to(self.previous_span()),
                        place.height.max(index.height),
                    );
                    place = self.node(
                        ExprKind::Index(Box::new(place), Box::new(index)),
                        span,
                        height,
                    )?;
                }
                _ => return Ok(place),
            }
        }
    }
}
