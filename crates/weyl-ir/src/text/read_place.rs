//! The reader: places, bindings, arguments.

use super::codes;
use super::lex::Token;
use super::reader::{Read, Reader};
use crate::{Argument, Binding, Domain, Place, Projection, Type, TypeId};

impl Reader<'_> {
    pub(super) fn place(&mut self) -> Read<Place> {
        let first = self.peek().span;
        let mut place = self.root()?;
        loop {
            let (step, ty) = match self.peek().token {
                Token::Dot => self.field(place.ty)?,
                Token::LeftBracket => self.index(place.ty)?,
                Token::LeftPosition => self.element(place.ty)?,
                _ => {
                    place.span = self.located(place.span)?;
                    return Ok(place);
                }
            };
            place = place.project(step, ty, self.span_from(first));
        }
    }

    fn root(&mut self) -> Read<Place> {
        let first = self.peek();
        if self.ahead(1).token == Token::Dot && self.ahead(2).token == Token::Number {
            let raw = self.raw_local()?;
            let local = self.resolve(&raw)?;
            let span = self.span_from(first.span);
            return Ok(Place::local(local, self.locals[local].ty, span));
        }
        let variable = self.variable_label()?;
        let ty = self.model.variables[variable].ty;
        Ok(Place::variable(variable, ty, first.span))
    }

    fn does_not_apply<T>(&self, what: &str, ty: TypeId) -> Read<T> {
        // Nothing is verified yet, but the reader only builds types from earlier ones.
        let described = self.model.describe_type(ty);
        let message = format!("{what} does not apply to {described}");
        self.fail(codes::TYPE, self.peek().span, message)
    }

    fn field(&mut self, ty: TypeId) -> Read<(Projection, TypeId)> {
        let Type::Record(fields) = self.model.types.get(ty) else {
            return self.does_not_apply("a field", ty);
        };
        let fields = fields.clone();
        self.advance();
        let span = self.peek().span;
        let name = self.name()?;
        match (0..).zip(fields).find(|(_, field)| field.name == name) {
            Some((number, field)) => Ok((Projection::Field(number), field.ty)),
            None => self.fail(codes::UNKNOWN, span, format!("there is no field `{name}`")),
        }
    }

    fn index(&mut self, ty: TypeId) -> Read<(Projection, TypeId)> {
        let Type::Array { element, .. } = *self.model.types.get(ty) else {
            return self.does_not_apply("an index", ty);
        };
        self.advance();
        let index = self.expr()?;
        self.expect(Token::RightBracket)?;
        Ok((Projection::Index(index), element))
    }

    fn element(&mut self, ty: TypeId) -> Read<(Projection, TypeId)> {
        let Type::Multiset { element, .. } = *self.model.types.get(ty) else {
            return self.does_not_apply("a position", ty);
        };
        self.advance();
        let position = self.expr()?;
        self.expect(Token::RightBracket)?;
        Ok((Projection::Element(position), element))
    }

    pub(super) fn binding(&mut self) -> Read<Binding> {
        let raw = self.raw_local()?;
        let local = self.resolve(&raw)?;
        self.expect_word("in")?;
        let is_operator = self.ahead(1).token == Token::LeftParen;
        let domain = match self.peek().text {
            "steps" if is_operator => self.steps()?,
            "positions" if is_operator => {
                self.advance();
                self.advance();
                let set = self.place()?;
                self.expect(Token::RightParen)?;
                Domain::Positions(set)
            }
            _ => Domain::Type(self.ty()?),
        };
        Ok(Binding { local, domain })
    }

    fn steps(&mut self) -> Read<Domain> {
        self.advance();
        self.advance();
        let from = Box::new(self.expr()?);
        self.expect(Token::Comma)?;
        let to = Box::new(self.expr()?);
        self.expect(Token::Comma)?;
        let by = Box::new(self.expr()?);
        self.expect(Token::RightParen)?;
        Ok(Domain::Steps { from, to, by })
    }

    /// The arguments of a call, after the function's label.
    pub(super) fn arguments(&mut self) -> Read<Vec<Argument>> {
        self.expect(Token::LeftParen)?;
        self.list(Token::RightParen, |reader| {
            if reader.eat_word("copy") {
                return reader.place().map(Argument::Copy);
            }
            if reader.eat_word("ref") {
                return reader.place().map(Argument::Reference);
            }
            reader.expr().map(Argument::Value)
        })
    }
}
