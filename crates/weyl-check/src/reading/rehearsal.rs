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
use weyl_explore::{Limits, Order, Progress, Storing, Task, explore};
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{Capacity, Model, Stmt, StmtKind};
use weyl_system::{Interpreter, Program, Unreduced};

/// States that are looked at.
const STATES: u64 = 1_000;

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
        match next(&loaded.program, capacity, limits, progress) {
            Some(larger) => capacity = larger,
            None => return Ok(capacity),
        }
    }
}

/// Room for a little more, if that is what ended the search.
fn next(
    program: &Program,
    capacity: Capacity,
    limits: Limits,
    progress: &Progress,
) -> Option<Capacity> {
    let task = Task {
        questions: Vec::new(),
        keep_going: true,
        growing: capacity.growing(),
        order: Order::BreadthFirst,
        threads: 1,
        storing: Storing::Exact,
        limits: Limits {
            states: Some(if creates(&program.model) { STATES } else { 1 }),
            memory: None,
            ..limits
        },
        process_memory: limits.memory,
        graph: false,
    };
    let interpreter = Interpreter::new(program).within(progress.budget(&limits));
    let system = Unreduced::new(interpreter.ending_where_full(&task.growing));
    let explored = explore(&system, program.model.rules.len(), &task, (), progress);
    progress.restart();
    one_more(capacity, explored.full_table?)
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
