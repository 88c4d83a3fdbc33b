//! What watches a run: an automaton over propositions, made from a formula or written by hand as a never claim.

use crate::automaton::{Automaton, Marks};
use crate::formula::Formula;

/// What is said of all runs of a system, over numbered propositions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Every run satisfies it.
    Formula(Formula),
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

/// It reads each state of a run, the first one included, and moves on; where it can't, the run is of no interest. A run is
/// accepted if the observer, from the state 0, can meet each acceptance set infinitely often.
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
