//! Processes that others create, each at a place of its own.
//!
//! A process that is created gets the next free number, so that its number depends on who came
//! before it. Where every statement that creates processes of a kind is executed at most once by
//! each of the processes that may come to it, and these are known, what it creates may as well get
//! a number by the number of its creator: nobody who does not look at numbers can tell, and what
//! creators that change places have created changes places with them (docs/symmetry.md).

use super::facts::Facts;
use super::numbers::Creation;
use super::{StaticProcess, StaticProcesses};
use crate::positions::plain_local;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{
    BinaryOp, Expr, ExprKind, LocalId, Model, NameExpr, Place, Root, Rule, RuleId, SortId, Stmt,
    StmtKind, Type,
};

/// SPIN has no more processes.
const MOST_PROCESSES: u32 = 255;

/// The statements that give a process its number when it is created, as they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Births {
    /// How many processes there may be.
    pub(super) all: u32,
    changed: Vec<(RuleId, usize, Stmt)>,
}

impl Births {
    /// The model in which processes are numbered in the order of their creation.
    pub fn numbered(&self, placed: &Model) -> Model {
        let mut model = placed.clone();
        for (rule, at, stmt) in &self.changed {
            model.rules[*rule].body[*at].clone_from(stmt);
        }
        model
    }

    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    pub(super) fn rules(&self) -> BTreeSet<RuleId> {
        self.changed.iter().map(|(rule, ..)| *rule).collect()
    }
}

/// A model in which all processes of dynamic kinds have places of their own.
pub(super) struct Placed {
    pub model: Model,
    /// What was changed.
    pub births: Births,
    /// The sorts of these processes.
    pub sorts: BTreeSet<SortId>,
}

/// Why processes of a kind have no places of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unplaced {
    /// One of those who create them may do so again, or it is not known who they are.
    Again,
    /// Some of them are foreseen.
    Mixed,
    /// It is not certain which numbers those have who create them, of this kind.
    Creators(u32),
    TooMany,
}

/// The model in which all processes of dynamic kinds have places of their own; `None` if there are
/// some of which that can't be said.
pub(super) fn placed(model: &Model, statics: &StaticProcesses) -> Option<Placed> {
    let facts = Facts::new(model);
    let mut placing = Placing::new(model, &facts, statics);
    for kind in &statics.dynamic_kinds {
        placing.kind(*kind).ok()?;
    }
    let kinds = statics.dynamic_kinds.iter();
    let sorts = kinds.map(|kind| model.processes().kind(*kind).sort);
    let sorts: BTreeSet<SortId> = sorts.collect();
    let Placing { choices, next, .. } = placing;
    let mut placed = model.clone();
    let mut births = Births {
        all: next,
        ..Births::default()
    };
    for choice in &choices {
        choice.put(&mut placed, &mut births);
    }
    undefine_absent(&mut placed, &sorts);
    Some(Placed {
        model: placed,
        births,
        sorts,
    })
}

/// For each dynamic kind how many places its processes have, whatever the others have.
pub(super) fn places(
    model: &Model,
    statics: &StaticProcesses,
) -> BTreeMap<u32, Result<usize, Unplaced>> {
    let facts = Facts::new(model);
    let kinds = statics.dynamic_kinds.iter();
    let places = kinds.map(|kind| {
        let mut placing = Placing::new(model, &facts, statics);
        let placed = placing.kind(*kind);
        let count = placing.places.get(kind).map_or(0, BTreeSet::len);
        (*kind, placed.map(|()| count))
    });
    places.collect()
}

/// What is not there holds nothing: a symmetry that renames 0 would rename it, and lead to states
/// that are never reached.
fn undefine_absent(model: &mut Model, sorts: &BTreeSet<SortId>) {
    let Model {
        variables, types, ..
    } = model;
    for variable in variables.values_mut() {
        if let Type::Array { index, .. } = types.get(variable.ty) {
            let index = types.get(*index);
            variable.undefinable |= matches!(index, Type::Id(sort) if sorts.contains(sort));
        }
    }
}

struct Placing<'a, 'm> {
    model: &'m Model,
    facts: &'a Facts<'m>,
    statics: &'a StaticProcesses,
    creations: BTreeMap<u32, Vec<RuleId>>,
    /// The next number that nobody has.
    next: u32,
    /// The places of each kind that is done, by their numbers in its sort.
    places: BTreeMap<u32, BTreeSet<u32>>,
    /// Kinds that wait for those of their creators.
    open: BTreeSet<u32>,
    choices: Vec<Choice>,
}

/// How a rule chooses a place for what it creates.
struct Choice {
    rule: RuleId,
    /// The statement that does so.
    at: usize,
    /// What is added to the number of the creator in its sort.
    more: i128,
}

impl<'a, 'm> Placing<'a, 'm> {
    fn new(
        model: &'m Model,
        facts: &'a Facts<'m>,
        statics: &'a StaticProcesses,
    ) -> Placing<'a, 'm> {
        let numbers = statics.processes.iter().map(|process| process.number);
        Placing {
            model,
            facts,
            statics,
            creations: facts.creations(facts.all_rules()),
            next: numbers.max().map_or(0, |last| last + 1),
            places: BTreeMap::new(),
            open: BTreeSet::new(),
            choices: Vec::new(),
        }
    }

    /// Gives all processes of a kind their places.
    fn kind(&mut self, kind: u32) -> Result<(), Unplaced> {
        if self.places.contains_key(&kind) {
            return Ok(());
        }
        // Who creates processes like itself may do so without end.
        if !self.open.insert(kind) {
            return Err(Unplaced::Again);
        }
        if self.statics.mixed_kinds.contains(&kind) {
            let mut late = self.statics.late.get(&kind).into_iter().flatten();
            let are_once = late.all(|rule| self.is_taken_once(*rule, &self.model.rules[*rule]));
            return Err(if are_once {
                Unplaced::Mixed
            } else {
                Unplaced::Again
            });
        }
        let mut places = BTreeSet::new();
        for rule in self.creations.get(&kind).cloned().unwrap_or_default() {
            places.extend(self.rule(kind, rule)?);
        }
        self.places.insert(kind, places);
        Ok(())
    }

    /// Gives what a rule creates places beside each other, in the order of the creators.
    fn rule(&mut self, kind: u32, id: RuleId) -> Result<Vec<u32>, Unplaced> {
        let rule = &self.model.rules[id];
        let is_alone = self.facts.rules[id].creates == BTreeSet::from([kind]);
        let turn = rule
            .turn
            .filter(|_| is_alone && self.is_taken_once(id, rule));
        let at = Creation::of(self.model, rule).chosen(rule);
        let (turn, at) = turn.zip(at).ok_or(Unplaced::Again)?;
        let creators = self.creators(turn.kind)?;
        let ends = creators.first().zip(creators.last());
        let (first, last) = ends.ok_or(Unplaced::Again)?;
        let described = self.model.processes().kind(kind);
        let begin = self.next.checked_sub(described.first);
        let begin = begin.ok_or(Unplaced::TooMany)?;
        let end = begin + (last - first);
        self.next += last - first + 1;
        if end >= self.model.processes().room(described) || self.next > MOST_PROCESSES {
            return Err(Unplaced::TooMany);
        }
        self.choices.push(Choice {
            rule: id,
            at,
            more: i128::from(begin) - i128::from(*first),
        });
        Ok(creators.iter().map(|own| begin + own - first).collect())
    }

    /// Whether no process can come to a rule again when it has fired it.
    fn is_taken_once(&self, id: RuleId, rule: &Rule) -> bool {
        let to = rule.control.as_ref().and_then(|control| control.to);
        let to = to.and_then(|to| usize::try_from(to).ok());
        let ahead = |to| {
            rule.turn
                .map(|turn| self.facts.ahead(self.model, turn.kind, to))
        };
        to.and_then(ahead).is_some_and(|ahead| !ahead.contains(&id))
    }

    /// The processes that may come to a rule of a kind.
    fn creators(&mut self, kind: u32) -> Result<BTreeSet<u32>, Unplaced> {
        if self.statics.dynamic_kinds.contains(&kind) {
            self.kind(kind).map_err(|why| match why {
                Unplaced::Mixed => Unplaced::Creators(kind),
                Unplaced::Again | Unplaced::Creators(_) | Unplaced::TooMany => why,
            })?;
            return self.places.get(&kind).cloned().ok_or(Unplaced::Again);
        }
        let own = self.statics.processes.iter();
        let own: Vec<&StaticProcess> = own.filter(|process| process.kind == kind).collect();
        let described = self.model.processes().kind(kind);
        let index = |process: &&StaticProcess| {
            let is_certain = !process.needs_stay;
            is_certain.then(|| self.model.processes().index_of(described, process.name))
        };
        let places: Option<BTreeSet<u32>> = own.iter().map(index).collect();
        places.ok_or(Unplaced::Creators(kind))
    }
}

impl Choice {
    /// What is created gets the number of its creator in the sort of that one, and something more.
    /// From then on there may be processes with all numbers.
    fn put(&self, model: &mut Model, births: &mut Births) {
        let count = model.processes().count().map(Root::Variable);
        let rule = &mut model.rules[self.rule];
        let Some(own) = rule.parameters.first().map(|binding| binding.local) else {
            return;
        };
        let own_type = rule.locals[own].ty;
        for (at, stmt) in rule.body.iter_mut().enumerate() {
            let before = stmt.clone();
            if let StmtKind::Assign { value, .. } = &mut stmt.kind
                && at == self.at
            {
                let own = Expr::read(Place::local(own, own_type, value.span));
                self.by_creator(value, own);
            } else if let Some(number) = number_of_processes(&mut stmt.kind, count) {
                *number = Expr::constant(i128::from(births.all), number.ty, number.span);
            } else {
                continue;
            }
            births.changed.push((self.rule, at, before));
        }
    }

    fn by_creator(&self, chosen: &mut Expr, own: Expr) {
        let ExprKind::Name(NameExpr::NameAt(number)) = &mut chosen.kind else {
            return;
        };
        let (ty, span) = (number.ty, number.span);
        let of_own = ExprKind::Name(NameExpr::NumberOf(Box::new(own)));
        let of_own = Box::new(Expr::new(of_own, ty, span));
        let more = Box::new(Expr::constant(self.more, ty, span));
        number.kind = ExprKind::Binary(BinaryOp::Add, of_own, more);
    }
}

/// How many processes there are from a statement on, or must have room.
fn number_of_processes(kind: &mut StmtKind, variable: Option<Root>) -> Option<&mut Expr> {
    if let StmtKind::Reserve { count, .. } = kind {
        Some(count)
    } else if let StmtKind::Assign { to, value } = kind
        && variable == Some(to.root)
    {
        Some(value)
    } else {
        None
    }
}

/// The processes that are ever created, of each dynamic kind all of whose processes have places of
/// their own, by their numbers in its sort.
pub(super) fn children(
    model: &Model,
    facts: &Facts<'_>,
    statics: &StaticProcesses,
) -> BTreeMap<u32, BTreeSet<u32>> {
    let mut found = BTreeMap::new();
    let creations = facts.creations(facts.all_rules());
    let mut is_more = true;
    while is_more {
        is_more = false;
        for kind in statics.dynamic_kinds.iter() {
            let rules = creations.get(kind).into_iter().flatten();
            let is_placed = |rule: &RuleId| {
                let location = model.processes().kind(*kind).location;
                !facts.rules[*rule].writes.contains(&location)
            };
            let places = rules.map(|rule| {
                let places = is_placed(rule).then(|| places_of(model, &found, statics, *rule));
                places.flatten()
            });
            let places: Option<Vec<BTreeSet<u32>>> = places.collect();
            let is_new = !found.contains_key(kind) && !statics.mixed_kinds.contains(kind);
            if let Some(places) = places.filter(|_| is_new) {
                found.insert(*kind, places.into_iter().flatten().collect());
                is_more = true;
            }
        }
    }
    found
}

/// The places of what a rule creates.
fn places_of(
    model: &Model,
    known: &BTreeMap<u32, BTreeSet<u32>>,
    statics: &StaticProcesses,
    id: RuleId,
) -> Option<BTreeSet<u32>> {
    let rule = &model.rules[id];
    let turn = rule.turn?;
    let more = chosen_by_creator(rule)?;
    let creators: BTreeSet<u32> = if statics.dynamic_kinds.contains(&turn.kind) {
        known.get(&turn.kind)?.clone()
    } else {
        let own = statics.processes.iter();
        let own = own.filter(|process| process.kind == turn.kind);
        let described = model.processes().kind(turn.kind);
        own.map(|process| model.processes().index_of(described, process.name))
            .collect()
    };
    let place = |own: &u32| u32::try_from(i128::from(*own) + more).ok();
    creators.iter().map(place).collect()
}

/// What a rule adds to the number of its process for the only one that it creates.
fn chosen_by_creator(rule: &Rule) -> Option<i128> {
    let own = rule.parameters.first()?.local;
    let mut chosen = rule.body.iter().filter_map(|stmt| {
        let StmtKind::Assign { value, .. } = &stmt.kind else {
            return None;
        };
        let ExprKind::Name(NameExpr::NameAt(number)) = &value.kind else {
            return None;
        };
        Some(sum_with_number_of(number, own))
    });
    let first = chosen.next()??;
    chosen.next().is_none().then_some(first)
}

fn sum_with_number_of(number: &Expr, own: LocalId) -> Option<i128> {
    let ExprKind::Binary(BinaryOp::Add, creator, more) = &number.kind else {
        return None;
    };
    let ExprKind::Name(NameExpr::NumberOf(name)) = &creator.kind else {
        return None;
    };
    let is_own = plain_local(name) == Some(own);
    more.as_constant().filter(|_| is_own)
}
