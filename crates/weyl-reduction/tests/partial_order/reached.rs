//! A search by definition, with parts where they lead to something new and without: the same
//! deadlocks, failures, rules and values of properties.

use anyhow::{Result, ensure};
use std::collections::{BTreeSet, HashMap, VecDeque};
use weyl_ir::{PropertyId, RuleId};
use weyl_reduction::{Independence, PartialOrder};
use weyl_system::{Batch, Conditions, Extent, Interpreter, Outcome, Program};

/// Larger systems are left out.
const MOST_STATES: usize = 3_000;

#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    deadlocks: BTreeSet<Vec<u8>>,
    faults: BTreeSet<String>,
    rules: BTreeSet<RuleId>,
    /// Properties with what they may be.
    values: BTreeSet<(PropertyId, u64, String)>,
}

/// A search level by level; `None` if there are too many states.
struct Search<'a, S> {
    system: S,
    seen: &'a [PropertyId],
    levels: HashMap<Vec<u8>, usize>,
    left: VecDeque<Vec<u8>>,
    found: Seen,
}

impl<S: Conditions> Search<'_, S> {
    fn arrive(&mut self, state: &[u8], level: usize) {
        if self.levels.contains_key(state) {
            return;
        }
        self.levels.insert(state.to_vec(), level);
        self.left.push_back(state.to_vec());
        for property in self.seen {
            for instance in 0..self.system.instances(*property).min(8) {
                let holds = self.system.holds(*property, instance, state);
                let holds =
                    holds.map_or_else(|fault| format!("{:?}", fault.kind), |of| of.to_string());
                self.found.values.insert((*property, instance, holds));
            }
        }
    }

    fn steps(&mut self, state: &[u8], batch: &mut Batch, agrees: bool) {
        let level = self.levels[state];
        batch.agree_to_part(agrees);
        self.system.successors(state, batch);
        let leads_on = batch.iter().any(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => self.levels.get(state).is_none_or(|of| *of > level),
            Outcome::Fault(_) | Outcome::Excluded => false,
        });
        if batch.extent() == Extent::Part && !leads_on {
            batch.agree_to_part(false);
            self.system.successors(state, batch);
        }
    }

    fn run(mut self, agrees: bool) -> Option<Seen> {
        let mut batch = Batch::default();
        self.system.initial(&mut batch);
        let starts = batch.clone();
        for (_, outcome) in starts.iter() {
            if let Outcome::State { state, .. } = outcome {
                self.arrive(state, 0);
            }
        }
        while let Some(state) = self.left.pop_front() {
            if self.levels.len() > MOST_STATES {
                return None;
            }
            let level = self.levels[&state];
            self.steps(&state, &mut batch, agrees);
            if batch.is_empty() {
                self.found.deadlocks.insert(state);
            }
            let steps = batch.clone();
            self.found.rules.extend(steps.later_rules());
            for (firing, outcome) in steps.iter() {
                self.found.rules.insert(firing.rule);
                match outcome {
                    Outcome::State { state, .. } => self.arrive(state, level + 1),
                    Outcome::Fault(fault) => {
                        let fault = format!("{:?} {:?}", fault.kind, fault.span);
                        self.found.faults.insert(fault);
                    }
                    Outcome::Excluded => {}
                }
            }
        }
        Some(self.found)
    }
}

fn explore(program: &Program, seen: &[PropertyId], agrees: bool) -> Option<Seen> {
    let independence = Independence::new(&program.model, &program.layout, seen);
    let search = Search {
        system: PartialOrder::new(Interpreter::new(program), independence),
        seen,
        levels: HashMap::new(),
        left: VecDeque::new(),
        found: Seen::default(),
    };
    search.run(agrees)
}

pub fn check(program: &Program, seen: &[PropertyId]) -> Result<()> {
    if let Some(all) = explore(program, seen, false) {
        let part = explore(program, seen, true);
        ensure!(
            part.as_ref() == Some(&all),
            "{part:?}, with all steps {all:?}"
        );
    }
    Ok(())
}
