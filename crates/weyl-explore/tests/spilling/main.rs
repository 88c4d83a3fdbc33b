//! Searches whose states go to disk against those that have memory enough: everything that they
//! answer is the same.

#[path = "../common/dice.rs"]
mod dice;
#[path = "../searches/explicit.rs"]
#[allow(dead_code, reason = "what another test asks for")]
mod explicit;
mod parting;
mod same_answers;
mod scratch;
mod trouble;

use crate::parting::Parting;
use crate::scratch::Memory;
use std::sync::Arc;
use weyl_explore::{Exploration, Limits, Order, Progress, Storing, Task, explore};
use weyl_ir::PropertyId;
use weyl_system::{Assertions, Deadlock, Question, Unreduced};

fn property(number: u32) -> PropertyId {
    PropertyId::from_u32(number)
}

/// All that can be asked of states.
fn task(deadlock: Deadlock, keep_going: bool) -> Task {
    let mut questions = vec![
        Question::Invariant(property(0)),
        Question::Assertions(Assertions::All),
        Question::RunTimeErrors,
        Question::Cover(property(1)),
        Question::Cover(property(2)),
    ];
    if deadlock != Deadlock::Off {
        questions.push(Question::Deadlock(deadlock));
    }
    Task {
        questions,
        keep_going,
        growing: Vec::new(),
        order: Order::BreadthFirst,
        storing: Storing::Exact,
        threads: 1,
        limits: Limits::default(),
        process_memory: None,
        graph: false,
        parts: false,
        parents: Default::default(),
        spill: None,
        checkpoints: None,
    }
}

fn search(system: &Parting, task: &Task) -> Exploration {
    explore(
        &Unreduced::new(system.clone()),
        4,
        task,
        (),
        &Progress::default(),
    )
}

/// The same with so much memory, and a disk.
fn on_disk(task: &Task, memory: u64, threads: usize, disk: &Arc<Memory>) -> Task {
    Task {
        limits: Limits {
            memory: Some(memory),
            ..task.limits
        },
        threads,
        spill: Some(disk.clone()),
        ..task.clone()
    }
}

/// Next to nothing; blocks of wide states are wide.
fn memory_for(system: &Parting) -> u64 {
    (80 << 10) + 1000 * system.width as u64
}
