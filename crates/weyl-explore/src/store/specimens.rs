//! Some states of a system, by which the shape of trees is chosen.

use super::TreeShape;
use crate::account::Account;
use std::collections::HashSet;
use weyl_budget::Budget;
use weyl_store::Quota;
use weyl_system::{Batch, Outcome, System};

/// So many show what varies together.
const STATES: usize = 1 << 14;
/// States are stepped from until so many steps were taken.
const STEPS: usize = 4 * STATES;

/// The shape that suits the first states, breadth first: a matter of the system alone. Without
/// memory or time for them any shape will do.
pub(crate) fn shape_of(system: &impl System, quota: &Quota, budget: &Budget) -> TreeShape {
    let size = system.packed_size();
    let mut account = Account::default();
    let mut shape = TreeShape::even(size);
    if account
        .settle(quota, STATES * (2 * size + size_of::<Box<[u8]>>()))
        .is_ok()
    {
        let specimens = specimens(&mut system.clone(), quota, budget);
        // If these are all there is nothing to gain.
        if specimens.len() >= STATES * size {
            shape = TreeShape::fitted(size, &specimens);
        }
    }
    // What is released was charged.
    let _ = account.settle(quota, 0);
    shape
}

/// At most [`STATES`] packed states, one after the other.
fn specimens(system: &mut impl System, quota: &Quota, budget: &Budget) -> Vec<u8> {
    let size = system.packed_size();
    let mut states = Vec::new();
    let mut known: HashSet<Box<[u8]>> = HashSet::new();
    let mut batch = Batch::default();
    batch.limit(quota.left().map(|left| left / 4));
    let (mut packed, mut state) = (vec![0; size], vec![0; system.state_size()]);
    system.initial(&mut batch);
    let (mut expanded, mut steps) = (0, 0);
    loop {
        for (_, outcome) in batch.iter() {
            steps += 1;
            if let Outcome::State { state, .. } = outcome
                && known.len() < STATES
            {
                system.pack(state, &mut packed);
                if known.insert(packed.as_slice().into()) {
                    states.extend_from_slice(&packed);
                }
            }
        }
        let is_enough = known.len() == STATES || steps >= STEPS || batch.cut().is_some();
        if is_enough || expanded == known.len() || budget.is_spent() {
            return states;
        }
        system.unpack(&states[expanded * size..(expanded + 1) * size], &mut state);
        system.successors(&state, &mut batch);
        expanded += 1;
    }
}
