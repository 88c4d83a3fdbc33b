//! Whether symmetry merged anything.
//!
//! A group may exchange names in every reachable state and merge none of them, where the others of
//! their orbits are not reached. Whoever has explored a small quotient to its end can count the
//! states of the unreduced system up to as many: it has no fewer, and no more if nothing was
//! merged. Where steps were left out the quotient is explored once more with all of them: what has
//! no two states of one orbit then has none among fewer.

use super::{Answered, Canon, Execution};
use std::collections::HashSet;
use weyl_budget::Budget;
use weyl_quotient::Quotient;
use weyl_system::{Batch, Outcome, System};

/// With more states it would take too long to look.
const MOST_STATES: u64 = 2_000;

/// Whether some states were merged; `None` where that was not looked at.
pub(crate) fn merged(
    execution: &Execution<'_>,
    answered: &Answered,
    budget: &Budget,
    canonical: impl FnOnce() -> Canon,
) -> Option<bool> {
    let exploration = &answered.exploration;
    let is_whole = exploration.complete && answered.has_looked_at_states();
    let is_small = (1..=MOST_STATES).contains(&exploration.states);
    if answered.job.group.is_trivial() || !is_whole || !is_small {
        return None;
    }
    let orbits = (exploration.parts.part == 0).then_some(exploration.states as usize);
    match execution {
        #[cfg(feature = "native")]
        Execution::Native(native) => {
            let native = native.as_ref().clone();
            has_more(native.within(budget.clone()), budget, orbits, canonical)
        }
        Execution::Interpreter(interpreter) => {
            let interpreter = interpreter.as_ref().clone();
            has_more(
                interpreter.within(budget.clone()),
                budget,
                orbits,
                canonical,
            )
        }
    }
}

/// Whether there are more states than orbits, if that can be found out.
fn has_more(
    system: impl System,
    budget: &Budget,
    orbits: Option<usize>,
    canonical: impl FnOnce() -> Canon,
) -> Option<bool> {
    let most = match orbits {
        Some(orbits) => orbits,
        None => {
            let quotient = budget.limiting(|| Quotient::new(system.clone(), canonical()));
            reachable(quotient.ok()?, budget, MOST_STATES as usize)?.len()
        }
    };
    let whole = reachable(system, budget, most);
    (!budget.is_spent()).then_some(whole.is_none())
}

/// All reachable states in packed form, with nothing but a set; `None` if there are more, or a
/// limit was reached first.
pub(crate) fn reachable(
    mut system: impl System,
    budget: &Budget,
    most: usize,
) -> Option<HashSet<Vec<u8>>> {
    let mut batch = Batch::default();
    let mut state = vec![0; system.state_size()];
    let mut packed = vec![0; system.packed_size()];
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut pending: Vec<Vec<u8>> = Vec::new();
    system.initial(&mut batch);
    loop {
        if budget.is_spent() || seen.len() > most {
            return None;
        }
        for (_, outcome) in batch.iter() {
            if let Outcome::State { state, .. } = outcome {
                system.pack(state, &mut packed);
                if seen.insert(packed.clone()) {
                    pending.push(packed.clone());
                }
            }
        }
        let Some(next) = pending.pop() else {
            return (seen.len() <= most).then_some(seen);
        };
        system.unpack(&next, &mut state);
        system.successors(&state, &mut batch);
    }
}
