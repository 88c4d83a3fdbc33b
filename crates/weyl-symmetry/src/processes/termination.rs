//! Processes that stay where they have ended.
//!
//! SPIN removes a process when it is at its end and all younger ones are gone. That order tells
//! processes apart that are alike otherwise (docs/design.md, law 5). Where nobody can see whether a
//! process is gone or stays, the rules that remove it may be left out: every run of one system is,
//! up to steps that change nothing that counts, a run of the other.

use super::births::{Births, Placed, placed};
use super::facts::row;
use super::numbers::{self, Creation};
use super::unseen::{Questions, ends, ignore_tests};
use super::{StaticProcesses, static_processes};
use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::visit::{Visitor, walk_block, walk_expr, walk_rule};
use weyl_ir::{
    Block, ChannelExpr, Expr, ExprKind, LocalId, Model, Place, ProcessExpr, PropertyKind, Root,
    Rule, RuleId, SortId, Stmt, StmtKind, VarId,
};
use weyl_source::Span;

/// Why it shows whether processes that have ended stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    pub what: Sight,
    /// Where, if it is in one place.
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The number of a process depends on who is gone, and somebody looks at it.
    Numbers,
    /// Processes are created late: room and numbers of those that are gone are used again.
    LateProcesses,
    /// Local channels go with their process.
    LocalChannels,
    /// A process of high priority that has ended keeps others waiting until it is gone.
    Priorities,
    /// A trace may have to be at its end where processes stay for ever.
    Trace,
    /// Somebody asks whether a process can go on.
    Enabled,
    /// Somebody looks at what changes when a process is removed: the number of processes, a
    /// location or a variable of another process.
    Changes,
}

impl Sight {
    /// Who sees whether a process that has ended is still there.
    pub fn words(self) -> &'static str {
        match self {
            Sight::Numbers => {
                "this looks at numbers of processes, which depend on who came or went before"
            }
            Sight::LateProcesses => "processes are created late, and may get the numbers of others",
            Sight::LocalChannels => "local channels go with their process",
            Sight::Priorities => "processes have priorities",
            Sight::Trace => "a trace may have to be at its end where processes stay",
            Sight::Enabled => "`enabled` asks whether a process can go on",
            Sight::Changes => "this changes when a process goes",
        }
    }
}

/// Whether processes can end at all.
pub fn may_end(model: &Model) -> bool {
    let locations: Vec<VarId> = model.processes().locations().collect();
    let mut rules = model.rules.values();
    rules.any(|rule| removes_a_process(rule, &locations))
}

/// The rules that remove processes.
pub(crate) fn removals(model: &Model) -> BTreeSet<RuleId> {
    let locations: Vec<VarId> = model.processes().locations().collect();
    let rules = model.rules.iter();
    let removals = rules.filter(|(_, rule)| removes_a_process(rule, &locations));
    removals.map(|(id, _)| id).collect()
}

/// A model in which processes that have ended stay.
#[derive(Clone, Debug)]
pub struct Staying {
    pub model: Model,
    /// Where numbers are chosen by creators.
    pub births: Births,
}

/// The model in which processes that have ended stay, since the rules that remove them never fire,
/// and late ones have places of their own; or what would show it.
pub fn staying(model: &Model) -> Result<Staying, Witness> {
    let births = Births::default();
    if !model.has_processes() {
        let model = model.clone();
        return Ok(Staying { model, births });
    }
    let statics = static_processes(model);
    let is_late = !statics.dynamic_kinds.is_empty();
    let late = is_late.then(|| placed(model, &statics)).flatten();
    if let Some(what) = at_large(model, is_late && late.is_none()) {
        let span = Span::default();
        return Err(Witness { what, span });
    }
    let locations: Vec<VarId> = model.processes().locations().collect();
    let is_removal = |rule: &Rule| removes_a_process(rule, &locations);
    let removals = model.rules.values().filter(|rule| is_removal(rule));
    let changed = changed_by(removals.clone());
    let ends = ends(removals);
    let questions = match &late {
        None => Questions::of(model, &statics, &ends),
        Some(_) => Questions::default(),
    };
    let leave_out = |mut model: Model| {
        for rule in model.rules.values_mut().filter(|rule| is_removal(rule)) {
            rule.guard.kind = ExprKind::Constant(0);
            rule.body = Block::new();
        }
        model
    };
    let mut watched = leave_out(model.clone());
    questions.ignore(&mut watched);
    let uncertain = uncertain_sorts(model, &statics, late.as_ref());
    let seen = (!uncertain.is_empty()).then(|| numbers::seen(&watched, &uncertain));
    if let Some(span) = seen.flatten() {
        let what = Sight::Numbers;
        return Err(Witness { what, span });
    }
    ignore_tests(&mut watched, &ends, &changed);
    let (mut without, births) = match late {
        None => (leave_out(model.clone()), births),
        Some(late) => (leave_out(late.model), late.births),
    };
    let watcher = Watcher {
        changed,
        own: None,
        creation: Creation::default(),
        found: None,
    };
    match watcher.look(&watched, &statics, &births.rules()) {
        Some(witness) => Err(witness),
        None => {
            questions.ask(&mut without);
            Ok(Staying {
                model: without,
                births,
            })
        }
    }
}

/// One more than the largest number that a process has of which it is known before it is created.
pub fn foreseen_processes(model: &Model) -> u32 {
    let statics = static_processes(model);
    let numbers = statics.processes.iter().map(|process| process.number);
    let certain = numbers.max().map_or(0, |last| last + 1);
    let is_late = !statics.dynamic_kinds.is_empty();
    let staying = is_late.then(|| staying(model).ok()).flatten();
    staying.map_or(certain, |staying| certain.max(staying.births.all))
}

/// The sorts of processes whose numbers are not those that SPIN gives them.
fn uncertain_sorts(
    model: &Model,
    statics: &StaticProcesses,
    late: Option<&Placed>,
) -> BTreeSet<SortId> {
    let mut sorts = late.map_or(BTreeSet::new(), |late| late.sorts.clone());
    if statics.numbers_need_stay {
        sorts.extend(model.processes().kinds().iter().map(|kind| kind.sort));
    }
    sorts
}

/// Whether a rule is one that would remove a process where they stay.
pub fn is_left_out(rule: &Rule) -> bool {
    let leads_nowhere = rule
        .control
        .as_ref()
        .is_some_and(|control| control.to.is_none());
    leads_nowhere && rule.guard.as_constant() == Some(0) && rule.body.is_empty()
}

fn at_large(model: &Model, is_late: bool) -> Option<Sight> {
    let mut properties = model.properties.values();
    let has_traces = properties.any(|property| property.kind == PropertyKind::Events);
    let has_pool = model.processes().channel_pool().is_some();
    let has_priorities = model.processes().have_priorities();
    let found = [
        (is_late, Sight::LateProcesses),
        (has_pool, Sight::LocalChannels),
        (has_priorities, Sight::Priorities),
        (has_traces, Sight::Trace),
    ];
    let mut found = found.into_iter();
    found.find_map(|(is_so, what)| is_so.then_some(what))
}

fn removes_a_process(rule: &Rule, locations: &[VarId]) -> bool {
    let mut removal = Removal {
        locations,
        is_found: false,
    };
    walk_block(&mut removal, &rule.body);
    removal.is_found
}

struct Removal<'a> {
    locations: &'a [VarId],
    is_found: bool,
}

impl Visitor for Removal<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Undefine(place) = &stmt.kind {
            let is_location = |variable: &VarId| place.root == Root::Variable(*variable);
            self.is_found |= self.locations.iter().any(is_location);
        }
    }
}

/// All variables that rules write.
fn changed_by<'a>(rules: impl Iterator<Item = &'a Rule>) -> BTreeSet<VarId> {
    let mut changes = Changes::default();
    for rule in rules {
        walk_block(&mut changes, &rule.body);
    }
    changes.variables
}

#[derive(Default)]
struct Changes {
    variables: BTreeSet<VarId>,
}

impl Visitor for Changes {
    fn stmt(&mut self, stmt: &Stmt) {
        let roots = written_places(stmt).into_iter().map(|place| place.root);
        self.variables.extend(roots.filter_map(|root| match root {
            Root::Variable(variable) => Some(variable),
            Root::Local(_) => None,
        }));
    }
}

/// Whether a rule fires only while processes are created.
fn is_of_creation(model: &Model, statics: &StaticProcesses, rule: &Rule) -> bool {
    let processes = model.processes();
    let (Some(kind), Some(control)) = (processes.kind_of_rule(rule), &rule.control) else {
        return false;
    };
    let mut creators = statics.creators.iter();
    let is_alone = processes.room(kind) == 1;
    is_alone
        && creators.any(|creator| {
            creator.location == kind.location && creator.before.contains(&control.from)
        })
}

/// Looks for what sees the removal of processes.
struct Watcher {
    /// What a removal changes.
    changed: BTreeSet<VarId>,
    /// The acting process, by the parameter that holds it: as long as it acts, it is there.
    own: Option<LocalId>,
    /// How it creates others.
    creation: Creation,
    found: Option<Witness>,
}

impl Watcher {
    fn look(
        mut self,
        model: &Model,
        statics: &StaticProcesses,
        births: &BTreeSet<RuleId>,
    ) -> Option<Witness> {
        for (id, rule) in &model.rules {
            let first = rule.parameters.first().map(|binding| binding.local);
            self.own = first.filter(|_| rule.turn.is_some());
            if births.contains(&id) {
                self.creation = Creation::of(model, rule);
                let rest = self.creation.left_out_of(rule);
                walk_rule(&mut self, &rest);
                self.creation = Creation::default();
            } else if !is_of_creation(model, statics, rule) {
                walk_rule(&mut self, rule);
            }
        }
        self.own = None;
        for function in model.functions.values() {
            walk_block(&mut self, &function.body);
        }
        for property in model.properties.values() {
            walk_expr(&mut self, &property.condition);
        }
        self.found
    }

    fn see(&mut self, what: Sight, span: Span) {
        self.found.get_or_insert(Witness { what, span });
    }
}

impl Visitor for Watcher {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Process(ProcessExpr::Enabled(_)) => self.see(Sight::Enabled, expr.span),
            // What they see, they see in places.
            ExprKind::Process(ProcessExpr::Timeout)
            | ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_)
            | ExprKind::Channel(ChannelExpr::Ask { .. } | ChannelExpr::CanReceive { .. }) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        let is_own = self.own.is_some() && row(place) == self.own || self.creation.is_row(place);
        if let Root::Variable(variable) = place.root
            && self.changed.contains(&variable)
            && !is_own
        {
            self.see(Sight::Changes, place.span);
        }
    }
}
