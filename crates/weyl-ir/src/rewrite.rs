//! Changing a program part by part: inner parts before outer ones.

use crate::{
    Argument, Binding, Block, ChannelExpr, ChannelStmt, Domain, Expr, ExprKind, MessageField,
    Model, MultisetStmt, NameExpr, Place, ProcessExpr, Projection, PutItem, Rule, Stmt, StmtKind,
    UnionExpr,
};

/// What to do with each part after its own parts have been rewritten.
pub trait Rewriter {
    fn stmt(&mut self, _stmt: &mut Stmt) {}
    fn expr(&mut self, _expr: &mut Expr) {}
    fn place(&mut self, _place: &mut Place) {}
    fn argument(&mut self, _argument: &mut Argument) {}
}

pub fn rewrite_model(rewriter: &mut impl Rewriter, model: &mut Model) {
    for function in model.functions.values_mut() {
        rewrite_block(rewriter, &mut function.body);
    }
    for rule in model.starts.values_mut().chain(model.rules.values_mut()) {
        rewrite_rule(rewriter, rule);
    }
    for property in model.properties.values_mut() {
        bindings(rewriter, &mut property.parameters);
        rewrite_expr(rewriter, &mut property.condition);
    }
}

pub fn rewrite_rule(rewriter: &mut impl Rewriter, rule: &mut Rule) {
    bindings(rewriter, &mut rule.parameters);
    if let Some(control) = &mut rule.control {
        let process = control.process.iter_mut();
        process.for_each(|process| rewrite_expr(rewriter, process));
        place(rewriter, &mut control.location);
    }
    rewrite_expr(rewriter, &mut rule.guard);
    rewrite_block(rewriter, &mut rule.body);
}

pub fn rewrite_block(rewriter: &mut impl Rewriter, block: &mut Block) {
    for stmt in block {
        rewrite_stmt(rewriter, stmt);
    }
}

fn rewrite_stmt(rewriter: &mut impl Rewriter, stmt: &mut Stmt) {
    parts_of_stmt(rewriter, stmt);
    rewriter.stmt(stmt);
}

fn parts_of_stmt(r: &mut impl Rewriter, stmt: &mut Stmt) {
    match &mut stmt.kind {
        StmtKind::Assign { to, value } => {
            place(r, to);
            rewrite_expr(r, value);
        }
        StmtKind::Copy { to: one, from: two }
        | StmtKind::Multiset(MultisetStmt::Add {
            set: one,
            element: two,
        }) => {
            place(r, one);
            place(r, two);
        }
        StmtKind::Undefine(target)
        | StmtKind::Clear(target)
        | StmtKind::Bind { place: target, .. } => place(r, target),
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            rewrite_expr(r, condition);
            rewrite_block(r, then);
            rewrite_block(r, otherwise);
        }
        StmtKind::For { binding: b, body } => {
            binding(r, b);
            rewrite_block(r, body);
        }
        StmtKind::While { condition, body } => {
            rewrite_expr(r, condition);
            rewrite_block(r, body);
        }
        StmtKind::Assert { condition, .. } | StmtKind::Assume { condition } => {
            rewrite_expr(r, condition)
        }
        StmtKind::Call {
            arguments, result, ..
        } => {
            argument_list(r, arguments);
            result.iter_mut().for_each(|result| place(r, result));
        }
        StmtKind::Channel(ChannelStmt::Send {
            channel, message, ..
        }) => {
            rewrite_expr(r, channel);
            message.iter_mut().for_each(|e| rewrite_expr(r, e));
        }
        StmtKind::Channel(ChannelStmt::Receive {
            channel, fields, ..
        }) => {
            rewrite_expr(r, channel);
            fields.iter_mut().for_each(|f| field(r, f));
        }
        StmtKind::Reserve { count, .. } => rewrite_expr(r, count),
        StmtKind::Put(items) => items.iter_mut().for_each(|i| item(r, i)),
        StmtKind::Multiset(MultisetStmt::Remove { set, position }) => {
            place(r, set);
            rewrite_expr(r, position);
        }
        StmtKind::Multiset(MultisetStmt::RemoveWhere {
            binding: b,
            condition,
        }) => {
            binding(r, b);
            rewrite_expr(r, condition);
        }
        StmtKind::Error { .. }
        | StmtKind::Refute { .. }
        | StmtKind::Hit { .. }
        | StmtKind::Return => {}
    }
}

pub fn rewrite_expr(rewriter: &mut impl Rewriter, expr: &mut Expr) {
    parts_of_expr(rewriter, expr);
    rewriter.expr(expr);
}

fn parts_of_expr(r: &mut impl Rewriter, e: &mut Expr) {
    match &mut e.kind {
        ExprKind::Constant(_) | ExprKind::Process(ProcessExpr::Timeout) => {}
        ExprKind::Read(source) | ExprKind::IsUndefined(source) => place(r, source),
        ExprKind::Same(left, right) => {
            place(r, left);
            place(r, right);
        }
        ExprKind::Unary(_, value)
        | ExprKind::Union(UnionExpr::Inject { value, .. })
        | ExprKind::Union(UnionExpr::Project { value, .. })
        | ExprKind::Union(UnionExpr::IsMember { value, .. })
        | ExprKind::Truncate { value, .. }
        | ExprKind::Name(NameExpr::NumberOf(value))
        | ExprKind::Name(NameExpr::NameAt(value))
        | ExprKind::Channel(ChannelExpr::Ask { number: value, .. })
        | ExprKind::Process(ProcessExpr::Enabled(value)) => rewrite_expr(r, value),
        ExprKind::Channel(ChannelExpr::CanReceive {
            channel, fields, ..
        }) => {
            rewrite_expr(r, channel);
            let given = fields.iter_mut().flatten();
            given.for_each(|e| rewrite_expr(r, e));
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => {
            rewrite_expr(r, left);
            rewrite_expr(r, right);
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => {
            rewrite_expr(r, condition);
            rewrite_expr(r, then);
            rewrite_expr(r, otherwise);
        }
        ExprKind::Quantified {
            binding: b, body, ..
        }
        | ExprKind::Count { binding: b, body } => {
            binding(r, b);
            rewrite_expr(r, body);
        }
        ExprKind::Call { arguments, .. } => argument_list(r, arguments),
    }
}

fn place(rewriter: &mut impl Rewriter, place: &mut Place) {
    for step in &mut place.path {
        if let Projection::Index(index) | Projection::Element(index) = step {
            rewrite_expr(rewriter, index);
        }
    }
    rewriter.place(place);
}

fn bindings(rewriter: &mut impl Rewriter, bindings: &mut [Binding]) {
    bindings.iter_mut().for_each(|b| binding(rewriter, b));
}

fn binding(r: &mut impl Rewriter, binding: &mut Binding) {
    match &mut binding.domain {
        Domain::Type(_) => {}
        Domain::Steps { from, to, by } => {
            for bound in [from, to, by] {
                rewrite_expr(r, bound);
            }
        }
        Domain::Positions(set) => place(r, set),
    }
}

fn argument_list(r: &mut impl Rewriter, arguments: &mut [Argument]) {
    for argument in arguments {
        match argument {
            Argument::Value(value) => rewrite_expr(r, value),
            Argument::Copy(source) | Argument::Reference(source) => place(r, source),
        }
        r.argument(argument);
    }
}

fn field(r: &mut impl Rewriter, field: &mut MessageField) {
    match field {
        MessageField::Any | MessageField::Into(_) => {}
        MessageField::Equal(value) => rewrite_expr(r, value),
    }
}

fn item(r: &mut impl Rewriter, item: &mut PutItem) {
    match item {
        PutItem::Text(_) => {}
        PutItem::Value(value) | PutItem::Number(value, _) => rewrite_expr(r, value),
        PutItem::Place(source) => place(r, source),
    }
}
