//! What all workers of a search share.

use crate::found::{Evidence, Found};
use crate::watch::Watch;
use crate::ways::Ways;
use crate::{Order, Task};
use std::sync::Arc;
use weyl_ir::PropertyId;
use weyl_store::Quota;
use weyl_system::{
    Conditions, Deadlock, Fault, FaultKind, Question, TemporalQuestion, ViolationKind,
};

/// A property with the number of its instances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbered {
    pub property: PropertyId,
    pub instances: u64,
}

/// What is asked of every state, and where answers go.
#[derive(Debug)]
pub(crate) struct Scene<'a, T> {
    pub task: &'a Task,
    pub store: &'a T,
    pub quota: &'a Quota,
    pub watch: &'a Watch<'a>,
    /// Where parents are.
    pub ways: Arc<Ways>,
    pub packed_size: usize,
    pub invariants: Vec<Numbered>,
    pub covers: Vec<Numbered>,
    pub liveness: Vec<Asked>,
    pub deadlock: Deadlock,
    /// Questions about runs that single states answer, with their places in the task.
    pub bad_states: Vec<(usize, &'a TemporalQuestion)>,
}

/// A liveness property with the instances that are asked about.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub property: PropertyId,
    pub instances: Vec<u64>,
}

/// How a search ended.
#[derive(Debug)]
pub(crate) struct Searched {
    pub found: Found,
    pub depth: u64,
    /// Whether no stored state was left unexplored.
    pub is_exhausted: bool,
    /// Breadth first, how many levels were expanded when the last of it was found.
    pub levels_to_find: Option<u64>,
    /// Whether states were left unexplored because of their depth.
    pub is_cut_at_depth: bool,
}

/// Whether bad runs are those that come to a state that some edges of the observer allow: it waits
/// for such a state wherever it may be.
fn is_about_states(question: &TemporalQuestion) -> bool {
    question.followed.is_none() && question.observer.waits_for_a_state()
}

impl<'a, T> Scene<'a, T> {
    pub fn new(
        system: &impl Conditions,
        task: &'a Task,
        (store, quota): (&'a T, &'a Quota),
        ways: Ways,
        watch: &'a Watch<'a>,
    ) -> Scene<'a, T> {
        let mut scene = Scene {
            task,
            store,
            quota,
            watch,
            ways: Arc::new(ways),
            packed_size: system.packed_size(),
            invariants: Vec::new(),
            covers: Vec::new(),
            liveness: Vec::new(),
            deadlock: Deadlock::Off,
            bad_states: Vec::new(),
        };
        let numbered = |property: PropertyId| Numbered {
            property,
            instances: system.instances(property),
        };
        for (place, question) in task.questions.iter().enumerate() {
            match question {
                Question::Invariant(property) => scene.invariants.push(numbered(*property)),
                Question::Cover(property) => scene.covers.push(numbered(*property)),
                Question::Deadlock(mode) => scene.deadlock = *mode,
                Question::Liveness(question) => {
                    let all = || (0..system.instances(question.property)).collect();
                    scene.liveness.push(Asked {
                        property: question.property,
                        instances: question.instances.clone().unwrap_or_else(all),
                    });
                }
                Question::Temporal(question) if is_about_states(question) => {
                    scene.bad_states.push((place, question));
                }
                Question::Temporal(_)
                | Question::Branching(_)
                | Question::Assertions(_)
                | Question::Events(_)
                | Question::RunTimeErrors => {}
            }
        }
        scene
    }

    /// Whether all states must be looked at, if only until something is found.
    pub fn asks_about_states(&self) -> bool {
        self.task.asks_about_states() || !self.bad_states.is_empty()
    }

    /// Questions about runs that single states do not answer, with their places.
    pub fn other_runs(&self) -> impl Iterator<Item = (usize, &'a TemporalQuestion)> {
        let questions = self.task.questions.iter().enumerate();
        let runs = questions.filter_map(|(place, one)| Some((place, one.temporal()?)));
        runs.filter(|(_, one)| !is_about_states(one))
    }

    /// Whether all states are looked at for the sake of the graph: which steps may be left out is
    /// decided level by level.
    pub fn fills_graph(&self) -> bool {
        self.takes_parts() && self.needs_graph()
    }

    /// Whether a state may be expanded in part.
    pub fn takes_parts(&self) -> bool {
        self.task.parts && self.task.order == Order::BreadthFirst
    }

    /// Whether edges are kept for what comes after the search.
    pub fn needs_graph(&self) -> bool {
        let mut questions = self.task.questions.iter();
        !self.liveness.is_empty()
            || self.other_runs().next().is_some()
            || questions.any(|question| question.branching().is_some())
    }

    /// How many threads search, if states are looked at.
    pub fn threads(&self, looks_at_states: bool) -> usize {
        match self.task.order {
            Order::BreadthFirst if looks_at_states => self.task.threads.max(1),
            Order::BreadthFirst | Order::DepthFirst => 1,
        }
    }

    /// How many bits the label of a state has for liveness.
    pub fn liveness_instances(&self) -> usize {
        let instances = self.liveness.iter().map(|asked| asked.instances.len());
        instances.sum()
    }

    /// Whether somebody wants to know of a step that fails.
    pub fn concerns(&self, fault: &Fault) -> bool {
        let is_room = match &fault.kind {
            FaultKind::TableFull { table } => self.task.growing.contains(table),
            _ => false,
        };
        let mut questions = self.task.questions.iter();
        is_room || questions.any(|question| question.concerns(fault))
    }

    /// Whether a search for violations goes on after what was found: `open` questions about runs
    /// wait for it.
    pub fn goes_on(&self, found: &Found, open: usize) -> bool {
        if self.task.keep_going {
            return found.full_table(&self.task.growing).is_none();
        }
        let mut seen = found.sightings.iter().map(|seen| &seen.evidence);
        if seen.any(|evidence| self.is_about_all_states(evidence)) {
            return false;
        }
        let mut bad_states = self.bad_states.iter();
        self.task.asks_about_states()
            || open > 0
            || bad_states.any(|(question, _)| !self.is_answered(found, *question))
    }

    /// Whether evidence answers a question about all states rather than one about runs alone.
    fn is_about_all_states(&self, evidence: &Evidence) -> bool {
        match evidence {
            Evidence::BadPrefix { .. } => false,
            Evidence::Violation(ViolationKind::StateFault { property, .. }) => {
                let questions = self.task.questions.iter();
                let mut of_states = questions.filter(|question| question.temporal().is_none());
                of_states.any(|question| question.properties().contains(property))
            }
            Evidence::Violation(_) => true,
        }
    }

    /// Whether a question that single states answer is answered by what was found.
    fn is_answered(&self, found: &Found, question: usize) -> bool {
        let atoms = self.task.questions[question].properties();
        let mut seen = found.sightings.iter();
        seen.any(|seen| match &seen.evidence {
            Evidence::BadPrefix { question: own, .. } => *own == question,
            Evidence::Violation(ViolationKind::StateFault { property, .. }) => {
                atoms.contains(property)
            }
            Evidence::Violation(_) => false,
        })
    }

    pub fn is_depth_limit(&self, depth: u64) -> bool {
        self.task.limits.depth.is_some_and(|limit| depth >= limit)
    }
}
