//! Commutation: the successors of π·s are π applied to the successors of s, for the generators π of a group. This is what makes a
//! quotient right, tested state by state, with nothing in between but the action on states. Every check with symmetry does so on some states;
//! a failure is a bug of weyl.

use crate::plan::Part;
use crate::temporal::TemporalPart;
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use weyl_ir::PropertyId;
use weyl_ir::layout::Action;
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::{Permutation, Point};
use weyl_symmetry::SymmetryGroup;
use weyl_system::{
    Alarm, Batch, Fault, FaultKind, Interpreter, Outcome, Program, TransitionSystem,
};

/// States on which each group is tried out.
const SAMPLES: usize = 12;

/// Generators that are tried on each.
const TRIED: usize = 3;

/// What a state leads to: states in packed form and faults, with multiplicities.
#[derive(Debug, Default, PartialEq, Eq)]
struct Steps {
    states: BTreeMap<Vec<u8>, usize>,
    faults: BTreeMap<String, usize>,
    excluded: usize,
    may_end: bool,
}

/// The generators of a group, ready to be tried out on states.
pub struct Commutation<'p> {
    system: Interpreter<'p>,
    program: &'p Program,
    generators: Vec<Permutation>,
    /// How these are written.
    pub written: Vec<String>,
    action: Action,
    /// Properties that the group keeps: of some one instance, of others all together.
    properties: Vec<(PropertyId, Option<u64>)>,
}

impl<'p> Commutation<'p> {
    pub fn new(
        program: &'p Program,
        group: &SymmetryGroup,
        properties: Vec<(PropertyId, Option<u64>)>,
    ) -> Commutation<'p> {
        let sorts = program.model.sorts.values();
        let names: Vec<&String> = sorts.flat_map(|sort| &sort.names).collect();
        let name = |point: Point| names[point.index()].clone();
        let generators = group.group().generators();
        Commutation {
            system: Interpreter::new(program),
            program,
            generators: generators.to_vec(),
            written: generators
                .iter()
                .map(|one| write_cycles(one, &name))
                .collect(),
            action: Action::new(&program.model, &program.layout),
            properties,
        }
    }

    pub fn generators(&self) -> usize {
        self.generators.len()
    }

    /// What one generator does not keep in a state, if there is anything.
    pub fn test(&mut self, number: usize, state: &[u8]) -> Result<(), String> {
        let generator = self.generators[number].clone();
        let written = self.written[number].clone();
        let moved = self.image(&generator, state);
        let expected = self.steps(state, Some(&generator));
        let found = self.steps(&moved, None);
        let (Some(expected), Some(found)) = (expected, found) else {
            return Ok(());
        };
        if found != expected {
            return Err(format!(
                "{written}: {} successors and faults {:?} become {} and {:?}",
                expected.states.values().sum::<usize>(),
                expected.faults,
                found.states.values().sum::<usize>(),
                found.faults
            ));
        }
        for (property, instance) in self.properties.clone() {
            let before = self.truths(property, instance, state);
            let after = self.truths(property, instance, &moved);
            if before != after {
                let name = &self.program.model.properties[property].name;
                return Err(format!(
                    "{written}: `{name}` has {before:?} true instances, then {after:?}"
                ));
            }
        }
        Ok(())
    }

    fn image(&self, generator: &Permutation, state: &[u8]) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        self.action.apply(generator.images(), state, &mut image);
        image
    }

    /// The successors of a state, renamed; `None` if the alarm rang.
    fn steps(&mut self, state: &[u8], renaming: Option<&Permutation>) -> Option<Steps> {
        let mut batch = Batch::default();
        self.system.successors(state, &mut batch);
        if batch.cut().is_some() {
            return None;
        }
        let mut steps = Steps {
            may_end: self.system.may_end(state),
            ..Steps::default()
        };
        for (_, outcome) in batch.iter() {
            match outcome {
                Outcome::State { state, .. } => {
                    let state = match renaming {
                        Some(renaming) => self.image(renaming, state),
                        None => state.to_vec(),
                    };
                    let mut packed = vec![0; self.system.packed_size()];
                    self.system.pack(&state, &mut packed);
                    *steps.states.entry(packed).or_default() += 1;
                }
                Outcome::Fault(fault) => *steps.faults.entry(said(fault)).or_default() += 1,
                Outcome::Excluded => steps.excluded += 1,
            }
        }
        Some(steps)
    }

    /// How many instances of a property hold, and how many fail.
    fn truths(
        &mut self,
        property: PropertyId,
        instance: Option<u64>,
        state: &[u8],
    ) -> (usize, usize) {
        let all = 0..self.system.instances(property);
        let instances = instance.map_or(all, |instance| instance..instance + 1);
        let mut counts = (0, 0);
        for instance in instances {
            match self.system.holds(property, instance, state) {
                Ok(true) => counts.0 += 1,
                Ok(false) => {}
                Err(_) => counts.1 += 1,
            }
        }
        counts
    }
}

/// A fault without the numbers in it: these are renamed. All faults without a message of their own have one verdict.
fn said(fault: &Fault) -> String {
    match &fault.kind {
        FaultKind::Assertion { message } => format!("assertion {message}"),
        FaultKind::Refuted { message, .. } => format!("refuted {message}"),
        FaultKind::Error { message } => format!("error {message}"),
        _ => "run-time error".to_string(),
    }
}

/// Tries out the group of an exploration on some states, from those on in which names may change places, until the alarm rings.
pub(crate) fn sample<'a>(
    program: &'a Program,
    part: &Part,
    beginnings: &'a [Vec<u8>],
    alarm: Alarm<'a>,
) -> Result<(), String> {
    if part.group.is_trivial() || beginnings.is_empty() {
        return Ok(());
    }
    let properties = match &part.temporal {
        Some(temporal) => atoms(temporal),
        None => part
            .selection
            .properties()
            .into_iter()
            .map(|id| (id, None))
            .collect(),
    };
    let mut commutation = Commutation::new(program, &part.group, properties);
    commutation.system = commutation.system.with_alarm(alarm);
    let mut walk = Walk::new(program, beginnings, alarm);
    for number in 0..SAMPLES {
        let Some(state) = walk.next() else {
            break;
        };
        for one in 0..TRIED.min(commutation.generators()) {
            let generator = (number * TRIED + one) % commutation.generators();
            commutation.test(generator, &state)?;
        }
    }
    Ok(())
}

/// Of an instance that is fixed, that instance.
fn atoms(temporal: &TemporalPart) -> Vec<(PropertyId, Option<u64>)> {
    let instance = match temporal.followed {
        Some(_) => None,
        None => temporal
            .instances
            .first()
            .map(|instance| u64::from(*instance)),
    };
    let atoms = temporal.temporal.atoms.iter();
    atoms.map(|atom| (*atom, instance)).collect()
}

/// A walk through the states, always the same for a program; from an end it goes back to a beginning.
struct Walk<'a> {
    system: Interpreter<'a>,
    beginnings: &'a [Vec<u8>],
    at: Option<Vec<u8>>,
    chance: usize,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, beginnings: &'a [Vec<u8>], alarm: Alarm<'a>) -> Walk<'a> {
        Walk {
            system: Interpreter::new(program).with_alarm(alarm),
            beginnings,
            at: None,
            chance: 1,
        }
    }

    /// The next state; `None` if the alarm rang.
    fn next(&mut self) -> Option<Vec<u8>> {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let chance = self.chance >> 33;
        let state = match self.at.take() {
            Some(state) => state,
            None => self.beginnings[chance % self.beginnings.len()].clone(),
        };
        let mut batch = Batch::default();
        self.system.successors(&state, &mut batch);
        if batch.cut().is_some() {
            return None;
        }
        let next = batch.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        let next: Vec<&[u8]> = next.collect();
        if !next.is_empty() {
            self.at = Some(next[chance % next.len()].to_vec());
        }
        Some(state)
    }
}
