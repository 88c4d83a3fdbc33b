//! Terms of rules: control, turn, guard, body.

use super::Builder;
use crate::discovery::bodies::Body;
use crate::discovery::bodies::locations::are_only_tested;
use crate::discovery::bodies::reached::Reached;
use crate::discovery::bodies::statics::Statics;
use crate::discovery::terms::TermId;
use crate::discovery::terms::program::RootKind;
use crate::discovery::terms::universe::{AtomKind, Colour};
use cranelift_entity::SecondaryMap;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Binding, Control, Model, NameId, Rule, RuleId, Turn};

/// Where one of a group of rules is taken: the kind, the process, the location, the group.
pub(super) type GroupPlace = (u32, Option<i128>, i128, u32);

impl Builder<'_> {
    pub(super) fn rule(&mut self, origin: RuleId, rule: &Rule) -> TermId {
        let mut parts = self.parameters(&rule.parameters);
        let control = rule.control.as_ref();
        parts.extend(control.map(|control| self.control(rule, control)));
        parts.push(self.value(&rule.guard, None));
        parts.push(self.block(&rule.body));
        let label = format!("rule {}", self.turn_labels[origin]);
        self.node(&label, &parts)
    }

    /// The rules of each process from which only the first is taken, where there are several.
    pub(super) fn groups(&mut self) {
        for rules in std::mem::take(&mut self.groups).into_values() {
            if let [(_, title), _, ..] = &rules[..] {
                self.current = title.clone();
                let rules: Vec<TermId> = rules.iter().map(|(rule, _)| *rule).collect();
                let term = self.node("first of", &rules);
                self.titled_root(RootKind::Rule, term);
            }
        }
    }

    /// Where a ground rule is one of a group: by kind, process, location and number.
    pub(super) fn group_of(rule: &Rule) -> Option<GroupPlace> {
        let turn = rule.turn?;
        let control = rule.control.as_ref()?;
        let process = control
            .process
            .as_ref()
            .and_then(|process| process.as_constant());
        Some((turn.kind, process, control.from, turn.group?))
    }

    /// Parameters that were not put in.
    pub(super) fn parameters(&mut self, parameters: &[Binding]) -> Vec<TermId> {
        // All instances are there, so their order can't show.
        let domains = parameters.iter().map(|binding| self.bind(binding, true));
        domains.collect()
    }

    fn control(&mut self, rule: &Rule, control: &Control) -> TermId {
        let place = self.place(&control.location);
        let process = control.process.as_ref();
        let name = process.and_then(|process| {
            let value = process.as_constant()?;
            self.model().value_name(process.ty, value)
        });
        let kind = rule.turn.map(|turn| turn.kind);
        let from = self.location(kind, name, control.from);
        let to = match control.to {
            Some(to) => self.location(kind, name, to),
            None => self.node("anywhere", &[]),
        };
        let process = match process {
            Some(process) => self.value(process, None),
            None => self.node("nobody", &[]),
        };
        self.node("control", &[place, process, from, to])
    }

    pub(super) fn location(
        &mut self,
        kind: Option<u32>,
        process: Option<NameId>,
        location: i128,
    ) -> TermId {
        let has_names = kind.is_some_and(|kind| self.location_names.contains(&kind));
        match process {
            Some(process) if has_names => {
                let sort = self.model().sort_of(process);
                let atom = AtomKind::Location { process, location };
                self.atom(atom, Colour::Location(sort))
            }
            _ => self.node(&format!("location {location}"), &[]),
        }
    }
}

/// How each rule takes its turn. Where a rule is for the case that no other can fire, it counts
/// which of these come before it. Of a group only the first is taken: its rules are told in their
/// order apart (`Builder::groups`).
pub(super) fn turn_labels(model: &Model) -> SecondaryMap<RuleId, String> {
    let mut labels = SecondaryMap::new();
    let mut beside: BTreeMap<(u32, Option<i128>), Vec<Turn>> = BTreeMap::new();
    for (id, rule) in &model.rules {
        let Some(turn) = rule.turn else {
            continue;
        };
        let from = rule.control.as_ref().map(|control| control.from);
        let earlier = beside.entry((turn.kind, from)).or_default();
        labels[id] = turn_label(&turn, earlier);
        earlier.push(turn);
    }
    labels
}

fn turn_label(turn: &Turn, earlier: &[Turn]) -> String {
    let elses = earlier.iter().filter(|other| other.otherwise).count();
    let is_grouped = turn.group.is_some();
    let Turn {
        kind,
        otherwise,
        level,
        then,
        ..
    } = turn;
    format!("{kind} {otherwise} {level} {then:?} {elses} {is_grouped}")
}

/// Kinds of processes whose locations are not computed with: nobody but their own rules does more
/// than to test whether one process is at one place. Their processes are all known, and where these
/// may stand: places where nobody ever is would all look alike.
pub(super) fn kinds_with_location_names(
    model: &Model,
    statics: &Statics,
    reached: &Reached,
    bodies: &[Body<'_>],
) -> BTreeSet<u32> {
    if !model.has_processes() {
        return BTreeSet::new();
    }
    let are_only_tested = are_only_tested(model, bodies);
    let kinds = model.processes().numbered_kinds();
    let hidden = kinds.filter(|(number, kind)| {
        let is_known = statics.of_kind(*number).is_some() && reached.is_known(kind.location);
        is_known && are_only_tested(kind.location)
    });
    hidden.map(|(number, _)| number).collect()
}
