//! Smaller automata for the same words.

use crate::automaton::{Automaton, Marks, Transition};
use crate::components::components;
use crate::partition::classes;
use std::collections::BTreeMap;

impl Automaton {
    /// Without states that lead nowhere, with states together that can do the same.
    pub fn reduced(&self) -> Automaton {
        let mut automaton = self.clone();
        loop {
            let before = automaton.states.len();
            automaton = automaton.without_dead_states();
            automaton.forget_marks_between_components();
            automaton.drop_covered_transitions();
            automaton = automaton.with_equal_states_merged();
            if automaton.states.len() == before {
                return automaton;
            }
        }
    }

    /// The component of each state.
    pub(crate) fn components(&self) -> Vec<usize> {
        components(self.states.len(), |state| {
            self.states[state]
                .iter()
                .map(|transition| transition.target)
        })
    }

    /// Keeps the states from which an accepting circle can be reached, and the first.
    fn without_dead_states(&self) -> Automaton {
        let component = self.components();
        let mut marks: BTreeMap<usize, Marks> = BTreeMap::new();
        for (state, transitions) in self.states.iter().enumerate() {
            let own = component[state];
            for transition in transitions.iter().filter(|t| component[t.target] == own) {
                *marks.entry(own).or_insert(0) |= transition.marks;
            }
        }
        // A component has a greater number than those that it leads to.
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        order.sort_by_key(|state| component[*state]);
        let all = self.all_marks();
        let mut is_live = vec![false; self.states.len()];
        let mut live_components: Vec<usize> = Vec::new();
        for state in order {
            let own = component[state];
            let leads = self.states[state].iter().any(|t| is_live[t.target]);
            let accepts = marks.get(&own) == Some(&all);
            if leads || accepts {
                live_components.push(own);
            }
            is_live[state] = leads || accepts;
        }
        let is_live: Vec<bool> = component
            .iter()
            .map(|own| live_components.contains(own))
            .collect();
        self.restricted_to(&is_live)
    }

    /// Some of the states that can be reached, and the first, renumbered in the order in which they
    /// are met.
    fn restricted_to(&self, is_kept: &[bool]) -> Automaton {
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::from([(0, 0)]);
        let mut pending = vec![0];
        let mut states = Vec::new();
        while let Some(&state) = pending.get(states.len()) {
            let kept = self.states[state].iter().filter(|t| is_kept[t.target]);
            let transitions = kept.map(|transition| {
                let new = numbers.len();
                let target = *numbers.entry(transition.target).or_insert(new);
                if target == new {
                    pending.push(transition.target);
                }
                Transition {
                    target,
                    ..*transition
                }
            });
            let transitions = transitions.collect();
            states.push(transitions);
        }
        Automaton {
            states,
            sets: self.sets,
        }
    }

    /// Marks outside of circles mean nothing.
    fn forget_marks_between_components(&mut self) {
        let component = self.components();
        for (state, transitions) in self.states.iter_mut().enumerate() {
            for transition in transitions {
                if component[transition.target] != component[state] {
                    transition.marks = 0;
                }
            }
        }
    }

    /// Where another transition to the same state is possible more often and has more marks, one is
    /// enough.
    fn drop_covered_transitions(&mut self) {
        for transitions in &mut self.states {
            let all = std::mem::take(transitions);
            for (number, one) in all.iter().enumerate() {
                let mut others = all.iter().enumerate();
                let is_covered = others.any(|(place, other)| {
                    let is_first = one != other || place < number;
                    place != number && is_first && one.is_covered_by(other)
                });
                if !is_covered {
                    transitions.push(*one);
                }
            }
        }
    }

    /// States with the same transitions, up to states that are the same (bisimulation).
    fn with_equal_states_merged(&self) -> Automaton {
        let (class, count) = classes(self.states.len(), |state, class| {
            of_classes(&self.states[state], class)
        });
        let mut states = vec![Vec::new(); count];
        for (state, transitions) in self.states.iter().enumerate() {
            states[class[state]] = of_classes(transitions, &class);
        }
        Automaton {
            states,
            sets: self.sets,
        }
    }
}

impl Transition {
    fn is_covered_by(&self, other: &Transition) -> bool {
        self.target == other.target
            && self.label.implies(other.label)
            && self.marks & !other.marks == 0
    }
}

fn of_classes(transitions: &[Transition], class: &[usize]) -> Vec<Transition> {
    let moved = transitions.iter().map(|transition| Transition {
        target: class[transition.target],
        ..*transition
    });
    let mut moved: Vec<Transition> = moved.collect();
    moved.sort_unstable();
    moved.dedup();
    moved
}
