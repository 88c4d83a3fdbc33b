//! Temporal formulas.

use super::runs::children;
use super::{Resolver, stand_in};
use crate::ast::{self, BinaryOp, ExprKind, UnaryOp};
use crate::codes;
use crate::resolved::{Formula, Property};
use std::sync::Arc;
use weyl_source::Span;

impl Resolver<'_> {
    pub(super) fn property(&mut self, ltl: &ast::Ltl) {
        let (name, span) = match &ltl.name {
            Some(name) => (name.name.clone(), name.span),
            None => {
                let name = format!("ltl_{}", self.unnamed_formulas);
                self.unnamed_formulas += 1;
                (name.into(), ltl.span)
            }
        };
        self.claim_name(&name, span);
        let formula = self.formula(&ltl.formula);
        self.program.formulas.push(Property {
            name,
            formula,
            span: ltl.span,
        });
    }

    /// Claims and formulas share one set of names.
    pub(super) fn claim_name(&mut self, name: &Arc<str>, span: Span) {
        if !self.claim_names.insert(name.clone()) {
            let message = format!("there is another claim or formula `{name}`");
            self.error(codes::CLAIM_REDEFINED, span, message);
        }
    }

    fn formula(&mut self, expr: &ast::Expr) -> Formula {
        if !is_temporal(expr) {
            return Formula::Atom(self.expr(expr));
        }
        match &expr.kind {
            ExprKind::Unary(op, inner) => {
                let make: fn(Box<Formula>) -> Formula = match op {
                    UnaryOp::Not => Formula::Not,
                    UnaryOp::Next => Formula::Next,
                    UnaryOp::Always => Formula::Always,
                    UnaryOp::Eventually => Formula::Eventually,
                    UnaryOp::Negate | UnaryOp::Complement => return self.not_temporal(expr),
                };
                make(Box::new(self.formula(inner)))
            }
            ExprKind::Binary(op, left, right) => {
                let Some(make) = connective(*op) else {
                    return self.not_temporal(expr);
                };
                let left = Box::new(self.formula(left));
                make(left, Box::new(self.formula(right)))
            }
            _ => self.not_temporal(expr),
        }
    }

    /// Arithmetic on formulas: resolving it as an expression reports that.
    fn not_temporal(&mut self, expr: &ast::Expr) -> Formula {
        self.expr(expr);
        Formula::Atom(stand_in(expr.span))
    }
}

type Connective = fn(Box<Formula>, Box<Formula>) -> Formula;

fn connective(op: BinaryOp) -> Option<Connective> {
    Some(match op {
        BinaryOp::And => Formula::And,
        BinaryOp::Or => Formula::Or,
        BinaryOp::Implies => Formula::Implies,
        BinaryOp::Equivalent => Formula::Equivalent,
        BinaryOp::Until => Formula::Until,
        BinaryOp::WeakUntil => Formula::WeakUntil,
        BinaryOp::Release => Formula::Release,
        _ => return None,
    })
}

/// Whether an expression contains a temporal operator.
fn is_temporal(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually, _) => true,
        ExprKind::Binary(
            BinaryOp::Implies
            | BinaryOp::Equivalent
            | BinaryOp::Until
            | BinaryOp::WeakUntil
            | BinaryOp::Release,
            ..,
        ) => true,
        _ => children(expr).into_iter().any(is_temporal),
    }
}
