//! Sends and receives of processes.

use super::Lowering;
use super::exprs::Body;
use super::processes::assign;
use super::trace::Direction;
use crate::resolved::{Expr, Pattern, Place, Stmt, StmtKind};
use weyl_ir::{
    Block, ChannelStmt, Expr as IrExpr, LocalKind, MessageField, Stmt as IrStmt,
    StmtKind as IrKind, TypeId,
};
use weyl_source::Span;

impl Lowering<'_> {
    pub(super) fn send(
        &mut self,
        body: &Body,
        channel: &Place,
        sorted: bool,
        arguments: &[Expr],
        span: Span,
    ) -> Block {
        let channel = IrExpr::read(self.place(body, channel));
        let message = arguments.iter().map(|field| self.value(body, field));
        let message: Vec<IrExpr> = message.collect();
        // The trace is told before the channel changes: the message may mention its length.
        let told = self.observe(Direction::Send, channel.clone(), message.clone(), span);
        let send = IrKind::Channel(ChannelStmt::Send {
            channel,
            sorted,
            message,
        });
        told.into_iter().chain([IrStmt::new(send, span)]).collect()
    }

    pub(super) fn receive(&mut self, body: &mut Body, stmt: &Stmt) -> Block {
        let StmtKind::Receive {
            channel,
            random,
            keep,
            patterns,
        } = &stmt.kind
        else {
            return Block::new();
        };
        let span = stmt.span;
        let mut block = Block::new();
        let is_watched = !keep && self.is_watched(Direction::Receive);
        let channel = IrExpr::read(self.place(body, channel));
        let channel = self.held(body, channel, is_watched, &mut block);
        let (mut fields, mut message, mut stores) = (Vec::new(), Vec::new(), Block::new());
        for pattern in patterns {
            let (field, value) = self.field(body, pattern, is_watched, &mut block);
            if let (Pattern::Store(place), Some(value)) = (pattern, &value) {
                let value = self.stored(value.clone(), place.ty);
                let to = self.place(body, place);
                stores.push(assign(to, value, span));
            }
            fields.push(field);
            message.extend(value);
        }
        let receive = IrKind::Channel(ChannelStmt::Receive {
            channel: channel.clone(),
            random: *random,
            keep: *keep,
            fields,
        });
        block.push(IrStmt::new(receive, span));
        if is_watched {
            // As in SPIN the last variable is set only after the trace has seen the message.
            let is_last_stored = matches!(patterns.last(), Some(Pattern::Store(_)));
            let at = stores.len() - usize::from(is_last_stored);
            let told = self.observe(Direction::Receive, channel, message, span);
            stores.splice(at..at, told);
        }
        block.extend(stores);
        block
    }

    /// A field of a receive, and the value that it gets where somebody wants to know.
    fn field(
        &mut self,
        body: &mut Body,
        pattern: &Pattern,
        is_watched: bool,
        into: &mut Block,
    ) -> (MessageField, Option<IrExpr>) {
        match pattern {
            Pattern::Match(value) => {
                let value = self.value(body, value);
                let value = self.held(body, value, is_watched, into);
                (MessageField::Equal(value.clone()), Some(value))
            }
            Pattern::Discard(_) if !is_watched => (MessageField::Any, None),
            Pattern::Discard(span) | Pattern::Store(Place { span, .. }) => {
                let int = self.int32();
                let local = self.add_local(body, "field", int, LocalKind::Value);
                let value = IrExpr::read(Self::local_place(body, local, *span));
                (MessageField::Into(local), Some(value))
            }
        }
    }

    /// What an expression is worth now, whatever the message changes: kept in a local if need be.
    fn held(
        &mut self,
        body: &mut Body,
        value: IrExpr,
        is_needed: bool,
        into: &mut Block,
    ) -> IrExpr {
        if !is_needed || value.as_constant().is_some() {
            return value;
        }
        let (int, span) = (self.int32(), value.span);
        let local = self.add_local(body, "held", int, LocalKind::Value);
        let place = Self::local_place(body, local, span);
        into.push(assign(place.clone(), value, span));
        IrExpr::read(place)
    }

    /// The values of expressions.
    pub(super) fn int32(&mut self) -> TypeId {
        self.range(i128::from(i32::MIN), i128::from(i32::MAX))
    }
}
