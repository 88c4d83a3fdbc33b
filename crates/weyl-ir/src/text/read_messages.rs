//! The reader: channels, messages, and numbers of names.

use super::codes;
use super::lex::{Lexeme, Token};
use super::reader::{Read, Reader};
use super::words::{LOOKS, Look, QUESTIONS, RECEPTIONS, SENDS, TABLES, TRUNCATIONS, meaning};
use crate::{
    ChannelExpr, ChannelQuestion, ChannelStmt, ExprKind, MessageField, NameExpr, ProcessExpr,
    StmtKind, TypeId,
};

impl Reader<'_> {
    pub(super) fn name_at(
        &mut self,
        op: Lexeme<'_>,
        sort: Option<TypeId>,
    ) -> Read<(ExprKind, TypeId)> {
        let Some(sort) = sort else {
            return self.fail(codes::SYNTAX, op.span, "`name_at` needs its type");
        };
        let number = Box::new(self.expr()?);
        Ok((ExprKind::Name(NameExpr::NameAt(number)), sort))
    }

    /// An operator about numbers of names, channels or processes, after its opening parenthesis.
    pub(super) fn message_operator(&mut self, op: Lexeme<'_>) -> Read<(ExprKind, TypeId)> {
        if let Some(signed) = meaning(TRUNCATIONS, op.text) {
            return self.truncation(signed);
        }
        if let Some(question) = meaning(QUESTIONS, op.text) {
            let number = Box::new(self.expr()?);
            let ty = match question {
                ChannelQuestion::Length => self.int_type(),
                ChannelQuestion::IsEmpty | ChannelQuestion::IsFull | ChannelQuestion::CanSend => {
                    self.bool_type()
                }
            };
            return Ok((ExprKind::Channel(ChannelExpr::Ask { question, number }), ty));
        }
        if let Some(look) = meaning(LOOKS, op.text) {
            return self.can_receive(look);
        }
        match op.text {
            "number_of" => {
                let name = Box::new(self.expr()?);
                Ok((ExprKind::Name(NameExpr::NumberOf(name)), self.int_type()))
            }
            "timeout" => Ok((ExprKind::Process(ProcessExpr::Timeout), self.bool_type())),
            "enabled" => {
                let process = Box::new(self.expr()?);
                Ok((
                    ExprKind::Process(ProcessExpr::Enabled(process)),
                    self.bool_type(),
                ))
            }
            _ => {
                let message = format!("there is no operator `{}`", op.text);
                self.fail(codes::UNKNOWN, op.span, message)
            }
        }
    }

    fn truncation(&mut self, signed: bool) -> Read<(ExprKind, TypeId)> {
        let bits = self.number()?;
        let value = self.next_operand()?;
        let kind = ExprKind::Truncate {
            bits,
            signed,
            value,
        };
        Ok((kind, self.int_type()))
    }

    fn can_receive(&mut self, Look { random, poll }: Look) -> Read<(ExprKind, TypeId)> {
        let channel = Box::new(self.expr()?);
        let fields = self.message(|reader| {
            if reader.eat_word("any") {
                Ok(None)
            } else {
                reader.expr().map(Some)
            }
        })?;
        let kind = ExprKind::Channel(ChannelExpr::CanReceive {
            channel,
            random,
            poll,
            fields,
        });
        Ok((kind, self.bool_type()))
    }

    /// The fields of a message, each after a comma.
    fn message<T>(&mut self, mut field: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut fields = Vec::new();
        while self.eat(Token::Comma) {
            fields.push(field(self)?);
        }
        Ok(fields)
    }

    /// A statement that is written like an operator.
    pub(super) fn message_stmt(&mut self) -> Read<StmtKind> {
        let op = self.advance();
        self.expect(Token::LeftParen)?;
        let kind = if let Some(sorted) = meaning(SENDS, op.text) {
            let channel = self.expr()?;
            let message = self.message(|reader| reader.expr())?;
            StmtKind::Channel(ChannelStmt::Send {
                channel,
                sorted,
                message,
            })
        } else if let Some(reception) = meaning(RECEPTIONS, op.text) {
            let channel = self.expr()?;
            let fields = self.message(|reader| reader.message_field())?;
            StmtKind::Channel(ChannelStmt::Receive {
                channel,
                random: reception.random,
                keep: reception.keep,
                fields,
            })
        } else if op.text == "reserve" {
            self.reserve()?
        } else {
            let message = format!("there is no statement `{}`", op.text);
            return self.fail(codes::UNKNOWN, op.span, message);
        };
        self.expect(Token::RightParen)?;
        Ok(kind)
    }

    fn message_field(&mut self) -> Read<MessageField> {
        if self.eat_word("any") {
            return Ok(MessageField::Any);
        }
        if self.eat_word("into") {
            let raw = self.raw_local()?;
            return self.resolve(&raw).map(MessageField::Into);
        }
        self.expr().map(MessageField::Equal)
    }

    fn reserve(&mut self) -> Read<StmtKind> {
        let Some(table) = meaning(TABLES, self.peek().text) else {
            return self.unexpected("`processes` or `channels`");
        };
        self.advance();
        self.expect(Token::Comma)?;
        let count = self.expr()?;
        Ok(StmtKind::Reserve { table, count })
    }
}
