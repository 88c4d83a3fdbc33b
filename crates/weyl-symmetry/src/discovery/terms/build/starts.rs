//! What is where in the states in which everything begins, as roots. Symmetries need not keep it;
//! those in the sense of Donaldson, Miller and Calder do (their Restriction 2).

use super::Builder;
use crate::discovery::terms::TermId;
use crate::discovery::terms::program::RootKind;
use weyl_ir::VarId;
use weyl_ir::layout::{PathStep, Slot, SlotRole};
use weyl_source::Span;

impl Builder<'_> {
    pub(super) fn starts(&mut self) {
        let sources = self.sources;
        for state in sources.beginnings {
            let mut values: Vec<(VarId, TermId)> = Vec::new();
            for slot in sources.layout.slots.values() {
                let is_present = slot.presence.is_none_or(|presence| presence.holds(state));
                let is_inert = sources.inert.contains(&slot.variable);
                let is_there = sources.statics.is_there(sources.model, slot) && !is_inert;
                if is_present && is_there {
                    let code = slot.scalar.load(state, slot.offset as usize);
                    values.push((
                        slot.variable,
                        self.start_value(slot, slot.scalar.decode(code)),
                    ));
                }
            }
            match sources.beginnings {
                [_] => values.into_iter().for_each(|(variable, term)| {
                    let variable = &sources.model.variables[variable];
                    self.root(RootKind::Start, term, &variable.name, variable.span);
                }),
                _ => {
                    let values = values.into_iter().map(|(_, term)| term).collect();
                    let term = self.set("start", values);
                    self.root(RootKind::Start, term, "", Span::default());
                }
            }
        }
    }

    fn start_value(&mut self, slot: &Slot, value: Option<i128>) -> TermId {
        let Some(value) = value else {
            let undefined = self.node("undefined", &[]);
            return self.content(slot, undefined);
        };
        let kind = self.model().processes().kind_located_in(slot.variable);
        let process = slot.index_names.first().copied();
        let term = match (kind, slot.role) {
            (Some((kind, _)), _) => self.location(Some(kind), process, value),
            (None, SlotRole::Value(ty)) => {
                let class = self.slot_class(slot);
                self.constant(ty, value, class)
            }
            (None, SlotRole::Occupied | SlotRole::Length) => self.number(value),
        };
        self.content(slot, term)
    }

    /// What a slot holds. A channel is known by its number, wherever its messages are kept.
    fn content(&mut self, slot: &Slot, value: TermId) -> TermId {
        let element = match slot.path.first() {
            Some(PathStep::Index(_, number)) => u32::try_from(*number).ok(),
            Some(PathStep::Field(_) | PathStep::Element(_)) | None => None,
        };
        let mut channels = self.model().processes().numbered_channels();
        let own = channels.find(|(_, channel)| {
            channel.variable == slot.variable
                && (channel.element.is_none() || channel.element == element)
        });
        let Some((number, channel)) = own else {
            let (place, mut parts) = self.slot_place(slot);
            parts.push(value);
            return self.node(&format!("start {place} {:?}", slot.role), &parts);
        };
        let inside = &slot.path[usize::from(channel.element.is_some())..];
        let inside = inside.iter().map(|step| match step {
            PathStep::Field(field) => format!("field {field}"),
            PathStep::Index(_, number) => format!("index {number}"),
            PathStep::Element(number) => format!("message {number}"),
        });
        let inside: Vec<String> = inside.collect();
        let channel = self.channel(number);
        let label = format!(
            "start {} {}",
            inside.join(" "),
            slot.role == SlotRole::Length
        );
        self.node(&label, &[channel, value])
    }
}
