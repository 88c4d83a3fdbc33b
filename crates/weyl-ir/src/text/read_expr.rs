//! The reader: expressions that are no operators, and values.

use super::codes;
use super::lex::Token;
use super::reader::{Read, Reader};
use crate::{Expr, ExprKind, FunctionId, Type, TypeId};
use weyl_source::Span;

impl Reader<'_> {
    pub(super) fn expr(&mut self) -> Read<Expr> {
        let mut expr = self.nested(|reader| reader.expr_inside())?;
        if self.is_at(Token::Origin) {
            expr.span = self.located(expr.span)?;
        }
        Ok(expr)
    }

    fn expr_inside(&mut self) -> Read<Expr> {
        let (first, second) = (self.peek(), self.ahead(1).token);
        match (first.token, first.text, second) {
            (Token::Number, _, Token::DoubleDot) => self.typed_constant(),
            (Token::Number, ..) => {
                let value = self.number()?;
                let span = self.inherited(first.span);
                Ok(Expr::constant(value, self.int_type(), span))
            }
            (Token::Reserved | Token::Word, _, Token::DoubleColon) => self.typed_constant(),
            (Token::Reserved, "true" | "false", _) => {
                self.advance();
                let value = i128::from(first.text == "true");
                let span = self.inherited(first.span);
                Ok(Expr::constant(value, self.bool_type(), span))
            }
            (Token::Reserved, "call", _) => self.call_expr(),
            (Token::Word, _, Token::LeftParen | Token::LeftAngle) => self.operation(),
            (Token::Word, ..) => self.place().map(Expr::read),
            _ => self.unexpected("an expression"),
        }
    }

    /// `type::value`.
    fn typed_constant(&mut self) -> Read<Expr> {
        let first = self.peek().span;
        let ty = self.ty()?;
        self.expect(Token::DoubleColon)?;
        let value = self.value(ty)?;
        let span = self.inherited(self.span_from(first));
        Ok(Expr::constant(value, ty, span))
    }

    /// A value of a known type: its name or its number.
    pub(super) fn value(&mut self, ty: TypeId) -> Read<i128> {
        if self.is_at(Token::Number) {
            return self.number();
        }
        let span = self.peek().span;
        let name = self.name()?;
        match self.value_names.value(&self.model, ty, &name) {
            Some(value) => Ok(value),
            None => {
                let described = self.model.describe_type(ty);
                let message = format!("`{name}` is not a value of {described}");
                self.fail(codes::UNKNOWN, span, message)
            }
        }
    }

    pub(super) fn function(&mut self) -> Read<FunctionId> {
        let label = self.label()?;
        match self.functions.get(label.text) {
            Some(id) => Ok(*id),
            None => {
                let message = format!("there is no function `{}`", label.text);
                self.fail(codes::UNKNOWN, label.span, message)
            }
        }
    }

    fn call_expr(&mut self) -> Read<Expr> {
        let first = self.advance().span;
        let function = self.function()?;
        let arguments = self.arguments()?;
        let span = self.span_from(first);
        let callee = &self.model.functions[function];
        let result = callee.result.and_then(|result| callee.locals.get(result));
        let Some(ty) = result.map(|result| result.ty) else {
            let message = format!("`{}` has no result", callee.name);
            return self.fail(codes::TYPE, span, message);
        };
        let kind = ExprKind::Call {
            function,
            arguments,
        };
        Ok(Expr::new(kind, ty, self.inherited(span)))
    }

    /// The type of a choice, where the text does not say it.
    pub(super) fn common_type(
        &mut self,
        then: TypeId,
        otherwise: TypeId,
        at: Span,
    ) -> Read<TypeId> {
        let types = &self.model.types;
        if then == otherwise {
            return Ok(then);
        }
        if types.is_integer(then) && types.is_integer(otherwise) {
            Ok(self.int_type())
        } else {
            self.fail(codes::TYPE, at, "the branches differ in type")
        }
    }

    /// The members of the union that a value belongs to.
    pub(super) fn members(&self, ty: TypeId, at: Span) -> Read<Vec<TypeId>> {
        if let Type::Union(members) = self.model.types.get(ty) {
            return Ok(members.clone());
        }
        let described = self.model.describe_type(ty);
        let message = format!("{described} is not a union");
        self.fail(codes::TYPE, at, message)
    }
}
