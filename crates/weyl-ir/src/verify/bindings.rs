//! Bound variables and what they range over.

use super::body::Body;
use super::exprs::Want;
use crate::{Binding, Domain, Expr, LocalId, LocalKind, Type};
use weyl_source::Span;

impl<'a> Body<'a> {
    /// A parameter of a rule or a property: it is in scope from here on.
    pub(super) fn parameter(&mut self, binding: &'a Binding, span: Span) {
        if let Domain::Steps { from, to, by } = &binding.domain {
            let constant = [from, to, by].map(|bound| bound.as_constant());
            if constant.contains(&None) {
                self.error(from.span, "the steps of a parameter must be constants");
            }
            if constant[2] == Some(0) {
                self.error(by.span, "the steps of a parameter can't be 0");
            }
        }
        self.binding(binding, span);
        self.bound.insert(binding.local);
    }

    /// Checks what is bound, and runs the checks of what it is bound in.
    pub(super) fn binding_in(
        &mut self,
        binding: &'a Binding,
        span: Span,
        inside: impl FnOnce(&mut Self),
    ) {
        self.binding(binding, span);
        let is_new = self.bound.insert(binding.local);
        inside(self);
        if is_new {
            self.bound.remove(&binding.local);
        }
    }

    fn binding(&mut self, binding: &'a Binding, span: Span) {
        let problem = match self.locals.get(binding.local) {
            None => "does not exist",
            Some(local) if local.kind != LocalKind::Bound => "is not a bound variable",
            Some(_) if self.bound.contains(&binding.local) => "is bound already",
            Some(_) => return self.domain(binding.local, &binding.domain, span),
        };
        self.error(span, format!("{} {problem}", binding.local));
    }

    fn domain(&mut self, local: LocalId, domain: &'a Domain, span: Span) {
        let fits = match domain {
            Domain::Type(ty) => self.locals[local].ty == *ty,
            Domain::Steps { from, to, by } => {
                for bound in [from, to, by] {
                    self.want(bound, Want::Integer);
                }
                self.steps_fit(local, [from, to, by])
            }
            Domain::Positions(set) => match self.multiset(set) {
                None => true,
                Some((_, capacity)) => {
                    self.range_of(local) == Some((0, i128::from(capacity.max(1)) - 1))
                }
            },
        };
        if !fits {
            let name = &self.locals[local].name;
            let message = format!("{local} ({name}) does not have the type of its domain");
            self.error(span, message);
        }
    }

    fn range_of(&self, local: LocalId) -> Option<(i128, i128)> {
        let types = &self.context.model.types;
        let ty = self.locals.get(local)?.ty;
        let Type::Range { lo, hi, .. } = types.contains(ty).then(|| types.get(ty))? else {
            return None;
        };
        Some((*lo, *hi))
    }

    /// Whether the local can hold the steps, as far as they are constant.
    fn steps_fit(&self, local: LocalId, [from, to, by]: [&Expr; 3]) -> bool {
        let Some((lo, hi)) = self.range_of(local) else {
            return false;
        };
        let constants = [from.as_constant(), to.as_constant(), by.as_constant()];
        let [Some(from), Some(to), Some(by)] = constants else {
            return true;
        };
        let distance = match by.signum() {
            1 => to.checked_sub(from),
            -1 => from.checked_sub(to),
            _ => return true,
        };
        let Some(distance) = distance else {
            return false;
        };
        if distance < 0 {
            return true;
        }
        let last = distance - distance.checked_rem(by).unwrap_or(0);
        let last = from.checked_add(last.saturating_mul(by.signum()));
        let holds = |value: i128| lo <= value && value <= hi;
        holds(from) && last.is_some_and(holds)
    }
}
