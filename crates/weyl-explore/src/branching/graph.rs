//! The stored graph, as formulas of branching time see it.

use crate::graph::StateGraph;
use crate::store::StateIndex;
use weyl_branching::{Graph, StateSet, Step};
use weyl_temporal::branching::Proposition;

/// A graph with what holds where. States are numbers of the store, times the instances of a family:
/// a node is a state with an instance, which is renamed along with it (the annotated quotient). The
/// numbers that the store has not given away repeat, and nobody comes to them.
pub(super) struct Labelled<'g> {
    pub graph: &'g StateGraph,
    pub states: usize,
    /// How many instances are beside a state, and where they begin among all that is followed.
    pub instances: u32,
    pub first: u32,
    pub labels: Vec<StateSet>,
    pub units: u32,
}

impl Labelled<'_> {
    pub fn node(&self, state: u32, instance: u32) -> u32 {
        state * self.instances + instance
    }

    pub fn state(&self, node: u32) -> u32 {
        node / self.instances
    }

    pub fn instance(&self, node: u32) -> u32 {
        node % self.instances
    }

    fn at(&self, node: u32) -> StateIndex {
        StateIndex::from_u32(self.state(node))
    }
}

impl Graph for Labelled<'_> {
    fn state_count(&self) -> usize {
        self.states * self.instances as usize
    }

    fn step_count(&self, node: u32) -> u32 {
        self.graph.row(self.at(node)).map_or(0, |row| row.count())
    }

    fn step(&self, node: u32, number: u32) -> Step {
        let step = self.graph.step(self.at(node), number);
        let instance = match self.instances {
            1 => 0,
            _ => {
                let followed = self.first + self.instance(node);
                self.graph.image(followed, step.renaming) - self.first
            }
        };
        Step {
            target: self.node(step.target.as_u32(), instance),
            action: None,
            renaming: step.renaming,
            acting: step.acting,
        }
    }

    fn labelled(&self, proposition: Proposition) -> &StateSet {
        &self.labels[proposition as usize]
    }

    fn belongs(&self, _: u32, _: u32) -> bool {
        false
    }

    fn unit_count(&self) -> u32 {
        self.units
    }

    fn acts(&self, unit: u32, acting: u32) -> bool {
        self.graph.acts(unit, acting)
    }

    fn unit_after(&self, unit: u32, renaming: u32) -> u32 {
        self.graph.image(unit, renaming)
    }
}
