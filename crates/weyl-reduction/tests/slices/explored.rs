//! All states of a program, and all steps between them.

use std::collections::HashMap;
use weyl_system::{Batch, Firing, Interpreter, Outcome, Program, System};

pub struct Explored {
    pub states: Vec<Vec<u8>>,
    pub numbers: HashMap<Vec<u8>, usize>,
    /// With the initial rule that leads there.
    pub initial: Vec<(Firing, usize)>,
    pub steps: Vec<Vec<(Firing, usize)>>,
    /// For each state, how it was found first.
    pub found: Vec<Option<(usize, Firing)>>,
}

impl Explored {
    /// `None` if there are more states.
    pub fn new(program: &Program, most: usize) -> Option<Explored> {
        let mut explored = Explored {
            states: Vec::new(),
            numbers: HashMap::new(),
            initial: Vec::new(),
            steps: Vec::new(),
            found: Vec::new(),
        };
        let mut interpreter = Interpreter::new(program);
        interpreter.allow_work(4_000_000);
        let mut batch = Batch::default();
        interpreter.initial(&mut batch);
        explored.initial = explored.note(&batch, None);
        let mut next = 0;
        while next < explored.states.len() {
            if explored.states.len() > most {
                return None;
            }
            interpreter.successors(&explored.states[next].clone(), &mut batch);
            if batch.cut().is_some() || batch.len() > 2_000 {
                return None;
            }
            let steps = explored.note(&batch, Some(next));
            explored.steps.push(steps);
            next += 1;
        }
        Some(explored)
    }

    fn note(&mut self, batch: &Batch, from: Option<usize>) -> Vec<(Firing, usize)> {
        let mut steps = Vec::new();
        for (firing, outcome) in batch.iter() {
            let Outcome::State { state, .. } = outcome else {
                continue;
            };
            let new = self.states.len();
            let number = *self.numbers.entry(state.to_vec()).or_insert(new);
            if number == new {
                self.states.push(state.to_vec());
                self.found.push(from.map(|from| (from, firing)));
            }
            steps.push((firing, number));
        }
        steps
    }

    /// The states from which one of some can be reached.
    pub fn reaching(&self, goals: &[bool]) -> Vec<bool> {
        let mut reaching = goals.to_vec();
        loop {
            let mut is_new = false;
            for state in (0..self.states.len()).rev() {
                let reaches = self.steps[state].iter().any(|(_, to)| reaching[*to]);
                is_new |= reaches && !reaching[state];
                reaching[state] |= reaches;
            }
            if !is_new {
                return reaching;
            }
        }
    }
}
