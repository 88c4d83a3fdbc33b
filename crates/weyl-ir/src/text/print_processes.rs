//! The printer: processes that take turns.

use super::print::Printer;
use super::words::{THENS, quoted, word};
use crate::{ChannelPool, FixedChannel, Interleaving, ProcessKind, Then, Turn, Type};

impl Printer<'_> {
    pub(super) fn interleaving(&mut self, interleaving: &Interleaving) {
        self.blank();
        self.line("interleaving {");
        let count = &self.labels.variables[interleaving.process_count];
        self.clause(&format!("processes {count};"));
        for kind in &interleaving.kinds {
            let text = self.process_kind(kind);
            self.clause(&text);
        }
        for (number, channel) in (1..).zip(&interleaving.channels) {
            let text = self.fixed_channel(number, channel);
            self.clause(&text);
        }
        if let Some(pool) = &interleaving.pool {
            let text = self.pool(pool);
            self.clause(&text);
        }
        self.line("}");
    }

    fn process_kind(&self, kind: &ProcessKind) -> String {
        let mut text = format!(
            "process {} of {} first {} at {}",
            quoted(&kind.name),
            self.labels.sorts[kind.sort],
            kind.first,
            self.labels.variables[kind.location]
        );
        if let Some(priority) = kind.priority {
            text += &format!(" priority {}", self.labels.variables[priority]);
        }
        let location = self.model.variables[kind.location].ty;
        let Type::Array { element, .. } = self.model.types.get(location) else {
            return text + ";";
        };
        for copy in &kind.copies {
            let at = self.value(*element, i128::from(copy.location));
            let (name, process) = (quoted(&copy.name), copy.process);
            text += &format!(" copy {name} from {process} first {} at {at}", copy.first);
        }
        for (location, label) in &kind.labels {
            let at = self.value(*element, i128::from(*location));
            text += &format!(" label {at} {}", quoted(label));
        }
        if kind.may_end.contains(&true) {
            text += " ends";
            let ends = (0..).zip(&kind.may_end).filter(|(_, may_end)| **may_end);
            for (location, _) in ends {
                text += &format!(" {}", self.value(*element, location));
            }
        }
        text + ";"
    }

    fn fixed_channel(&self, number: u32, channel: &FixedChannel) -> String {
        let variable = &self.labels.variables[channel.variable];
        match channel.element {
            Some(element) => format!("channel {number} = {variable}[{element}];"),
            None => format!("channel {number} = {variable};"),
        }
    }

    fn pool(&self, pool: &ChannelPool) -> String {
        let label = |variable| self.labels.variables[variable].as_str();
        let shapes: Vec<&str> = pool.shapes.iter().map(|shape| label(*shape)).collect();
        let (first, shape_of) = (pool.first, label(pool.shape_of));
        let mut text = format!("pool first {first} shape_of {shape_of} shapes");
        let counters: Vec<&str> = pool.counters.iter().map(|one| label(*one)).collect();
        if !shapes.is_empty() {
            text += &format!(" {}", shapes.join(", "));
        }
        if !counters.is_empty() {
            text += &format!(" counters {}", counters.join(", "));
        }
        text + ";"
    }

    pub(super) fn turn_clause(&mut self, turn: &Turn) {
        let mut text = format!("turn {}", turn.kind);
        if turn.otherwise {
            text += " else";
        }
        if turn.level != 0 {
            text += &format!(" level {}", turn.level);
        }
        if let Some(group) = turn.group {
            text += &format!(" group {group}");
        }
        if turn.then != Then::Anybody {
            text += &format!(" then {}", word(THENS, turn.then));
        }
        self.clause(&text);
    }
}
