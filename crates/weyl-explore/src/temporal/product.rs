//! States of the product: a state of the system, a state of the observer, and the instance that is
//! followed.

use super::labels::Labels;
use super::nodes::Nodes;
use crate::graph::{OnTheFly, Step, Stop, Tracked};
use crate::store::{StateIndex, Store};
use weyl_system::{Conditions, Fairness, Firing, Renaming, TemporalQuestion};
use weyl_temporal::{Guard, Marks, ObserverState};

/// A state of the product, by its number.
pub(super) type Node = u32;

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

/// What was met of the product.
pub(super) struct Met<'q> {
    pub question: &'q TemporalQuestion,
    /// A state and a place: state of the observer times instances, plus the instance that is
    /// followed.
    nodes: Nodes,
    pub beginnings: Vec<Beginning>,
    labels: Labels,
    /// Where the instances that are followed begin among all that is followed.
    first_instance: Option<u32>,
    pub deepest: u64,
}

impl<'q> Met<'q> {
    pub fn new(question: &'q TemporalQuestion, first_instance: Option<u32>) -> Met<'q> {
        let states = question.observer.states.len() as u32;
        Met {
            question,
            nodes: Nodes::new(places(question).saturating_mul(states)),
            beginnings: Vec::new(),
            labels: Labels::new(question),
            first_instance,
            deepest: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// The product with the graph that it is a product with.
pub(super) struct Product<'k, 'a, 'q, S, R, T: Store + 'a> {
    pub known: &'k mut OnTheFly<'a, S, R, T>,
    pub met: Met<'q>,
}

/// How many places there are for each state of the observer: one for each instance that a run may
/// be about.
fn places(question: &TemporalQuestion) -> u32 {
    let asked = question.instances.len() as u32;
    question.followed.unwrap_or(asked)
}

impl<'k, 'a, 'q, S: Renaming + Conditions, R: Tracked, T: Store> Product<'k, 'a, 'q, S, R, T> {
    pub fn new(known: &'k mut OnTheFly<'a, S, R, T>, met: Met<'q>) -> Self {
        Product { known, met }
    }

    pub fn question(&self) -> &'q TemporalQuestion {
        self.met.question
    }

    pub fn fairness(&self) -> Fairness {
        self.met.question.fairness
    }

    pub fn len(&self) -> usize {
        self.met.nodes.len()
    }

    pub fn bytes(&self) -> usize {
        self.met.nodes.bytes() + self.met.labels.bytes()
    }

    fn places(&self) -> u32 {
        places(self.met.question)
    }

    pub fn vertex(&self, node: Node) -> StateIndex {
        self.met.nodes.pair(node).0
    }

    pub fn state(&self, node: Node) -> u32 {
        self.met.nodes.pair(node).1 / self.places()
    }

    /// The instance itself if instances are followed, otherwise its number among those that are
    /// asked about.
    fn followed(&self, node: Node) -> u32 {
        self.met.nodes.pair(node).1 % self.places()
    }

    fn instance(&self, node: Node) -> u32 {
        let followed = self.followed(node);
        match self.question().followed {
            Some(_) => followed,
            None => self.question().instances[followed as usize],
        }
    }

    fn place(&self, state: u32, followed: u32) -> u32 {
        state * self.places() + followed
    }

    /// Which instance an instance becomes, if instances are followed.
    fn instance_after(&self, instance: u32, renaming: u32) -> u32 {
        match self.met.first_instance {
            Some(first) => self.known.graph.image(first + instance, renaming) - first,
            None => instance,
        }
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
                let followed = match self.question().followed {
                    Some(_) => self.instance_after(instance, step.renaming),
                    None => number,
                };
                let place = self.place(0, followed);
                let node = self.met.nodes.insert((step.target, place));
                self.met.beginnings.push(Beginning {
                    firing,
                    instance,
                    node,
                });
            }
        }
        Ok(())
    }

    pub fn observer_state(&self, node: Node) -> &'q ObserverState {
        &self.question().observer.states[self.state(node) as usize]
    }

    /// Whether an edge of the observer leads to where a run is bad, however it goes on.
    pub fn ends(&self, node: Node, choice: u32) -> bool {
        let edge = &self.observer_state(node).edges[choice as usize];
        self.question().observer.states[edge.target].is_end
    }

    /// The edges of the observer that are open in a node, by number.
    pub fn choices(&mut self, node: Node, choices: &mut Vec<u32>) -> Result<(), Stop> {
        if self.question().evaluates_all {
            for atom in 0..self.question().atoms.len() {
                self.holds(self.vertex(node), self.instance(node), atom)?;
            }
        }
        for (number, edge) in (0..).zip(&self.observer_state(node).edges) {
            if self.is_open(node, &edge.guard)? {
                choices.push(number);
            }
        }
        Ok(())
    }

    fn is_open(&mut self, node: Node, guard: &Guard) -> Result<bool, Stop> {
        let (vertex, instance) = (self.vertex(node), self.instance(node));
        for atom in &guard.all {
            if !self.holds(vertex, instance, *atom)? {
                return Ok(false);
            }
        }
        for atom in &guard.none {
            if self.holds(vertex, instance, *atom)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes an atom known in a state, and says whether it holds there.
    fn holds(&mut self, vertex: StateIndex, instance: u32, atom: usize) -> Result<bool, Stop> {
        if let Some(holds) = self.met.labels.get(vertex, atom) {
            return Ok(holds);
        }
        let property = self.question().atoms[atom];
        let holds = self.known.holds(vertex, property, instance.into())?;
        self.met.labels.set(vertex, atom, holds);
        Ok(holds)
    }

    /// The edge of a node for an edge of the observer and a step.
    pub fn edge(&self, node: Node, choice: u32, number: u32) -> Edge {
        let chosen = &self.observer_state(node).edges[choice as usize];
        Edge {
            step: self.known.graph.step(self.vertex(node), number),
            marks: chosen.marks,
            state: chosen.target as u32,
        }
    }

    fn key(&self, from: Node, edge: &Edge) -> (StateIndex, u32) {
        let followed = self.instance_after(self.followed(from), edge.step.renaming);
        (edge.step.target, self.place(edge.state, followed))
    }

    /// Where an edge leads; a new node if it was not met before.
    pub fn target(&mut self, from: Node, edge: &Edge) -> Node {
        let key = self.key(from, edge);
        self.met.nodes.insert(key)
    }

    /// All edges of a node to nodes that were met, if its steps are known.
    pub fn known_edges(&mut self, node: Node) -> Result<Vec<(Node, Edge)>, Stop> {
        let vertex = self.vertex(node);
        if !self.known.graph.is_expanded(vertex) {
            return Ok(Vec::new());
        }
        let mut choices = Vec::new();
        self.choices(node, &mut choices)?;
        let mut edges = Vec::new();
        for choice in choices {
            for number in 0..self.step_count(vertex) {
                let edge = self.edge(node, choice, number);
                let target = self.met.nodes.find(self.key(node, &edge));
                edges.extend(target.map(|target| (target, edge)));
            }
        }
        Ok(edges)
    }
}
