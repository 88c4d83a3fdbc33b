//! Channels: queues of messages, and offers on rendezvous channels.

use super::machine::{Carried, Machine, Value};
use super::{Direction, Message};
use crate::{Fault, FaultKind};
use weyl_ir::layout::{ChannelShape, Located, Shape};
use weyl_ir::{ChannelQuestion, Expr, MessageField, VarId};
use weyl_source::Span;

/// A message on a rendezvous channel that somebody must take at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    channel: i128,
    message: Vec<Carried>,
}

/// What a receive asks of the fields of a message; `None` for no condition.
pub(super) type Wanted = Vec<Option<i128>>;

impl<'p> Machine<'p> {
    /// Where the channel with a number lies, and its shape.
    fn channel(&self, number: i128, span: Span) -> Value<(u32, &'p ChannelShape)> {
        let missing = || Fault::new(FaultKind::NoChannel { number }, span);
        let at = self.channel_place(number).ok_or_else(missing)?;
        let Shape::Channel(shape) = &self.program.layout.shapes[at.shape] else {
            unreachable!("the verifier lets only channels be numbered")
        };
        Ok((at.offset, shape))
    }

    fn channel_place(&self, number: i128) -> Option<Located> {
        let (variable, element) = self.channel_variable(number)?;
        let at = self.program.layout.variables[variable];
        match element {
            Some(element) => self.array_element(at, element),
            None => Some(at),
        }
    }

    /// The variable that holds the channel with a number, and which element of it the channel is.
    fn channel_variable(&self, number: i128) -> Option<(VarId, Option<u32>)> {
        if let Some(fixed) = self.program.model.fixed_channel(number) {
            return Some((fixed.variable, fixed.element));
        }
        let pool = self.processes().channel_pool()?;
        let element = u32::try_from(number).ok()?.checked_sub(pool.first)?;
        let shapes = self.program.layout.variables[pool.shape_of];
        let shape = self.peek(self.array_element(shapes, element)?)?;
        let shape = usize::try_from(shape).ok()?.checked_sub(1)?;
        Some((*pool.shapes.get(shape)?, Some(element)))
    }

    pub fn array_element(&self, at: Located, number: u32) -> Option<Located> {
        let Shape::Array {
            len,
            stride,
            element,
            ..
        } = &self.program.layout.shapes[at.shape]
        else {
            return None;
        };
        (number < *len).then(|| super::locate::moved(at, number * stride, *element))
    }

    fn length(&self, at: u32, shape: &ChannelShape) -> u32 {
        match shape.capacity {
            0 => 0,
            _ => self.memory.load(&shape.length(), at) as u32,
        }
    }

    fn set_length(&mut self, at: u32, shape: &ChannelShape, length: u32) {
        let scalar = shape.length();
        self.memory.store(&scalar, at, u64::from(length));
    }

    /// The message at a position, for somebody who has not looked at it yet.
    fn message(
        &self,
        at: u32,
        shape: &ChannelShape,
        position: u32,
    ) -> impl Iterator<Item = Carried> {
        let start = at + shape.message_at(position);
        shape.fields.iter().map(move |(offset, scalar)| {
            let code = self.memory.glance(scalar, start + offset);
            Carried {
                value: scalar.decode(code).unwrap_or_default(),
                origin: self.memory.origin(start + offset),
            }
        })
    }

    fn fits(&self, message: impl Iterator<Item = Carried>, wanted: &[Option<i128>]) -> bool {
        let mut pairs = wanted.iter().zip(message);
        pairs.all(|(wanted, field)| {
            wanted.is_none_or(|wanted| {
                self.memory.look_at(field.origin);
                wanted == field.value
            })
        })
    }

    pub fn ask_channel(
        &mut self,
        question: ChannelQuestion,
        number: &'p Expr,
        span: Span,
    ) -> Value<i128> {
        let number = self.eval(number)?;
        let (at, shape) = self.channel(number, span)?;
        let length = self.length(at, shape);
        let is_full = shape.capacity > 0 && length == shape.capacity;
        Ok(match question {
            ChannelQuestion::Length => i128::from(length),
            ChannelQuestion::IsEmpty => i128::from(length == 0),
            ChannelQuestion::IsFull => i128::from(is_full),
            ChannelQuestion::CanSend => i128::from(!is_full && self.offer.is_none()),
        })
    }

    pub fn can_receive(
        &mut self,
        channel: &'p Expr,
        (random, poll): (bool, bool),
        fields: &'p [Option<Expr>],
        span: Span,
    ) -> Value<bool> {
        let number = self.eval(channel)?;
        let mut wanted = Wanted::with_capacity(fields.len());
        for field in fields {
            wanted.push(field.as_ref().map(|field| self.eval(field)).transpose()?);
        }
        let (at, shape) = self.channel(number, span)?;
        if poll && shape.capacity == 0 {
            return Err(Fault::new(FaultKind::Poll, span));
        }
        if let Some(offer) = self.offer.as_ref().filter(|_| !poll) {
            return Ok(offer.channel == number && self.fits(offer.message.iter().copied(), &wanted));
        }
        Ok(self.find(at, shape, random, &wanted).is_some())
    }

    /// The position of the message that a receive takes.
    fn find(&self, at: u32, shape: &ChannelShape, random: bool, wanted: &Wanted) -> Option<u32> {
        let length = self.length(at, shape);
        let candidates = if random { length } else { length.min(1) };
        (0..candidates).find(|position| self.fits(self.message(at, shape, *position), wanted))
    }

    pub fn send(
        &mut self,
        channel: &'p Expr,
        sorted: bool,
        message: &'p [Expr],
        span: Span,
    ) -> Value<()> {
        let number = self.eval(channel)?;
        let values = message.iter().map(|field| self.carry(field));
        let mut values: Vec<Carried> = values.collect::<Value<_>>()?;
        let (at, shape) = self.channel(number, span)?;
        for (Carried { value, origin }, (_, scalar)) in values.iter_mut().zip(&shape.fields) {
            self.memory.settle(*origin, scalar);
            *value = (*value - scalar.lo).rem_euclid(scalar.hi - scalar.lo + 1) + scalar.lo;
        }
        if values.len() != shape.fields.len() {
            let kind = FaultKind::MessageFields {
                given: values.len(),
                wanted: shape.fields.len(),
            };
            return Err(Fault::new(kind, span));
        }
        self.note(number, &values, Direction::Sent);
        if shape.capacity == 0 {
            self.offer = Some(Offer {
                channel: number,
                message: values,
            });
            return Ok(());
        }
        let length = self.length(at, shape);
        let mut positions = 0..if sorted { length } else { 0 };
        let before = positions.find(|position| self.is_greater(at, shape, *position, &values));
        self.insert(at, shape, before.unwrap_or(length), &values, span)
    }

    /// Whether the message at a position is greater than another one.
    fn is_greater(&self, at: u32, shape: &ChannelShape, position: u32, than: &[Carried]) -> bool {
        let looked_at = |field: Carried| {
            self.memory.look_at(field.origin);
            field.value
        };
        let message = self.message(at, shape, position).map(looked_at);
        message.gt(than.iter().copied().map(looked_at))
    }

    fn insert(
        &mut self,
        at: u32,
        shape: &ChannelShape,
        position: u32,
        values: &[Carried],
        span: Span,
    ) -> Value<()> {
        let length = self.length(at, shape);
        if length >= shape.capacity {
            return Err(Fault::new(FaultKind::ChannelFull, span));
        }
        let from = at + shape.message_at(position);
        let end = at + shape.message_at(length);
        self.memory.shift(from..end, from + shape.stride);
        for ((offset, scalar), field) in shape.fields.iter().zip(values) {
            let Some(code) = scalar.encode(field.value) else {
                let (value, lo, hi) = (field.value, scalar.lo, scalar.hi);
                return Err(Fault::new(FaultKind::OutOfRange { value, lo, hi }, span));
            };
            let origin = field.origin;
            self.memory.store_from(scalar, from + offset, code, origin);
        }
        self.set_length(at, shape, length + 1);
        Ok(())
    }

    pub fn receive(
        &mut self,
        channel: &'p Expr,
        (random, keep): (bool, bool),
        fields: &'p [MessageField],
        span: Span,
    ) -> Value<()> {
        let number = self.eval(channel)?;
        let mut wanted = Wanted::with_capacity(fields.len());
        for field in fields {
            wanted.push(match field {
                MessageField::Equal(value) => Some(self.eval(value)?),
                MessageField::Any | MessageField::Into(_) => None,
            });
        }
        let message = self.take(number, (random, keep), &wanted, span)?;
        if message.len() != fields.len() {
            let kind = FaultKind::MessageFields {
                given: fields.len(),
                wanted: message.len(),
            };
            return Err(Fault::new(kind, span));
        }
        let direction = if keep {
            Direction::Read
        } else {
            Direction::Received
        };
        self.note(number, &message, direction);
        for (field, carried) in fields.iter().zip(message) {
            if let MessageField::Into(local) = field {
                self.store_carried(self.stored(*local), carried, span)?;
            }
        }
        Ok(())
    }

    fn note(&mut self, channel: i128, values: &[Carried], direction: Direction) {
        if self.messages.is_none() {
            return;
        }
        let variable = self.channel_variable(channel);
        if let (Some(messages), Some((variable, _))) = (&mut self.messages, variable) {
            messages.push(Message {
                channel,
                variable,
                values: values.iter().map(|field| field.value).collect(),
                direction,
            });
        }
    }

    fn take(
        &mut self,
        number: i128,
        (random, keep): (bool, bool),
        wanted: &Wanted,
        span: Span,
    ) -> Value<Vec<Carried>> {
        if let Some(offer) = self.offer.take() {
            return Ok(offer.message);
        }
        let (at, shape) = self.channel(number, span)?;
        let Some(position) = self.find(at, shape, random, wanted) else {
            return Err(Fault::new(FaultKind::NoMessage, span));
        };
        let message = self.message(at, shape, position).collect();
        if !keep {
            self.remove(at, shape, position);
        }
        Ok(message)
    }

    fn remove(&mut self, at: u32, shape: &ChannelShape, position: u32) {
        let (length, stride) = (self.length(at, shape), shape.stride);
        let from = at + shape.message_at(position);
        let end = at + shape.message_at(length);
        self.memory.shift(from + stride..end, from);
        self.memory.clear(end - stride..end);
        self.set_length(at, shape, length - 1);
    }
}
