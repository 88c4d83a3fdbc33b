//! The processes of a state, as far as it is known.

use super::StaticProcess;
use super::facts::Facts;
use super::memory::{Address, Memory, Value};
use std::collections::BTreeSet;
use weyl_ir::{Model, Root, RuleId, SortId, Type, TypeId, VarId};

/// A process: its kind, its number in the sort of the kind, and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inhabitant {
    pub kind: u32,
    pub index: i128,
    pub location: usize,
}

impl Inhabitant {
    /// The rules that it may ever come to.
    pub fn rules(self, model: &Model, facts: &Facts<'_>) -> BTreeSet<RuleId> {
        facts.ahead(model, self.kind, self.location)
    }

    pub fn number(self, model: &Model) -> u32 {
        model
            .processes()
            .kind(self.kind)
            .number_of(self.index as u32)
    }

    /// Nothing is known any more of the process's row of a variable.
    pub fn forget(self, model: &Model, memory: &mut Memory<'_>, variable: VarId) {
        let root = Root::Variable(variable);
        let Type::Array { element, .. } = model.types.get(model.variables[variable].ty) else {
            return memory.forget_root(root);
        };
        let path = vec![self.index];
        memory.forget(&Address { root, path }, *element);
    }

    /// What is known of a process that has just come into being.
    pub fn describe(self, model: &Model, memory: &Memory<'_>) -> StaticProcess {
        let kind = model.processes().kind(self.kind);
        let rows = rows_of(model, kind.sort);
        let values = rows.filter(|(variable, _)| *variable != kind.location);
        let known = values.filter_map(|(variable, ty)| {
            let root = Root::Variable(variable);
            let path = vec![self.index];
            let value = memory.read(&Address { root, path }, ty).known()?;
            Some((variable, value))
        });
        StaticProcess {
            kind: self.kind,
            number: self.number(model),
            name: model.name_of(kind.sort, self.index as usize),
            initial: known.collect(),
            needs_stay: false,
        }
    }
}

/// The variables with a scalar for each name of a sort.
fn rows_of(model: &Model, sort: SortId) -> impl Iterator<Item = (VarId, TypeId)> {
    model.variables.iter().filter_map(move |(id, variable)| {
        let Type::Array { index, element } = model.types.get(variable.ty) else {
            return None;
        };
        let is_of_sort = *model.types.get(*index) == Type::Id(sort);
        (is_of_sort && model.types.is_scalar(*element)).then_some((id, *element))
    })
}

/// The processes that are there after a rule and were not there before, by number; `None` if this
/// can't be said.
pub(super) fn newcomers(
    model: &Model,
    before: &Memory<'_>,
    after: &Memory<'_>,
) -> Option<Vec<Inhabitant>> {
    let mut new = Vec::new();
    for (number, kind) in model.processes().numbered_kinds() {
        let root = Root::Variable(kind.location);
        let Type::Array { element, .. } = model.types.get(model.variables[kind.location].ty) else {
            return None;
        };
        for index in 0..i128::from(model.processes().room(kind)) {
            let address = Address {
                root,
                path: vec![index],
            };
            let read = |memory: &Memory<'_>| memory.read(&address, *element);
            match (read(before), read(after)) {
                (Value::Undefined, Value::Known(location)) => new.push(Inhabitant {
                    kind: number,
                    index,
                    location: usize::try_from(location).ok()?,
                }),
                (Value::Undefined, Value::Unknown) => return None,
                _ => {}
            }
        }
    }
    new.sort_by_key(|inhabitant| inhabitant.number(model));
    Some(new)
}
