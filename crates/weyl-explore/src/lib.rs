//! Searches over a transition system: breadth first in parallel, depth first, with limits.
//!
//! This crate sees states as bytes and properties as numbers; it knows no language.

mod account;
mod ahead;
mod beside;
mod branching;
mod breadth_first;
mod checkpoint;
mod claims;
mod deadlock;
mod depth_first;
mod drawing;
mod earlier;
mod findings;
mod found;
mod front;
mod graph;
mod inspect;
mod liveness;
mod pending;
mod phase;
mod rows;
mod sample;
mod scene;
mod search;
mod spill;
mod store;
mod task;
mod temporal;
mod trace_back;
mod trials;
mod watch;
mod ways;
mod worker;

pub use checkpoint::{Checkpoints, Depot, DepotFile, Fact, Header, Kept, Unresumable, digest};
pub use deadlock::is_deadlock;
pub use graph::Tracked;
pub use phase::Phase;
pub use search::{explore, explore_in};
pub use spill::{Scratch, ScratchFile};
pub use store::{
    Arriving, BitStore, CompactStore, Coverage, Doubt, ExactStore, Fingerprint, Inserted,
    StateIndex, Store, StoreWriter, TreeStore, fingerprint,
};
pub use task::{
    Exploration, Graph, GraphEdge, LimitKind, Limits, Order, Parts, Progress, Saving, Spilled,
    Storing, Task,
};
pub use ways::{ParentFile, Parents};
