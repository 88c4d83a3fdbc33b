//! Declarations of variables, parameters and fields.

use super::{Parsed, Parser};
use crate::ast::{
    ChannelInit, Declaration, Expr, ExprKind, Initialiser, TypeKind, TypeName, UnaryOp, Variable,
    Visibility,
};
use crate::token::Kind;
use weyl_source::Span;

impl Parser<'_> {
    pub(super) fn at_declaration(&self) -> bool {
        match self.peek() {
            Kind::Hidden | Kind::Show | Kind::Local => true,
            Kind::Ident => self.peek_at(1) == Kind::Ident,
            kind => builtin_type(kind).is_some() || kind == Kind::Mtype,
        }
    }

    /// Declarations separated by semicolons, up to a closing token that stays.
    pub(super) fn declarations(&mut self, close: Kind) -> Parsed<Vec<Declaration>> {
        let mut declarations = Vec::new();
        while self.peek() != close {
            declarations.push(self.declaration()?);
            if !self.accept(Kind::Semicolon) {
                break;
            }
            while self.accept(Kind::Semicolon) {}
        }
        Ok(declarations)
    }

    pub(super) fn declaration(&mut self) -> Parsed<Declaration> {
        let start = self.span();
        let visibility = match self.peek() {
            Kind::Hidden => Visibility::Hidden,
            Kind::Show => Visibility::Show,
            Kind::Local => Visibility::Local,
            _ => Visibility::Plain,
        };
        if visibility != Visibility::Plain {
            self.advance();
        }
        let ty = self.type_name()?;
        let mut variables = vec![self.variable()?];
        while self.accept(Kind::Comma) {
            variables.push(self.variable()?);
        }
        Ok(Declaration {
            visibility,
            ty,
            variables,
            span: start.to(self.previous_span()),
        })
    }

    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Mtype => {
                self.advance();
                let subtype = if self.accept(Kind::Colon) {
                    Some(self.ident("the name of an mtype")?)
                } else {
                    None
                };
                TypeKind::Mtype(subtype)
            }
            Kind::Ident => TypeKind::Named(self.ident("a type")?),
            kind => match builtin_type(kind) {
                Some(kind) => {
                    self.advance();
                    kind
                }
                None => return Err(self.unexpected("a type")),
            },
        };
        Ok(TypeName {
            kind,
            span: start.to(self.previous_span()),
        })
    }

    fn variable(&mut self) -> Parsed<Variable> {
        let name = self.ident("the name of a variable")?;
        let mut variable = Variable {
            name,
            width: None,
            size: None,
            initialiser: None,
        };
        if self.accept(Kind::Colon) {
            variable.width = Some(self.constant("the width, a number")?);
        } else if self.accept(Kind::LeftBracket) {
            variable.size = Some(self.expr()?);
            self.expect(Kind::RightBracket, "`]`")?;
        }
        if self.accept(Kind::Becomes) {
            variable.initialiser = Some(self.initialiser()?);
        }
        Ok(variable)
    }

    fn initialiser(&mut self) -> Parsed<Initialiser> {
        match self.peek() {
            Kind::LeftBrace => self.list_initialiser(),
            Kind::LeftBracket => self.channel_initialiser().map(Initialiser::Channel),
            _ => self.expr().map(Initialiser::Value),
        }
    }

    fn list_initialiser(&mut self) -> Parsed<Initialiser> {
        let start = self.advance();
        let mut values = vec![self.constant("a constant")?];
        while self.accept(Kind::Comma) {
            values.push(self.constant("a constant")?);
        }
        let end = self.expect(Kind::RightBrace, "`,` or `}`")?;
        Ok(Initialiser::List(values, start.to(end)))
    }

    fn channel_initialiser(&mut self) -> Parsed<ChannelInit> {
        let start = self.advance();
        let capacity = self.expr()?;
        self.expect(Kind::RightBracket, "`]` of the capacity")?;
        self.expect(Kind::Of, "`of`")?;
        self.expect(Kind::LeftBrace, "`{` of the message fields")?;
        let mut fields = vec![self.type_name()?];
        while self.accept(Kind::Comma) {
            fields.push(self.type_name()?);
        }
        let end = self.expect(Kind::RightBrace, "`,` or `}`")?;
        Ok(ChannelInit {
            capacity,
            fields,
            span: start.to(end),
        })
    }

    /// A number, a character, a word such as `true`, or a name, possibly negative.
    pub(super) fn constant(&mut self, what: &str) -> Parsed<Expr> {
        let start = self.span();
        if self.accept(Kind::Minus) {
            let inner = self.plain_constant(what)?;
            let span = start.to(inner.span);
            let kind = ExprKind::Unary(UnaryOp::Negate, Box::new(inner));
            return Ok(Expr { kind, span });
        }
        self.plain_constant(what)
    }

    fn plain_constant(&mut self, what: &str) -> Parsed<Expr> {
        let span: Span = self.span();
        if self.peek() == Kind::Ident {
            let place = self.name_only(what)?;
            let kind = ExprKind::Place(place);
            return Ok(Expr { kind, span });
        }
        match self.literal()? {
            Some(value) => Ok(Expr {
                kind: ExprKind::Constant(value),
                span,
            }),
            None => Err(self.unexpected(what)),
        }
    }
}

fn builtin_type(kind: Kind) -> Option<TypeKind> {
    Some(match kind {
        Kind::Bit => TypeKind::Bit,
        Kind::Bool => TypeKind::Bool,
        Kind::Byte => TypeKind::Byte,
        Kind::Pid => TypeKind::Pid,
        Kind::Short => TypeKind::Short,
        Kind::Int => TypeKind::Int,
        Kind::Unsigned => TypeKind::Unsigned,
        Kind::Chan => TypeKind::Chan,
        _ => return None,
    })
}
