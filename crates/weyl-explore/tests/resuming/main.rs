//! Explorations that are interrupted and go on, against those that nobody disturbs: everything that
//! they answer is the same, wherever the interruption was and whatever the number of threads before
//! and after it.

mod damage;
mod depot;
#[path = "../common/dice.rs"]
mod dice;
#[path = "../searches/explicit.rs"]
#[allow(dead_code, reason = "what another test asks for")]
mod explicit;
mod limits;
#[path = "../spilling/parting.rs"]
#[allow(dead_code, reason = "what another test asks for")]
mod parting;
#[path = "../searches/random.rs"]
#[allow(dead_code, reason = "what another test asks for")]
mod random;
mod states;

use crate::depot::{Files, Memory};
use std::sync::Arc;
use std::time::Duration;
use weyl_explore::{
    Checkpoints, Exploration, Header, Limits, Order, Parents, Progress, Saving, Storing, Task,
    Unresumable, explore,
};
use weyl_ir::PropertyId;
use weyl_system::{Concrete, Conditions, Finding, Question, Run, Unreduced};

fn property(number: u32) -> PropertyId {
    PropertyId::from_u32(number)
}

fn task(questions: Vec<Question>) -> Task {
    Task {
        questions,
        keep_going: false,
        growing: Vec::new(),
        order: Order::BreadthFirst,
        storing: Storing::Exact,
        parents: Parents::Memory,
        threads: 1,
        limits: Limits::default(),
        process_memory: None,
        graph: false,
        parts: false,
        spill: None,
        checkpoints: None,
    }
}

fn search(system: &(impl Conditions + Concrete), task: &Task) -> Exploration {
    let system = Unreduced::new(system.clone());
    explore(&system, 4, task, (), &Progress::default())
}

/// A run with checkpoints as often as there can be some, or at its end alone.
fn begin(task: &Task, depot: &Arc<Memory>, every: Duration) -> Task {
    let header = Header::default();
    let checkpoints = Checkpoints::begin(depot.clone(), every, header, 7).unwrap();
    saving(task, checkpoints)
}

fn saving(task: &Task, checkpoints: Checkpoints) -> Task {
    Task {
        checkpoints: Some(Saving {
            checkpoints: Arc::new(checkpoints),
            facts: Vec::new(),
        }),
        ..task.clone()
    }
}

const NEVER: Duration = Duration::from_secs(10_000);

/// Goes on with what some files say.
fn go_on(
    system: &(impl Conditions + Concrete),
    task: &Task,
    files: &Files,
    every: Duration,
) -> Result<(Exploration, Arc<Checkpoints>), Unresumable> {
    let depot = Arc::new(Memory::with(files.clone()));
    go_on_in(system, task, &depot, every)
}

fn go_on_in(
    system: &(impl Conditions + Concrete),
    task: &Task,
    depot: &Arc<Memory>,
    every: Duration,
) -> Result<(Exploration, Arc<Checkpoints>), Unresumable> {
    let task = saving(task, Checkpoints::resume(depot.clone(), every)?);
    let explored = search(system, &task);
    let checkpoints = task.checkpoints.unwrap().checkpoints;
    match checkpoints.refusal() {
        Some(why) => Err(why),
        None => Ok((explored, checkpoints)),
    }
}

fn lengths(findings: &[Finding]) -> Vec<Vec<usize>> {
    let length = |run: &Run| run.steps.len();
    let lengths = findings.iter().map(|finding| match finding {
        Finding::Violations(all) => all.iter().map(|one| length(&one.run)).collect(),
        Finding::Reached(run) | Finding::Lost { run, .. } => vec![length(run)],
        Finding::Bad(run) => vec![run.steps.len(), run.back.unwrap_or(0)],
        Finding::Fails(run) => vec![length(run)],
        Finding::Decided(decision) => {
            let shown = decision.shown.iter();
            shown.map(|shown| shown.run.steps.len()).collect()
        }
        Finding::Holds
        | Finding::Unreachable
        | Finding::Settled
        | Finding::TooLarge
        | Finding::Unknown => Vec::new(),
    });
    lengths.collect()
}

/// `same_runs`: where parents do not depend on who comes first.
fn assert_same(plain: &Exploration, resumed: &Exploration, same_runs: bool) {
    let counts = |one: &Exploration| (one.states, one.transitions, one.depth, one.limit);
    assert_eq!(counts(resumed), counts(plain));
    assert_eq!(resumed.fired, plain.fired);
    assert_eq!(resumed.parts, plain.parts);
    assert_eq!(resumed.product_states, plain.product_states);
    assert_eq!(lengths(&resumed.findings), lengths(&plain.findings));
    let kinds =
        |one: &Exploration| -> Vec<_> { one.findings.iter().map(std::mem::discriminant).collect() };
    assert_eq!(kinds(resumed), kinds(plain));
    if same_runs {
        assert_eq!(resumed.findings, plain.findings);
    }
    assert_eq!(
        (resumed.complete, resumed.has_seen_all_states),
        (plain.complete, plain.has_seen_all_states)
    );
}
