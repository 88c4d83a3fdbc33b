//! Sending, receiving and polling.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Pattern, PatternKind, Place, StmtKind};
use crate::token::Kind;

impl Parser<'_> {
    /// What follows a channel at the start of a statement; nothing if it is no channel operation.
    pub(super) fn channel_statement(&mut self, channel: &Place) -> Parsed<Option<StmtKind>> {
        let (first, second) = (self.peek(), self.peek_at(1));
        let channel = channel.clone();
        match first {
            Kind::Bang | Kind::BangBang => {
                self.advance();
                let arguments = self.message()?;
                Ok(Some(StmtKind::Send {
                    channel,
                    sorted: first == Kind::BangBang,
                    arguments,
                }))
            }
            Kind::Query | Kind::QueryQuery if second != Kind::LeftBracket => {
                self.advance();
                let keep = self.accept(Kind::Less);
                let patterns = self.patterns()?;
                if keep {
                    self.expect(Kind::Greater, "`>` behind the message")?;
                }
                Ok(Some(StmtKind::Receive {
                    channel,
                    random: first == Kind::QueryQuery,
                    keep,
                    patterns,
                }))
            }
            _ => Ok(None),
        }
    }

    /// `a, b, c` or `a(b, c)`
    fn message(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = vec![self.expr()?];
        if self.accept(Kind::LeftParen) {
            arguments.extend(self.arguments(Kind::RightParen)?);
            self.expect(Kind::RightParen, "`,` or `)`")?;
            return Ok(arguments);
        }
        while self.accept(Kind::Comma) {
            arguments.push(self.expr()?);
        }
        Ok(arguments)
    }

    pub(super) fn poll(&mut self, channel: Place, random: bool) -> Parsed<ExprKind> {
        self.advance();
        self.advance();
        let patterns = self.patterns()?;
        self.expect(Kind::RightBracket, "`,` or `]`")?;
        Ok(ExprKind::Poll {
            channel,
            random,
            patterns,
        })
    }

    /// `a, b`, `a(b, c)`, `(a, b)`: parentheses only group.
    fn patterns(&mut self) -> Parsed<Vec<Pattern>> {
        let mut patterns = Vec::new();
        loop {
            if self.peek() != Kind::LeftParen {
                patterns.push(self.pattern()?);
                if self.accept(Kind::Comma) {
                    continue;
                }
            }
            if self.accept(Kind::LeftParen) {
                patterns.extend(self.nested(Self::patterns)?);
                self.expect(Kind::RightParen, "`,` or `)`")?;
            }
            return Ok(patterns);
        }
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Eval => {
                self.advance();
                self.expect(Kind::LeftParen, "`(` of `eval`")?;
                let expr = self.expr()?;
                self.expect(Kind::RightParen, "`)` of `eval`")?;
                PatternKind::Eval(expr)
            }
            Kind::Ident => PatternKind::Place(self.place()?),
            kind => {
                let negative = kind == Kind::Minus && self.accept(Kind::Minus);
                match self.literal()? {
                    Some(value) if negative => PatternKind::Constant(-value),
                    Some(value) => PatternKind::Constant(value),
                    None => return Err(self.unexpected("a variable, a constant or `eval`")),
                }
            }
        };
        Ok(Pattern {
            kind,
            span: start.to(self.previous_span()),
        })
    }
}
