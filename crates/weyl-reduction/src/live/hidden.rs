//! Hidden variables that are no part of states.
//!
//! SPIN leaves `hidden` variables out of states, whatever they are for; where one is read that
//! another turn wrote, it misses states and errors. Here a hidden variable is forgotten between
//! turns if no turn reads it before it has written it: in every state that others see it then has
//! its default, which nobody looks at. Others are variables like all.
//!
//! The live variables of a turn are found as those of a process ([`super::processes`]), but going
//! on inside of turns only: a location counts as seen unless every way there is surely continued by
//! the same process. Whoever takes a rendezvous offer was at a location that was seen, and whoever
//! made the offer is at one afterwards.

use super::body::{Summary, summary};
use super::covering;
use super::creation::Moves;
use super::defaults::{Aim, Defaults};
use super::items::{ItemId, ItemSet, Items};
use super::pins::Pins;
use super::processes::Site;
use super::turn_ends::TurnEnds;
use super::{reset_without_process, sites};
use std::collections::BTreeSet;
use weyl_budget::go_on;
use weyl_ir::analysis::written_places;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Model, PropertyId, Rule, Stmt, VarId};
use weyl_symmetry::static_processes;

/// A model in which hidden variables are forgotten between turns.
#[derive(Clone, Debug)]
pub struct Forgotten {
    pub model: Model,
    /// Those that are.
    pub forgotten: Vec<VarId>,
    /// Those that are part of states although they are hidden: what they hold is looked at in a
    /// later turn. SPIN may miss states and errors there.
    pub kept: Vec<VarId>,
}

/// Forgets hidden variables between turns where nobody can tell. It holds for all properties.
pub fn forget_hidden(model: &Model) -> Forgotten {
    let hidden = model.variables.iter().filter(|(_, of)| of.hidden);
    let changing: Vec<VarId> = hidden
        .map(|(id, _)| id)
        .filter(|id| changes(model, *id))
        .collect();
    let mut reduced = model.clone();
    let mut forgotten = BTreeSet::new();
    let rules = model.starts.values().chain(model.rules.values());
    let returns = rules.into_iter().any(|rule| covering::returns(&rule.body));
    if !changing.is_empty() && model.has_processes() && !returns {
        let turns = Turns::new(model, changing.iter().copied());
        forgotten = turns.forgettable();
        turns.apply(&forgotten, &mut reduced);
    }
    let (forgotten, kept) = changing.into_iter().partition(|id| forgotten.contains(id));
    Forgotten {
        model: reduced,
        forgotten,
        kept,
    }
}

/// Whether some rule or function may write a variable.
fn changes(model: &Model, variable: VarId) -> bool {
    struct Writes(VarId, bool);
    impl Visitor for Writes {
        fn stmt(&mut self, stmt: &Stmt) {
            let root = weyl_ir::Root::Variable(self.0);
            self.1 |= written_places(stmt).iter().any(|place| place.root == root);
        }
    }
    let mut writes = Writes(variable, false);
    let functions = model.functions.values().map(|of| &of.body);
    let bodies = functions.chain(model.rules.values().map(|of| &of.body));
    bodies.for_each(|body| walk_block(&mut writes, body));
    writes.1
}

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

struct Turns<'m> {
    model: &'m Model,
    items: Items,
    edges: Vec<Edge>,
    /// For each kind the locations where others may see a process.
    seen: Vec<Vec<bool>>,
    candidates: ItemSet,
    turn_ends: TurnEnds,
}

impl<'m> Turns<'m> {
    fn new(model: &'m Model, variables: impl Iterator<Item = VarId>) -> Turns<'m> {
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
        let is_known = |(_, _, moves): &(Site, &Rule, Moves)| moves.unknown.is_empty();
        if !sites.iter().all(is_known) || !super::creation::moved_by_functions(model).is_empty() {
            return turns;
        }
        turns.candidates = turns.unpinned(&sites);
        for (site, rule, moves) in &sites {
            turns.add(*site, rule, moves);
        }
        turns
    }

    fn unpinned(&self, sites: &super::processes::Sites<'_>) -> ItemSet {
        let mut pins = Pins::new(&self.items);
        let all: Vec<PropertyId> = self.model.properties.keys().collect();
        pins.outside_of_rules(self.model, &all);
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

    /// The variables of which nothing is live where a turn may begin.
    fn forgettable(&self) -> BTreeSet<VarId> {
        let live = self.live();
        let mut needed = ItemSet::new();
        for (live, seen) in live.iter().zip(&self.seen) {
            let begins = live.iter().zip(seen).filter(|(_, seen)| **seen);
            needed.extend(begins.flat_map(|(live, _)| live));
        }
        let is_known = |item: &ItemId| self.candidates.contains(item) && !needed.contains(item);
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

    /// Resets variables where turns end.
    fn apply(&self, forgotten: &BTreeSet<VarId>, reduced: &mut Model) {
        let classes = super::numbers::classes(self.model, &static_processes(self.model));
        let defaults = Defaults {
            model: self.model,
            classes: &classes,
            aim: Aim::Symmetry,
            owner: None,
        };
        let left = self.left_behind();
        for edge in self.edges.iter().filter(|edge| edge.to.is_none()) {
            let items = dirty(edge, &left);
            let items = items.into_iter().map(|item| self.items.get(item));
            let items = items.filter(|item| forgotten.contains(&item.variable));
            reset_without_process(reduced, edge.site, items, &defaults);
        }
    }
}

/// What may be written in the turn up to the end of a rule.
fn dirty(edge: &Edge, left: &[Vec<ItemSet>]) -> ItemSet {
    let before = edge.from.map(|from| left[edge.kind][from].clone());
    let mut dirty = before.unwrap_or_default();
    dirty.extend(&edge.summary.may_write);
    dirty
}
