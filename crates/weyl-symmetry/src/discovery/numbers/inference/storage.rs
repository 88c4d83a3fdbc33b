//! What numbers there are before anything runs: those that variables may hold, those that they hold
//! when everything begins, and those that are no names whatever happens.

use super::{Inference, is_number, spot_of};
use crate::discovery::bodies::{Body, Code};
use crate::discovery::numbers::classes::{Base, Spot};
use std::collections::BTreeSet;
use weyl_ir::layout::Layout;
use weyl_ir::visit::{Visitor, walk_block, walk_expr, walk_rule};
use weyl_ir::{LeafStep, Place, Root, Type, TypeId, VarId};

impl Inference<'_> {
    /// The numbers that are there when everything begins.
    pub(super) fn beginnings(&mut self, layout: &Layout, beginnings: &[Vec<u8>]) {
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

    /// Locations are names of their own, and messages move with the numbers of their channels: that
    /// storage is numbered too is nobody's business.
    pub(super) fn hide_machinery(&mut self) {
        let processes = self.model.processes();
        let fixed = processes.fixed_channels().iter();
        let fixed = fixed.map(|channel| channel.variable);
        let pooled = processes.pooled_storages().iter().copied();
        let shape_of = processes.channel_pool().map(|pool| pool.shape_of);
        for variable in fixed.chain(pooled).chain(shape_of) {
            self.hide(Spot::index(Base::Variable(variable), Vec::new()));
        }
        // Priorities are compared whenever somebody is to act.
        let priorities = processes.kinds().iter().filter_map(|kind| kind.priority);
        let numbers = processes.locations().chain(priorities);
        for variable in shape_of.into_iter().chain(numbers) {
            self.hide(Spot::value(Base::Variable(variable), vec![LeafStep::Index]));
        }
    }

    /// What nobody reads or writes once frozen values are put in has no names of its own, unless it
    /// belongs to a process and moves with it.
    pub(super) fn hide_dead(&mut self, bodies: &[Body<'_>]) {
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
    pub(super) fn declare(
        &mut self,
        base: Base,
        path: &mut Vec<LeafStep>,
        ty: TypeId,
        may_name: bool,
    ) {
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
            // Elements lie in the order of their contents, which shows as long as nobody proves
            // that it does not.
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
