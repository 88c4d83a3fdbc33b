//! States that can do the same, together: the coarsest bisimulation.

use std::collections::BTreeMap;

/// The class of each state. Two states are in one class if they look the same when their successors
/// are seen by class; the class of the first state is 0.
pub(crate) fn classes<K: Ord>(
    states: usize,
    look: impl Fn(usize, &[usize]) -> K,
) -> (Vec<usize>, usize) {
    let mut class = vec![0; states];
    let mut count = 1;
    loop {
        let mut known: BTreeMap<K, usize> = BTreeMap::new();
        let next = (0..states).map(|state| {
            let new = known.len();
            *known.entry(look(state, &class)).or_insert(new)
        });
        class = next.collect();
        if known.len() == count {
            return (class, count);
        }
        count = known.len();
    }
}
