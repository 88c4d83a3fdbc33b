//! Messages: what is sent to a channel belongs together with what is received from it.

use super::{Inference, Known};
use std::collections::BTreeMap;
use weyl_ir::{ChannelExpr, ChannelStmt, Expr, MessageField, Type, TypeId};

impl Inference<'_> {
    /// Channels of one type may change places: then what their messages hold does too.
    pub(super) fn join_channels_of_a_type(&mut self) {
        let mut first: BTreeMap<TypeId, i128> = BTreeMap::new();
        for (number, _) in self.model.processes().numbered_channels() {
            let Some(ty) = self.bases.channel_type(number) else {
                continue;
            };
            let first = *first.entry(ty).or_insert(number);
            let Type::Channel { fields, .. } = self.model.types.get(ty) else {
                continue;
            };
            for field in 0..fields.len() as u32 {
                let spots = [first, number].map(|n| self.bases.stored_fields(Some(n), field));
                let nodes = spots
                    .into_iter()
                    .flatten()
                    .map(|spot| self.classes.node(spot));
                let nodes: Vec<usize> = nodes.collect();
                nodes
                    .windows(2)
                    .for_each(|pair| self.classes.unify(pair[0], pair[1]));
            }
        }
    }

    pub(super) fn of_channel(&mut self, of: &ChannelExpr) -> Known {
        match of {
            ChannelExpr::Ask { number, .. } => {
                self.channel(number);
                Known::Computed
            }
            ChannelExpr::CanReceive {
                channel, fields, ..
            } => {
                let channel = self.channel(channel);
                for (number, field) in fields.iter().enumerate() {
                    let Some(field) = field else { continue };
                    let value = self.value(field);
                    self.message_field(channel, number, value);
                }
                Known::Other
            }
        }
    }

    pub(super) fn on_channel(&mut self, of: &ChannelStmt) {
        match of {
            ChannelStmt::Send {
                channel, message, ..
            } => {
                let channel = self.channel(channel);
                for (number, field) in message.iter().enumerate() {
                    let value = self.value(field);
                    self.message_field(channel, number, value);
                }
            }
            ChannelStmt::Receive {
                channel, fields, ..
            } => self.receive(channel, fields),
        }
    }

    /// What a channel is known by.
    fn channel(&mut self, number: &Expr) -> Known {
        let value = self.value(number);
        if let Known::Node(node) = value {
            self.classes.are_channels(node);
        }
        value
    }

    /// A field of the messages of a channel.
    fn message_field(&mut self, channel: Known, field: usize, value: Known) {
        let field = field as u32;
        if let Known::Node(node) = channel {
            let inside = self.classes.field(node, field);
            return self.unify(Known::Node(inside), value);
        }
        let number = match channel {
            Known::Constant(number) => Some(number),
            _ => None,
        };
        for spot in self.bases.stored_fields(number, field) {
            let node = self.classes.node(spot);
            self.unify(Known::Node(node), value);
        }
    }

    fn receive(&mut self, channel: &Expr, fields: &[MessageField]) {
        let channel = self.channel(channel);
        for (number, field) in fields.iter().enumerate() {
            let value = match field {
                MessageField::Any => continue,
                MessageField::Equal(value) => self.value(value),
                MessageField::Into(local) => Known::Node(self.local(self.body, *local)),
            };
            self.message_field(channel, number, value);
        }
    }
}
