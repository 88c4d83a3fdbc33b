//! What watches a run: an automaton over propositions, made from a formula or written by hand as a
//! never claim.

use crate::automaton::{Automaton, Marks};
use crate::branching;
use crate::components::components;
use crate::formula::Formula;
use std::collections::{BTreeMap, BTreeSet};

/// What is said of a system, over numbered propositions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Every run satisfies it.
    Formula(Formula),
    /// Every initial state satisfies it.
    Branching(branching::Branching),
    /// There is no run that this accepts, or that takes it to an end.
    Never(Observer),
}

/// Propositions that must hold, and such that must not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Guard {
    pub all: Vec<usize>,
    pub none: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObserverEdge {
    pub guard: Guard,
    /// The acceptance sets that it belongs to.
    pub marks: Marks,
    pub target: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObserverState {
    pub edges: Vec<ObserverEdge>,
    /// A run that takes the observer here is a violation, however it goes on.
    pub is_end: bool,
}

/// It reads each state of a run, the first one included, and moves on; where it can't, the run is
/// of no interest. A run is accepted if the observer, from the state 0, can meet each acceptance
/// set infinitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    pub states: Vec<ObserverState>,
    /// How many acceptance sets there are.
    pub sets: u32,
}

impl Observer {
    /// The acceptance sets, all of them.
    pub fn all_marks(&self) -> Marks {
        match self.sets {
            0 => 0,
            sets => Marks::MAX >> (Marks::BITS - sets),
        }
    }

    /// The same observer, at an end where it accepts whatever may come.
    pub fn with_ends(mut self) -> Observer {
        let all = self.all_marks();
        for (number, state) in self.states.iter_mut().enumerate() {
            let accepts_all = |edge: &ObserverEdge| {
                edge.target == number && edge.marks == all && edge.guard == Guard::default()
            };
            state.is_end |= state.edges.iter().any(accepts_all);
        }
        self
    }

    /// Whether it accepts nothing but by coming to an end (a terminal automaton): what it watches
    /// for are bad prefixes.
    pub fn is_terminal(&self) -> bool {
        let goes_on = |state: usize| {
            let edges = self.states[state].edges.iter();
            let edges = edges.filter(move |_| !self.states[state].is_end);
            edges.filter(|edge| !self.states[edge.target].is_end)
        };
        let targets = |state: usize| goes_on(state).map(|edge| edge.target);
        let component = components(self.states.len(), targets);
        let mut circles: BTreeMap<usize, Marks> = BTreeMap::new();
        for state in 0..self.states.len() {
            for edge in goes_on(state).filter(|edge| component[edge.target] == component[state]) {
                *circles.entry(component[state]).or_default() |= edge.marks;
            }
        }
        circles.values().all(|marks| *marks != self.all_marks())
    }

    /// Whether it waits for a state that takes it to an end, and is never taken elsewhere: the
    /// states that it waits for are bad, wherever they are.
    pub fn waits_for_a_state(&self) -> bool {
        let Some(first) = self.states.first().filter(|first| !first.is_end) else {
            return false;
        };
        let mut edges = first.edges.iter();
        let is_simple = edges.all(|edge| edge.target == 0 || self.states[edge.target].is_end);
        is_simple && self.is_terminal() && first.is_never_stuck()
    }
}

/// So many propositions have few valuations.
const FEW_PROPOSITIONS: usize = 10;

impl ObserverState {
    /// Whether it has a way on whatever holds.
    fn is_never_stuck(&self) -> bool {
        let guards = self.edges.iter().map(|edge| &edge.guard);
        let named = guards.flat_map(|guard| guard.all.iter().chain(&guard.none));
        let named: Vec<usize> = named
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let is_open = |guard: &Guard, holding: usize| {
            let holds = |proposition: &usize| {
                let place = named.iter().position(|other| other == proposition);
                place.is_some_and(|place| holding >> place & 1 == 1)
            };
            guard.all.iter().all(holds) && !guard.none.iter().any(holds)
        };
        named.len() <= FEW_PROPOSITIONS
            && (0..1 << named.len()).all(|holding| {
                let mut edges = self.edges.iter();
                edges.any(|edge| is_open(&edge.guard, holding))
            })
    }
}

impl From<&Automaton> for Observer {
    fn from(automaton: &Automaton) -> Observer {
        let bits = |word: u64| (0..64).filter(|bit| word >> bit & 1 == 1).collect();
        let states = automaton.states.iter().map(|transitions| ObserverState {
            edges: transitions
                .iter()
                .map(|transition| ObserverEdge {
                    guard: Guard {
                        all: bits(transition.label.positive),
                        none: bits(transition.label.negative),
                    },
                    marks: transition.marks,
                    target: transition.target,
                })
                .collect(),
            is_end: false,
        });
        Observer {
            states: states.collect(),
            sets: automaton.sets,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, translate};

    /// The observer of runs that violate a formula, at an end where nothing can save them.
    fn observer(formula: &str) -> Observer {
        let (formula, _) = parse(formula).unwrap();
        Observer::from(&translate(&formula.negated()).unwrap()).with_ends()
    }

    #[test]
    fn safety_has_bad_prefixes() {
        for safe in [
            "[] a",
            "[] (a -> b || c)",
            "a",
            "[] (a -> X b)",
            "a W b",
            "[] (a -> b W c)",
        ] {
            assert!(observer(safe).is_terminal(), "{safe}");
        }
        for not in ["<> a", "[] <> a", "[] (a -> <> b)", "a U b", "[] a && <> b"] {
            assert!(!observer(not).is_terminal(), "{not}");
        }
    }

    #[test]
    fn invariants_wait_for_a_state() {
        for one in ["[] a", "[] (a -> b || c)", "! <> (a && b)"] {
            assert!(observer(one).waits_for_a_state(), "{one}");
        }
        for not in ["a", "[] (a -> X b)", "a W b", "[] <> a", "X [] a"] {
            assert!(!observer(not).waits_for_a_state(), "{not}");
        }
    }

    #[test]
    fn an_observer_that_is_stuck_somewhere_does_not_wait() {
        let edge = |all: &[usize], target| ObserverEdge {
            guard: Guard {
                all: all.to_vec(),
                none: Vec::new(),
            },
            marks: 0,
            target,
        };
        let end = ObserverState {
            edges: Vec::new(),
            is_end: true,
        };
        let waiting = |stay: &[usize]| Observer {
            states: vec![
                ObserverState {
                    edges: vec![edge(stay, 0), edge(&[1], 1)],
                    is_end: false,
                },
                end.clone(),
            ],
            sets: 1,
        };
        assert!(waiting(&[]).waits_for_a_state());
        assert!(!waiting(&[0]).waits_for_a_state());
    }
}
