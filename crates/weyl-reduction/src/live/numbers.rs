//! The classes of numbers of a whole program.

use super::classes::{Base, Classes, Scope, Spot};
use super::items::plain_local;
use weyl_ir::visit::{Visitor, walk_binding, walk_block, walk_expr};
use weyl_ir::{
    Argument, BinaryOp, Binding, ChannelExpr, ChannelStmt, Comparison, Domain, Expr, ExprKind,
    FunctionId, LeafStep, LocalKind, Locals, MessageField, Model, NameExpr, Place, ProcessExpr,
    Projection, Property, Root, Rule, Stmt, StmtKind, Type, TypeId,
};
use weyl_source::Span;
use weyl_symmetry::StaticProcesses;

/// What the value of an expression is for whoever gets it.
enum Origin {
    /// A number of a class.
    Class(usize),
    Constant(i128),
    /// Computed from numbers of these classes.
    Computed(Vec<usize>),
}

/// The classes of the numbers of a model. What happens before all static processes are there is as
/// what initial rules do: nothing is renamed as yet.
pub(super) fn classes(model: &Model, statics: &StaticProcesses) -> Classes {
    let mut classes = Classes::default();
    let mut number = 0;
    let mut scope = || {
        number += 1;
        Scope::Other(number)
    };
    for (id, function) in &model.functions {
        let mut walk = Walk::new(model, &mut classes, Scope::Function(id), &function.locals);
        walk_block(&mut walk, &function.body);
    }
    for rule in model.starts.values() {
        let mut walk = Walk::new(model, &mut classes, scope(), &rule.locals);
        walk.is_start = true;
        walk.rule(rule);
    }
    for rule in model.rules.values() {
        let mut walk = Walk::new(model, &mut classes, scope(), &rule.locals);
        walk.is_start = is_before_all(rule, statics);
        walk.rule(rule);
    }
    for property in model.properties.values() {
        let mut walk = Walk::new(model, &mut classes, scope(), &property.locals);
        walk.property(property);
    }
    classes.finish();
    classes
}

struct Walk<'a> {
    model: &'a Model,
    classes: &'a mut Classes,
    scope: Scope,
    locals: &'a Locals,
    is_start: bool,
}

impl<'a> Walk<'a> {
    fn new(
        model: &'a Model,
        classes: &'a mut Classes,
        scope: Scope,
        locals: &'a Locals,
    ) -> Walk<'a> {
        Walk {
            model,
            classes,
            scope,
            locals,
            is_start: false,
        }
    }

    fn rule(&mut self, rule: &Rule) {
        rule.parameters.iter().for_each(|of| walk_binding(self, of));
        walk_expr(self, &rule.guard);
        walk_block(self, &rule.body);
    }

    fn property(&mut self, property: &Property) {
        let parameters = property.parameters.iter();
        parameters.for_each(|of| walk_binding(self, of));
        walk_expr(self, &property.condition);
    }

    fn base(&self, root: Root) -> Base {
        match root {
            Root::Variable(variable) => Base::Variable(variable),
            Root::Local(local) => Base::Local(self.scope, local),
        }
    }

    fn spot(&self, place: &Place) -> Spot {
        Spot {
            base: self.base(place.root),
            path: place.path.iter().map(leaf_step).collect(),
            is_index: false,
        }
    }

    fn node(&mut self, place: &Place) -> usize {
        let spot = self.spot(place);
        self.classes.node(spot)
    }

    fn origin(&mut self, expr: &Expr) -> Origin {
        match &expr.kind {
            ExprKind::Constant(value) => Origin::Constant(*value),
            ExprKind::Read(place) => Origin::Class(self.node(place)),
            ExprKind::Truncate { value, .. } => self.origin(value),
            ExprKind::Name(NameExpr::NumberOf(_)) => Origin::Class(self.classes.processes()),
            ExprKind::Conditional {
                then, otherwise, ..
            } => self.either(then, otherwise),
            ExprKind::Binary(op, left, right) => self.computed(*op, left, right),
            ExprKind::Unary(_, value) => {
                let mut from = Vec::new();
                self.add_classes(value, &mut from);
                Origin::Computed(from)
            }
            ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(NameExpr::NameAt(_))
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => Origin::Computed(Vec::new()),
        }
    }

    fn either(&mut self, then: &Expr, otherwise: &Expr) -> Origin {
        match (self.origin(then), self.origin(otherwise)) {
            (Origin::Class(one), Origin::Class(two)) => {
                self.classes.unite(one, two);
                Origin::Class(one)
            }
            (Origin::Class(one), Origin::Constant(value))
            | (Origin::Constant(value), Origin::Class(one)) => {
                self.classes.facts_mut(one).constants.insert(value);
                Origin::Class(one)
            }
            _ => {
                let mut from = Vec::new();
                self.add_classes(then, &mut from);
                self.add_classes(otherwise, &mut from);
                Origin::Computed(from)
            }
        }
    }

    /// The number of a process, which is written as the sum of its place in its kind and a
    /// constant; the next in a ring of numbers, or a number that is taken from a constant, which
    /// may be what a symmetry does; anything else is computed.
    fn computed(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Origin {
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        let is_number = matches!(left.kind, ExprKind::Name(NameExpr::NumberOf(_)));
        if is_sum && is_number && right.as_constant().is_some() {
            return Origin::Class(self.classes.processes());
        }
        let next = shifted(left).filter(|_| op == BinaryOp::Remainder);
        let is_mirrored = op == BinaryOp::Subtract && left.as_constant().is_some();
        if let Some(inside) = next.or(is_mirrored.then_some(right))
            && let Origin::Class(class) = self.origin(inside)
        {
            self.classes.facts_mut(class).are_turned = true;
            return Origin::Class(class);
        }
        let mut from = Vec::new();
        self.add_classes(left, &mut from);
        self.add_classes(right, &mut from);
        Origin::Computed(from)
    }

    fn add_classes(&mut self, expr: &Expr, from: &mut Vec<usize>) {
        match self.origin(expr) {
            Origin::Class(class) => from.push(class),
            Origin::Computed(classes) => from.extend(classes),
            Origin::Constant(_) => {}
        }
    }

    /// A value comes to a class.
    fn flow(&mut self, to: usize, value: &Expr, is_noted: bool) {
        match self.origin(value) {
            Origin::Class(from) => self.classes.unite(to, from),
            Origin::Constant(value) if is_noted => {
                self.classes.facts_mut(to).constants.insert(value);
            }
            Origin::Constant(_) => {}
            Origin::Computed(from) => {
                // The number of processes is counted, and nobody else's number by that.
                let is_step = shifted(value).is_some() && from.contains(&to) && !self.counts(to);
                if !self.is_start {
                    self.classes.facts_mut(to).are_ordered |= is_step;
                    self.classes.is_computed(to, from);
                }
            }
        }
    }

    /// Whether a class is that of the number of processes, as it is written.
    fn counts(&mut self, node: usize) -> bool {
        let count = self.model.processes().count();
        count.is_some_and(|count| {
            let ty = self.model.variables[count].ty;
            self.node(&Place::variable(count, ty, Span::default())) == node
        })
    }

    fn compare(&mut self, comparison: Comparison, left: &Expr, right: &Expr) {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        match (self.origin(left), self.origin(right)) {
            (Origin::Class(one), Origin::Class(two)) if is_equality => {
                self.classes.unite(one, two);
            }
            _ if self.is_start => {}
            (Origin::Class(one), Origin::Class(two)) => {
                self.classes.facts_mut(one).are_ordered = true;
                self.classes.facts_mut(two).are_ordered = true;
            }
            (Origin::Class(class), _) | (_, Origin::Class(class)) => {
                self.classes.facts_mut(class).are_tested = true;
            }
            _ => {}
        }
    }

    /// Two places of one type, or of two scalar types, hold the same.
    fn same(&mut self, one: &Spot, two: &Spot, ty: TypeId) {
        match self.model.types.get(ty) {
            Type::Array { element, .. } => {
                let indices = |spot: &Spot| Spot {
                    is_index: true,
                    ..spot.clone()
                };
                self.same_nodes(indices(one), indices(two));
                let (one, two) = (inside(one, LeafStep::Index), inside(two, LeafStep::Index));
                self.same(&one, &two, *element);
            }
            Type::Record(fields) => {
                for (number, field) in (0..).zip(fields) {
                    let step = LeafStep::Field(number);
                    self.same(&inside(one, step), &inside(two, step), field.ty);
                }
            }
            Type::Multiset { element, .. } => {
                let step = LeafStep::Element;
                self.same(&inside(one, step), &inside(two, step), *element);
            }
            Type::Channel { .. } => {}
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => self.same_nodes(one.clone(), two.clone()),
        }
    }

    fn same_nodes(&mut self, one: Spot, two: Spot) {
        let (one, two) = (self.classes.node(one), self.classes.node(two));
        self.classes.unite(one, two);
    }

    fn call(&mut self, function: FunctionId, arguments: &[Argument], result: Option<&Place>) {
        let callee = &self.model.functions[function];
        let spot = |local| Spot {
            base: Base::Local(Scope::Function(function), local),
            path: Vec::new(),
            is_index: false,
        };
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            match argument {
                Argument::Value(value) => {
                    let to = self.classes.node(spot(*parameter));
                    self.flow(to, value, !self.is_start);
                }
                Argument::Copy(place) | Argument::Reference(place) => {
                    let from = self.spot(place);
                    self.same(&spot(*parameter), &from, place.ty);
                }
            }
        }
        if let (Some(place), Some(local)) = (result, callee.result) {
            let to = self.spot(place);
            self.same(&to, &spot(local), place.ty);
        }
    }

    /// A channel by its number: the class of the fields of its messages.
    fn channel(&mut self, number: &Expr) -> Option<usize> {
        let Origin::Class(class) = self.origin(number) else {
            return None;
        };
        self.classes.facts_mut(class).are_channels = true;
        Some(class)
    }

    fn message(&mut self, channel: usize, field: u32, value: &Expr) {
        let to = self.classes.field(channel, field);
        self.flow(to, value, !self.is_start);
    }

    fn channel_stmt(&mut self, stmt: &ChannelStmt) {
        match stmt {
            ChannelStmt::Send {
                channel, message, ..
            } => {
                let Some(channel) = self.channel(channel) else {
                    return;
                };
                for (field, value) in (0..).zip(message) {
                    self.message(channel, field, value);
                }
            }
            ChannelStmt::Receive {
                channel, fields, ..
            } => {
                let Some(channel) = self.channel(channel) else {
                    return;
                };
                for (number, field) in (0..).zip(fields) {
                    match field {
                        MessageField::Any => {}
                        MessageField::Equal(value) => self.message(channel, number, value),
                        MessageField::Into(local) => {
                            let ty = self.locals[*local].ty;
                            let place = Place::local(*local, ty, Default::default());
                            let to = self.node(&place);
                            let from = self.classes.field(channel, number);
                            self.classes.unite(to, from);
                        }
                    }
                }
            }
        }
    }

    /// Whether the place belongs to a process that is being created: what it gets then is there
    /// before anything happens.
    fn is_of_new_process(&self, place: &Place) -> bool {
        let Some(Projection::Index(index)) = place.path.first() else {
            return false;
        };
        let local = plain_local(index).and_then(|local| self.locals.get(local));
        local.is_some_and(|local| local.kind == LocalKind::Value)
    }
}

impl Visitor for Walk<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let is_noted = !self.is_start && !self.is_of_new_process(to);
                let to = self.node(to);
                self.flow(to, value, is_noted);
            }
            StmtKind::Copy { to, from } => {
                let (one, two) = (self.spot(to), self.spot(from));
                self.same(&one, &two, to.ty);
            }
            StmtKind::Bind { local, place } => {
                let own = Place::local(*local, place.ty, place.span);
                let (one, two) = (self.spot(&own), self.spot(place));
                self.same(&one, &two, place.ty);
            }
            StmtKind::Call {
                function,
                arguments,
                result,
            } => self.call(*function, arguments, result.as_ref()),
            StmtKind::Channel(of) => self.channel_stmt(of),
            StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Multiset(_) => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Compare(comparison), left, right) => {
                self.compare(*comparison, left, right);
            }
            ExprKind::Name(NameExpr::NameAt(number)) => {
                let inside = shifted(number).unwrap_or(number);
                let processes = self.classes.processes();
                self.flow(processes, inside, true);
            }
            ExprKind::Process(ProcessExpr::Enabled(number)) => {
                let processes = self.classes.processes();
                self.flow(processes, number, true);
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.call(*function, arguments, None),
            ExprKind::Channel(ChannelExpr::Ask { number, .. }) => {
                self.channel(number);
            }
            ExprKind::Channel(ChannelExpr::CanReceive {
                channel, fields, ..
            }) => {
                if let Some(channel) = self.channel(channel) {
                    for (number, field) in (0..).zip(fields) {
                        field
                            .iter()
                            .for_each(|value| self.message(channel, number, value));
                    }
                }
            }
            ExprKind::Same(one, two) => {
                let (first, second) = (self.spot(one), self.spot(two));
                self.same(&first, &second, one.ty);
            }
            ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Count { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(NameExpr::NumberOf(_))
            | ExprKind::Process(ProcessExpr::Timeout) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        for (depth, step) in place.path.iter().enumerate() {
            if let Projection::Index(index) = step {
                let spot = Spot {
                    base: self.base(place.root),
                    path: place.path[..depth].iter().map(leaf_step).collect(),
                    is_index: true,
                };
                let indices = self.classes.node(spot);
                self.flow(indices, index, true);
            }
        }
    }

    fn binding(&mut self, binding: &Binding) {
        if let Domain::Steps { from, .. } = &binding.domain {
            let own = Place::local(binding.local, self.locals[binding.local].ty, from.span);
            let own = self.node(&own);
            self.flow(own, from, true);
            self.classes.facts_mut(own).are_ordered |= !self.is_start;
        }
    }
}

/// Whether a rule belongs to a process that is still to create static ones.
fn is_before_all(rule: &Rule, statics: &StaticProcesses) -> bool {
    rule.control.as_ref().is_some_and(|control| {
        let mut creators = statics.creators.iter();
        creators.any(|creator| {
            control.location.root == Root::Variable(creator.location)
                && creator.before.contains(&control.from)
        })
    })
}

fn leaf_step(step: &Projection) -> LeafStep {
    match step {
        Projection::Field(field) => LeafStep::Field(*field),
        Projection::Index(_) => LeafStep::Index,
        Projection::Element(_) => LeafStep::Element,
    }
}

fn inside(spot: &Spot, step: LeafStep) -> Spot {
    let mut spot = spot.clone();
    spot.path.push(step);
    spot
}

/// What a constant is added to, or taken from; cut to fewer bits or not.
fn shifted(expr: &Expr) -> Option<&Expr> {
    if let ExprKind::Truncate { value, .. } = &expr.kind {
        return shifted(value);
    }
    let ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) = &expr.kind else {
        return None;
    };
    right.as_constant().map(|_| &**left)
}
