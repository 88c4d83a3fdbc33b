//! What is asked of an exploration, and what it answers.

use crate::TemporalVerdict;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use weyl_ir::{PropertyId, Table};
use weyl_system::{Fault, Firing};

/// When a state counts as a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadlock {
    Off,
    /// No rule is enabled (see [`is_deadlock`](crate::is_deadlock) for steps that lead nowhere).
    Stuck,
    /// No step leads to another state.
    Stuttering,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    BreadthFirst,
    DepthFirst,
}

/// What is kept of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storing {
    /// All of it.
    #[default]
    Exact,
    /// A fingerprint of 64 bits: states may be left out. The graph is not known afterwards, so that neither
    /// liveness can be asked about nor the graph itself.
    Compact,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub states: Option<u64>,
    /// Bytes of table, states, parents and edges.
    pub memory: Option<u64>,
    pub time: Option<Duration>,
    /// Steps from an initial state.
    pub depth: Option<u64>,
}

/// Which limit ended a search before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    States,
    Memory,
    Time,
    Depth,
    /// The user asked to stop.
    Interrupted,
}

/// Counters that a progress line may read while the search runs, and the switch that stops it.
#[derive(Debug, Default)]
pub struct Progress {
    pub states: AtomicU64,
    pub transitions: AtomicU64,
    pub frontier: AtomicU64,
    pub depth: AtomicU64,
    pub bytes: AtomicU64,
    pub stop: AtomicBool,
}

impl Progress {
    /// Before a search begins again from nothing.
    pub fn restart(&self) {
        for counter in [
            &self.states,
            &self.transitions,
            &self.frontier,
            &self.depth,
            &self.bytes,
        ] {
            counter.store(0, Ordering::Relaxed);
        }
    }
}

/// Which instances of a liveness property are asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivenessQuestion {
    pub property: PropertyId,
    /// `None`: all of them.
    pub instances: Option<Vec<u64>>,
}

impl LivenessQuestion {
    pub fn about_all(property: PropertyId) -> LivenessQuestion {
        LivenessQuestion {
            property,
            instances: None,
        }
    }

    /// The instance that a result belongs to, by the number of the result.
    pub fn instance(&self, number: usize) -> u64 {
        let listed = self.instances.as_ref().and_then(|all| all.get(number));
        listed.copied().unwrap_or(number as u64)
    }
}

#[derive(Clone, Debug)]
pub struct Task {
    pub invariants: Vec<PropertyId>,
    pub covers: Vec<PropertyId>,
    pub liveness: Vec<LivenessQuestion>,
    pub deadlock: Deadlock,
    /// Explore everything and report every distinct violation.
    pub keep_going: bool,
    /// End all the same where one of these tables is full: the system can be made anew with a larger one.
    pub growing: Vec<Table>,
    pub order: Order,
    pub storing: Storing,
    pub threads: usize,
    pub limits: Limits,
    /// Keep the whole graph in the answer (for small systems).
    pub graph: bool,
}

/// A path from an initial rule: the firings in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub start: Firing,
    pub steps: Vec<Firing>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    Invariant {
        property: PropertyId,
        instance: u64,
    },
    /// The last firing of the run fails.
    Fault(Box<Fault>),
    /// A property or a guard can't be evaluated in the last state of the run.
    StateFault {
        property: PropertyId,
        fault: Box<Fault>,
    },
    Deadlock,
}

impl ViolationKind {
    /// The fault of a firing that fails.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            ViolationKind::Fault(fault) => Some(fault),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub kind: ViolationKind,
    pub run: Run,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LivenessResult {
    Holds,
    /// From the last state of the run no state that satisfies the property can be reached.
    Violated(Run),
    /// The search ended before the whole graph was known.
    Unknown,
}

/// One edge of a stored graph, states by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphEdge {
    pub from: u32,
    pub to: u32,
    pub firing: Firing,
}

#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Working states.
    pub states: Vec<Vec<u8>>,
    pub initial: Vec<u32>,
    pub edges: Vec<GraphEdge>,
}

#[derive(Clone, Debug)]
pub struct Exploration {
    pub states: u64,
    /// Firings from stored states, those into excluded states included; failed ones and initial rules
    /// are not counted.
    pub transitions: u64,
    /// Steps to the farthest stored state.
    pub depth: u64,
    /// `None` if the search is complete, or ended at a violation. A limit may also be reached after a
    /// complete search, while liveness is decided.
    pub limit: Option<LimitKind>,
    /// Whether every reachable state was explored.
    pub complete: bool,
    /// Where all states that the search knew were explored, but some may have been left out: how probable
    /// that is.
    pub omission: Option<f64>,
    pub violations: Vec<Violation>,
    /// For each of `Task::covers`: a run to a state that satisfies some instance.
    pub covers: Vec<Option<Run>>,
    /// For each of `Task::liveness`: one result for each instance that was asked about.
    pub liveness: Vec<Vec<LivenessResult>>,
    /// Where a temporal property was asked about: what came of it, and how many states its product had.
    pub temporal: Option<(TemporalVerdict, u64)>,
    /// Whether each rule (by number) fired at least once.
    pub fired: Vec<bool>,
    /// Peak of table, states and parents.
    pub bytes: u64,
    pub graph: Option<Graph>,
}

impl Exploration {
    /// Whether every state that the search knew was explored: all there are, but for what a store may leave out.
    pub fn is_exhausted(&self) -> bool {
        self.complete || self.omission.is_some()
    }

    /// For questions that were not asked because of how an earlier exploration ended.
    pub fn not_begun(liveness: &[LivenessQuestion], ended: &Exploration) -> Exploration {
        let unknown = |question: &LivenessQuestion| {
            let asked = question.instances.as_ref().map_or(0, Vec::len);
            vec![LivenessResult::Unknown; asked]
        };
        Exploration {
            states: 0,
            transitions: 0,
            depth: 0,
            limit: ended.limit,
            complete: false,
            omission: None,
            violations: Vec::new(),
            covers: Vec::new(),
            liveness: liveness.iter().map(unknown).collect(),
            temporal: None,
            fired: Vec::new(),
            bytes: 0,
            graph: None,
        }
    }
}
