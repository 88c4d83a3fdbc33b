//! The reader: operators, `op(…)` or `op<type>(…)`.

use super::codes;
use super::lex::{Lexeme, Token};
use super::reader::{Read, Reader};
use super::words::{BINARY, MAX_CHAIN, UNARY, meaning};
use crate::{BinaryOp, Evaluation, Expr, ExprKind, Quantifier, TypeId, UnaryOp, UnionExpr};

impl Reader<'_> {
    pub(super) fn operation(&mut self) -> Read<Expr> {
        let op = self.advance();
        let ascribed = if self.eat(Token::LeftAngle) {
            let ty = self.ty()?;
            self.expect(Token::RightAngle)?;
            Some(ty)
        } else {
            None
        };
        if ascribed.is_some() && !matches!(op.text, "choose" | "inject" | "name_at") {
            let message = format!("`{}` takes no type", op.text);
            return self.fail(codes::SYNTAX, op.span, message);
        }
        self.expect(Token::LeftParen)?;
        let (kind, ty) = self.operator(op, ascribed)?;
        self.expect(Token::RightParen)?;
        let span = self.inherited(self.span_from(op.span));
        Ok(Expr::new(kind, ty, span))
    }

    fn operator(&mut self, op: Lexeme<'_>, ascribed: Option<TypeId>) -> Read<(ExprKind, TypeId)> {
        if let Some(unary) = meaning(UNARY, op.text) {
            return self.unary(unary);
        }
        if let Some(binary) = meaning(BINARY, op.text) {
            return self.binary(binary);
        }
        match op.text {
            "and" => self.chain(ExprKind::And),
            "or" => self.chain(ExprKind::Or),
            "choose" => self.choose(ascribed),
            "forall" => self.quantified(Quantifier::Forall),
            "exists" => self.quantified(Quantifier::Exists),
            "count" => {
                let binding = Box::new(self.binding()?);
                let body = self.next_operand()?;
                Ok((ExprKind::Count { binding, body }, self.int_type()))
            }
            "undefined" => {
                let place = self.place()?;
                Ok((ExprKind::IsUndefined(place), self.bool_type()))
            }
            "same" => {
                let left = self.place()?;
                self.expect(Token::Comma)?;
                let right = self.place()?;
                Ok((ExprKind::Same(left, right), self.bool_type()))
            }
            "inject" => self.inject(op, ascribed),
            "project" => self.project(),
            "is_member" => {
                let (member, value) = self.member()?;
                Ok((
                    ExprKind::Union(UnionExpr::IsMember { member, value }),
                    self.bool_type(),
                ))
            }
            "name_at" => self.name_at(op, ascribed),
            _ => self.message_operator(op),
        }
    }

    pub(super) fn next_operand(&mut self) -> Read<Box<Expr>> {
        self.expect(Token::Comma)?;
        self.expr().map(Box::new)
    }

    fn unary(&mut self, op: UnaryOp) -> Read<(ExprKind, TypeId)> {
        let value = Box::new(self.expr()?);
        let ty = match op {
            UnaryOp::Not => self.bool_type(),
            UnaryOp::Negate | UnaryOp::BitNot => self.int_type(),
        };
        Ok((ExprKind::Unary(op, value), ty))
    }

    fn binary(&mut self, op: BinaryOp) -> Read<(ExprKind, TypeId)> {
        let left = Box::new(self.expr()?);
        let right = self.next_operand()?;
        let ty = match op {
            BinaryOp::Compare(_) => self.bool_type(),
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight => self.int_type(),
        };
        Ok((ExprKind::Binary(op, left, right), ty))
    }

    /// Two or more operands, nested to the left.
    fn chain(&mut self, join: fn(Box<Expr>, Box<Expr>) -> ExprKind) -> Read<(ExprKind, TypeId)> {
        let (ty, start) = (self.bool_type(), self.peek().span);
        let first = Box::new(self.expr()?);
        let second = self.next_operand()?;
        let mut span = first.span.to(second.span);
        let mut kind = join(first, second);
        for _ in 2..MAX_CHAIN {
            if !self.is_at(Token::Comma) {
                return Ok((kind, ty));
            }
            let left = Box::new(Expr::new(kind, ty, span));
            let right = self.next_operand()?;
            span = span.to(right.span);
            kind = join(left, right);
        }
        self.fail(codes::DEPTH, start, "the chain is too long")
    }

    fn choose(&mut self, ascribed: Option<TypeId>) -> Read<(ExprKind, TypeId)> {
        let condition = Box::new(self.expr()?);
        let then = self.next_operand()?;
        let last = self.ahead(1).span;
        let otherwise = self.next_operand()?;
        let ty = match ascribed {
            Some(ty) => ty,
            None => self.common_type(then.ty, otherwise.ty, self.span_from(last))?,
        };
        let kind = ExprKind::Conditional {
            condition,
            then,
            otherwise,
        };
        Ok((kind, ty))
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Read<(ExprKind, TypeId)> {
        let evaluation = if self.eat_word("all") {
            Evaluation::All
        } else {
            Evaluation::UntilDecided
        };
        let binding = Box::new(self.binding()?);
        let body = self.next_operand()?;
        let kind = ExprKind::Quantified {
            quantifier,
            evaluation,
            binding,
            body,
        };
        Ok((kind, self.bool_type()))
    }

    fn member(&mut self) -> Read<(u32, Box<Expr>)> {
        let member = self.number()?;
        Ok((member, self.next_operand()?))
    }

    fn inject(&mut self, op: Lexeme<'_>, union: Option<TypeId>) -> Read<(ExprKind, TypeId)> {
        let Some(union) = union else {
            return self.fail(codes::SYNTAX, op.span, "`inject` needs its type");
        };
        let (member, value) = self.member()?;
        Ok((ExprKind::Union(UnionExpr::Inject { member, value }), union))
    }

    fn project(&mut self) -> Read<(ExprKind, TypeId)> {
        let at = self.ahead(2).span;
        let (member, value) = self.member()?;
        let at = self.span_from(at);
        let members = self.members(value.ty, at)?;
        match members.get(member as usize) {
            Some(ty) => Ok((ExprKind::Union(UnionExpr::Project { member, value }), *ty)),
            None => {
                let message = format!("the union has no member {member}");
                self.fail(codes::TYPE, at, message)
            }
        }
    }
}
