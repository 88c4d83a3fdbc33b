//! Expressions without their binary operators.

use super::operators::Tall;
use super::{MAX_HEIGHT, Parsed, Parser};
use crate::ast::{ChannelTest, Expr, ExprKind, Ident, Place, Run, Segment};
use crate::codes;
use crate::token::{Kind, character_value};
use weyl_source::{Diagnostic, Span};

impl Parser<'_> {
    /// An expression in which channel tests have no place.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        let expr = self.full_expr()?;
        self.check_operand(&expr)?;
        Ok(expr)
    }

    /// An expression or a combination of channel tests.
    pub(super) fn full_expr(&mut self) -> Parsed<Expr> {
        let tall = self.nested(|parser| parser.binary(0))?;
        self.tallest = self.tallest.max(tall.height);
        Ok(tall.expr)
    }

    pub(super) fn unary(&mut self) -> Parsed<Tall> {
        let Some((op, tokens)) = self.unary_operator() else {
            return self.primary();
        };
        let start = self.span();
        for _ in 0..tokens {
            self.advance();
        }
        let inner = self.nested(Self::unary)?;
        self.check_operand(&inner.expr)?;
        let span = start.to(inner.expr.span);
        if inner.height >= MAX_HEIGHT {
            return Err(self.too_deep());
        }
        Ok(Tall {
            expr: Expr {
                kind: ExprKind::Unary(op, Box::new(inner.expr)),
                span,
            },
            height: inner.height + 1,
        })
    }

    fn primary(&mut self) -> Parsed<Tall> {
        let outside = std::mem::take(&mut self.tallest);
        let start = self.span();
        let kind = self.primary_kind();
        let height = std::mem::replace(&mut self.tallest, outside) + 1;
        let (kind, span) = match kind? {
            Primary::Kind(kind) => (kind, start.to(self.previous_span())),
            Primary::Parenthesised(expr) => (expr.kind, start.to(self.previous_span())),
        };
        if height > MAX_HEIGHT {
            return Err(self.too_deep());
        }
        Ok(Tall {
            expr: Expr { kind, span },
            height,
        })
    }

    fn primary_kind(&mut self) -> Parsed<Primary> {
        if let Some(value) = self.literal()? {
            return Ok(Primary::Kind(ExprKind::Constant(value)));
        }
        let kind = match self.peek() {
            Kind::LeftParen => return self.parenthesised(),
            Kind::Ident => self.named()?,
            Kind::Run => self.run()?,
            Kind::Len => ExprKind::Len(self.place_argument()?),
            Kind::Full => ExprKind::Test(ChannelTest::Full, self.place_argument()?),
            Kind::Empty => ExprKind::Test(ChannelTest::Empty, self.place_argument()?),
            Kind::Nfull => ExprKind::Test(ChannelTest::NotFull, self.place_argument()?),
            Kind::Nempty => ExprKind::Test(ChannelTest::NotEmpty, self.place_argument()?),
            Kind::Enabled => ExprKind::Enabled(self.expr_argument()?),
            Kind::PcValue => ExprKind::PcValue(self.expr_argument()?),
            Kind::GetPriority => ExprKind::GetPriority(self.expr_argument()?),
            Kind::Timeout => {
                self.advance();
                ExprKind::Timeout
            }
            Kind::Np => {
                self.advance();
                ExprKind::NonProgress
            }
            Kind::CExpr => {
                self.embedded_c();
                ExprKind::Constant(1)
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Primary::Kind(kind))
    }

    /// A number, a character or a constant word, if there is one.
    pub(super) fn literal(&mut self) -> Parsed<Option<i64>> {
        let token = self.token();
        let value = match token.kind {
            Kind::Number => match token.text.parse::<i32>() {
                Ok(value) => i64::from(value),
                Err(_) => self.wrapped_number(),
            },
            Kind::Character => character_value(&token.text),
            Kind::True | Kind::Skip => 1,
            Kind::False => 0,
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(value))
    }

    /// Numbers are cut to 32 bits, as in SPIN: `-2147483648` depends on it.
    fn wrapped_number(&mut self) -> i64 {
        let text = self.token().text.clone();
        let value = text.parse::<i64>().unwrap_or(i64::MAX);
        if value != i64::from(i32::MAX) + 1 {
            let message = format!(
                "{text} does not fit into 32 bits and is read as {}",
                value as i32
            );
            let span = self.span();
            self.diagnostics
                .push(Diagnostic::warning(codes::NUMBER_TOO_LARGE, span, message));
        }
        i64::from(value as i32)
    }

    /// `(e)` or `(c -> a : b)`
    fn parenthesised(&mut self) -> Parsed<Primary> {
        self.advance();
        let first = self.full_expr()?;
        if self.temporal || !self.accept(Kind::Arrow) {
            self.expect(Kind::RightParen, "`)`")?;
            return Ok(Primary::Parenthesised(first));
        }
        self.check_operand(&first)?;
        let yes = self.expr()?;
        self.expect(Kind::Colon, "`:` of the conditional expression")?;
        let no = self.expr()?;
        self.expect(Kind::RightParen, "`)`")?;
        let parts = Box::new([first, yes, no]);
        Ok(Primary::Kind(ExprKind::Conditional(parts)))
    }

    fn run(&mut self) -> Parsed<ExprKind> {
        self.advance();
        let proctype = self.ident("the name of a proctype")?;
        self.expect(Kind::LeftParen, "`(` of the arguments")?;
        let arguments = self.arguments(Kind::RightParen)?;
        self.expect(Kind::RightParen, "`,` or `)`")?;
        let priority = self.priority()?.map(Box::new);
        Ok(ExprKind::Run(Run {
            proctype,
            arguments,
            priority,
        }))
    }

    /// Expressions separated by commas, up to a closing token that stays.
    pub(super) fn arguments(&mut self, close: Kind) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.peek() == close {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expr()?);
            if !self.accept(Kind::Comma) {
                return Ok(arguments);
            }
        }
    }

    fn place_argument(&mut self) -> Parsed<Place> {
        self.advance();
        self.expect(Kind::LeftParen, "`(`")?;
        let place = self.place()?;
        self.expect(Kind::RightParen, "`)`")?;
        Ok(place)
    }

    fn expr_argument(&mut self) -> Parsed<Box<Expr>> {
        self.advance();
        self.expect(Kind::LeftParen, "`(`")?;
        let expr = self.expr()?;
        self.expect(Kind::RightParen, "`)`")?;
        Ok(Box::new(expr))
    }

    /// A variable, a poll of a channel, or a remote reference.
    fn named(&mut self) -> Parsed<ExprKind> {
        self.not_an_inline()?;
        let place = self.place()?;
        match self.peek() {
            Kind::Query if self.peek_at(1) == Kind::LeftBracket => self.poll(place, false),
            Kind::QueryQuery if self.peek_at(1) == Kind::LeftBracket => self.poll(place, true),
            Kind::At => self.remote_label(place),
            Kind::Colon if self.temporal || self.is_proctype(&place) => self.remote_variable(place),
            _ => Ok(ExprKind::Place(place)),
        }
    }

    fn not_an_inline(&mut self) -> Parsed<()> {
        let token = self.token();
        if self.peek_at(1) != Kind::LeftParen || !self.inlines.contains_key(&token.text) {
            return Ok(());
        }
        let message = format!("the inline `{}` is a statement, not a value", token.text);
        let diagnostic = Diagnostic::error(codes::WRONG_KIND, self.span(), message)
            .hint("assign its result: `x = name(..)` with a `return` in the inline");
        Err(self.report(diagnostic))
    }

    fn is_proctype(&self, place: &Place) -> bool {
        self.proctypes.contains(&place.root.name.name)
    }

    fn remote_label(&mut self, place: Place) -> Parsed<ExprKind> {
        self.no_fields(&place)?;
        self.advance();
        let label = self.ident("a label")?;
        Ok(ExprKind::RemoteLabel {
            proctype: place.root.name,
            pid: place.root.index,
            label,
        })
    }

    fn remote_variable(&mut self, place: Place) -> Parsed<ExprKind> {
        self.no_fields(&place)?;
        self.advance();
        let variable = self.segment()?;
        Ok(ExprKind::RemoteVariable {
            proctype: place.root.name,
            pid: place.root.index,
            variable: Box::new(variable),
        })
    }

    fn no_fields(&mut self, place: &Place) -> Parsed<()> {
        if place.fields.is_empty() {
            return Ok(());
        }
        Err(self.unexpected("an operator"))
    }

    pub(super) fn place(&mut self) -> Parsed<Place> {
        let start = self.span();
        let root = self.segment()?;
        let mut fields = Vec::new();
        while self.accept(Kind::Dot) {
            fields.push(self.segment()?);
        }
        Ok(Place {
            root,
            fields,
            span: start.to(self.previous_span()),
        })
    }

    fn segment(&mut self) -> Parsed<Segment> {
        let name = self.ident("a name")?;
        let mut index = None;
        // `P[] ..` cannot start a reference inside a formula: `[]` is an operator there.
        if self.peek() == Kind::LeftBracket {
            self.advance();
            index = Some(Box::new(self.expr()?));
            self.expect(Kind::RightBracket, "`]`")?;
        }
        Ok(Segment { name, index })
    }

    /// A name that takes neither index nor fields.
    pub(super) fn name_only(&mut self, what: &str) -> Parsed<Place> {
        let name: Ident = self.ident(what)?;
        let span: Span = name.span;
        Ok(Place {
            root: Segment { name, index: None },
            fields: Vec::new(),
            span,
        })
    }
}

enum Primary {
    Kind(ExprKind),
    /// In parentheses: its span grows by them.
    Parenthesised(Expr),
}
