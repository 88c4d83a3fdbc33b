//! Calls: arguments against parameters.

use super::body::Body;
use super::exprs::Want;
use crate::{Argument, Function, FunctionId, LocalKind, Place, TypeId};
use weyl_source::Span;

impl<'a> Body<'a> {
    /// A call in an expression; the type of its result.
    pub(super) fn pure_call(
        &mut self,
        function: FunctionId,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<TypeId> {
        let callee = self.call(function, arguments, span)?;
        if !self.context.effects[function].is_pure() {
            self.error(span, format!("{} is not pure", callee.name));
        }
        let result = self.result_type(callee);
        let scalar = result.filter(|ty| self.context.model.types.is_scalar(*ty));
        if scalar.is_none() {
            self.error(span, format!("{} has no scalar result", callee.name));
        }
        scalar
    }

    pub(super) fn call_statement(
        &mut self,
        function: FunctionId,
        arguments: &'a [Argument],
        result: Option<&'a Place>,
        span: Span,
    ) {
        let callee = self.call(function, arguments, span);
        let Some(to) = result else { return };
        let target = self.target(to);
        let (Some(callee), Some(target)) = (callee, target) else {
            return;
        };
        match self.result_type(callee) {
            None => self.error(span, format!("{} has no result", callee.name)),
            Some(ty) if !self.fits(ty, target) => {
                self.error(to.span, "the result does not fit the place");
            }
            Some(_) => {}
        }
    }

    fn result_type(&self, callee: &Function) -> Option<TypeId> {
        let ty = callee.locals.get(callee.result?)?.ty;
        self.context.model.types.contains(ty).then_some(ty)
    }

    fn call(
        &mut self,
        function: FunctionId,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<&'a Function> {
        let Some(callee) = self.context.model.functions.get(function) else {
            self.error(span, format!("there is no {function}"));
            return None;
        };
        let (wanted, given) = (callee.parameters.len(), arguments.len());
        if wanted != given {
            let message = format!("{} takes {wanted} arguments, not {given}", callee.name);
            self.error(span, message);
        }
        for (position, argument) in arguments.iter().enumerate() {
            self.argument(function, callee, position, argument, span);
        }
        Some(callee)
    }

    fn argument(
        &mut self,
        function: FunctionId,
        callee: &Function,
        position: usize,
        argument: &'a Argument,
        span: Span,
    ) {
        let parameter = callee.parameters.get(position);
        let parameter = parameter.and_then(|local| callee.locals.get(*local));
        // A parameter without a type has been reported with its function.
        let Some(parameter) = parameter.filter(|p| self.context.model.types.contains(p.ty)) else {
            return;
        };
        match (argument, parameter.kind) {
            (Argument::Value(value), LocalKind::Value) => {
                self.want(value, Want::Fits(parameter.ty));
            }
            (Argument::Copy(place), LocalKind::Value) => {
                let given = self.place(place);
                if given.is_some_and(|given| !self.fits(given, parameter.ty)) {
                    self.error(place.span, "the argument does not fit the parameter");
                }
            }
            (Argument::Reference(place), LocalKind::Reference) => {
                let given = self.place(place);
                if given.is_some_and(|given| given != parameter.ty) {
                    self.error(place.span, "the reference is not of the parameter's type");
                }
                let effects = &self.context.effects[function];
                if self.is_read_only(place) && effects.written_parameters.contains(&position) {
                    self.error(place.span, "bound variables are never written");
                }
            }
            (Argument::Value(_) | Argument::Copy(_), LocalKind::Reference | LocalKind::Bound)
            | (Argument::Reference(_), LocalKind::Value | LocalKind::Bound) => {
                self.error(span, "the argument does not have the kind of the parameter");
            }
        }
    }
}
