//! Static processes: those that every execution creates once, in one order.
//!
//! docs/design.md, law 5; Donaldson, Miller and Calder assume them (an `init` that runs all
//! processes in an atomic block). Here they are found: the initial rules are executed, and the one
//! process that creates others is followed alone, with what is known of the state, until its way is
//! no longer decided ([`walk`]). What may be created from there on, or by others, is dynamic, and
//! so is every process of such a kind.

mod births;
mod calls;
pub(crate) mod constants;
mod evaluate;
mod execute;
mod facts;
mod inhabitants;
mod memory;
mod numbers;
mod start;
mod termination;
mod unmoved;
mod unseen;
mod walk;

pub use births::Births;
pub(crate) use termination::removals;
pub use termination::{Sight, Staying, Witness, foreseen_processes, is_left_out, may_end, staying};
pub use unmoved::{Unmoved, UnmovedKind, unmoved_kinds};

use births::children;
use facts::Facts;
pub use facts::written_elsewhere;
use inhabitants::Inhabitant;
use memory::Memory;
use std::collections::{BTreeMap, BTreeSet};
use walk::Walk;
use weyl_ir::{Model, NameId, RuleId, Type, VarId};

/// A process that every execution that gets so far creates once, with the same number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticProcess {
    /// Its number in [`weyl_ir::Processes::kinds`].
    pub kind: u32,
    /// Its number among all processes.
    pub number: u32,
    pub name: NameId,
    /// The values that are known of its scalars when it comes into being, its location aside.
    pub initial: Vec<(VarId, i128)>,
    /// Its number is this one only if processes that have ended keep theirs.
    pub needs_stay: bool,
}

/// A process that creates static processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creator {
    pub name: NameId,
    /// The array with its location, over the names of its kind.
    pub location: VarId,
    /// Where a creation may still be ahead of it.
    pub before: BTreeSet<i128>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaticProcesses {
    /// Those of the initial states, then the others in the order of their creation. None is of a
    /// dynamic kind.
    pub processes: Vec<StaticProcess>,
    /// When all of them are beyond `before`, all static processes have been created.
    pub creators: Vec<Creator>,
    /// The kinds of which processes may come into being in other ways.
    pub dynamic_kinds: BTreeSet<u32>,
    /// Those of them of which some processes are foreseen all the same.
    pub mixed_kinds: BTreeSet<u32>,
    /// How many are foreseen of each of these.
    pub foreseen: BTreeMap<u32, usize>,
    /// Where whoever creates processes may go on in several ways, and could not be followed: the
    /// statements that may be next.
    pub choice: Vec<RuleId>,
    /// Where whoever creates processes may have to wait inside of a sequence, so that others come
    /// in between.
    pub waits: BTreeSet<RuleId>,
    /// For each of the other kinds whose processes have places of their own, whenever they are
    /// created, all that there may be.
    pub children: BTreeMap<u32, Vec<NameId>>,
    /// For each dynamic kind, the rules that may create one.
    pub late: BTreeMap<u32, Vec<RuleId>>,
    /// The variables that no rule writes except to bring a process into being or to end it: what is
    /// known of them at the beginning, or of a static process when it is created, stays.
    pub kept: BTreeSet<VarId>,
    /// Whether some of the numbers are certain only if processes that have ended keep theirs.
    /// Otherwise the kinds of these processes are dynamic too.
    pub numbers_need_stay: bool,
}

impl StaticProcesses {
    /// Kinds whose processes have places of their own are not dynamic.
    fn find_children(&mut self, model: &Model, facts: &Facts<'_>) {
        for (kind, places) in children(model, facts, self) {
            let sort = model.processes().kind(kind).sort;
            let names = places.iter().map(|at| model.name_of(sort, *at as usize));
            self.children.insert(kind, names.collect());
            self.dynamic_kinds.remove(&kind);
            self.late.remove(&kind);
        }
    }

    /// What is known of a process that is not there yet is nothing that stays.
    fn without_children(&self, model: &Model, kept: BTreeSet<VarId>) -> BTreeSet<VarId> {
        let sorts = self.children.keys();
        let sorts = sorts.map(|kind| Type::Id(model.processes().kind(*kind).sort));
        let sorts: Vec<Type> = sorts.collect();
        let is_row = |variable: &VarId| {
            let ty = model.types.get(model.variables[*variable].ty);
            matches!(ty, Type::Array { index, .. } if sorts.contains(model.types.get(*index)))
        };
        kept.into_iter()
            .filter(|variable| !is_row(variable))
            .collect()
    }
}

/// The static processes of a model; none where no processes take turns.
pub fn static_processes(model: &Model) -> StaticProcesses {
    if !model.has_processes() {
        return StaticProcesses::default();
    }
    let facts = Facts::new(model);
    let kept = facts.kept(model);
    match start::beginning(model) {
        None => StaticProcesses {
            dynamic_kinds: (0..facts.processes.kinds().len() as u32).collect(),
            kept,
            ..StaticProcesses::default()
        },
        Some(beginning) => {
            let found = from_beginning(model, &facts, beginning);
            let kept = found.without_children(model, kept);
            StaticProcesses { kept, ..found }
        }
    }
}

fn from_beginning(
    model: &Model,
    facts: &Facts<'_>,
    (memory, first): (Memory<'_>, Vec<Inhabitant>),
) -> StaticProcesses {
    let mut known = StaticProcesses::default();
    let described = first.iter().map(|process| process.describe(model, &memory));
    known.processes.extend(described);
    let mut unforeseen: BTreeSet<RuleId> = facts.all_rules().collect();
    let mut creator = None;
    if let Some(walker) = only_creator(model, facts, &first) {
        let others = first.into_iter().filter(|process| *process != walker);
        let walked = Walk::new(model, facts, memory, walker, others.collect()).run();
        for rule in facts.rules_of(walker.kind) {
            if !walked.ahead.contains(&rule) {
                unforeseen.remove(&rule);
            }
        }
        known.processes.extend(walked.created);
        known.choice = walked.choice;
        known.waits = walked.waits;
        creator = Some(walker);
    }
    known.late = facts.creations(unforeseen);
    known.dynamic_kinds = known.late.keys().copied().collect();
    let dynamic = &known.dynamic_kinds;
    let creator = creator.map(|walker| self::creator(model, facts, walker, dynamic));
    let creators = creator.filter(|creator| !creator.before.is_empty());
    known.creators.extend(creators);
    let foreseen = known.processes.iter().map(|process| process.kind);
    for kind in foreseen.filter(|kind| dynamic.contains(kind)) {
        *known.foreseen.entry(kind).or_default() += 1;
    }
    known.mixed_kinds = known.foreseen.keys().copied().collect();
    known
        .processes
        .retain(|process| !dynamic.contains(&process.kind));
    known.find_children(model, facts);
    known.numbers_need_stay = known.processes.iter().any(|process| process.needs_stay);
    known
}

/// The only process that creates others at the beginning, if nothing can create another one like
/// it.
fn only_creator(model: &Model, facts: &Facts<'_>, first: &[Inhabitant]) -> Option<Inhabitant> {
    let creates = |process: &&Inhabitant| !facts.created_by(process.rules(model, facts)).is_empty();
    let mut creators = first.iter().filter(creates);
    let creator = *creators.next().filter(|_| creators.next().is_none())?;
    let created = facts.created_by(facts.all_rules());
    (!created.contains(&creator.kind)).then_some(creator)
}

/// The process that creates static processes; others that it may create are no reason to wait for
/// it.
fn creator(
    model: &Model,
    facts: &Facts<'_>,
    process: Inhabitant,
    dynamic: &BTreeSet<u32>,
) -> Creator {
    let kind = facts.processes.kind(process.kind);
    let may_create = |location: &usize| {
        let ahead = facts.ahead(model, process.kind, *location);
        !facts.created_by(ahead).is_subset(dynamic)
    };
    let before = (0..kind.may_end.len()).filter(may_create);
    let mut before = before.map(|location| location as i128).collect();
    go_on_alone(model, process.kind, &mut before);
    Creator {
        name: model.name_of(kind.sort, process.index as usize),
        location: kind.location,
        before,
    }
}

/// What a creator does in one turn with its last creation belongs to it: locations that it enters
/// only from such locations, and where it goes on alone.
fn go_on_alone(model: &Model, kind: u32, before: &mut BTreeSet<i128>) {
    let own = || {
        let rules = model.rules.values();
        rules.filter_map(move |rule| {
            let turn = rule.turn.filter(|turn| turn.kind == kind)?;
            let control = rule.control.as_ref()?;
            Some((control.from, control.to, turn.then))
        })
    };
    loop {
        let entered: BTreeSet<i128> = own()
            .filter(|(from, ..)| before.contains(from))
            .filter_map(|(_, to, _)| to)
            .collect();
        let goes_on = |location: &i128| {
            let mut ways = own().filter(|(_, to, _)| *to == Some(*location));
            ways.all(|(from, _, then)| before.contains(&from) && then.is_alone())
        };
        let new = entered.iter().filter(|location| !before.contains(location));
        let new: Vec<i128> = new.filter(|location| goes_on(location)).copied().collect();
        if new.is_empty() {
            return;
        }
        before.extend(new);
    }
}
