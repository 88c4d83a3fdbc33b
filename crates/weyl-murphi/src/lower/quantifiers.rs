//! Bound variables and what they range over.

use super::body::InFront;
use super::{Lowerer, fold};
use crate::ast::{Domain as TreeDomain, Expr as Tree, Quantifier as TreeQuantifier};
use crate::codes;
use crate::scope::Symbol;
use weyl_ir::{
    BinaryOp, Binding, Comparison, Domain, Evaluation, Expr, ExprKind, LocalKind, Quantifier,
    StmtKind, Type, TypeId,
};
use weyl_source::{Diagnostic, Span};

/// The parts of `from to by`, lowered.
pub struct Steps {
    pub from: Expr,
    pub to: Expr,
    pub by: Expr,
    /// Whether the writer gave a step.
    pub explicit: bool,
}

impl Lowerer<'_> {
    pub(super) fn quantified(
        &mut self,
        forall: bool,
        quantifiers: &[TreeQuantifier],
        body: &Tree,
        span: Span,
    ) -> Option<Expr> {
        let depth = self.scopes.depth();
        let result = self.pure(|lowerer| lowerer.quantified_over(forall, quantifiers, body, span));
        self.scopes.truncate(depth);
        result
    }

    fn quantified_over(
        &mut self,
        forall: bool,
        quantifiers: &[TreeQuantifier],
        body: &Tree,
        span: Span,
    ) -> Option<Expr> {
        let Some((first, rest)) = quantifiers.split_first() else {
            return self.boolean(body);
        };
        let binding = self.bind(first, false);
        let body = self.quantified_over(forall, rest, body, span);
        let (binding, body) = (binding?, body?);
        let quantifier = if forall {
            Quantifier::Forall
        } else {
            Quantifier::Exists
        };
        let evaluation = self.evaluation(&binding.domain);
        let kind = ExprKind::Quantified {
            quantifier,
            evaluation,
            binding: Box::new(binding),
            body: Box::new(body),
        };
        Some(Expr::new(kind, self.boolean, span))
    }

    /// Members of scalarsets have no order, so all of them are looked at.
    fn evaluation(&self, domain: &Domain) -> Evaluation {
        match domain {
            Domain::Type(ty) if self.holds_identity(*ty) => Evaluation::All,
            _ => Evaluation::UntilDecided,
        }
    }

    /// Opens a scope with the bound variable in it. `constant`: steps must be constant.
    pub(super) fn bind(&mut self, quantifier: &TreeQuantifier, constant: bool) -> Option<Binding> {
        let domain = self.domain(quantifier, constant);
        self.scopes.push();
        let Some((domain, ty)) = domain else {
            self.declare(&quantifier.name, Symbol::Broken);
            return None;
        };
        let local = self.local(&quantifier.name.name, ty, LocalKind::Bound);
        self.declare(&quantifier.name, Symbol::Local(local, Self::bound_access()));
        Some(Binding { local, domain })
    }

    pub(super) fn domain(
        &mut self,
        quantifier: &TreeQuantifier,
        constant: bool,
    ) -> Option<(Domain, TypeId)> {
        match &quantifier.domain {
            TreeDomain::Type(ty) => {
                let id = self.ty(ty, None)?;
                let id = self.simple_domain(id, ty.span, codes::BAD_DOMAIN)?;
                Some((Domain::Type(id), id))
            }
            TreeDomain::Steps { from, to, by } => {
                let steps = self.steps(from, to, by.as_deref(), quantifier.span)?;
                self.constant_steps(&steps, constant)?;
                self.check_direction(&steps, quantifier.span);
                let ty = self.hull(&steps.from, &steps.to);
                let Steps { from, to, by, .. } = steps;
                let domain = Domain::Steps {
                    from: Box::new(from),
                    to: Box::new(to),
                    by: Box::new(by),
                };
                Some((domain, ty))
            }
        }
    }

    fn steps(&mut self, from: &Tree, to: &Tree, by: Option<&Tree>, span: Span) -> Option<Steps> {
        let first = self.integer(from);
        let mark = self.mark();
        let last = self.integer(to);
        let first = first.map(|first| self.keep_value(mark, first));
        let mark = self.mark();
        let step = match by {
            Some(by) => self.integer(by),
            None => Some(Expr::constant(1, self.integer, span)),
        };
        let (first, last, step) = (first?, last?, step?);
        let (first, last) = (self.keep_value(mark, first), self.keep_value(mark, last));
        let steps = Steps {
            from: first,
            to: last,
            by: step,
            explicit: by.is_some(),
        };
        self.static_direction(&steps)?;
        Some(steps)
    }

    /// A step that can be seen to be wrong.
    fn static_direction(&mut self, steps: &Steps) -> Option<()> {
        let step = steps.by.as_constant();
        if step == Some(0) {
            return self.error(
                codes::STEP_ZERO,
                steps.by.span,
                "with a step of 0 this never ends",
            );
        }
        let bounds = steps.from.as_constant().zip(steps.to.as_constant());
        if let (true, Some(step), Some((from, to))) = (steps.explicit, step, bounds)
            && ((step > 0 && to < from) || (step < 0 && from < to))
        {
            let message = format!("steps of {step} never lead from {from} to {to}");
            return self.error(codes::STEP_DIRECTION, steps.by.span, message);
        }
        Some(())
    }

    fn constant_steps(&mut self, steps: &Steps, constant: bool) -> Option<()> {
        let parts = [&steps.from, &steps.to, &steps.by];
        let unknown = parts
            .into_iter()
            .find(|part| constant && part.as_constant().is_none());
        match unknown {
            None => Some(()),
            Some(part) => {
                let diagnostic =
                    Diagnostic::error(codes::NOT_CONSTANT, part.span, "a constant is needed here")
                        .hint("the instances of rulesets and formulas are fixed before the run");
                self.report(diagnostic);
                None
            }
        }
    }

    /// An explicit step in the wrong direction is a run-time error where it was not a static one.
    fn check_direction(&mut self, steps: &Steps, span: Span) {
        let known = steps
            .by
            .as_constant()
            .zip(steps.from.as_constant().zip(steps.to.as_constant()))
            .is_some();
        if !steps.explicit || known || self.body.in_front != InFront::Anything {
            return;
        }
        let zero = Expr::constant(0, self.integer, span);
        let compare = |op, left: &Expr, right: &Expr| {
            fold::binary(op, left.clone(), right.clone(), self.boolean, span)
        };
        let up = fold::or(
            compare(BinaryOp::Compare(Comparison::LessEqual), &steps.by, &zero),
            compare(
                BinaryOp::Compare(Comparison::LessEqual),
                &steps.from,
                &steps.to,
            ),
            span,
        );
        let down = fold::or(
            compare(
                BinaryOp::Compare(Comparison::GreaterEqual),
                &steps.by,
                &zero,
            ),
            compare(
                BinaryOp::Compare(Comparison::GreaterEqual),
                &steps.from,
                &steps.to,
            ),
            span,
        );
        let condition = fold::and(up, down, span);
        let message = "the steps of this loop lead in the wrong direction".to_string();
        let kind = StmtKind::Assert {
            condition,
            message,
            goes_on: false,
        };
        self.emit(kind, span);
    }

    /// The smallest range type that holds every value between two expressions.
    fn hull(&mut self, from: &Expr, to: &Expr) -> TypeId {
        let bounds = |value: &Expr| match (value.as_constant(), self.model.types.get(value.ty)) {
            (Some(constant), _) => Some((constant, constant)),
            (None, Type::Range { lo, hi, .. }) => Some((*lo, *hi)),
            _ => None,
        };
        let hull = bounds(from)
            .zip(bounds(to))
            .map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        match hull.filter(|(lo, hi)| {
            hi.checked_sub(*lo)
                .is_some_and(|last| last < i128::from(u64::MAX))
        }) {
            Some((lo, hi)) => self.model.types.intern(Type::range(lo, hi)),
            None => self.model.types.intern(super::body::WIDE),
        }
    }
}
