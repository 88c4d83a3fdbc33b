//! The cone of influence: what properties see, and again and again all that decides about it.
//!
//! (Saïdi, *Discovering symmetries*, 5.2 and 5.3, where predicates depend on predicates; here slots
//! depend on slots, through ground rules.)
//!
//! Where processes take turns a process is kept whole or not at all, as far as its control goes:
//! all its rules move its location, so as soon as one of them stays all do, with their guards,
//! `else`, escapes and the sequences that nobody interrupts. Who meets another process at a channel
//! that stores nothing keeps that one, too. `timeout` and `enabled` read everything.

use super::defined::Defined;
use super::outline::Outline;
use super::part::Part;
use super::reason::{Kept, Reason, Step};
use super::{Wanted, property_instances};
use std::collections::BTreeSet;
use weyl_budget::go_on;
use weyl_ir::layout::{Layout, SlotId};
use weyl_ir::structure::{Address, ChannelNeed, ChannelUse, Statements};
use weyl_ir::{Model, PropertyId, PropertyKind, Root, RuleId, Structure};

pub(super) struct Cone<'m> {
    pub model: &'m Model,
    pub layout: &'m Layout,
    pub structure: &'m Structure,
    pub kept: Kept<'m>,
    pub parts: Vec<Part<'m>>,
}

impl<'m> Cone<'m> {
    pub fn of(
        model: &'m Model,
        layout: &'m Layout,
        (structure, statements): (&'m Structure, &'m Statements),
        wanted: &Wanted,
    ) -> Cone<'m> {
        let mut cone = Cone {
            model,
            layout,
            structure,
            kept: Kept::nothing(layout),
            parts: parts(model, layout, statements),
        };
        cone.begin(wanted);
        while cone.advance() {
            go_on();
        }
        cone
    }

    fn begin(&mut self, wanted: &Wanted) {
        let properties = self.model.properties.iter();
        let assumed = properties.filter(|(_, of)| of.kind == PropertyKind::Assumption);
        let assumed = assumed.map(|(id, _)| id);
        let seen: BTreeSet<PropertyId> = assumed.chain(wanted.properties.clone()).collect();
        for property in &seen {
            for instance in 0..property_instances(self.model, *property) {
                for slot in self.structure.property(*property, instance).iter() {
                    self.kept.add(slot, Reason::Seen(*property));
                }
            }
        }
        let is_about_events =
            |id: &PropertyId| self.model.properties[*id].kind == PropertyKind::Events;
        if self.model.processes().have_priorities() || seen.iter().any(is_about_events) {
            self.kept.add_all(Reason::Everything);
        }
        for part in &mut self.parts {
            match part.step {
                Step::Start(_) => part.stay_all(None),
                Step::Rule(id) if wanted.rules.contains(&id) => part.stay_all(None),
                Step::Rule(_) => {}
            }
        }
    }

    /// One round; whether anything was new.
    fn advance(&mut self) -> bool {
        let mut is_new = self.keep_processes();
        is_new |= self.keep_partners();
        for part in &mut self.parts {
            is_new |= part.advance(&mut self.kept);
        }
        is_new
    }

    /// All rules of a process whose location is kept stay, also such as do not move it.
    fn keep_processes(&mut self) -> bool {
        let mut is_new = false;
        for part in &mut self.parts {
            let Some(control) = &part.rule.control else {
                continue;
            };
            let Root::Variable(variable) = control.location.root else {
                continue;
            };
            for instance in 0..part.instances.len() {
                let reads = part.instances[instance].around.reads.iter();
                let stands = reads.filter(|at| match at {
                    Address::Slot(slot) => self.layout.slots[*slot].variable == variable,
                    Address::Local(_) | Address::Reference(_) => false,
                });
                let at = self.kept.first(stands);
                is_new |= at.is_some_and(|slot| part.stay(instance, Some(slot)));
            }
        }
        is_new
    }

    /// Those who meet somebody that stays stay, too.
    fn keep_partners(&mut self) -> bool {
        let mut met: Vec<(ChannelUse, SlotId)> = Vec::new();
        for (id, part, instance) in self.rule_instances() {
            if let Some(cause) = self.parts[part].stays[instance] {
                let at = cause.or_else(|| self.any_kept());
                let uses = self.structure.instances(id)[instance].channels.iter();
                let meetings = uses.filter(|of| partner(of.need).is_some());
                met.extend(
                    meetings
                        .zip(at.into_iter().cycle())
                        .map(|(of, at)| (*of, at)),
                );
            }
        }
        let mut is_new = false;
        for (id, part, instance) in self.rule_instances() {
            let mut uses = self.structure.instances(id)[instance].channels.iter();
            let cause = uses.find_map(|own| {
                let meets = |(other, _): &&(ChannelUse, SlotId)| {
                    own.is_same_channel(other) && partner(other.need) == Some(own.need)
                };
                met.iter().find(meets).map(|(_, at)| *at)
            });
            is_new |= cause.is_some_and(|at| self.parts[part].stay(instance, Some(at)));
        }
        is_new
    }

    fn any_kept(&self) -> Option<SlotId> {
        let mut slots = self.layout.slots.keys();
        slots.find(|slot| self.kept.contains(*slot))
    }

    /// All instances of rules: the rule, its part, the instance.
    fn rule_instances(&self) -> Vec<(RuleId, usize, usize)> {
        let parts = self.parts.iter().enumerate();
        let rules = parts.filter_map(|(number, part)| match part.step {
            Step::Rule(id) => Some((id, number, part.instances.len())),
            Step::Start(_) => None,
        });
        let instances = rules
            .flat_map(|(id, part, count)| (0..count).map(move |instance| (id, part, instance)));
        instances.collect()
    }
}

/// What the other side of a meeting needs.
fn partner(need: ChannelNeed) -> Option<ChannelNeed> {
    match need {
        ChannelNeed::Receiver => Some(ChannelNeed::Sender),
        ChannelNeed::Sender => Some(ChannelNeed::Receiver),
        ChannelNeed::Length | ChannelNeed::Room | ChannelNeed::Oldest | ChannelNeed::Message => {
            None
        }
    }
}

/// All rules, and the initial rules where every rule is a step by itself. Processes have one
/// initial state: it stays as it is.
fn parts<'m>(model: &'m Model, layout: &'m Layout, statements: &'m Statements) -> Vec<Part<'m>> {
    let defined = Defined::new(model, layout, statements);
    let rules = model.rules.iter().map(|(id, rule)| {
        let outline = Outline::new(model, &defined, rule);
        Part::new(Step::Rule(id), rule, outline, statements.rule(id))
    });
    let starts = model.starts.iter().filter(|_| !model.has_processes());
    let starts = starts.map(|(id, rule)| {
        let outline = Outline::new(model, &defined, rule);
        Part::new(Step::Start(id), rule, outline, statements.start(id))
    });
    rules.chain(starts).collect()
}
