//! Where `run` may stand.

use super::Resolver;
use crate::ast::{BinaryOp, Expr, ExprKind, Pattern, PatternKind, Place, Segment};
use crate::codes;
use weyl_source::{Diagnostic, Span};

/// Whether an expression creates a process.
pub fn contains_run(expr: &Expr) -> bool {
    first_run(expr).is_some()
}

/// The first `run` in an expression.
fn first_run(expr: &Expr) -> Option<Span> {
    if let ExprKind::Run(_) = expr.kind {
        return Some(expr.span);
    }
    children(expr).into_iter().find_map(first_run)
}

/// The `run` that may be left out when the expression is evaluated.
fn conditional_run(expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, _, right) => {
            first_run(right).or_else(|| children(expr).into_iter().find_map(conditional_run))
        }
        ExprKind::Conditional(parts) => {
            let [_, yes, no] = &**parts;
            first_run(yes).or_else(|| first_run(no))
        }
        _ => children(expr).into_iter().find_map(conditional_run),
    }
}

/// The expressions directly inside an expression.
pub fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Timeout | ExprKind::NonProgress => Vec::new(),
        ExprKind::Place(place) | ExprKind::Len(place) | ExprKind::Test(_, place) => indices(place),
        ExprKind::Unary(_, inner)
        | ExprKind::Enabled(inner)
        | ExprKind::PcValue(inner)
        | ExprKind::GetPriority(inner) => vec![inner],
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Conditional(parts) => parts.iter().collect(),
        ExprKind::Run(run) => run.arguments.iter().collect(),
        ExprKind::Poll {
            channel, patterns, ..
        } => {
            let mut inside = indices(channel);
            inside.extend(patterns.iter().flat_map(pattern_children));
            inside
        }
        ExprKind::RemoteLabel { pid, .. } => pid.iter().map(|pid| &**pid).collect(),
        ExprKind::RemoteVariable { pid, variable, .. } => {
            let index = variable.index.iter();
            pid.iter().chain(index).map(|inner| &**inner).collect()
        }
    }
}

fn indices(place: &Place) -> Vec<&Expr> {
    let segments = std::iter::once(&place.root).chain(&place.fields);
    segments
        .filter_map(|segment: &Segment| segment.index.as_deref())
        .collect()
}

fn pattern_children(pattern: &Pattern) -> Vec<&Expr> {
    match &pattern.kind {
        PatternKind::Place(place) => indices(place),
        PatternKind::Eval(expr) => vec![expr],
        PatternKind::Constant(_) => Vec::new(),
    }
}

impl Resolver<'_> {
    /// A condition is a `run` or contains none.
    pub(super) fn check_condition_runs(&mut self, expr: &Expr) {
        if let ExprKind::Run(run) = &expr.kind {
            for argument in &run.arguments {
                self.forbid_run(argument, "an argument of `run`");
            }
            return;
        }
        if let Some(span) = first_run(expr) {
            let diagnostic = Diagnostic::error(
                codes::RUN_IN_EXPRESSION,
                span,
                "`run` cannot be part of a larger condition",
            )
            .label(expr.span, "of this condition")
            .hint("assign the number of the new process first, then test it");
            self.report(diagnostic);
        }
    }

    /// The value of an assignment or assertion may contain `run` where it is always evaluated.
    pub(super) fn check_value_runs(&mut self, expr: &Expr) {
        if let Some(span) = conditional_run(expr) {
            let diagnostic = Diagnostic::error(
                codes::RUN_IN_EXPRESSION,
                span,
                "this `run` is evaluated only sometimes",
            )
            .hint("use `if` to decide whether the process is created");
            self.report(diagnostic);
        }
    }

    pub(super) fn forbid_run(&mut self, expr: &Expr, what: &str) {
        if let Some(span) = first_run(expr) {
            let message = format!("`run` cannot be part of {what}");
            let diagnostic = Diagnostic::error(codes::RUN_NOT_ALLOWED, span, message)
                .hint("assign the number of the new process to a variable first");
            self.report(diagnostic);
        }
    }
}
