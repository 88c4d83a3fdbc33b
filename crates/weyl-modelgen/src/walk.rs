//! Visits every part of a program that can be edited, in a fixed order.

use crate::syntax::{
    Action, Alias, Binder, Case, Clause, Decl, Domain, Expr, Function, Item, Model, Property, Rule,
    Stmt, TypeExpr,
};

/// Each method may change what it is handed; the parts are visited afterwards.
pub trait Editor {
    /// A list from which elements can be dropped.
    fn list<T>(&mut self, _list: &mut Vec<T>) {}
    /// A part that can be left out.
    fn optional<T>(&mut self, _part: &mut Option<T>) {}
    fn items(&mut self, _items: &mut Vec<Item>) {}
    fn rules(&mut self, _rules: &mut Vec<Rule>) {}
    fn statements(&mut self, _statements: &mut Vec<Stmt>) {}
    fn expression(&mut self, _expression: &mut Expr) {}
}

pub fn walk<E: Editor>(model: &mut Model, editor: &mut E) {
    editor.list(&mut model.items);
    editor.items(&mut model.items);
    for item in &mut model.items {
        match item {
            Item::Decl(decl) => declaration(decl, editor),
            Item::Function(made) => function(made, editor),
            Item::Rule(made) => rule(made, editor),
        }
    }
}

fn declaration<E: Editor>(decl: &mut Decl, editor: &mut E) {
    match decl {
        Decl::Const(_, value) => expression(value, editor),
        Decl::Type(_, ty) | Decl::Var(_, ty) => type_expression(ty, editor),
    }
}

fn type_expression<E: Editor>(ty: &mut TypeExpr, editor: &mut E) {
    match ty {
        TypeExpr::Named(_) => {}
        TypeExpr::Range(low, high) => {
            expression(low, editor);
            expression(high, editor);
        }
        TypeExpr::Enum(members) => editor.list(members),
        TypeExpr::Scalarset(size) => expression(size, editor),
        TypeExpr::Record(fields) => {
            editor.list(fields);
            fields
                .iter_mut()
                .for_each(|(_, field)| type_expression(field, editor));
        }
        TypeExpr::Array(index, element) => {
            type_expression(index, editor);
            type_expression(element, editor);
        }
        TypeExpr::Union(parts) => parts
            .iter_mut()
            .for_each(|part| type_expression(part, editor)),
        TypeExpr::Multiset(size, element) => {
            expression(size, editor);
            type_expression(element, editor);
        }
    }
}

fn function<E: Editor>(function: &mut Function, editor: &mut E) {
    editor.list(&mut function.locals);
    function
        .locals
        .iter_mut()
        .for_each(|decl| declaration(decl, editor));
    block(&mut function.body, editor);
}

fn rule<E: Editor>(made: &mut Rule, editor: &mut E) {
    match made {
        Rule::Start(start) => action(start, editor),
        Rule::Simple {
            guard,
            action: body,
        } => {
            editor.optional(guard);
            guard.iter_mut().for_each(|guard| expression(guard, editor));
            action(body, editor);
        }
        Rule::Property(made) => property(made, editor),
        Rule::Ruleset { params, rules } => {
            if params.len() > 1 {
                editor.list(params);
            }
            params.iter_mut().for_each(|param| binder(param, editor));
            rule_list(rules, editor);
        }
        Rule::Alias {
            aliases: names,
            rules,
        } => {
            aliases(names, editor);
            rule_list(rules, editor);
        }
        Rule::Choose { rules, .. } => rule_list(rules, editor),
    }
}

fn rule_list<E: Editor>(rules: &mut Vec<Rule>, editor: &mut E) {
    editor.list(rules);
    editor.rules(rules);
    rules.iter_mut().for_each(|made| rule(made, editor));
}

fn action<E: Editor>(action: &mut Action, editor: &mut E) {
    editor.list(&mut action.locals);
    action
        .locals
        .iter_mut()
        .for_each(|decl| declaration(decl, editor));
    block(&mut action.body, editor);
}

fn property<E: Editor>(property: &mut Property, editor: &mut E) {
    expression(&mut property.condition, editor);
}

fn aliases<E: Editor>(aliases: &mut [Alias], editor: &mut E) {
    aliases
        .iter_mut()
        .for_each(|alias| expression(&mut alias.target, editor));
}

fn binder<E: Editor>(binder: &mut Binder, editor: &mut E) {
    match &mut binder.domain {
        Domain::Type(ty) => type_expression(ty, editor),
        Domain::Span { from, to, by } => {
            expression(from, editor);
            expression(to, editor);
            editor.optional(by);
        }
    }
}

fn block<E: Editor>(statements: &mut Vec<Stmt>, editor: &mut E) {
    editor.list(statements);
    editor.statements(statements);
    statements
        .iter_mut()
        .for_each(|made| statement(made, editor));
}

fn statement<E: Editor>(made: &mut Stmt, editor: &mut E) {
    match made {
        Stmt::Assign(target, value) | Stmt::MultisetAdd(value, target) => {
            parts(target, editor);
            expression(value, editor);
        }
        Stmt::If {
            first,
            others,
            otherwise,
        } => {
            clause(first, editor);
            editor.list(others);
            others.iter_mut().for_each(|other| clause(other, editor));
            otherwise_part(otherwise, editor);
        }
        Stmt::Switch {
            subject,
            cases,
            otherwise,
        } => {
            expression(subject, editor);
            editor.list(cases);
            cases.iter_mut().for_each(|made| case(made, editor));
            otherwise_part(otherwise, editor);
        }
        Stmt::For {
            binder: domain,
            body,
        } => {
            binder(domain, editor);
            block(body, editor);
        }
        Stmt::While { condition, body } => {
            expression(condition, editor);
            block(body, editor);
        }
        Stmt::Alias {
            aliases: names,
            body,
        } => {
            aliases(names, editor);
            block(body, editor);
        }
        Stmt::Clear(target) | Stmt::Undefine(target) => parts(target, editor),
        Stmt::Property(made) => property(made, editor),
        Stmt::Put(value) => expression(value, editor),
        Stmt::Return(value) => value.iter_mut().for_each(|value| expression(value, editor)),
        Stmt::Call(_, arguments) => arguments
            .iter_mut()
            .for_each(|argument| expression(argument, editor)),
        Stmt::MultisetRemovePred { test, .. } => expression(test, editor),
        Stmt::Error(_) | Stmt::PutText(_) | Stmt::MultisetRemove(..) => {}
    }
}

fn clause<E: Editor>(clause: &mut Clause, editor: &mut E) {
    expression(&mut clause.condition, editor);
    block(&mut clause.body, editor);
}

fn case<E: Editor>(case: &mut Case, editor: &mut E) {
    if case.values.len() > 1 {
        editor.list(&mut case.values);
    }
    block(&mut case.body, editor);
}

fn otherwise_part<E: Editor>(otherwise: &mut Option<Vec<Stmt>>, editor: &mut E) {
    editor.optional(otherwise);
    otherwise.iter_mut().for_each(|body| block(body, editor));
}

fn expression<E: Editor>(made: &mut Expr, editor: &mut E) {
    editor.expression(made);
    parts(made, editor);
}

/// The operands of an expression, but not the expression itself.
fn parts<E: Editor>(made: &mut Expr, editor: &mut E) {
    match made {
        Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) => {}
        Expr::Field(base, _) | Expr::IsUndefined(base) => parts(base, editor),
        Expr::Index(base, index) => {
            parts(base, editor);
            expression(index, editor);
        }
        Expr::Unary(_, operand) | Expr::IsMember(operand, _) => expression(operand, editor),
        Expr::Binary(_, left, right) => {
            expression(left, editor);
            expression(right, editor);
        }
        Expr::Conditional(test, yes, no) => {
            expression(test, editor);
            expression(yes, editor);
            expression(no, editor);
        }
        Expr::Quantified {
            binder: domain,
            body,
            ..
        } => {
            binder(domain, editor);
            expression(body, editor);
        }
        Expr::Call(_, arguments) => arguments
            .iter_mut()
            .for_each(|argument| expression(argument, editor)),
        Expr::MultisetCount { test, .. } => expression(test, editor),
    }
}
