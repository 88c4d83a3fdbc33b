//! What all states agree on, as roots: a renaming must keep it.

use super::Builder;
use crate::discovery::classes::{Base, ClassId, Spot};
use crate::discovery::terms::TermId;
use weyl_ir::layout::{PathStep, Slot, SlotRole};
use weyl_ir::{LeafStep, ScalarRange, Type, TypeId, VarId};
use weyl_source::Span;

impl Builder<'_> {
    pub(super) fn facts(&mut self) {
        self.all_names();
        self.ranges();
        self.frozen_values();
        self.channel_types();
        self.ends();
    }

    /// Every declared name is there, also if nothing mentions it.
    fn all_names(&mut self) {
        let sorts = self.model().sorts.iter();
        let counts: Vec<_> = sorts.map(|(id, sort)| (id, sort.names.len())).collect();
        for (sort, count) in counts {
            for index in 0..count {
                let name = self.model().name_of(sort, index);
                self.name(name);
            }
        }
    }

    /// The indices of each array, and the numbers that each variable can hold: to use or to store others is
    /// an error.
    fn ranges(&mut self) {
        let sources = self.sources;
        for (spot, class) in sources.classes.spots() {
            let Base::Variable(variable) = spot.base else {
                continue;
            };
            let Some(numbers) = sources.classes.numbers(class) else {
                continue;
            };
            let range = self.range_of(variable, spot);
            let says_nothing = |range: &ScalarRange| *range == numbers && !spot.is_index;
            let Some(range) = range.filter(|range| !says_nothing(range)) else {
                continue;
            };
            self.range(spot, class, range);
        }
    }

    fn range(&mut self, spot: &Spot, class: ClassId, range: ScalarRange) {
        // The elements of an array are there.
        self.is_hypothetical = !spot.is_index;
        let numbers = (range.lo..=range.hi).map(|value| self.number_of(Some(class), value));
        let numbers: Vec<TermId> = numbers.collect();
        self.is_hypothetical = false;
        let term = self.set(&format!("range of {spot:?}"), numbers);
        self.fact(term, Span::default());
    }

    fn range_of(&self, variable: VarId, spot: &Spot) -> Option<ScalarRange> {
        let model = self.model();
        let mut ty = model.variables[variable].ty;
        for step in &spot.path {
            ty = match (step, model.types.get(ty)) {
                (LeafStep::Field(field), Type::Record(fields)) => fields.get(*field as usize)?.ty,
                (LeafStep::Field(field), Type::Channel { fields, .. }) => {
                    *fields.get(*field as usize)?
                }
                (LeafStep::Index, Type::Array { element, .. })
                | (LeafStep::Element, Type::Multiset { element, .. }) => *element,
                (LeafStep::Element, Type::Channel { .. }) => ty,
                _ => return None,
            };
        }
        match (spot.is_index, model.types.get(ty)) {
            (true, Type::Array { index, .. }) => model.scalar_range(*index),
            _ => model.scalar_range(ty),
        }
    }

    /// What was put in for frozen variables is right in those states only where they have these values.
    fn frozen_values(&mut self) {
        let layout = self.sources.layout;
        for slot in layout.slots.values() {
            let SlotRole::Value(ty) = slot.role else {
                continue;
            };
            let value = self.sources.frozen.slot_value(slot);
            if let Some(value) = value.filter(|_| self.is_there(slot)) {
                self.frozen_value(slot, ty, value);
            }
        }
    }

    /// Whether a slot belongs to a process that is there.
    fn is_there(&self, slot: &Slot) -> bool {
        let mut names = slot.index_names.iter();
        names.all(|name| {
            let sort = self.model().sort_of(*name);
            let kinds = self.model().interleaving.iter().flat_map(|of| &of.kinds);
            let is_process = kinds.into_iter().any(|kind| kind.sort == sort);
            !is_process || self.is_movable(*name, sort)
        })
    }

    fn frozen_value(&mut self, slot: &Slot, ty: TypeId, value: i128) {
        let mut parts = Vec::new();
        let mut path = Vec::new();
        let base = Base::Variable(slot.variable);
        for step in &slot.path {
            match step {
                PathStep::Field(field) => path.push(LeafStep::Field(*field)),
                PathStep::Index(index, number) => {
                    let class = self.sources.classes.of(&Spot::index(base, path.clone()));
                    parts.push(self.constant(*index, *number, class));
                    path.push(LeafStep::Index);
                }
                PathStep::Element(_) => path.push(LeafStep::Element),
            }
        }
        let class = self.sources.classes.of(&Spot::value(base, path.clone()));
        parts.push(self.constant(ty, value, class));
        let term = self.node(&format!("frozen {} {path:?}", slot.variable), &parts);
        let span = self.model().variables[slot.variable].span;
        self.fact(term, span);
    }

    /// Channels that change places have the same capacity and fields.
    fn channel_types(&mut self) {
        let Some(interleaving) = &self.model().interleaving else {
            return;
        };
        for (number, channel) in (1..).zip(&interleaving.channels) {
            let ty = self.model().variables[channel.variable].ty;
            let ty = match (self.model().types.get(ty), channel.element) {
                (Type::Array { element, .. }, Some(_)) => *element,
                _ => ty,
            };
            let channel = self.channel(number);
            let term = self.node(&format!("channel of {ty}"), &[channel]);
            self.fact(term, Span::default());
        }
    }

    /// Where processes may end.
    fn ends(&mut self) {
        let Some(interleaving) = &self.model().interleaving else {
            return;
        };
        for (number, kind) in (0..).zip(&interleaving.kinds) {
            let processes = self.sources.statics.of_kind(number).unwrap_or_default();
            for (location, may_end) in (0..).zip(&kind.may_end) {
                for process in processes.iter().filter(|_| *may_end) {
                    let at = self.location(Some(number), Some(*process), location);
                    let process = self.name(*process);
                    let term = self.node("may end", &[process, at]);
                    self.fact(term, Span::default());
                }
            }
        }
    }
}
