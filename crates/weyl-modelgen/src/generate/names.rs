//! New names: fresh ones, and ones that shadow.

use super::Generator;
use crate::syntax::{Domain, Expr};

impl Generator {
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A name for a loop variable, a quantified variable or an alias. Now and then it shadows.
    pub fn inner_name(&mut self, prefix: &str) -> String {
        if self.dice.chance(6) {
            let names: Vec<String> = self
                .scope
                .visible()
                .iter()
                .map(|symbol| symbol.name.clone())
                .collect();
            if let Some(name) = self
                .dice
                .pick(&names)
                .filter(|name| !self.while_counters.contains(name))
            {
                return name.clone();
            }
        }
        self.fresh(prefix)
    }

    /// Like `inner_name`, but not a name that the expression mentions.
    pub fn inner_name_outside(&mut self, prefix: &str, expr: &Expr) -> String {
        let name = self.inner_name(prefix);
        if mentions(expr, &name) {
            self.fresh(prefix)
        } else {
            name
        }
    }
}

pub fn mentions(expr: &Expr, name: &str) -> bool {
    let within = |expr: &Expr| mentions(expr, name);
    match expr {
        Expr::Int(_) | Expr::Bool(_) => false,
        Expr::Name(found) => found == name,
        Expr::Field(base, _) => within(base),
        Expr::Index(left, right) | Expr::Binary(_, left, right) => within(left) || within(right),
        Expr::Unary(_, inner) | Expr::IsUndefined(inner) | Expr::IsMember(inner, _) => {
            within(inner)
        }
        Expr::Conditional(test, yes, no) => within(test) || within(yes) || within(no),
        Expr::Quantified { binder, body, .. } => {
            let bounds = match &binder.domain {
                Domain::Type(_) => false,
                Domain::Span { from, to, by } => {
                    within(from) || within(to) || by.as_deref().is_some_and(within)
                }
            };
            binder.name == name || bounds || within(body)
        }
        Expr::Call(_, arguments) => arguments.iter().any(within),
        Expr::MultisetCount {
            element,
            multiset,
            test,
        } => element == name || within(multiset) || within(test),
    }
}
