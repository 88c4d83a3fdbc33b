//! A look into the depth: the product depth first, as far as a number of states goes whose steps
//! are not known yet. Levels come late to what is far from the beginning, such as how runs end; a
//! path comes there at once. What it expands is known to everybody afterwards, and where it went
//! bad components are looked for.
//!
//! The order is that of the steps, so that where it comes depends on the system alone.

use super::core::Core;
use super::product::{Node, Product};
use crate::checkpoint::{
    get_flag, get_option, get_u32, get_u64, put_flag, put_option, put_u32, put_u64,
};
use crate::graph::{Stop, Tracked};
use crate::store::{StateIndex, Store};
use rapidhash::fast::RandomState;
use std::collections::HashSet;
use std::io::{self, Read, Write};
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
    /// How many states it may still find now, where it was interrupted.
    left: Option<u64>,
    choices: Vec<u32>,
}

impl Probe {
    /// Whether it has to go on as far as it was told before.
    pub fn is_interrupted(&self) -> bool {
        self.left.is_some()
    }

    /// Goes on until the steps of so many states were found, or of as many as were left when it was
    /// interrupted.
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
        let mut left = self.left.take().unwrap_or(states);
        while self.end.is_none() && left > 0 {
            let Some(node) = self.pending.pop() else {
                return Ok(());
            };
            if self.met.insert(node) {
                match self.visit(product, core, node) {
                    Ok(is_new) => left -= u64::from(is_new),
                    Err(stop) => {
                        // It was not visited.
                        self.met.remove(&node);
                        self.pending.push(node);
                        self.left = Some(left);
                        return Err(stop);
                    }
                }
            }
        }
        Ok(())
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put_flag(to, self.has_begun)?;
        put_option(to, self.left)?;
        put_nodes(to, self.met.len(), self.met.iter())?;
        put_nodes(to, self.pending.len(), self.pending.iter())?;
        put_nodes(to, self.roots.len(), self.roots.iter())?;
        let end = self.end.iter();
        put_nodes(to, end.len(), end)
    }

    pub fn read(from: &mut impl Read) -> io::Result<Probe> {
        Ok(Probe {
            has_begun: get_flag(from)?,
            left: get_option(from)?,
            met: get_nodes(from)?.into_iter().collect(),
            pending: get_nodes(from)?,
            roots: get_nodes(from)?,
            end: get_nodes(from)?.pop(),
            choices: Vec::new(),
        })
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

fn put_nodes<'n>(
    to: &mut impl Write,
    count: usize,
    mut nodes: impl Iterator<Item = &'n Node>,
) -> io::Result<()> {
    put_u64(to, count as u64)?;
    nodes.try_for_each(|node| {
        put_u32(to, node.vertex.as_u32())?;
        put_u32(to, node.place)
    })
}

fn get_nodes(from: &mut impl Read) -> io::Result<Vec<Node>> {
    let count = get_u64(from)?;
    let nodes = (0..count).map(|_| {
        let vertex = StateIndex::from_u32(get_u32(from)?);
        let place = get_u32(from)?;
        Ok(Node { vertex, place })
    });
    nodes.collect()
}
