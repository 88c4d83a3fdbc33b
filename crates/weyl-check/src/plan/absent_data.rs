//! Data that states do not hold. A group may exchange hundreds of values, of a type that is wider
//! than what is stored in it, and merge nothing by that: looking for representatives then takes
//! most of the time. Where none of the first states holds such a value, it stays where it is; what
//! is left is a subgroup, and does the same to everything else.

use std::collections::HashSet;
use weyl_budget::Budget;
use weyl_ir::NameId;
use weyl_symmetry::SymmetryGroup;
use weyl_system::{Batch, Interpreter, Outcome, Program, System};

/// States that are looked at.
const STATES: usize = 1_000;
/// Fewer values are exchanged at no cost that anybody would notice.
const FEW: usize = 8;
/// Of one state's successors.
const MOST_BYTES: u64 = 1 << 24;

/// What the first states of a program hold, once somebody asks.
pub(crate) struct AbsentData<'p> {
    program: &'p Program,
    budget: Budget,
    held: Option<HashSet<NameId>>,
}

impl<'p> AbsentData<'p> {
    pub fn new(program: &'p Program, budget: Budget) -> AbsentData<'p> {
        AbsentData {
            program,
            budget,
            held: None,
        }
    }

    /// Leaves it where it is.
    pub fn fix(&mut self, group: &mut SymmetryGroup) {
        let data = group.data();
        if data.len() <= FEW {
            return;
        }
        let held = self
            .held
            .get_or_insert_with(|| held_names(self.program, &self.budget));
        let is_absent = |name: &NameId| !held.contains(name);
        let absent: Vec<NameId> = data.into_iter().filter(is_absent).collect();
        if absent.len() <= FEW {
            return;
        }
        let smaller = group.fixing(&absent);
        // Data that go along with what else is moved can't stay alone.
        if smaller.order() == group.order() {
            *group = smaller;
        }
    }
}

/// The names that the first states hold, or that lead to a slot.
fn held_names(program: &Program, budget: &Budget) -> HashSet<NameId> {
    let slots = program.layout.slots.values();
    let leading = slots.clone().flat_map(|slot| &slot.index_names);
    let mut names: HashSet<NameId> = leading.copied().collect();
    let holders = slots.filter_map(|slot| Some((slot, program.layout.codes(slot)?)));
    let states = first_states(program, budget);
    for (slot, codes) in holders {
        let present = |state: &&Vec<u8>| slot.presence.is_none_or(|one| one.holds(state));
        let states = states.iter().filter(present);
        let held = states.map(|state| slot.scalar.load(state, slot.offset as usize));
        let held: HashSet<u64> = held.collect();
        let codes = codes.iter().filter(|(code, _)| held.contains(code));
        names.extend(codes.map(|(_, name)| name));
    }
    names
}

/// Breadth first, so that they are a matter of the program alone.
fn first_states(program: &Program, budget: &Budget) -> Vec<Vec<u8>> {
    let mut interpreter = Interpreter::new(program).within(budget.clone());
    let mut batch = Batch::within(MOST_BYTES);
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut states: Vec<Vec<u8>> = Vec::new();
    interpreter.initial(&mut batch);
    for next in 0.. {
        for (_, outcome) in batch.iter() {
            if let Outcome::State { state, .. } = outcome
                && states.len() < STATES
                && seen.insert(state.to_vec())
            {
                states.push(state.to_vec());
            }
        }
        let Some(state) = states.get(next).filter(|_| states.len() < STATES) else {
            break;
        };
        interpreter.successors(state, &mut batch);
    }
    states
}
