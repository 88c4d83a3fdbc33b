//! Two executors of one program, compared state by state: the same successors in the same order,
//! the same errors, the same answers of properties, the same packed states.

use anyhow::{Result, ensure};
use std::collections::{HashSet, VecDeque};
use weyl_native::Native;
use weyl_system::{Batch, Conditions, Fault, Firing, Interpreter, Outcome, Program, System};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    State(Vec<u8>),
    Fault(Fault),
    Excluded,
}

fn entries(batch: &Batch) -> Vec<(Firing, Entry)> {
    let entry = |outcome: Outcome<'_>| match outcome {
        Outcome::State { state, .. } => Entry::State(state.to_vec()),
        Outcome::Fault(fault) => Entry::Fault(fault.clone()),
        Outcome::Excluded => Entry::Excluded,
    };
    let all = batch.iter();
    all.map(|(firing, outcome)| (firing, entry(outcome)))
        .collect()
}

/// A batch that is told who makes the steps.
fn asking_for_turns() -> Batch {
    let mut batch = Batch::default();
    batch.agree_to_part(true);
    batch
}

/// Both executors of a program.
struct Pair<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    native: Native<'p>,
    batches: (Batch, Batch),
}

/// What came of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    pub states: u64,
    /// How often machine code gave up.
    pub given_up: u64,
    /// How many rules, properties or processes have no machine code at all.
    pub interpreted: usize,
}

/// Compares machine code with the interpreter on the first states of a program, in breadth first
/// order.
pub fn compare(program: &Program, most: usize) -> Result<Agreement> {
    Pair::new(program)?.compare(most)
}

impl<'p> Pair<'p> {
    fn new(program: &'p Program) -> Result<Pair<'p>> {
        Ok(Pair {
            program,
            interpreter: Interpreter::new(program),
            native: Native::new(Interpreter::new(program))?,
            batches: (asking_for_turns(), asking_for_turns()),
        })
    }

    /// Compares what follows a state; returns the next states.
    fn successors(&mut self, state: Option<&[u8]>) -> Result<Vec<Vec<u8>>> {
        let (expected, found) = (&mut self.batches.0, &mut self.batches.1);
        match state {
            None => {
                self.interpreter.initial(expected);
                self.native.initial(found);
            }
            Some(state) => {
                self.interpreter.successors(state, expected);
                self.native.successors(state, found);
            }
        }
        ensure!(
            found.cut().is_some() || expected.turns().eq(found.turns()),
            "{state:?}: steps are of other processes"
        );
        let (wanted, answer) = (entries(expected), entries(found));
        ensure!(wanted == answer, "{state:?}: {answer:?}, not {wanted:?}");
        ensure!(expected.later_rules() == found.later_rules());
        ensure!(
            expected.hits() == found.hits(),
            "{state:?}: {:?}, not {:?}",
            found.hits(),
            expected.hits()
        );
        self.packing_all(self.batches.1.states())?;
        let states = wanted.into_iter().filter_map(|(_, entry)| match entry {
            Entry::State(state) => Some(state),
            _ => None,
        });
        Ok(states.collect())
    }

    fn properties(&mut self, state: &[u8]) -> Result<()> {
        for id in self.program.model.properties.keys() {
            for instance in 0..self.interpreter.instances(id).min(64) {
                let expected = self.interpreter.holds(id, instance, state);
                let found = self.native.holds(id, instance, state);
                ensure!(expected == found, "{id:?} {instance}: {found:?}");
            }
        }
        Ok(())
    }

    fn packing(&mut self, state: &[u8]) -> Result<()> {
        let size = self.interpreter.packed_size();
        let (mut expected, mut found) = (vec![0; size], vec![0xff; size]);
        self.interpreter.pack(state, &mut expected);
        self.native.pack(state, &mut found);
        ensure!(expected == found, "packed: {found:?}, not {expected:?}");
        let mut unpacked = vec![0; state.len()];
        self.native.unpack(&found, &mut unpacked);
        ensure!(unpacked == state, "unpacked: {unpacked:?}, not {state:?}");
        Ok(())
    }

    /// Packs many at a time.
    fn packing_all(&self, states: &[u8]) -> Result<()> {
        let count = states.len() / self.interpreter.state_size().max(1);
        let size = count * self.interpreter.packed_size();
        let (mut expected, mut found) = (vec![0; size], vec![0xff; size]);
        self.interpreter.pack_all(states, &mut expected);
        self.native.pack_all(states, &mut found);
        ensure!(
            expected == found,
            "packed together: {found:?}, not {expected:?}"
        );
        Ok(())
    }

    /// Goes through the first states in breadth first order.
    fn compare(&mut self, most: usize) -> Result<Agreement> {
        let first = self.successors(None)?;
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        let mut queue: VecDeque<Vec<u8>> = first.into();
        while let Some(state) = queue.pop_front().filter(|_| seen.len() < most) {
            if !seen.insert(state.clone()) {
                continue;
            }
            self.packing(&state)?;
            self.properties(&state)?;
            queue.extend(self.successors(Some(&state))?);
        }
        Ok(Agreement {
            states: seen.len() as u64,
            given_up: self.native.given_up(),
            interpreted: self.native.interpreted().len(),
        })
    }
}
