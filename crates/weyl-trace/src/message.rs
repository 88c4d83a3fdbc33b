//! Messages as a user reads them.

use weyl_ir::{Model, Type, TypeId};
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
            let known = fixed_channel(model, message.channel);
            let (channel, types) = match known {
                Some((name, fields)) => (name, fields),
                None => (format!("channel {}", message.channel), &[][..]),
            };
            let values = message.values.iter().enumerate();
            let values = values.map(|(number, value)| match types.get(number) {
                Some(ty) => model.display_value(*ty, *value),
                None => value.to_string(),
            });
            Message {
                channel,
                values: values.collect(),
                direction: message.direction,
            }
        });
        messages.collect()
    }
}

/// The name and the types of the fields of a channel that is always there.
fn fixed_channel(model: &Model, number: i128) -> Option<(String, &[TypeId])> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    let fixed = model.interleaving.as_ref()?.channels.get(index)?;
    let variable = &model.variables[fixed.variable];
    // The variable that holds the messages is named after the one that holds the number.
    let name = variable.name.trim_end_matches(" (messages)");
    let (name, ty) = match (fixed.element, model.types.get(variable.ty)) {
        (Some(number), Type::Array { element, .. }) => (format!("{name}[{number}]"), *element),
        _ => (name.to_string(), variable.ty),
    };
    match model.types.get(ty) {
        Type::Channel { fields, .. } => Some((name, fields)),
        _ => None,
    }
}
