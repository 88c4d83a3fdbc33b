//! The capacity that the first states of a model need.
//!
//! What a state has room for costs bits in every state, needed or not. Most models create their
//! processes and channels at the beginning: a look at the first states, with one process or channel
//! more each time, finds the least room that they need. What is created later makes the real search
//! start over with twice the room.

use crate::Request;
use crate::failure::Failure;
use crate::reading::Read;
use crate::reading::growth::one_more;
use weyl_explore::{
    Exploration, LimitKind, Limits, Order, Parents, Progress, Storing, Task, explore,
};
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{Capacity, Model, Stmt, StmtKind, Table};
use weyl_symmetry::{foreseen_processes, static_processes};
use weyl_system::{Interpreter, Program, Unreduced};

/// States that are looked at, and how few of them where states are large.
const STATES: u64 = 1_000;
const FEWEST_STATES: u64 = 30;

/// How much they may take together.
const BYTES: u64 = 5_000_000;

pub(crate) fn capacity(
    read: &Read<'_>,
    request: &Request,
    progress: &Progress,
) -> Result<Capacity, Failure> {
    needed(read, request.limits, progress)
}

/// The same, where nothing but the room in a state is of interest.
pub(crate) fn needed(
    read: &Read<'_>,
    limits: Limits,
    progress: &Progress,
) -> Result<Capacity, Failure> {
    // What has no capacity to choose never asks for more.
    if !read.depends_on_capacity() {
        return Ok(Capacity::MOST);
    }
    let mut capacity = Capacity::LEAST;
    loop {
        let loaded = read.load(capacity)?;
        let rehearsed = rehearse(&loaded.program, capacity, limits, progress);
        let Some(table) = rehearsed.full_table else {
            let is_cut = rehearsed.limit == Some(LimitKind::States);
            return foreseen(read, capacity, &loaded.program.model, is_cut);
        };
        match one_more(capacity, table) {
            Some(larger) => capacity = larger,
            None => return Ok(capacity),
        }
    }
}

/// Room for all processes that are certain to be created, if some may come after the states that
/// were looked at, and for those that have places of their own, whoever is there at the same time:
/// without it they would not be found, nor their symmetry.
fn foreseen(
    read: &Read<'_>,
    capacity: Capacity,
    known: &Model,
    is_cut: bool,
) -> Result<Capacity, Failure> {
    if !is_cut && static_processes(known).dynamic_kinds.is_empty() {
        return Ok(capacity);
    }
    let most = read.load(Capacity::MOST)?;
    let needed = foreseen_processes(&most.program.model);
    let larger = capacity.with(Table::Processes, |processes| processes.max(needed));
    Ok(larger.unwrap_or(capacity))
}

/// A look at the first states.
fn rehearse(
    program: &Program,
    capacity: Capacity,
    limits: Limits,
    progress: &Progress,
) -> Exploration {
    let task = Task {
        questions: Vec::new(),
        keep_going: true,
        growing: capacity.growing(),
        order: Order::BreadthFirst,
        threads: 1,
        storing: Storing::Exact,
        parents: Parents::Memory,
        limits: Limits {
            states: Some(states(program)),
            memory: None,
            ..limits
        },
        process_memory: limits.memory,
        graph: false,
        parts: false,
        spill: None,
        checkpoints: None,
    };
    let interpreter = Interpreter::new(program).within(progress.budget(&limits));
    let system = Unreduced::new(interpreter.ending_where_full(&task.growing));
    let explored = explore(&system, program.model.rules.len(), &task, (), progress);
    progress.restart();
    explored
}

/// How many states are looked at.
fn states(program: &Program) -> u64 {
    if !creates(&program.model) {
        return 1;
    }
    let size = program.layout.size.max(1) as u64;
    (BYTES / size).clamp(FEWEST_STATES, STATES)
}

/// Whether some step creates something: if none does, the first states have all that there is.
fn creates(model: &Model) -> bool {
    #[derive(Default)]
    struct Creation(bool);
    impl Visitor for Creation {
        fn stmt(&mut self, stmt: &Stmt) {
            self.0 |= matches!(stmt.kind, StmtKind::Reserve { .. });
        }
    }
    let mut creation = Creation::default();
    for function in model.functions.values() {
        walk_block(&mut creation, &function.body);
    }
    for rule in model.rules.values() {
        walk_rule(&mut creation, rule);
    }
    creation.0
}
