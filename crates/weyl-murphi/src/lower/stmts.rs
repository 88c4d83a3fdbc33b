//! Statements.

use super::Lowerer;
use super::body::Return;
use super::coerce::Fit;
use super::places::Operand;
use crate::ast::{
    Expr as Tree, ExprKind as TreeKind, PropertyKind, Stmt as TreeStmt, StmtKind as TreeStmtKind,
};
use crate::codes;
use weyl_budget::go_on;
use weyl_ir::{
    Expr, ExprKind, Locals, Place, Property, PropertyKind as IrProperty, PutItem, Stmt, StmtKind,
    Type,
};
use weyl_source::{Diagnostic, Span};

impl Lowerer<'_> {
    pub(super) fn statements(&mut self, trees: &[TreeStmt]) {
        for tree in trees {
            // What was wrong has been reported; the next statement is looked at all the same.
            let _ = self.statement(tree);
        }
    }

    fn statement(&mut self, tree: &TreeStmt) -> Option<()> {
        go_on();
        let span = tree.span;
        match &tree.kind {
            TreeStmtKind::Assign(target, value) => self.assign(target, value, span),
            TreeStmtKind::Call(name, arguments) => self.call_statement(name, arguments, span),
            TreeStmtKind::If(clauses, otherwise) => self.if_chain(clauses, otherwise, span),
            TreeStmtKind::Switch(scrutinee, cases, otherwise) => {
                self.switch(scrutinee, cases, otherwise, span)
            }
            TreeStmtKind::For(quantifiers, body) => {
                let depth = self.scopes.depth();
                let result = self.for_loop(quantifiers, body, span);
                self.scopes.truncate(depth);
                result
            }
            TreeStmtKind::While(condition, body) => self.while_loop(condition, body, span),
            TreeStmtKind::Alias(aliases, body) => {
                self.scopes.push();
                for alias in aliases {
                    self.bind_alias(alias);
                }
                self.statements(body);
                self.scopes.pop();
                Some(())
            }
            TreeStmtKind::Clear(target) => self.clear(target, span),
            TreeStmtKind::Undefine(target) => {
                let place = self.target(target)?;
                self.note_write(self.origin(&place));
                self.emit(StmtKind::Undefine(place), span);
                Some(())
            }
            TreeStmtKind::Error(message) => {
                self.emit(
                    StmtKind::Error {
                        message: message.clone(),
                    },
                    span,
                );
                Some(())
            }
            TreeStmtKind::PutText(text) => self.put(PutItem::Text(text.clone()), span),
            TreeStmtKind::PutValue(value) => self.put_value(value, span),
            TreeStmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            TreeStmtKind::Property(kind, message, condition) => {
                self.property_statement(*kind, message, condition, span)
            }
            TreeStmtKind::MultisetRemovePredicate(selection) => {
                self.multiset_remove_where(selection, span)
            }
        }
    }

    fn assign(&mut self, target: &Tree, value: &Tree, span: Span) -> Option<()> {
        let place = self.target(target);
        let mark = self.mark();
        if let (Some(place), TreeKind::Call(name, arguments)) = (&place, &value.kind)
            && let Some((function, signature)) = self.direct_result(name, place)
        {
            // The call may change an index: the target is settled before it.
            let place = if self.is_stable(place) || signature.is_pure() {
                place.clone()
            } else {
                self.settle(place.clone())
            };
            self.note_write(self.origin(&place));
            let mark = self.mark();
            let arguments_end = self.emit_call(
                function,
                &signature,
                arguments,
                Some(place.clone()),
                value.span,
            );
            arguments_end?;
            return self.keep_result(mark, place);
        }
        let operand = self.operand(value);
        let (place, operand) = (place?, operand?);
        let place = self.keep_place(mark, place);
        self.note_write(self.origin(&place));
        self.store(place, operand, span)
    }

    /// Binds a place to a reference now.
    fn settle(&mut self, place: Place) -> Place {
        let (ty, span) = (place.ty, place.span);
        let (local, bind) = self.reference(place);
        self.body.block.push(bind);
        Place::local(local, ty, span)
    }

    /// Statements of the arguments come before the call; the target's indices before them.
    fn keep_result(&mut self, mark: super::body::Mark, place: Place) -> Option<()> {
        let Some(Stmt {
            kind:
                StmtKind::Call {
                    function,
                    arguments,
                    ..
                },
            span,
        }) = self.body.block.pop()
        else {
            return None;
        };
        let result = Some(self.keep_place(mark, place));
        self.emit(
            StmtKind::Call {
                function,
                arguments,
                result,
            },
            span,
        );
        Some(())
    }

    /// Stores what an operand denotes.
    pub(super) fn store(&mut self, to: Place, operand: Operand, span: Span) -> Option<()> {
        match operand {
            Operand::Undefined(_) => self.emit(StmtKind::Undefine(to), span),
            Operand::Value(value) => {
                let value = self.coerce(value, to.ty)?;
                self.emit(StmtKind::Assign { to, value }, span);
            }
            Operand::Place(from, _) => {
                let Some(fit) = self.fit(from.ty, to.ty) else {
                    return self.mismatch(from.ty, to.ty, from.span);
                };
                self.store_place(to, from, fit, span);
            }
        }
        Some(())
    }

    fn store_place(&mut self, to: Place, from: Place, fit: Fit, span: Span) {
        let scalar = self.model.types.is_scalar(from.ty);
        if scalar && self.options.strict_undefined {
            let value = self.apply(fit, Expr::read(from), to.ty);
            return self.emit(StmtKind::Assign { to, value }, span);
        }
        if matches!(fit, Fit::Same | Fit::Integers) {
            return self.emit(StmtKind::Copy { to, from }, span);
        }
        let condition = Expr::new(ExprKind::IsUndefined(from.clone()), self.boolean, span);
        let value = self.apply(fit, Expr::read(from), to.ty);
        let then = vec![Stmt::new(StmtKind::Undefine(to.clone()), span)];
        let otherwise = vec![Stmt::new(StmtKind::Assign { to, value }, span)];
        self.emit(
            StmtKind::If {
                condition,
                then,
                otherwise,
            },
            span,
        );
    }

    fn clear(&mut self, target: &Tree, span: Span) -> Option<()> {
        let place = self.target(target)?;
        if self.holds_identity(place.ty) {
            let what = match self.model.types.get(place.ty) {
                Type::Id(_) | Type::Union(_) => format!("this is {}", self.describe(place.ty)),
                _ => "it contains a scalarset or a union".to_string(),
            };
            let message = format!("`{}` cannot be cleared: {what}", self.quote(target.span));
            let diagnostic = Diagnostic::error(codes::CLEAR_SCALARSET, target.span, message)
                .hint("no member of a scalarset comes first: use `undefine`, or assign a member");
            self.report(diagnostic);
            return None;
        }
        self.note_write(self.origin(&place));
        self.emit(StmtKind::Clear(place), span);
        Some(())
    }

    fn put(&mut self, item: PutItem, span: Span) -> Option<()> {
        self.body.effects.prints = true;
        self.emit(StmtKind::Put(vec![item]), span);
        Some(())
    }

    fn put_value(&mut self, value: &Tree, span: Span) -> Option<()> {
        let item = match self.operand(value)? {
            Operand::Place(place, _) => PutItem::Place(place),
            Operand::Value(value) => PutItem::Value(value),
            Operand::Undefined(span) => return self.undefined_value(span),
        };
        self.put(item, span)
    }

    fn return_statement(&mut self, value: Option<&Tree>, span: Span) -> Option<()> {
        self.body.returned = true;
        match (self.body.returns, value) {
            (Return::Plain, None) => {}
            (Return::Into(local), Some(tree)) => {
                let operand = self.operand(tree)?;
                let ty = self.body.locals[local].ty;
                self.store(Place::local(local, ty, tree.span), operand, tree.span)?;
            }
            (Return::Into(_), None) => {
                return self.error(
                    codes::RETURN_WITHOUT_VALUE,
                    span,
                    "this function has to return a value",
                );
            }
            (Return::Plain, Some(tree)) => {
                return self.error(
                    codes::RETURN_WITH_VALUE,
                    tree.span,
                    "no value can be returned from here",
                );
            }
        }
        self.emit(StmtKind::Return, span);
        Some(())
    }

    fn property_statement(
        &mut self,
        kind: PropertyKind,
        message: &Option<String>,
        tree: &Tree,
        span: Span,
    ) -> Option<()> {
        let condition = self.boolean(tree)?;
        match kind {
            PropertyKind::Assert => {
                let default = || format!("assertion `{}` failed", self.quote(tree.span));
                let message = message.clone().unwrap_or_else(default);
                let kind = StmtKind::Assert {
                    condition,
                    message,
                    goes_on: false,
                };
                self.emit(kind, span);
            }
            PropertyKind::Assume => {
                self.body.effects.assumes = true;
                self.emit(StmtKind::Assume { condition }, span);
            }
            PropertyKind::Cover => self.cover_statement(message.as_deref(), condition, span),
            PropertyKind::Liveness => {
                let message = "`liveness` is a property of the model, not a statement";
                let diagnostic = Diagnostic::error(codes::PROPERTY_AS_STATEMENT, span, message)
                    .hint("move it out of the rule");
                self.report(diagnostic);
                return None;
            }
        }
        Some(())
    }

    /// A property of its own: no state satisfies it, but steps hit it here.
    fn cover_statement(&mut self, name: Option<&str>, condition: Expr, span: Span) {
        self.body.effects.covers = true;
        let name = self.property_name(name, IrProperty::Cover, "cover");
        let property = self.model.properties.push(Property {
            name,
            kind: IrProperty::Cover,
            parameters: Vec::new(),
            locals: Locals::new(),
            condition: self.truth(false, span),
            span,
        });
        let then = vec![Stmt::new(StmtKind::Hit { property }, span)];
        self.emit(
            StmtKind::If {
                condition,
                then,
                otherwise: Vec::new(),
            },
            span,
        );
    }
}
