//! A look into the depth: the product depth first, as far as a number of states goes whose steps
//! are not known yet. Levels come late to what is far from the beginning, such as how runs end; a
//! path comes there at once. What it expands is known to everybody afterwards, and where it went
//! bad components are looked for.
//!
//! The order is that of the steps, so that where it comes depends on the system alone.

use super::core::Core;
use super::product::{Node, Product};
use crate::graph::{Stop, Tracked};
use crate::store::Store;
use rapidhash::fast::RandomState;
use std::collections::HashSet;
use weyl_system::{Conditions, Renaming};

#[derive(Default)]
pub(super) struct Probe {
    met: HashSet<Node, RandomState>,
    /// Nodes to visit, the next one last.
    pending: Vec<Node>,
    /// Those where circles may be.
    pub roots: Vec<Node>,
    /// Where the observer comes to its end.
    pub end: Option<Node>,
    has_begun: bool,
    choices: Vec<u32>,
}

impl Probe {
    /// Goes on until the steps of so many states were found.
    pub fn go_on<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        product: &mut Product<'_, '_, '_, S, R, T>,
        core: &Core,
        states: u64,
    ) -> Result<(), Stop> {
        if !std::mem::replace(&mut self.has_begun, true) {
            let beginnings = product.met.beginnings.iter().rev();
            self.pending.extend(beginnings.map(|one| one.node));
        }
        let mut left = states;
        while self.end.is_none() && left > 0 {
            let Some(node) = self.pending.pop() else {
                return Ok(());
            };
            if self.met.insert(node) {
                left -= u64::from(self.visit(product, core, node)?);
            }
        }
        Ok(())
    }

    /// Whether the steps of the state were not known.
    fn visit<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        product: &mut Product<'_, '_, '_, S, R, T>,
        core: &Core,
        node: Node,
    ) -> Result<bool, Stop> {
        let mut choices = std::mem::take(&mut self.choices);
        let known = match product.choices(node, &mut choices) {
            Ok(()) => true,
            // The levels come there, too.
            Err(Stop::NotEvaluable { .. }) => false,
            Err(stop) => return Err(stop),
        };
        let open = if known { &choices[..] } else { &[] };
        let met = &product.met;
        let ends = |choice: &u32| met.ends(node.place, *choice);
        if met.is_end(node.place) || open.iter().any(ends) {
            self.end = Some(node);
        }
        let mut is_new = false;
        if !open.is_empty() && self.end.is_none() {
            is_new = !product.known.graph.is_expanded(node.vertex);
            match product.known.expand(node.vertex) {
                Ok(()) => {}
                Err(stop @ Stop::Limit(_)) => return Err(stop),
                // Whoever expands levels comes there, too.
                Err(Stop::TableFull(_) | Stop::NotEvaluable { .. }) => {
                    self.choices = choices;
                    return Ok(true);
                }
            }
            if core.contains(node.place) {
                self.roots.push(node);
            }
            for choice in open.iter().rev() {
                for number in (0..product.step_count(node.vertex)).rev() {
                    let edge = product.edge(node, *choice, number);
                    self.pending.push(product.target(node, &edge));
                }
            }
        }
        self.choices = choices;
        Ok(is_new)
    }

    pub fn bytes(&self) -> usize {
        let nodes = self.pending.capacity() + self.roots.capacity() + 2 * self.met.capacity();
        nodes * size_of::<Node>()
    }
}
