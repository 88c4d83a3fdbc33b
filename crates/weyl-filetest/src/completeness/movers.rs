//! Who makes the steps of a graph. A symmetry of a program takes what a process does to what
//! another process does; one of the graph may do without.

use super::explored::Explored;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::NameId;
use weyl_system::{Batch, Interpreter, Outcome, Program, System};

/// From one state to another.
type Step = (usize, usize);

/// For each process the steps that it takes part in.
pub struct Movers<'a> {
    program: &'a Program,
    explored: &'a Explored,
    steps: BTreeMap<NameId, BTreeSet<Step>>,
}

impl<'a> Movers<'a> {
    pub fn new(program: &'a Program, explored: &'a Explored) -> Movers<'a> {
        let mut movers = Movers {
            program,
            explored,
            steps: BTreeMap::new(),
        };
        if program.model.has_processes() {
            let mut system = Interpreter::new(program);
            for from in 0..explored.states.len() {
                movers.add(&mut system, from);
            }
        }
        movers
    }

    fn add(&mut self, system: &mut Interpreter<'_>, from: usize) {
        let state = &self.explored.states[from];
        let model = &self.program.model;
        let mut batch = Batch::default();
        system.successors(state, &mut batch);
        for ((_, outcome), actors) in batch.iter().zip(system.actors(state)) {
            let Outcome::State { state, .. } = outcome else {
                continue;
            };
            let Some(to) = self.explored.number(state) else {
                continue;
            };
            for (kind, index) in actors {
                let sort = model.processes().kind(kind).sort;
                let process = model.name_of(sort, index as usize);
                self.steps.entry(process).or_default().insert((from, to));
            }
        }
    }

    /// Whether a permutation of states maps the steps of each process to those of one of its kind,
    /// and keeps by how many firings a state is reached from another.
    pub fn are_kept_by(&self, images: &[usize]) -> bool {
        let kind = |process: &NameId| self.program.model.sort_of(*process);
        let mapped = |steps: &BTreeSet<Step>| -> BTreeSet<Step> {
            let steps = steps.iter();
            let steps = steps.map(|(from, to)| (images[*from], images[*to]));
            steps.collect()
        };
        let all = self.steps.iter();
        let mut before: Vec<_> = all
            .clone()
            .map(|(of, steps)| (kind(of), steps.clone()))
            .collect();
        let mut after: Vec<_> = all.map(|(of, steps)| (kind(of), mapped(steps))).collect();
        before.sort_unstable();
        after.sort_unstable();
        before == after && self.explored.multiplicities_are_kept_by(images)
    }
}
