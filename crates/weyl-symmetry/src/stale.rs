//! Positions and references that outlive their element. A new element takes the first free
//! position: where one was removed before, it depends on the order of the elements whether an old
//! position now leads to it. So what knew a position may not be used after a removal and a later
//! addition.
//!
//! The walk follows the text: what holds after an `if` is the worse of what holds after its two
//! branches, bodies of loops are walked until nothing changes, calls with their arguments.

use crate::pin::{Cause, Pins};
use crate::positions::{plain_local, prefix_type};
use crate::sorts::content_sorts;
use weyl_ir::visit::{Visitor, walk_binding, walk_expr, walk_place, walk_stmt};
use weyl_ir::{
    Argument, Binding, Block, ChannelStmt, Domain, FunctionId, LocalId, Locals, Model,
    MultisetStmt, Place, Projection, Root, Stmt, StmtKind, Type, TypeId,
};
use weyl_source::Span;

/// How many statements of one rule are looked at, calls and repetitions included.
const MOST_WORK: u32 = 100_000;

pub(crate) fn find<'m>(
    model: &'m Model,
    locals: &'m Locals,
    parameters: &'m [Binding],
    body: &'m Block,
    pins: &mut Pins<'m>,
) {
    let mut walk = Walk {
        model,
        pins,
        holders: Vec::new(),
        frames: vec![Frame {
            locals,
            function: None,
        }],
        work: 0,
    };
    for binding in parameters {
        walk.hold_binding(binding);
    }
    walk.block(body);
}

/// From better to worse: whatever happens takes a worse one to a worse one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Since {
    Nothing,
    Removed,
    Added(Span),
}

/// A local that knows a position of a multiset of this type, and what happened to such multisets
/// since.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Holder {
    depth: usize,
    local: LocalId,
    set: TypeId,
    since: Since,
}

struct Frame<'m> {
    locals: &'m Locals,
    function: Option<FunctionId>,
}

struct Walk<'m, 'p> {
    model: &'m Model,
    pins: &'p mut Pins<'m>,
    holders: Vec<Holder>,
    frames: Vec<Frame<'m>>,
    work: u32,
}

impl<'m> Walk<'m, '_> {
    fn locals(&self) -> &'m Locals {
        self.frames[self.frames.len() - 1].locals
    }

    /// There is too much to look at: any position may be stale.
    fn give_up(&mut self, at: Span) {
        let cause = Cause::StalePosition {
            added: at,
            used: at,
        };
        let is_multiset = |ty: &TypeId| matches!(self.model.types.get(*ty), Type::Multiset { .. });
        for ty in self.model.types.ids().filter(is_multiset) {
            self.pins.pin_all(content_sorts(self.model, ty), &cause);
        }
    }

    fn hold_binding(&mut self, binding: &Binding) {
        if let Domain::Positions(set) = &binding.domain {
            self.hold(
                self.frames.len(),
                binding.local,
                vec![(set.ty, Since::Nothing)],
            );
        }
    }

    fn hold(&mut self, depth: usize, local: LocalId, sets: Vec<(TypeId, Since)>) {
        self.holders
            .retain(|holder| (holder.depth, holder.local) != (depth, local));
        self.holders
            .extend(sets.into_iter().map(|(set, since)| Holder {
                depth,
                local,
                set,
                since,
            }));
    }

    fn held_by(&self, local: LocalId) -> impl Iterator<Item = &Holder> {
        let depth = self.frames.len();
        let is_meant = move |holder: &&Holder| (holder.depth, holder.local) == (depth, local);
        self.holders.iter().filter(is_meant)
    }

    /// The multisets on the way to a place, and what happened to them since their position was
    /// found.
    fn on_the_way(&self, place: &Place) -> Vec<(TypeId, Since)> {
        let mut sets = Vec::new();
        if let Root::Local(root) = place.root {
            sets.extend(self.held_by(root).map(|holder| (holder.set, holder.since)));
        }
        for (steps, step) in place.path.iter().enumerate() {
            if let Projection::Element(position) = step {
                let set = prefix_type(self.model, self.locals(), place, steps);
                let holders = plain_local(position).into_iter();
                let holders = holders.flat_map(|local| self.held_by(local));
                let since = holders.map(|holder| holder.since).max();
                let since = since.unwrap_or(Since::Nothing);
                sets.extend(set.map(|set| (set, since)));
            }
        }
        sets
    }

    fn block(&mut self, block: &'m Block) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &'m Stmt) {
        self.work += 1;
        if self.work > MOST_WORK {
            return self.give_up(stmt.span);
        }
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                walk_expr(&mut Uses(self), condition);
                let before = self.holders.clone();
                self.block(then);
                let after_then = std::mem::replace(&mut self.holders, before);
                self.block(otherwise);
                self.or(after_then);
            }
            StmtKind::For { binding, body } => {
                walk_binding(&mut Uses(self), binding);
                self.repeated(&mut |walk| {
                    walk.hold_binding(binding);
                    walk.block(body);
                });
            }
            StmtKind::While { condition, body } => self.repeated(&mut |walk| {
                walk_expr(&mut Uses(walk), condition);
                walk.block(body);
            }),
            StmtKind::Call {
                function,
                arguments,
                result,
            } => {
                walk_stmt(&mut Uses(self), stmt);
                self.call(*function, arguments);
                result
                    .iter()
                    .for_each(|place| walk_place(&mut Uses(self), place));
                result.iter().for_each(|place| self.emptied(place));
            }
            StmtKind::Bind { local, place } => {
                self.used(stmt);
                let sets = self.on_the_way(place);
                self.hold(self.frames.len(), *local, sets);
            }
            StmtKind::Multiset(of) => {
                self.used(stmt);
                self.multiset(of, stmt.span);
            }
            StmtKind::Copy { to: place, .. }
            | StmtKind::Undefine(place)
            | StmtKind::Clear(place) => {
                self.used(stmt);
                self.emptied(place);
            }
            StmtKind::Assign { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Channel(ChannelStmt::Send { .. } | ChannelStmt::Receive { .. }) => {
                self.used(stmt);
            }
        }
    }

    /// What holds if it came about in another way.
    fn or(&mut self, others: Vec<Holder>) {
        for other in others {
            let is_same = |holder: &&mut Holder| {
                (holder.depth, holder.local, holder.set) == (other.depth, other.local, other.set)
            };
            match self.holders.iter_mut().find(is_same) {
                Some(holder) => holder.since = holder.since.max(other.since),
                None => self.holders.push(other),
            }
        }
    }

    /// Any number of times: until a time more changes nothing. It can get worse twice, and then it
    /// is to be seen who uses it.
    fn repeated(&mut self, turn: &mut dyn FnMut(&mut Self)) {
        for _ in 0..3 {
            let before = self.holders.clone();
            turn(self);
            self.or(before.clone());
            if self.holders == before {
                return;
            }
        }
    }

    fn used(&mut self, stmt: &Stmt) {
        walk_stmt(&mut Uses(self), stmt);
    }

    fn multiset(&mut self, of: &MultisetStmt, at: Span) {
        match of {
            MultisetStmt::Add { set, .. } => self.added(set.ty, at),
            MultisetStmt::Remove { set, .. } => self.removed(set.ty),
            MultisetStmt::RemoveWhere { binding, .. } => {
                if let Domain::Positions(set) = &binding.domain {
                    self.removed(set.ty);
                }
            }
        }
    }

    /// Multisets inside the place lose their elements, and may get others.
    fn emptied(&mut self, place: &Place) {
        let inside: Vec<TypeId> = self.holders.iter().map(|holder| holder.set).collect();
        for set in inside {
            if contains(self.model, place.ty, set) {
                self.removed(set);
                self.added(set, place.span);
            }
        }
    }

    fn removed(&mut self, set: TypeId) {
        for holder in &mut self.holders {
            if holder.set == set && holder.since == Since::Nothing {
                holder.since = Since::Removed;
            }
        }
    }

    fn added(&mut self, set: TypeId, at: Span) {
        for holder in &mut self.holders {
            if holder.set == set && holder.since == Since::Removed {
                holder.since = Since::Added(at);
            }
        }
    }

    fn call(&mut self, function: FunctionId, arguments: &'m [Argument]) {
        let callee = &self.model.functions[function];
        // A circle of calls is walked three times, as a loop.
        let under_way = self
            .frames
            .iter()
            .filter(|of| of.function == Some(function));
        if under_way.count() > 2 {
            return;
        }
        let handed: Vec<_> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Reference(place) => self.on_the_way(place),
                Argument::Value(_) | Argument::Copy(_) => Vec::new(),
            })
            .collect();
        self.frames.push(Frame {
            locals: &callee.locals,
            function: Some(function),
        });
        let depth = self.frames.len();
        for (parameter, sets) in callee.parameters.iter().zip(handed) {
            self.hold(depth, *parameter, sets);
        }
        self.block(&callee.body);
        self.frames.pop();
        self.holders.retain(|holder| holder.depth < depth);
    }
}

/// Looks at every place that is used.
struct Uses<'a, 'm, 'p>(&'a mut Walk<'m, 'p>);

impl Visitor for Uses<'_, '_, '_> {
    fn place(&mut self, place: &Place) {
        for (set, since) in self.0.on_the_way(place) {
            if let Since::Added(added) = since {
                let used = place.span;
                let cause = Cause::StalePosition { added, used };
                let sorts = content_sorts(self.0.model, set);
                self.0.pins.pin_all(sorts, &cause);
            }
        }
    }

    /// Quantifiers find positions anew.
    fn binding(&mut self, binding: &Binding) {
        self.0.hold_binding(binding);
    }
}

/// Whether a type is the other, or has it inside.
fn contains(model: &Model, ty: TypeId, inner: TypeId) -> bool {
    ty == inner
        || match model.types.get(ty) {
            Type::Array { element, .. } | Type::Multiset { element, .. } => {
                contains(model, *element, inner)
            }
            Type::Record(fields) => fields.iter().any(|field| contains(model, field.ty, inner)),
            // Messages hold numbers only.
            Type::Channel { .. } => false,
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => false,
        }
}
