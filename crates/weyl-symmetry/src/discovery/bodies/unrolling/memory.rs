//! What variables hold on the way, in terms of what they held before.

use super::simplify::{Simplify, either};
use crate::discovery::bodies::footprints::{are_apart, is_sure_assignment};
use crate::discovery::bodies::operators::is_of_operators;
use weyl_ir::fallible::Fallible;
use weyl_ir::rewrite::{Rewriter, rewrite_block, rewrite_expr};
use weyl_ir::visit::{Visitor, walk_expr, walk_place};
use weyl_ir::{Block, Expr, ExprKind, Locals, Model, Place, Projection, Root, Stmt, StmtKind};

/// More parts than this has no value: to know it is of no use.
const MOST_PARTS: usize = 1 << 11;

/// The variables that were written, by their last assignments. Each value is in terms of what was
/// before all of them, and can't fail.
#[derive(Clone, Default)]
pub(super) struct Memory {
    assignments: Vec<Stmt>,
}

impl Memory {
    /// What is known behind a block: its last assignments as a memory, and what comes before them.
    pub fn after(model: &Model, locals: &Locals, block: &Block) -> (Block, Memory) {
        for from in 0..block.len() {
            let mut memory = Memory::default();
            if memory.run(model, locals, &block[from..]).is_some() {
                return (block[..from].to_vec(), memory);
            }
        }
        (block.clone(), Memory::default())
    }

    /// Runs assignments; none if something else is among them, or something that may fail.
    pub fn run(&mut self, model: &Model, locals: &Locals, block: &[Stmt]) -> Option<()> {
        for stmt in block {
            let mut known = vec![stmt.clone()];
            is_plain_assignment(stmt).then_some(())?;
            let mut reading = Reading::new(self, model);
            rewrite_block(&mut reading, &mut known);
            reading.is_known.then_some(())?;
            let known = known.pop()?;
            let is_sure = is_sure_assignment(&Fallible::by_types(model, locals), &known);
            let to = target(&known)?.clone();
            let is_small = parts(&known) <= MOST_PARTS;
            (is_sure && is_small && is_ground(&to)).then_some(())?;
            self.assignments.retain(|old| !is_at(old, &to));
            self.assignments.push(known);
        }
        Some(())
    }

    /// A condition in terms of what was before, if it is known and can't fail.
    pub fn condition(&self, model: &Model, locals: &Locals, condition: &Expr) -> Option<Expr> {
        let mut known = condition.clone();
        is_plain(condition).then_some(())?;
        let mut reading = Reading::new(self, model);
        rewrite_expr(&mut reading, &mut known);
        let is_known = reading.is_known && !Fallible::by_types(model, locals).expr(&known);
        is_known.then_some(known)
    }

    /// What is known if a condition decides which of two memories it is.
    pub fn or(&self, model: &Model, condition: &Expr, other: &Memory) -> Option<Memory> {
        let mut both = Memory::default();
        for stmt in self.assignments.iter().chain(&other.assignments) {
            let to = target(stmt)?;
            if both.value_at(to).is_none() {
                let [then, otherwise] = [self, other].map(|memory| {
                    let value = memory.value_at(to).cloned();
                    value.unwrap_or_else(|| Expr::read(to.clone()))
                });
                let value = either(model, condition, then, otherwise);
                let to = to.clone();
                let kind = StmtKind::Assign { to, value };
                let span = stmt.span;
                let merged = Stmt { kind, span };
                (parts(&merged) <= MOST_PARTS).then_some(())?;
                both.assignments.push(merged);
            }
        }
        Some(both)
    }

    /// Assignments that come to the same in any order; none where one reads what another writes.
    pub fn into_assignments(self) -> Option<Block> {
        let is_change = |stmt: &Stmt| {
            !matches!(&stmt.kind, StmtKind::Assign { to, value: Expr { kind: ExprKind::Read(from), .. } }
                if is_same_place(to, from))
        };
        let all: Block = self.assignments.into_iter().filter(is_change).collect();
        let pairs = all.iter().enumerate();
        let mut pairs = pairs.flat_map(|(at, one)| all[..at].iter().map(move |two| (one, two)));
        pairs.all(|(one, two)| are_apart(one, two)).then_some(())?;
        Some(all)
    }

    fn value_at(&self, place: &Place) -> Option<&Expr> {
        let stmt = self.assignments.iter().find(|stmt| is_at(stmt, place))?;
        if let StmtKind::Assign { value, .. } = &stmt.kind {
            Some(value)
        } else {
            None
        }
    }

    fn writes_into(&self, root: Root) -> bool {
        let mut targets = self.assignments.iter().filter_map(target);
        targets.any(|to| to.root == root)
    }
}

/// Puts in what is known, and simplifies.
struct Reading<'a> {
    memory: &'a Memory,
    simplify: Simplify<'a>,
    /// It is known what each place that is read holds.
    is_known: bool,
}

impl<'a> Reading<'a> {
    fn new(memory: &'a Memory, model: &'a Model) -> Reading<'a> {
        Reading {
            memory,
            simplify: Simplify { model },
            is_known: true,
        }
    }
}

impl Rewriter for Reading<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        let ExprKind::Read(place) = &expr.kind else {
            return self.simplify.expr(expr);
        };
        if let Some(value) = self.memory.value_at(place) {
            expr.kind = value.kind.clone();
        } else {
            self.is_known &= is_ground(place) || !self.memory.writes_into(place.root);
        }
    }
}

fn target(stmt: &Stmt) -> Option<&Place> {
    if let StmtKind::Assign { to, .. } = &stmt.kind {
        Some(to)
    } else {
        None
    }
}

fn is_at(stmt: &Stmt, place: &Place) -> bool {
    target(stmt).is_some_and(|to| is_same_place(to, place))
}

/// Whether two places are the same part of a variable.
fn is_same_place(one: &Place, other: &Place) -> bool {
    let mut steps = one.path.iter().zip(&other.path);
    one.root == other.root
        && one.path.len() == other.path.len()
        && steps.all(|(one, other)| is_same_step(one, other))
}

fn is_same_step(one: &Projection, other: &Projection) -> bool {
    if let (Projection::Field(one), Projection::Field(other)) = (one, other) {
        one == other
    } else if let (Projection::Index(one), Projection::Index(other)) = (one, other) {
        one.as_constant().is_some() && one.as_constant() == other.as_constant()
    } else {
        false
    }
}

/// Whether it is certain which part of a variable a place is.
fn is_ground(place: &Place) -> bool {
    is_same_place(place, place) && matches!(place.root, Root::Variable(_))
}

fn is_plain_assignment(stmt: &Stmt) -> bool {
    if let StmtKind::Assign { to, value } = &stmt.kind {
        has_plain_path(to) && is_plain(value)
    } else {
        false
    }
}

fn has_plain_path(place: &Place) -> bool {
    place.path.iter().all(|step| match step {
        Projection::Field(_) => true,
        Projection::Index(at) => is_plain(at),
        Projection::Element(_) => false,
    })
}

/// Whether an expression is made of reads of variables and operators alone.
fn is_plain(expr: &Expr) -> bool {
    let is_plain = |place: &Place| matches!(place.root, Root::Variable(_)) && has_plain_path(place);
    is_of_operators(expr, &is_plain)
}

/// How many expressions a statement is made of.
fn parts(stmt: &Stmt) -> usize {
    #[derive(Default)]
    struct Parts(usize);
    impl Visitor for Parts {
        fn expr(&mut self, _: &Expr) {
            self.0 += 1;
        }
    }
    let mut parts = Parts::default();
    if let StmtKind::Assign { to, value } = &stmt.kind {
        walk_place(&mut parts, to);
        walk_expr(&mut parts, value);
    }
    parts.0
}
