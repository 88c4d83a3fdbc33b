//! What numbers there are before anything runs: those that variables may hold, those that they hold
//! when everything begins, and those that are no names whatever happens.

use super::{Inference, is_number, spot_of};
use crate::discovery::bodies::places::Bases;
use crate::discovery::bodies::{Body, Code};
use crate::discovery::numbers::classes::{Base, MOST_NUMBERS, Spot};
use std::collections::BTreeSet;
use weyl_ir::layout::{Layout, SlotRole};
use weyl_ir::visit::{Visitor, walk_block, walk_expr, walk_rule};
use weyl_ir::{LeafStep, Model, Place, Root, ScalarRange, Type, TypeId, VarId};

impl Inference<'_> {
    /// The numbers that are there when everything begins.
    pub(super) fn beginnings(&mut self, layout: &Layout, beginnings: &[Vec<u8>]) {
        for slot in layout.slots.values() {
            let (Some(spot), SlotRole::Value(ty)) = (spot_of(slot), slot.role) else {
                continue;
            };
            let node = self.classes.node(spot);
            for state in beginnings {
                let is_there = slot.presence.is_none_or(|presence| presence.holds(state));
                let code = slot.scalar.load(state, slot.offset as usize);
                let value = slot.scalar.decode(code).filter(|_| is_there);
                let is_blank = |value: &i128| self.is_blank(slot.variable, ty, *value);
                if let Some(value) = value.filter(|value| !is_blank(value)) {
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
    pub(super) fn hide_dead(
        &mut self,
        bodies: &[Body<'_>],
        inert: &BTreeSet<VarId>,
        tied: &BTreeSet<VarId>,
    ) {
        let mut live = live_variables(bodies);
        live.extend(tied);
        for (variable, declared) in &self.model.variables {
            let moves = self.bases.is_of_processes(variable) || self.bases.is_storage(variable);
            if !live.contains(&variable) && !moves || inert.contains(&variable) {
                self.declare(
                    Base::Variable(variable),
                    &mut Vec::new(),
                    declared.ty,
                    false,
                );
            }
        }
    }

    /// Whether it is what a variable of a process has where there is no such process: the least
    /// number of its type, which nobody reads. In a large type nobody else means it.
    pub(super) fn is_blank(&self, variable: VarId, ty: TypeId, value: i128) -> bool {
        let range = self.model.scalar_range(ty);
        let is_least = |range: ScalarRange| range.len() > MOST_NUMBERS && range.lo == value;
        range.is_some_and(is_least) && self.bases.is_of_processes(variable)
    }

    fn hide(&mut self, spot: Spot) {
        let node = self.classes.node(spot);
        self.classes.make_plain(node);
    }

    /// Whatever a small type has room for may be there; in a large one there is what flows in.
    fn declare_numbers(&mut self, node: usize, ty: TypeId) {
        match self.model.scalar_range(ty) {
            Some(range) if range.len() > MOST_NUMBERS => self.classes.has_room(node, range),
            _ => self.widen(node, ty),
        }
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
                self.declare_numbers(node, ty);
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

/// The variables of processes that bodies do not mention: what was put in for them says all.
pub(crate) fn inert_variables(model: &Model, bodies: &[Body<'_>]) -> BTreeSet<VarId> {
    let bases = Bases::new(model, bodies);
    let live = live_variables(bodies);
    let processes = model.processes();
    let priorities = processes.kinds().iter().filter_map(|kind| kind.priority);
    let machinery: BTreeSet<VarId> = processes.locations().chain(priorities).collect();
    let variables = model.variables.keys();
    let own = variables.filter(|variable| bases.is_of_processes(*variable));
    own.filter(|variable| !live.contains(variable) && !machinery.contains(variable))
        .collect()
}

/// The variables that bodies mention.
pub(crate) fn live_variables(bodies: &[Body<'_>]) -> BTreeSet<VarId> {
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
