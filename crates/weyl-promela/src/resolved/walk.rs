//! Visits of all parts of an expression, of a statement and of a block.

use super::{Block, Expr, ExprKind, Pattern, Place, Stmt, StmtKind};

/// The indices of a place.
fn walk_place(place: &Place, visit: &mut dyn FnMut(&Expr)) {
    let fields = place.fields.iter().flat_map(|field| &field.index);
    for index in place.index.iter().chain(fields) {
        walk(index, visit);
    }
}

/// The expressions of a message field.
fn walk_pattern(pattern: &Pattern, visit: &mut dyn FnMut(&Expr)) {
    match pattern {
        Pattern::Store(place) => walk_place(place, visit),
        Pattern::Match(value) => walk(value, visit),
        Pattern::Discard(_) => {}
    }
}

/// An expression and its parts.
pub(crate) fn walk(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Unary(_, operand) => walk(operand, visit),
        ExprKind::Binary(_, left, right) => {
            walk(left, visit);
            walk(right, visit);
        }
        ExprKind::Conditional(parts) => parts.iter().for_each(|part| walk(part, visit)),
        ExprKind::Run(run) => run.arguments.iter().for_each(|part| walk(part, visit)),
        ExprKind::Read(place) | ExprKind::Length(place) | ExprKind::Test(_, place) => {
            walk_place(place, visit);
        }
        ExprKind::Poll(poll) => {
            walk_place(&poll.channel, visit);
            poll.patterns
                .iter()
                .for_each(|pattern| walk_pattern(pattern, visit));
        }
        ExprKind::RemoteLabel { pid, .. } => pid.iter().for_each(|pid| walk(pid, visit)),
        ExprKind::RemoteVariable { pid, index, .. } => {
            pid.iter().chain(index).for_each(|part| walk(part, visit));
        }
        ExprKind::Enabled(inner) | ExprKind::PcValue(inner) | ExprKind::GetPriority(inner) => {
            walk(inner, visit);
        }
        _ => {}
    }
}

/// Every statement of a block, those inside others too.
pub(crate) fn each_statement(block: &Block, visit: &mut dyn FnMut(&Stmt)) {
    for stmt in &block.statements {
        each_inside(stmt, visit);
    }
}

fn each_inside(stmt: &Stmt, visit: &mut dyn FnMut(&Stmt)) {
    visit(stmt);
    for inner in inner_statements(stmt) {
        each_inside(inner, visit);
    }
}

/// The statements directly inside a statement.
pub(crate) fn inner_statements(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::If(options) | StmtKind::Do(options) => options
            .iter()
            .flat_map(|option| &option.statements)
            .collect(),
        StmtKind::For { body, .. }
        | StmtKind::ForIndex { body, .. }
        | StmtKind::ForMessage { body, .. }
        | StmtKind::Inline { body, .. }
        | StmtKind::Atomic(body)
        | StmtKind::DStep(body)
        | StmtKind::Block(body) => body.statements.iter().collect(),
        StmtKind::Unless { body, escape } => vec![&**body, &**escape],
        _ => Vec::new(),
    }
}

/// Every expression of a block, and its parts.
pub(crate) fn each_expr(block: &Block, visit: &mut dyn FnMut(&Expr)) {
    each_statement(block, &mut |stmt| each_of_statement(stmt, visit));
}

/// The expressions of a statement itself.
pub(crate) fn each_of_statement(stmt: &Stmt, visit: &mut dyn FnMut(&Expr)) {
    match &stmt.kind {
        StmtKind::Initialise { value, .. } => value.iter().for_each(|expr| walk(expr, visit)),
        StmtKind::Assign { target, value } => {
            walk_place(target, visit);
            walk(value, visit);
        }
        StmtKind::Discard(value) | StmtKind::Condition(value) | StmtKind::Assert(value) => {
            walk(value, visit);
        }
        StmtKind::Increment(place) | StmtKind::Decrement(place) => walk_place(place, visit),
        StmtKind::Send {
            channel, arguments, ..
        } => {
            walk_place(channel, visit);
            arguments.iter().for_each(|expr| walk(expr, visit));
        }
        StmtKind::Receive {
            channel, patterns, ..
        } => {
            walk_place(channel, visit);
            patterns
                .iter()
                .for_each(|pattern| walk_pattern(pattern, visit));
        }
        StmtKind::Print { arguments, .. } => arguments.iter().for_each(|expr| walk(expr, visit)),
        StmtKind::For { from, to, .. } | StmtKind::Select { from, to, .. } => {
            walk(from, visit);
            walk(to, visit);
        }
        StmtKind::SetPriority { process, priority } => {
            walk(process, visit);
            walk(priority, visit);
        }
        StmtKind::PrintMtype(value) => walk(value, visit),
        StmtKind::ForMessage { channel, .. } => walk_place(channel, visit),
        _ => {}
    }
}
