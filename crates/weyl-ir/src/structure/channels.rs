//! Channels: which ones an operation may be about, and what it does to them.

use super::flow::Cell;
use super::values::Values;
use super::walk::Walk;
use super::{ChannelNeed, ChannelUse};
use crate::layout::{ChannelShape, Located, Shape};
use crate::{ChannelExpr, ChannelQuestion, ChannelStmt, Expr, FixedChannel, MessageField};

/// A channel that an operation may be about.
struct Candidate<'m> {
    channel: FixedChannel,
    at: u32,
    shape: &'m ChannelShape,
}

impl Candidate<'_> {
    /// Where the fields of the message at a position lie.
    fn fields(&self, position: u32) -> impl Iterator<Item = u32> {
        let start = self.at + self.shape.message_at(position);
        self.shape
            .fields
            .iter()
            .map(move |(offset, _)| start + offset)
    }
}

impl<'m> Walk<'m> {
    /// The channels that a number may stand for.
    fn candidates(&mut self, number: &'m Expr) -> Vec<Candidate<'m>> {
        let numbers = self.eval(number);
        let mut found = Vec::new();
        for (number, channel) in self.model.processes().numbered_channels() {
            if numbers.known().is_none_or(|known| known.contains(&number)) {
                found.extend(self.candidate(*channel));
            }
        }
        found.extend(self.pooled(&numbers));
        found
    }

    /// Those that come and go: what they are like just now is in the state.
    fn pooled(&mut self, numbers: &Values) -> Vec<Candidate<'m>> {
        let mut found = Vec::new();
        let Some(pool) = self.model.processes().channel_pool() else {
            return found;
        };
        let shapes = self.layout.variables[pool.shape_of];
        let Shape::Array { len, stride, .. } = self.layout.shapes[shapes.shape] else {
            return found;
        };
        for element in 0..len {
            let number = i128::from(pool.first) + i128::from(element);
            if numbers
                .known()
                .is_some_and(|known| !known.contains(&number))
            {
                continue;
            }
            let shape_of = shapes.offset + element * stride;
            self.look(shape_of);
            let values = self.cell(shape_of).values;
            for (shape, variable) in (1..).zip(&pool.shapes) {
                if values.known().is_none_or(|known| known.contains(&shape)) {
                    found.extend(self.candidate(FixedChannel {
                        variable: *variable,
                        element: Some(element),
                    }));
                }
            }
        }
        found
    }

    fn candidate(&self, channel: FixedChannel) -> Option<Candidate<'m>> {
        let layout = self.layout;
        let Located { mut offset, shape } = layout.variables[channel.variable];
        let mut shape = &layout.shapes[shape];
        if let (Some(number), Shape::Array { len, .. }) = (channel.element, shape) {
            let (stride, element) = shape.elements();
            if number >= *len {
                return None;
            }
            offset += number * stride;
            shape = &layout.shapes[element];
        }
        let Shape::Channel(shape) = shape else {
            return None;
        };
        Some(Candidate {
            channel,
            at: offset,
            shape,
        })
    }

    fn note(&mut self, candidate: &Candidate<'_>, need: ChannelNeed) {
        self.channels.insert(ChannelUse {
            variable: candidate.channel.variable,
            element: candidate.channel.element,
            need,
        });
    }

    fn look_at_length(&mut self, candidate: &Candidate<'_>) {
        if candidate.shape.capacity > 0 {
            self.look(candidate.at);
        }
    }

    pub fn eval_channel(&mut self, of: &'m ChannelExpr) -> Values {
        match of {
            ChannelExpr::Ask { question, number } => {
                for candidate in self.candidates(number) {
                    let rendezvous = candidate.shape.capacity == 0;
                    self.look_at_length(&candidate);
                    let need = match question {
                        ChannelQuestion::CanSend if rendezvous => ChannelNeed::Receiver,
                        ChannelQuestion::CanSend => ChannelNeed::Room,
                        ChannelQuestion::Length
                        | ChannelQuestion::IsEmpty
                        | ChannelQuestion::IsFull => ChannelNeed::Length,
                    };
                    self.note(&candidate, need);
                }
                match question {
                    ChannelQuestion::Length => Values::ANY,
                    ChannelQuestion::IsEmpty
                    | ChannelQuestion::IsFull
                    | ChannelQuestion::CanSend => Values::truth(),
                }
            }
            ChannelExpr::CanReceive {
                channel,
                random,
                fields,
                ..
            } => {
                let candidates = self.candidates(channel);
                for field in fields.iter().flatten() {
                    self.eval(field);
                }
                let wanted: Vec<bool> = fields.iter().map(Option::is_some).collect();
                for candidate in candidates {
                    self.look_for(&candidate, *random, &wanted);
                }
                Values::truth()
            }
        }
    }

    /// Looks for a message with certain fields: the oldest one, or any.
    fn look_for(&mut self, candidate: &Candidate<'_>, random: bool, wanted: &[bool]) {
        self.look_at_length(candidate);
        for position in 0..self.positions_to_look_at(candidate, random) {
            for (offset, is_wanted) in candidate.fields(position).zip(wanted) {
                if *is_wanted {
                    self.look(offset);
                }
            }
        }
        let need = match (candidate.shape.capacity, random) {
            (0, _) => ChannelNeed::Sender,
            (_, false) => ChannelNeed::Oldest,
            (_, true) => ChannelNeed::Message,
        };
        self.note(candidate, need);
    }

    fn positions_to_look_at(&self, candidate: &Candidate<'_>, random: bool) -> u32 {
        let capacity = candidate.shape.capacity;
        if random { capacity } else { capacity.min(1) }
    }

    pub fn exec_channel(&mut self, of: &'m ChannelStmt) {
        match of {
            ChannelStmt::Send {
                channel,
                sorted,
                message,
            } => {
                let candidates = self.candidates(channel);
                let message: Vec<Cell> = message.iter().map(|field| self.carry(field)).collect();
                for candidate in &candidates {
                    let is_only = candidates.len() == 1;
                    match candidate.shape.capacity {
                        0 => self.offer(candidate, &message),
                        _ => self.send(candidate, *sorted, &message, is_only),
                    }
                }
            }
            ChannelStmt::Receive {
                channel,
                random,
                keep,
                fields,
            } => self.receive(channel, (*random, *keep), fields),
        }
    }

    /// The partner looks at the message in a rule of its own: for this one that is a look.
    fn offer(&mut self, candidate: &Candidate<'_>, message: &[Cell]) {
        for field in message {
            self.looks.extend(&field.sources);
        }
        self.note(candidate, ChannelNeed::Receiver);
    }

    /// A new message comes behind the last one, wherever that is. A sorted one is compared, and
    /// others move.
    fn send(&mut self, candidate: &Candidate<'_>, sorted: bool, message: &[Cell], is_only: bool) {
        self.look_at_length(candidate);
        self.note(candidate, ChannelNeed::Room);
        self.write(candidate.at, Cell::computed(Values::ANY), is_only);
        for (field, (_, scalar)) in message.iter().zip(&candidate.shape.fields) {
            let sources = field.sources.iter();
            let narrowed = sources.filter(|source| {
                let shape = &self.layout.slots[**source].scalar;
                sorted || !scalar.holds_all_of(shape)
            });
            let narrowed: Vec<_> = narrowed.copied().collect();
            self.looks.extend(narrowed);
        }
        for position in (0..candidate.shape.capacity).rev() {
            let places: Vec<u32> = candidate.fields(position).collect();
            let before = position.checked_sub(1).filter(|_| sorted);
            let before: Option<Vec<u32>> = before.map(|at| candidate.fields(at).collect());
            for (number, (offset, field)) in places.into_iter().zip(message).enumerate() {
                let mut cell = field.clone();
                cell.values = Values::ANY;
                if let Some(before) = &before {
                    self.look(before[number]);
                    cell = cell.join(&self.cell(before[number]));
                }
                if sorted {
                    self.look(offset);
                }
                self.write(offset, cell, false);
            }
        }
    }

    fn receive(
        &mut self,
        channel: &'m Expr,
        (random, keep): (bool, bool),
        fields: &'m [MessageField],
    ) {
        let candidates = self.candidates(channel);
        let mut wanted = Vec::new();
        for field in fields {
            if let MessageField::Equal(value) = field {
                self.eval(value);
            }
            wanted.push(matches!(field, MessageField::Equal(_)));
        }
        for candidate in &candidates {
            self.look_for(candidate, random, &wanted);
        }
        let message = self.message(&candidates, random, fields.len());
        if !keep {
            for candidate in candidates.iter().filter(|of| of.shape.capacity > 0) {
                self.take(candidate, random, candidates.len() == 1);
            }
        }
        for (field, cell) in fields.iter().zip(&message) {
            if let MessageField::Into(local) = field {
                let at = self.stored(*local);
                let scalars = self.scalars(&[super::flow::Target { at, flag: None }]);
                self.store(&scalars, cell);
            }
        }
    }

    /// What the fields of the message may hold; those of an offer come from another rule.
    fn message(&mut self, candidates: &[Candidate<'_>], random: bool, count: usize) -> Vec<Cell> {
        let mut message = vec![Cell::computed(Values::ANY); count];
        for candidate in candidates {
            for position in 0..self.positions_to_look_at(candidate, random) {
                for (cell, offset) in message.iter_mut().zip(candidate.fields(position)) {
                    self.note_reads([offset]);
                    *cell = cell.join(&self.cell(offset));
                }
            }
        }
        message
    }

    /// All messages behind the one that is taken come one position nearer.
    fn take(&mut self, candidate: &Candidate<'_>, random: bool, is_only: bool) {
        self.write(candidate.at, Cell::computed(Values::ANY), is_only);
        for position in 0..candidate.shape.capacity {
            let next = (position + 1 < candidate.shape.capacity).then_some(position + 1);
            let next: Vec<Cell> = match next {
                Some(next) => candidate.fields(next).map(|at| self.cell(at)).collect(),
                None => Vec::new(),
            };
            let places: Vec<u32> = candidate.fields(position).collect();
            for (number, offset) in places.into_iter().enumerate() {
                let empty = Cell::computed(Values::ANY);
                let cell = next
                    .get(number)
                    .map_or(empty.clone(), |cell| cell.join(&empty));
                // There was a message, so the first position changes.
                self.write(offset, cell, is_only && position == 0 && !random);
            }
        }
    }
}
