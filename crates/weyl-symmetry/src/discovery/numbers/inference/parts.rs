//! What holds several numbers, part by part: copied, compared as a whole, cleared.

use super::{Inference, is_number};
use crate::discovery::numbers::classes::{Base, Spot};
use weyl_ir::{LeafStep, Place, Type, TypeId};

impl Inference<'_> {
    /// Two places of one type, part by part.
    pub(super) fn same_parts(&mut self, one: &Place, two: &Place) {
        self.place(one);
        self.place(two);
        let steps = (one.path.len(), two.path.len());
        let one_spot = self.bases.spot(self.body, one, steps.0, false);
        let two_spot = self.bases.spot(self.body, two, steps.1, false);
        self.join(one_spot, two_spot, one.ty);
    }

    pub(super) fn join(&mut self, mut one: Spot, mut two: Spot, ty: TypeId) {
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
    pub(super) fn cleared(&mut self, mut spot: Spot, ty: TypeId) {
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
                let is_blank = match spot.base {
                    Base::Variable(variable) => self.is_blank(variable, ty, *lo),
                    Base::Local(..) => false,
                };
                let node = self.classes.node(spot);
                if !is_blank {
                    self.classes.contains(node, *lo);
                }
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
}
