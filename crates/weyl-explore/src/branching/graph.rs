//! The stored graph, as formulas of branching time see it.

use crate::graph::StateGraph;
use crate::store::StateIndex;
use weyl_branching::{Graph, StateSet, Step};
use weyl_temporal::branching::Proposition;

/// A graph with what holds where. States are numbers of the store; those that it has not given
/// away repeat, and nobody comes to them.
pub(super) struct Labelled<'g> {
    pub graph: &'g StateGraph,
    pub count: usize,
    pub labels: &'g [StateSet],
    pub units: u32,
}

impl Graph for Labelled<'_> {
    fn state_count(&self) -> usize {
        self.count
    }

    fn step_count(&self, state: u32) -> u32 {
        let row = self.graph.row(StateIndex::from_u32(state));
        row.map_or(0, |row| row.count())
    }

    fn step(&self, state: u32, number: u32) -> Step {
        let step = self.graph.step(StateIndex::from_u32(state), number);
        Step {
            target: step.target.as_u32(),
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
