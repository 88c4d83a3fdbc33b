//! Expressions.

use super::names::Global;
use super::{Resolver, stand_in};
use crate::ast::{self, BinaryOp, UnaryOp};
use crate::codes;
use crate::resolved::{Expr, ExprKind, LabelId, LocalId, ProctypeId, Run, Type, Variable};
use cranelift_entity::EntityRef;
use weyl_budget::go_on;
use weyl_source::{Diagnostic, Span};

impl Resolver<'_> {
    /// A value. After an error it is a stand-in.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        go_on();
        let resolved = self.expr_kind(expr);
        let (kind, ty) = match resolved {
            Some(pair) => pair,
            None => return stand_in(expr.span),
        };
        Expr {
            kind,
            ty,
            span: expr.span,
        }
    }

    fn boxed(&mut self, expr: &ast::Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn expr_kind(&mut self, expr: &ast::Expr) -> Option<(ExprKind, Type)> {
        Some(match &expr.kind {
            ast::ExprKind::Constant(value) => (ExprKind::Constant(*value), Type::Int),
            ast::ExprKind::Place(place) => return self.read(place),
            ast::ExprKind::Unary(op, inner) => return self.unary(*op, inner, expr.span),
            ast::ExprKind::Binary(op, left, right) => {
                return self.binary(*op, left, right, expr.span);
            }
            ast::ExprKind::Conditional(parts) => {
                let parts = Box::new(parts.each_ref().map(|part| self.expr(part)));
                let ty = parts.get(1).map_or(Type::Int, |yes| yes.ty);
                (ExprKind::Conditional(parts), ty)
            }
            ast::ExprKind::Run(run) => return self.run(run, expr.span),
            ast::ExprKind::Len(place) => (ExprKind::Length(self.channel(place)?), Type::Int),
            ast::ExprKind::Test(test, place) => {
                (ExprKind::Test(*test, self.channel(place)?), Type::Bool)
            }
            ast::ExprKind::Poll {
                channel,
                random,
                patterns,
            } => {
                let poll = self.poll(channel, *random, patterns, expr.span)?;
                (ExprKind::Poll(poll), Type::Bool)
            }
            ast::ExprKind::RemoteLabel {
                proctype,
                pid,
                label,
            } => return self.remote_label(proctype, pid.as_deref(), label),
            ast::ExprKind::RemoteVariable {
                proctype,
                pid,
                variable,
            } => return self.remote_variable(proctype, pid.as_deref(), variable),
            ast::ExprKind::Enabled(_)
            | ast::ExprKind::PcValue(_)
            | ast::ExprKind::GetPriority(_)
            | ast::ExprKind::Timeout
            | ast::ExprKind::NonProgress => self.scheduler_value(&expr.kind, expr.span)?,
        })
    }

    /// What only the scheduler knows.
    fn scheduler_value(&mut self, kind: &ast::ExprKind, span: Span) -> Option<(ExprKind, Type)> {
        Some(match kind {
            ast::ExprKind::Enabled(pid) => {
                self.program.features.enabled = true;
                (ExprKind::Enabled(self.boxed(pid)), Type::Bool)
            }
            ast::ExprKind::PcValue(pid) => {
                self.program.features.pc_value = true;
                (ExprKind::PcValue(self.boxed(pid)), Type::Int)
            }
            ast::ExprKind::GetPriority(pid) => {
                self.program.features.priorities = true;
                (ExprKind::GetPriority(self.boxed(pid)), Type::Byte)
            }
            ast::ExprKind::Timeout => {
                self.program.features.timeout = true;
                (ExprKind::Timeout, Type::Bool)
            }
            _ => {
                if self.body.active && !self.body.is_claim() {
                    self.error(
                        codes::CLAIM_ONLY,
                        span,
                        "`np_` can be used in a never claim or a formula only",
                    );
                }
                self.program.features.non_progress = true;
                (ExprKind::NonProgress, Type::Bool)
            }
        })
    }

    /// A variable, an mtype constant or a predefined name, as a value.
    fn read(&mut self, place: &ast::Place) -> Option<(ExprKind, Type)> {
        let plain = place.fields.is_empty() && place.root.index.is_none();
        let name = &*place.root.name.name;
        if plain && let Some((value, ty)) = self.constant(name) {
            return Some((ExprKind::Constant(value), ty));
        }
        if plain && let Some(predefined) = self.predefined(name, place.span) {
            return Some(predefined);
        }
        if name == "_" {
            let message = "`_` has no value: it only takes what is thrown away";
            self.error(codes::READ_ONLY, place.span, message);
            return None;
        }
        let place = self.scalar_place(place)?;
        let ty = place.ty;
        Some((ExprKind::Read(place), ty))
    }

    fn predefined(&mut self, name: &str, span: Span) -> Option<(ExprKind, Type)> {
        let features = &mut self.program.features;
        Some(match name {
            "_pid" => match self.own_number(span) {
                Some(place) => (ExprKind::Read(place), Type::Pid),
                None => (ExprKind::ProcessId, Type::Pid),
            },
            "_nr_pr" => {
                features.process_count = true;
                (ExprKind::ProcessCount, Type::Int)
            }
            "_last" => {
                features.last_process = true;
                (ExprKind::LastProcess, Type::Pid)
            }
            "_priority" => {
                features.priorities = true;
                (ExprKind::OwnPriority, Type::Byte)
            }
            _ => return None,
        })
    }

    fn unary(&mut self, op: UnaryOp, inner: &ast::Expr, span: Span) -> Option<(ExprKind, Type)> {
        let inner = self.boxed(inner);
        let ty = match op {
            UnaryOp::Not => Type::Bool,
            UnaryOp::Negate | UnaryOp::Complement => Type::Int,
            UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually => {
                self.temporal_operand(span);
                return None;
            }
        };
        if let (UnaryOp::Negate, ExprKind::Constant(value)) = (op, &inner.kind) {
            let value = i64::from((*value as i32).wrapping_neg());
            return Some((ExprKind::Constant(value), ty));
        }
        Some((ExprKind::Unary(op, inner), ty))
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<(ExprKind, Type)> {
        let (left, right) = (self.boxed(left), self.boxed(right));
        let ty = match op {
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::BitAnd
            | BinaryOp::BitXor
            | BinaryOp::BitOr
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight => Type::Int,
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::And
            | BinaryOp::Or => Type::Bool,
            BinaryOp::Equal | BinaryOp::NotEqual => {
                self.warn_mtypes(&left, &right);
                Type::Bool
            }
            BinaryOp::Implies
            | BinaryOp::Equivalent
            | BinaryOp::Until
            | BinaryOp::WeakUntil
            | BinaryOp::Release => {
                self.temporal_operand(span);
                return None;
            }
        };
        Some((ExprKind::Binary(op, left, right), ty))
    }

    /// SPIN compares any two mtypes; the answer is rarely what was meant.
    fn warn_mtypes(&mut self, left: &Expr, right: &Expr) {
        if let (Type::Mtype(one), Type::Mtype(other)) = (left.ty, right.ty)
            && one != other
        {
            let (one, other) = (self.mtype_name(one), self.mtype_name(other));
            let message = format!("values of `{one}` and `{other}` are compared as numbers");
            self.warn(codes::MTYPE_MISMATCH, left.span.to(right.span), message);
        }
    }

    fn temporal_operand(&mut self, span: Span) {
        let diagnostic = Diagnostic::error(
            codes::TEMPORAL_OPERAND,
            span,
            "a temporal formula cannot be an operand of arithmetic or a comparison",
        )
        .hint("put parentheses around the comparison: `[] (x == 1)`");
        self.report(diagnostic);
    }

    fn run(&mut self, run: &ast::Run, span: Span) -> Option<(ExprKind, Type)> {
        if !self.body.active {
            self.error(
                codes::RUN_NOT_ALLOWED,
                span,
                "only a process can create processes",
            );
            return None;
        }
        let arguments = self.arguments(&run.arguments);
        let proctype = self.run_target(&run.proctype)?;
        self.check_arguments(proctype, &arguments, span);
        let priority = run
            .priority
            .as_ref()
            .map(|priority| self.priority(priority));
        let kind = ExprKind::Run(Run {
            proctype,
            arguments,
            priority,
        });
        Some((kind, Type::Pid))
    }

    /// A proctype, also one that is declared later.
    fn run_target(&mut self, name: &ast::Ident) -> Option<ProctypeId> {
        let found = self.names.proctype(&name.name);
        if found.is_none() {
            let message = format!("there is no proctype `{}`", name.name);
            let mut diagnostic = Diagnostic::error(codes::UNKNOWN_PROCTYPE, name.span, message);
            let names = self
                .program
                .proctypes
                .values()
                .map(|proctype| &proctype.name);
            if let Some(known) = crate::suggest::closest(&name.name, names) {
                diagnostic = diagnostic.hint(format!("did you mean `{known}`?"));
            }
            self.report(diagnostic);
        }
        found
    }

    /// SPIN wants the proctype of a remote reference to be declared before.
    fn remote_target(&mut self, name: &ast::Ident) -> Option<ProctypeId> {
        match self.global(&name.name).map(|entry| entry.global) {
            Some(Global::Proctype(id)) => Some(id),
            _ => match self.names.proctype(&name.name) {
                Some(id) if !self.body.active || self.body.is_claim() => Some(id),
                _ => {
                    self.unknown(name, "a proctype");
                    None
                }
            },
        }
    }

    fn remote_label(
        &mut self,
        proctype: &ast::Ident,
        pid: Option<&ast::Expr>,
        label: &ast::Ident,
    ) -> Option<(ExprKind, Type)> {
        let id = self.remote_target(proctype)?;
        let pid = pid.map(|pid| self.boxed(pid));
        self.program.features.remote_labels = true;
        let own = self.body.id == Some(id);
        let labels = if own {
            &self.body.labels
        } else {
            &self.program.proctypes.get(id)?.labels
        };
        let Some(at) = labels.values().position(|known| known.name == label.name) else {
            let message = format!("`{}` has no label `{}`", proctype.name, label.name);
            self.error(codes::UNKNOWN_LABEL, label.span, message);
            return None;
        };
        let kind = ExprKind::RemoteLabel {
            proctype: id,
            pid,
            label: LabelId::new(at),
        };
        Some((kind, Type::Bool))
    }

    fn remote_variable(
        &mut self,
        proctype: &ast::Ident,
        pid: Option<&ast::Expr>,
        variable: &ast::Segment,
    ) -> Option<(ExprKind, Type)> {
        let id = self.remote_target(proctype)?;
        let pid = pid.map(|pid| self.boxed(pid));
        self.program.features.remote_variables = true;
        let Some((local, data)) = self.remote_local(id, &variable.name.name) else {
            let message = format!(
                "`{}` has no variable `{}`",
                proctype.name, variable.name.name
            );
            self.error(codes::UNKNOWN_NAME, variable.name.span, message);
            return None;
        };
        if matches!(data.ty, Type::Struct(_)) {
            self.error(
                codes::STRUCTURE_AS_VALUE,
                variable.name.span,
                "a remote reference reaches plain variables and arrays only",
            );
            return None;
        }
        let index = variable.index.as_deref().map(|index| self.boxed(index));
        if index.is_none() && data.size.is_some() {
            let message = format!("the array `{}` needs an index", data.name);
            self.error(codes::MISSING_INDEX, variable.name.span, message);
        }
        let kind = ExprKind::RemoteVariable {
            proctype: id,
            pid,
            local,
            index,
        };
        Some((kind, data.ty))
    }

    fn remote_local(&self, id: ProctypeId, name: &str) -> Option<(LocalId, Variable)> {
        let locals = if self.body.id == Some(id) {
            &self.body.locals
        } else {
            &self.program.proctypes.get(id)?.locals
        };
        let mut named = locals.iter().filter(|(_, local)| &*local.name == name);
        named.next().map(|(local, data)| (local, data.clone()))
    }
}
