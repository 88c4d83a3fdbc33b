//! The processes that are there for good, as far as the rest of discovery needs to know.

use crate::ground::Valuation;
use crate::processes::static_processes;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::layout::Slot;
use weyl_ir::{Domain, Model, NameId, Rule, Type, VarId};

#[derive(Clone, Debug, Default)]
pub(crate) struct Statics {
    /// For each kind whose processes are all known, these.
    pub kinds: BTreeMap<u32, Vec<NameId>>,
    /// While a process is at one of these locations, processes may still be created, and nothing is
    /// renamed.
    pub before: BTreeMap<NameId, BTreeSet<i128>>,
    /// Variables of processes that keep their values until the process ends.
    pub kept: BTreeSet<VarId>,
}

impl Statics {
    /// The processes of all kinds whose numbers are certain.
    pub fn new(model: &Model) -> Statics {
        let found = static_processes(model);
        let mut statics = Statics {
            kept: found.kept,
            ..Statics::default()
        };
        let kinds = model.processes().kinds().len() as u32;
        for kind in (0..kinds).filter(|kind| !found.dynamic_kinds.contains(kind)) {
            let own = found
                .processes
                .iter()
                .filter(|process| process.kind == kind);
            if own.clone().any(|process| process.needs_stay) {
                continue;
            }
            let names = own.map(|process| process.name);
            statics.kinds.insert(kind, names.collect());
        }
        statics.kinds.extend(found.children);
        for creator in found.creators {
            statics.before.insert(creator.name, creator.before);
        }
        statics
    }

    pub fn of_kind(&self, kind: u32) -> Option<&[NameId]> {
        self.kinds.get(&kind).map(Vec::as_slice)
    }

    /// Whether a slot belongs to no process, or to one that is there for good.
    pub fn is_there(&self, model: &Model, slot: &Slot) -> bool {
        slot.index_names.iter().all(|name| {
            let kind = model.processes().kind_of_sort(model.sort_of(*name));
            kind.is_none_or(|(kind, _)| {
                let processes = self.of_kind(kind);
                processes.is_some_and(|all| all.contains(name))
            })
        })
    }

    /// Whether a ground rule belongs to the time when processes are created.
    pub fn is_before(&self, model: &Model, rule: &Rule, valuation: &Valuation) -> bool {
        let Some(control) = &rule.control else {
            return false;
        };
        let process = self.process_of(model, rule, valuation);
        let before = process.and_then(|process| self.before.get(&process));
        before.is_some_and(|locations| locations.contains(&control.from))
    }

    fn process_of(&self, model: &Model, rule: &Rule, valuation: &Valuation) -> Option<NameId> {
        let first = rule.parameters.first()?;
        let (_, number) = valuation.iter().find(|(local, _)| *local == first.local)?;
        let Domain::Type(ty) = &first.domain else {
            return None;
        };
        let Type::Id(_) = model.types.get(*ty) else {
            return None;
        };
        model.value_name(*ty, *number)
    }
}
