//! Temporal properties: `ltl` blocks, never claims, what labels say, and formulas from outside.
//!
//! What a property looks at in a state is an atom: a property of the model that says nothing by
//! itself. Equal expressions are one atom, whichever property mentions them.

use super::Lowering;
use super::exprs::{Body, comparison};
use super::rules::bare;
use crate::codes;
use crate::resolved::{
    BinaryOp, Expr, ExprKind, Formula, FormulaKind, Property as Given, Said, UnaryOp,
};
use std::sync::Arc;
use weyl_ir::{
    BinaryOp as Op, Comparison, Expr as IrExpr, ExprKind as IrKind, Property, PropertyId,
    PropertyKind, Temporal, erase_spans_of_expr,
};
use weyl_source::{Diagnostic, Diagnostics, Span};
use weyl_temporal::branching::Formula as Branching;
use weyl_temporal::{Claim, Formula as Ltl, MAX_PROPOSITIONS};

/// Operators of a formula after `<->` and `W` have been written out.
const MAX_FORMULA: u64 = 10_000;

/// An atom of the model, and its condition without spans.
pub(super) struct Atom {
    condition: IrExpr,
    property: PropertyId,
}

/// What is known of a condition before any state is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Constant(bool),
    /// The proposition that it is.
    Proposition(usize),
}

/// The propositions of one temporal property, in the order of their numbers.
#[derive(Default)]
pub(super) struct Propositions {
    pub atoms: Vec<PropertyId>,
}

impl Propositions {
    fn number(&mut self, atom: PropertyId) -> usize {
        let known = self.atoms.iter().position(|known| *known == atom);
        known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        })
    }
}

impl Lowering<'_> {
    pub(super) fn temporal(&mut self, diagnostics: &mut Diagnostics) -> Vec<Temporal> {
        let program = self.program;
        let mut found = Vec::new();
        for given in &program.formulas {
            found.extend(self.formula_property(given, diagnostics));
        }
        found.extend(self.never_claims(diagnostics));
        found.extend(self.label_properties(diagnostics));
        for given in &program.outside_formulas {
            found.extend(self.formula_property(given, diagnostics));
        }
        for given in &program.shown {
            self.shown(given, diagnostics);
        }
        for property in &found {
            check_propositions(property, diagnostics);
        }
        found
    }

    /// An expression that is shown along runs: a number, or the truth of a formula without temporal
    /// operators.
    fn shown(&mut self, given: &Given, diagnostics: &mut Diagnostics) {
        let condition = match &given.said {
            Said::Linear(formula) if formula.is_propositional() => match &formula.kind {
                FormulaKind::Atom(expr) if !is_truth(expr) => self.value(&Body::default(), expr),
                _ => self.present(formula),
            },
            Said::Linear(_) | Said::Branching { .. } => {
                let message = "a temporal operator cannot be part of an expression";
                let diagnostic = Diagnostic::error(codes::NOT_OBSERVABLE, given.span, message);
                return diagnostics.push(diagnostic.hint("`--ltl` checks formulas"));
            }
        };
        self.model.properties.push(Property {
            name: given.name.to_string(),
            kind: PropertyKind::Shown,
            parameters: Vec::new(),
            locals: weyl_ir::Locals::new(),
            condition,
            span: given.span,
        });
    }

    fn formula_property(
        &mut self,
        given: &Given,
        diagnostics: &mut Diagnostics,
    ) -> Option<Temporal> {
        let formula = match &given.said {
            Said::Linear(formula) => formula,
            Said::Branching { formula, atoms } => {
                return Some(self.branching_property(given, formula, atoms));
            }
        };
        if size(formula) > MAX_FORMULA {
            let message = "this formula is too large when `<->` and `W` are written out";
            let diagnostic = Diagnostic::error(codes::TEMPORAL_TOO_LARGE, given.span, message);
            diagnostics.push(diagnostic.hint("split it into several formulas"));
            return None;
        }
        let mut propositions = Propositions::default();
        let formula = self.formula(formula, &mut propositions);
        Some(Temporal {
            name: given.name.to_string(),
            claim: Claim::Formula(formula),
            atoms: propositions.atoms,
            repeats_ends: true,
            span: given.span,
        })
    }

    fn branching_property(
        &mut self,
        given: &Given,
        formula: &Branching,
        atoms: &[(Arc<str>, Formula)],
    ) -> Temporal {
        let mut propositions = Propositions::default();
        let truths = atoms.iter().map(|(name, atom)| {
            let condition = self.present(atom);
            self.proposition(condition, name.to_string(), atom.span, &mut propositions)
        });
        let truths: Vec<Truth> = truths.collect();
        let formula = formula.with_propositions(&|number| match truths[number as usize] {
            Truth::Constant(true) => Branching::True,
            Truth::Constant(false) => Branching::False,
            Truth::Proposition(number) => Branching::Proposition(number as u32),
        });
        Temporal {
            name: given.name.to_string(),
            claim: Claim::Branching(formula.into()),
            atoms: propositions.atoms,
            repeats_ends: true,
            span: given.span,
        }
    }

    fn formula(&mut self, formula: &Formula, propositions: &mut Propositions) -> Ltl {
        if formula.is_propositional() {
            let condition = self.present(formula);
            let name = bare(&self.text(formula.span)).to_string();
            return match self.proposition(condition, name, formula.span, propositions) {
                Truth::Constant(true) => Ltl::True,
                Truth::Constant(false) => Ltl::False,
                Truth::Proposition(number) => proposition(number),
            };
        }
        match &formula.kind {
            FormulaKind::Atom(_) => Ltl::False,
            FormulaKind::Not(inner) => self.formula(inner, propositions).negated(),
            FormulaKind::Next(inner) => self.formula(inner, propositions).next(),
            FormulaKind::Always(inner) => self.formula(inner, propositions).always(),
            FormulaKind::Eventually(inner) => self.formula(inner, propositions).eventually(),
            FormulaKind::And(left, right) => self.join(Ltl::and, left, right, propositions),
            FormulaKind::Or(left, right) => self.join(Ltl::or, left, right, propositions),
            FormulaKind::Implies(left, right) => self.join(Ltl::implies, left, right, propositions),
            FormulaKind::Equivalent(left, right) => {
                self.join(Ltl::equals, left, right, propositions)
            }
            FormulaKind::Until(left, right) => self.join(Ltl::until, left, right, propositions),
            FormulaKind::WeakUntil(left, right) => {
                self.join(Ltl::unless, left, right, propositions)
            }
            FormulaKind::Release(left, right) => {
                self.join(Ltl::releases, left, right, propositions)
            }
        }
    }

    fn join(
        &mut self,
        make: fn(Ltl, Ltl) -> Ltl,
        left: &Formula,
        right: &Formula,
        propositions: &mut Propositions,
    ) -> Ltl {
        let left = self.formula(left, propositions);
        make(left, self.formula(right, propositions))
    }

    /// A formula without temporal operators, as an expression.
    fn present(&mut self, formula: &Formula) -> IrExpr {
        match &formula.kind {
            FormulaKind::Atom(expr) => self.truth(&Body::default(), expr),
            FormulaKind::Not(inner) => {
                let inner = self.present(inner);
                self.not(inner)
            }
            FormulaKind::And(left, right) => {
                let left = self.present(left);
                let right = self.present(right);
                self.and(left, right)
            }
            FormulaKind::Or(left, right) => {
                let left = self.present(left);
                self.or(left, right, formula.span)
            }
            FormulaKind::Implies(left, right) => {
                let left = self.present(left);
                let left = self.not(left);
                self.or(left, right, formula.span)
            }
            FormulaKind::Equivalent(left, right) => {
                let left = self.present(left);
                let right = self.present(right);
                self.binary(Op::Compare(Comparison::Equal), left, right, formula.span)
            }
            _ => self.truth_constant(false, formula.span),
        }
    }

    fn or(&mut self, left: IrExpr, right: &Formula, span: Span) -> IrExpr {
        let right = self.present(right);
        let boolean = self.boolean();
        IrExpr::new(IrKind::Or(Box::new(left), Box::new(right)), boolean, span)
    }

    /// The proposition that a condition is in a property.
    pub(super) fn proposition(
        &mut self,
        condition: IrExpr,
        name: String,
        span: Span,
        propositions: &mut Propositions,
    ) -> Truth {
        match condition.as_constant() {
            Some(value) => Truth::Constant(value != 0),
            None => {
                let atom = self.atom(condition, name, span);
                Truth::Proposition(propositions.number(atom))
            }
        }
    }

    /// The atom with a condition; its name is that of the place where it is met first.
    fn atom(&mut self, condition: IrExpr, name: String, span: Span) -> PropertyId {
        let mut erased = condition.clone();
        erase_spans_of_expr(&mut erased);
        let known = self.atoms.iter().find(|atom| atom.condition == erased);
        if let Some(atom) = known {
            return atom.property;
        }
        let property = self.model.properties.push(Property {
            name,
            kind: PropertyKind::Atom,
            parameters: Vec::new(),
            locals: weyl_ir::Locals::new(),
            condition,
            span,
        });
        self.atoms.push(Atom {
            condition: erased,
            property,
        });
        property
    }
}

/// Whether an expression is shown as `true` or `false`, not as a number.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(op, _) => *op == UnaryOp::Not,
        ExprKind::Binary(op, ..) => {
            comparison(*op).is_some() || matches!(op, BinaryOp::And | BinaryOp::Or)
        }
        ExprKind::Test(..)
        | ExprKind::Poll(_)
        | ExprKind::Enabled(_)
        | ExprKind::RemoteLabel { .. }
        | ExprKind::NonProgress => true,
        _ => false,
    }
}

/// More propositions than there can be are reported before anybody looks at their numbers.
pub(super) fn proposition(number: usize) -> Ltl {
    Ltl::Proposition(u8::try_from(number).unwrap_or(u8::MAX))
}

fn check_propositions(property: &Temporal, diagnostics: &mut Diagnostics) {
    let count = property.atoms.len();
    if matches!(property.claim, Claim::Branching(_)) {
        return;
    }
    if count > MAX_PROPOSITIONS {
        let message = format!(
            "`{}` looks at {count} different conditions; {MAX_PROPOSITIONS} is the limit",
            property.name
        );
        let diagnostic = Diagnostic::error(codes::TEMPORAL_TOO_LARGE, property.span, message);
        let hint = "a part without temporal operators is one condition: combine them, or split the property";
        diagnostics.push(diagnostic.hint(hint));
    }
}

/// How large a formula is when it is written out.
fn size(formula: &Formula) -> u64 {
    if formula.is_propositional() {
        return 1;
    }
    let sum = |left: &Formula, right: &Formula| size(left).saturating_add(size(right));
    match &formula.kind {
        FormulaKind::Atom(_) => 1,
        FormulaKind::Not(inner)
        | FormulaKind::Next(inner)
        | FormulaKind::Always(inner)
        | FormulaKind::Eventually(inner) => size(inner).saturating_add(1),
        FormulaKind::Equivalent(left, right) => sum(left, right).saturating_mul(2),
        FormulaKind::WeakUntil(left, right) => sum(left, right).saturating_add(size(right)),
        FormulaKind::And(left, right)
        | FormulaKind::Or(left, right)
        | FormulaKind::Implies(left, right)
        | FormulaKind::Until(left, right)
        | FormulaKind::Release(left, right) => sum(left, right).saturating_add(1),
    }
}
