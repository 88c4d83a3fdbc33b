//! Options of `if` and `do`, and what claims, traces and d_steps may contain.

use super::Resolver;
use super::runs::{children, contains_run};
use crate::ast::{self, BinaryOp, StmtKind};
use crate::codes;
use crate::resolved::{Block, Exclusive, Expr, ExprKind, Place, VariableRef};
use weyl_source::{Diagnostic, Span};

impl Resolver<'_> {
    pub(super) fn options(&mut self, options: &[ast::Block]) -> Vec<Block> {
        self.check_else(options);
        self.body.at_start = false;
        options.iter().map(|option| self.sequence(option)).collect()
    }

    fn check_else(&mut self, options: &[ast::Block]) {
        let first = |option: &ast::Block| option.statements.first().cloned();
        let guards: Vec<ast::Stmt> = options.iter().filter_map(first).collect();
        let mut elses = guards.iter().filter(|guard| guard.kind == StmtKind::Else);
        let Some(one) = elses.next() else {
            return;
        };
        if let Some(two) = elses.next() {
            let diagnostic = Diagnostic::error(
                codes::DUPLICATE_ELSE,
                two.span,
                "a selection has at most one `else`",
            )
            .label(one.span, "the first is here");
            self.report(diagnostic);
        }
        if let Some(guard) = guards.iter().find(|guard| uses_channel(guard)) {
            self.else_with_channels(one.span, guard.span);
        }
    }

    /// SPIN accepts it with a grumble, unless exclusive access makes it unsound there.
    fn else_with_channels(&mut self, span: Span, guard: Span) {
        self.program.features.else_with_channels = true;
        let message = "`else` depends on whether a channel operation is possible";
        let mut diagnostic = Diagnostic::warning(codes::ELSE_WITH_CHANNELS, span, message);
        if self.program.features.exclusive_access {
            diagnostic = Diagnostic::error(
                codes::ELSE_WITH_CHANNELS,
                span,
                "`else` beside channel operations cannot be combined with `xr` and `xs`",
            );
        }
        self.report(diagnostic.label(guard, "this channel operation"));
    }

    /// What a never claim or a trace may contain.
    pub(super) fn check_claim_statement(&mut self, statement: &ast::Stmt) {
        if self.body.is_claim() {
            self.check_never_statement(statement);
        } else if self.body.is_trace() {
            self.check_trace_statement(statement);
        }
    }

    fn check_never_statement(&mut self, statement: &ast::Stmt) {
        let Some((message, hint)) = claim_refuses(statement) else {
            return;
        };
        let diagnostic =
            Diagnostic::error(codes::CLAIM_STATEMENT, statement.span, message).hint(hint);
        self.report(diagnostic);
    }

    /// SPIN undoes a d_step in one go, which it cannot do with new processes.
    pub(super) fn check_d_step_expr(&mut self, expr: &ast::Expr) {
        if self.body.region.is_none() {
            return;
        }
        self.forbid_run_in_d_step(expr);
        if contains_remote(expr) {
            let diagnostic = Diagnostic::error(
                codes::D_STEP_STATEMENT,
                expr.span,
                "a d_step cannot refer to other processes",
            )
            .hint("use `atomic` instead of `d_step`");
            self.report(diagnostic);
        }
    }

    pub(super) fn forbid_run_in_d_step(&mut self, expr: &ast::Expr) {
        if self.body.region.is_some() && contains_run(expr) {
            let diagnostic = Diagnostic::error(
                codes::D_STEP_STATEMENT,
                expr.span,
                "a d_step cannot create processes",
            )
            .hint("use `atomic` instead of `d_step`");
            self.report(diagnostic);
        }
    }

    /// Only one proctype may claim to be the only one that uses a channel.
    pub(super) fn claim_exclusive(&mut self, mode: Exclusive, place: &Place) {
        let VariableRef::Global(global) = place.variable else {
            return;
        };
        // Elements of an array may belong to different processes.
        if place.index.is_some() {
            return;
        }
        let Some(own) = self.body.id else {
            return;
        };
        let owner = *self.exclusive.entry((mode, global)).or_insert(own);
        if owner != own {
            let name = self
                .program
                .proctypes
                .get(owner)
                .map(|other| other.name.clone());
            let message = format!(
                "`{}` claims exclusive access to this channel already",
                name.unwrap_or_default()
            );
            self.error(codes::EXCLUSIVE_ACCESS, place.span, message);
        }
    }

    /// Whether an expression of a provided clause looks at variables of the process.
    pub(super) fn reads_local(expr: &Expr) -> bool {
        let local = |place: &Place| matches!(place.variable, VariableRef::Local(_));
        match &expr.kind {
            ExprKind::Read(place) | ExprKind::Length(place) | ExprKind::Test(_, place) => {
                local(place)
            }
            ExprKind::Unary(_, inner) => Self::reads_local(inner),
            ExprKind::Binary(_, left, right) => Self::reads_local(left) || Self::reads_local(right),
            ExprKind::Conditional(parts) => parts.iter().any(Self::reads_local),
            ExprKind::Poll(poll) => local(&poll.channel),
            _ => false,
        }
    }
}

/// Why a statement cannot be part of a never claim, and what to do instead. A claim reads a state
/// and moves on: it changes nothing, and it takes every way that the state allows.
fn claim_refuses(statement: &ast::Stmt) -> Option<(&'static str, &'static str)> {
    let in_a_process = "let a process do it";
    Some(match &statement.kind {
        StmtKind::Send { .. } | StmtKind::Receive { .. } => (
            "a never claim cannot send or receive",
            "look at the channel with `c?[..]` or `len(c)`",
        ),
        StmtKind::Assign { .. }
        | StmtKind::Increment(_)
        | StmtKind::Decrement(_)
        | StmtKind::SetPriority { .. } => ("a never claim cannot change the state", in_a_process),
        StmtKind::For { .. } | StmtKind::ForIn { .. } | StmtKind::Select { .. } => (
            "a never claim cannot change the state, not even to count",
            "write the guards one by one",
        ),
        StmtKind::Condition(expr) | StmtKind::Assert(expr) if contains_run(expr) => {
            ("a never claim cannot create processes", in_a_process)
        }
        StmtKind::DStep(_) => (
            "a never claim cannot contain a d_step",
            "use `atomic`, or one guard with `&&`",
        ),
        StmtKind::Unless { .. } => (
            "a never claim cannot contain `unless`",
            "write the escape as an option, and its negation into the other guards",
        ),
        _ => return None,
    })
}

/// Whether a guard sends, receives, or tests a channel.
fn uses_channel(statement: &ast::Stmt) -> bool {
    match &statement.kind {
        StmtKind::Send { .. } | StmtKind::Receive { .. } => true,
        StmtKind::Condition(expr) => tests_channel(expr),
        _ => false,
    }
}

fn tests_channel(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Test(..) => true,
        ast::ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
            tests_channel(left) || tests_channel(right)
        }
        _ => false,
    }
}

fn contains_remote(expr: &ast::Expr) -> bool {
    matches!(
        expr.kind,
        ast::ExprKind::RemoteLabel { .. } | ast::ExprKind::RemoteVariable { .. }
    ) || children(expr).into_iter().any(contains_remote)
}
