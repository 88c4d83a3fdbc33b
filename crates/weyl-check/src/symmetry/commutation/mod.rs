//! Commutation: the second checker of a certificate, which shares nothing with discovery.
//!
//! An automorphism π of a program commutes with the steps of every well-formed state, reachable or
//! not: what a process p does at s is, renamed, what π(p) does at π·s (Emerson and Sistla, section
//! 4.1). So generators are tried out on states that are drawn from the program's own constants,
//! names and borders until guards hold, not on states near the start; with the interpreter and the
//! action of the layout, and nothing else. Outcomes are compared as sets: states, faults, ends,
//! properties.
//!
//! What discovery took for granted restricts the states that are drawn; the group and the steps
//! must keep it. A difference is a bug of weyl. The effort is counted in work, not in time: it is
//! the same on every machine.

mod draw;
mod mover;

use cranelift_entity::{EntityRef, SecondaryMap};
use draw::Drawing;
use mover::{Mover, movers};
use weyl_budget::Budget;
use weyl_ir::layout::{Action, SlotRole};
use weyl_ir::{PropertyId, RuleId};
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::{Permutation, Point};
use weyl_symmetry::{Creator, Fact, FactTable, SymmetryGroup, slot_name};
use weyl_system::{Batch, Conditions, Fault, FaultKind, Interpreter, Outcome, Program, System};

/// A program with what was found in it.
#[derive(Clone, Copy)]
pub struct Certified<'a> {
    /// With names for all that generators move.
    pub program: &'a Program,
    /// What discovery took for granted.
    pub facts: &'a [Fact],
    /// While one of them is at its work, nothing is renamed.
    pub creators: &'a [Creator],
    /// The states in which everything begins.
    pub beginnings: &'a [Vec<u8>],
    /// For each rule the first of those that symmetries may map it to.
    pub rule_orbits: &'a SecondaryMap<RuleId, Option<RuleId>>,
    /// Somebody vouches for what is reached, and for nothing else.
    pub is_unproved: bool,
}

/// A permutation of names that is said to be a symmetry.
#[derive(Clone, Debug)]
pub struct Generator {
    pub permutation: Permutation,
    /// Properties that it keeps: of some one instance, of others all together.
    pub properties: Vec<(PropertyId, Option<u64>)>,
}

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// States for each mover and generator.
    pub rounds: u32,
    /// All valuations of what is read are tried where they are not more.
    pub valuations: usize,
    /// Rules tried, turns of loops and the like, on the whole.
    pub work: u64,
    pub seed: u64,
}

impl Effort {
    /// In every run.
    pub const RUN: Effort = Effort {
        rounds: 12,
        valuations: 0,
        work: 16_000,
        seed: 1,
    };

    /// As much as tests can afford.
    pub const THOROUGH: Effort = Effort {
        rounds: 24,
        valuations: 2_048,
        work: 400_000,
        seed: 1,
    };
}

/// What was tried without a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Triples of a mover, a generator and a state.
    pub triples: u64,
    /// Of these, how many led somewhere.
    pub fired: u64,
    /// The budget was spent before the end.
    pub is_cut: bool,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub generator: String,
    /// Who moves.
    pub mover: String,
    /// What differs.
    pub difference: String,
    /// The state before, by what is not as in a beginning.
    pub state: Vec<String>,
}

/// One step costs at least this, and a part of the size of its state.
const WORK_OF_A_STEP: u64 = 4;
const BYTES_FOR_WORK: u64 = 8;

/// So many scalars of a drawn state are written as fast as a rule is tried.
const WRITES_FOR_WORK: u64 = 4;

/// So many bytes of the states that steps lead to are renamed and compared as fast.
const RENAMED_FOR_WORK: u64 = 4096;

/// A step that takes more is left out.
const MOST_WORK_OF_A_STEP: u64 = 20_000;
const MOST_BYTES_OF_STEPS: u64 = 128 << 20;

/// The generators of some groups, each once, with all properties that it must keep.
pub fn generators<'g>(
    groups: impl Iterator<Item = (&'g SymmetryGroup, Vec<(PropertyId, Option<u64>)>)>,
) -> Vec<Generator> {
    let mut all: Vec<Generator> = Vec::new();
    for (group, properties) in groups {
        for permutation in group.group().generators() {
            match all.iter_mut().find(|one| one.permutation == *permutation) {
                Some(known) => {
                    let new = properties
                        .iter()
                        .filter(|of| !known.properties.contains(of));
                    let new: Vec<_> = new.copied().collect();
                    known.properties.extend(new);
                }
                None => all.push(Generator {
                    permutation: permutation.clone(),
                    properties: properties.clone(),
                }),
            }
        }
    }
    all
}

/// Tries generators out.
pub fn certify(
    certified: Certified<'_>,
    generators: &[Generator],
    effort: Effort,
    budget: Option<&Budget>,
) -> Result<Tried, Box<Refusal>> {
    if generators.is_empty() || certified.beginnings.is_empty() {
        return Ok(Tried::default());
    }
    let facts = FactTable::new(certified.facts, &certified.program.layout);
    Trial::new(certified, &facts, generators, effort, budget).run()
}

/// What somebody's step leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step<'b> {
    State(&'b [u8]),
    Fault(String),
    Hit(PropertyId),
    Excluded,
}

struct Trial<'a> {
    certified: Certified<'a>,
    facts: &'a FactTable,
    generators: &'a [Generator],
    effort: Effort,
    budget: Option<Budget>,
    system: Interpreter<'a>,
    action: Action,
    drawing: Drawing<'a>,
    /// The steps of a state, renamed.
    expected: Batch,
    /// Those of its image.
    found: Batch,
    tried: Tried,
    spent: u64,
}

/// Whose steps.
#[derive(Clone, Copy)]
enum Which {
    Expected,
    Found,
}

/// Why a trial ends before its time.
enum End {
    Refused(Box<Refusal>),
    Cut,
}

impl<'a> Trial<'a> {
    fn new(
        certified: Certified<'a>,
        facts: &'a FactTable,
        generators: &'a [Generator],
        effort: Effort,
        budget: Option<&Budget>,
    ) -> Trial<'a> {
        let program = certified.program;
        let system = Interpreter::new(program);
        Trial {
            certified,
            facts,
            generators,
            effort,
            budget: budget.cloned(),
            system: match budget {
                Some(budget) => system.within(budget.clone()),
                None => system,
            },
            action: Action::new(&program.model, &program.layout),
            drawing: Drawing::new(&certified, facts, effort.seed),
            expected: Batch::within(MOST_BYTES_OF_STEPS),
            found: Batch::within(MOST_BYTES_OF_STEPS),
            tried: Tried::default(),
            spent: 0,
        }
    }

    fn run(mut self) -> Result<Tried, Box<Refusal>> {
        let Certified {
            program,
            rule_orbits,
            ..
        } = self.certified;
        let movers = movers(program, self.facts, rule_orbits);
        let pairs = movers.len() * self.generators.len();
        let stride = coprime(pairs);
        for round in 0..self.effort.rounds as usize {
            for number in 0..pairs {
                if self.spent > self.effort.work {
                    return Ok(self.tried);
                }
                // All pairs in an order that mixes them: work may end before the round does.
                let pair = (number * stride + round) % pairs;
                let mover = &movers[pair % movers.len()];
                match self.once(mover, pair / movers.len()) {
                    Ok(()) => {}
                    Err(End::Refused(refusal)) => return Err(refusal),
                    Err(End::Cut) => {
                        self.tried.is_cut = true;
                        return Ok(self.tried);
                    }
                }
            }
        }
        Ok(self.tried)
    }

    /// One state for a mover and a generator, and states that are near it.
    fn once(&mut self, mover: &Mover, generator: usize) -> Result<(), End> {
        self.system.allow_work(MOST_WORK_OF_A_STEP);
        let before = self.system.work() + self.drawing.written / WRITES_FOR_WORK;
        let firing = mover.some_firing(self.certified.program, &mut self.drawing.chance);
        let state = self.drawing.state_for(mover, firing, &mut self.system);
        let after = self.system.work() + self.drawing.written / WRITES_FOR_WORK;
        self.spent += 1 + after - before;
        let Some(state) = state else {
            return Ok(());
        };
        let reads = self.compare(mover, generator, &state)?;
        if self.spent > self.effort.work {
            return Ok(());
        }
        if let Some(varied) = self.drawing.varied(&state, &reads) {
            self.compare(mover, generator, &varied)?;
        }
        let most = self.effort.valuations;
        for valued in self.drawing.all_valuations(&state, &reads, most) {
            self.compare(mover, generator, &valued)?;
        }
        Ok(())
    }

    /// Compares what is done in a state and in its image; what was read.
    fn compare(&mut self, mover: &Mover, generator: usize, state: &[u8]) -> Result<Vec<u32>, End> {
        if self.budget.as_ref().is_some_and(Budget::is_spent) {
            return Err(End::Cut);
        }
        let permutation = &self.generators[generator].permutation;
        let refuse = |trial: &Trial<'_>, difference: String| {
            End::Refused(Box::new(trial.refusal(mover, generator, state, difference)))
        };
        let moved = self.image(permutation, state);
        if let Some(fact) = self.contradiction(&moved) {
            return Err(refuse(
                self,
                format!("it does not keep what is known: {fact}"),
            ));
        }
        self.system.watch_reads();
        let is_known = self.steps(mover, state, Which::Expected);
        let reads = self.system.take_reads();
        self.rename_steps(permutation);
        let is_known = self.steps(&mover.image(permutation), &moved, Which::Found) && is_known;
        if !is_known {
            return Ok(reads);
        }
        let (expected, found) = (led_to(&self.expected), led_to(&self.found));
        self.tried.triples += 1;
        self.tried.fired += u64::from(!found.is_empty());
        if expected != found {
            return Err(refuse(self, self.difference(&expected, &found)));
        }
        let broken = states(&found).find_map(|next| self.contradiction(next));
        if let Some(fact) = broken {
            return Err(refuse(
                self,
                format!("a step does not keep what is known: {fact}"),
            ));
        }
        if let Some(difference) = self.conditions(generator, state, &moved) {
            return Err(refuse(self, difference));
        }
        self.keep_one();
        Ok(reads)
    }

    /// Draws from a state that was led to.
    fn keep_one(&mut self) {
        let found = led_to(&self.found);
        let states: Vec<&[u8]> = states(&found).collect();
        if let Some(state) = self.drawing.chance.pick(&states) {
            self.drawing.keep(state);
        }
    }

    fn image(&self, permutation: &Permutation, state: &[u8]) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        self.action.apply(permutation.images(), state, &mut image);
        image
    }

    fn rename_steps(&mut self, permutation: &Permutation) {
        let action = &self.action;
        let mut image = Vec::new();
        self.expected.replace_states(None, |state| {
            image.resize(state.len(), 0);
            action.apply(permutation.images(), state, &mut image);
            state.copy_from_slice(&image);
            true
        });
    }

    /// Whether it is known what a mover's steps lead to: not if they take too long, or too
    /// much memory.
    fn steps(&mut self, mover: &Mover, state: &[u8], which: Which) -> bool {
        self.system.allow_work(MOST_WORK_OF_A_STEP);
        let before = self.system.work();
        let batch = match which {
            Which::Expected => &mut self.expected,
            Which::Found => &mut self.found,
        };
        mover.steps(&mut self.system, state, batch);
        let work = self.system.work() - before;
        self.spent += work + WORK_OF_A_STEP + state.len() as u64 / BYTES_FOR_WORK;
        if batch.cut().is_some() {
            return false;
        }
        self.spent += (batch.len() * state.len()) as u64 / RENAMED_FOR_WORK;
        true
    }

    /// What differs in conditions on a state and its image: whether all may end there, and one of
    /// the properties.
    fn conditions(&mut self, generator: usize, state: &[u8], moved: &[u8]) -> Option<String> {
        if self.system.may_end(state) != self.system.may_end(moved) {
            return Some("all may end before, or after, but not both".to_string());
        }
        let properties = &self.generators[generator].properties;
        let (property, instance) = *self.drawing.chance.pick(properties)?;
        let before = self.truths(property, instance, state)?;
        let after = self.truths(property, instance, moved)?;
        let name = &self.certified.program.model.properties[property].name;
        (before != after).then(|| {
            format!(
                "`{name}` is true for {} and fails for {} of its instances, then for {} and {}",
                before.0, before.1, after.0, after.1
            )
        })
    }

    /// How many instances of a property hold, and how many fail; `None` if that takes too long.
    fn truths(
        &mut self,
        property: PropertyId,
        instance: Option<u64>,
        state: &[u8],
    ) -> Option<(u64, u64)> {
        let all = 0..self.system.instances(property);
        let instances = instance.map_or(all, |instance| instance..instance + 1);
        self.system.allow_work(MOST_WORK_OF_A_STEP);
        let mut counts = (0, 0);
        for (number, instance) in instances.enumerate() {
            self.spent += 1;
            if number as u64 > MOST_WORK_OF_A_STEP {
                return None;
            }
            match self.system.holds(property, instance, state) {
                Ok(true) => counts.0 += 1,
                Ok(false) => {}
                Err(fault) if fault.is_interruption() => return None,
                Err(_) => counts.1 += 1,
            }
        }
        Some(counts)
    }

    /// The fact that a state does not agree with.
    fn contradiction(&self, state: &[u8]) -> Option<String> {
        if self.facts.agrees(state) {
            return None;
        }
        let Program { model, layout, .. } = self.certified.program;
        let slot = self.facts.contradiction(layout, state)?;
        let slot = &layout.slots[slot];
        let mut facts = self.certified.facts.iter();
        let fact = facts.find(|fact| fact.variable == slot.variable && fact.path == slot.path);
        fact.map(|fact| fact.describe(model, layout))
    }

    fn difference(&self, expected: &[Step<'_>], found: &[Step<'_>]) -> String {
        let one = first_without(expected, found);
        let other = first_without(found, expected);
        match (one, other) {
            (Some(Step::State(a)), Some(Step::State(b))) => {
                let changes = self.changes(a, b).join(", ");
                format!("renamed, it leads to another state ({changes})")
            }
            (Some(Step::State(_)), _) => "one of its steps has no image".to_string(),
            (Some(Step::Fault(fault)), _) => {
                format!("one of its steps fails ({fault}), renamed none")
            }
            (_, Some(Step::State(_))) => "renamed, it has one step more".to_string(),
            (_, Some(Step::Fault(fault))) => format!("renamed, one of its steps fails ({fault})"),
            (Some(Step::Hit(_)), _) => "one of its steps hits a cover, renamed none".to_string(),
            (_, Some(Step::Hit(_))) => "renamed, one of its steps hits a cover".to_string(),
            _ => "an assumption excludes a step, or its image, but not both".to_string(),
        }
    }

    /// Where two states differ.
    fn changes(&self, one: &[u8], two: &[u8]) -> Vec<String> {
        let Program { model, layout, .. } = self.certified.program;
        let mut changes = Vec::new();
        for slot in layout.slots.values() {
            let offset = slot.offset as usize;
            let codes = [one, two].map(|state| slot.scalar.load(state, offset));
            if codes[0] == codes[1] {
                continue;
            }
            let shown = |value: i128| match slot.role {
                SlotRole::Value(ty) => model.display_value(ty, value),
                SlotRole::Occupied | SlotRole::Length => value.to_string(),
            };
            let written = codes.map(|code| match slot.scalar.decode(code) {
                Some(value) => shown(value),
                None => "undefined".to_string(),
            });
            let name = slot_name(model, slot);
            changes.push(format!("{name}: {} and {}", written[0], written[1]));
        }
        changes
    }

    fn refusal(
        &self,
        mover: &Mover,
        generator: usize,
        state: &[u8],
        difference: String,
    ) -> Refusal {
        let model = &self.certified.program.model;
        let names: Vec<&String> = model.sorts.values().flat_map(|sort| &sort.names).collect();
        let name = |point: Point| names[point.index()].clone();
        Refusal {
            generator: write_cycles(&self.generators[generator].permutation, &name),
            mover: mover.describe(self.certified.program),
            difference,
            state: self.changes(&self.certified.beginnings[0], state),
        }
    }
}

/// All that steps lead to, each once.
fn led_to(batch: &Batch) -> Vec<Step<'_>> {
    let steps = batch.iter().map(|(_, outcome)| match outcome {
        Outcome::State { state, .. } => Step::State(state),
        Outcome::Fault(fault) => Step::Fault(said(fault)),
        Outcome::Excluded => Step::Excluded,
    });
    let hits = batch.hits().iter();
    let hits = hits.map(|(_, property)| Step::Hit(*property));
    let mut steps: Vec<Step<'_>> = steps.chain(hits).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

fn states<'b>(steps: &[Step<'b>]) -> impl Iterator<Item = &'b [u8]> {
    steps.iter().filter_map(|step| match step {
        Step::State(state) => Some(*state),
        Step::Fault(_) | Step::Hit(_) | Step::Excluded => None,
    })
}

/// The first of some steps that is not among others, which are sorted.
fn first_without<'s, 'b>(steps: &'s [Step<'b>], others: &[Step<'b>]) -> Option<&'s Step<'b>> {
    let mut steps = steps.iter();
    steps.find(|step| others.binary_search(step).is_err())
}

/// A fault without the numbers in it: these are renamed. All faults without a message of their own
/// have one verdict.
fn said(fault: &Fault) -> String {
    match &fault.kind {
        FaultKind::Assertion { message } => format!("assertion {message}"),
        // Its message quotes the statement that a trace waits for, which is renamed too.
        FaultKind::Refuted { property, .. } => format!("refuted {property}"),
        FaultKind::Error { message } => format!("error {message}"),
        _ => "run-time error".to_string(),
    }
}

/// A number that has no divisor in common with another, and is far from 0.
fn coprime(count: usize) -> usize {
    let divides = |a: usize, b: usize| -> usize {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let first = count * 5 / 8 + 1;
    (first..)
        .find(|number| divides(*number, count) == 1)
        .unwrap_or(1)
}
