//! What all states agree on, as roots: a renaming must keep it.

use super::{Builder, Rigid};
use crate::discovery::bodies::Body;
use crate::discovery::numbers::classes::{Base, ClassId, Spot};
use crate::discovery::numbers::inference::is_number;
use crate::discovery::numbers::inference::spot_of;
use crate::discovery::terms::TermId;
use crate::discovery::terms::program::RootKind;
use std::collections::{BTreeSet, HashMap};
use weyl_budget::go_on;
use weyl_ir::layout::{PathStep, Slot, SlotId, SlotRole};
use weyl_ir::{LeafStep, NameId, ScalarRange, Type, TypeId, VarId};
use weyl_source::Span;

impl Builder<'_> {
    pub(super) fn facts(&mut self, bodies: &[Body<'_>]) {
        self.all_names();
        self.ranges(bodies);
        self.frozen_values();
        self.begun_values();
        self.all_channels();
        self.nameless_channels();
        self.standings();
        self.counted_processes();
    }

    /// Whoever takes turns counts processes by this number, though no rule says so.
    fn counted_processes(&mut self) {
        let count = self.model().processes().count();
        let spot = count.map(|count| Spot::value(Base::Variable(count), Vec::new()));
        if let Some(class) = spot.and_then(|spot| self.sources.classes.of(&spot)) {
            self.fix(Rigid::Class(class));
        }
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

    /// The indices of each array, and the numbers that each variable or local can hold: to use or
    /// to store others is an error.
    fn ranges(&mut self, bodies: &[Body<'_>]) {
        let sources = self.sources;
        let mut known: BTreeSet<(ClassId, i128, i128)> = BTreeSet::new();
        for (spot, class) in sources.classes.spots() {
            let ty = match spot.base {
                Base::Variable(variable) => self.model().variables[variable].ty,
                Base::Local(body, local) => bodies[body as usize].locals[local].ty,
            };
            let numbers = sources.classes.numbers(class);
            let range = self.range_of(ty, spot);
            let Some((range, numbers)) = range.zip(numbers) else {
                continue;
            };
            // The elements of an array are there; others are only said to be allowed.
            let says_nothing = range.lo <= numbers.lo && numbers.hi <= range.hi;
            let is_new = known.insert((class, range.lo, range.hi));
            if spot.is_index || (is_new && !says_nothing) {
                self.range(spot, class, range);
            }
        }
    }

    fn range(&mut self, spot: &Spot, class: ClassId, range: ScalarRange) {
        let Some(numbers) = self.sources.classes.numbers(class) else {
            return;
        };
        self.is_hypothetical = !spot.is_index;
        let (lo, hi) = (range.lo.max(numbers.lo), range.hi.min(numbers.hi));
        let inside = (lo..=hi).map(|value| self.number_of(Some(class), value));
        let inside: Vec<TermId> = inside.collect();
        self.is_hypothetical = false;
        let like = self.sources.classes.like(class);
        let term = self.set(&format!("range {lo}..{hi} of {like}"), inside);
        match spot.base {
            Base::Variable(variable) => {
                let variable = &self.model().variables[variable];
                self.root(RootKind::Range, term, &variable.name, variable.span);
            }
            Base::Local(..) => self.root(RootKind::Range, term, "", Span::default()),
        }
    }

    fn range_of(&self, ty: TypeId, spot: &Spot) -> Option<ScalarRange> {
        let model = self.model();
        let ty = model.part_type(ty, &spot.path)?;
        if let Type::Array { index, .. } = model.types.get(ty)
            && spot.is_index
        {
            return model.scalar_range(*index);
        }
        model.scalar_range(ty)
    }

    /// What was put in for frozen variables is right in those states only where they have these
    /// values. Where neither the place nor the value has names there is nothing to keep; and where
    /// the place has none, one of all places that hold a value says that it stays.
    fn frozen_values(&mut self) {
        let frozen = self.sources.frozen;
        self.lasting_values(RootKind::Fact, |id| frozen.slot_value(id));
    }

    /// What a variable begins with goes with what that is computed from.
    fn begun_values(&mut self) {
        let Some(removed) = self.sources.without else {
            return;
        };
        let (layout, frozen) = (self.sources.layout, self.sources.frozen);
        for slot in layout.slots.values() {
            let Some(from) = removed.begun.get(&slot.variable) else {
                continue;
            };
            let (place, mut parts) = self.slot_place(slot);
            for other in from.iter().filter_map(|of| layout.slot_of(*of, &slot.path)) {
                let source = &layout.slots[other];
                let value = frozen
                    .slot_value(other)
                    .or_else(|| frozen.kept_value(other));
                if let (Some(value), SlotRole::Value(ty)) = (value, source.role) {
                    let class = self.slot_class(source);
                    parts.push(self.constant(ty, value, class));
                }
            }
            let term = self.node(&format!("begins {place}"), &parts);
            self.fact(term, Span::default());
        }
    }

    /// What processes keep until they end was not put in. But states in which they hold something
    /// else are not reached: a renaming that leads there merges nothing, at least until the end.
    pub(super) fn kept_values(&mut self) {
        let frozen = self.sources.frozen;
        self.lasting_values(RootKind::Kept, |id| {
            let is_frozen = frozen.slot_value(id).is_some();
            frozen.kept_value(id).filter(|_| !is_frozen)
        });
    }

    fn lasting_values(&mut self, kind: RootKind, value: impl Fn(SlotId) -> Option<i128>) {
        let layout = self.sources.layout;
        let mut said: BTreeSet<(VarId, TypeId, Option<ClassId>, i128)> = BTreeSet::new();
        // Where indices lead through, it does not matter which.
        let mut is_indexed: HashMap<(VarId, Vec<LeafStep>), bool> = HashMap::new();
        for (id, slot) in &layout.slots {
            go_on();
            let SlotRole::Value(ty) = slot.role else {
                continue;
            };
            if self.sources.inert.contains(&slot.variable) {
                continue;
            }
            let Some(value) = value(id) else {
                continue;
            };
            let class = self.slot_class(slot);
            let shape = (slot.variable, leaf_path(&slot.path));
            let is_indexed = is_indexed.entry(shape);
            let is_news = *is_indexed.or_insert_with(|| self.is_indexed_by_names(slot))
                || self.may_move(ty, class) && said.insert((slot.variable, ty, class, value));
            if is_news {
                self.lasting_value(kind, slot, ty, value);
            }
        }
    }

    /// Whether an index on the way to a slot may be renamed.
    fn is_indexed_by_names(&self, slot: &Slot) -> bool {
        let base = Base::Variable(slot.variable);
        let steps = slot.path.iter().enumerate();
        let mut indices = steps.filter_map(|(at, step)| match step {
            PathStep::Index(index, _) => Some((*index, leaf_path(&slot.path[..at]))),
            PathStep::Field(_) | PathStep::Element(_) => None,
        });
        let class = |path| self.sources.classes.of(&Spot::index(base, path));
        indices.any(|(index, path)| self.may_move(index, class(path)))
    }

    /// Whether some values of a type, or of a class of numbers, are names.
    fn may_move(&self, ty: TypeId, class: Option<ClassId>) -> bool {
        if is_number(self.model(), ty) {
            class.is_some_and(|class| self.sources.classes.numbers(class).is_some())
        } else {
            matches!(self.model().types.get(ty), Type::Id(_) | Type::Union(_))
        }
    }

    fn lasting_value(&mut self, kind: RootKind, slot: &Slot, ty: TypeId, value: i128) {
        let (place, mut parts) = self.slot_place(slot);
        let class = self.slot_class(slot);
        parts.push(self.constant(ty, value, class));
        let term = self.node(&format!("{kind:?} {place}"), &parts);
        let variable = &self.model().variables[slot.variable];
        self.root(kind, term, &variable.name, variable.span);
    }

    /// Where a slot is: what can't be renamed, and the indices, which can.
    pub(super) fn slot_place(&mut self, slot: &Slot) -> (String, Vec<TermId>) {
        let mut indices = Vec::new();
        let mut path = Vec::new();
        let mut elements = Vec::new();
        let base = Base::Variable(slot.variable);
        for step in &slot.path {
            match step {
                PathStep::Field(field) => path.push(LeafStep::Field(*field)),
                PathStep::Index(index, number) => {
                    let class = self.sources.classes.of(&Spot::index(base, path.clone()));
                    indices.push(self.constant(*index, *number, class));
                    path.push(LeafStep::Index);
                }
                PathStep::Element(number) => {
                    elements.push(*number);
                    path.push(LeafStep::Element);
                }
            }
        }
        (format!("{} {path:?} {elements:?}", slot.variable), indices)
    }

    /// The class of the numbers in a slot.
    pub(super) fn slot_class(&self, slot: &Slot) -> Option<ClassId> {
        let spot = spot_of(slot)?;
        self.sources.classes.of(&spot)
    }

    /// Every channel is there; its colour says of which type it is.
    fn all_channels(&mut self) {
        let channels = self.model().processes().fixed_channels().len() as i128;
        (1..=channels).for_each(|number| {
            self.channel(number);
        });
    }

    /// Where the number of a channel is held by something that has no names, the channel stays.
    fn nameless_channels(&mut self) {
        let classes = self.sources.classes;
        for class in classes.all().filter(|class| classes.is_channel(*class)) {
            if classes.numbers(class).is_some() {
                continue;
            }
            let count = self.model().processes().fixed_channels().len() as i128;
            let held = (1..=count).filter(|number| classes.may_hold(class, *number));
            let held: Vec<TermId> = held.map(|number| self.channel(number)).collect();
            let term = self.node("channels in order", &held);
            self.fact(term, Span::default());
        }
    }

    /// Where processes may stand, and for ever. What they would do elsewhere was left out.
    fn standings(&mut self) {
        let model = self.model();
        for (number, kind) in model.processes().numbered_kinds() {
            let processes = self.sources.statics.of_kind(number).unwrap_or_default();
            for process in processes {
                let own = model.processes().index_of(kind, *process);
                for (location, may_end) in (0..).zip(&kind.may_end) {
                    let standing = (kind.location, i128::from(own), location);
                    if self.sources.reached.may_stand(standing) {
                        self.standing(number, *process, location, *may_end);
                    }
                }
            }
        }
    }

    fn standing(&mut self, kind: u32, process: NameId, location: i128, may_end: bool) {
        let at = self.location(Some(kind), Some(process), location);
        let process = self.name(process);
        let term = self.node(&format!("may stand, for ever: {may_end}"), &[process, at]);
        self.root(RootKind::Standing, term, "", Span::default());
    }
}

fn leaf_path(path: &[PathStep]) -> Vec<LeafStep> {
    let steps = path.iter().map(|step| match step {
        PathStep::Field(field) => LeafStep::Field(*field),
        PathStep::Index(..) => LeafStep::Index,
        PathStep::Element(_) => LeafStep::Element,
    });
    steps.collect()
}
