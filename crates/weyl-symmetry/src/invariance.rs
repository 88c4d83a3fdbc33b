//! Whether a permutation of names maps a program onto itself: π·P = P, by plain comparison.
//!
//! π is a program automorphism if renaming names by π maps the set of ground rules, the set of ground
//! initial rules, each function, and the set of ground conditions of each property onto themselves
//! (Emerson and Sistla, section 4.1; Donaldson, Miller and Calder, section 5.1). Quantifiers and loops over
//! a whole sort are mapped onto themselves as they stand; that the order of their instances can't be
//! observed is the business of [`crate::pins`].

use crate::ground::{Valuation, describe, ground_condition, ground_rule, valuations};
use crate::normal::Normalising;
use std::collections::HashSet;
use weyl_ir::layout::{name, point};
use weyl_ir::rewrite::{Rewriter, rewrite_block, rewrite_expr, rewrite_rule};
use weyl_ir::{Expr, ExprKind, Function, Model, Property, Rule, TypeId};
use weyl_permutation::Permutation;
use weyl_source::Span;

/// What a permutation does not preserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub part: BrokenPart,
    /// What it is called.
    pub name: String,
    pub parameters: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenPart {
    InitialRule,
    Rule,
    Function,
    Property,
    /// There are too many ground instances to compare.
    TooLarge,
}

/// The first part of the program that the permutation does not map onto the program.
pub(crate) fn broken_part(model: &Model, permutation: &Permutation) -> Option<Broken> {
    let checker = Checker { model, permutation };
    let starts = || checker.broken_rule(model.starts.values(), BrokenPart::InitialRule);
    let rules = || checker.broken_rule(model.rules.values(), BrokenPart::Rule);
    let functions = || model.functions.values().find_map(|f| checker.function(f));
    let properties = || model.properties.values().find_map(|p| checker.property(p));
    rules()
        .or_else(starts)
        .or_else(functions)
        .or_else(properties)
}

struct Checker<'a> {
    model: &'a Model,
    permutation: &'a Permutation,
}

impl Checker<'_> {
    fn broken_rule<'r>(
        &self,
        rules: impl Iterator<Item = &'r Rule> + Clone,
        part: BrokenPart,
    ) -> Option<Broken> {
        let mut known: HashSet<String> = HashSet::new();
        let mut images: Vec<(&Rule, Valuation, String)> = Vec::new();
        for rule in rules {
            let Some(valuations) = valuations(self.model, &rule.parameters) else {
                return Some(too_large(&rule.name, rule.span));
            };
            for valuation in valuations {
                let mut ground = ground_rule(self.model, rule, &valuation);
                known.insert(self.normal_rule(ground.clone()));
                rewrite_rule(&mut self.renaming(), &mut ground);
                images.push((rule, valuation, self.normal_rule(ground)));
            }
        }
        let mut images = images.into_iter();
        let (rule, valuation, _) = images.find(|(.., image)| !known.contains(image))?;
        Some(Broken {
            part,
            name: rule.name.clone(),
            parameters: describe(self.model, rule, &valuation),
            span: rule.span,
        })
    }

    /// A ground rule as it is compared.
    fn normal_rule(&self, mut rule: Rule) -> String {
        let locals = rule.locals.clone();
        let mut normalising = Normalising {
            model: self.model,
            locals: &locals,
        };
        rewrite_rule(&mut normalising, &mut rule);
        format!("{rule:?}")
    }

    fn function(&self, function: &Function) -> Option<Broken> {
        let mut image = function.body.clone();
        rewrite_block(&mut self.renaming(), &mut image);
        (image != function.body).then(|| Broken {
            part: BrokenPart::Function,
            name: function.name.clone(),
            parameters: Vec::new(),
            span: function.span,
        })
    }

    /// The instances of a property are one set: all hold, or some does.
    fn property(&self, property: &Property) -> Option<Broken> {
        let broken = |part| Broken {
            part,
            name: property.name.clone(),
            parameters: Vec::new(),
            span: property.span,
        };
        let Some(valuations) = valuations(self.model, &property.parameters) else {
            return Some(broken(BrokenPart::TooLarge));
        };
        let conditions = valuations
            .iter()
            .map(|valuation| ground_condition(self.model, property, valuation));
        let conditions: Vec<Expr> = conditions.collect();
        let normal = |mut condition: Expr| {
            let (model, locals) = (self.model, &property.locals);
            rewrite_expr(&mut Normalising { model, locals }, &mut condition);
            format!("{condition:?}")
        };
        let known: HashSet<String> = conditions.iter().cloned().map(normal).collect();
        let is_kept = conditions.into_iter().all(|mut condition| {
            rewrite_expr(&mut self.renaming(), &mut condition);
            known.contains(&normal(condition))
        });
        (!is_kept).then(|| broken(BrokenPart::Property))
    }

    fn renaming(&self) -> Renaming<'_> {
        Renaming {
            model: self.model,
            permutation: self.permutation,
        }
    }
}

fn too_large(name: &str, span: Span) -> Broken {
    Broken {
        part: BrokenPart::TooLarge,
        name: name.to_string(),
        parameters: Vec::new(),
        span,
    }
}

/// Renames the names among the constants of a program.
struct Renaming<'a> {
    model: &'a Model,
    permutation: &'a Permutation,
}

impl Rewriter for Renaming<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Constant(value) = &mut expr.kind {
            *value = moved_value(self.model, self.permutation, expr.ty, *value);
        }
    }
}

/// The value that a permutation of names makes of a value. Names of a sort follow each other, in every
/// type that contains them.
pub fn moved_value(model: &Model, permutation: &Permutation, ty: TypeId, value: i128) -> i128 {
    match model.value_name(ty, value) {
        None => value,
        Some(from) => {
            let to = name(permutation.image(point(from)));
            value + i128::from(to.as_u32()) - i128::from(from.as_u32())
        }
    }
}
