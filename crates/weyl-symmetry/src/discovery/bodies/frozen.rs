//! Frozen variables: what no rule writes and all beginnings agree on is a constant. A topology that
//! is handed to processes as parameters is found this way.

use crate::discovery::bodies::statics::Statics;
use crate::discovery::bodies::{Body, Code};
use crate::discovery::removed::Removed;
use crate::ground::fold;
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::analysis::written_places;
use weyl_ir::layout::{Layout, PathStep, Slot, SlotId, SlotRole};
use weyl_ir::rewrite::Rewriter;
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{Control, Expr, ExprKind, Model, Place, Projection, Root, Stmt, Type, VarId};

/// One step to what is written; an index is known or may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(u32),
    Index(Option<i128>),
    Element,
}

/// The value of every scalar that never changes.
pub(crate) struct Frozen<'a> {
    layout: &'a Layout,
    /// Where all beginnings agree, any of them says on what.
    beginning: Option<&'a [u8]>,
    /// Of scalars that are always there, whether all beginnings agree.
    agreed: Vec<bool>,
    written: BTreeMap<VarId, Vec<Vec<Step>>>,
    /// Variables of processes that keep their values until the process ends.
    kept: BTreeSet<VarId>,
    /// Variables whose values are not put in.
    unfolded: BTreeSet<VarId>,
}

impl<'a> Frozen<'a> {
    pub fn new(
        model: &Model,
        layout: &'a Layout,
        statics: &Statics,
        beginnings: &'a [Vec<u8>],
        bodies: &[Body<'_>],
    ) -> Frozen<'a> {
        let mut writes = Writes::default();
        for body in bodies {
            match &body.code {
                Code::Rule { rule, .. } => walk_rule(&mut writes, rule),
                Code::Function { block, .. } => walk_block(&mut writes, block),
                Code::Property { .. } => {}
            }
        }
        let mut frozen = Frozen {
            layout,
            beginning: beginnings.first().map(Vec::as_slice),
            agreed: Vec::with_capacity(layout.slots.len()),
            written: writes.found,
            kept: statics.kept.clone(),
            unfolded: BTreeSet::new(),
        };
        let settled = agreements(layout, beginnings);
        for (slot, is_settled) in layout.slots.values().zip(settled) {
            // What belongs to processes that are not there for good is not ground in their rules:
            // nothing is put in for it.
            let is_there = is_settled && statics.is_there(model, slot);
            frozen.agreed.push(is_there);
        }
        frozen
    }

    /// As if some variables changed.
    pub fn without(mut self, removed: &Removed) -> Frozen<'a> {
        self.unfolded.extend(&removed.unfolded);
        for variable in removed.values.iter().chain(removed.begun.keys()) {
            self.written.entry(*variable).or_default().push(Vec::new());
            self.kept.remove(variable);
        }
        self
    }

    fn value(&self, model: &Model, place: &Place) -> Option<i128> {
        let Root::Variable(variable) = place.root else {
            return None;
        };
        if self.unfolded.contains(&variable) {
            return None;
        }
        let path = known_path(model, place)?;
        let slot = self.layout.slot_of(variable, &path)?;
        self.at(slot, variable, &path)
    }

    /// The value of a slot that never changes.
    pub fn slot_value(&self, id: SlotId) -> Option<i128> {
        let slot = &self.layout.slots[id];
        self.at(id, slot.variable, &slot.path)
    }

    /// The value of a slot that changes only when its process ends.
    pub fn kept_value(&self, id: SlotId) -> Option<i128> {
        let slot = &self.layout.slots[id];
        let is_kept = self.kept.contains(&slot.variable) && self.agreed[id.index()];
        value_in(slot, self.beginning.filter(|_| is_kept)?)
    }

    fn at(&self, slot: SlotId, variable: VarId, path: &[PathStep]) -> Option<i128> {
        let is_agreed = self.agreed[slot.index()];
        let written = self.written.get(&variable).filter(|_| is_agreed);
        let mut written = written.into_iter().flatten();
        if !is_agreed || written.any(|pattern| matches(pattern, path)) {
            return None;
        }
        value_in(&self.layout.slots[slot], self.beginning?)
    }
}

pub(super) fn value_in(slot: &Slot, state: &[u8]) -> Option<i128> {
    let code = slot.scalar.load(state, slot.offset as usize);
    slot.scalar.decode(code)
}

fn is_always_there(slot: &Slot) -> bool {
    matches!(slot.role, SlotRole::Value(_)) && slot.presence.is_none()
}

/// For each slot whether it is always there and has one value in all states. State by state: states
/// may be large, and many.
fn agreements(layout: &Layout, states: &[Vec<u8>]) -> Vec<bool> {
    let slots = || layout.slots.values();
    let Some((first, others)) = states.split_first() else {
        return vec![false; layout.slots.len()];
    };
    let defined = slots().map(|slot| is_always_there(slot) && value_in(slot, first).is_some());
    let mut agreed: Vec<bool> = defined.collect();
    for state in others {
        for (agrees, slot) in agreed.iter_mut().zip(slots()) {
            let code = |state: &[u8]| slot.scalar.load(state, slot.offset as usize);
            *agrees = *agrees && code(first) == code(state);
        }
    }
    agreed
}

fn known_path(model: &Model, place: &Place) -> Option<Vec<PathStep>> {
    let mut ty = match place.root {
        Root::Variable(variable) => model.variables[variable].ty,
        Root::Local(_) => return None,
    };
    let mut path = Vec::new();
    for step in &place.path {
        let outer = model.types.get(ty);
        path.push(match step {
            Projection::Field(field) => PathStep::Field(*field),
            Projection::Index(at) => {
                let Type::Array { index, .. } = outer else {
                    return None;
                };
                PathStep::Index(*index, at.as_constant()?)
            }
            Projection::Element(_) => return None,
        });
        ty = outer.part(step)?;
    }
    Some(path)
}

fn matches(pattern: &[Step], path: &[PathStep]) -> bool {
    pattern.iter().zip(path).all(|(step, at)| match at {
        PathStep::Field(b) => !matches!(step, Step::Field(a) if a != b),
        PathStep::Index(_, b) => !matches!(step, Step::Index(Some(a)) if a != b),
        PathStep::Element(_) => true,
    })
}

#[derive(Default)]
struct Writes {
    found: BTreeMap<VarId, Vec<Vec<Step>>>,
}

impl Writes {
    fn write(&mut self, place: &Place) {
        let Root::Variable(variable) = place.root else {
            return;
        };
        let steps = place.path.iter().map(|step| match step {
            Projection::Field(field) => Step::Field(*field),
            Projection::Index(index) => Step::Index(index.as_constant()),
            Projection::Element(_) => Step::Element,
        });
        let pattern = steps.collect();
        let known = self.found.entry(variable).or_default();
        if !known.contains(&pattern) {
            known.push(pattern);
        }
    }
}

impl Visitor for Writes {
    fn stmt(&mut self, stmt: &Stmt) {
        for place in written_places(stmt) {
            self.write(place);
        }
    }

    /// A rule that leads somewhere writes the location of its process.
    fn control(&mut self, control: &Control) {
        if control.to.is_some() {
            self.write(&control.location);
        }
    }
}

/// Puts frozen values in and folds what becomes constant.
pub(crate) struct Folding<'a> {
    pub model: &'a Model,
    pub frozen: &'a Frozen<'a>,
}

impl Rewriter for Folding<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        let folded = if let ExprKind::Read(place) = &expr.kind {
            self.frozen.value(self.model, place)
        } else {
            fold(self.model, expr)
        };
        if let Some(value) = folded {
            expr.kind = ExprKind::Constant(value);
        }
    }
}
