//! What can't see that a process is removed, though it looks at what a removal changes.
//!
//! *Tests of a place.* `P[1]@label` is false of a process that is not there. It is false of one at
//! its end, too, if the label is not the end: removed or not, the answer is the same.
//!
//! *All others have ended.* `_nr_pr == 1`, asked by the oldest process, waits until all others are
//! removed. Where nothing can keep them from being removed once they are at their ends, a run in
//! which they stay, and the question is whether all of them are at their ends, has the same steps
//! but for the removals: these can be put in just before the answer, and nobody else is there to
//! see it (docs/symmetry.md).

use super::{StaticProcess, StaticProcesses};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::fallible::found_defined;
use weyl_ir::rewrite::{Rewriter, rewrite_model};
use weyl_ir::visit::{Visitor, walk_expr, walk_model};
use weyl_ir::{
    BinaryOp, Comparison, Expr, ExprKind, Model, Place, ProcessExpr, Projection, Root, Rule,
    RuleId, Type, TypeId, UnaryOp, VarId,
};

/// The locations from which processes are removed, by the variable that they are in.
pub(super) type Ends = BTreeMap<VarId, BTreeSet<i128>>;

pub(super) fn ends<'a>(removals: impl Iterator<Item = &'a Rule>) -> Ends {
    let mut ends = Ends::new();
    for control in removals.filter_map(|rule| rule.control.as_ref()) {
        if let Root::Variable(variable) = control.location.root {
            ends.entry(variable).or_default().insert(control.from);
        }
    }
    ends
}

/// Leaves the tests of places out that no removal changes.
pub(super) fn ignore_tests(model: &mut Model, ends: &Ends, changed: &BTreeSet<VarId>) {
    rewrite_model(&mut WithoutTests { ends, changed }, model);
}

/// In place of a test: something that looks at no place, and whose value is not known. What is
/// around it must not take it for a constant: `P@label` of two processes asks the second one where
/// the first is gone.
const UNKNOWN: ExprKind = ExprKind::Process(ProcessExpr::Timeout);

struct WithoutTests<'a> {
    ends: &'a Ends,
    /// What removals change.
    changed: &'a BTreeSet<VarId>,
}

impl Rewriter for WithoutTests<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if self.is_same_of_the_dead(expr) {
            expr.kind = UNKNOWN;
        }
    }
}

impl WithoutTests<'_> {
    /// Whether an expression asks something of a process that is false where it is not there, and
    /// where it is at its end.
    fn is_same_of_the_dead(&self, expr: &Expr) -> bool {
        let Some((place, claim)) = if_present(expr) else {
            return false;
        };
        let Root::Variable(variable) = place.root else {
            return false;
        };
        let is_false_at = |end: &i128| at(claim, place, *end) == Some(0);
        let ends = self.ends.get(&variable);
        ends.is_some_and(|ends| ends.iter().all(is_false_at)) && !self.depends_on_changes(place)
    }

    /// Whether which process is meant depends on what removals change.
    fn depends_on_changes(&self, place: &Place) -> bool {
        let mut reads = Reads::default();
        for step in &place.path {
            match step {
                Projection::Index(of) | Projection::Element(of) => walk_expr(&mut reads, of),
                Projection::Field(_) => {}
            }
        }
        reads
            .variables
            .iter()
            .any(|read| self.changed.contains(read))
    }
}

#[derive(Default)]
struct Reads {
    variables: Vec<VarId>,
}

impl Visitor for Reads {
    fn place(&mut self, place: &Place) {
        if let Root::Variable(variable) = place.root {
            self.variables.push(variable);
        }
    }
}

/// A claim about where a process is, false if it is not there.
fn if_present(expr: &Expr) -> Option<(&Place, &Expr)> {
    let (condition, claim) = if let ExprKind::And(condition, claim) = &expr.kind {
        (condition, claim)
    } else if let ExprKind::Conditional {
        condition,
        then,
        otherwise,
    } = &expr.kind
        && otherwise.as_constant() == Some(0)
    {
        (condition, then)
    } else {
        return None;
    };
    Some((found_defined(condition)?, claim))
}

/// The value of a claim that looks at nothing but one location, which is known.
fn at(claim: &Expr, place: &Place, location: i128) -> Option<i128> {
    let at = |claim| at(claim, place, location);
    match &claim.kind {
        ExprKind::Constant(value) => Some(*value),
        ExprKind::Read(read) => {
            let is_it = read.root == place.root && read.path == place.path;
            is_it.then_some(location)
        }
        ExprKind::Unary(UnaryOp::Not, value) => Some(i128::from(at(value)? == 0)),
        ExprKind::And(one, other) => Some(i128::from(at(one)? != 0 && at(other)? != 0)),
        ExprKind::Or(one, other) => Some(i128::from(at(one)? != 0 || at(other)? != 0)),
        ExprKind::Binary(BinaryOp::Compare(Comparison::Equal), one, other) => {
            Some(i128::from(at(one)? == at(other)?))
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => match at(condition)? {
            0 => at(otherwise),
            _ => at(then),
        },
        ExprKind::Binary(..)
        | ExprKind::Unary(..)
        | ExprKind::IsUndefined(_)
        | ExprKind::Truncate { .. }
        | ExprKind::Same(..)
        | ExprKind::Quantified { .. }
        | ExprKind::Count { .. }
        | ExprKind::Call { .. }
        | ExprKind::Name(_)
        | ExprKind::Union(_)
        | ExprKind::Channel(_)
        | ExprKind::Process(_) => None,
    }
}

/// Where it is asked whether only one process is there, and that is the same as to ask whether all
/// others are at their ends, to the oldest process and to everybody else.
#[derive(Default)]
pub(super) struct Questions {
    rules: Vec<RuleId>,
    /// What may be asked in their place.
    all_ended: Option<Expr>,
}

impl Questions {
    pub fn of(model: &Model, statics: &StaticProcesses, ends: &Ends) -> Questions {
        let is_possible = !has_timeouts(model) && !may_be_kept(model, ends);
        let Some(oldest) = oldest(model, statics).filter(|_| is_possible) else {
            return Questions::default();
        };
        let own = model.rules.values().filter(|rule| oldest.has(rule));
        let with_else = own.filter(|rule| rule.turn.is_some_and(|turn| turn.otherwise));
        let controls = with_else.filter_map(|rule| rule.control.as_ref());
        let with_else: BTreeSet<i128> = controls.map(|control| control.from).collect();
        let rules = model.rules.iter();
        let rules = rules.filter(|(_, rule)| oldest.asks(rule, &with_else));
        Questions {
            rules: rules.map(|(id, _)| id).collect(),
            all_ended: all_ended(model, statics, ends),
        }
    }

    /// Asks for ends.
    pub fn ask(&self, model: &mut Model) {
        if let Some(all_ended) = &self.all_ended {
            self.put(model, all_ended);
        }
    }

    /// Leaves the questions out, for whoever looks for others.
    pub fn ignore(&self, model: &mut Model) {
        if let Some(all_ended) = &self.all_ended {
            let truth = Expr::constant(1, all_ended.ty, all_ended.span);
            self.put(model, &truth);
        }
    }

    fn put(&self, model: &mut Model, answer: &Expr) {
        let count = model.processes().count();
        for rule in &self.rules {
            replace_conjunct(&mut model.rules[*rule].guard, count, answer);
        }
    }
}

/// The process with number 0, if it is the only one of its kind.
struct Oldest {
    kind: u32,
    /// Where it still creates others.
    before: BTreeSet<i128>,
}

impl Oldest {
    fn has(&self, rule: &Rule) -> bool {
        rule.turn.is_some_and(|turn| turn.kind == self.kind)
    }

    /// A rule whose guard is asked when all are there, and is the guard of nobody's `else`.
    fn asks(&self, rule: &Rule, with_else: &BTreeSet<i128>) -> bool {
        let from = rule.control.as_ref().map(|control| control.from);
        let is_late = from.is_some_and(|from| !self.before.contains(&from));
        self.has(rule) && is_late && from.is_some_and(|from| !with_else.contains(&from))
    }
}

fn oldest(model: &Model, statics: &StaticProcesses) -> Option<Oldest> {
    let process = statics
        .processes
        .iter()
        .find(|process| process.number == 0)?;
    let kind = model.processes().kind(process.kind);
    let is_alone = model.processes().room(kind) == 1;
    let mut creators = statics.creators.iter();
    let is_creator = creators.all(|creator| creator.name == process.name);
    (is_alone && is_creator).then(|| Oldest {
        kind: process.kind,
        before: creators_before(statics),
    })
}

fn creators_before(statics: &StaticProcesses) -> BTreeSet<i128> {
    let creators = statics.creators.iter();
    creators
        .flat_map(|creator| creator.before.iter().copied())
        .collect()
}

/// Who waits for a timeout sees that nobody can make a step, and a removal is one.
fn has_timeouts(model: &Model) -> bool {
    #[derive(Default)]
    struct Timeouts(bool);
    impl Visitor for Timeouts {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::Process(ProcessExpr::Timeout));
        }
    }
    let mut timeouts = Timeouts::default();
    walk_model(&mut timeouts, model);
    timeouts.0
}

/// Whether something else than its age may keep a process from being removed: a `provided` clause.
fn may_be_kept(model: &Model, ends: &Ends) -> bool {
    let mut rules = model.rules.values();
    rules.any(|rule| {
        let control = rule.control.as_ref();
        let is_removal = control.is_some_and(|control| match control.location.root {
            Root::Variable(variable) => {
                let ends = ends.get(&variable);
                control.to.is_none() && ends.is_some_and(|ends| ends.contains(&control.from))
            }
            Root::Local(_) => false,
        });
        let is_plain = matches!(
            rule.guard.kind,
            ExprKind::Binary(BinaryOp::Compare(Comparison::Equal), ..)
        );
        is_removal && !is_plain
    })
}

/// All processes but the oldest are at their ends; `None` if some never is.
fn all_ended(model: &Model, statics: &StaticProcesses, ends: &Ends) -> Option<Expr> {
    // All guards are of the type of truth.
    let truth = model.rules.values().next()?.guard.ty;
    let others = statics.processes.iter().filter(|other| other.number > 0);
    let all: Option<Vec<Expr>> = others
        .map(|other| ended(model, other, ends, truth))
        .collect();
    let both = |one: Expr, other: Expr| {
        let span = one.span;
        Expr::new(ExprKind::And(Box::new(one), Box::new(other)), truth, span)
    };
    all?.into_iter().reduce(both)
}

/// One process is at one of its ends.
fn ended(model: &Model, process: &StaticProcess, ends: &Ends, truth: TypeId) -> Option<Expr> {
    let kind = model.processes().kind(process.kind);
    let declared = &model.variables[kind.location];
    let span = declared.span;
    let Type::Array { index, element } = model.types.get(declared.ty) else {
        return None;
    };
    let own = model.processes().index_of(kind, process.name);
    let place = Place {
        root: Root::Variable(kind.location),
        path: vec![Projection::Index(Expr::constant(
            i128::from(own),
            *index,
            span,
        ))],
        ty: *element,
        span,
    };
    let tests = ends.get(&kind.location)?.iter().map(|end| {
        let here = Box::new(Expr::read(place.clone()));
        let there = Box::new(Expr::constant(*end, *element, span));
        let equal = BinaryOp::Compare(Comparison::Equal);
        Expr::new(ExprKind::Binary(equal, here, there), truth, span)
    });
    let either = |one: Expr, other: Expr| {
        Expr::new(ExprKind::Or(Box::new(one), Box::new(other)), truth, span)
    };
    let there = tests.reduce(either)?;
    let absent = Expr::new(ExprKind::IsUndefined(place.clone()), truth, span);
    let present = Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(absent)), truth, span);
    let kind = ExprKind::Conditional {
        condition: Box::new(present),
        then: Box::new(there),
        otherwise: Box::new(Expr::constant(0, truth, span)),
    };
    Some(Expr::new(kind, truth, span))
}

/// Replaces `count == 1` in a conjunction.
fn replace_conjunct(guard: &mut Expr, count: Option<VarId>, answer: &Expr) {
    if let ExprKind::And(one, other) = &mut guard.kind {
        replace_conjunct(one, count, answer);
        replace_conjunct(other, count, answer);
    } else if let ExprKind::Binary(BinaryOp::Compare(Comparison::Equal), one, other) = &guard.kind {
        let is_count = |expr: &Expr| {
            let ExprKind::Read(place) = &expr.kind else {
                return false;
            };
            count.is_some_and(|count| place.root == Root::Variable(count))
        };
        let is_one = |expr: &Expr| expr.as_constant() == Some(1);
        if is_count(one) && is_one(other) || is_count(other) && is_one(one) {
            *guard = answer.clone();
        }
    }
}
