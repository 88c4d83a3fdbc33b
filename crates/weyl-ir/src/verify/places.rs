//! Places: roots, paths and their types.

use super::body::Body;
use super::exprs::Want;
use crate::{Place, Projection, Root, Type, TypeId};

impl<'a> Body<'a> {
    /// Checks a place; its type, unless something is wrong with it.
    pub(super) fn place(&mut self, place: &'a Place) -> Option<TypeId> {
        let mut ty = self.root(place)?;
        for step in &place.path {
            ty = self.step(place, ty, step)?;
        }
        if ty != place.ty {
            let right = self.describe(ty);
            self.error(
                place.span,
                format!("the place is of type {right}, not {}", place.ty),
            );
            return None;
        }
        Some(ty)
    }

    fn root(&mut self, place: &Place) -> Option<TypeId> {
        let (name, ty) = match place.root {
            Root::Variable(id) => {
                let variable = self.context.model.variables.get(id);
                (id.to_string(), variable.map(|variable| variable.ty))
            }
            Root::Local(id) => {
                let local = self.locals.get(id);
                if let Some(local) = local
                    && !self.is_available(id, local.kind)
                {
                    let message = format!("{id} ({}) is not bound here", local.name);
                    self.error(place.span, message);
                    return None;
                }
                (id.to_string(), local.map(|local| local.ty))
            }
        };
        match ty {
            // A declaration with a type that does not exist has been reported.
            Some(ty) => self.context.model.types.contains(ty).then_some(ty),
            None => {
                self.error(place.span, format!("there is no {name}"));
                None
            }
        }
    }

    fn step(&mut self, place: &Place, ty: TypeId, step: &'a Projection) -> Option<TypeId> {
        let outer = self.context.model.types.get(ty);
        match step {
            Projection::Field(number) => {
                let Type::Record(_) = outer else {
                    return self.does_not_apply(place, "a field", ty);
                };
                let field = outer.part(step);
                if field.is_none() {
                    self.error(place.span, format!("the record has no field {number}"));
                }
                field
            }
            Projection::Index(value) => {
                let Type::Array { index, .. } = outer else {
                    return self.does_not_apply(place, "an index", ty);
                };
                self.want(value, Want::Fits(*index));
                outer.part(step)
            }
            Projection::Element(position) => {
                let Type::Multiset { .. } = outer else {
                    return self.does_not_apply(place, "a position", ty);
                };
                self.want(position, Want::Integer);
                outer.part(step)
            }
        }
    }

    fn does_not_apply(&mut self, place: &Place, what: &str, ty: TypeId) -> Option<TypeId> {
        let described = self.describe(ty);
        self.error(place.span, format!("{what} does not apply to {described}"));
        None
    }

    /// Checks a place that is read as one value.
    pub(super) fn scalar_place(&mut self, place: &'a Place) -> Option<TypeId> {
        let ty = self.place(place)?;
        if !self.context.model.types.is_scalar(ty) {
            self.error(place.span, "the place is not a scalar");
            return None;
        }
        Some(ty)
    }

    /// Checks a place that is written.
    pub(super) fn target(&mut self, place: &'a Place) -> Option<TypeId> {
        if self.is_read_only(place) {
            self.error(place.span, "bound variables are never written");
        }
        self.place(place)
    }

    /// Checks a place that holds a multiset; the type of its elements and its capacity.
    pub(super) fn multiset(&mut self, place: &'a Place) -> Option<(TypeId, u32)> {
        let ty = self.place(place)?;
        let Type::Multiset { capacity, element } = self.context.model.types.get(ty) else {
            self.error(place.span, "the place is not a multiset");
            return None;
        };
        Some((*element, *capacity))
    }
}
