//! Receives into `_pid`.
//!
//! SPIN keeps the number of a process in a field of its record, and a receive may overwrite it:
//! what `_pid` reads is then what was received, while everything else still knows the process by
//! its place. A process that contains such a receive gets a variable for that field.

use super::Resolver;
use crate::ast::{self, PatternKind, StmtKind, Visibility};
use crate::codes;
use crate::resolved::{Expr, ExprKind, Initial, Pattern, Place, Type, Variable, VariableRef};
use weyl_source::{Diagnostic, Span};

impl Resolver<'_> {
    /// Gives the process a variable for `_pid` if its body receives into it.
    pub(super) fn declare_own_number(&mut self, body: &ast::Block) {
        let Some(span) = first_receive(body) else {
            return;
        };
        let number = Expr {
            kind: ExprKind::ProcessId,
            ty: Type::Pid,
            span,
        };
        let local = self.body.locals.push(Variable {
            name: "_pid".into(),
            ty: Type::Pid,
            size: None,
            initial: Initial::Value(number),
            visibility: Visibility::Plain,
            span,
            nested: false,
        });
        self.body.own_number = Some(local);
    }

    pub(super) fn own_number(&self, span: Span) -> Option<Place> {
        Some(Place {
            variable: VariableRef::Local(self.body.own_number?),
            index: None,
            fields: Vec::new(),
            ty: Type::Pid,
            span,
        })
    }

    /// A poll stores nothing, so that a process may have no variable for it.
    pub(super) fn receive_own_number(&mut self, span: Span) -> Pattern {
        let message = "any value is received here, and `_pid` is not the number of the process \
                       from then on";
        let diagnostic = Diagnostic::warning(codes::READ_ONLY, span, message)
            .hint("write `eval(_pid)` to receive only messages with the number of the process");
        self.report(diagnostic);
        match self.own_number(span) {
            Some(place) => Pattern::Store(place),
            None => Pattern::Discard(span),
        }
    }
}

fn first_receive(block: &ast::Block) -> Option<Span> {
    block.statements.iter().find_map(receive_of)
}

fn receive_of(statement: &ast::Stmt) -> Option<Span> {
    match &statement.kind {
        StmtKind::Receive { patterns, .. } => patterns.iter().find_map(own_number_in),
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().find_map(first_receive),
        StmtKind::For { body, .. }
        | StmtKind::ForIn { body, .. }
        | StmtKind::Atomic(body)
        | StmtKind::DStep(body)
        | StmtKind::Block(body)
        | StmtKind::Inline { body, .. } => first_receive(body),
        StmtKind::Unless { body, escape } => receive_of(body).or_else(|| receive_of(escape)),
        _ => None,
    }
}

fn own_number_in(pattern: &ast::Pattern) -> Option<Span> {
    match &pattern.kind {
        PatternKind::Place(place) if &*place.root.name.name == "_pid" => Some(place.span),
        _ => None,
    }
}
