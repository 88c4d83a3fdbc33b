//! `for` and `select` as the selections and loops that SPIN makes of them, inlines as blocks, and
//! which `skip`s it leaves out.

use crate::resolved::{
    BinaryOp, Block, Expr, ExprKind, Origin, Pattern, Place, SelectForm, Stmt, StmtKind, Type,
};
use weyl_source::Span;

pub(super) fn block(block: &Block) -> Block {
    let statements = block.statements.iter().flat_map(statement);
    Block {
        statements: statements.collect(),
        span: block.span,
    }
}

/// An option as it is written. Behind a `skip` or a print SPIN leaves out the `skip`s that follow,
/// but for the last statement of the option (`check_sequence` in its sources). It does not look at
/// the option that it makes of a `for`.
fn option(option: &Block) -> Block {
    let mut option = block(option);
    let mut follows_another = false;
    if let Some((_, others)) = option.statements.split_last_mut() {
        for stmt in others {
            let is_plain = stmt.labels.is_empty();
            let is_skip = is_plain && is_skip(&stmt.kind);
            let is_print = matches!(stmt.kind, StmtKind::Print { .. } | StmtKind::PrintMtype(_));
            if is_skip && follows_another {
                stmt.kind = StmtKind::LeftOut;
            }
            follows_another = is_skip || is_plain && is_print;
        }
    }
    option
}

/// `skip`, `true` and `1` are one and the same; other constants are conditions.
fn is_skip(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Condition(expr) => matches!(expr.kind, ExprKind::Constant(1)),
        _ => false,
    }
}

/// The statements that a statement stands for; its labels belong to the loop, if it is one.
fn statement(stmt: &Stmt) -> Vec<Stmt> {
    let one = |kind: StmtKind| {
        vec![Stmt {
            origin: stmt.origin.clone(),
            ..derived(kind, stmt.span)
        }]
    };
    let mut simple = match &stmt.kind {
        StmtKind::If(options) => one(StmtKind::If(options.iter().map(option).collect())),
        StmtKind::Do(options) => one(StmtKind::Do(options.iter().map(option).collect())),
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
        StmtKind::ForMessage {
            counter,
            channel,
            fields,
            body,
        } => rotated(counter, channel, fields, body, stmt.span),
        StmtKind::Select {
            variable,
            from,
            to,
            form,
        } => select(variable, from, to, *form, stmt.span),
        StmtKind::Exclusive { .. } => Vec::new(),
        other => one(other.clone()),
    };
    if stmt.origin != Origin::Written {
        give_origin(&mut simple, &stmt.origin);
    }
    if let Some(last) = simple.last_mut() {
        last.labels.extend(stmt.labels.iter().copied());
    }
    simple
}

/// The parts of a loop inside an inline come from the inline.
fn give_origin(statements: &mut [Stmt], origin: &Origin) {
    for stmt in statements {
        if stmt.origin == Origin::Derived {
            stmt.origin = origin.clone();
        }
        if let StmtKind::If(options) | StmtKind::Do(options) = &mut stmt.kind {
            options
                .iter_mut()
                .for_each(|option| give_origin(&mut option.statements, origin));
        }
    }
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
    derived(StmtKind::Block(body), stmt.span)
}

fn derived(kind: StmtKind, span: Span) -> Stmt {
    Stmt {
        labels: Vec::new(),
        kind,
        span,
        origin: Origin::Derived,
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
    derived(StmtKind::Condition(condition), to.span)
}

fn assign(place: &Place, value: &Expr) -> Stmt {
    let kind = StmtKind::Assign {
        target: place.clone(),
        value: value.clone(),
    };
    derived(kind, place.span)
}

fn sequence(statements: Vec<Stmt>, span: Span) -> Block {
    Block { statements, span }
}

/// `v = from; do :: v <= to -> body; v++ :: else -> break od`
fn counted(variable: &Place, from: &Expr, to: &Expr, body: &Block, span: Span) -> Vec<Stmt> {
    let mut turn = vec![compare(BinaryOp::LessEqual, variable, to)];
    turn.extend(block(body).statements);
    repeated(variable, from, turn, span)
}

/// `n = 0; do :: n < len(c) -> c?m; c!m; body; n++ :: else -> break od`
fn rotated(
    counter: &Place,
    channel: &Place,
    fields: &[Place],
    body: &Block,
    span: Span,
) -> Vec<Stmt> {
    let length = Expr {
        kind: ExprKind::Length(channel.clone()),
        ty: Type::Int,
        span: channel.span,
    };
    let receive = StmtKind::Receive {
        channel: channel.clone(),
        random: false,
        keep: false,
        patterns: fields.iter().cloned().map(Pattern::Store).collect(),
    };
    let send = StmtKind::Send {
        channel: channel.clone(),
        sorted: false,
        arguments: fields.iter().map(read).collect(),
    };
    let mut turn = vec![compare(BinaryOp::Less, counter, &length)];
    turn.extend([receive, send].map(|kind| derived(kind, span)));
    turn.extend(block(body).statements);
    repeated(counter, &constant(0, span), turn, span)
}

/// `v = from; do :: turn; v++ :: else -> break od`
fn repeated(variable: &Place, from: &Expr, mut turn: Vec<Stmt>, span: Span) -> Vec<Stmt> {
    turn.push(derived(
        StmtKind::Increment(variable.clone()),
        variable.span,
    ));
    let leave = vec![
        derived(StmtKind::Else, span),
        derived(StmtKind::Break, span),
    ];
    let options = vec![sequence(turn, span), sequence(leave, span)];
    vec![assign(variable, from), derived(StmtKind::Do(options), span)]
}

/// The choice of a value, or the first assignment and the loop behind it, which stays a `Select`.
fn select(variable: &Place, from: &Expr, to: &Expr, form: SelectForm, span: Span) -> Vec<Stmt> {
    if let (SelectForm::Options, ExprKind::Constant(from), ExprKind::Constant(to)) =
        (form, &from.kind, &to.kind)
    {
        let value = |value| sequence(vec![assign(variable, &constant(value, span))], span);
        return vec![derived(
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
    vec![assign(variable, from), derived(rest, span)]
}

/// The loop of a `select` behind its first assignment: the step, and the way out.
pub(super) fn select_options(
    variable: &Place,
    to: &Expr,
    span: Span,
    origin: &Origin,
) -> [Block; 2] {
    let next = vec![
        compare(BinaryOp::Less, variable, to),
        derived(StmtKind::Increment(variable.clone()), variable.span),
    ];
    let leave = vec![derived(StmtKind::Break, span)];
    [next, leave].map(|mut statements| {
        give_origin(&mut statements, origin);
        sequence(statements, span)
    })
}
