//! Which numbers belong together: a walk over all bodies that joins classes where numbers are
//! copied, compared for equality, used as indices, handed to functions or sent.

mod channels;
mod parts;
mod statements;
mod storage;
mod values;

pub(crate) use storage::{inert_variables, live_variables};

use crate::discovery::bodies::places::Bases;
use crate::discovery::bodies::{Body, Code};
use crate::discovery::numbers::classes::{Base, BodyId, ClassBuilder, Classes, Spot};
use crate::discovery::prepared::Subject;
use crate::discovery::removed::Removed;
use std::collections::BTreeSet;
use weyl_ir::layout::{PathStep, Slot, SlotRole};
use weyl_ir::{Expr, Leaf, LeafStep, LocalId, Model, Type, TypeId, VarId};

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

pub(crate) fn infer(subject: Subject<'_>, bodies: &[Body<'_>], inert: &BTreeSet<VarId>) -> Classes {
    let Subject {
        model,
        layout,
        beginnings,
        without,
        ..
    } = subject;
    let tied = without.map(Removed::tied).unwrap_or_default();
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
    inference.hide_dead(bodies, inert, &tied);
    if let Some(removed) = without {
        inference.tie(removed);
    }
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
                    // Where a rule stands is told by number, with processes that take turns or
                    // without.
                    if let Known::Node(node) = self.place(&control.location) {
                        self.classes.make_plain(node);
                    }
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

    /// What begins with something computed holds what that is computed from.
    fn tie(&mut self, removed: &Removed) {
        for (variable, from) in &removed.begun {
            for other in from {
                let spot = |of| Spot::value(Base::Variable(of), vec![LeafStep::Index]);
                let [one, other] = [spot(*variable), spot(*other)];
                let (one, other) = (self.classes.node(one), self.classes.node(other));
                self.classes.unify(one, other);
            }
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
                self.classes.is_filled(node);
            }
            _ => {}
        }
    }

    /// What is compared comes into nothing.
    fn compare(&mut self, one: Known, two: Known) {
        match (one, two) {
            (Known::Node(node), Known::Computed) | (Known::Computed, Known::Node(node)) => {
                self.classes.is_computed(node);
            }
            _ => self.unify(one, two),
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

    fn local(&mut self, body: BodyId, local: LocalId) -> usize {
        self.classes
            .node(Spot::value(Base::Local(body, local), Vec::new()))
    }
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
