//! Assignments.

use super::Resolver;
use crate::ast;
use crate::codes;
use crate::resolved::{Expr, ExprKind, Place, StmtKind, Type};
use weyl_source::Span;

impl Resolver<'_> {
    pub(super) fn assign(&mut self, target: &ast::Place, value: &ast::Expr) -> Option<StmtKind> {
        self.check_value_runs(value);
        if self.body.region.is_some() {
            self.forbid_run_in_d_step(value);
        }
        let resolved = self.expr(value);
        let name = &*target.root.name.name;
        if self.variable(name).is_none() && super::names::PREDEFINED.contains(&name) {
            return self.assign_predefined(name, resolved, target.span);
        }
        let target = self.scalar_place(target)?;
        self.check_assigned_mtype(target.ty, &resolved);
        if target.fields.is_empty() {
            self.check_assigned_channel(target.ty, &resolved);
        }
        Some(StmtKind::Assign {
            target,
            value: resolved,
        })
    }

    fn assign_predefined(&mut self, name: &str, value: Expr, span: Span) -> Option<StmtKind> {
        match name {
            "_" => Some(StmtKind::Discard(value)),
            "_priority" => {
                self.program.features.priorities = true;
                let process = Expr {
                    kind: ExprKind::ProcessId,
                    ty: Type::Pid,
                    span,
                };
                Some(StmtKind::SetPriority {
                    process,
                    priority: value,
                })
            }
            _ => {
                self.read_only(name, span);
                None
            }
        }
    }

    /// SPIN knows what a variable is, and does not look at the fields of structures.
    fn check_assigned_channel(&mut self, target: Type, value: &Expr) {
        if target == Type::Channel && matches!(value.kind, ExprKind::Constant(_)) {
            self.error(
                codes::CHANNEL_ARITHMETIC,
                value.span,
                "a number cannot be assigned to a channel",
            );
        }
        self.check_channel_arithmetic(value);
    }

    /// SPIN rejects constants of another mtype, and lets the rest pass.
    pub(super) fn check_assigned_mtype(&mut self, target: Type, value: &Expr) {
        let (Type::Mtype(wanted), Type::Mtype(found)) = (target, value.ty) else {
            return;
        };
        let named = self
            .program
            .mtypes
            .get(wanted)
            .is_some_and(|mtype| mtype.name.is_some());
        if named && matches!(value.kind, ExprKind::Constant(_)) {
            return self.check_mtype(target, value);
        }
        if wanted != found {
            let (wanted, found) = (self.mtype_name(wanted), self.mtype_name(found));
            let message = format!("a `{found}` is assigned to a variable of type `{wanted}`");
            self.warn(codes::MTYPE_MISMATCH, value.span, message);
        }
    }

    /// A channel may be copied and tested, but not computed with.
    pub(super) fn check_channel_arithmetic(&mut self, value: &Expr) {
        let operands: Vec<&Expr> = match &value.kind {
            ExprKind::Unary(_, inner) => vec![inner],
            ExprKind::Binary(_, left, right) => vec![left, right],
            _ => return,
        };
        for operand in operands {
            match &operand.kind {
                ExprKind::Read(place) if is_channel_variable(place) => self.error(
                    codes::CHANNEL_ARITHMETIC,
                    operand.span,
                    "a channel cannot be part of the assigned value",
                ),
                _ => self.check_channel_arithmetic(operand),
            }
        }
    }

    pub(super) fn counter(&mut self, place: &ast::Place) -> Option<Place> {
        let name = &*place.root.name.name;
        if self.variable(name).is_none() && super::names::PREDEFINED.contains(&name) {
            self.read_only(name, place.span);
            return None;
        }
        let place = self.scalar_place(place)?;
        if is_channel_variable(&place) {
            let message = "a channel cannot be counted up or down";
            self.error(codes::CHANNEL_ARITHMETIC, place.span, message);
        }
        Some(place)
    }
}

fn is_channel_variable(place: &Place) -> bool {
    place.ty == Type::Channel && place.fields.is_empty()
}
