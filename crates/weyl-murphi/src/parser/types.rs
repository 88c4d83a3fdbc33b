//! Type expressions.

use super::{Parsed, Parser};
use crate::ast::{ExprKind, Ident, TypeExpr, TypeKind};
use crate::codes;
use crate::lexer::Token;
use weyl_source::Diagnostic;

impl Parser<'_> {
    pub(super) fn type_expr(&mut self) -> Parsed<TypeExpr> {
        let start = self.span();
        let kind = self.nested(Self::type_kind)?;
        Ok(TypeExpr {
            kind,
            span: start.to(self.previous_span()),
        })
    }

    fn type_kind(&mut self) -> Parsed<TypeKind> {
        match self.peek() {
            Token::Boolean => {
                self.advance();
                Ok(TypeKind::Boolean)
            }
            Token::Enum => self.enumeration(),
            Token::Record => self.record(),
            Token::Array => self.array(),
            Token::Scalarset => self.scalarset(),
            Token::Union => self.union(),
            Token::Real => {
                let diagnostic =
                    Diagnostic::error(codes::REAL_NUMBER, self.span(), "`real` is not supported")
                        .hint("weyl explores finite types: use a range of integers");
                Err(self.report(diagnostic))
            }
            Token::Ident if self.at_word("multiset") && self.peek_at(1) == Token::OpenBracket => {
                self.multiset()
            }
            _ => self.range_or_name(),
        }
    }

    fn enumeration(&mut self) -> Parsed<TypeKind> {
        self.advance();
        self.expect(Token::OpenBrace, "`{`")?;
        let mut members: Vec<Ident> = Vec::new();
        while self.peek() != Token::CloseBrace {
            members.push(self.ident("a member of the enumeration")?);
            self.accept(Token::Comma);
        }
        self.advance();
        Ok(TypeKind::Enum(members))
    }

    fn record(&mut self) -> Parsed<TypeKind> {
        let start = self.advance();
        let fields = self.fields()?;
        self.end_of(&[Token::EndRecord], "record", start)?;
        Ok(TypeKind::Record(fields))
    }

    fn array(&mut self) -> Parsed<TypeKind> {
        self.advance();
        self.expect(Token::OpenBracket, "`[`")?;
        let index = self.type_expr()?;
        self.expect(Token::CloseBracket, "`]`")?;
        self.expect(Token::Of, "`of`")?;
        let element = self.type_expr()?;
        Ok(TypeKind::Array(Box::new(index), Box::new(element)))
    }

    fn scalarset(&mut self) -> Parsed<TypeKind> {
        self.advance();
        self.expect(Token::OpenParen, "`(`")?;
        let size = self.expr()?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(TypeKind::Scalarset(Box::new(size)))
    }

    fn union(&mut self) -> Parsed<TypeKind> {
        self.advance();
        self.expect(Token::OpenBrace, "`{`")?;
        let mut members = Vec::new();
        while self.peek() != Token::CloseBrace {
            members.push(self.type_expr()?);
            if !self.accept(Token::Comma) && self.peek() != Token::CloseBrace {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        self.advance();
        Ok(TypeKind::Union(members))
    }

    fn multiset(&mut self) -> Parsed<TypeKind> {
        self.advance();
        self.expect(Token::OpenBracket, "`[`")?;
        let capacity = self.expr()?;
        self.expect(Token::CloseBracket, "`]`")?;
        self.expect(Token::Of, "`of`")?;
        let element = self.type_expr()?;
        Ok(TypeKind::Multiset(Box::new(capacity), Box::new(element)))
    }

    fn range_or_name(&mut self) -> Parsed<TypeKind> {
        if !self.at_expr() {
            return Err(self.unexpected("a type"));
        }
        let at = self.cursor.position();
        let low = self.expr()?;
        if self.accept(Token::DotDot) {
            let high = self.expr()?;
            return Ok(TypeKind::Range(Box::new(low), Box::new(high)));
        }
        match low.kind {
            ExprKind::Name(name) => Ok(TypeKind::Named(name)),
            _ => {
                if self.last_error.is_none() || self.cursor.position() > at {
                    self.unexpected("`..` and the upper bound of a range");
                }
                Err(super::Reported)
            }
        }
    }
}
