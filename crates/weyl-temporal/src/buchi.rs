//! Büchi automata with accepting states, for who knows no others: SPIN's never claims.

use crate::automaton::{Automaton, Cube};
use crate::partition::classes;
use std::collections::BTreeMap;

/// A word is accepted if some run on it, from the state 0, meets accepting states infinitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buchi {
    pub states: Vec<BuchiState>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BuchiState {
    pub is_accepting: bool,
    /// Labels and targets.
    pub transitions: Vec<(Cube, usize)>,
}

impl Automaton {
    /// The same with accepting states: one copy of the states for each number of acceptance sets
    /// that were met in their order; as many as possible are counted at each transition, and
    /// counting begins anew in each component.
    pub fn with_accepting_states(&self) -> Buchi {
        let mut numbers: BTreeMap<(usize, u32), usize> = BTreeMap::from([((0, 0), 0)]);
        let mut pending = vec![(0, 0)];
        let component = self.components();
        let mut states = Vec::new();
        while let Some(&(state, level)) = pending.get(states.len()) {
            let mut transitions = Vec::new();
            for transition in &self.states[state] {
                let mut met = if level == self.sets { 0 } else { level };
                while met < self.sets && transition.marks >> met & 1 == 1 {
                    met += 1;
                }
                // What was met on the way to a component is of no use there.
                if component[transition.target] != component[state] {
                    met = 0;
                }
                let to = (transition.target, met);
                let new = numbers.len();
                let target = *numbers.entry(to).or_insert(new);
                if target == new {
                    pending.push(to);
                }
                transitions.push((transition.label, target));
            }
            states.push(BuchiState {
                is_accepting: level == self.sets,
                transitions,
            });
        }
        Buchi { states }.with_equal_states_merged()
    }
}

impl Buchi {
    fn with_equal_states_merged(self) -> Buchi {
        let (class, _) = classes(self.states.len(), |state, class| {
            self.states[state].of_classes(class)
        });
        let mut states: BTreeMap<usize, BuchiState> = BTreeMap::new();
        for (number, state) in self.states.iter().enumerate() {
            states.insert(class[number], state.of_classes(&class));
        }
        let states = states.into_values().collect();
        Buchi { states }
    }
}

impl BuchiState {
    fn of_classes(&self, class: &[usize]) -> BuchiState {
        let moved = self.transitions.iter();
        let moved = moved.map(|(label, target)| (*label, class[*target]));
        let mut transitions: Vec<(Cube, usize)> = moved.collect();
        transitions.sort_unstable();
        transitions.dedup();
        let all = transitions.clone();
        // Where another transition to the same state is possible more often, one is enough.
        transitions.retain(|one| {
            let is_more = |other: &&(Cube, usize)| *other != one && other.1 == one.1;
            let mut others = all.iter().filter(is_more);
            !others.any(|other| one.0.implies(other.0))
        });
        BuchiState {
            is_accepting: self.is_accepting,
            transitions,
        }
    }
}
