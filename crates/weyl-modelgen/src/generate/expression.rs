//! Values of a wanted type, and reads of places.

use std::rc::Rc;

use super::Generator;
use super::scope::{Access, Place, Step};
use super::types::{Shape, Ty, TypeInfo};
use crate::syntax::Expr;

impl Generator {
    /// Whether the next construct may raise a run-time error.
    pub fn may_fail(&mut self) -> bool {
        self.risky && !self.safe && self.dice.chance(8)
    }

    /// An expression of the scalar type; none if the type is a scalarset without a value at hand.
    pub fn value(&mut self, ty: &Ty, depth: u32) -> Option<Expr> {
        match &ty.shape {
            Shape::Boolean => Some(self.boolean(depth)),
            Shape::Range(low, high) => Some(self.integer_between(*low, *high, depth)),
            Shape::Enum(_) | Shape::Scalarset(_) => self.member(ty, depth),
            Shape::Record(_) | Shape::Array { .. } => self.composite(ty),
        }
    }

    fn member(&mut self, ty: &Ty, depth: u32) -> Option<Expr> {
        if depth > 0 && self.dice.chance(15) {
            let test = self.boolean(depth - 1);
            let (yes, no) = (self.member(ty, depth - 1)?, self.member(ty, depth - 1)?);
            return Some(Expr::if_else(test, yes, no));
        }
        if depth > 0 && self.dice.chance(15) {
            let called = self.pure_call(|result| Rc::ptr_eq(result, ty), depth - 1);
            if let Some((call, _)) = called {
                return Some(call);
            }
        }
        if let Some(literal) = self.enum_literal(ty).filter(|_| self.dice.chance(50)) {
            return Some(literal);
        }
        let places = self.readable(|found| Rc::ptr_eq(found, ty));
        let place = self.dice.pick(&places).cloned();
        let read = place
            .and_then(|place| self.read(&place))
            .map(|(expr, _)| expr);
        read.or_else(|| self.enum_literal(ty))
            .or_else(|| self.fixed_member(ty))
    }

    fn enum_literal(&mut self, ty: &Ty) -> Option<Expr> {
        match &ty.shape {
            Shape::Enum(members) => self.dice.pick(members).map(Expr::name),
            _ => None,
        }
    }

    /// A defined scalarset value that needs no index to reach.
    fn fixed_member(&mut self, ty: &Ty) -> Option<Expr> {
        let visible = self.scope.visible();
        let names: Vec<String> = visible
            .iter()
            .filter(|symbol| !symbol.partial && Rc::ptr_eq(&symbol.ty, ty))
            .map(|symbol| symbol.name.clone())
            .collect();
        self.dice.pick(&names).map(Expr::name)
    }

    fn composite(&mut self, ty: &Ty) -> Option<Expr> {
        let aggregates = self.options.undefined_aggregates;
        let mut places = self
            .scope
            .places(|symbol, found| Rc::ptr_eq(found, ty) && (aggregates || !symbol.partial));
        self.dice.shuffle(&mut places);
        places.iter().find_map(|place| self.designator(place))
    }

    /// Places of scalar types that can be read, with reads that can't fail counted twice.
    pub fn readable(&mut self, wanted: impl Fn(&Ty) -> bool) -> Vec<Place> {
        let mut places = self.scope.places(|_, ty| ty.is_scalar() && wanted(ty));
        let total: Vec<Place> = places
            .iter()
            .filter(|place| !place.symbol.partial)
            .cloned()
            .collect();
        places.extend(total);
        places
    }

    /// Reads a place. A part that may be undefined is tested first, unless a failure is wanted.
    pub fn read(&mut self, place: &Place) -> Option<(Expr, Ty)> {
        let expr = self.designator(place)?;
        if !place.symbol.partial || self.may_fail() {
            return Some((expr, place.ty.clone()));
        }
        let default = self.constant(&place.ty)?;
        let guarded = Expr::if_else(expr.clone().undefined(), default, expr);
        Some((guarded, place.ty.clone()))
    }

    /// A literal, or for a scalarset any defined value at hand.
    pub fn constant(&mut self, ty: &Ty) -> Option<Expr> {
        match &ty.shape {
            Shape::Boolean => Some(Expr::Bool(self.dice.chance(50))),
            Shape::Range(low, high) => Some(Expr::Int(self.dice.between(*low, *high))),
            Shape::Enum(_) => self.enum_literal(ty),
            Shape::Scalarset(_) => self.fixed_member(ty),
            Shape::Record(_) | Shape::Array { .. } => None,
        }
    }

    /// The text of a place, with an index for every array on the way.
    pub fn designator(&mut self, place: &Place) -> Option<Expr> {
        let mut expr = Expr::name(&place.symbol.name);
        for step in &place.steps {
            expr = match step {
                Step::Field(name) => expr.field(name),
                Step::Element(index) => expr.at(self.index(index)?),
            };
        }
        Some(expr)
    }

    fn index(&mut self, ty: &Ty) -> Option<Expr> {
        if self.fixed_indices || self.dice.chance(60) {
            let fixed = self.fixed_index(ty);
            return fixed.or_else(|| self.constant(ty).filter(|_| !ty.is_scalarset()));
        }
        self.value(ty, 1)
    }

    /// A parameter or loop variable of just this type, if there is one.
    fn fixed_index(&mut self, ty: &TypeInfo) -> Option<Expr> {
        let visible = self.scope.visible();
        let fits = |found: &TypeInfo| match (&found.shape, &ty.shape) {
            (Shape::Range(low, high), Shape::Range(least, most)) => least <= low && high <= most,
            _ => found.name.is_some() && found.name == ty.name,
        };
        let names: Vec<String> = visible
            .iter()
            .filter(|symbol| symbol.access == Access::Fixed && fits(&symbol.ty))
            .map(|symbol| symbol.name.clone())
            .collect();
        self.dice.pick(&names).map(Expr::name)
    }
}
