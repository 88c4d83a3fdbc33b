//! Terms of expressions and places.

use super::cases::cut_choice;
use super::{Builder, Rigid};
use crate::discovery::bodies::locations::LocationTest;
use crate::discovery::numbers::classes::{Base, ClassId, Spot};
use crate::discovery::numbers::inference::is_number;
use crate::discovery::terms::{TermId, labels};
use weyl_ir::fallible::Fallible;
use weyl_ir::{
    Argument, BinaryOp, Binding, ChannelExpr, Comparison, Domain, Evaluation, Expr, ExprKind,
    FunctionId, LocalId, NameExpr, Place, ProcessExpr, Projection, Root, Type, TypeId, UnaryOp,
    UnionExpr,
};

impl Builder<'_> {
    /// The term of a value; numbers that are written out belong to the class that they go to.
    pub(super) fn value(&mut self, expr: &Expr, class: Option<ClassId>) -> TermId {
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(expr.ty, *value, class),
            ExprKind::Read(place) => self.read(place),
            ExprKind::Unary(UnaryOp::Not, value) => self.operator("not", &[value]),
            ExprKind::And(..) => self.chain(expr, true),
            ExprKind::Or(..) => self.chain(expr, false),
            ExprKind::Binary(BinaryOp::Compare(Comparison::Equal), left, right)
                if self.is_plain_equality(left, right) =>
            {
                self.equality("eq", left, right)
            }
            ExprKind::Binary(BinaryOp::Compare(Comparison::NotEqual), left, right)
                if self.is_plain_equality(left, right) =>
            {
                self.equality("ne", left, right)
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let cases = self.cases(expr, &|this, value| this.value(value, class));
                cases.unwrap_or_else(|| {
                    let condition = self.value(condition, None);
                    let then = self.value(then, class);
                    let otherwise = self.value(otherwise, class);
                    self.node("choose", &[condition, then, otherwise])
                })
            }
            ExprKind::IsUndefined(place) => {
                let place = self.place(place);
                self.node("undefined", &[place])
            }
            ExprKind::Same(left, right) => {
                let (left, right) = (self.place(left), self.place(right));
                self.set("same", vec![left, right])
            }
            ExprKind::Union(of) => self.of_union(of, expr.ty, class),
            ExprKind::Quantified {
                quantifier,
                evaluation,
                binding,
                body,
            } => {
                let is_unordered = *evaluation == Evaluation::All || !self.may_fail(body);
                let label = format!("{quantifier:?} {evaluation:?}");
                self.binder(&label, binding, is_unordered, body)
            }
            // Where how many there are is compared with numbers or becomes one, these are no names.
            ExprKind::Count { binding, body } => {
                self.fix_all([class]);
                self.binder("count", binding, true, body)
            }
            ExprKind::Channel(of) => self.of_channel(of, expr.ty, class),
            ExprKind::Process(ProcessExpr::Timeout) => self.node("timeout", &[]),
            ExprKind::Call {
                function,
                arguments,
            } => {
                let arguments = self.arguments(*function, arguments);
                self.node(&format!("call {function}"), &arguments)
            }
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Truncate { .. }
            | ExprKind::Name(NameExpr::NumberOf(_))
            | ExprKind::Name(NameExpr::NameAt(_))
            | ExprKind::Process(ProcessExpr::Enabled(_)) => match cut_choice(expr) {
                Some(choice) => self.value(&choice, class),
                None => self.computed(expr, class),
            },
        }
    }

    fn of_channel(&mut self, of: &ChannelExpr, ty: TypeId, class: Option<ClassId>) -> TermId {
        match of {
            ChannelExpr::Ask { question, number } => {
                self.fix_all([class.filter(|_| is_number(self.model(), ty))]);
                let number = self.channel_number(number);
                self.node(&format!("{question:?}"), &[number])
            }
            ChannelExpr::CanReceive {
                channel,
                random,
                poll,
                fields,
            } => {
                let mut parts = vec![self.channel_number(channel)];
                for (number, field) in fields.iter().enumerate() {
                    let class = self.field_class(channel, number);
                    parts.push(match field {
                        Some(field) => self.value(field, class),
                        None => self.node("any", &[]),
                    });
                }
                self.node(&format!("can receive {random} {poll}"), &parts)
            }
        }
    }

    fn of_union(&mut self, of: &UnionExpr, ty: TypeId, class: Option<ClassId>) -> TermId {
        match of {
            UnionExpr::Inject { member, value } => {
                // Numbers in a union are not renamed.
                self.fix_all([self.class_of(value)]);
                self.member("inject", *member, ty, value)
            }
            UnionExpr::Project { member, value } => {
                self.fix_all([class.filter(|_| is_number(self.model(), ty))]);
                self.member("project", *member, value.ty, value)
            }
            UnionExpr::IsMember { member, value } => {
                self.member("member", *member, value.ty, value)
            }
        }
    }

    fn operator(&mut self, label: &str, operands: &[&Expr]) -> TermId {
        let operands = operands.iter().map(|operand| self.value(operand, None));
        let operands: Vec<TermId> = operands.collect();
        self.node(label, &operands)
    }

    pub(super) fn constant(&mut self, ty: TypeId, value: i128, class: Option<ClassId>) -> TermId {
        match (
            is_number(self.model(), ty),
            self.model().value_name(ty, value),
        ) {
            (true, _) => self.number_of(class, value),
            (false, Some(name)) => self.name(name),
            (false, None) => self.number(value),
        }
    }

    /// A member of a union; which one it is, by its type.
    fn member(&mut self, label: &str, member: u32, union: TypeId, value: &Expr) -> TermId {
        let value = self.value(value, None);
        self.node(&format!("{label} {member} of {union}"), &[value])
    }

    pub(super) fn may_fail(&self, expr: &Expr) -> bool {
        self.ask(|fallible| fallible.expr(expr))
    }

    /// Asks what may fail here.
    pub(super) fn ask<T>(&self, question: impl FnOnce(&Fallible<'_>) -> T) -> T {
        let fallible = Fallible {
            model: self.model(),
            locals: self.scope.locals,
            is_defined: &|_| false,
            is_always_defined: &|place| self.sources.defined.contains(place),
            present: None,
        };
        question(&fallible)
    }

    fn chain(&mut self, expr: &Expr, is_and: bool) -> TermId {
        let mut operands = Vec::new();
        collect(expr, is_and, &mut operands);
        let is_unordered = !operands.iter().any(|operand| self.may_fail(operand));
        let terms = operands.iter().map(|operand| self.value(operand, None));
        let mut terms: Vec<TermId> = terms.collect();
        let label = if is_and { "and" } else { "or" };
        if is_unordered {
            // Once is enough.
            terms.sort_unstable();
            terms.dedup();
            self.set(label, terms)
        } else {
            self.node(label, &terms)
        }
    }

    /// Whether an equality compares two values as they are; otherwise something is computed first.
    fn is_plain_equality(&self, left: &Expr, right: &Expr) -> bool {
        let is_plain = |expr: &Expr| !self.is_computed(expr);
        if is_number(self.model(), left.ty) {
            let known = self.class_of(left).or(self.class_of(right));
            known.is_some() && (is_plain(left) || is_plain(right))
        } else {
            true
        }
    }

    fn equality(&mut self, label: &str, left: &Expr, right: &Expr) -> TermId {
        if let Some(test) = LocationTest::of(self.model(), left, right) {
            let location = self.location(Some(test.kind), Some(test.process), test.location);
            let place = self.read(test.place);
            return self.set(label, vec![place, location]);
        }
        let class = self.class_of(left).or(self.class_of(right));
        let both_fail = self.may_fail(left) && self.may_fail(right);
        let operands = vec![self.value(left, class), self.value(right, class)];
        if both_fail {
            self.node(label, &operands)
        } else {
            self.set(label, operands)
        }
    }

    fn read(&mut self, place: &Place) -> TermId {
        if let (Root::Local(local), []) = (place.root, &*place.path)
            && let Some(bound) = self.scope.bound.get(&local)
        {
            return *bound;
        }
        let place = self.place(place);
        self.node("read", &[place])
    }

    pub(super) fn place(&mut self, place: &Place) -> TermId {
        let root = match place.root {
            Root::Variable(variable) => {
                let term = self.node(&format!("{variable}"), &[]);
                self.program.variables.insert(term, variable);
                term
            }
            Root::Local(local) => match self.scope.bound.get(&local) {
                Some(bound) => *bound,
                None => self.local(local),
            },
        };
        let mut parts = vec![root];
        for (steps, step) in place.path.iter().enumerate() {
            let part = match step {
                Projection::Field(field) => self.node(&format!("field {field}"), &[]),
                Projection::Index(index) => {
                    let spot = self.bases.spot(self.scope.body, place, steps, true);
                    let class = self.sources.classes.of(&spot);
                    let index = self.value(index, class);
                    self.node("index", &[index])
                }
                Projection::Element(position) => {
                    let position = self.value(position, None);
                    self.node("element", &[position])
                }
            };
            parts.push(part);
        }
        self.node("place", &parts)
    }

    /// A local, with its type: what fits into it.
    pub(super) fn local(&mut self, local: LocalId) -> TermId {
        let ty = self.scope.locals[local].ty;
        self.node(&format!("{local} of {ty}"), &[])
    }

    fn fix_all(&mut self, classes: impl IntoIterator<Item = Option<ClassId>>) {
        let classes = classes.into_iter().flatten();
        classes.for_each(|class| self.fix(Rigid::Class(class)));
    }

    pub(super) fn class_of_place(&self, place: &Place) -> Option<ClassId> {
        let steps = place.path.len();
        let spot = self.bases.spot(self.scope.body, place, steps, false);
        self.sources.classes.of(&spot)
    }

    /// The class that a number belongs to by itself; none if it is written out or computed.
    pub(super) fn class_of(&self, expr: &Expr) -> Option<ClassId> {
        if !is_number(self.model(), expr.ty) {
            return None;
        }
        match &expr.kind {
            ExprKind::Read(place) => self.class_of_place(place),
            ExprKind::Truncate { value, .. } => self.class_of(value),
            ExprKind::Conditional {
                then, otherwise, ..
            } => self.class_of(then).or(self.class_of(otherwise)),
            ExprKind::Call { function, .. } => {
                let callee = &self.model().functions[*function];
                let body = self.bases.body_of(*function);
                let result = Base::Local(body, callee.result?);
                let spot = Spot::value(result, Vec::new());
                self.sources.classes.of(&spot)
            }
            ExprKind::Constant(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => None,
        }
    }

    /// The number of a channel: a name, also where it is written out.
    pub(super) fn channel_number(&mut self, number: &Expr) -> TermId {
        match number.as_constant() {
            Some(number) => self.channel(number),
            None => self.value(number, self.class_of(number)),
        }
    }

    pub(super) fn field_class(&self, channel: &Expr, field: usize) -> Option<ClassId> {
        let field = field as u32;
        let class = self.class_of(channel);
        class
            .and_then(|class| self.sources.classes.field(class, field))
            .or_else(|| {
                let stored = self.bases.stored_fields(channel.as_constant(), field);
                stored.iter().find_map(|spot| self.sources.classes.of(spot))
            })
    }

    pub(super) fn arguments(
        &mut self,
        function: FunctionId,
        arguments: &[Argument],
    ) -> Vec<TermId> {
        let body = self.bases.body_of(function);
        let parameters = &self.model().functions[function].parameters;
        let pairs = parameters.iter().zip(arguments);
        let mut terms = Vec::new();
        for (parameter, argument) in pairs {
            let base = Base::Local(body, *parameter);
            let spot = Spot::value(base, Vec::new());
            let class = self.sources.classes.of(&spot);
            let term = match argument {
                Argument::Value(value) => self.value(value, class),
                Argument::Copy(place) => {
                    let place = self.place(place);
                    self.node("copy of", &[place])
                }
                Argument::Reference(place) => {
                    let place = self.place(place);
                    self.node("reference to", &[place])
                }
            };
            terms.push(term);
        }
        terms
    }

    /// What a bound variable ranges over, and the term that stands for it inside.
    pub(super) fn bind(&mut self, binding: &Binding, is_unordered: bool) -> TermId {
        let base = Base::Local(self.scope.body, binding.local);
        let spot = Spot::value(base, Vec::new());
        let class = self.sources.classes.of(&spot);
        let domain = self.domain(&binding.domain, class, is_unordered);
        self.scope.depth += 1;
        let bound = self.node(&format!("bound {}", self.scope.depth), &[]);
        self.scope.bound.insert(binding.local, bound);
        domain
    }

    pub(super) fn unbind(&mut self, binding: &Binding) {
        self.scope.depth -= 1;
        self.scope.bound.remove(&binding.local);
    }

    fn binder(
        &mut self,
        label: &str,
        binding: &Binding,
        is_unordered: bool,
        body: &Expr,
    ) -> TermId {
        let domain = self.bind(binding, is_unordered);
        let body = self.value(body, None);
        self.unbind(binding);
        self.node(label, &[domain, body])
    }

    fn domain(&mut self, domain: &Domain, class: Option<ClassId>, is_unordered: bool) -> TermId {
        match domain {
            Domain::Positions(set) => {
                let set = self.place(set);
                self.node("positions", &[set])
            }
            Domain::Type(ty) => self.domain_of_type(*ty, class, is_unordered),
            Domain::Steps { from, to, by } => match crate::ground::steps(from, to, by) {
                Some(values) if values.len() <= 1 << 12 => self.values(values, class, is_unordered),
                _ => {
                    let parts = [from, to, by].map(|end| self.value(end, None));
                    self.node("steps", &parts)
                }
            },
        }
    }

    /// The names of a sort have no order that may show, except where the sort is pinned.
    fn domain_of_type(&mut self, ty: TypeId, class: Option<ClassId>, is_unordered: bool) -> TermId {
        let are_names = matches!(self.model().types.get(ty), Type::Id(_) | Type::Union(_));
        let range = self.model().scalar_range(ty).filter(|_| !are_names);
        match range.filter(|range| range.len() <= 1 << 12) {
            Some(range) => {
                let values = (range.lo..=range.hi).collect();
                self.values(values, class, is_unordered)
            }
            None => self.node(&format!("all of {ty}"), &[]),
        }
    }

    fn values(&mut self, values: Vec<i128>, class: Option<ClassId>, is_unordered: bool) -> TermId {
        let terms = values.into_iter().map(|value| self.number_of(class, value));
        let terms: Vec<TermId> = terms.collect();
        if is_unordered {
            self.set(labels::VALUES, terms)
        } else {
            self.node(labels::IN_ORDER, &terms)
        }
    }
}

/// The operands of nested conjunctions (or disjunctions), in order.
fn collect<'e>(expr: &'e Expr, is_and: bool, operands: &mut Vec<&'e Expr>) {
    if let (ExprKind::And(left, right), true) | (ExprKind::Or(left, right), false) =
        (&expr.kind, is_and)
    {
        collect(left, is_and, operands);
        collect(right, is_and, operands);
    } else {
        operands.push(expr);
    }
}
