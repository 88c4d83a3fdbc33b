//! Variables that are dead between turns: no turn reads them before it has written them.
//!
//! The live variables of a turn are found as those of a process ([`super::processes`]), but going
//! on inside of turns only: a location counts as seen unless every way there is surely continued by
//! the same process. Whoever takes a rendezvous offer was at a location that was seen, and whoever
//! made the offer is at one afterwards. A variable of which nothing is live at a location that is
//! seen is reset at the end of each turn that may have written it.

use super::body::{Summary, summary};
use super::creation::Moves;
use super::defaults::Defaults;
use super::items::{Item, ItemId, ItemSet, Items};
use super::pins::Pins;
use super::processes::{Site, Sites};
use super::turn_ends::TurnEnds;
use super::{Resets, fields_path, reset_without_process, sites};
use std::collections::BTreeSet;
use weyl_budget::go_on;
use weyl_ir::{Model, PropertyId, Rule, VarId};

/// A rule, as a part of a turn.
struct Edge {
    site: Site,
    kind: usize,
    /// `None`: it begins everything.
    from: Option<usize>,
    /// `None`: the turn ends, whoever goes on.
    to: Option<usize>,
    summary: Summary,
}

pub(super) struct Turns<'m> {
    model: &'m Model,
    items: Items,
    edges: Vec<Edge>,
    /// For each kind the locations where others may see a process.
    seen: Vec<Vec<bool>>,
    candidates: ItemSet,
    turn_ends: TurnEnds,
}

impl<'m> Turns<'m> {
    /// The turns of a model, for some variables that no process indexes.
    pub fn new(
        model: &'m Model,
        variables: impl Iterator<Item = VarId>,
        seen: &[PropertyId],
    ) -> Turns<'m> {
        let kinds = model.processes().kinds().iter();
        let mut turns = Turns {
            model,
            items: Items::of_variables(model, variables),
            edges: Vec::new(),
            seen: kinds.map(|kind| vec![false; kind.may_end.len()]).collect(),
            candidates: ItemSet::new(),
            turn_ends: TurnEnds::new(model),
        };
        let sites = sites(model);
        let is_known = |(_, rule, moves): &(Site, &Rule, Moves)| {
            let control = rule.control.as_ref();
            let leads_nowhere = control.is_some_and(|control| control.to.is_none());
            moves.unknown.is_empty() && moves.is_death == leads_nowhere
        };
        if !sites.iter().all(is_known) || !super::creation::moved_by_functions(model).is_empty() {
            return turns;
        }
        turns.candidates = turns.unpinned(&sites, seen);
        for (site, rule, moves) in &sites {
            turns.add(*site, rule, moves);
        }
        turns
    }

    fn unpinned(&self, sites: &Sites<'_>, seen: &[PropertyId]) -> ItemSet {
        let mut pins = Pins::new(&self.items);
        pins.outside_of_rules(self.model, seen);
        for (_, rule, _) in sites {
            pins.rule(rule, vec![None]);
        }
        let all = self.items.all();
        all.difference(&pins.pinned).copied().collect()
    }

    fn add(&mut self, site: Site, rule: &Rule, moves: &Moves) {
        for creation in &moves.creations {
            if let Ok(at) = usize::try_from(creation.start) {
                self.see(creation.kind as usize, at);
            }
        }
        let kind = rule.turn.map_or(0, |turn| turn.kind as usize);
        let location = |at: i128| usize::try_from(at).ok();
        let control = rule.control.as_ref();
        let to = control.and_then(|control| location(control.to?));
        let goes_on = to.is_some_and(|to| self.turn_ends.surely_goes_on(rule, to as i128));
        if let Some(to) = to.filter(|_| !goes_on) {
            self.see(kind, to);
        }
        self.edges.push(Edge {
            site,
            kind,
            from: control.and_then(|control| location(control.from)),
            to: to.filter(|_| goes_on),
            summary: summary(self.model, &self.items, rule, None),
        });
    }

    fn see(&mut self, kind: usize, at: usize) {
        if let Some(seen) = self.seen.get_mut(kind).and_then(|of| of.get_mut(at)) {
            *seen = true;
        }
    }

    /// What is live at each location of each kind, inside of turns.
    fn live(&self) -> Vec<Vec<ItemSet>> {
        let mut live: Vec<Vec<ItemSet>> = self
            .seen
            .iter()
            .map(|of| vec![ItemSet::new(); of.len()])
            .collect();
        loop {
            let mut changed = false;
            for edge in self.edges.iter().rev() {
                go_on();
                let Some(from) = edge.from else {
                    continue;
                };
                let behind = edge.to.map(|to| live[edge.kind][to].clone());
                let behind = behind.unwrap_or_default();
                let kept = behind.difference(&edge.summary.must_write);
                let before = &mut live[edge.kind][from];
                let known = before.len();
                before.extend(kept.chain(&edge.summary.reads));
                changed |= before.len() > known;
            }
            if !changed {
                return live;
            }
        }
    }

    /// The variables of which nothing is live where a turn may begin, and that have defaults.
    pub fn forgettable(&self, defaults: &Defaults<'_>) -> BTreeSet<VarId> {
        let live = self.live();
        let mut needed = ItemSet::new();
        for (live, seen) in live.iter().zip(&self.seen) {
            let begins = live.iter().zip(seen).filter(|(_, seen)| **seen);
            needed.extend(begins.flat_map(|(live, _)| live));
        }
        let is_known = |item: &ItemId| {
            let of = self.items.get(*item);
            self.candidates.contains(item)
                && !needed.contains(item)
                && defaults.exist(of.variable, &mut fields_path(&of.fields), of.ty)
        };
        let all = self.items.all();
        let lost = all.iter().filter(|item| !is_known(item));
        let lost: BTreeSet<VarId> = lost.map(|item| self.items.get(*item).variable).collect();
        self.items
            .variables()
            .filter(|id| !lost.contains(id))
            .collect()
    }

    /// Items that may not have their defaults at locations inside of turns.
    fn left_behind(&self) -> Vec<Vec<ItemSet>> {
        let mut left: Vec<Vec<ItemSet>> = self
            .seen
            .iter()
            .map(|of| vec![ItemSet::new(); of.len()])
            .collect();
        loop {
            let mut changed = false;
            for edge in &self.edges {
                go_on();
                let Some(to) = edge.to else {
                    continue;
                };
                let dirty = dirty(edge, &left);
                let known = left[edge.kind][to].len();
                left[edge.kind][to].extend(dirty);
                changed |= left[edge.kind][to].len() > known;
            }
            if !changed {
                return left;
            }
        }
    }

    /// Resets variables where turns end, and in the beginning.
    pub fn apply(
        &self,
        forgotten: &BTreeSet<VarId>,
        defaults: &Defaults<'_>,
        reduced: &mut Model,
    ) -> Resets {
        let left = self.left_behind();
        let mut resets = Resets::default();
        for edge in self.edges.iter().filter(|edge| edge.to.is_none()) {
            let items = match edge.site {
                Site::Start(_) => self.items.all(),
                Site::Rule(_) => dirty(edge, &left),
            };
            let items = items.into_iter().map(|item| self.items.get(item));
            let items = items.filter(|item| forgotten.contains(&item.variable));
            let items: Vec<&Item> = items.collect();
            resets.statements += reset_without_process(reduced, edge.site, &items, defaults);
            for variable in items
                .iter()
                .map(|item| item.variable)
                .collect::<BTreeSet<_>>()
            {
                resets.note(variable);
            }
        }
        resets
    }
}

/// What may be written in the turn up to the end of a rule.
fn dirty(edge: &Edge, left: &[Vec<ItemSet>]) -> ItemSet {
    let before = edge.from.map(|from| left[edge.kind][from].clone());
    let mut dirty = before.unwrap_or_default();
    dirty.extend(&edge.summary.may_write);
    dirty
}
