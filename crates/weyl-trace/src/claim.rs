//! What is said about the last state of a run, said about another state that stands for it: one of
//! another system, or with other names.

use crate::replay::Ending;
use weyl_ir::PropertyId;
use weyl_system::{Conditions, Fault, Interpreter};

pub(crate) fn claim_at(system: &mut Interpreter<'_>, state: &[u8], claim: Ending) -> Ending {
    match claim {
        Ending::False { property, instance } => {
            let mut instances = 0..system.instances(property);
            let mut is_false = |i: &u64| system.holds(property, *i, state) == Ok(false);
            let instance = instances.find(&mut is_false).unwrap_or(instance);
            Ending::False { property, instance }
        }
        Ending::NotEvaluable { property, fault } => {
            let found = state_fault(system, property, state, &fault);
            Ending::NotEvaluable {
                property,
                fault: found.unwrap_or(fault),
            }
        }
        Ending::Reached { .. }
        | Ending::StepFails(_)
        | Ending::Stuck
        | Ending::Stuttering
        | Ending::Temporal => claim,
    }
}

fn state_fault(
    system: &mut Interpreter<'_>,
    property: PropertyId,
    state: &[u8],
    like: &Fault,
) -> Option<Box<Fault>> {
    let instances = 0..system.instances(property);
    let faults = instances.filter_map(|instance| {
        let fault = system.holds(property, instance, state).err()?;
        Some((fault.distance(like)?, fault))
    });
    let nearest = faults.min_by_key(|(distance, _)| *distance);
    nearest.map(|(_, fault)| fault)
}
