//! Commutation on reachable states of a model, all successors with their multiplicities; and on
//! states that are drawn, as a check does it, without regard to time.

use crate::Options;
use anyhow::{Result, bail};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::Path;
use weyl_budget::Budget;
use weyl_check::{
    Certified, Effort, Generator, Termination, Tried, beginnings, bounds, certify, generators,
    read, starts,
};
use weyl_ir::layout::{Action, Slot, SlotRole};
use weyl_ir::{Capacity, NameId, PropertyId, RuleId, Type, TypeId};
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::{Permutation, Point};
use weyl_source::Sources;
use weyl_symmetry::{
    Creator, Distinction, Fact, FactTable, Family, StaticProcesses, SymmetryGroup, Wanted,
    discover, slot_name, static_processes, staying,
};
use weyl_system::{Batch, Conditions, Fault, FaultKind, Interpreter, Outcome, Program, System};

/// A model with the symmetry that was found in its text.
pub struct Symmetric {
    /// With names for all that the group moves.
    pub program: Program,
    pub group: SymmetryGroup,
    /// Groups of properties that the first group does not keep.
    pub restricted: Vec<(PropertyId, SymmetryGroup)>,
    /// What breaks more.
    pub distinctions: Vec<Distinction>,
    /// The same for all names that are alike at first sight.
    pub families: Vec<Family>,
    /// All states in which everything begins.
    pub beginnings: Vec<Vec<u8>>,
    /// What discovery took for granted.
    pub facts: Vec<Fact>,
    creators: Vec<Creator>,
    rule_orbits: SecondaryMap<RuleId, Option<RuleId>>,
}

impl Symmetric {
    /// An error if the model is refused. What creates processes for too long has no symmetry.
    /// Processes that have ended stay where nobody sees it, unless it is to be as with SPIN.
    pub fn of_text(name: &str, text: &str, options: &Options) -> Result<Symmetric> {
        let small = Symmetric::new(name, text, options, Capacity::default(), beginnings)?;
        // What is created late may have had too little room.
        let statics = static_processes(&small.program.model);
        if !statics.dynamic_kinds.is_empty() || small.beginnings.is_empty() {
            Symmetric::with_most_capacity(name, text, options)
        } else {
            Ok(small)
        }
    }

    /// The same with as much room as there may be.
    pub fn with_most_capacity(name: &str, text: &str, options: &Options) -> Result<Symmetric> {
        Symmetric::new(name, text, options, Capacity::MOST, beginnings)
    }

    /// The same as if it were not known in which states everything begins.
    pub fn without_beginnings(name: &str, text: &str, options: &Options) -> Result<Symmetric> {
        Symmetric::new(name, text, options, Capacity::MOST, bounds)
    }

    /// Whether something that may change holds a name, or is found by it: to exchange others merges
    /// nothing, and is not told as a symmetry.
    pub fn shows(&self, name: NameId) -> bool {
        let model = &self.program.model;
        let is_of_sort = |ty: TypeId| *model.types.get(ty) == Type::Id(model.sort_of(name));
        let holds = |slot: &Slot| {
            let SlotRole::Value(ty) = slot.role else {
                return false;
            };
            if let Type::Union(members) = model.types.get(ty) {
                members.iter().any(|ty| is_of_sort(*ty))
            } else {
                is_of_sort(ty)
            }
        };
        let mut slots = self.program.layout.slots.values();
        slots.any(|slot| {
            !self.is_constant(slot) && (slot.index_names.contains(&name) || holds(slot))
        })
    }

    fn is_constant(&self, slot: &Slot) -> bool {
        let mut facts = self.facts.iter();
        facts.any(|fact| {
            let one = fact.held.values.as_ref().is_some_and(|all| all.len() == 1);
            let is_it = (fact.variable, &fact.path) == (slot.variable, &slot.path);
            one && !fact.held.undefined && is_it
        })
    }

    fn new(
        name: &str,
        text: &str,
        options: &Options,
        capacity: Capacity,
        known: impl Fn(&Program, &StaticProcesses) -> Option<Vec<Vec<u8>>>,
    ) -> Result<Symmetric> {
        let mut sources = Sources::new(|path| std::fs::read_to_string(path).ok());
        let file = sources.add_file(Path::new(name), text);
        let request = options.request();
        let read = read(&mut sources, file, &request.model);
        let program = match read.and_then(|read| read.load(capacity)) {
            Ok(loaded) => loaded.program,
            Err(failure) => bail!("{name}: {:#?}", failure.diagnostics()),
        };
        let program = match options.termination {
            Termination::Spin => program,
            Termination::Best | Termination::Stay => match staying(&program.model) {
                Ok(staying) => Program::new(staying.model, program.limits)?,
                Err(_) => program,
            },
        };
        let statics = static_processes(&program.model);
        let (known, beginnings) = (known(&program, &statics), beginnings(&program, &statics));
        let creators = statics.creators;
        let (Some(known), Some(beginnings)) = (known, beginnings) else {
            return Ok(Symmetric {
                group: SymmetryGroup::trivial(&program.model),
                restricted: Vec::new(),
                distinctions: Vec::new(),
                families: Vec::new(),
                beginnings: starts(&program).unwrap_or_default(),
                facts: Vec::new(),
                creators,
                rule_orbits: SecondaryMap::new(),
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
        let found = discover(model, layout, &known, &wanted)?;
        Ok(Symmetric {
            program: Program::new(found.model, program.limits)?,
            group: found.group,
            restricted: found.restricted,
            distinctions: found.distinctions,
            families: found.families,
            beginnings,
            facts: found.facts,
            creators,
            rule_orbits: found.rule_orbits,
        })
    }

    /// An error for the first states, at most so many, that some generator treats differently.
    pub fn commutes(&self, states: usize) -> Result<()> {
        let is_kept = |property: &PropertyId| self.restricted.iter().all(|(of, _)| of != property);
        let properties = self.program.model.properties.keys().filter(is_kept);
        let all = properties.map(|property| (property, None)).collect();
        let mut comparisons = vec![Commutation::new(&self.program, &self.group, all)];
        for (property, group) in &self.restricted {
            let only = vec![(*property, None)];
            comparisons.push(Commutation::new(&self.program, group, only));
        }
        for state in self.reachable(states) {
            for comparison in &mut comparisons {
                for number in 0..comparison.generators() {
                    comparison
                        .test(number, &state)
                        .map_err(anyhow::Error::msg)?;
                }
            }
        }
        Ok(())
    }

    /// An error for the first states, at most so many, that contradict what was taken for granted.
    pub fn keeps_facts(&self, states: usize) -> Result<()> {
        let layout = &self.program.layout;
        let table = FactTable::new(&self.facts, layout);
        for state in self.reachable(states) {
            if let Some(slot) = table.contradiction(layout, &state) {
                let name = slot_name(&self.program.model, &layout.slots[slot]);
                bail!("{name} is not what it was taken for");
            }
        }
        Ok(())
    }

    /// Tries all groups out on states that are drawn.
    pub fn certify(&self, effort: Effort) -> Result<Tried> {
        let is_kept = |property: &PropertyId| self.restricted.iter().all(|(of, _)| of != property);
        let kept = self.program.model.properties.keys().filter(is_kept);
        let whole = (&self.group, kept.map(|property| (property, None)).collect());
        let apart = self.restricted.iter();
        let apart = apart.map(|(property, group)| (group, vec![(*property, None)]));
        self.certify_generators(&generators(apart.chain([whole])), effort)
    }

    /// Tries some permutations out, whether or not they are symmetries.
    pub fn certify_generators(&self, generators: &[Generator], effort: Effort) -> Result<Tried> {
        self.certify_until(generators, effort, None)
    }

    /// The same, until a budget is spent.
    pub fn certify_until(
        &self,
        generators: &[Generator],
        effort: Effort,
        budget: Option<&Budget>,
    ) -> Result<Tried> {
        let certified = Certified {
            program: &self.program,
            facts: &self.facts,
            creators: &self.creators,
            beginnings: &self.beginnings,
            rule_orbits: &self.rule_orbits,
            is_unproved: false,
        };
        certify(certified, generators, effort, budget)
            .map_err(|refusal| anyhow::anyhow!("{refusal:#?}"))
    }

    /// The generators, in cycles.
    pub fn generators(&self) -> Vec<String> {
        Commutation::new(&self.program, &self.group, Vec::new()).written
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

/// The generators of a group, ready to be tried out on states.
struct Commutation<'p> {
    system: Interpreter<'p>,
    program: &'p Program,
    generators: Vec<Permutation>,
    /// How these are written.
    written: Vec<String>,
    action: Action,
    /// Properties that the group keeps: of some one instance, of others all together.
    properties: Vec<(PropertyId, Option<u64>)>,
}

impl<'p> Commutation<'p> {
    fn new(
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

    fn generators(&self) -> usize {
        self.generators.len()
    }

    /// What one generator does not keep in a state, if there is anything.
    fn test(&mut self, number: usize, state: &[u8]) -> Result<(), String> {
        let generator = self.generators[number].clone();
        let written = self.written[number].clone();
        let moved = self.image(&generator, state);
        let expected = self.steps(state, Some(&generator));
        let found = self.steps(&moved, None);
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
        for (_, cover) in batch.hits() {
            *steps.faults.entry(format!("hit {cover}")).or_default() += 1;
        }
        steps
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

/// A fault without the numbers in it: these are renamed. All faults without a message of their own
/// have one verdict.
pub(crate) fn said(fault: &Fault) -> String {
    match &fault.kind {
        FaultKind::Assertion { message } => format!("assertion {message}"),
        // Its message quotes the statement that a trace waits for, which is renamed too.
        FaultKind::Refuted { property, .. } => format!("refuted {property}"),
        FaultKind::Error { message } => format!("error {message}"),
        _ => "run-time error".to_string(),
    }
}
