//! What holds of every program: explored a little, each state is asked for all of it.

use std::collections::{HashSet, VecDeque};
use weyl_ir::PropertyId;
use weyl_system::{Batch, Conditions, FiredOutcome, Firing, Interpreter, Outcome, Program, System};

/// What a batch says, in a form that can be compared.
fn entries(batch: &Batch) -> Vec<(Firing, FiredOutcome)> {
    let entries = batch.iter().map(|(firing, outcome)| {
        let outcome = match outcome {
            Outcome::State { state, .. } => FiredOutcome::State(state.to_vec()),
            Outcome::Fault(fault) => FiredOutcome::Fault(Box::new(fault.clone())),
            Outcome::Excluded => FiredOutcome::Excluded,
        };
        (firing, outcome)
    });
    entries.collect()
}

fn is_fault(outcome: &FiredOutcome) -> bool {
    matches!(outcome, FiredOutcome::Fault(_))
}

/// Explores breadth first up to `limit` states; how many there were, and how many faults.
pub fn check(program: &Program, limit: usize) -> (usize, usize) {
    let mut laws = Laws {
        program,
        interpreter: Interpreter::new(program),
        batch: Batch::default(),
    };
    laws.interpreter.initial(&mut laws.batch);
    let blank = vec![0; program.layout.size];
    let mut faults = laws.check_batch(&blank, true);
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut queue: VecDeque<Vec<u8>> = VecDeque::new();
    laws.enqueue(limit, &mut seen, &mut queue);
    while let Some(state) = queue.pop_front() {
        laws.check_state(&state);
        laws.interpreter.successors(&state, &mut laws.batch);
        faults += laws.check_batch(&state, false);
        laws.enqueue(limit, &mut seen, &mut queue);
    }
    (seen.len(), faults)
}

struct Laws<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    batch: Batch,
}

impl Laws<'_> {
    fn enqueue(&self, limit: usize, seen: &mut HashSet<Vec<u8>>, queue: &mut VecDeque<Vec<u8>>) {
        for (_, outcome) in self.batch.iter() {
            if let Outcome::State { state, .. } = outcome
                && seen.len() < limit
                && seen.insert(state.to_vec())
            {
                queue.push_back(state.to_vec());
            }
        }
    }

    fn check_state(&mut self, state: &[u8]) {
        let mut normal = state.to_vec();
        self.program.layout.normalise(&mut normal);
        assert_eq!(normal, state, "a state is in normal form");
        let mut packed = vec![0xff; self.interpreter.packed_size()];
        self.interpreter.pack(state, &mut packed);
        let mut unpacked = vec![0; self.interpreter.state_size()];
        self.interpreter.unpack(&packed, &mut unpacked);
        assert_eq!(unpacked, state, "what is packed can be unpacked");
        self.check_empty_positions(state);
        for property in self.program.model.properties.keys() {
            self.check_property(property, state);
        }
    }

    /// Equal states have equal bytes: there is nothing in an empty position.
    fn check_empty_positions(&self, state: &[u8]) {
        for area in &self.program.layout.multisets {
            for position in 0..area.capacity {
                let start = (area.offset + position * area.stride) as usize;
                let bytes = &state[start..start + area.stride as usize];
                assert!(bytes[0] == 1 || bytes.iter().all(|byte| *byte == 0));
            }
        }
    }

    fn check_property(&mut self, property: PropertyId, state: &[u8]) {
        let mut fresh = Interpreter::new(self.program);
        for instance in 0..self.interpreter.instances(property) {
            let answer = self.interpreter.holds(property, instance, state);
            assert_eq!(answer, fresh.holds(property, instance, state));
        }
    }

    /// Checks the batch that has been filled from a state; how many faults are in it.
    fn check_batch(&mut self, source: &[u8], is_initial: bool) -> usize {
        let found = entries(&self.batch);
        let mut clone = self.interpreter.clone();
        let mut again = Batch::default();
        if is_initial {
            clone.initial(&mut again)
        } else {
            clone.successors(source, &mut again)
        }
        assert_eq!(entries(&again), found, "a clone says the same");
        let order: Vec<(u32, u64)> = found
            .iter()
            .map(|(firing, _)| (firing.rule.as_u32(), firing.instance))
            .collect();
        assert!(order.is_sorted());
        let firings_differ = |pair: &[(Firing, FiredOutcome)]| pair[0].0 != pair[1].0;
        let fails_twice = |pair: &[(Firing, FiredOutcome)]| {
            pair[0].1 != pair[1].1 && pair.iter().all(|(_, outcome)| is_fault(outcome))
        };
        assert!(
            found
                .windows(2)
                .all(|pair| firings_differ(pair) || fails_twice(pair))
        );
        for (firing, outcome) in &found {
            let fired = if is_initial {
                clone.fire_start(*firing)
            } else {
                clone.fire(source, *firing)
            };
            let fired = fired.expect("what is in the batch is enabled");
            let failures = fired.failures.into_iter();
            let mut alone = failures.map(|fault| FiredOutcome::Fault(Box::new(fault)));
            assert!(
                fired.outcome == *outcome || alone.any(|other| other == *outcome),
                "{firing:?} alone does the same"
            );
        }
        found
            .iter()
            .filter(|(_, outcome)| is_fault(outcome))
            .count()
    }
}
