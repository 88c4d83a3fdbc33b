//! Expressions and statements in which a name shows what it is.
//!
//! Everything else acts on names only by equality, by index and by quantification over all of them,
//! which no permutation changes.

use crate::pin::{Cause, Pins};
use crate::sorts::{cleared_sorts, held_sorts, ordered_sorts};
use weyl_ir::fallible::Fallible;
use weyl_ir::visit::{Visitor, walk_binding, walk_block, walk_expr, walk_rule};
use weyl_ir::{
    BinaryOp, Binding, ChannelExpr, ChannelStmt, Comparison, Evaluation, Expr, ExprKind, Locals,
    Model, MultisetStmt, NameExpr, ProcessExpr, Stmt, StmtKind, TypeId, UnionExpr,
};
use weyl_source::Span;

pub(crate) fn find<'m>(model: &'m Model, pins: &mut Pins<'m>) {
    // Initial rules write on a blank state; where there are none, nothing starts.
    let starts = !model.starts.is_empty();
    for variable in model
        .variables
        .values()
        .filter(|v| starts && !v.undefinable)
    {
        let cause = Cause::StartsAsFirst {
            variable: variable.span,
        };
        pins.pin_all(cleared_sorts(model, variable.ty), &cause);
    }
    for function in model.functions.values() {
        walk_block(&mut leaks(model, &function.locals, pins), &function.body);
    }
    for rule in model.starts.values().chain(model.rules.values()) {
        walk_rule(&mut leaks(model, &rule.locals, pins), rule);
    }
    for property in model.properties.values() {
        let mut leaks = leaks(model, &property.locals, pins);
        for binding in &property.parameters {
            walk_binding(&mut leaks, binding);
        }
        walk_expr(&mut leaks, &property.condition);
    }
}

struct Leaks<'a, 'm> {
    model: &'m Model,
    locals: &'m Locals,
    pins: &'a mut Pins<'m>,
}

fn leaks<'a, 'm>(model: &'m Model, locals: &'m Locals, pins: &'a mut Pins<'m>) -> Leaks<'a, 'm> {
    Leaks {
        model,
        locals,
        pins,
    }
}

impl Leaks<'_, '_> {
    fn names_in(&mut self, ty: TypeId, cause: Cause) {
        self.pins.pin_all(held_sorts(self.model, ty), &cause);
    }

    fn constant(&mut self, value: i128, ty: TypeId, at: Span) {
        for sort in held_sorts(self.model, ty) {
            let names = &self.model.sorts[sort].names;
            let mut of_sort = (0..names.len()).map(|index| self.model.name_of(sort, index));
            let name = self.model.value_name(ty, value);
            if name.is_some_and(|name| of_sort.any(|other| other == name)) {
                self.pins.pin(sort, &Cause::Constant { at });
            }
        }
    }

    /// An operand of something that is not for names. The verifier refuses most of it.
    fn computed(&mut self, operand: &Expr) {
        self.names_in(operand.ty, Cause::Arithmetic { at: operand.span });
    }

    /// Short-circuit evaluation over names is unordered only if no instance can fail.
    fn first_decides(&mut self, binding: &Binding, body: &Expr) {
        let fallible = Fallible::by_types(self.model, self.locals);
        if fallible.expr(body) {
            let cause = Cause::FirstDecides { at: body.span };
            let sorts = ordered_sorts(self.model, &binding.domain);
            self.pins.pin_all(sorts, &cause);
        }
    }
}

impl Visitor for Leaks<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, expr.ty, expr.span),
            ExprKind::Name(NameExpr::NumberOf(name)) => {
                self.names_in(name.ty, Cause::Number { at: expr.span })
            }
            ExprKind::Name(NameExpr::NameAt(_)) => {
                self.names_in(expr.ty, Cause::Number { at: expr.span })
            }
            ExprKind::Binary(
                BinaryOp::Compare(Comparison::Equal | Comparison::NotEqual),
                left,
                right,
            ) if left.ty == right.ty => {}
            ExprKind::Binary(_, left, right) => {
                self.computed(left);
                self.computed(right);
            }
            ExprKind::Unary(_, value) | ExprKind::Truncate { value, .. } => self.computed(value),
            ExprKind::Conditional {
                then, otherwise, ..
            } => {
                for branch in [then, otherwise] {
                    if branch.ty != expr.ty {
                        self.computed(branch);
                    }
                }
            }
            ExprKind::Quantified {
                evaluation: Evaluation::UntilDecided,
                binding,
                body,
                ..
            } => self.first_decides(binding, body),
            ExprKind::Read(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantified {
                evaluation: Evaluation::All,
                ..
            }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(
                UnionExpr::Inject { .. } | UnionExpr::Project { .. } | UnionExpr::IsMember { .. },
            )
            | ExprKind::Channel(ChannelExpr::Ask { .. } | ChannelExpr::CanReceive { .. })
            | ExprKind::Process(ProcessExpr::Timeout | ProcessExpr::Enabled(_)) => {}
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Clear(place) => {
                let cause = Cause::Cleared { at: stmt.span };
                self.pins
                    .pin_all(cleared_sorts(self.model, place.ty), &cause);
            }
            // What they do with names, their expressions say.
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. } => {}
            // The order of turns, of elements and of messages is looked at elsewhere.
            StmtKind::For { .. }
            | StmtKind::Multiset(
                MultisetStmt::Add { .. }
                | MultisetStmt::Remove { .. }
                | MultisetStmt::RemoveWhere { .. },
            )
            | StmtKind::Channel(ChannelStmt::Send { .. } | ChannelStmt::Receive { .. }) => {}
        }
    }
}
