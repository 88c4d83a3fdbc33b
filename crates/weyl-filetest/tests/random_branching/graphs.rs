//! The unreduced graph of a program with what its atoms say, found by the interpreter alone.

use std::collections::HashMap;
use weyl_branching::{StateSet, Step};
use weyl_ir::Temporal;
use weyl_system::{Batch, Conditions, Interpreter, Outcome, Program, System};

/// In the form that formulas are evaluated on by definition.
pub struct Small {
    pub steps: Vec<Vec<Step>>,
    pub labels: Vec<StateSet>,
    pub units: u32,
    /// Nobody changes his name.
    pub renamings: Vec<Vec<u32>>,
    pub initial: Vec<usize>,
}

/// Whoever must be treated fairly: a process by its kind and number, or an instance of a rule.
type Unit = (u64, u64);

impl Small {
    /// `None` if it is too large, if some step fails, or an atom makes no sense.
    pub fn new(program: &Program, temporal: &Temporal, most: usize) -> Option<Small> {
        let mut interpreter = Interpreter::new(program);
        let mut batch = Batch::default();
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut states: Vec<Vec<u8>> = Vec::new();
        let mut units: HashMap<Unit, u32> = HashMap::new();
        let mut number = |state: &[u8], states: &mut Vec<Vec<u8>>| {
            *numbers.entry(state.to_vec()).or_insert_with(|| {
                states.push(state.to_vec());
                states.len() - 1
            })
        };
        interpreter.initial(&mut batch);
        let mut initial = Vec::new();
        for (_, outcome) in batch.iter() {
            match outcome {
                Outcome::State { state, .. } => initial.push(number(state, &mut states)),
                Outcome::Excluded => {}
                Outcome::Fault(_) => return None,
            }
        }
        let mut steps = Vec::new();
        while let Some(state) = states.get(steps.len()).cloned() {
            if states.len() > most {
                return None;
            }
            let mut own = Vec::new();
            interpreter.successors(&state, &mut batch);
            let actors = if program.model.has_processes() {
                interpreter.actors(&state)
            } else {
                Vec::new()
            };
            for (at, (firing, outcome)) in batch.iter().enumerate() {
                let acting: Vec<Unit> = match actors.get(at) {
                    Some(who) => who
                        .iter()
                        .map(|(a, b)| (u64::from(*a), u64::from(*b)))
                        .collect(),
                    None => vec![(u64::from(firing.rule.as_u32()), firing.instance)],
                };
                let acting = acting.into_iter().map(|unit| {
                    let next = units.len() as u32;
                    1u32.checked_shl(*units.entry(unit).or_insert(next))
                });
                let acting = acting.collect::<Option<Vec<u32>>>()?;
                match outcome {
                    Outcome::State { state, .. } => own.push(Step {
                        target: number(state, &mut states) as u32,
                        action: None,
                        renaming: 0,
                        acting: acting.iter().fold(0, |all, bit| all | bit),
                    }),
                    Outcome::Excluded => {}
                    Outcome::Fault(_) => return None,
                }
            }
            steps.push(own);
        }
        let mut labels = Vec::new();
        for atom in &temporal.atoms {
            let mut label = StateSet::none(states.len());
            for (number, state) in states.iter().enumerate() {
                if interpreter.holds(*atom, 0, state).ok()? {
                    label.insert(number as u32);
                }
            }
            labels.push(label);
        }
        Some(Small {
            steps,
            labels,
            units: units.len() as u32,
            renamings: Vec::new(),
            initial,
        })
    }

    /// The steps of a state, as the definition has them: there is always one.
    pub fn ways(&self, state: usize) -> Vec<Step> {
        if self.steps[state].is_empty() {
            vec![Step::repetition(state as u32)]
        } else {
            self.steps[state].clone()
        }
    }

    pub fn enabled(&self, state: usize) -> u32 {
        let steps = self.steps[state].iter();
        steps.fold(0, |all, step| all | step.acting)
    }
}
