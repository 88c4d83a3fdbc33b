//! Messages as a user reads them.

use weyl_ir::{Model, Type, TypeId, VarId};
pub use weyl_system::Direction;

/// A message that a step sent or received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The name of the channel, or its number if it was created by a process.
    pub channel: String,
    pub values: Vec<String>,
    pub direction: Direction,
}

impl Message {
    pub(crate) fn all(model: &Model, messages: Vec<weyl_system::Message>) -> Vec<Message> {
        let messages = messages.into_iter().map(|message| {
            let types = field_types(model, message.variable);
            let values = message.values.iter().zip(types);
            let values = values.map(|(value, ty)| model.display_value(*ty, *value));
            Message {
                channel: channel_name(model, message.channel),
                values: values.collect(),
                direction: message.direction,
            }
        });
        messages.collect()
    }
}

/// The types of the fields of a channel, or of all channels in an array.
fn field_types(model: &Model, variable: VarId) -> &[TypeId] {
    let Type::Channel { fields, .. } = model.types.get(model.channel_type(variable)) else {
        return &[];
    };
    fields
}

fn channel_name(model: &Model, number: i128) -> String {
    match model.fixed_channel(number) {
        Some(channel) => model.fixed_channel_name(channel),
        None => format!("channel {number}"),
    }
}
