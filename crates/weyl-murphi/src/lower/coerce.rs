//! Which type fits where.

use super::Lowerer;
use crate::codes;
use weyl_ir::{Expr, ExprKind, Type, TypeId, UnionExpr};
use weyl_source::{Diagnostic, Span};

/// How a value of one type becomes one of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Same,
    /// Both are integers; the range is checked when the value is stored.
    Integers,
    /// From a member of a union, by number, into the union.
    Inject(u32),
    /// From a union to a member, checked when it happens.
    Project(u32),
}

impl Lowerer<'_> {
    pub(super) fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.model.types.get(ty), Type::Int | Type::Range { .. })
    }

    pub(super) fn fit(&self, from: TypeId, to: TypeId) -> Option<Fit> {
        if from == to {
            return Some(Fit::Same);
        }
        if self.is_integer(from) && self.is_integer(to) {
            return Some(Fit::Integers);
        }
        let member = |members: &[TypeId], ty| {
            let at = members.iter().position(|member| *member == ty)?;
            u32::try_from(at).ok()
        };
        match (self.model.types.get(from), self.model.types.get(to)) {
            (_, Type::Union(members)) if member(members, from).is_some() => {
                member(members, from).map(Fit::Inject)
            }
            (Type::Union(members), _) => member(members, to).map(Fit::Project),
            _ => None,
        }
    }

    /// A value as one of another type.
    pub(super) fn coerce(&mut self, value: Expr, to: TypeId) -> Option<Expr> {
        let Some(fit) = self.fit(value.ty, to) else {
            return self.mismatch(value.ty, to, value.span);
        };
        Some(self.apply(fit, value, to))
    }

    pub(super) fn apply(&self, fit: Fit, value: Expr, to: TypeId) -> Expr {
        let span = value.span;
        match fit {
            Fit::Same | Fit::Integers => value,
            Fit::Inject(member) => Expr::new(
                ExprKind::Union(UnionExpr::Inject {
                    member,
                    value: Box::new(value),
                }),
                to,
                span,
            ),
            Fit::Project(member) => Expr::new(
                ExprKind::Union(UnionExpr::Project {
                    member,
                    value: Box::new(value),
                }),
                to,
                span,
            ),
        }
    }

    pub(super) fn mismatch<T>(&mut self, found: TypeId, wanted: TypeId, span: Span) -> Option<T> {
        let scalarset = |ty| matches!(self.model.types.get(ty), Type::Id(_));
        let mixed = (scalarset(found) || scalarset(wanted))
            && self.model.types.is_scalar(found)
            && self.model.types.is_scalar(wanted);
        let message = format!(
            "{} is needed here, but this is {}",
            self.describe(wanted),
            self.describe(found)
        );
        let code = if mixed {
            codes::SCALARSET_MIX
        } else {
            codes::TYPE_MISMATCH
        };
        let mut diagnostic = Diagnostic::error(code, span, message);
        if mixed {
            diagnostic = diagnostic
                .hint("the members of a scalarset have no numbers and belong to it alone");
        }
        self.report(diagnostic);
        None
    }

    pub(super) fn require_integer(&mut self, ty: TypeId, span: Span) -> Option<()> {
        if self.is_integer(ty) {
            return Some(());
        }
        let message = format!(
            "an integer is needed here, but this is {}",
            self.describe(ty)
        );
        match self.model.types.get(ty) {
            Type::Id(_) | Type::Union(_) => {
                let diagnostic = Diagnostic::error(codes::SCALARSET_ARITHMETIC, span, message)
                    .hint("members of a scalarset can only be compared with `=` and `!=`");
                self.report(diagnostic);
                None
            }
            _ => self.error(codes::NOT_INTEGER, span, message),
        }
    }

    pub(super) fn require_boolean(&mut self, ty: TypeId, span: Span) -> Option<()> {
        if ty == self.boolean {
            return Some(());
        }
        let message = format!(
            "a boolean is needed here, but this is {}",
            self.describe(ty)
        );
        self.error(codes::NOT_BOOLEAN, span, message)
    }
}
