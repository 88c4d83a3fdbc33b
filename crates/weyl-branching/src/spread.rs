//! Fixpoints that do not alternate, by a work list (A. Arnold and P. Crubillé, *A linear algorithm
//! to solve fixed-point equations on transition systems*, 1988; H. Andersen, *Model checking and
//! boolean graphs*, 1994).
//!
//! Least ones begin with false everywhere, and true spreads from the leaves; greatest ones with
//! true, and false spreads. Each step is looked at once for each modality.

use crate::block::{Block, Node};
use crate::graph::{Graph, Predecessors, steps};
use crate::states::StateSet;
use std::rc::Rc;
use weyl_temporal::branching::Steps;

/// Whether a modality speaks of a step with an action.
pub(crate) fn sees(graph: &impl Graph, wanted: Steps, action: Option<u32>) -> bool {
    match wanted {
        Steps::All => true,
        Steps::Of(set) => action.is_some_and(|action| graph.belongs(action, set)),
    }
}

struct Spread<'s, G> {
    graph: &'s G,
    block: &'s Block,
    predecessors: &'s Predecessors,
    /// What spreads.
    value: bool,
    /// Where each node has that value.
    reached: Vec<StateSet>,
    /// For modalities that want all steps, how many are left; empty for other nodes.
    left: Vec<Vec<u32>>,
    pending: Vec<(usize, u32)>,
}

/// Where a block holds in which no fixpoints alternate.
pub(crate) fn solve(
    graph: &impl Graph,
    predecessors: &Predecessors,
    block: &Block,
    leaves: &[Rc<StateSet>],
) -> StateSet {
    let count = graph.state_count();
    let mut spread = Spread {
        graph,
        block,
        predecessors,
        value: !block.has_greatest,
        reached: vec![StateSet::none(count); block.nodes.len()],
        left: vec![Vec::new(); block.nodes.len()],
        pending: Vec::new(),
    };
    spread.begin(leaves);
    let parents = parents(block);
    while let Some((node, state)) = spread.pending.pop() {
        weyl_budget::go_on();
        for parent in &parents[node] {
            spread.inform(*parent, state);
        }
    }
    let whole = spread.reached.swap_remove(0);
    if spread.value {
        whole
    } else {
        whole.complement()
    }
}

/// The nodes that look at each node.
fn parents(block: &Block) -> Vec<Vec<usize>> {
    let mut parents = vec![Vec::new(); block.nodes.len()];
    for (at, node) in block.nodes.iter().enumerate() {
        match node {
            Node::Leaf(_) => {}
            Node::And(one, other) | Node::Or(one, other) => {
                parents[*one].push(at);
                if other != one {
                    parents[*other].push(at);
                }
            }
            Node::Can(_, then) | Node::Must(_, then) => parents[*then].push(at),
            Node::Fixpoint { body, .. } => parents[*body].push(at),
        }
    }
    parents
}

impl<G: Graph> Spread<'_, G> {
    fn begin(&mut self, leaves: &[Rc<StateSet>]) {
        for (at, node) in self.block.nodes.iter().enumerate() {
            match node {
                Node::Leaf(number) => {
                    let leaf = (*leaves[*number]).clone();
                    let from = if self.value { leaf } else { leaf.complement() };
                    for state in from.iter() {
                        weyl_budget::go_on();
                        self.reach(at, state);
                    }
                }
                Node::Can(wanted, _) if !self.value => self.count(at, *wanted),
                Node::Must(wanted, _) if self.value => self.count(at, *wanted),
                Node::Can(..)
                | Node::Must(..)
                | Node::And(..)
                | Node::Or(..)
                | Node::Fixpoint { .. } => {}
            }
        }
    }

    fn count(&mut self, at: usize, wanted: Steps) {
        self.left[at] = vec![0; self.graph.state_count()];
        for state in 0..self.graph.state_count() as u32 {
            weyl_budget::go_on();
            let seen =
                steps(self.graph, state).filter(|step| sees(self.graph, wanted, step.action));
            let seen = seen.count() as u32;
            self.left[at][state as usize] = seen;
            if seen == 0 {
                self.reach(at, state);
            }
        }
    }

    fn reach(&mut self, node: usize, state: u32) {
        if self.reached[node].insert(state) {
            self.pending.push((node, state));
        }
    }

    /// Something that a node looks at has the value in a state.
    fn inform(&mut self, node: usize, state: u32) {
        match self.block.nodes[node] {
            Node::Leaf(_) => {}
            Node::Fixpoint { .. } => self.reach(node, state),
            Node::And(one, other) if self.value => self.inform_both(node, one, other, state),
            Node::Or(one, other) if !self.value => self.inform_both(node, one, other, state),
            Node::And(..) | Node::Or(..) => self.reach(node, state),
            Node::Can(wanted, _) | Node::Must(wanted, _) => {
                self.inform_sources(node, wanted, state)
            }
        }
    }

    fn inform_both(&mut self, node: usize, one: usize, other: usize, state: u32) {
        if self.reached[one].contains(state) && self.reached[other].contains(state) {
            self.reach(node, state);
        }
    }

    fn inform_sources(&mut self, node: usize, wanted: Steps, state: u32) {
        let (predecessors, graph) = (self.predecessors, self.graph);
        match wanted {
            Steps::All => {
                for source in predecessors.of(state) {
                    self.inform_source(node, source);
                }
            }
            Steps::Of(_) => {
                for (source, action) in predecessors.with_actions(state) {
                    if sees(graph, wanted, action) {
                        self.inform_source(node, source);
                    }
                }
            }
        }
    }

    fn inform_source(&mut self, node: usize, source: u32) {
        if let Some(left) = self.left[node].get_mut(source as usize) {
            *left -= 1;
            if *left > 0 {
                return;
            }
        }
        self.reach(node, source);
    }
}
