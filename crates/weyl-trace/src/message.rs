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
    let ty = match model.types.get(model.variables[variable].ty) {
        Type::Array { element, .. } => model.types.get(*element),
        ty => ty,
    };
    match ty {
        Type::Channel { fields, .. } => fields,
        _ => &[],
    }
}

fn channel_name(model: &Model, number: i128) -> String {
    fixed_channel_name(model, number).unwrap_or_else(|| format!("channel {number}"))
}

/// The name of a channel that is always there.
fn fixed_channel_name(model: &Model, number: i128) -> Option<String> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    let fixed = model.interleaving.as_ref()?.channels.get(index)?;
    // The variable that holds the messages is named after the one that holds the number.
    let name = &model.variables[fixed.variable].name;
    let name = name.trim_end_matches(" (messages)");
    Some(match fixed.element {
        Some(number) => format!("{name}[{number}]"),
        None => name.to_string(),
    })
}
