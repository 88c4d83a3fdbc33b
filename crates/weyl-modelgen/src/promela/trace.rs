//! Traces.
//!
//! SPIN looks at the wrong message where one was sorted in or taken from the middle, takes a
//! rendezvous offer for an event whether somebody accepts it or not, and ends its run where two
//! events fit. A program with a trace does without all that.

use super::process::Generator;
use super::syntax::{Choice, Kind, Process, Stmt};
use super::world::{Channel, Field};

/// A kind of event: the channel, how it is written, and whether something is sent.
#[derive(Clone, Debug)]
struct Event {
    channel: Channel,
    text: String,
    is_send: bool,
}

impl Generator {
    /// To be called where nothing but globals can be seen.
    pub fn trace(&mut self) -> Process {
        let word = if self.dice.chance(30) {
            "notrace"
        } else {
            "trace"
        };
        let mut events = self.events();
        self.dice.shuffle(&mut events);
        let mut body = Vec::new();
        for _ in 0..self.dice.below(3) {
            body.extend(self.event_of(&events));
        }
        if body.is_empty() || self.dice.chance(60) {
            body.push(self.event_choice(&events));
        }
        for statement in &mut body {
            if self.dice.chance(30) {
                statement.label = Some(self.fresh("end_trace"));
            }
        }
        Process {
            head: word.into(),
            provided: None,
            locals: Vec::new(),
            body,
        }
    }

    fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        for channel in &self.scope.channels {
            let texts: Vec<String> = match channel.size {
                None => vec![channel.name.clone()],
                Some(size) => (0..size)
                    .map(|at| format!("{}[{at}]", channel.name))
                    .collect(),
            };
            for text in texts {
                for is_send in [false, true] {
                    if channel.shape.buffered || !is_send {
                        events.push(Event {
                            channel: channel.clone(),
                            text: text.clone(),
                            is_send,
                        });
                    }
                }
            }
        }
        events
    }

    /// Options that begin with different events.
    fn event_choice(&mut self, events: &[Event]) -> Stmt {
        let count = 1 + self.dice.below(events.len());
        let mut options = Vec::new();
        for event in &events[..count] {
            let mut option = vec![self.event(event)];
            if self.dice.chance(25) {
                option.extend(self.event_of(events));
            }
            if self.dice.chance(15) {
                option.push(Stmt::text("break"));
            }
            options.push(option);
        }
        Kind::Choice(Choice::Do, options).into()
    }

    fn event_of(&mut self, events: &[Event]) -> Option<Stmt> {
        let event = self.dice.pick(events).cloned()?;
        Some(self.event(&event))
    }

    fn event(&mut self, event: &Event) -> Stmt {
        let mut fields = Vec::new();
        for field in &event.channel.shape.fields {
            fields.push(match field {
                Field::Value(typ) if self.dice.chance(40) => {
                    if event.is_send {
                        self.constant(*typ).to_string()
                    } else {
                        self.pattern(*field)
                    }
                }
                _ => "_".into(),
            });
        }
        let sign = if event.is_send { "!" } else { "?" };
        Stmt::text(format!("{}{sign}{}", event.text, fields.join(",")))
    }
}
