//! The statements of a trace: sends and receives of others, which it only looks at.

use super::Resolver;
use crate::ast;
use crate::codes;
use crate::resolved::{Expr, ExprKind, Pattern, Place, StmtKind};
use weyl_source::{Diagnostic, Span};

impl Resolver<'_> {
    pub(super) fn not_an_event(&mut self, span: Span, message: &str) {
        let diagnostic = Diagnostic::error(codes::CLAIM_STATEMENT, span, message)
            .hint("use plain sends (`!`) and receives (`?`)");
        self.report(diagnostic);
    }

    pub(super) fn check_trace_statement(&mut self, statement: &ast::Stmt) {
        if !is_event_or_choice(&statement.kind) {
            let message = "a trace consists of channel events and choices between them";
            self.not_an_event(statement.span, message);
        }
        if is_jump(statement) && statement.labels.iter().any(is_special) {
            self.event_wanted(statement.span);
        }
        if let ast::StmtKind::If(options) | ast::StmtKind::Do(options) = &statement.kind {
            let firsts = options
                .iter()
                .filter_map(|option| option.statements.first());
            for jump in firsts.filter(|first| is_jump(first)) {
                self.event_wanted(jump.span);
            }
        }
    }

    /// SPIN would take a jump that is a step of the trace for any event whatsoever.
    fn event_wanted(&mut self, span: Span) {
        let message = "here a trace needs an event, not a jump";
        self.not_an_event(span, message);
    }

    pub(super) fn send_event(
        &mut self,
        channel: &ast::Place,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<StmtKind> {
        let patterns = self.event_patterns(arguments);
        let channel = self.channel(channel)?;
        self.remember_send(patterns.len(), span);
        self.check_message(&channel, patterns.len(), span);
        self.check_event(&channel, &patterns);
        Some(StmtKind::SendEvent { channel, patterns })
    }

    /// The message of a send event. As in SPIN only constants are compared; `_` and a variable
    /// stand for any value, and so does everything else, which deserves a warning.
    fn event_patterns(&mut self, arguments: &[ast::Expr]) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for argument in arguments {
            if is_blank(argument) {
                patterns.push(Pattern::Discard(argument.span));
                continue;
            }
            for value in self.arguments(std::slice::from_ref(argument)) {
                patterns.push(match value.kind {
                    ExprKind::Constant(_) => Pattern::Match(value),
                    ExprKind::Read(_) => Pattern::Discard(value.span),
                    _ => {
                        let message = "this stands for any value: a trace compares constants only";
                        self.warn(codes::CLAIM_STATEMENT, value.span, message);
                        Pattern::Discard(value.span)
                    }
                });
            }
        }
        patterns
    }

    /// A trace sees no process, and it is the same channels all the time that it looks at.
    pub(super) fn check_event(&mut self, channel: &Place, patterns: &[Pattern]) {
        for index in indices(channel) {
            if !matches!(index.kind, ExprKind::Constant(_)) {
                self.error(
                    codes::CLAIM_STATEMENT,
                    index.span,
                    "a trace names its channels by constants",
                );
            }
        }
        for pattern in patterns {
            if let Pattern::Match(value) = pattern
                && mentions_process(value)
            {
                let message = "a trace belongs to no process";
                self.error(codes::CLAIM_STATEMENT, value.span, message);
            }
        }
    }
}

fn is_blank(argument: &ast::Expr) -> bool {
    matches!(&argument.kind, ast::ExprKind::Place(place) if &*place.root.name.name == "_")
}

fn is_jump(statement: &ast::Stmt) -> bool {
    matches!(
        statement.kind,
        ast::StmtKind::Goto(_) | ast::StmtKind::Break
    )
}

/// Whether a label makes a place of its own where it stands.
fn is_special(label: &ast::Ident) -> bool {
    let words = ["end", "progress", "accept"];
    words.iter().any(|word| label.name.starts_with(word))
}

fn is_event_or_choice(kind: &ast::StmtKind) -> bool {
    use ast::StmtKind;
    match kind {
        StmtKind::Send { sorted, .. } => !sorted,
        StmtKind::Receive { random, keep, .. } => !random && !keep,
        StmtKind::If(_) | StmtKind::Do(_) | StmtKind::Goto(_) | StmtKind::Break => true,
        _ => false,
    }
}

fn indices(place: &Place) -> impl Iterator<Item = &Expr> {
    let fields = place.fields.iter().flat_map(|field| &field.index);
    place.index.iter().chain(fields).map(|index| &**index)
}

/// Whether an expression asks for the process that evaluates it.
fn mentions_process(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::ProcessId | ExprKind::OwnPriority => true,
        ExprKind::Read(place) => indices(place).any(mentions_process),
        ExprKind::Unary(_, operand) => mentions_process(operand),
        ExprKind::Binary(_, left, right) => mentions_process(left) || mentions_process(right),
        ExprKind::Conditional(parts) => parts.iter().any(mentions_process),
        _ => false,
    }
}
