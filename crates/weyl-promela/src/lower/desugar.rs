//! `for` and `select` as the selections and loops that SPIN makes of them, and inlines as blocks.

use crate::resolved::{BinaryOp, Block, Expr, ExprKind, Place, SelectForm, Stmt, StmtKind, Type};
use weyl_source::Span;

pub(super) fn block(block: &Block) -> Block {
    let statements = block.statements.iter().flat_map(statement);
    Block {
        statements: statements.collect(),
        span: block.span,
    }
}

/// The statements that a statement stands for; its labels belong to the loop, if it is one.
fn statement(stmt: &Stmt) -> Vec<Stmt> {
    let one = |kind: StmtKind| vec![plain(kind, stmt.span)];
    let mut simple = match &stmt.kind {
        StmtKind::If(options) => one(StmtKind::If(options.iter().map(block).collect())),
        StmtKind::Do(options) => one(StmtKind::Do(options.iter().map(block).collect())),
        StmtKind::Atomic(body) => one(StmtKind::Atomic(block(body))),
        StmtKind::DStep(body) => one(StmtKind::DStep(block(body))),
        StmtKind::Block(body) | StmtKind::Inline { body, .. } => one(StmtKind::Block(block(body))),
        StmtKind::Unless { body, escape } => one(StmtKind::Unless {
            body: Box::new(single(body)),
            escape: Box::new(single(escape)),
        }),
        StmtKind::For {
            variable,
            from,
            to,
            body,
        } => counted(variable, from, to, body, stmt.span),
        StmtKind::ForIndex {
            variable,
            size,
            body,
        } => {
            let span = stmt.span;
            let last = constant(i64::from(*size) - 1, span);
            counted(variable, &constant(0, span), &last, body, span)
        }
        StmtKind::Select {
            variable,
            from,
            to,
            form,
        } => select(variable, from, to, *form, stmt.span),
        StmtKind::Exclusive { .. } => Vec::new(),
        other => one(other.clone()),
    };
    if let Some(last) = simple.last_mut() {
        last.labels.extend(stmt.labels.iter().copied());
    }
    simple
}

/// A statement that must stay one.
fn single(stmt: &Stmt) -> Stmt {
    let mut simple = statement(stmt);
    if simple.len() == 1
        && let Some(only) = simple.pop()
    {
        return only;
    }
    let body = Block {
        statements: simple,
        span: stmt.span,
    };
    plain(StmtKind::Block(body), stmt.span)
}

fn plain(kind: StmtKind, span: Span) -> Stmt {
    Stmt {
        labels: Vec::new(),
        kind,
        span,
    }
}

fn constant(value: i64, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Constant(value),
        ty: Type::Int,
        span,
    }
}

fn read(place: &Place) -> Expr {
    Expr {
        kind: ExprKind::Read(place.clone()),
        ty: place.ty,
        span: place.span,
    }
}

fn compare(op: BinaryOp, place: &Place, to: &Expr) -> Stmt {
    let condition = Expr {
        kind: ExprKind::Binary(op, Box::new(read(place)), Box::new(to.clone())),
        ty: Type::Bool,
        span: to.span,
    };
    plain(StmtKind::Condition(condition), to.span)
}

fn assign(place: &Place, value: &Expr) -> Stmt {
    let kind = StmtKind::Assign {
        target: place.clone(),
        value: value.clone(),
    };
    plain(kind, place.span)
}

fn sequence(statements: Vec<Stmt>, span: Span) -> Block {
    Block { statements, span }
}

/// `v = from; do :: v <= to -> body; v++ :: else -> break od`
fn counted(variable: &Place, from: &Expr, to: &Expr, body: &Block, span: Span) -> Vec<Stmt> {
    let mut turn = vec![compare(BinaryOp::LessEqual, variable, to)];
    turn.extend(block(body).statements);
    turn.push(plain(StmtKind::Increment(variable.clone()), variable.span));
    let leave = vec![plain(StmtKind::Else, span), plain(StmtKind::Break, span)];
    let options = vec![sequence(turn, span), sequence(leave, span)];
    vec![assign(variable, from), plain(StmtKind::Do(options), span)]
}

/// The choice of a value, or the first assignment and the loop behind it, which stays a `Select`.
fn select(variable: &Place, from: &Expr, to: &Expr, form: SelectForm, span: Span) -> Vec<Stmt> {
    if let (SelectForm::Options, ExprKind::Constant(from), ExprKind::Constant(to)) =
        (form, &from.kind, &to.kind)
    {
        let value = |value| sequence(vec![assign(variable, &constant(value, span))], span);
        return vec![plain(
            StmtKind::If((*from..=*to).map(value).collect()),
            span,
        )];
    }
    let rest = StmtKind::Select {
        variable: variable.clone(),
        from: from.clone(),
        to: to.clone(),
        form,
    };
    vec![assign(variable, from), plain(rest, span)]
}

/// The loop of a `select` behind its first assignment: the step, and the way out.
pub(super) fn select_options(variable: &Place, to: &Expr, span: Span) -> [Block; 2] {
    let next = vec![
        compare(BinaryOp::Less, variable, to),
        plain(StmtKind::Increment(variable.clone()), variable.span),
    ];
    let leave = vec![plain(StmtKind::Break, span)];
    [sequence(next, span), sequence(leave, span)]
}
