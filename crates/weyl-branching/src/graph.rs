//! What formulas are evaluated on: a graph with labels, actions and units.

use crate::states::StateSet;
use weyl_temporal::branching::Proposition;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub target: u32,
    /// `None`: modalities that speak of actions do not see it.
    pub action: Option<u32>,
    /// What units are called behind the step, by its number; 0 keeps all names.
    pub renaming: u32,
    /// The set of units that act, by its number; 0 is empty.
    pub acting: u32,
}

impl Step {
    /// How a state repeats: nobody acts.
    pub fn repetition(state: u32) -> Step {
        Step {
            target: state,
            action: None,
            renaming: 0,
            acting: 0,
        }
    }
}

/// States are numbers. A state without steps repeats for ever.
///
/// A unit is enabled where some step of the state has it acting. In a quotient units change their
/// names from step to step.
pub trait Graph {
    fn state_count(&self) -> usize;

    fn step_count(&self, state: u32) -> u32;

    fn step(&self, state: u32, number: u32) -> Step;

    /// Where a proposition holds.
    fn labelled(&self, proposition: Proposition) -> &StateSet;

    /// Whether an action belongs to a set.
    fn belongs(&self, action: u32, set: u32) -> bool;

    /// How many units fairness speaks of.
    fn unit_count(&self) -> u32;

    fn acts(&self, unit: u32, acting: u32) -> bool;

    /// The name of a unit behind a step.
    fn unit_after(&self, unit: u32, renaming: u32) -> u32;
}

/// How many steps a state has, if it can repeat.
pub(crate) fn steps_with_repetition(graph: &impl Graph, state: u32) -> u32 {
    graph.step_count(state).max(1)
}

/// A step, if a state can repeat.
pub(crate) fn step_or_repetition(graph: &impl Graph, state: u32, number: u32) -> Step {
    match graph.step_count(state) {
        0 => Step::repetition(state),
        _ => graph.step(state, number),
    }
}

/// All steps of a state; there is always one.
pub(crate) fn steps(graph: &impl Graph, state: u32) -> impl Iterator<Item = Step> {
    let numbers = 0..steps_with_repetition(graph, state);
    numbers.map(move |number| step_or_repetition(graph, state, number))
}

pub(crate) fn is_enabled(graph: &impl Graph, unit: u32, state: u32) -> bool {
    let numbers = 0..graph.step_count(state);
    let mut steps = numbers.map(|number| graph.step(state, number));
    steps.any(|step| graph.acts(unit, step.acting))
}

/// The graph backwards: from where steps lead to a state.
#[derive(Debug)]
pub(crate) struct Predecessors {
    /// Where the list of a state begins; that of the next one ends it.
    first: Vec<usize>,
    sources: Vec<u32>,
    /// The actions of the steps in the same order, [`NO_ACTION`] for none.
    actions: Vec<u32>,
}

const NO_ACTION: u32 = u32::MAX;

impl Predecessors {
    /// With actions only where somebody wants to know them.
    pub fn new(graph: &impl Graph, with_actions: bool) -> Predecessors {
        let count = graph.state_count();
        let mut first = vec![0; count + 1];
        for state in 0..count as u32 {
            weyl_budget::go_on();
            for step in steps(graph, state) {
                first[step.target as usize + 1] += 1;
            }
        }
        for at in 0..count {
            first[at + 1] += first[at];
        }
        let edges = first[count];
        let mut free = first.clone();
        let mut sources = vec![0; edges];
        let mut actions = vec![NO_ACTION; if with_actions { edges } else { 0 }];
        for state in 0..count as u32 {
            weyl_budget::go_on();
            for step in steps(graph, state) {
                let place = &mut free[step.target as usize];
                sources[*place] = state;
                if with_actions {
                    actions[*place] = step.action.unwrap_or(NO_ACTION);
                }
                *place += 1;
            }
        }
        Predecessors {
            first,
            sources,
            actions,
        }
    }

    /// One for each step.
    pub fn of(&self, state: u32) -> impl Iterator<Item = u32> {
        self.sources[self.places(state)].iter().copied()
    }

    /// With actions, which must have been wanted.
    pub fn with_actions(&self, state: u32) -> impl Iterator<Item = (u32, Option<u32>)> {
        let places = self.places(state);
        let actions = self.actions[places.clone()].iter();
        let actions = actions.map(|action| (*action != NO_ACTION).then_some(*action));
        self.sources[places].iter().copied().zip(actions)
    }

    fn places(&self, state: u32) -> std::ops::Range<usize> {
        self.first[state as usize]..self.first[state as usize + 1]
    }
}
