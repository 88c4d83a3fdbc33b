//! Channels, messages, and numbers of names.

use super::body::Body;
use super::exprs::Want;
use crate::{ChannelQuestion, Expr, LocalId, LocalKind, MessageField, Type};
use weyl_source::Span;

impl<'a> Body<'a> {
    /// What is only said about processes that take turns.
    pub(super) fn needs_processes(&mut self, span: Span) {
        if self.context.model.interleaving.is_none() {
            self.error(span, "this needs an interleaving");
        }
    }

    pub(super) fn truncate(&mut self, bits: u8, value: &'a Expr) -> Option<Want> {
        if !(1..=64).contains(&bits) {
            self.error(value.span, format!("{bits} is not from 1 to 64 bits"));
        }
        self.want(value, Want::Integer).map(|_| Want::Int)
    }

    pub(super) fn number_of(&mut self, name: &'a Expr) -> Option<Want> {
        let ty = self.expr(name)?;
        if !matches!(self.context.model.types.get(ty), Type::Id(_)) {
            self.error(name.span, "only names have numbers");
            return None;
        }
        Some(Want::Int)
    }

    pub(super) fn name_at(&mut self, expr: &Expr, number: &'a Expr) -> Option<Want> {
        self.want(number, Want::Integer)?;
        if !matches!(self.context.model.types.get(expr.ty), Type::Id(_)) {
            let ty = self.describe(expr.ty);
            self.error(expr.span, format!("{ty} is not a sort"));
            return None;
        }
        Some(Want::Exactly(expr.ty))
    }

    fn channel_number(&mut self, number: &'a Expr, span: Span) {
        self.needs_processes(span);
        self.want(number, Want::Integer);
    }

    pub(super) fn channel_question(
        &mut self,
        question: ChannelQuestion,
        number: &'a Expr,
        span: Span,
    ) -> Option<Want> {
        self.channel_number(number, span);
        Some(match question {
            ChannelQuestion::Length => Want::Int,
            ChannelQuestion::IsEmpty | ChannelQuestion::IsFull | ChannelQuestion::CanSend => {
                Want::Bool
            }
        })
    }

    pub(super) fn can_receive(
        &mut self,
        channel: &'a Expr,
        fields: &'a [Option<Expr>],
        span: Span,
    ) -> Option<Want> {
        self.channel_number(channel, span);
        for field in fields.iter().flatten() {
            self.want(field, Want::Integer);
        }
        Some(Want::Bool)
    }

    pub(super) fn send(&mut self, channel: &'a Expr, message: &'a [Expr], span: Span) {
        self.channel_number(channel, span);
        for field in message {
            self.want(field, Want::Integer);
        }
    }

    pub(super) fn receive(&mut self, channel: &'a Expr, fields: &'a [MessageField], span: Span) {
        self.channel_number(channel, span);
        for field in fields {
            match field {
                MessageField::Any => {}
                MessageField::Equal(value) => {
                    self.want(value, Want::Integer);
                }
                MessageField::Into(local) => self.received(*local, span),
            }
        }
    }

    fn received(&mut self, id: LocalId, span: Span) {
        let types = &self.context.model.types;
        let problem = match self.locals.get(id) {
            None => "does not exist",
            Some(local) if local.kind != LocalKind::Value => "is not a value",
            // A local without a type has been reported with its rule or function.
            Some(local) if !types.contains(local.ty) => return,
            Some(local) if !matches!(types.get(local.ty), Type::Range { .. }) => {
                "is not an integer range"
            }
            Some(_) => return,
        };
        self.error(span, format!("{id} {problem}"));
    }
}
