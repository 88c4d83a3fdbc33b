//! A walk over all parts of a program: outer parts before inner ones, in the order of evaluation.

use crate::{
    Argument, Binding, Block, ChannelExpr, ChannelStmt, Control, Domain, Expr, ExprKind,
    MessageField, Model, MultisetStmt, NameExpr, Place, ProcessExpr, Projection, PutItem, Rule,
    Stmt, StmtKind, UnionExpr,
};
use weyl_budget::go_on;

/// What to do at each part; the walk goes on into the parts by itself.
pub trait Visitor {
    fn stmt(&mut self, _stmt: &Stmt) {}
    fn expr(&mut self, _expr: &Expr) {}
    fn place(&mut self, _place: &Place) {}
    fn binding(&mut self, _binding: &Binding) {}
    /// Where a rule stands: whoever asks what rules write must not forget that it moves.
    fn control(&mut self, _control: &Control) {}
}

pub fn walk_model(visitor: &mut impl Visitor, model: &Model) {
    for function in model.functions.values() {
        walk_block(visitor, &function.body);
    }
    for rule in model.starts.values().chain(model.rules.values()) {
        walk_rule(visitor, rule);
    }
    for property in model.properties.values() {
        walk_bindings(visitor, &property.parameters);
        walk_expr(visitor, &property.condition);
    }
}

pub fn walk_rule(visitor: &mut impl Visitor, rule: &Rule) {
    walk_bindings(visitor, &rule.parameters);
    if let Some(control) = &rule.control {
        visitor.control(control);
        walk_place(visitor, &control.location);
        control.process.iter().for_each(|e| walk_expr(visitor, e));
    }
    walk_expr(visitor, &rule.guard);
    walk_block(visitor, &rule.body);
}

pub fn walk_block(visitor: &mut impl Visitor, block: &Block) {
    for stmt in block {
        walk_stmt(visitor, stmt);
    }
}

pub fn walk_stmt(visitor: &mut impl Visitor, stmt: &Stmt) {
    go_on();
    visitor.stmt(stmt);
    match &stmt.kind {
        StmtKind::Assign { to, value } => {
            walk_place(visitor, to);
            walk_expr(visitor, value);
        }
        StmtKind::Copy { to: one, from: two }
        | StmtKind::Multiset(MultisetStmt::Add {
            set: one,
            element: two,
        }) => {
            walk_place(visitor, one);
            walk_place(visitor, two);
        }
        StmtKind::Undefine(place) | StmtKind::Clear(place) | StmtKind::Bind { place, .. } => {
            walk_place(visitor, place);
        }
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            walk_expr(visitor, condition);
            walk_block(visitor, then);
            walk_block(visitor, otherwise);
        }
        StmtKind::For { binding, body } => {
            walk_binding(visitor, binding);
            walk_block(visitor, body);
        }
        StmtKind::While { condition, body } => {
            walk_expr(visitor, condition);
            walk_block(visitor, body);
        }
        StmtKind::Assert { condition, .. } | StmtKind::Assume { condition } => {
            walk_expr(visitor, condition);
        }
        StmtKind::Call {
            arguments, result, ..
        } => {
            walk_arguments(visitor, arguments);
            result.iter().for_each(|place| walk_place(visitor, place));
        }
        StmtKind::Channel(ChannelStmt::Send {
            channel, message, ..
        }) => {
            walk_expr(visitor, channel);
            message.iter().for_each(|field| walk_expr(visitor, field));
        }
        StmtKind::Channel(ChannelStmt::Receive {
            channel, fields, ..
        }) => {
            walk_expr(visitor, channel);
            walk_fields(visitor, fields);
        }
        StmtKind::Reserve { count, .. } => walk_expr(visitor, count),
        StmtKind::Put(items) => walk_items(visitor, items),
        StmtKind::Multiset(MultisetStmt::Remove { set, position }) => {
            walk_place(visitor, set);
            walk_expr(visitor, position);
        }
        StmtKind::Multiset(MultisetStmt::RemoveWhere { binding, condition }) => {
            walk_binding(visitor, binding);
            walk_expr(visitor, condition);
        }
        StmtKind::Error { .. }
        | StmtKind::Refute { .. }
        | StmtKind::Hit { .. }
        | StmtKind::Return => {}
    }
}

pub fn walk_expr(visitor: &mut impl Visitor, expr: &Expr) {
    go_on();
    visitor.expr(expr);
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Process(ProcessExpr::Timeout) => {}
        ExprKind::Read(place) | ExprKind::IsUndefined(place) => walk_place(visitor, place),
        ExprKind::Same(left, right) => {
            walk_place(visitor, left);
            walk_place(visitor, right);
        }
        ExprKind::Unary(_, value)
        | ExprKind::Union(UnionExpr::Inject { value, .. })
        | ExprKind::Union(UnionExpr::Project { value, .. })
        | ExprKind::Union(UnionExpr::IsMember { value, .. })
        | ExprKind::Truncate { value, .. }
        | ExprKind::Name(NameExpr::NumberOf(value))
        | ExprKind::Name(NameExpr::NameAt(value))
        | ExprKind::Channel(ChannelExpr::Ask { number: value, .. })
        | ExprKind::Process(ProcessExpr::Enabled(value)) => walk_expr(visitor, value),
        ExprKind::Channel(ChannelExpr::CanReceive {
            channel, fields, ..
        }) => {
            walk_expr(visitor, channel);
            let given = fields.iter().flatten();
            given.for_each(|field| walk_expr(visitor, field));
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => {
            walk_expr(visitor, left);
            walk_expr(visitor, right);
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => {
            walk_expr(visitor, condition);
            walk_expr(visitor, then);
            walk_expr(visitor, otherwise);
        }
        ExprKind::Quantified { binding, body, .. } | ExprKind::Count { binding, body } => {
            walk_binding(visitor, binding);
            walk_expr(visitor, body);
        }
        ExprKind::Call { arguments, .. } => walk_arguments(visitor, arguments),
    }
}

pub fn walk_place(visitor: &mut impl Visitor, place: &Place) {
    visitor.place(place);
    for step in &place.path {
        match step {
            Projection::Index(expr) | Projection::Element(expr) => walk_expr(visitor, expr),
            Projection::Field(_) => {}
        }
    }
}

fn walk_bindings(visitor: &mut impl Visitor, bindings: &[Binding]) {
    for binding in bindings {
        walk_binding(visitor, binding);
    }
}

pub fn walk_binding(visitor: &mut impl Visitor, binding: &Binding) {
    visitor.binding(binding);
    match &binding.domain {
        Domain::Type(_) => {}
        Domain::Steps { from, to, by } => {
            for bound in [from, to, by] {
                walk_expr(visitor, bound);
            }
        }
        Domain::Positions(place) => walk_place(visitor, place),
    }
}

fn walk_arguments(visitor: &mut impl Visitor, arguments: &[Argument]) {
    for argument in arguments {
        match argument {
            Argument::Value(expr) => walk_expr(visitor, expr),
            Argument::Copy(place) | Argument::Reference(place) => walk_place(visitor, place),
        }
    }
}

fn walk_fields(visitor: &mut impl Visitor, fields: &[MessageField]) {
    for field in fields {
        match field {
            MessageField::Any | MessageField::Into(_) => {}
            MessageField::Equal(expr) => walk_expr(visitor, expr),
        }
    }
}

fn walk_items(visitor: &mut impl Visitor, items: &[PutItem]) {
    for item in items {
        match item {
            PutItem::Text(_) => {}
            PutItem::Value(expr) | PutItem::Number(expr, _) => walk_expr(visitor, expr),
            PutItem::Place(place) => walk_place(visitor, place),
        }
    }
}
