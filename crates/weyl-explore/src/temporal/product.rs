//! States of the product: a state of the system, a state of the observer, and the instance that is followed.

use super::known::{Known, Step, Stop, Vertex};
use super::nodes::Nodes;
use super::{TemporalTask, Tracked};
use weyl_system::{Conditions, Firing, Renaming};
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

pub(super) struct Product<'a, S, R> {
    pub known: Known<'a, S, R>,
    pub task: &'a TemporalTask,
    /// A vertex and a place: state of the observer times instances, plus the instance that is followed.
    nodes: Nodes,
    pub beginnings: Vec<Beginning>,
    pub deepest: u64,
}

/// How many places there are for each state of the observer.
fn places(task: &TemporalTask) -> u32 {
    let asked = task.instances.len() as u32;
    task.tracked_instances.unwrap_or(asked)
}

impl<'a, S: Renaming + Conditions, R: Tracked> Product<'a, S, R> {
    pub fn new(known: Known<'a, S, R>, task: &'a TemporalTask) -> Product<'a, S, R> {
        Product {
            known,
            task,
            nodes: Nodes::new(places(task).saturating_mul(task.observer.states.len() as u32)),
            beginnings: Vec::new(),
            deepest: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn bytes(&self) -> usize {
        self.nodes.bytes()
    }

    /// How many places there are for each state of the observer: one for each instance that a run may be about.
    fn places(&self) -> u32 {
        places(self.task)
    }

    pub fn vertex(&self, node: Node) -> Vertex {
        self.nodes.pair(node).0
    }

    pub fn state(&self, node: Node) -> u32 {
        self.nodes.pair(node).1 / self.places()
    }

    /// The instance itself if instances are followed, otherwise its number among those that are asked about.
    fn followed(&self, node: Node) -> u32 {
        self.nodes.pair(node).1 % self.places()
    }

    fn instance(&self, node: Node) -> u32 {
        let followed = self.followed(node);
        match self.task.tracked_instances {
            Some(_) => followed,
            None => self.task.instances[followed as usize],
        }
    }

    fn place(&self, state: u32, followed: u32) -> u32 {
        state * self.places() + followed
    }

    /// Finds all ways to begin.
    pub fn begin(&mut self) -> Result<(), Stop> {
        for (firing, step) in self.known.initial()? {
            for (number, &instance) in (0..).zip(&self.task.instances) {
                let followed = match self.task.tracked_instances {
                    Some(_) => self.known.instance_after(instance, step.renaming),
                    None => number,
                };
                let place = self.place(0, followed);
                let node = self.nodes.insert((step.target, place));
                self.beginnings.push(Beginning {
                    firing,
                    instance,
                    node,
                });
            }
        }
        Ok(())
    }

    pub fn observer_state(&self, node: Node) -> &'a ObserverState {
        &self.task.observer.states[self.state(node) as usize]
    }

    /// The edges of the observer that are open in a node, by number.
    pub fn choices(&mut self, node: Node, choices: &mut Vec<u32>) -> Result<(), Stop> {
        if self.task.evaluates_all {
            for atom in 0..self.task.atoms.len() {
                self.known
                    .holds(self.vertex(node), self.instance(node), atom)?;
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
            if !self.known.holds(vertex, instance, *atom)? {
                return Ok(false);
            }
        }
        for atom in &guard.none {
            if self.known.holds(vertex, instance, *atom)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The edge of a node for an edge of the observer and a step.
    pub fn edge(&self, node: Node, choice: u32, number: u32) -> Edge {
        let chosen = &self.observer_state(node).edges[choice as usize];
        Edge {
            step: self.known.step(self.vertex(node), number),
            marks: chosen.marks,
            state: chosen.target as u32,
        }
    }

    fn key(&self, from: Node, edge: &Edge) -> (Vertex, u32) {
        let followed = self.followed(from);
        let followed = self.known.instance_after(followed, edge.step.renaming);
        (edge.step.target, self.place(edge.state, followed))
    }

    /// Where an edge leads; a new node if it was not met before.
    pub fn target(&mut self, from: Node, edge: &Edge) -> Node {
        let key = self.key(from, edge);
        self.nodes.insert(key)
    }

    /// All edges of a node to nodes that were met, if its steps are known.
    pub fn known_edges(&mut self, node: Node) -> Result<Vec<(Node, Edge)>, Stop> {
        let vertex = self.vertex(node);
        if !self.known.is_expanded(vertex) {
            return Ok(Vec::new());
        }
        let mut choices = Vec::new();
        self.choices(node, &mut choices)?;
        let mut edges = Vec::new();
        for choice in choices {
            for number in 0..self.known.step_count(vertex) {
                let edge = self.edge(node, choice, number);
                let target = self.nodes.find(self.key(node, &edge));
                edges.extend(target.map(|target| (target, edge)));
            }
        }
        Ok(edges)
    }
}
