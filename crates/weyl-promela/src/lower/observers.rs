//! How a trace learns of the messages that processes send and receive.
//!
//! Every send and every receive of a process calls a function that finds out whether the trace is
//! about this event, and if so moves its position on, or refutes the property (`require` in SPIN's
//! verifiers; `docs/spin-compatibility.md` has the rules). A `notrace` is refuted where its end is
//! reached, and given up at the first event that does not fit.

use super::Lowering;
use super::exprs::Body;
use super::trace::{Direction, Event, Trace};
use crate::resolved::{Initial, Pattern, Place, Type, VariableRef};
use weyl_ir::{
    Argument, BinaryOp as Op, Block, Comparison, Expr as IrExpr, Function, FunctionId, LocalId,
    LocalKind, Place as IrPlace, Stmt as IrStmt, StmtKind as IrKind,
};
use weyl_source::Span;

/// The function that is told of all messages with a number of fields.
struct Observer<'t> {
    trace: &'t Trace,
    direction: Direction,
    body: Body,
    channel: LocalId,
    message: Vec<LocalId>,
}

impl Observer<'_> {
    fn read(&self, local: LocalId, span: Span) -> IrExpr {
        IrExpr::read(IrPlace::local(local, self.body.locals[local].ty, span))
    }
}

impl Lowering<'_> {
    pub(super) fn is_watched(&self, direction: Direction) -> bool {
        let trace = self.trace.as_ref();
        trace.is_some_and(|trace| trace.watches(direction))
    }

    /// The call that tells the trace of a message, if it wants to know.
    pub(super) fn observe(
        &mut self,
        direction: Direction,
        channel: IrExpr,
        message: Vec<IrExpr>,
        span: Span,
    ) -> Option<IrStmt> {
        if !self.is_watched(direction) {
            return None;
        }
        let mut trace = self.trace.take()?;
        let key = (direction, message.len());
        let known = trace.observers.get(&key).copied();
        let function = known.unwrap_or_else(|| self.observer(&trace, key));
        trace.observers.insert(key, function);
        self.trace = Some(trace);
        let arguments = std::iter::once(channel).chain(message);
        let call = IrKind::Call {
            function,
            arguments: arguments.map(Argument::Value).collect(),
            result: None,
        };
        Some(IrStmt::new(call, span))
    }

    fn observer(&mut self, trace: &Trace, (direction, fields): (Direction, usize)) -> FunctionId {
        let mut body = Body {
            proctype: None,
            own: None,
            locals: weyl_ir::Locals::new(),
            runs: Vec::new(),
        };
        let byte = self.byte();
        let int = self.int32();
        let channel = self.add_local(&mut body, "channel", byte, LocalKind::Value);
        let message =
            (0..fields).map(|_| self.add_local(&mut body, "field", int, LocalKind::Value));
        let message: Vec<LocalId> = message.collect();
        let observer = Observer {
            trace,
            direction,
            body,
            channel,
            message,
        };
        let condition = self.is_named(&observer);
        let then = self.reaction(&observer);
        let react = IrKind::If {
            condition,
            then,
            otherwise: Block::new(),
        };
        let word = match direction {
            Direction::Send => "sent",
            Direction::Receive => "received",
        };
        let parameters = std::iter::once(channel).chain(observer.message);
        self.model.functions.push(Function {
            name: format!("{word} {fields}"),
            parameters: parameters.collect(),
            locals: observer.body.locals,
            result: None,
            body: vec![IrStmt::new(react, trace.span)],
            span: trace.span,
        })
    }

    /// Whether the channel is one of those that the trace mentions events of this direction on.
    fn is_named(&mut self, observer: &Observer<'_>) -> IrExpr {
        let named = observer.trace.named.iter();
        let named = named.filter(|(direction, _)| *direction == observer.direction);
        let tests = named.map(|(_, channel)| self.is_on(observer, channel));
        let tests = tests.collect();
        self.any(tests, observer.trace.span)
    }

    fn is_on(&mut self, observer: &Observer<'_>, channel: &Place) -> IrExpr {
        let named = IrExpr::read(self.place(&observer.body, channel));
        let given = observer.read(observer.channel, channel.span);
        self.binary(Op::Compare(Comparison::Equal), given, named, channel.span)
    }

    /// One branch for each position that an event can lead on from.
    fn reaction(&mut self, observer: &Observer<'_>) -> Block {
        let trace = observer.trace;
        let mut otherwise = if trace.is_negated {
            Block::new()
        } else {
            vec![self.refute(trace, "is over", trace.span)]
        };
        for (at, events) in (0..).zip(&trace.events) {
            if at != trace.end {
                let condition = self.is_at_one_of(trace.position, &[at], trace.span);
                let kind = IrKind::If {
                    condition,
                    then: self.ways_on(observer, events),
                    otherwise,
                };
                otherwise = vec![IrStmt::new(kind, trace.span)];
            }
        }
        otherwise
    }

    /// The first event that fits leads on; if a second one fits as well, the trace is no good.
    fn ways_on(&mut self, observer: &Observer<'_>, events: &[Event]) -> Block {
        let mut otherwise = self.misfit(observer.trace, events);
        let mut later: Vec<IrExpr> = Vec::new();
        let own = events
            .iter()
            .filter(|of| of.direction == observer.direction);
        for event in own.rev() {
            let condition = self.fits(observer, event);
            let kind = IrKind::If {
                condition: condition.clone(),
                then: self.advance(observer.trace, event, &later),
                otherwise,
            };
            otherwise = vec![IrStmt::new(kind, event.span)];
            later.push(condition);
        }
        otherwise
    }

    fn advance(&mut self, trace: &Trace, event: &Event, later: &[IrExpr]) -> Block {
        let mut block = vec![self.move_trace(trace.position, event.target, event.span)];
        if trace.is_negated && event.target == trace.end {
            block.push(self.refute(trace, "has happened from its start to its end", event.span));
        } else if !later.is_empty() {
            let message = "has more than one event that fits";
            let kind = IrKind::If {
                condition: self.any(later.to_vec(), event.span),
                then: vec![self.refute(trace, message, event.span)],
                otherwise: Block::new(),
            };
            block.push(IrStmt::new(kind, event.span));
        }
        block
    }

    fn misfit(&mut self, trace: &Trace, events: &[Event]) -> Block {
        if trace.is_negated {
            return vec![self.move_trace(trace.position, trace.end, trace.span)];
        }
        let names = events.iter().map(|of| format!("`{}`", self.text(of.span)));
        let names: Vec<String> = names.collect();
        let message = format!("goes on with {} only", names.join(" or "));
        let span = events.first().map_or(trace.span, |event| event.span);
        vec![self.refute(trace, &message, span)]
    }

    fn fits(&mut self, observer: &Observer<'_>, event: &Event) -> IrExpr {
        let types = self.field_types(&event.channel);
        let mut condition = self.is_on(observer, &event.channel);
        for (number, pattern) in event.patterns.iter().enumerate() {
            if let Pattern::Match(value) = pattern {
                // A field that the message does not have counts as 0.
                let field = observer.message.get(number);
                let found = match field {
                    Some(local) => observer.read(*local, value.span),
                    None => self.number(0, value.span),
                };
                let found = match types.get(number) {
                    Some(ty) => self.stored(found, *ty),
                    None => found,
                };
                let wanted = self.value(&observer.body, value);
                let equal = self.binary(Op::Compare(Comparison::Equal), found, wanted, value.span);
                condition = self.and(condition, equal);
            }
        }
        condition
    }

    /// The types that a channel stores its fields in, where its declaration tells.
    fn field_types(&self, channel: &Place) -> Vec<Type> {
        let VariableRef::Global(global) = channel.variable else {
            return Vec::new();
        };
        match self.program.globals[global].initial {
            Initial::Channel(init) => self.program.channels[init].fields.clone(),
            _ => Vec::new(),
        }
    }

    fn refute(&self, trace: &Trace, what: &str, span: Span) -> IrStmt {
        let property = trace.property;
        let message = format!("the {} {what}", self.model.properties[property].name);
        IrStmt::new(IrKind::Refute { property, message }, span)
    }
}
