//! One question about runs, and its answer, as tests like to have them.

use weyl_explore::{
    Exploration, LimitKind, Limits, Order, Parents, Progress, Storing, Task, Tracked,
};
use weyl_ir::{PropertyId, Table};
use weyl_system::{
    Conditions, Fairness, Finding, LassoRun, Question, Renaming, Repeats, Run, TemporalQuestion,
    ViolationKind,
};
use weyl_temporal::Observer;

#[derive(Clone, Debug)]
pub struct TemporalTask {
    pub observer: Observer,
    pub atoms: Vec<PropertyId>,
    pub instances: Vec<u32>,
    pub tracked_instances: Option<u32>,
    pub evaluates_all: bool,
    pub repeats: Repeats,
    pub fairness: Fairness,
    pub growing: Vec<Table>,
    pub limits: Limits,
    pub threads: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemporalVerdict {
    Holds,
    Violated(LassoRun),
    Unknown,
}

#[derive(Clone, Debug)]
pub struct TemporalExploration {
    pub verdict: TemporalVerdict,
    pub states: u64,
    /// Those of the system where no product was needed.
    pub product_states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub limit: Option<LimitKind>,
    /// An atom that makes no sense in some state.
    pub failure: Option<(ViolationKind, Run)>,
    pub full_table: Option<Table>,
}

impl TemporalTask {
    pub fn question(&self, number: usize) -> TemporalQuestion {
        TemporalQuestion {
            number,
            observer: self.observer.clone(),
            atoms: self.atoms.clone(),
            instances: self.instances.clone(),
            followed: self.tracked_instances,
            stands_for: 1,
            evaluates_all: self.evaluates_all,
            repeats: self.repeats,
            fairness: self.fairness,
        }
    }

    /// Some questions at once.
    pub fn task(&self, questions: Vec<Question>, order: Order, threads: usize) -> Task {
        Task {
            questions,
            keep_going: false,
            growing: self.growing.clone(),
            order,
            storing: Storing::Exact,
            parents: Parents::Memory,
            threads,
            limits: self.limits,
            process_memory: None,
            graph: false,
            parts: false,
            spill: None,
            checkpoints: None,
        }
    }
}

/// The answer to one of the questions.
pub fn answer(explored: &Exploration, place: usize) -> TemporalExploration {
    let (verdict, failure) = match explored.findings[place].clone() {
        Finding::Holds => (TemporalVerdict::Holds, None),
        Finding::Bad(run) => (TemporalVerdict::Violated(run), None),
        Finding::Unknown => (TemporalVerdict::Unknown, None),
        Finding::Violations(violations) => {
            let [violation] = <[_; 1]>::try_from(violations).expect("one violation");
            let failure = Some((violation.kind, violation.run));
            (TemporalVerdict::Unknown, failure)
        }
        other => panic!("{other:?} is no answer"),
    };
    TemporalExploration {
        verdict,
        failure,
        states: explored.states,
        product_states: match explored.product_states[place] {
            0 => explored.states,
            states => states,
        },
        transitions: explored.transitions,
        depth: explored.depth,
        limit: explored.limit,
        full_table: explored.full_table,
    }
}

pub fn explore_temporal<S: Renaming + Conditions, R: Tracked>(
    system: &S,
    rules: usize,
    task: &TemporalTask,
    tracked: R,
    progress: &Progress,
) -> TemporalExploration {
    let questions = vec![Question::Temporal(task.question(0))];
    let whole = task.task(questions, Order::BreadthFirst, task.threads);
    let explored = weyl_explore::explore(system, rules, &whole, tracked, progress);
    answer(&explored, 0)
}
