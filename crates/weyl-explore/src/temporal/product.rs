//! States of the product: a state of the system, a state of the observer, and the instance that is
//! followed.

use super::labels::Labels;
use crate::graph::{Eyes, OnTheFly, StateGraph, Step, Stop, Tracked};
use crate::store::{StateIndex, Store};
use weyl_ir::PropertyId;
use weyl_system::{Conditions, Fairness, Firing, Renaming, TemporalQuestion};
use weyl_temporal::{Guard, Marks, ObserverEdge, ObserverState};

/// A state of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node {
    pub vertex: StateIndex,
    /// State of the observer times instances, plus the instance that is followed.
    pub place: u32,
}

/// A way to begin: the initial firing, and the instance that is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    pub firing: Firing,
    pub instance: u32,
    pub node: Node,
}

/// An edge of the product.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub step: Step,
    pub marks: Marks,
    /// The state of the observer after it.
    pub state: u32,
}

/// Who can say whether properties hold in stored states.
pub(super) trait Evaluates {
    fn state(&mut self, at: StateIndex) -> &[u8];

    fn holds(&mut self, at: StateIndex, property: PropertyId, instance: u64) -> Result<bool, Stop>;
}

impl<S: Conditions, T: Store> Evaluates for Eyes<'_, S, T> {
    fn state(&mut self, at: StateIndex) -> &[u8] {
        Eyes::state(self, at)
    }

    fn holds(&mut self, at: StateIndex, property: PropertyId, of: u64) -> Result<bool, Stop> {
        Eyes::holds(self, at, property, of)
    }
}

/// A question with what is known of it.
pub(super) struct Met<'q> {
    pub question: &'q TemporalQuestion,
    pub beginnings: Vec<Beginning>,
    pub labels: Labels,
    /// Where the instances that are followed begin among all that is followed.
    first_instance: Option<u32>,
}

impl<'q> Met<'q> {
    pub fn new(question: &'q TemporalQuestion, first_instance: Option<u32>) -> Met<'q> {
        Met {
            question,
            beginnings: Vec::new(),
            labels: Labels::new(question),
            first_instance,
        }
    }

    /// How many instances a run may be about.
    pub fn instances(&self) -> u32 {
        let asked = self.question.instances.len() as u32;
        self.question.followed.unwrap_or(asked)
    }

    /// How many places there are beside each state of the system: one for each state of the
    /// observer and each instance.
    pub fn places(&self) -> u32 {
        let states = self.question.observer.states.len() as u32;
        self.instances().saturating_mul(states)
    }

    pub fn state_of(&self, place: u32) -> u32 {
        place / self.instances()
    }

    /// The instance itself if instances are followed, otherwise its number among those that are
    /// asked about.
    fn followed(&self, place: u32) -> u32 {
        place % self.instances()
    }

    fn instance(&self, place: u32) -> u32 {
        let followed = self.followed(place);
        match self.question.followed {
            Some(_) => followed,
            None => self.question.instances[followed as usize],
        }
    }

    /// Where the observer goes from a place by one of its edges, before the step renames.
    pub fn place_after(&self, place: u32, state: usize) -> u32 {
        state as u32 * self.instances() + self.followed(place)
    }

    /// What a renaming makes of a place.
    pub fn renamed(&self, place: u32, graph: &StateGraph, renaming: u32) -> u32 {
        let Some(first) = self.first_instance.filter(|_| renaming != 0) else {
            return place;
        };
        let followed = self.followed(place);
        place - followed + graph.image(first + followed, renaming) - first
    }

    /// Whether renamings move places.
    pub fn follows(&self) -> bool {
        self.first_instance.is_some()
    }

    pub fn observer_state(&self, place: u32) -> &'q ObserverState {
        &self.question.observer.states[self.state_of(place) as usize]
    }

    /// Whether a run that comes to a place is bad, however it goes on.
    pub fn is_end(&self, place: u32) -> bool {
        self.observer_state(place).is_end
    }

    /// Whether an edge of the observer leads to where a run is bad, however it goes on.
    pub fn ends(&self, place: u32, choice: u32) -> bool {
        let edge = &self.observer_state(place).edges[choice as usize];
        self.question.observer.states[edge.target].is_end
    }

    /// The edges of the observer that are open in a node, by number.
    pub fn choices(
        &self,
        node: Node,
        eyes: &mut impl Evaluates,
        choices: &mut Vec<u32>,
    ) -> Result<(), Stop> {
        choices.clear();
        if self.question.evaluates_all {
            for atom in 0..self.question.atoms.len() {
                self.holds(node, atom, eyes)?;
            }
        }
        for (number, edge) in (0..).zip(&self.observer_state(node.place).edges) {
            if self.is_open(node, &edge.guard, eyes)? {
                choices.push(number);
            }
        }
        Ok(())
    }

    fn is_open(&self, node: Node, guard: &Guard, eyes: &mut impl Evaluates) -> Result<bool, Stop> {
        for atom in &guard.all {
            if !self.holds(node, *atom, eyes)? {
                return Ok(false);
            }
        }
        for atom in &guard.none {
            if self.holds(node, *atom, eyes)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes an atom known in a state, and says whether it holds there.
    fn holds(&self, node: Node, atom: usize, eyes: &mut impl Evaluates) -> Result<bool, Stop> {
        if let Some(holds) = self.labels.get(node.vertex, atom) {
            return Ok(holds);
        }
        let property = self.question.atoms[atom];
        let instance = self.instance(node.place);
        let holds = eyes.holds(node.vertex, property, instance.into())?;
        self.labels.set(node.vertex, atom, holds);
        Ok(holds)
    }
}

/// The product with the graph that it is a product with.
pub(super) struct Product<'k, 'a, 'q, S, R, T: Store + 'a> {
    pub known: &'k mut OnTheFly<'a, S, R, T>,
    pub met: &'k mut Met<'q>,
}

impl<'k, 'a, 'q, S: Renaming + Conditions, R: Tracked, T: Store> Product<'k, 'a, 'q, S, R, T> {
    pub fn new(known: &'k mut OnTheFly<'a, S, R, T>, met: &'k mut Met<'q>) -> Self {
        Product { known, met }
    }

    pub fn question(&self) -> &'q TemporalQuestion {
        self.met.question
    }

    pub fn fairness(&self) -> Fairness {
        self.met.question.fairness
    }

    /// Which unit a unit becomes.
    pub fn unit_after(&self, unit: u32, renaming: u32) -> u32 {
        self.known.graph.image(unit, renaming)
    }

    /// How many units must be treated fairly.
    pub fn units(&self) -> u32 {
        match self.fairness() {
            Fairness::None => 0,
            Fairness::Weak | Fairness::Strong => self.known.following().units,
        }
    }

    pub fn step_count(&self, vertex: StateIndex) -> u32 {
        let repeats = self.question().repeats;
        self.known.graph.step_count(vertex, repeats)
    }

    /// Finds all ways to begin.
    pub fn begin(&mut self) -> Result<(), Stop> {
        for (firing, step) in self.known.initial()? {
            for (number, &instance) in (0..).zip(&self.question().instances) {
                let place = match self.question().followed {
                    Some(_) => self.met.renamed(instance, &self.known.graph, step.renaming),
                    None => number,
                };
                self.met.beginnings.push(Beginning {
                    firing,
                    instance,
                    node: Node {
                        vertex: step.target,
                        place,
                    },
                });
            }
        }
        Ok(())
    }

    /// The edges of the observer that are open in a node, by number.
    pub fn choices(&mut self, node: Node, choices: &mut Vec<u32>) -> Result<(), Stop> {
        self.met.choices(node, &mut self.known.eyes[0], choices)
    }

    /// The edge of a node for an edge of the observer and a step.
    pub fn edge(&self, node: Node, choice: u32, number: u32) -> Edge {
        let chosen: &ObserverEdge = &self.met.observer_state(node.place).edges[choice as usize];
        Edge {
            step: self.known.graph.step(node.vertex, number),
            marks: chosen.marks,
            state: chosen.target as u32,
        }
    }

    /// Where an edge leads.
    pub fn target(&self, from: Node, edge: &Edge) -> Node {
        let place = self.met.place_after(from.place, edge.state as usize);
        let renaming = edge.step.renaming;
        Node {
            vertex: edge.step.target,
            place: self.met.renamed(place, &self.known.graph, renaming),
        }
    }

    /// All edges of a node whose steps are known, each with where it leads.
    pub fn known_edges(&mut self, node: Node) -> Result<Vec<(Node, Edge)>, Stop> {
        if !self.known.graph.is_expanded(node.vertex) {
            return Ok(Vec::new());
        }
        let mut choices = Vec::new();
        self.choices(node, &mut choices)?;
        let mut edges = Vec::new();
        for choice in choices {
            for number in 0..self.step_count(node.vertex) {
                let edge = self.edge(node, choice, number);
                edges.push((self.target(node, &edge), edge));
            }
        }
        Ok(edges)
    }
}
