//! Forgetting where a program came from: two programs are equal up to spans if they are equal after
//! this.

use crate::{
    Argument, Binding, Block, Domain, Expr, ExprKind, MessageField, Model, Place, Projection,
    PutItem, Rule, Stmt, StmtKind,
};
use weyl_source::Span;

/// Replaces every span by the default one.
pub fn erase_spans(model: &mut Model) {
    let none = Span::default();
    model.sorts.values_mut().for_each(|sort| sort.span = none);
    model.variables.values_mut().for_each(|v| v.span = none);
    for function in model.functions.values_mut() {
        function.span = none;
        block(&mut function.body);
    }
    model.starts.values_mut().for_each(rule);
    model.rules.values_mut().for_each(rule);
    for property in model.properties.values_mut() {
        property.span = none;
        property.parameters.iter_mut().for_each(binding);
        expr(&mut property.condition);
    }
}

fn rule(rule: &mut Rule) {
    rule.span = Span::default();
    rule.parameters.iter_mut().for_each(binding);
    if let Some(control) = &mut rule.control {
        control.process.iter_mut().for_each(expr);
        place(&mut control.location);
    }
    expr(&mut rule.guard);
    block(&mut rule.body);
}

fn block(block: &mut Block) {
    block.iter_mut().for_each(stmt);
}

fn stmt(stmt: &mut Stmt) {
    stmt.span = Span::default();
    match &mut stmt.kind {
        StmtKind::Assign { to, value } => {
            place(to);
            expr(value);
        }
        StmtKind::Copy { to: one, from: two }
        | StmtKind::MultisetAdd {
            set: one,
            element: two,
        } => {
            place(one);
            place(two);
        }
        StmtKind::Undefine(target)
        | StmtKind::Clear(target)
        | StmtKind::Bind { place: target, .. } => place(target),
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            expr(condition);
            block(then);
            block(otherwise);
        }
        StmtKind::For { binding: b, body } => {
            binding(b);
            block(body);
        }
        StmtKind::While { condition, body } => {
            expr(condition);
            block(body);
        }
        StmtKind::Assert { condition, .. } | StmtKind::Assume { condition } => expr(condition),
        StmtKind::Call {
            arguments, result, ..
        } => {
            arguments.iter_mut().for_each(argument);
            result.iter_mut().for_each(place);
        }
        StmtKind::Send {
            channel, message, ..
        } => {
            expr(channel);
            message.iter_mut().for_each(expr);
        }
        StmtKind::Receive {
            channel, fields, ..
        } => {
            expr(channel);
            fields.iter_mut().for_each(field);
        }
        StmtKind::Reserve { count, .. } => expr(count),
        StmtKind::Put(items) => items.iter_mut().for_each(item),
        StmtKind::MultisetRemove { set, position } => {
            place(set);
            expr(position);
        }
        StmtKind::MultisetRemoveWhere {
            binding: b,
            condition,
        } => {
            binding(b);
            expr(condition);
        }
        StmtKind::Error { .. } | StmtKind::Return => {}
    }
}

fn expr(e: &mut Expr) {
    e.span = Span::default();
    match &mut e.kind {
        ExprKind::Constant(_) | ExprKind::Timeout => {}
        ExprKind::Read(source) | ExprKind::IsUndefined(source) => place(source),
        ExprKind::Same(left, right) => {
            place(left);
            place(right);
        }
        ExprKind::Unary(_, value)
        | ExprKind::Inject { value, .. }
        | ExprKind::Project { value, .. }
        | ExprKind::IsMember { value, .. }
        | ExprKind::Truncate { value, .. }
        | ExprKind::NumberOf(value)
        | ExprKind::NameAt(value)
        | ExprKind::Channel { number: value, .. }
        | ExprKind::Enabled(value) => expr(value),
        ExprKind::CanReceive {
            channel, fields, ..
        } => {
            expr(channel);
            fields.iter_mut().flatten().for_each(expr);
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => {
            expr(left);
            expr(right);
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => {
            expr(condition);
            expr(then);
            expr(otherwise);
        }
        ExprKind::Quantified {
            binding: b, body, ..
        }
        | ExprKind::Count { binding: b, body } => {
            binding(b);
            expr(body);
        }
        ExprKind::Call { arguments, .. } => arguments.iter_mut().for_each(argument),
    }
}

fn place(place: &mut Place) {
    place.span = Span::default();
    for step in &mut place.path {
        if let Projection::Index(index) | Projection::Element(index) = step {
            expr(index);
        }
    }
}

fn binding(binding: &mut Binding) {
    match &mut binding.domain {
        Domain::Type(_) => {}
        Domain::Steps { from, to, by } => {
            expr(from);
            expr(to);
            expr(by);
        }
        Domain::Positions(set) => place(set),
    }
}

fn argument(argument: &mut Argument) {
    match argument {
        Argument::Value(value) => expr(value),
        Argument::Copy(source) | Argument::Reference(source) => place(source),
    }
}

fn field(field: &mut MessageField) {
    match field {
        MessageField::Any | MessageField::Into(_) => {}
        MessageField::Equal(value) => expr(value),
    }
}

fn item(item: &mut PutItem) {
    match item {
        PutItem::Text(_) => {}
        PutItem::Value(value) => expr(value),
        PutItem::Place(source) => place(source),
    }
}
