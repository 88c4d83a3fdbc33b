//! Labels: one plain word for everything that a text refers to.

use super::words::is_plain;
use crate::{FunctionId, Local, Model, SortId, Type, TypeId, VarId};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::HashSet;

#[derive(Default)]
pub(super) struct Labels {
    pub sorts: SecondaryMap<SortId, String>,
    /// Of enumerations, unions, records and ranges with names: the others are written out.
    pub types: SecondaryMap<TypeId, String>,
    pub variables: SecondaryMap<VarId, String>,
    pub functions: SecondaryMap<FunctionId, String>,
}

impl Labels {
    pub(super) fn new(model: &Model) -> Labels {
        let mut labels = Labels::default();
        // Sorts and types share one space of labels.
        let mut types = Taken::default();
        for (id, sort) in &model.sorts {
            labels.sorts[id] = types.label(&sort.name, "Sort");
        }
        for id in model.types.ids() {
            match model.types.get(id) {
                Type::Enum { name, .. } => labels.types[id] = types.label(name, "Enum"),
                Type::Range { names, .. } if names.is_empty() => {}
                Type::Range { .. } | Type::Union(_) | Type::Record(_) => {
                    labels.types[id] = types.label(&format!("T{}", id.index()), "T");
                }
                // Written out wherever they are used.
                Type::Bool | Type::Int | Type::Id(_) => {}
                Type::Array { .. } | Type::Multiset { .. } | Type::Channel { .. } => {}
            }
        }
        let mut variables = Taken::default();
        for (id, variable) in &model.variables {
            labels.variables[id] = variables.label(&variable.name, "v");
        }
        let mut functions = Taken::default();
        for (id, function) in &model.functions {
            labels.functions[id] = functions.label(&function.name, "f");
        }
        labels
    }
}

/// Locals are told apart by their numbers: any word will do.
pub(super) fn local_label(local: &Local) -> &str {
    if is_plain(&local.name) {
        &local.name
    } else {
        "_"
    }
}

#[derive(Default)]
struct Taken(HashSet<String>);

impl Taken {
    fn label(&mut self, name: &str, otherwise: &str) -> String {
        let stem = match name {
            name if is_plain(name) => name,
            _ => otherwise,
        };
        let candidates = (2..).map(|number| format!("{stem}_{number}"));
        let first = std::iter::once(stem.to_string()).filter(|stem| stem == name);
        let free = first
            .chain(candidates)
            .find(|label| !self.0.contains(label));
        let label = free.unwrap_or_default();
        self.0.insert(label.clone());
        label
    }
}
