//! The graph of a model: all states that steps lead to, and all steps.

use crate::commutation::said;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use weyl_budget::go_on_from_far;
use weyl_ir::layout::{Action, SlotRole};
use weyl_ir::{NameId, PropertyId};
use weyl_permutation::Permutation;
use weyl_system::{Batch, Interpreter, Outcome, Program, System};

/// Of all successors of a state.
const MOST_BYTES: u64 = 1 << 20;

/// What can be seen of a state beside its values and its successors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outlook {
    pub faults: BTreeSet<String>,
    /// Covers that a step from it hits.
    pub hits: BTreeSet<PropertyId>,
    pub is_excluded: bool,
    /// It has no successors, and that is no deadlock.
    pub is_end: bool,
}

/// A set of states that is closed under steps.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    pub states: Vec<Vec<u8>>,
    /// For each state its successors, and by how many firings each is reached.
    pub successors: Vec<BTreeMap<usize, usize>>,
    pub outlooks: Vec<Outlook>,
    numbers: HashMap<Vec<u8>, usize>,
}

impl Explored {
    /// All that steps, and permutations of names, lead to from some states; `None` if it is more
    /// than so many states.
    pub fn new(
        program: &Program,
        starts: Vec<Vec<u8>>,
        permutations: &[Permutation],
        most: usize,
    ) -> Option<Explored> {
        let mut explorer = Explorer::new(program);
        let action = Action::new(&program.model, &program.layout);
        let mut found = Explored::default();
        starts.into_iter().for_each(|start| found.add(start));
        let mut image = vec![0; program.layout.size];
        while let Some(state) = found.states.get(found.successors.len()).cloned() {
            go_on_from_far();
            let (outlook, states) = explorer.steps(&state)?;
            for permutation in permutations {
                action.apply(permutation.images(), &state, &mut image);
                found.add(image.clone());
            }
            let numbers = states.into_iter().map(|(state, times)| {
                found.add(state.clone());
                (found.numbers[&state], times)
            });
            let numbers = numbers.collect();
            found.successors.push(numbers);
            found.outlooks.push(outlook);
            if found.states.len() > most {
                return None;
            }
        }
        Some(found)
    }

    fn add(&mut self, state: Vec<u8>) {
        if !self.numbers.contains_key(&state) {
            self.numbers.insert(state.clone(), self.states.len());
            self.states.push(state);
        }
    }

    pub fn number(&self, state: &[u8]) -> Option<usize> {
        self.numbers.get(state).copied()
    }

    /// Whether a permutation of the states keeps steps, ends and failures.
    pub fn is_kept_by(&self, images: &[usize]) -> bool {
        images.iter().enumerate().all(|(from, to)| {
            let steps = self.successors[from].keys().map(|next| images[*next]);
            let found = self.successors[*to].keys().copied();
            self.outlooks[from] == self.outlooks[*to]
                && steps.collect::<BTreeSet<usize>>() == found.collect()
        })
    }

    /// Whether it keeps by how many firings a state is reached from another.
    pub fn multiplicities_are_kept_by(&self, images: &[usize]) -> bool {
        images.iter().enumerate().all(|(from, to)| {
            let steps = self.successors[from].iter();
            let mut steps = steps.map(|(next, times)| (images[*next], times));
            steps.all(|(next, times)| self.successors[*to].get(&next) == Some(times))
        })
    }

    /// The states from which no process is created any more: what is over stays over, so these are
    /// closed under steps too. Everything, if there are none.
    pub fn settled(&self, program: &Program) -> Vec<Vec<u8>> {
        let present: Vec<BTreeSet<NameId>> = self
            .states
            .iter()
            .map(|one| present(program, one))
            .collect();
        let creates = |from: usize| {
            let mut successors = self.successors[from].keys();
            successors.any(|to| !present[*to].is_subset(&present[from]))
        };
        let all = 0..self.states.len();
        let mut unsettled: BTreeSet<usize> = all.clone().filter(|from| creates(*from)).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (from, successors) in self.successors.iter().enumerate() {
            successors.keys().for_each(|to| before[*to].push(from));
        }
        let mut pending: Vec<usize> = unsettled.iter().copied().collect();
        while let Some(state) = pending.pop() {
            let new = before[state].iter().filter(|from| unsettled.insert(**from));
            pending.extend(new);
        }
        if unsettled.len() == self.states.len() {
            return self.states.clone();
        }
        let settled = all.filter(|state| !unsettled.contains(state));
        settled.map(|state| self.states[state].clone()).collect()
    }
}

/// The processes that are there: those that stand somewhere.
pub fn present(program: &Program, state: &[u8]) -> BTreeSet<NameId> {
    let locations: BTreeSet<_> = program.model.processes().locations().collect();
    let slots = program.layout.slots.values();
    let slots = slots.filter(|slot| locations.contains(&slot.variable));
    let there = slots.filter(|slot| {
        let code = slot.scalar.load(state, slot.offset as usize);
        matches!(slot.role, SlotRole::Value(_)) && slot.scalar.decode(code).is_some()
    });
    there
        .filter_map(|slot| slot.index_names.first().copied())
        .collect()
}

/// The initial states.
pub fn starts(program: &Program) -> Vec<Vec<u8>> {
    let mut batch = Batch::default();
    Interpreter::new(program).initial(&mut batch);
    let states = batch.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::State { state, .. } => Some(state.to_vec()),
        Outcome::Fault(_) | Outcome::Excluded => None,
    });
    states.collect()
}

/// What a state leads to, asked of the reference interpreter.
pub struct Explorer<'p> {
    system: Interpreter<'p>,
    batch: Batch,
}

impl<'p> Explorer<'p> {
    pub fn new(program: &'p Program) -> Explorer<'p> {
        let mut batch = Batch::default();
        batch.limit(Some(MOST_BYTES));
        Explorer {
            system: Interpreter::new(program),
            batch,
        }
    }

    /// The states that it leads to, each with the number of firings; `None` if it is too much.
    pub fn steps(&mut self, state: &[u8]) -> Option<(Outlook, BTreeMap<Vec<u8>, usize>)> {
        self.system.successors(state, &mut self.batch);
        if self.batch.cut().is_some() {
            return None;
        }
        let mut outlook = Outlook::default();
        let mut states = BTreeMap::new();
        for (_, outcome) in self.batch.iter() {
            match outcome {
                Outcome::State { state, .. } => {
                    *states.entry(state.to_vec()).or_default() += 1;
                }
                Outcome::Fault(fault) => {
                    outlook.faults.insert(said(fault));
                }
                Outcome::Excluded => outlook.is_excluded = true,
            }
        }
        let hits = self.batch.hits().iter();
        outlook.hits = hits.map(|(_, property)| *property).collect();
        outlook.is_end = states.is_empty() && self.system.may_end(state);
        Some((outlook, states))
    }
}
