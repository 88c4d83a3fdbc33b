//! Labels: one plain word for everything that a text refers to.

use super::words::is_plain;
use crate::{FunctionId, Local, Model, SortId, Type, TypeId, VarId};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::{HashMap, HashSet};

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
struct Taken {
    labels: HashSet<String>,
    /// For words that were taken, the number to try next: thousands of things may have one name.
    next: HashMap<String, usize>,
}

impl Taken {
    fn label(&mut self, name: &str, otherwise: &str) -> String {
        let stem = match name {
            name if is_plain(name) => name,
            _ => otherwise,
        };
        if stem == name && self.labels.insert(stem.to_string()) {
            return stem.to_string();
        }
        let next = self.next.entry(stem.to_string()).or_insert(2);
        loop {
            let label = format!("{stem}_{next}");
            *next += 1;
            if self.labels.insert(label.clone()) {
                return label;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_words_and_differ() {
        let mut taken = Taken::default();
        let names = ["x", "x_2", "x", "x", "two words", "x_3", "x"];
        let labels = names.map(|name| taken.label(name, "v"));
        assert_eq!(labels, ["x", "x_2", "x_3", "x_4", "v_2", "x_3_2", "x_5"]);
    }
}
