//! Which numbers belong together: a walk over all bodies that joins classes where numbers are copied, compared for
//! equality, used as indices, handed to functions or sent.

use super::bodies::{Body, Code};
use super::classes::{Base, BodyId, ClassBuilder, Classes, Spot};
use super::places::Bases;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::layout::{Layout, PathStep, Slot, SlotRole};
use weyl_ir::visit::{Visitor, walk_block, walk_expr, walk_rule};
use weyl_ir::{
    Argument, BinaryOp, Binding, Block, ChannelExpr, ChannelStmt, Comparison, Domain, Expr,
    ExprKind, Leaf, LeafStep, LocalId, MessageField, Model, MultisetStmt, NameExpr, Place,
    ProcessExpr, Projection, Root, Stmt, StmtKind, Type, TypeId, UnionExpr, VarId,
};

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It belongs to the class of this node.
    Node(usize),
    /// It is this number.
    Constant(i128),
    /// It was computed, and belongs to whatever class it goes to.
    Computed,
    /// No number at all: a truth value, or a name by its type.
    Other,
}

pub(crate) fn infer(
    model: &Model,
    layout: &Layout,
    beginnings: &[Vec<u8>],
    bodies: &[Body<'_>],
) -> Classes {
    let mut inference = Inference {
        model,
        classes: ClassBuilder::default(),
        body: 0,
        bases: Bases::new(model, bodies),
    };
    for (variable, declared) in &model.variables {
        inference.declare(Base::Variable(variable), &mut Vec::new(), declared.ty, true);
    }
    inference.join_channels_of_a_type();
    inference.hide_machinery();
    inference.hide_dead(bodies);
    inference.beginnings(layout, beginnings);
    for body in bodies {
        inference.body(body);
    }
    let Inference {
        mut classes, bases, ..
    } = inference;
    classes.resolve_channels(&|number, field| bases.stored_fields(number, field));
    classes.finish()
}

struct Inference<'a> {
    model: &'a Model,
    classes: ClassBuilder,
    body: BodyId,
    bases: Bases<'a>,
}

impl Inference<'_> {
    fn body(&mut self, body: &Body<'_>) {
        self.body = body.id;
        for (local, value) in body.code.valuation() {
            if is_number(self.model, body.locals[*local].ty) {
                let node = self.local(body.id, *local);
                self.unify(Known::Node(node), Known::Constant(*value));
            }
        }
        match &body.code {
            Code::Rule { rule, .. } => {
                rule.parameters.iter().for_each(|b| self.binding(b));
                if let Some(control) = &rule.control {
                    self.place(&control.location);
                    control.process.iter().for_each(|e| self.visit(e));
                }
                self.visit(&rule.guard);
                self.block(&rule.body);
            }
            Code::Function { block, .. } => self.block(block),
            Code::Property {
                parameters,
                condition,
                ..
            } => {
                parameters.iter().for_each(|b| self.binding(b));
                self.visit(condition);
            }
        }
    }

    /// The numbers that are there when everything begins.
    fn beginnings(&mut self, layout: &Layout, beginnings: &[Vec<u8>]) {
        for slot in layout.slots.values() {
            let Some(spot) = spot_of(slot) else { continue };
            let node = self.classes.node(spot);
            for state in beginnings {
                let is_there = slot.presence.is_none_or(|presence| presence.holds(state));
                let code = slot.scalar.load(state, slot.offset as usize);
                if let Some(value) = slot.scalar.decode(code).filter(|_| is_there) {
                    self.classes.contains(node, value);
                }
            }
        }
    }

    /// Channels of one type may change places: then what their messages hold does too.
    fn join_channels_of_a_type(&mut self) {
        let channels = self.model.interleaving.iter().flat_map(|of| &of.channels);
        let mut first: BTreeMap<TypeId, i128> = BTreeMap::new();
        for (number, _) in (1..).zip(channels) {
            let Some(ty) = self.bases.channel_type(number) else {
                continue;
            };
            let first = *first.entry(ty).or_insert(number);
            let Type::Channel { fields, .. } = self.model.types.get(ty) else {
                continue;
            };
            for field in 0..fields.len() as u32 {
                let spots = [first, number].map(|n| self.bases.stored_fields(Some(n), field));
                let nodes = spots
                    .into_iter()
                    .flatten()
                    .map(|spot| self.classes.node(spot));
                let nodes: Vec<usize> = nodes.collect();
                nodes
                    .windows(2)
                    .for_each(|pair| self.classes.unify(pair[0], pair[1]));
            }
        }
    }

    /// Locations are names of their own, and messages move with the numbers of their channels: that storage is numbered too is
    /// nobody's business.
    fn hide_machinery(&mut self) {
        let Some(interleaving) = &self.model.interleaving else {
            return;
        };
        let pool = interleaving.pool.iter();
        let pooled = pool.flat_map(|pool| pool.shapes.iter().chain([&pool.shape_of]));
        let fixed = interleaving
            .channels
            .iter()
            .map(|channel| &channel.variable);
        for variable in fixed.chain(pooled) {
            self.hide(Spot::index(Base::Variable(*variable), Vec::new()));
        }
        let shape_of = interleaving.pool.iter().map(|pool| pool.shape_of);
        let locations = interleaving.kinds.iter().map(|kind| kind.location);
        // Priorities are compared whenever somebody is to act.
        let priorities = interleaving.kinds.iter().filter_map(|kind| kind.priority);
        for variable in shape_of.chain(locations).chain(priorities) {
            self.hide(Spot::value(Base::Variable(variable), vec![LeafStep::Index]));
        }
    }

    /// What nobody reads or writes once frozen values are put in has no names of its own, unless it belongs to a process and
    /// moves with it.
    fn hide_dead(&mut self, bodies: &[Body<'_>]) {
        let live = live_variables(bodies);
        for (variable, declared) in &self.model.variables {
            let moves = self.bases.is_of_processes(variable) || self.bases.is_storage(variable);
            if !live.contains(&variable) && !moves {
                self.declare(
                    Base::Variable(variable),
                    &mut Vec::new(),
                    declared.ty,
                    false,
                );
            }
        }
    }

    fn hide(&mut self, spot: Spot) {
        let node = self.classes.node(spot);
        self.classes.make_plain(node);
    }

    /// All numbers inside of a variable: what they may be.
    fn declare(&mut self, base: Base, path: &mut Vec<LeafStep>, ty: TypeId, may_name: bool) {
        let step = |this: &mut Self, path: &mut Vec<LeafStep>, step, ty, may_name| {
            path.push(step);
            this.declare(base, path, ty, may_name);
            path.pop();
        };
        match self.model.types.get(ty) {
            Type::Range { .. } | Type::Enum { .. } => {
                let node = self.classes.node(Spot::value(base, path.clone()));
                self.widen(node, ty);
                if !may_name {
                    self.classes.make_plain(node);
                }
            }
            Type::Array { index, element } => {
                if is_number(self.model, *index) {
                    let node = self.classes.node(Spot::index(base, path.clone()));
                    self.widen(node, *index);
                    if !may_name {
                        self.classes.make_plain(node);
                    }
                }
                step(self, path, LeafStep::Index, *element, may_name);
            }
            Type::Record(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    let field_step = LeafStep::Field(number as u32);
                    step(self, path, field_step, field.ty, may_name);
                }
            }
            // Elements lie in the order of their contents, which shows as long as nobody proves that it does not.
            Type::Multiset { element, .. } => step(self, path, LeafStep::Element, *element, false),
            Type::Channel { fields, .. } => {
                path.push(LeafStep::Element);
                for (number, field) in fields.iter().enumerate() {
                    let field_step = LeafStep::Field(number as u32);
                    step(self, path, field_step, *field, may_name);
                }
                path.pop();
            }
            Type::Bool | Type::Int | Type::Id(_) | Type::Union(_) => {}
        }
    }

    fn widen(&mut self, node: usize, ty: TypeId) {
        match self.model.scalar_range(ty) {
            Some(range) => self.classes.widen(node, range),
            None => self.classes.make_plain(node),
        }
    }

    fn unify(&mut self, one: Known, two: Known) {
        match (one, two) {
            (Known::Node(a), Known::Node(b)) => self.classes.unify(a, b),
            (Known::Node(node), Known::Constant(value))
            | (Known::Constant(value), Known::Node(node)) => {
                self.classes.contains(node, value);
            }
            (Known::Node(node), Known::Computed) | (Known::Computed, Known::Node(node)) => {
                self.classes.is_computed(node);
            }
            _ => {}
        }
    }

    /// What is stored somewhere.
    fn store(&mut self, to: Known, ty: TypeId, value: Known) {
        self.unify(to, value);
        if let (Known::Node(node), Known::Computed) = (to, value) {
            self.widen(node, ty);
        }
    }

    fn visit(&mut self, expr: &Expr) {
        self.value(expr);
    }

    fn value(&mut self, expr: &Expr) -> Known {
        match &expr.kind {
            ExprKind::Constant(value) if is_number(self.model, expr.ty) => Known::Constant(*value),
            ExprKind::Constant(_) | ExprKind::Process(ProcessExpr::Timeout) => Known::Other,
            ExprKind::Read(place) => self.place(place),
            ExprKind::IsUndefined(place) => {
                self.place(place);
                Known::Other
            }
            ExprKind::Same(left, right) => {
                self.same_parts(left, right);
                Known::Other
            }
            ExprKind::Binary(
                BinaryOp::Compare(Comparison::Equal | Comparison::NotEqual),
                left,
                right,
            ) => {
                let (left, right) = (self.value(left), self.value(right));
                self.unify(left, right);
                Known::Other
            }
            ExprKind::Truncate { value, .. } => self.value(value),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.visit(condition);
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                self.branches(then, otherwise)
            }
            ExprKind::Channel(ChannelExpr::Ask { number, .. }) => {
                self.channel(number);
                Known::Computed
            }
            ExprKind::Channel(ChannelExpr::CanReceive {
                channel, fields, ..
            }) => {
                let channel = self.channel(channel);
                for (number, field) in fields.iter().enumerate() {
                    let Some(field) = field else { continue };
                    let value = self.value(field);
                    self.message_field(channel, number, value);
                }
                Known::Other
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.call(*function, arguments),
            _ => self.computed(expr),
        }
    }

    /// A number that is the one or the other.
    fn branches(&mut self, one: Known, two: Known) -> Known {
        self.unify(one, two);
        match (one, two) {
            (Known::Node(node), _) | (_, Known::Node(node)) => Known::Node(node),
            (Known::Other, Known::Other) => Known::Other,
            _ => Known::Computed,
        }
    }

    fn computed(&mut self, expr: &Expr) -> Known {
        match &expr.kind {
            ExprKind::Unary(_, value)
            | ExprKind::Union(UnionExpr::Inject { value, .. })
            | ExprKind::Union(UnionExpr::Project { value, .. })
            | ExprKind::Union(UnionExpr::IsMember { value, .. })
            | ExprKind::Name(NameExpr::NumberOf(value))
            | ExprKind::Name(NameExpr::NameAt(value))
            | ExprKind::Process(ProcessExpr::Enabled(value)) => self.visit(value),
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => {
                self.visit(left);
                self.visit(right);
            }
            ExprKind::Quantified { binding, body, .. } | ExprKind::Count { binding, body } => {
                self.binding(binding);
                self.visit(body);
            }
            _ => {}
        }
        match is_number(self.model, expr.ty) {
            true => Known::Computed,
            false => Known::Other,
        }
    }

    /// A place, with its indices; what it holds.
    fn place(&mut self, place: &Place) -> Known {
        for (steps, step) in place.path.iter().enumerate() {
            match step {
                Projection::Index(index) => {
                    let value = self.value(index);
                    let spot = self.bases.spot(self.body, place, steps, true);
                    if is_number(self.model, index.ty) {
                        let node = self.classes.node(spot);
                        self.unify(Known::Node(node), value);
                    }
                }
                Projection::Element(position) => self.visit(position),
                Projection::Field(_) => {}
            }
        }
        match is_number(self.model, place.ty) {
            true => Known::Node(self.whole(place)),
            false => Known::Other,
        }
    }

    fn whole(&mut self, place: &Place) -> usize {
        let steps = place.path.len();
        let spot = self.bases.spot(self.body, place, steps, false);
        self.classes.node(spot)
    }

    fn local(&mut self, body: BodyId, local: LocalId) -> usize {
        self.classes
            .node(Spot::value(Base::Local(body, local), Vec::new()))
    }

    /// Two places of one type, part by part.
    fn same_parts(&mut self, one: &Place, two: &Place) {
        self.place(one);
        self.place(two);
        let steps = (one.path.len(), two.path.len());
        let one_spot = self.bases.spot(self.body, one, steps.0, false);
        let two_spot = self.bases.spot(self.body, two, steps.1, false);
        self.join(one_spot, two_spot, one.ty);
    }

    fn join(&mut self, mut one: Spot, mut two: Spot, ty: TypeId) {
        let step = |this: &mut Self, one: &mut Spot, two: &mut Spot, step, ty| {
            one.path.push(step);
            two.path.push(step);
            this.join(one.clone(), two.clone(), ty);
            one.path.pop();
            two.path.pop();
        };
        match self.model.types.get(ty) {
            Type::Range { .. } | Type::Enum { .. } | Type::Int => {
                let (one, two) = (self.classes.node(one), self.classes.node(two));
                self.classes.unify(one, two);
            }
            Type::Array { index, element } => {
                if is_number(self.model, *index) {
                    let (mut a, mut b) = (one.clone(), two.clone());
                    (a.is_index, b.is_index) = (true, true);
                    let (a, b) = (self.classes.node(a), self.classes.node(b));
                    self.classes.unify(a, b);
                }
                step(self, &mut one, &mut two, LeafStep::Index, *element);
            }
            Type::Multiset { element, .. } => {
                step(self, &mut one, &mut two, LeafStep::Element, *element);
            }
            Type::Record(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    let field_step = LeafStep::Field(number as u32);
                    step(self, &mut one, &mut two, field_step, field.ty);
                }
            }
            Type::Channel { .. } | Type::Bool | Type::Id(_) | Type::Union(_) => {}
        }
    }

    /// What is cleared holds the least numbers.
    fn cleared(&mut self, mut spot: Spot, ty: TypeId) {
        match self.model.types.get(ty) {
            Type::Array { element, .. } => {
                spot.path.push(LeafStep::Index);
                self.cleared(spot, *element);
            }
            Type::Record(fields) => {
                for (number, field) in (0..).zip(fields) {
                    let mut inner = spot.clone();
                    inner.path.push(LeafStep::Field(number));
                    self.cleared(inner, field.ty);
                }
            }
            Type::Range { lo, .. } => {
                let node = self.classes.node(spot);
                self.classes.contains(node, *lo);
            }
            Type::Enum { .. } => {
                let node = self.classes.node(spot);
                self.classes.contains(node, 0);
            }
            // Nothing that is held by number; or nothing at all, where elements go.
            Type::Multiset { .. }
            | Type::Channel { .. }
            | Type::Bool
            | Type::Int
            | Type::Id(_)
            | Type::Union(_) => {}
        }
    }

    fn binding(&mut self, binding: &Binding) {
        let node = self.local(self.body, binding.local);
        match &binding.domain {
            Domain::Type(ty) => {
                if is_number(self.model, *ty) {
                    self.widen(node, *ty);
                }
            }
            Domain::Steps { from, to, by } => {
                self.visit(by);
                for end in [from, to] {
                    let value = self.value(end);
                    match value {
                        Known::Constant(_) => self.unify(Known::Node(node), value),
                        // An order of numbers that are only known when it runs.
                        _ => self.classes.make_plain(node),
                    }
                    if let Known::Node(end) = value {
                        self.classes.make_plain(end);
                    }
                }
            }
            Domain::Positions(set) => {
                self.place(set);
                self.classes.make_plain(node);
            }
        }
    }

    /// What a channel is known by.
    fn channel(&mut self, number: &Expr) -> Known {
        let value = self.value(number);
        if let Known::Node(node) = value {
            self.classes.are_channels(node);
        }
        value
    }

    /// A field of the messages of a channel.
    fn message_field(&mut self, channel: Known, field: usize, value: Known) {
        let field = field as u32;
        if let Known::Node(node) = channel {
            let inside = self.classes.field(node, field);
            return self.unify(Known::Node(inside), value);
        }
        let number = match channel {
            Known::Constant(number) => Some(number),
            _ => None,
        };
        for spot in self.bases.stored_fields(number, field) {
            let node = self.classes.node(spot);
            self.unify(Known::Node(node), value);
        }
    }

    fn call(&mut self, function: weyl_ir::FunctionId, arguments: &[Argument]) -> Known {
        let model = self.model;
        let callee = &model.functions[function];
        let body = self.bases.body_of(function);
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            let ty = callee.locals[*parameter].ty;
            match argument {
                Argument::Value(value) => {
                    let value = self.value(value);
                    if is_number(model, ty) {
                        let node = self.local(body, *parameter);
                        self.store(Known::Node(node), ty, value);
                    }
                }
                Argument::Copy(place) | Argument::Reference(place) => {
                    self.place(place);
                    let steps = place.path.len();
                    let spot = self.bases.spot(self.body, place, steps, false);
                    let parameter = Spot::value(Base::Local(body, *parameter), Vec::new());
                    self.join(spot, parameter, ty);
                }
            }
        }
        match callee.result {
            Some(result) if is_number(model, callee.locals[result].ty) => {
                Known::Node(self.local(body, result))
            }
            _ => Known::Other,
        }
    }

    fn block(&mut self, block: &Block) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let value = self.value(value);
                let to_node = self.place(to);
                self.store(to_node, to.ty, value);
            }
            StmtKind::Copy { to, from } => self.same_parts(to, from),
            StmtKind::Multiset(MultisetStmt::Add { set, element }) => {
                self.place(set);
                self.place(element);
                let set_steps = set.path.len();
                let mut into = self.bases.spot(self.body, set, set_steps, false);
                into.path.push(LeafStep::Element);
                let steps = element.path.len();
                let from = self.bases.spot(self.body, element, steps, false);
                self.join(into, from, element.ty);
            }
            StmtKind::Undefine(place) => {
                self.place(place);
            }
            StmtKind::Clear(place) => {
                self.place(place);
                let steps = place.path.len();
                let spot = self.bases.spot(self.body, place, steps, false);
                self.cleared(spot, place.ty);
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.visit(condition);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::For { binding, body } => {
                self.binding(binding);
                self.block(body);
            }
            StmtKind::While { condition, body } => {
                self.visit(condition);
                self.block(body);
            }
            StmtKind::Assert { condition, .. } | StmtKind::Assume { condition } => {
                self.visit(condition);
            }
            StmtKind::Call {
                function,
                arguments,
                result,
            } => self.call_stmt(*function, arguments, result.as_ref()),
            _ => self.other_stmt(stmt),
        }
    }

    fn other_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Channel(ChannelStmt::Send {
                channel, message, ..
            }) => {
                let channel = self.channel(channel);
                for (number, field) in message.iter().enumerate() {
                    let value = self.value(field);
                    self.message_field(channel, number, value);
                }
            }
            StmtKind::Channel(ChannelStmt::Receive {
                channel, fields, ..
            }) => self.receive(channel, fields),
            StmtKind::Reserve { count, .. } => self.visit(count),
            StmtKind::Bind { local, place } => {
                self.place(place);
                let steps = place.path.len();
                let spot = self.bases.spot(self.body, place, steps, false);
                let reference = Spot::value(Base::Local(self.body, *local), Vec::new());
                self.join(spot, reference, place.ty);
            }
            StmtKind::Multiset(MultisetStmt::Remove { set, position }) => {
                self.place(set);
                self.visit(position);
            }
            StmtKind::Multiset(MultisetStmt::RemoveWhere { binding, condition }) => {
                self.binding(binding);
                self.visit(condition);
            }
            // Nothing that numbers go through.
            _ => {}
        }
    }

    fn call_stmt(
        &mut self,
        function: weyl_ir::FunctionId,
        arguments: &[Argument],
        result: Option<&Place>,
    ) {
        self.call(function, arguments);
        let callee = &self.model.functions[function];
        if let (Some(to), Some(from)) = (result, callee.result) {
            self.place(to);
            let body = self.bases.body_of(function);
            let steps = to.path.len();
            let to_spot = self.bases.spot(self.body, to, steps, false);
            let from = Spot::value(Base::Local(body, from), Vec::new());
            self.join(to_spot, from, to.ty);
        }
    }

    fn receive(&mut self, channel: &Expr, fields: &[MessageField]) {
        let channel = self.channel(channel);
        for (number, field) in fields.iter().enumerate() {
            let value = match field {
                MessageField::Any => continue,
                MessageField::Equal(value) => self.value(value),
                MessageField::Into(local) => Known::Node(self.local(self.body, *local)),
            };
            self.message_field(channel, number, value);
        }
    }
}

/// The variables that bodies mention.
fn live_variables(bodies: &[Body<'_>]) -> BTreeSet<VarId> {
    struct Mentions(BTreeSet<VarId>);
    impl Visitor for Mentions {
        fn place(&mut self, place: &Place) {
            if let Root::Variable(variable) = place.root {
                self.0.insert(variable);
            }
        }
    }
    let mut mentions = Mentions(BTreeSet::new());
    for body in bodies {
        match &body.code {
            Code::Rule { rule, .. } => walk_rule(&mut mentions, rule),
            Code::Function { block, .. } => walk_block(&mut mentions, block),
            Code::Property { condition, .. } => walk_expr(&mut mentions, condition),
        }
    }
    mentions.0
}

/// Whether values of the type are numbers that may be names.
pub(crate) fn is_number(model: &Model, ty: TypeId) -> bool {
    matches!(
        model.types.get(ty),
        Type::Range { .. } | Type::Enum { .. } | Type::Int
    )
}

/// Where the number in a slot is.
pub(crate) fn spot_of(slot: &Slot) -> Option<Spot> {
    let SlotRole::Value(_) = slot.role else {
        return None;
    };
    let path = slot.path.iter().map(|step| match step {
        PathStep::Field(field) => LeafStep::Field(*field),
        PathStep::Index(..) => LeafStep::Index,
        PathStep::Element(_) => LeafStep::Element,
    });
    let path = path.collect();
    Some(Spot::value(Base::Variable(slot.variable), path))
}

/// The leaf of a variable that a spot is.
pub(crate) fn leaf_of(spot: &Spot) -> Option<Leaf> {
    let variable: VarId = match spot.base {
        Base::Variable(variable) => variable,
        Base::Local(..) => return None,
    };
    let path = spot.path.clone();
    Some(Leaf { variable, path })
}
