//! Random Murphi and Promela programs for differential tests.
//!
//! A program is a pure function of its seed. It is well typed, every loop and every recursion in it
//! is bounded, and its state space is small. Programs are generated as syntax trees and printed
//! afterwards, so that a failing one can be shrunk.

mod bare;
mod beginnings;
mod beside;
mod branching;
mod counting;
mod dice;
mod families;
mod generate;
mod layers;
mod observe;
mod orders;
mod print;
mod promela;
mod shrink;
mod syntax;
mod temporal;
mod topology;
mod twins;
mod walk;
mod wirings;
mod work;

pub use beginnings::promela_beginnings;
pub use beside::{Beside, murphi_beside, promela_beside};
pub use branching::{ctl_formula, mu_formula};
pub use counting::promela_counting;
pub use families::promela_families;
pub use generate::{MurphiOptions, murphi};
pub use layers::{murphi_layers, promela_layers};
pub use observe::Atoms;
pub use orders::promela_orders;
pub use promela::{PromelaOptions, PromelaProgram, promela, shrink_promela};
pub use shrink::shrink;
pub use temporal::{formula, never_claim};
pub use topology::{Graph, Topology, murphi_topology, promela_topology};
pub use twins::murphi_twins;
pub use wirings::promela_wirings;
pub use work::{Work, promela_work};

/// A generated program: its text, and the tree that the shrinker works on.
#[derive(Clone, Debug)]
pub struct Program {
    pub seed: u64,
    pub text: String,
    model: syntax::Model,
}

impl Program {
    fn new(seed: u64, model: syntax::Model) -> Program {
        Program {
            seed,
            text: print::print(&model),
            model,
        }
    }
}
