//! Terms of statements.

use super::{Builder, Rigid};
use crate::discovery::bodies::footprints::{are_apart, is_sure_assignment};
use crate::discovery::numbers::classes::{ClassId, Spot};
use crate::discovery::numbers::independence::is_independent;
use crate::discovery::terms::{TermId, labels};
use std::collections::BTreeSet;
use std::slice::from_ref;
use weyl_ir::{
    Binding, Block, ChannelStmt, Expr, ExprKind, LeafStep, MessageField, MultisetStmt, Place,
    PutItem, Stmt, StmtKind, Type, TypeId,
};

impl Builder<'_> {
    /// Assignments side by side that have nothing to do with each other are a set.
    pub(super) fn block(&mut self, block: &[Stmt]) -> TermId {
        let mut parts = Vec::new();
        let mut run: Vec<(&Stmt, TermId)> = Vec::new();
        for stmt in block {
            let Some(term) = self.stmt(stmt) else {
                continue;
            };
            let is_free = self.ask(|fallible| is_sure_assignment(fallible, stmt));
            if !is_free || run.iter().any(|(other, _)| !are_apart(other, stmt)) {
                parts.extend(self.at_once(&mut run));
            }
            if is_free {
                run.push((stmt, term));
            } else {
                parts.push(term);
            }
        }
        parts.extend(self.at_once(&mut run));
        self.node(labels::DO, &parts)
    }

    fn at_once(&mut self, run: &mut Vec<(&Stmt, TermId)>) -> Option<TermId> {
        let terms: Vec<TermId> = run.drain(..).map(|(_, term)| term).collect();
        match &terms[..] {
            [] => None,
            [only] => Some(*only),
            _ => Some(self.set("at once", terms)),
        }
    }

    /// None for what does nothing to a state.
    fn stmt(&mut self, stmt: &Stmt) -> Option<TermId> {
        let term = match &stmt.kind {
            StmtKind::Put(items) => return self.output(items),
            StmtKind::Assign { to, value } => {
                let class = self.class_of_place(to);
                let value = self.value(value, class);
                self.on_place("assign", to, &[value])
            }
            StmtKind::Copy { to, from } => {
                let from = self.place(from);
                self.on_place("copy", to, &[from])
            }
            StmtKind::Undefine(place) => self.on_place("undefine", place, &[]),
            StmtKind::Clear(place) => {
                let least = self.least_values(place);
                self.on_place("clear", place, &least)
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let cases = self.cases(from_ref(stmt), &|this, block| this.block(block));
                cases.unwrap_or_else(|| {
                    let condition = self.value(condition, None);
                    let (then, otherwise) = (self.block(then), self.block(otherwise));
                    self.node("if", &[condition, then, otherwise])
                })
            }
            StmtKind::For { binding, body } => self.for_loop(binding, body),
            StmtKind::While { condition, body } => {
                let condition = self.value(condition, None);
                let body = self.block(body);
                self.node("while", &[condition, body])
            }
            // Each message has a verdict of its own.
            StmtKind::Assert {
                condition,
                goes_on,
                message,
            } => {
                let condition = self.value(condition, None);
                self.node(&format!("assert {goes_on} {message}"), &[condition])
            }
            StmtKind::Error { message } => self.node(&format!("fail {message}"), &[]),
            StmtKind::Refute { property, .. } => self.node(&format!("refute {property}"), &[]),
            StmtKind::Hit { property } => self.node(&format!("hit {property}"), &[]),
            StmtKind::Assume { condition } => {
                let condition = self.value(condition, None);
                self.node("assume", &[condition])
            }
            StmtKind::Return => self.node("return", &[]),
            StmtKind::Call {
                function,
                arguments,
                result,
            } => {
                let mut parts = self.arguments(*function, arguments);
                parts.extend(result.as_ref().map(|result| self.place(result)));
                let label = format!("call {function} {}", result.is_some());
                self.node(&label, &parts)
            }
            StmtKind::Reserve { table, count } => {
                let count = self.value(count, None);
                self.node(&format!("reserve {table:?}"), &[count])
            }
            StmtKind::Bind { local, place } => {
                let parts = [self.local(*local), self.place(place)];
                self.node("bind", &parts)
            }
            StmtKind::Multiset(of) => self.of_multiset(of),
            StmtKind::Channel(of) => self.on_channel(of),
        };
        Some(term)
    }

    /// What is printed is in no state, but to find out what it is may fail.
    fn output(&mut self, items: &[PutItem]) -> Option<TermId> {
        let mut parts = Vec::new();
        for item in items {
            match item {
                PutItem::Text(_) => {}
                PutItem::Value(value) | PutItem::Number(value, _) => {
                    if self.may_fail(value) {
                        let class = self.class_of(value);
                        parts.push(self.value(value, class));
                    }
                }
                PutItem::Place(place) => {
                    if self.ask(|fallible| fallible.place(place)) {
                        parts.push(self.place(place));
                    }
                }
            }
        }
        (!parts.is_empty()).then(|| self.node("put", &parts))
    }

    fn for_loop(&mut self, binding: &Binding, body: &Block) -> TermId {
        let is_unordered = self.ask(|fallible| is_independent(fallible, binding, body));
        let domain = self.bind(binding, is_unordered);
        let body = self.block(body);
        self.unbind(binding);
        self.node("for", &[domain, body])
    }

    fn on_channel(&mut self, of: &ChannelStmt) -> TermId {
        match of {
            ChannelStmt::Send {
                channel,
                sorted,
                message,
            } => self.send(channel, *sorted, message),
            ChannelStmt::Receive {
                channel,
                random,
                keep,
                fields,
            } => {
                let mut parts = vec![self.channel_number(channel)];
                for (number, field) in fields.iter().enumerate() {
                    let class = self.field_class(channel, number);
                    parts.push(match field {
                        MessageField::Any => self.node("any", &[]),
                        MessageField::Equal(value) => self.value(value, class),
                        MessageField::Into(local) => {
                            let local = self.local(*local);
                            self.node("into", &[local])
                        }
                    });
                }
                self.node(&format!("receive {random} {keep}"), &parts)
            }
        }
    }

    fn of_multiset(&mut self, of: &MultisetStmt) -> TermId {
        match of {
            MultisetStmt::Add { set, element } => {
                let element = self.place(element);
                self.on_place("add", set, &[element])
            }
            MultisetStmt::Remove { set, position } => {
                let position = self.value(position, None);
                self.on_place("remove", set, &[position])
            }
            MultisetStmt::RemoveWhere { binding, condition } => {
                let domain = self.bind(binding, true);
                let condition = self.value(condition, None);
                self.unbind(binding);
                self.node("remove where", &[domain, condition])
            }
        }
    }

    fn on_place(&mut self, label: &str, place: &Place, others: &[TermId]) -> TermId {
        let mut parts = vec![self.place(place)];
        parts.extend(others);
        self.node(label, &parts)
    }

    /// The numbers and names that `clear` stores.
    fn least_values(&mut self, place: &Place) -> Vec<TermId> {
        let steps = place.path.len();
        let spot = self.bases.spot(self.scope.body, place, steps, false);
        let mut least = Vec::new();
        self.least_of(spot, place.ty, &mut least);
        least
    }

    fn least_of(&mut self, mut spot: Spot, ty: TypeId, least: &mut Vec<TermId>) {
        match self.model().types.get(ty) {
            Type::Array { element, .. } => {
                spot.path.push(LeafStep::Index);
                self.least_of(spot, *element, least);
            }
            Type::Record(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    let mut inner = spot.clone();
                    inner.path.push(LeafStep::Field(number as u32));
                    self.least_of(inner, field.ty, least);
                }
            }
            Type::Multiset { .. } | Type::Channel { .. } => {}
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => {
                let class = self.sources.classes.of(&spot);
                let value = self.model().scalar_range(ty).map_or(0, |range| range.lo);
                least.push(self.constant(ty, value, class));
            }
        }
    }

    fn send(&mut self, channel: &Expr, sorted: bool, message: &[Expr]) -> TermId {
        let mut parts = vec![self.channel_number(channel)];
        for (number, field) in message.iter().enumerate() {
            let class = self.field_class(channel, number);
            for (variable, _) in self.bases.storages(channel.as_constant()) {
                let fields = self.bases.fields_of(variable);
                self.wraps(class, fields.and_then(|fields| fields.get(number).copied()));
            }
            if let Some(class) = class.filter(|_| sorted) {
                // The place of a message that is sent in order depends on the order of its fields.
                self.fix(Rigid::Class(class));
            }
            let wrapped = self.wrapped(channel, number, field, class);
            parts.push(self.value(wrapped.as_ref().unwrap_or(field), class));
        }
        self.node(&format!("send {sorted}"), &parts)
    }

    /// What is computed and may not fit into its field, as what is stored there. Where that is not
    /// known, numbers stay.
    fn wrapped(
        &mut self,
        channel: &Expr,
        number: usize,
        field: &Expr,
        class: Option<ClassId>,
    ) -> Option<Expr> {
        let storages = self.bases.storages(channel.as_constant()).into_iter();
        let fields = storages.filter_map(|(variable, _)| self.bases.fields_of(variable));
        let types: BTreeSet<TypeId> = fields.filter_map(|of| of.get(number).copied()).collect();
        let may_wrap = |ty: &TypeId| self.ask(|fallible| fallible.store(*ty, field));
        if !self.is_computed(field) || !types.iter().any(may_wrap) {
            return None;
        }
        let ranges = types.iter().map(|ty| self.model().scalar_range(*ty));
        let ranges: BTreeSet<_> = ranges.map(|of| of.map(|of| (of.lo, of.hi))).collect();
        let only = ranges.iter().next().filter(|_| ranges.len() == 1);
        let bits = only.and_then(|range| (*range).and_then(|(lo, hi)| bits_of(lo, hi)));
        let Some((bits, signed)) = bits else {
            if let Some(class) = class {
                self.fix(Rigid::Class(class));
            }
            return None;
        };
        let value = Box::new(field.clone());
        let kind = ExprKind::Truncate {
            bits,
            signed,
            value,
        };
        Some(Expr::new(kind, field.ty, field.span))
    }

    /// A number that does not fit is stored as another one.
    fn wraps(&mut self, class: Option<ClassId>, ty: Option<TypeId>) {
        let (Some(class), Some(ty)) = (class, ty) else {
            return;
        };
        let numbers = self.sources.classes.numbers(class);
        let range = self.model().scalar_range(ty);
        let fits = numbers
            .zip(range)
            .is_none_or(|(numbers, range)| range.lo <= numbers.lo && numbers.hi <= range.hi);
        if !fits {
            self.fix(Rigid::Class(class));
        }
    }
}

/// How many bits a range has, and whether one is the sign; `None` if it is no range of bits.
fn bits_of(lo: i128, hi: i128) -> Option<(u8, bool)> {
    let count = hi.checked_sub(lo)?.checked_add(1)?;
    let is_power = count > 1 && count & (count - 1) == 0;
    let bits = count.trailing_zeros() as u8;
    if is_power && (lo == 0 || lo == -count / 2) {
        Some((bits, lo < 0))
    } else {
        None
    }
}
