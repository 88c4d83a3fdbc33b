//! Searches over a transition system: breadth first in parallel, depth first, with limits.
//!
//! This crate sees states as bytes and properties as numbers; it knows no language.

mod account;
mod breadth_first;
mod deadlock;
mod depth_first;
mod found;
mod front;
mod graph;
mod inspect;
mod liveness;
mod pending;
mod rows;
mod scene;
mod search;
mod store;
mod task;
mod temporal;
mod trace_back;
mod watch;
mod worker;

pub use deadlock::is_deadlock;
pub use search::explore;
pub use store::{Fingerprint, fingerprint};
pub use task::{
    Deadlock, Exploration, Graph, GraphEdge, LimitKind, Limits, LivenessQuestion, LivenessResult,
    Order, Progress, Run, Storing, Task, Violation, ViolationKind,
};
pub use temporal::{
    Fairness, LassoRun, TemporalExploration, TemporalTask, TemporalVerdict, Tracked,
    explore_temporal,
};
