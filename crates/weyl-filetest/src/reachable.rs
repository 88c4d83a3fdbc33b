//! The first states of a program, in breadth first order.

use std::collections::{HashSet, VecDeque};
use weyl_system::{Batch, Firing, Interpreter, Outcome, Program, System};

/// At most so many states, none of which has very many successors.
pub fn first_states(program: &Program, most: usize) -> Vec<Vec<u8>> {
    let mut interpreter = Interpreter::new(program);
    interpreter.allow_work(WORK);
    let mut batch = Batch::default();
    batch.limit(Some(MOST_BYTES));
    interpreter.initial(&mut batch);
    let mut known = HashSet::new();
    let mut queue = VecDeque::from(states(&batch));
    let mut found = Vec::new();
    while let Some(state) = queue.pop_front() {
        if found.len() == most {
            break;
        }
        if known.insert(state.clone()) {
            interpreter.successors(&state, &mut batch);
            if batch.cut().is_none() {
                queue.extend(states(&batch));
                found.push(state);
            }
        }
    }
    found
}

/// Steps of some models take very long.
const WORK: u64 = 2_000_000;
/// Of all successors of a state.
const MOST_BYTES: u64 = 1 << 18;

fn states(batch: &Batch) -> Vec<Vec<u8>> {
    let states = batch.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::State { state, .. } => Some(state.to_vec()),
        Outcome::Fault(_) | Outcome::Excluded => None,
    });
    states.collect()
}

/// All ground rules, or so many of them at even distances.
pub fn ground_rules(program: &Program, most: u64) -> Vec<Firing> {
    let rules = program.model.rules.keys();
    let all = rules.flat_map(|rule| {
        let instances = 0..program.rules[rule].count.min(most);
        instances.map(move |instance| Firing { rule, instance })
    });
    let all: Vec<Firing> = all.collect();
    let step = (all.len() as u64).div_ceil(most).max(1);
    all.into_iter().step_by(step as usize).collect()
}
