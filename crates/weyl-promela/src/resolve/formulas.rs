//! Temporal formulas.

use super::runs::children;
use super::{Resolver, stand_in};
use crate::ast::{self, BinaryOp, ExprKind, UnaryOp};
use crate::codes;
use crate::resolved::{Expr, ExprKind as Resolved, Formula, FormulaKind, Property, Said, walk};
use std::sync::Arc;
use weyl_source::{Diagnostic, Span};

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
        let said = Said::Linear(self.formula(&ltl.formula));
        self.program.formulas.push(Property {
            name,
            said,
            span: ltl.span,
        });
    }

    /// `ctl` and `mu` blocks.
    pub(super) fn blocks(&mut self, blocks: &[ast::Outside]) {
        for block in blocks {
            self.claim_name(&block.name.name, block.name.span);
            let property = self.outside(block);
            self.program.formulas.push(property);
        }
    }

    /// Formulas that were given with the model; whoever gives one twice gets two answers.
    pub(super) fn outside_formulas(&mut self, formulas: &[ast::Outside]) {
        for given in formulas {
            let property = self.outside(given);
            self.program.outside_formulas.push(property);
        }
    }

    fn outside(&mut self, given: &ast::Outside) -> Property {
        let said = match &given.said {
            ast::Said::Linear(formula) => Said::Linear(self.formula(formula)),
            ast::Said::Branching { formula, atoms } => {
                let atoms = atoms.iter();
                let atoms = atoms.map(|(name, atom)| (name.name.clone(), self.formula(atom)));
                Said::Branching {
                    formula: formula.clone(),
                    atoms: atoms.collect(),
                }
            }
        };
        Property {
            name: given.name.name.clone(),
            said,
            span: given.span,
        }
    }

    /// Claims and formulas share one set of names.
    pub(super) fn claim_name(&mut self, name: &Arc<str>, span: Span) {
        if !self.claim_names.insert(name.clone()) {
            let message = format!("there is another claim or formula `{name}`");
            self.error(codes::CLAIM_REDEFINED, span, message);
        }
    }

    fn formula(&mut self, expr: &ast::Expr) -> Formula {
        let kind = if is_temporal(expr) {
            self.temporal(expr)
        } else {
            FormulaKind::Atom(self.observed(expr))
        };
        Formula {
            kind,
            span: expr.span,
        }
    }

    fn temporal(&mut self, expr: &ast::Expr) -> FormulaKind {
        match &expr.kind {
            ExprKind::Unary(op, inner) => {
                let make: fn(Box<Formula>) -> FormulaKind = match op {
                    UnaryOp::Not => FormulaKind::Not,
                    UnaryOp::Next => FormulaKind::Next,
                    UnaryOp::Always => FormulaKind::Always,
                    UnaryOp::Eventually => FormulaKind::Eventually,
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
    fn not_temporal(&mut self, expr: &ast::Expr) -> FormulaKind {
        self.expr(expr);
        FormulaKind::Atom(stand_in(expr.span))
    }

    /// An expression that no process evaluates: a part of a formula, or the guard of a claim.
    pub(super) fn observed(&mut self, expr: &ast::Expr) -> Expr {
        let resolved = self.expr(expr);
        self.check_observed(&resolved);
        resolved
    }

    pub(super) fn check_observed(&mut self, expr: &Expr) {
        let mut found = Vec::new();
        walk(expr, &mut |inner| {
            let what = match inner.kind {
                Resolved::Timeout => "`timeout` is about the step that a process takes",
                Resolved::ProcessId => "`_pid` is the process that acts",
                Resolved::OwnPriority => "`_priority` belongs to the process that acts",
                _ => return,
            };
            found.push((what, inner.span));
        });
        for (what, span) in found {
            let message = format!("{what}; a claim or a formula looks at states");
            let diagnostic = Diagnostic::error(codes::NOT_OBSERVABLE, span, message);
            let hint = "name the process: `P[1]@label`, `P[1]:x`, `enabled(1)`, `get_priority(1)`";
            self.report(diagnostic.hint(hint));
        }
    }
}

type Connective = fn(Box<Formula>, Box<Formula>) -> FormulaKind;

fn connective(op: BinaryOp) -> Option<Connective> {
    Some(match op {
        BinaryOp::And => FormulaKind::And,
        BinaryOp::Or => FormulaKind::Or,
        BinaryOp::Implies => FormulaKind::Implies,
        BinaryOp::Equivalent => FormulaKind::Equivalent,
        BinaryOp::Until => FormulaKind::Until,
        BinaryOp::WeakUntil => FormulaKind::WeakUntil,
        BinaryOp::Release => FormulaKind::Release,
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
