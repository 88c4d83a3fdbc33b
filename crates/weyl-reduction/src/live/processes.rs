//! Variables of processes that are dead at control locations.
//!
//! Live variables of a control automaton (Aho, Lam, Sethi and Ullman, *Compilers*, 9.2.5), as SPIN
//! has them (Holzmann, *The engineering of a model checker: the Gnu i-protocol case study
//! revisited*, 1999): an item is live at a location if some way from there reads it before it
//! writes all of it. Escapes, `else` and deaths are rules like others, and so are what guards that
//! are false have looked at. A rule that leads to a location where an item is dead sets it to its
//! default.
//!
//! *Theorem.* Let s ~ s' if both are equal but for items of processes that are dead where these
//! stand. Then ~ is a bisimulation between the model and the reduced one: what a step looks at is
//! live where its process stands, so the same rules fire with the same failures, and what is live
//! behind the step was live before it, or is written to the same values.
//!
//! *Invariant.* In the reduced model an item that is dead has its default, in every state that
//! others see: rules reset what was live, what they write, and what rules before them left behind
//! inside of a turn, where nothing is seen; whoever creates a process resets what is dead in the
//! beginning. So each state has one reduced state, and there are no more of these. (Inside of turns
//! nothing is reset: circles of turns stay as they are, and sequences can be fused.)

use super::body::{Summary, summary};
use super::covering::{Covering, Step};
use super::creation::{Creation, Moves};
use super::items::{ItemId, ItemSet, Items};
use super::pins::Pins;
use super::turn_ends::TurnEnds;
use std::collections::BTreeSet;
use weyl_budget::go_on;
use weyl_ir::{Binding, Domain, LocalId, Model, ProcessKind, PropertyId, Rule, RuleId, Type};

/// A rule of the model, or an initial rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Site {
    Start(RuleId),
    Rule(RuleId),
}

/// Items of a process that a rule resets at its end.
#[derive(Clone, Debug)]
pub(super) struct Reset {
    pub site: Site,
    pub process: LocalId,
    /// Where the process then stands.
    pub location: i128,
    pub items: ItemSet,
}

/// A way from a location to another one.
struct Edge {
    rule: RuleId,
    process: LocalId,
    from: usize,
    /// `None`: the process is gone.
    to: Option<usize>,
    is_seen: bool,
    summary: Summary,
}

/// All rules and initial rules with what they do to processes.
pub(super) type Sites<'m> = [(Site, &'m Rule, Moves)];

pub(super) struct Automaton<'m> {
    model: &'m Model,
    number: u32,
    kind: &'m ProcessKind,
    pub items: Items,
    edges: Vec<Edge>,
    /// Items that may be reset.
    candidates: ItemSet,
    /// Locations before all static processes are there: as those inside of a turn, since those who
    /// look for these processes know what counts them.
    early: BTreeSet<i128>,
    turn_ends: TurnEnds,
}

impl<'m> Automaton<'m> {
    /// The automaton of a kind with its items; `None` if some rule moves its processes in a way
    /// that is not understood.
    pub fn new(
        model: &'m Model,
        number: u32,
        sites: &Sites<'m>,
        early: BTreeSet<i128>,
    ) -> Option<Automaton<'m>> {
        let kind = model.processes().kind(number);
        let mut automaton = Automaton {
            model,
            number,
            kind,
            items: Items::of_kind(model, kind),
            edges: Vec::new(),
            candidates: ItemSet::new(),
            early,
            turn_ends: TurnEnds::new(model),
        };
        for (site, rule, moves) in sites {
            if moves.unknown.contains(&number) {
                return None;
            }
            if let Site::Rule(id) = site
                && rule.turn?.kind == number
            {
                let edge = automaton.edge(*id, rule, moves)?;
                automaton.edges.push(edge);
            }
        }
        Some(automaton)
    }

    fn edge(&self, id: RuleId, rule: &Rule, moves: &Moves) -> Option<Edge> {
        let own = own_process(self.model, rule, self.kind)?;
        let control = rule.control.as_ref()?;
        let locations = self.kind.may_end.len();
        let location = |at: i128| usize::try_from(at).ok().filter(|at| *at < locations);
        let to = match control.to {
            Some(to) if !moves.is_death => Some(location(to)?),
            None if moves.is_death => None,
            _ => return None,
        };
        Some(Edge {
            rule: id,
            process: own,
            from: location(control.from)?,
            to,
            is_seen: !control
                .to
                .is_some_and(|to| self.is_unseen(rule, (control.from, to))),
            summary: summary(self.model, &self.items, rule, Some(own)),
        })
    }

    /// Whether others see no process at the end of a rule, or none that has just come from where it
    /// creates others: what creators do there counts for those who look for static processes.
    fn is_unseen(&self, rule: &Rule, (from, to): (i128, i128)) -> bool {
        self.early.contains(&to)
            || self.early.contains(&from) && !self.is_come_to_later(to)
            || self.turn_ends.surely_goes_on(rule, to)
    }

    /// Whether a location is also reached when all static processes are there.
    fn is_come_to_later(&self, at: i128) -> bool {
        let processes = self.model.processes();
        let rules = self.model.rules.values();
        let own = rules.filter(|rule| processes.kind_of_rule(rule) == Some(self.kind));
        let mut ways = own.filter_map(|rule| rule.control.as_ref());
        ways.any(|way| way.to == Some(at) && !self.early.contains(&way.from))
    }

    /// Decides which items may be reset: those of which all that happens is known.
    pub fn choose(&mut self, seen: &[PropertyId], sites: &Sites<'_>) {
        let mut pins = Pins::new(&self.items);
        pins.outside_of_rules(self.model, seen);
        for (_, rule, moves) in sites {
            let own = own_process(self.model, rule, self.kind);
            let created = self.created(moves).map(|of| of.local);
            let followed = own.into_iter().chain(created).map(Some).collect();
            pins.rule(rule, followed);
            for creation in self.created(moves) {
                pins.pin_all(self.inherited(rule, creation.local));
            }
        }
        let all = self.items.all();
        self.candidates = all.difference(&pins.pinned).copied().collect();
    }

    /// Items without a default are left alone.
    pub fn retain(&mut self, has_default: impl Fn(&Items, ItemId) -> bool) {
        let items = &self.items;
        self.candidates.retain(|item| has_default(items, *item));
    }

    fn created<'a>(&self, moves: &'a Moves) -> impl Iterator<Item = &'a Creation> + use<'a> {
        let number = self.number;
        moves.creations.iter().filter(move |of| of.kind == number)
    }

    /// Items that a new process has from whoever had its name before.
    fn inherited(&self, rule: &Rule, process: LocalId) -> ItemSet {
        let summary = summary(self.model, &self.items, rule, Some(process));
        let is_covered = |item: &ItemId| {
            let of = self.items.get(*item);
            let fields = of.fields.iter().map(|field| Step::Field(*field));
            let mut path: Vec<Step> = [Step::Local(process)].into_iter().chain(fields).collect();
            let covering = Covering {
                model: self.model,
                variable: of.variable,
            };
            covering.covers(&rule.body, &mut path, of.ty)
        };
        let all = self.items.all().into_iter();
        all.filter(|item| summary.reads.contains(item) || !is_covered(item))
            .collect()
    }

    /// What is live at each location: the least solution, going backwards.
    fn live(&self) -> Vec<ItemSet> {
        let mut live = vec![ItemSet::new(); self.kind.may_end.len()];
        loop {
            let mut changed = false;
            // Backwards along the text, which is mostly along the ways.
            for edge in self.edges.iter().rev() {
                go_on();
                let behind = edge.to.map(|to| live[to].clone()).unwrap_or_default();
                let kept = behind.difference(&edge.summary.must_write);
                let before = &mut live[edge.from];
                let known = before.len();
                before.extend(kept.chain(&edge.summary.reads));
                changed |= before.len() > known;
            }
            if !changed {
                return live;
            }
        }
    }

    /// Items that keep what their process was created with, as long as it lives, and that it looks
    /// at; or what it has when it has created others. Of a process that every execution creates
    /// alike this is a constant, which whoever looks for symmetry puts in; a reset would save
    /// nothing.
    fn constants(&self, sites: &Sites<'_>, live: &[ItemSet]) -> ItemSet {
        let is_late =
            |edge: &&Edge| edge.to.is_some() && !self.early.contains(&(edge.from as i128));
        let written = self.edges.iter().filter(is_late);
        let written = written.flat_map(|edge| &edge.summary.may_write);
        let written: ItemSet = written.copied().collect();
        let creations = sites.iter().flat_map(|(_, _, moves)| self.created(moves));
        let starts = creations.filter_map(|of| live.get(usize::try_from(of.start).ok()?));
        let read: ItemSet = starts.flatten().copied().collect();
        let is_creator = !self.early.is_empty();
        let all = self.items.all().into_iter();
        let kept = all.filter(|item| is_creator || read.contains(item));
        kept.filter(|item| !written.contains(item)).collect()
    }

    /// What is to be reset where. Where processes are static, their constants are not.
    pub fn resets(&mut self, sites: &Sites<'_>, are_static: bool) -> Vec<Reset> {
        let live = self.live();
        let constants = self.constants(sites, &live).into_iter();
        for constant in constants.filter(|_| are_static) {
            self.candidates.remove(&constant);
        }
        let dead =
            |at: usize| -> ItemSet { self.candidates.difference(&live[at]).copied().collect() };
        let left = self.left_behind(&live, &dead);
        let mut resets = Vec::new();
        for edge in self.edges.iter().filter(|edge| edge.is_seen) {
            if let Some(to) = edge.to {
                resets.push(Reset {
                    site: Site::Rule(edge.rule),
                    process: edge.process,
                    location: to as i128,
                    items: stale(edge, &live, &left, &dead(to)),
                });
            }
        }
        for (site, _, moves) in sites {
            for creation in self.created(moves) {
                if self.early.contains(&creation.start) {
                    continue;
                }
                resets.push(Reset {
                    site: *site,
                    process: creation.local,
                    location: creation.start,
                    items: self.dead_at_first(moves, &dead),
                });
            }
        }
        resets.retain(|reset| !reset.items.is_empty());
        resets
    }

    /// What is dead at all locations where processes of a body begin: two of them may be the same.
    fn dead_at_first(&self, moves: &Moves, dead: &impl Fn(usize) -> ItemSet) -> ItemSet {
        let starts = self.created(moves).map(|of| usize::try_from(of.start));
        let starts = starts.map(|at| at.ok().filter(|at| *at < self.kind.may_end.len()));
        let sets = starts.map(|at| at.map(dead).unwrap_or_default());
        let common = |one: ItemSet, two: ItemSet| one.intersection(&two).copied().collect();
        sets.reduce(common).unwrap_or_default()
    }

    /// Dead items that may not have their defaults at locations that nobody sees.
    fn left_behind(&self, live: &[ItemSet], dead: &impl Fn(usize) -> ItemSet) -> Vec<ItemSet> {
        let mut left = vec![ItemSet::new(); live.len()];
        for at in self.early.iter().filter_map(|at| usize::try_from(*at).ok()) {
            left[at] = dead(at);
        }
        loop {
            let mut changed = false;
            for edge in self.edges.iter().filter(|edge| !edge.is_seen) {
                go_on();
                let Some(to) = edge.to else {
                    continue;
                };
                let stale = stale(edge, live, &left, &dead(to));
                let known = left[to].len();
                left[to].extend(stale);
                changed |= left[to].len() > known;
            }
            if !changed {
                return left;
            }
        }
    }
}

/// Of the items that are dead behind a rule those that may not have their defaults.
fn stale(edge: &Edge, live: &[ItemSet], left: &[ItemSet], dead: &ItemSet) -> ItemSet {
    let may_be = |item: &&ItemId| {
        live[edge.from].contains(item)
            || left[edge.from].contains(item)
            || edge.summary.may_write.contains(item)
    };
    dead.iter().filter(may_be).copied().collect()
}

/// The parameter of a rule that is the acting process, if it is of a kind.
pub(super) fn own_process(model: &Model, rule: &Rule, kind: &ProcessKind) -> Option<LocalId> {
    let of_rule = model.processes().kind_of_rule(rule)?;
    let Binding { local, domain } = rule.parameters.first()?;
    let is_own = match domain {
        Domain::Type(ty) => *model.types.get(*ty) == Type::Id(kind.sort),
        Domain::Steps { .. } | Domain::Positions(_) => false,
    };
    (of_rule.sort == kind.sort && is_own).then_some(*local)
}
