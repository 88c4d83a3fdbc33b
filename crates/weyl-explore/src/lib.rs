//! Searches over a transition system: breadth first in parallel, depth first, with limits.
//!
//! This crate sees states as bytes and properties as numbers; it knows no language.

mod breadth_first;
mod budget;
mod deadlock;
mod depth_first;
mod found;
mod graph;
mod inspect;
mod liveness;
mod rows;
mod scene;
mod search;
mod sharded_store;
mod store;
mod task;
mod trace_back;
mod watch;
mod worker;

pub use budget::Budget;
pub use deadlock::is_deadlock;
pub use search::explore;
pub use sharded_store::ShardedStore;
pub use store::{Inserted, Origin, StateIndex, Store};
pub use task::{
    Deadlock, Exploration, Graph, GraphEdge, LimitKind, Limits, LivenessQuestion, LivenessResult,
    Order, Progress, Run, Task, Violation, ViolationKind,
};
