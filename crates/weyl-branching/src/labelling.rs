//! CTL by labelling (E. Clarke, A. Emerson, A. Sistla, *Automatic verification of finite-state
//! concurrent systems using temporal logic specifications*, 1986), with work lists: each step is
//! looked at once.
//!
//! Three operators are enough; those of A are duals.

use crate::graph::{Graph, Predecessors, steps};
use crate::states::StateSet;

/// EX: some step leads into the set.
pub(crate) fn some_next(graph: &impl Graph, set: &StateSet) -> StateSet {
    StateSet::those(set.bound(), |state| {
        steps(graph, state).any(|step| set.contains(step.target))
    })
}

/// E [a U b]: a way through the one to the other.
pub(crate) fn some_until(predecessors: &Predecessors, a: &StateSet, b: &StateSet) -> StateSet {
    let mut found = b.clone();
    let mut pending: Vec<u32> = b.iter().collect();
    while let Some(state) = pending.pop() {
        weyl_budget::go_on();
        for source in predecessors.of(state) {
            if a.contains(source) && found.insert(source) {
                pending.push(source);
            }
        }
    }
    found
}

/// E [a R b], the greatest solution of z = b ∧ (a ∨ EX z): states of b are taken out as soon as
/// they are not in a and no step is left that stays inside.
pub(crate) fn some_release(
    graph: &impl Graph,
    predecessors: &Predecessors,
    a: &StateSet,
    b: &StateSet,
) -> StateSet {
    let mut left = b.clone();
    let mut inside = vec![0; b.bound()];
    let mut pending = Vec::new();
    for state in b.iter().filter(|state| !a.contains(*state)) {
        weyl_budget::go_on();
        let stay = steps(graph, state).filter(|step| b.contains(step.target));
        inside[state as usize] = stay.count() as u32;
        if inside[state as usize] == 0 {
            pending.push(state);
        }
    }
    // They are taken out when they are looked at: until then their steps count.
    while let Some(state) = pending.pop() {
        weyl_budget::go_on();
        left.remove(state);
        for source in predecessors.of(state) {
            if b.contains(source) && !a.contains(source) {
                inside[source as usize] -= 1;
                if inside[source as usize] == 0 {
                    pending.push(source);
                }
            }
        }
    }
    left
}
