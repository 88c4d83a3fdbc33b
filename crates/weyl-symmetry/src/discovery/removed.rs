//! Parts that are taken out of a program, to see what its symmetries would be if somebody wrote
//! them differently.
//!
//! What is left is a program of its own, in which numbers are found anew. A statement becomes a
//! step that does nothing, so that whoever came by comes by; a value that never changes is one that
//! may change.

use crate::discovery::bodies::{Body, Code};
use crate::discovery::explanations::causes::Rank;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Expr, FunctionId, Model, PropertyId, PropertyKind, RuleId, VarId};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Removed {
    pub rules: BTreeSet<RuleId>,
    pub functions: BTreeSet<FunctionId>,
    pub properties: BTreeSet<PropertyId>,
    /// What these hold, if it never changes.
    pub values: BTreeSet<VarId>,
    /// Computations that variables begin with, and what they are computed from: the variables hold
    /// something that goes with these.
    pub begun: BTreeMap<VarId, BTreeSet<VarId>>,
    /// What these hold is not put in, but they hold it.
    pub unfolded: BTreeSet<VarId>,
    /// What is no single part of the source.
    pub ranks: BTreeSet<Rank>,
}

impl Removed {
    pub fn extend(&mut self, other: &Removed) {
        self.rules.extend(&other.rules);
        self.functions.extend(&other.functions);
        self.properties.extend(&other.properties);
        self.values.extend(&other.values);
        self.ranks.extend(&other.ranks);
        self.unfolded.extend(&other.unfolded);
        for (variable, from) in &other.begun {
            self.begun.entry(*variable).or_default().extend(from);
        }
    }

    /// Variables that something is computed from, and with it.
    pub fn tied(&self) -> BTreeSet<VarId> {
        let from = self.begun.values().flatten();
        self.begun.keys().chain(from).copied().collect()
    }

    /// Functions that watch events go with their property, and with each other.
    pub fn add_watchers(&mut self, model: &Model) {
        let mut watching = model.properties.iter();
        let watching = watching.find(|(_, one)| {
            let mut own = self.functions.iter().map(|of| &model.functions[*of]);
            one.kind == PropertyKind::Events && own.any(|function| function.span == one.span)
        });
        let Some((id, property)) = watching else {
            return;
        };
        self.properties.insert(id);
        let functions = model.functions.iter();
        let own = functions.filter(|(_, function)| function.span == property.span);
        self.functions.extend(own.map(|(id, _)| id));
    }

    /// A model without the statements, and without the properties that watch events.
    pub fn model(&self, model: &Model) -> Model {
        let mut model = model.clone();
        for id in &self.rules {
            let rule = &mut model.rules[*id];
            rule.guard = nothing(&rule.guard);
            rule.body.clear();
        }
        for id in &self.functions {
            model.functions[*id].body.clear();
        }
        for id in &self.properties {
            let property = &mut model.properties[*id];
            property.condition = nothing(&property.condition);
            property.kind = PropertyKind::Invariant;
        }
        model
    }

    pub fn take_out(&self, bodies: &mut [Body<'_>]) {
        for body in bodies {
            match &mut body.code {
                Code::Rule { origin, rule, .. } if self.rules.contains(origin) => {
                    rule.guard = nothing(&rule.guard);
                    rule.body.clear();
                }
                Code::Function { origin, block } if self.functions.contains(origin) => {
                    block.clear();
                }
                Code::Property {
                    origin, condition, ..
                } if self.properties.contains(origin) => *condition = nothing(condition),
                Code::Rule { .. } | Code::Function { .. } | Code::Property { .. } => {}
            }
        }
    }
}

/// A condition that asks for nothing.
fn nothing(condition: &Expr) -> Expr {
    Expr::constant(1, condition.ty, condition.span)
}
