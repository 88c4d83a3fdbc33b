//! Merging: a step of a process takes along the steps after it that nobody else can tell from
//! steps made earlier or later.
//!
//! SPIN merges sequences of statements that touch local variables alone (Holzmann, *The engineering
//! of a model checker: the Gnu i-protocol case study revisited*, 1999). Here a whole location is
//! *passed*: all rules that leave it look at and write what belongs to their own process, and
//! change nothing that a question sees. Such rules commute with every step of every other process,
//! neither enabling nor disabling it, and nobody but the process itself can disable them: they are
//! an ample set (Peled, *Combining partial order reductions with on-the-fly model-checking*, 1994),
//! and no circle leads through passed locations alone, so nothing is put off for ever. What differs
//! from SPIN: conditions may be merged, choices too; a process that can't go on stays where it is.
//!
//! What is kept: verdicts about states, AG EF, and formulas that can't count steps. In a passed
//! location a process can always go on, or never again, so that no deadlock hides there. What is
//! not: fairness. Another process may be able to meet the process in a rendezvous all the time
//! where it could only now and then.
//!
//! A step that fails is not taken along ([`Then::Along`]): it ends a run, and others could have
//! done something before.

mod circles;
mod locality;
mod locations;

use circles::without_circles;
use cranelift_entity::EntitySet;
use locality::{Locality, conditions};
use locations::Seen;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_block, walk_expr};
use weyl_ir::{Expr, ExprKind, Model, ProcessExpr, PropertyId, RuleId, Then};

/// A program with merged steps.
#[derive(Clone, Debug)]
pub struct Merged {
    pub model: Model,
    /// How many locations are passed.
    pub locations: usize,
}

/// The locations of a kind that are passed.
type Passed = BTreeSet<i128>;

/// Merges steps; `seen` are the properties that are asked about. `None` if there is nothing to
/// merge.
pub fn merge(model: &Model, seen: &[PropertyId]) -> Option<Merged> {
    let processes = model.processes();
    if !model.has_processes() || processes.have_priorities() {
        return None;
    }
    if sees_who_can_move(model, seen) {
        return None;
    }
    let local = local_rules(model, seen);
    let leaving = processes.rules_by_location();
    let kinds = leaving.iter().map(|leaving| {
        let locations = (0..).zip(leaving);
        let passable = locations.filter(|(_, rules)| is_passable(rules, &local));
        let passable = passable.map(|(location, _)| location).collect();
        without_circles(model, leaving, passable)
    });
    let passed: Vec<Passed> = kinds.collect();
    let mut model = model.clone();
    for rule in model.rules.values_mut() {
        if let (Some(turn), Some(control)) = (&mut rule.turn, &rule.control)
            && turn.then == Then::Anybody
            && let Some(to) = control.to
            && passed[turn.kind as usize].contains(&to)
        {
            turn.then = Then::Along;
        }
    }
    let locations = passed.iter().map(BTreeSet::len).sum();
    (locations > 0).then_some(Merged { model, locations })
}

fn is_passable(rules: &[RuleId], local: &EntitySet<RuleId>) -> bool {
    !rules.is_empty() && rules.iter().all(|rule| local.contains(*rule))
}

/// Whether somebody asks who can make a step, or a question asks whether anybody can: at passed
/// locations processes can.
fn sees_who_can_move(model: &Model, seen: &[PropertyId]) -> bool {
    let mut rules = Asks::default();
    for rule in model.rules.values() {
        walk_expr(&mut rules, &rule.guard);
        walk_block(&mut rules, &rule.body);
    }
    for function in model.functions.values() {
        walk_block(&mut rules, &function.body);
    }
    let mut questions = Asks::default();
    for condition in conditions(model, seen) {
        walk_expr(&mut questions, condition);
    }
    rules.who || questions.who || questions.anybody
}

/// Which questions about enabledness there are.
#[derive(Default)]
struct Asks {
    who: bool,
    anybody: bool,
}

impl Visitor for Asks {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Process(process) = &expr.kind {
            match process {
                ProcessExpr::Enabled(_) => self.who = true,
                ProcessExpr::Timeout => self.anybody = true,
            }
        }
    }
}

/// The rules that are steps by themselves, and that nobody else can tell from none.
fn local_rules(model: &Model, seen: &[PropertyId]) -> EntitySet<RuleId> {
    let locality = Locality::new(model, seen);
    let locations = Seen::new(model, seen);
    let mut local = EntitySet::new();
    for (id, rule) in &model.rules {
        let is_step = rule.turn.is_some_and(|turn| {
            let is_alone = turn.then == Then::Anybody && turn.group.is_none();
            is_alone && locations.is_unseen(turn.kind, rule)
        });
        if is_step && locality.is_local(rule) {
            local.insert(id);
        }
    }
    local
}
