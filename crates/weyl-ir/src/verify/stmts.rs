//! Statements, and which references are bound after each.

use super::body::Body;
use super::exprs::Want;
use crate::{
    Binding, Block, ChannelStmt, Domain, Expr, LocalId, LocalKind, MultisetStmt, Notation, Place,
    PropertyId, PropertyKind, PutItem, Root, Stmt, StmtKind, Type, TypeId,
};
use weyl_budget::go_on;
use weyl_source::Span;

impl<'a> Body<'a> {
    pub(super) fn block(&mut self, block: &'a Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        go_on();
        match &stmt.kind {
            StmtKind::Assign { to, value } => self.assign(to, value),
            StmtKind::Copy { to, from } => self.copy(to, from),
            StmtKind::Undefine(place) => self.undefine(place),
            StmtKind::Clear(place) => {
                let ty = self.target(place);
                if ty.is_some_and(|ty| !self.context.facts[ty].has_least) {
                    self.error(place.span, "the type has no least value");
                }
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => self.branches(condition, then, otherwise),
            StmtKind::For { binding, body } => {
                self.binding_in(binding, stmt.span, |inside| inside.repeated(body));
            }
            StmtKind::While { condition, body } => {
                self.want(condition, Want::Bool);
                self.repeated(body);
            }
            StmtKind::Assert {
                condition, goes_on, ..
            } => {
                if *goes_on {
                    self.needs_processes(stmt.span);
                }
                self.want(condition, Want::Bool);
            }
            StmtKind::Assume { condition } => {
                self.want(condition, Want::Bool);
            }
            StmtKind::Error { .. } | StmtKind::Return => self.references = None,
            StmtKind::Refute { property, .. } => self.refute(*property, stmt.span),
            StmtKind::Hit { property } => self.hit(*property, stmt.span),
            StmtKind::Call {
                function,
                arguments,
                result,
            } => self.call_statement(*function, arguments, result.as_ref(), stmt.span),
            StmtKind::Channel(ChannelStmt::Send {
                channel, message, ..
            }) => self.send(channel, message, stmt.span),
            StmtKind::Channel(ChannelStmt::Receive {
                channel, fields, ..
            }) => self.receive(channel, fields, stmt.span),
            StmtKind::Reserve { count, .. } => {
                self.needs_processes(stmt.span);
                self.want(count, Want::Integer);
            }
            StmtKind::Put(items) => items.iter().for_each(|item| self.put_item(item)),
            StmtKind::Bind { local, place } => self.bind(*local, place, stmt.span),
            StmtKind::Multiset(MultisetStmt::Add { set, element }) => {
                self.multiset_add(set, element)
            }
            StmtKind::Multiset(MultisetStmt::Remove { set, position }) => {
                self.changed_multiset(set);
                self.want(position, Want::Integer);
            }
            StmtKind::Multiset(MultisetStmt::RemoveWhere { binding, condition }) => {
                self.remove_where(binding, condition, stmt.span);
            }
        }
    }

    fn assign(&mut self, to: &'a Place, value: &'a Expr) {
        let target = self.target(to);
        if target.is_some_and(|ty| !self.context.model.types.is_scalar(ty)) {
            self.error(to.span, "only scalars are assigned");
        } else if let Some(target) = target {
            self.want(value, Want::Fits(target));
        }
    }

    fn copy(&mut self, to: &'a Place, from: &'a Place) {
        let (target, source) = (self.target(to), self.place(from));
        let (Some(target), Some(source)) = (target, source) else {
            return;
        };
        if !self.fits(source, target) {
            let (source, target) = (self.describe(source), self.describe(target));
            self.error(from.span, format!("{source} can't be copied to {target}"));
        } else if self.context.facts[source].has_channel {
            self.error(from.span, "channels can't be copied");
        }
    }

    fn undefine(&mut self, place: &'a Place) {
        self.target(place);
        if let Root::Variable(id) = place.root
            && let Some(variable) = self.context.model.variables.get(id)
            && !variable.undefinable
        {
            let message = format!("{} can't be undefined", variable.name);
            self.error(place.span, message);
        }
    }

    fn branches(&mut self, condition: &'a Expr, then: &'a Block, otherwise: &'a Block) {
        self.want(condition, Want::Bool);
        let before = self.references.clone();
        self.block(then);
        let after_then = std::mem::replace(&mut self.references, before);
        self.block(otherwise);
        self.references = match (after_then, self.references.take()) {
            (Some(one), Some(other)) => Some(one.intersection(&other).copied().collect()),
            (one, other) => one.or(other),
        };
    }

    /// A body that may run any number of times, none included.
    fn repeated(&mut self, body: &'a Block) {
        let before = self.references.clone();
        self.block(body);
        self.references = before;
    }

    fn refute(&mut self, property: PropertyId, span: Span) {
        self.needs_processes(span);
        let properties = &self.context.model.properties;
        let refuted = properties.get(property).map(|property| property.kind);
        if refuted != Some(PropertyKind::Events) {
            self.error(span, format!("{property} is no order of events"));
        }
    }

    /// Turns of processes do not say what they hit.
    fn hit(&mut self, property: PropertyId, span: Span) {
        let model = self.context.model;
        if model.has_processes() {
            self.error(
                span,
                "covers are hit only where rules are steps by themselves",
            );
        }
        let hit = model.properties.get(property).map(|property| property.kind);
        if hit != Some(PropertyKind::Cover) {
            self.error(span, format!("{property} is no cover"));
        }
    }

    fn put_item(&mut self, item: &'a PutItem) {
        match item {
            PutItem::Text(_) => {}
            PutItem::Value(value) => {
                self.expr(value);
            }
            PutItem::Number(value, notation) => {
                self.want(value, Want::Integer);
                self.notation(*notation, value.span);
            }
            PutItem::Place(place) => {
                let ty = self.place(place);
                if ty.is_some_and(|ty| self.context.facts[ty].has_channel) {
                    self.error(place.span, "channels can't be printed");
                }
            }
        }
    }

    fn notation(&mut self, notation: Notation, span: Span) {
        let types = &self.context.model.types;
        let is_range =
            |ty: TypeId| types.contains(ty) && matches!(types.get(ty), Type::Range { .. });
        if let Notation::As(ty) = notation
            && !is_range(ty)
        {
            self.error(span, "numbers are shown as values of integer ranges only");
        }
    }

    fn bind(&mut self, local: LocalId, place: &'a Place, span: Span) {
        let given = self.place(place);
        let Some(reference) = self.locals.get(local) else {
            return self.error(span, format!("there is no {local}"));
        };
        if reference.kind != LocalKind::Reference {
            return self.error(span, format!("{local} is not a reference"));
        }
        if given.is_some_and(|given| given != reference.ty) {
            self.error(span, "the place is not of the reference's type");
        }
        self.bind_reference(local);
    }

    fn changed_multiset(&mut self, set: &'a Place) -> Option<crate::TypeId> {
        if self.is_read_only(set) {
            self.error(set.span, "bound variables are never written");
        }
        self.multiset(set).map(|(element, _)| element)
    }

    fn multiset_add(&mut self, set: &'a Place, element: &'a Place) {
        let (wanted, given) = (self.changed_multiset(set), self.place(element));
        if let (Some(wanted), Some(given)) = (wanted, given)
            && wanted != given
        {
            self.error(element.span, "it is not of the type of the elements");
        }
    }

    fn remove_where(&mut self, binding: &'a Binding, condition: &'a Expr, span: Span) {
        match &binding.domain {
            Domain::Positions(set) if self.is_read_only(set) => {
                self.error(set.span, "bound variables are never written");
            }
            Domain::Positions(_) => {}
            Domain::Type(_) | Domain::Steps { .. } => {
                self.error(span, "only positions of a multiset can be removed");
            }
        }
        self.binding_in(binding, span, |inside| {
            inside.want(condition, Want::Bool);
        });
    }
}
