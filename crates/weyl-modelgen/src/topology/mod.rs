//! Models whose symmetry is known: one process (or array element) for each node of a small graph,
//! which are neighbours where the graph says so, written in one of several styles. One thing may
//! tell a node from the others; then its colour does.

mod graph;
mod murphi;
mod promela;

use crate::dice::Dice;
pub use graph::Graph;

/// A model, and the graph whose automorphisms are all that the symmetries of the model may do to
/// its nodes.
#[derive(Clone, Debug)]
pub struct Topology {
    pub text: String,
    pub graph: Graph,
    /// Whether every automorphism of the graph comes from a symmetry that can be found.
    pub is_exact: bool,
    /// Conditions on single nodes, and on all of them.
    pub atoms: Vec<String>,
}

impl Topology {
    /// Conditions on the values of all nodes.
    fn about_all(nodes: impl Iterator<Item = usize> + Clone, equals: &str) -> Vec<String> {
        let tests = |value: u8| {
            nodes
                .clone()
                .map(move |node| format!("x[{node}] {equals} {value}"))
        };
        let [ones, twos] = [1, 2].map(|value| tests(value).collect::<Vec<_>>());
        vec![ones.join(" || "), twos.join(" && ")]
    }
}

/// A Promela model, with a process for each node.
pub fn promela_topology(seed: u64) -> Topology {
    let mut dice = Dice::new(seed);
    let graph = Graph::random(&mut dice);
    promela::Writer::new(dice, graph).write()
}

/// A Murphi model, with an element of an array `x` for each node.
pub fn murphi_topology(seed: u64) -> Topology {
    let mut dice = Dice::new(seed);
    let graph = Graph::random(&mut dice);
    murphi::write(&mut dice, graph)
}
