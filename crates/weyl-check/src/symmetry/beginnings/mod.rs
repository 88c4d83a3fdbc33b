//! The states in which everything is there: the initial states, or, where processes are created
//! first, all states in which their creation is over and was not over before.

mod bounds;
mod flow;

pub use bounds::bounds;

use std::collections::HashSet;
use weyl_symmetry::{Creator, StaticProcesses};
use weyl_system::{Batch, Interpreter, Outcome, Program, System};

/// States that are looked at before the creation of processes is over. Where there are more, they
/// are not looked at one by one ([`bounds`]); W0017 tells the number.
const MOST_STATES: usize = 10_000;

/// What a batch may take for a step beside its state.
const BYTES_OF_A_STEP: u64 = 64;

/// The states in which everything is there, or some between which all of them lie; `None` if there
/// are too many states before and not enough is known of them.
pub fn beginnings(program: &Program, known: &StaticProcesses) -> Option<Vec<Vec<u8>>> {
    let creators = &known.creators[..];
    each(program, creators).or_else(|| bounds(program, known))
}

/// The initial states; `None` if there are too many.
pub fn starts(program: &Program) -> Option<Vec<Vec<u8>>> {
    each(program, &[])
}

fn each(program: &Program, creators: &[Creator]) -> Option<Vec<Vec<u8>>> {
    let mut system = Interpreter::new(program);
    let mut batch = Batch::default();
    // One step may lead to more than are looked at.
    let bytes = (program.layout.size as u64).saturating_add(BYTES_OF_A_STEP);
    batch.limit(Some(bytes.saturating_mul(MOST_STATES as u64)));
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut pending: Vec<Vec<u8>> = Vec::new();
    let mut found = Vec::new();
    system.initial(&mut batch);
    loop {
        if batch.cut().is_some() {
            return None;
        }
        for (_, outcome) in batch.iter() {
            let Outcome::State { state, .. } = outcome else {
                continue;
            };
            if !seen.insert(state.to_vec()) {
                continue;
            }
            if is_early(program, creators, state) {
                pending.push(state.to_vec())
            } else {
                found.push(state.to_vec())
            }
        }
        if seen.len() > MOST_STATES {
            return None;
        }
        let Some(state) = pending.pop() else {
            return Some(found);
        };
        system.successors(&state, &mut batch);
    }
}

/// Whether processes may still be created.
fn is_early(program: &Program, creators: &[Creator], state: &[u8]) -> bool {
    let layout = &program.layout;
    creators.iter().any(|creator| {
        let mut slots = layout.slots.values();
        let location = slots
            .find(|slot| slot.variable == creator.location && slot.index_names == [creator.name]);
        let code = location.map(|slot| slot.scalar.load(state, slot.offset as usize));
        let at = location
            .zip(code)
            .and_then(|(slot, code)| slot.scalar.decode(code));
        at.is_some_and(|at| creator.before.contains(&at))
    })
}
