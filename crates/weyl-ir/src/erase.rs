//! Forgetting where a program came from: two programs are equal up to spans if they are equal after
//! this.

use crate::rewrite::{Rewriter, rewrite_expr, rewrite_model, rewrite_rule};
use crate::{Expr, Model, Place, Rule, Stmt};
use weyl_source::Span;

/// Replaces every span by the default one.
pub fn erase_spans(model: &mut Model) {
    let none = Span::default();
    model.sorts.values_mut().for_each(|sort| sort.span = none);
    model.variables.values_mut().for_each(|v| v.span = none);
    model.functions.values_mut().for_each(|f| f.span = none);
    model.properties.values_mut().for_each(|p| p.span = none);
    let rules = model.starts.values_mut().chain(model.rules.values_mut());
    rules.for_each(|rule| rule.span = none);
    rewrite_model(&mut Eraser, model);
}

/// The same for one rule.
pub fn erase_spans_of_rule(rule: &mut Rule) {
    rule.span = Span::default();
    rewrite_rule(&mut Eraser, rule);
}

/// The same for one expression.
pub fn erase_spans_of_expr(expr: &mut Expr) {
    rewrite_expr(&mut Eraser, expr);
}

struct Eraser;

impl Rewriter for Eraser {
    fn stmt(&mut self, stmt: &mut Stmt) {
        stmt.span = Span::default();
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.span = Span::default();
    }

    fn place(&mut self, place: &mut Place) {
        place.span = Span::default();
    }
}
