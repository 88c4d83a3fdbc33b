//! Small graphs, given or random.

use proptest::prelude::*;
use weyl_branching::{Graph, StateSet, Step};

pub const PROPOSITIONS: u32 = 3;
pub const ACTIONS: u32 = 3;

#[derive(Clone, Debug)]
pub struct Small {
    pub steps: Vec<Vec<Step>>,
    pub labels: Vec<StateSet>,
    pub units: u32,
    /// By number, from 1 on.
    pub renamings: Vec<Vec<u32>>,
}

impl Graph for Small {
    fn state_count(&self) -> usize {
        self.steps.len()
    }

    fn step_count(&self, state: u32) -> u32 {
        self.steps[state as usize].len() as u32
    }

    fn step(&self, state: u32, number: u32) -> Step {
        self.steps[state as usize][number as usize]
    }

    fn labelled(&self, proposition: u32) -> &StateSet {
        &self.labels[proposition as usize]
    }

    /// Sets of actions are bits.
    fn belongs(&self, action: u32, set: u32) -> bool {
        set >> action & 1 == 1
    }

    fn unit_count(&self) -> u32 {
        self.units
    }

    /// Sets of units are bits.
    fn acts(&self, unit: u32, acting: u32) -> bool {
        acting >> unit & 1 == 1
    }

    fn unit_after(&self, unit: u32, renaming: u32) -> u32 {
        match renaming {
            0 => unit,
            _ => self.renamings[renaming as usize - 1][unit as usize],
        }
    }
}

impl Small {
    /// The steps of a state, as the definition has them: there is always one.
    pub fn ways(&self, state: usize) -> Vec<Step> {
        if self.steps[state].is_empty() {
            vec![Step::repetition(state as u32)]
        } else {
            self.steps[state].clone()
        }
    }

    pub fn enabled(&self, state: usize) -> u32 {
        self.steps[state]
            .iter()
            .fold(0, |all, step| all | step.acting)
    }
}

/// A graph with labels (a bit for each proposition) and steps without names.
pub fn plain(labels: &[u32], edges: &[(u32, u32)]) -> Small {
    let mut steps = vec![Vec::new(); labels.len()];
    for (from, to) in edges {
        steps[*from as usize].push(Step {
            target: *to,
            ..Step::repetition(*from)
        });
    }
    labelled(labels, steps, 0, Vec::new())
}

pub fn labelled(
    labels: &[u32],
    steps: Vec<Vec<Step>>,
    units: u32,
    renamings: Vec<Vec<u32>>,
) -> Small {
    let of =
        |bit: u32| StateSet::those(labels.len(), |state| labels[state as usize] >> bit & 1 == 1);
    Small {
        steps,
        labels: (0..PROPOSITIONS).map(of).collect(),
        units,
        renamings,
    }
}

fn all_permutations(units: u32) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..units {
        let longer = all.iter().flat_map(|one| {
            let free = (0..units).filter(|unit| !one.contains(unit));
            free.map(|unit| [one.as_slice(), &[unit]].concat())
        });
        all = longer.collect();
    }
    all
}

pub fn graphs(most_states: usize, units: u32) -> impl Strategy<Value = Small> {
    let renamings = all_permutations(units);
    let count = renamings.len() as u32;
    let step = (
        any::<u32>(),
        prop::option::weighted(0.8, 0..ACTIONS),
        0..=count,
        prop_oneof![3 => Just(0), 2 => 0..1u32 << units],
    );
    let state = (0..1u32 << PROPOSITIONS, prop::collection::vec(step, 0..4));
    prop::collection::vec(state, 1..=most_states).prop_map(move |states| {
        let count = states.len() as u32;
        let labels: Vec<u32> = states.iter().map(|(label, _)| *label).collect();
        let steps = states.into_iter().map(|(_, steps)| {
            let steps = steps.into_iter();
            let steps = steps.map(|(target, action, renaming, acting)| Step {
                target: target % count,
                action,
                renaming: if units == 0 { 0 } else { renaming },
                acting,
            });
            steps.collect()
        });
        labelled(&labels, steps.collect(), units, renamings.clone())
    })
}
