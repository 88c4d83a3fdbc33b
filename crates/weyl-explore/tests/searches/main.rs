//! The searches against a slow one, on systems of a few states and on random ones, with and without
//! limits.

mod ask;
#[path = "../common/dice.rs"]
mod dice;
mod explicit;
mod fingerprints;
mod grid;
mod limits;
mod oracle;
mod parents;
mod random;
mod random_systems;
mod same_runs;
mod small_systems;
mod trees;

use crate::ask::{Exploration, Task, explore};
use weyl_explore::{Limits, Order, Parents, Progress, Storing};
use weyl_ir::PropertyId;
use weyl_system::Deadlock;
use weyl_system::{Concrete, Conditions};

/// Nothing is checked, one thread, no limits.
fn task() -> Task {
    Task {
        invariants: Vec::new(),
        covers: Vec::new(),
        liveness: Vec::new(),
        deadlock: Deadlock::Off,
        keep_going: false,
        growing: Vec::new(),
        order: Order::BreadthFirst,
        storing: Storing::Exact,
        parents: Parents::Memory,
        threads: 1,
        limits: Limits::default(),
        graph: false,
    }
}

fn property(number: u32) -> PropertyId {
    PropertyId::from_u32(number)
}

fn run<S: Conditions + Concrete>(system: &S, task: &Task) -> Exploration {
    explore(system, 4, task, &Progress::default())
}
