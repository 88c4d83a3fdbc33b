//! The program of a slice: rules that are gone have a guard that is false, those of which some
//! instances are gone have one that excludes these, and statements that do not stay are deleted.
//! All numbers stay what they were.

use super::cone::Cone;
use super::part::Part;
use super::reason::Step;
use std::collections::HashSet;
use weyl_ir::layout::{PathStep, SlotId};
use weyl_ir::{
    BinaryOp, Block, Comparison, Expr, ExprKind, Model, Place, Projection, Rule, Stmt, StmtKind,
    TypeId, UnaryOp, Valuations,
};
use weyl_source::Span;

/// Applies what was found out about a rule; the numbers of its instances that are gone.
pub(super) fn prune(part: &Part<'_>, cone: &Cone<'_>, model: &mut Model) -> Vec<u64> {
    let gone = gone(part);
    let guard = match part.step {
        Step::Start(_) => None,
        Step::Rule(_) => restricted(model, part, &excluded(part, cone)),
    };
    let rule = match part.step {
        Step::Start(id) => &mut model.starts[id],
        Step::Rule(id) => &mut model.rules[id],
    };
    let stays = part.stays.iter().any(Option::is_some);
    if stays {
        rule.body = pruned(&part.rule.body, &needed(part));
        let beside = part.writes_beside(|slot| cone.kept.contains(slot));
        rule.body
            .extend(beside.iter().map(|slot| taken_back(cone, *slot)));
    } else if !gone.is_empty() {
        rule.body = Block::new();
    }
    if let Some(guard) = guard {
        rule.guard = guard;
    }
    gone
}

/// Makes a slot again what it is before an initial rule.
fn taken_back(cone: &Cone<'_>, slot: SlotId) -> Stmt {
    let slot = &cone.layout.slots[slot];
    let variable = &cone.model.variables[slot.variable];
    let mut place = Place::variable(slot.variable, variable.ty, Span::default());
    for step in &slot.path {
        let projection = match *step {
            PathStep::Field(number) => Projection::Field(number),
            PathStep::Index(ty, value) => {
                Projection::Index(Expr::constant(value, ty, Span::default()))
            }
            // What is in a container is kept or not as a whole.
            PathStep::Element(_) => break,
        };
        let ty = cone.model.types.get(place.ty).part(&projection);
        let Some(ty) = ty else { break };
        place = place.project(projection, ty, Span::default());
    }
    let kind = if variable.undefinable {
        StmtKind::Undefine(place)
    } else {
        StmtKind::Clear(place)
    };
    Stmt::new(kind, Span::default())
}

/// Instances that can fire and do not stay.
fn gone(part: &Part<'_>) -> Vec<u64> {
    let instances = (0..).zip(part.instances.iter().zip(&part.stays));
    let gone = instances.filter(|(_, (touches, stays))| touches.fires && stays.is_none());
    gone.map(|(number, _)| number).collect()
}

/// All instances that do not stay. One that can never fire can't as long as its guard sees what it
/// saw: where that is not kept, and initial rules take it back, it would fail.
fn excluded(part: &Part<'_>, cone: &Cone<'_>) -> Vec<u64> {
    let is_everything = cone.kept.count == cone.layout.slots.len();
    if is_everything || cone.model.has_processes() {
        return gone(part);
    }
    let stays = (0..).zip(&part.stays);
    let excluded = stays.filter(|(_, stays)| stays.is_none());
    excluded.map(|(number, _)| number).collect()
}

fn needed(part: &Part<'_>) -> HashSet<*const Stmt> {
    let lines = part.outline.lines.iter().zip(&part.needed);
    let needed = lines.filter(|(_, needed)| needed.is_some());
    needed
        .map(|(line, _)| std::ptr::from_ref(line.stmt))
        .collect()
}

fn pruned(block: &Block, needed: &HashSet<*const Stmt>) -> Block {
    let stay = block
        .iter()
        .filter(|stmt| needed.contains(&std::ptr::from_ref(*stmt)));
    stay.map(|stmt| inside(stmt, needed)).collect()
}

fn inside(stmt: &Stmt, needed: &HashSet<*const Stmt>) -> Stmt {
    let kind = match &stmt.kind {
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => StmtKind::If {
            condition: condition.clone(),
            then: pruned(then, needed),
            otherwise: pruned(otherwise, needed),
        },
        StmtKind::For { binding, body } => StmtKind::For {
            binding: binding.clone(),
            body: pruned(body, needed),
        },
        StmtKind::While { condition, body } => StmtKind::While {
            condition: condition.clone(),
            body: pruned(body, needed),
        },
        StmtKind::Assign { .. }
        | StmtKind::Copy { .. }
        | StmtKind::Undefine(_)
        | StmtKind::Clear(_)
        | StmtKind::Assert { .. }
        | StmtKind::Error { .. }
        | StmtKind::Refute { .. }
        | StmtKind::Hit { .. }
        | StmtKind::Assume { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return
        | StmtKind::Reserve { .. }
        | StmtKind::Put(_)
        | StmtKind::Bind { .. }
        | StmtKind::Multiset(_)
        | StmtKind::Channel(_) => stmt.kind.clone(),
    };
    Stmt::new(kind, stmt.span)
}

/// The guard without the instances that are gone, if there are any.
fn restricted(model: &Model, part: &Part<'_>, gone: &[u64]) -> Option<Expr> {
    let rule = part.rule;
    let guard = rule.guard.clone();
    if gone.is_empty() {
        return None;
    }
    if part.stays.iter().all(Option::is_none) {
        return Some(Expr::constant(0, guard.ty, guard.span));
    }
    let valuations = Valuations::new(model, &rule.parameters)?;
    let is = |instance: u64| has_values(rule, guard.ty, &valuations.values(instance));
    let mut staying: Vec<u64> = (0..valuations.count).collect();
    staying.retain(|instance| !gone.contains(instance));
    let both = |one, other| logic(ExprKind::And, one, other, guard.ty);
    let either = |one, other| logic(ExprKind::Or, one, other, guard.ty);
    let allowed = if staying.len() <= gone.len() {
        staying.into_iter().map(is).reduce(either)?
    } else {
        let not = |expr: Expr| {
            let not = ExprKind::Unary(UnaryOp::Not, Box::new(expr));
            Expr::new(not, guard.ty, Span::default())
        };
        gone.iter()
            .map(|instance| not(is(*instance)))
            .reduce(both)?
    };
    Some(both(allowed, guard.clone()))
}

/// Whether the parameters of a rule have these values.
fn has_values(rule: &Rule, truth: TypeId, values: &[i128]) -> Expr {
    let equal = rule.parameters.iter().zip(values).map(|(binding, value)| {
        let ty = rule.locals[binding.local].ty;
        let own = Expr::read(Place::local(binding.local, ty, Span::default()));
        let value = Expr::constant(*value, ty, Span::default());
        let op = BinaryOp::Compare(Comparison::Equal);
        let equal = ExprKind::Binary(op, Box::new(own), Box::new(value));
        Expr::new(equal, truth, Span::default())
    });
    let all = equal.reduce(|one, other| logic(ExprKind::And, one, other, truth));
    all.unwrap_or_else(|| Expr::constant(1, truth, Span::default()))
}

fn logic(op: fn(Box<Expr>, Box<Expr>) -> ExprKind, one: Expr, other: Expr, ty: TypeId) -> Expr {
    let span = other.span;
    Expr::new(op(Box::new(one), Box::new(other)), ty, span)
}
