//! Declarations: variables, functions, rules, properties.

use super::VerifyError;
use super::body::Body;
use super::exprs::Want;
use super::types::AllFacts;
use crate::analysis::Effects;
use crate::layout::name;
use crate::{
    Control, Function, FunctionId, LocalKind, Model, Property, PropertyKind, Root, Rule, Type,
    Variable,
};
use cranelift_entity::SecondaryMap;
use std::collections::BTreeSet;
use weyl_permutation::Permutation;
use weyl_source::Span;

/// What is known about the whole model.
pub(super) struct Context<'a> {
    pub model: &'a Model,
    pub facts: AllFacts,
    pub effects: SecondaryMap<FunctionId, Effects>,
}

impl Context<'_> {
    pub(super) fn check(&self, errors: &mut Vec<VerifyError>) {
        for variable in self.model.variables.values() {
            errors.extend(self.variable(variable));
        }
        if let Some(interleaving) = &self.model.interleaving {
            errors.extend(super::processes::check(self.model, interleaving));
        }
        errors.extend(super::naming::check(self.model));
        let claimed = self.model.claimed_symmetries.iter();
        errors.extend(claimed.filter_map(|claimed| self.claimed_symmetry(claimed)));
        for function in self.model.functions.values() {
            self.function(function, errors);
        }
        for start in self.model.starts.values() {
            let body = Body::new(self, &start.locals, format!("start {:?}", start.name));
            errors.extend(body.start(start));
        }
        for rule in self.model.rules.values() {
            let body = Body::new(self, &rule.locals, format!("rule {:?}", rule.name));
            errors.extend(body.transition(rule));
        }
        for property in self.model.properties.values() {
            let within = format!("property {:?}", property.name);
            let body = Body::new(self, &property.locals, within);
            errors.extend(body.property(property));
        }
    }

    fn claimed_symmetry(&self, claimed: &Permutation) -> Option<VerifyError> {
        let keeps_sort = |from| {
            let to = claimed.image(from);
            self.model.sort_of(name(from)) == self.model.sort_of(name(to))
        };
        // Names that the model was given later stay where they are.
        let fits = claimed.degree() <= self.model.name_count();
        (!fits || !claimed.support().all(keeps_sort)).then(|| VerifyError {
            within: "symmetry".to_string(),
            message: "it takes a name to a name of another sort".to_string(),
            span: Span::default(),
        })
    }

    fn variable(&self, variable: &Variable) -> Option<VerifyError> {
        let types = &self.model.types;
        let message = match types.contains(variable.ty) {
            false => "its type does not exist",
            true if *types.get(variable.ty) == Type::Int => "integers can't be stored",
            true if !variable.undefinable && !self.facts[variable.ty].has_least => {
                "it can't be undefined, and its type has no value"
            }
            true => return None,
        };
        Some(VerifyError {
            within: format!("variable {}", variable.name),
            message: message.to_string(),
            span: variable.span,
        })
    }

    fn function(&self, function: &Function, errors: &mut Vec<VerifyError>) {
        let within = format!("function {}", function.name);
        let mut body = Body::new(self, &function.locals, within);
        body.signature(function);
        errors.extend(body.function(function));
    }
}

impl<'a> Body<'a> {
    fn signature(&mut self, function: &Function) {
        let mut seen = BTreeSet::new();
        for parameter in &function.parameters {
            if !seen.insert(*parameter) {
                self.error(function.span, format!("{parameter} is two parameters"));
            }
            match self.locals.get(*parameter).map(|local| local.kind) {
                Some(LocalKind::Value) => {}
                Some(LocalKind::Reference) => self.bind_reference(*parameter),
                Some(LocalKind::Bound) => {
                    self.error(function.span, "a parameter is a value or a reference");
                }
                None => self.error(function.span, format!("there is no {parameter}")),
            }
        }
        if let Some(result) = function.result {
            let local = self.locals.get(result);
            if local.is_none_or(|local| local.kind != LocalKind::Value) {
                self.error(function.span, "the result must be a local of kind value");
            }
            if seen.contains(&result) {
                self.error(function.span, "the result can't be a parameter");
            }
        }
    }

    fn function(mut self, function: &'a Function) -> Vec<VerifyError> {
        self.statements(&function.body);
        self.errors
    }

    fn start(mut self, rule: &'a Rule) -> Vec<VerifyError> {
        if rule.guard.as_constant() != Some(1) {
            self.error(rule.guard.span, "the guard of a start must be true");
        }
        if let Some(control) = &rule.control {
            self.error(control.location.span, "a start has no control location");
        }
        if rule.turn.is_some() {
            self.error(rule.span, "a start has no turn");
        }
        self.rule(rule)
    }

    fn transition(mut self, rule: &'a Rule) -> Vec<VerifyError> {
        match (&self.context.model.interleaving, &rule.turn) {
            (Some(interleaving), Some(turn)) => self.turn(rule, turn, interleaving),
            (Some(_), None) => self.error(rule.span, "the rule needs a turn"),
            (None, Some(_)) => self.error(rule.span, "a turn needs an interleaving"),
            (None, None) => {}
        }
        self.rule(rule)
    }

    fn rule(mut self, rule: &'a Rule) -> Vec<VerifyError> {
        for parameter in &rule.parameters {
            self.parameter(parameter, rule.span);
        }
        if let Some(control) = &rule.control {
            self.control(control);
        }
        self.want(&rule.guard, Want::Bool);
        self.statements(&rule.body);
        self.errors
    }

    fn property(mut self, property: &'a Property) -> Vec<VerifyError> {
        for parameter in &property.parameters {
            self.parameter(parameter, property.span);
        }
        if property.kind == PropertyKind::Events && !property.parameters.is_empty() {
            self.error(property.span, "an order of events has no parameters");
        }
        if property.kind == PropertyKind::Shown {
            self.shown(property);
        } else {
            self.want(&property.condition, Want::Bool);
        }
        self.errors
    }

    fn shown(&mut self, property: &'a Property) {
        let ty = property.condition.ty;
        let types = &self.context.model.types;
        if !types.contains(ty) || !types.is_scalar(ty) {
            return self.error(property.span, "what is shown must be a scalar");
        }
        if !property.parameters.is_empty() {
            self.error(property.span, "what is shown has no parameters");
        }
        self.want(&property.condition, Want::Exactly(ty));
    }

    fn control(&mut self, control: &'a Control) {
        let model = self.context.model;
        let span = control.location.span;
        if let Root::Local(_) = control.location.root {
            self.error(span, "the control location must be part of a variable");
        }
        if let Some(ty) = self.place(&control.location) {
            let Type::Enum { variants, .. } = model.types.get(ty) else {
                return self.error(span, "the control location must be an enumeration");
            };
            for location in [Some(control.from), control.to].into_iter().flatten() {
                if !(0..variants.len() as i128).contains(&location) {
                    self.error(span, format!("there is no location {location}"));
                }
            }
        }
        if let Some(process) = &control.process
            && let Some(ty) = self.expr(process)
            && !matches!(model.types.get(ty), Type::Id(_))
        {
            self.error(process.span, "the process must be a name");
        }
    }
}
