//! What the rules of processes may do, whatever the state: create a process, end their own, write
//! what others read.

use super::calls::call_facts;
use super::evaluate::Scope;
use super::memory::Memory;
use crate::positions::plain_local;
use cranelift_entity::SecondaryMap;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::analysis::{sum_with_constant, written_places};
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{
    ChannelStmt, FunctionId, LocalId, Model, Place, Processes, Projection, Root, Rule, RuleId,
    Stmt, StmtKind, VarId,
};

/// What a rule may do.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleFacts {
    /// The variables that it writes in the row of its own process.
    pub own_writes: BTreeSet<VarId>,
    /// Those that it writes in the row of a process that it creates.
    pub new_writes: BTreeSet<VarId>,
    /// Those that it writes elsewhere.
    pub writes: BTreeSet<VarId>,
    /// The kinds of processes that it may bring into being.
    pub creates: BTreeSet<u32>,
    /// Its process may end, or only end.
    pub ends: bool,
    pub only_ends: bool,
    /// Another process may answer at once.
    pub sends: bool,
    /// It may turn out to be no step.
    pub assumes: bool,
}

/// What the rules may do, and where they lead.
pub(crate) struct Facts<'m> {
    pub processes: Processes<'m>,
    pub rules: SecondaryMap<RuleId, RuleFacts>,
    /// For each kind of process and each location the rules that leave it, in the order in which
    /// they are tried; those that never can be taken are left out.
    pub leaving: Vec<Vec<Vec<RuleId>>>,
}

impl<'m> Facts<'m> {
    pub fn new(model: &'m Model) -> Facts<'m> {
        let processes = model.processes();
        let mut facts = Facts {
            processes,
            rules: SecondaryMap::new(),
            leaving: processes.rules_by_location(),
        };
        for (id, rule) in &model.rules {
            facts.rules[id] = RuleFacts::of(model, rule);
        }
        let mut anything = Memory::unknown(model);
        for leaving in facts.leaving.iter_mut().flatten() {
            leaving.retain(|id| !is_never_taken(model, &model.rules[*id], &mut anything));
        }
        facts
    }

    /// The variables that are written only in rows, and there only where processes come into being
    /// or end.
    pub fn kept(&self, model: &Model) -> BTreeSet<VarId> {
        let mut kept: BTreeSet<VarId> = model.variables.keys().collect();
        for rule in model.rules.keys() {
            let facts = &self.rules[rule];
            let is_changed = |variable: &VarId| {
                let own = facts.own_writes.contains(variable) && !facts.only_ends;
                own || facts.writes.contains(variable)
            };
            kept.retain(|variable| !is_changed(variable));
        }
        kept
    }

    pub fn all_rules(&self) -> impl Iterator<Item = RuleId> {
        self.leaving.iter().flatten().flatten().copied()
    }

    pub fn rules_of(&self, kind: u32) -> impl Iterator<Item = RuleId> {
        self.leaving[kind as usize].iter().flatten().copied()
    }

    /// The rules that a process of a kind may come to from a location.
    pub fn ahead(&self, model: &Model, kind: u32, location: usize) -> BTreeSet<RuleId> {
        let locations = &self.leaving[kind as usize];
        let mut seen = vec![false; locations.len()];
        let mut open = vec![location];
        let mut rules = BTreeSet::new();
        while let Some(at) = open.pop() {
            if at >= seen.len() || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            rules.extend(&locations[at]);
            for id in &locations[at] {
                let to = model.rules[*id].control.as_ref().map(|control| control.to);
                match to.flatten().and_then(|to| usize::try_from(to).ok()) {
                    Some(to) => open.push(to),
                    None if self.rules[*id].only_ends => {}
                    // The body decides.
                    None => open.extend(0..seen.len()),
                }
            }
        }
        rules
    }

    /// The rules that may create a process of each kind.
    pub fn creations(&self, rules: impl IntoIterator<Item = RuleId>) -> BTreeMap<u32, Vec<RuleId>> {
        let mut found: BTreeMap<u32, Vec<RuleId>> = BTreeMap::new();
        for rule in rules {
            for kind in &self.rules[rule].creates {
                found.entry(*kind).or_default().push(rule);
            }
        }
        found
    }

    /// The kinds that rules may create.
    pub fn created_by(&self, rules: impl IntoIterator<Item = RuleId>) -> BTreeSet<u32> {
        let created = rules.into_iter().flat_map(|rule| &self.rules[rule].creates);
        created.copied().collect()
    }
}

/// The variables that some rule writes otherwise than in the row of its own process, or of one that
/// it creates.
pub fn written_elsewhere(model: &Model) -> BTreeSet<VarId> {
    let rules = model.rules.values();
    let written = rules.flat_map(|rule| RuleFacts::of(model, rule).writes);
    written.collect()
}

/// Whether the guard is false in every state; the memory knows nothing of variables.
fn is_never_taken<'m>(model: &'m Model, rule: &Rule, memory: &mut Memory<'m>) -> bool {
    memory.enter_rule();
    for parameter in &rule.parameters {
        memory.forget_root(Root::Local(parameter.local));
    }
    let locals = &rule.locals;
    let scope = Scope { model, locals };
    scope.value(memory, &rule.guard) == Some(0)
}

impl RuleFacts {
    fn of(model: &Model, rule: &Rule) -> RuleFacts {
        let mut newborn = Newborn::default();
        walk_block(&mut newborn, &rule.body);
        newborn.names.retain(|local| {
            let is_location = |variable: VarId| newborn.indexed.contains(&(variable, *local));
            newborn.assigned.get(local) == Some(&1)
                && model.processes().locations().any(is_location)
        });
        let mut finder = Finder {
            newborn: newborn.names,
            own: rule.parameters.first().map(|binding| binding.local),
            location: rule
                .control
                .as_ref()
                .map(|control| control.location.root)
                .and_then(variable),
            model,
            moves: false,
            counts_otherwise: false,
            facts: RuleFacts::default(),
        };
        walk_block(&mut finder, &rule.body);
        finder.facts.own_writes.extend(finder.location);
        finder.finish()
    }
}

/// Locals that are the names of processes that a rule creates: assigned once, and a location is
/// stored for them.
#[derive(Default)]
struct Newborn {
    names: BTreeSet<LocalId>,
    indexed: BTreeSet<(VarId, LocalId)>,
    assigned: BTreeMap<LocalId, u32>,
}

impl Visitor for Newborn {
    fn stmt(&mut self, stmt: &Stmt) {
        let StmtKind::Assign { to, .. } = &stmt.kind else {
            return;
        };
        match (to.root, row(to)) {
            (Root::Variable(variable), Some(local)) => {
                self.indexed.insert((variable, local));
            }
            (Root::Local(local), _) => {
                self.names.insert(local);
                *self.assigned.entry(local).or_default() += 1;
            }
            (Root::Variable(_), None) => {}
        }
    }
}

/// The local that is the first index of a place.
pub(super) fn row(place: &Place) -> Option<LocalId> {
    let Some(Projection::Index(index)) = place.path.first() else {
        return None;
    };
    plain_local(index)
}

struct Finder<'a> {
    newborn: BTreeSet<LocalId>,
    own: Option<LocalId>,
    /// The variable with the locations of processes of the rule's kind.
    location: Option<VarId>,
    model: &'a Model,
    /// The body itself says where the process goes.
    moves: bool,
    /// The number of processes is changed otherwise than by taking 1 away.
    counts_otherwise: bool,
    facts: RuleFacts,
}

impl Finder<'_> {
    /// A rule that changes the number of processes creates one, unless it ends its own and takes 1
    /// away.
    fn finish(self) -> RuleFacts {
        let mut facts = self.facts;
        facts.only_ends = facts.ends && !self.moves;
        let kinds = self.model.processes().numbered_kinds();
        for (number, kind) in kinds.clone() {
            if facts.writes.contains(&kind.location) || facts.new_writes.contains(&kind.location) {
                facts.creates.insert(number);
            }
        }
        let count = self.model.processes().count();
        let counts = count.is_some_and(|count| facts.writes.contains(&count));
        let is_death = facts.ends && !self.counts_otherwise;
        let is_explained = is_death || !facts.creates.is_empty();
        if counts && !is_explained {
            facts.creates.extend(kinds.map(|(number, _)| number));
        }
        facts
    }

    /// Whether a place is in the row of the acting process.
    fn is_own(&self, place: &Place) -> bool {
        self.own.is_some() && row(place) == self.own
    }

    fn written(&mut self, place: &Place) {
        let Root::Variable(variable) = place.root else {
            return;
        };
        self.moves |= self.location == Some(variable) && self.is_own(place);
        let writes = match row(place) {
            Some(local) if Some(local) == self.own => &mut self.facts.own_writes,
            Some(local) if self.newborn.contains(&local) => &mut self.facts.new_writes,
            _ => &mut self.facts.writes,
        };
        writes.insert(variable);
    }

    fn called(&mut self, function: FunctionId) {
        let called = call_facts(self.model, function);
        let count = self.model.processes().count();
        self.counts_otherwise |= count.is_some_and(|count| called.writes.contains(&count));
        self.facts.writes.extend(called.writes);
        self.facts.sends |= called.sends;
        self.facts.assumes |= called.assumes;
    }
}

impl Visitor for Finder<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Undefine(place) = &stmt.kind
            && self.is_own(place)
            && variable(place.root) == self.location
        {
            self.facts.ends = true;
            return;
        }
        for place in written_places(stmt) {
            self.written(place);
        }
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let count = self.model.processes().count();
                let is_count = |place: &Place| count.is_some() && variable(place.root) == count;
                let takes_away = sum_with_constant(value)
                    .is_some_and(|(place, added)| is_count(place) && added == -1);
                self.counts_otherwise |= is_count(to) && !takes_away;
            }
            StmtKind::Call { function, .. } => self.called(*function),
            StmtKind::Channel(ChannelStmt::Send { .. }) => self.facts.sends = true,
            StmtKind::Assume { .. } => self.facts.assumes = true,
            // What they write is known by now.
            StmtKind::Channel(ChannelStmt::Receive { .. })
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_) => {}
        }
    }
}

fn variable(root: Root) -> Option<VarId> {
    match root {
        Root::Variable(variable) => Some(variable),
        Root::Local(_) => None,
    }
}
