//! Calls: the callee is walked with its parameters standing for the arguments.

use super::access::{AccessKind, Written};
use super::flow::Flow;
use super::place::{Base, FrameId, Known, Slot, Spot};
use super::{Follow, Frame, MOST_CALLS, MOST_DEPTH, Walk};
use crate::pin::Dependence;
use crate::sorts::ordered_sorts;
use std::collections::BTreeSet;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Argument, Domain, Expr, ExprKind, Function, FunctionId, Model, Stmt, StmtKind};
use weyl_source::Span;

/// An argument after its evaluation in the caller.
enum Handed {
    Value(Option<Known>),
    Reference(BTreeSet<Spot>),
}

impl<'m> Walk<'m, '_> {
    pub(super) fn call(&mut self, function: FunctionId, arguments: &'m [Argument], at: Span) {
        let callee = &self.model.functions[function];
        let handed = self.hand_over(callee, arguments);
        if self.is_irrelevant(function) {
            return;
        }
        if !self.is_followed() {
            self.all_depend(&Dependence::Call { at });
            return self.anything_happens(handed, at);
        }
        self.calls += 1;
        let is_recursive = self.frames.iter().any(|of| of.function == Some(function));
        if is_recursive || self.frames.len() > MOST_DEPTH || self.calls > MOST_CALLS {
            return self.not_followed(function, handed, at);
        }
        let branch = self.branch.clone();
        let id = FrameId(self.frame_count);
        self.frame_count += 1;
        self.frames.push(Frame {
            id,
            function: Some(function),
            locals: &callee.locals,
            loops: self.loops.len(),
            returned: None,
        });
        self.enter(callee, handed);
        self.activation(callee, at);
        self.frames.pop();
        self.branch = branch;
        if let Some(flow) = &mut self.flow {
            flow.close(id);
        }
    }

    /// Whether nothing that is left to be decided depends on what a call does.
    fn is_irrelevant(&self, function: FunctionId) -> bool {
        let mut under_way = self.loops.iter();
        self.alone.harmless.contains(&function)
            && under_way.all(|of| self.alone.independent.contains(&of.over))
    }

    fn is_followed(&self) -> bool {
        match self.follow {
            Follow::All => true,
            Follow::In(over) => self.loops.iter().any(|under_way| under_way.over == over),
            Follow::None => false,
        }
    }

    /// The body of a function, up to the reading of its result.
    pub(super) fn activation(&mut self, function: &'m Function, at: Span) {
        self.block(&function.body);
        let returned = self
            .frames
            .last_mut()
            .and_then(|frame| frame.returned.take());
        let end = std::mem::take(&mut self.flow);
        self.flow = Flow::join(end, returned);
        if let Some(result) = function.result {
            let spot = Spot::of(Base::Local(self.slot(result)));
            self.access(spot, AccessKind::Read, at);
        }
    }

    fn hand_over(&mut self, callee: &Function, arguments: &'m [Argument]) -> Vec<Handed> {
        let mut handed = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
            let ty = callee.locals[*parameter].ty;
            let fits = match argument {
                Argument::Value(value) => self.fallible(|ask| !ask.store(ty, value)),
                Argument::Copy(place) => self.fallible(|ask| ask.is_within(place.ty, ty)),
                Argument::Reference(_) => true,
            };
            handed.push(match argument {
                Argument::Value(value) => {
                    self.expr(value);
                    if !fits {
                        self.may_fail(value.span);
                    }
                    Handed::Value(self.known(value))
                }
                Argument::Copy(place) => {
                    self.read(place);
                    if !fits {
                        self.may_fail(place.span);
                    }
                    Handed::Value(self.known_at(place))
                }
                Argument::Reference(place) => Handed::Reference(self.spots(place)),
            });
        }
        handed
    }

    fn enter(&mut self, callee: &Function, handed: Vec<Handed>) {
        for (parameter, handed) in callee.parameters.iter().zip(handed) {
            let slot = self.slot(*parameter);
            let Some(flow) = &mut self.flow else { return };
            match handed {
                Handed::Value(Some(known)) => {
                    flow.values.insert(slot, known);
                }
                Handed::Value(None) => {}
                Handed::Reference(spots) => {
                    flow.references.insert(slot, spots);
                }
            }
        }
    }

    /// A call that leads back to itself, or too deep: all loops around it and in it are given up.
    fn not_followed(&mut self, function: FunctionId, handed: Vec<Handed>, at: Span) {
        self.all_depend(&Dependence::Call { at });
        let mut inner = Inner::default();
        inner.called(function);
        self.pin_loops(inner, at);
        self.anything_happens(handed, at);
    }

    /// What a call that is not followed may do to the locals of those who called it.
    fn anything_happens(&mut self, handed: Vec<Handed>, at: Span) {
        for handed in handed {
            if let Handed::Reference(spots) = handed {
                self.touch(spots.clone(), AccessKind::Read, at);
                self.write(spots, Written::Unknown, at);
            }
        }
    }

    /// Those that were found, and those of all that is called there.
    fn pin_loops(&mut self, inner: Inner, at: Span) {
        for (over, domain) in inner.all_loops(self.model) {
            let because = Dependence::Call { at };
            let sorts = ordered_sorts(self.model, &domain);
            self.blame(over, sorts, because);
        }
    }

    /// There is too much to look at.
    pub(super) fn give_up(&mut self, at: Span) {
        self.flow = None;
        self.gave_up = Some(at);
    }

    /// Where there was too much to look at, all loops of the rule are given up.
    pub(super) fn give_up_if_too_long(&mut self, of_rule: &dyn Fn(&mut Inner)) {
        if let Some(at) = self.gave_up {
            let mut inner = Inner::default();
            of_rule(&mut inner);
            self.pin_loops(inner, at);
        }
    }
}

/// All loops in functions that may be called.
#[derive(Default)]
pub(super) struct Inner {
    functions: BTreeSet<FunctionId>,
    pending: Vec<FunctionId>,
    loops: Vec<(Span, Domain)>,
}

impl Inner {
    /// All loops that a call may come to.
    pub fn of_call(model: &Model, function: FunctionId) -> Vec<(Span, Domain)> {
        let mut inner = Inner::default();
        inner.called(function);
        inner.all_loops(model)
    }

    fn all_loops(mut self, model: &Model) -> Vec<(Span, Domain)> {
        while let Some(next) = self.pending.pop() {
            walk_block(&mut self, &model.functions[next].body);
        }
        self.loops
    }

    fn called(&mut self, function: FunctionId) {
        if self.functions.insert(function) {
            self.pending.push(function);
        }
    }
}

impl Visitor for Inner {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::For { binding, .. } => self.loops.push((stmt.span, binding.domain.clone())),
            StmtKind::Call { function, .. } => self.called(*function),
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_)
            | StmtKind::Channel(_) => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call { function, .. } = &expr.kind {
            self.called(*function);
        }
    }
}

impl Flow {
    /// Forgets an activation that is over.
    fn close(&mut self, frame: FrameId) {
        let is_other = |slot: &Slot| slot.frame != frame;
        let spot_is_other = |spot: &Spot| match spot.base {
            Base::Variable(_) => true,
            Base::Local(slot) => slot.frame != frame,
        };
        self.values.retain(|slot, _| is_other(slot));
        self.references.retain(|slot, _| is_other(slot));
        self.leftovers
            .retain(|leftover| spot_is_other(&leftover.spot));
        if self.written.iter().any(|(spot, _)| !spot_is_other(spot)) {
            std::rc::Rc::make_mut(&mut self.written).retain(|(spot, _)| spot_is_other(spot));
        }
    }
}
