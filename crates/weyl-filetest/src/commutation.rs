//! Commutation: the successors of π·s are π applied to the successors of s, for all generators π of the group that discovery finds.
//! This is what makes a quotient right, checked state by state, with nothing in between but the action on states.

use crate::Options;
use anyhow::{Result, bail, ensure};
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, HashSet, VecDeque};
use weyl_check::{Room, Termination, Text, beginnings, load};
use weyl_ir::PropertyId;
use weyl_ir::layout::Action;
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::{Permutation, Point};
use weyl_source::SourceMap;
use weyl_symmetry::{Distinction, SymmetryGroup, Wanted, discover, static_processes, staying};
use weyl_system::{Batch, Fault, FaultKind, Interpreter, Outcome, Program, TransitionSystem};

/// A model with the symmetry that was found in its text.
pub struct Symmetric {
    /// With names for all that the group moves.
    pub program: Program,
    pub group: SymmetryGroup,
    /// Groups of properties that the first group does not keep.
    pub restricted: Vec<(PropertyId, SymmetryGroup)>,
    /// All states in which everything begins.
    /// What breaks more.
    pub distinctions: Vec<Distinction>,
    pub beginnings: Vec<Vec<u8>>,
}

impl Symmetric {
    /// An error if the model is refused. What creates processes for too long has no symmetry. Processes that have ended stay where
    /// nobody sees it, unless it is to be as with SPIN.
    pub fn of_text(name: &str, text: &str, options: &Options) -> Result<Symmetric> {
        let small = Symmetric::with_room(name, text, options, Room::default())?;
        // What is created late may have had too little room.
        let statics = static_processes(&small.program.model);
        match !statics.dynamic_kinds.is_empty() || small.beginnings.is_empty() {
            true => Symmetric::with_most_room(name, text, options),
            false => Ok(small),
        }
    }

    /// The same with as much room as there may be.
    pub fn with_most_room(name: &str, text: &str, options: &Options) -> Result<Symmetric> {
        Symmetric::with_room(name, text, options, Room::most())
    }

    fn with_room(name: &str, text: &str, options: &Options, room: Room) -> Result<Symmetric> {
        let mut sources = SourceMap::default();
        let file = sources.add(name, text);
        let mut text = Text {
            sources: &mut sources,
            file,
            includes: &mut |_, _| None,
        };
        let request = options.request();
        let program = match load(&mut text, &request.model, room) {
            Ok(loaded) => loaded.program,
            Err(failure) => bail!("{name}: {:#?}", failure.diagnostics()),
        };
        let program = match options.termination {
            Termination::Spin => program,
            Termination::Best | Termination::Stay => match staying(&program.model) {
                Ok(model) => Program::new(model, program.limits)?,
                Err(_) => program,
            },
        };
        let creators = static_processes(&program.model).creators;
        let Some(beginnings) = beginnings(&program, &creators) else {
            return Ok(Symmetric {
                group: SymmetryGroup::trivial(&program.model),
                restricted: Vec::new(),
                distinctions: Vec::new(),
                beginnings: weyl_check::beginnings(&program, &[]).unwrap_or_default(),
                program,
            });
        };
        let properties: Vec<PropertyId> = program.model.properties.keys().collect();
        let (model, layout) = (&program.model, &program.layout);
        let wanted = Wanted {
            properties: &properties,
            explanations: true,
            ..Wanted::default()
        };
        let found = discover(model, layout, &beginnings, &wanted)?;
        Ok(Symmetric {
            program: Program::new(found.model, program.limits)?,
            group: found.group,
            restricted: found.restricted,
            distinctions: found.distinctions,
            beginnings,
        })
    }

    /// An error for the first states, at most so many, that some generator treats differently.
    pub fn commutes(&self, states: usize) -> Result<()> {
        let mut first = Comparison::new(&self.program, &self.group);
        let is_kept = |property: &PropertyId| self.restricted.iter().all(|(of, _)| of != property);
        let properties = self.program.model.properties.keys().filter(is_kept);
        first.properties = properties.collect();
        let mut comparisons = vec![first];
        for (property, group) in &self.restricted {
            let mut comparison = Comparison::new(&self.program, group);
            comparison.properties = vec![*property];
            comparisons.push(comparison);
        }
        for state in self.reachable(states) {
            for comparison in &mut comparisons {
                comparison.state(&state)?;
            }
        }
        Ok(())
    }

    /// The generators, in cycles.
    pub fn generators(&self) -> Vec<String> {
        written(&self.program, &self.group)
    }

    /// The first states that are reached, breadth first.
    fn reachable(&self, states: usize) -> Vec<Vec<u8>> {
        let mut system = Interpreter::new(&self.program);
        let mut batch = Batch::default();
        let mut seen: HashSet<Vec<u8>> = self.beginnings.iter().cloned().collect();
        let mut pending: VecDeque<Vec<u8>> = self.beginnings.iter().cloned().collect();
        let mut found = Vec::new();
        while let Some(state) = pending.pop_front().filter(|_| found.len() < states) {
            system.successors(&state, &mut batch);
            for (_, outcome) in batch.iter() {
                if let Outcome::State { state, .. } = outcome
                    && seen.insert(state.to_vec())
                {
                    pending.push_back(state.to_vec());
                }
            }
            found.push(state);
        }
        found
    }
}

/// What a state leads to: states in packed form and faults, with multiplicities.
#[derive(Debug, Default, PartialEq, Eq)]
struct Steps {
    states: BTreeMap<Vec<u8>, usize>,
    faults: BTreeMap<String, usize>,
    excluded: usize,
    may_end: bool,
}

struct Comparison<'p> {
    system: Interpreter<'p>,
    program: &'p Program,
    generators: Vec<Permutation>,
    /// How these are written.
    written: Vec<String>,
    action: Action,
    /// Properties that the group keeps.
    properties: Vec<PropertyId>,
}

impl<'p> Comparison<'p> {
    fn new(program: &'p Program, group: &SymmetryGroup) -> Comparison<'p> {
        Comparison {
            system: Interpreter::new(program),
            program,
            generators: group.group().generators().to_vec(),
            written: written(program, group),
            action: Action::new(&program.model, &program.layout),
            properties: Vec::new(),
        }
    }

    fn state(&mut self, state: &[u8]) -> Result<()> {
        for number in 0..self.generators.len() {
            let generator = self.generators[number].clone();
            let moved = self.image(&generator, state);
            let expected = self.steps(state, Some(&generator));
            let found = self.steps(&moved, None);
            ensure!(
                found == expected,
                "{}: {} successors and faults {:?} become {} and {:?}",
                self.written[number],
                expected.states.values().sum::<usize>(),
                expected.faults,
                found.states.values().sum::<usize>(),
                found.faults
            );
            for property in self.properties.clone() {
                let (before, after) = (self.truths(property, state), self.truths(property, &moved));
                let name = &self.program.model.properties[property].name;
                let written = &self.written[number];
                ensure!(
                    before == after,
                    "{written}: `{name}` has {before:?} true instances, then {after:?}"
                );
            }
        }
        Ok(())
    }

    fn image(&self, generator: &Permutation, state: &[u8]) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        self.action.apply(generator.images(), state, &mut image);
        image
    }

    /// The successors of a state, renamed.
    fn steps(&mut self, state: &[u8], renaming: Option<&Permutation>) -> Steps {
        let mut batch = Batch::default();
        self.system.successors(state, &mut batch);
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
        steps
    }

    /// How many instances of a property hold, and how many fail.
    fn truths(&mut self, property: PropertyId, state: &[u8]) -> (usize, usize) {
        let instances = 0..self.system.instances(property);
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

fn written(program: &Program, group: &SymmetryGroup) -> Vec<String> {
    let sorts = program.model.sorts.values();
    let names: Vec<&String> = sorts.flat_map(|sort| &sort.names).collect();
    let generators = group.group().generators().iter();
    let name = |point: Point| names[point.index()].clone();
    generators.map(|one| write_cycles(one, &name)).collect()
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
