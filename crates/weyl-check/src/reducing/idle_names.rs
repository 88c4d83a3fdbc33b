//! Names of which a slice has nothing left. To permute them changes no state: where a group does
//! that beside what else it does, it is smaller without, and so is what is said of it.

use super::KeptSlots;
use crate::plan::Job;
use cranelift_entity::EntityRef;
use std::collections::HashSet;
use weyl_ir::NameId;
use weyl_ir::layout::Slot;
use weyl_system::Program;

pub(crate) fn without_idle_names(jobs: &mut [Job], program: &Program, kept: &KeptSlots) {
    let slots = program.layout.slots.values();
    let kept = slots.filter(|slot| kept.contains(&(slot.variable, slot.path.clone())));
    let moving: HashSet<NameId> = kept.flat_map(|slot| names(program, slot)).collect();
    let all = (0..program.model.name_count()).map(NameId::new);
    let idle: Vec<NameId> = all.filter(|name| !moving.contains(name)).collect();
    for job in jobs {
        if let Some(group) = job.group.apart_from(&idle) {
            job.group = group;
        }
    }
}

/// The names that lead to a slot, and those that it may hold.
fn names<'a>(program: &'a Program, slot: &'a Slot) -> impl Iterator<Item = NameId> {
    let codes = slot.codes.map(|codes| &program.layout.names.codes[codes]);
    let held = codes.into_iter().flat_map(|codes| codes.iter());
    let held = held.map(|(_, name)| name);
    slot.index_names.iter().copied().chain(held)
}
