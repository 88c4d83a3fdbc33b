//! Machine code against the interpreter, state by state: the same successors in the same order, the same errors, the
//! same answers of properties, the same packed states. On every model, and on random programs of both languages.

use anyhow::{Context, Result, ensure};
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{Language, ModelOptions, Room, Text, load};
use weyl_filetest::{models, parallel, random_seeds};
use weyl_modelgen::{MurphiOptions, PromelaOptions, murphi, promela};
use weyl_native::Native;
use weyl_source::SourceMap;
use weyl_system::{
    Batch, ExecutionLimits, Fault, Firing, Interpreter, Outcome, Program, TransitionSystem,
};

/// Random programs of each language in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 1_000;
/// States of a model or program that are compared.
const STATES: usize = 2_000;
const RANDOM_STATES: usize = 200;

fn program(language: Language, name: &str, text: &str) -> Result<Program> {
    let mut sources = SourceMap::default();
    let file = sources.add(name.to_string(), text.to_string());
    let mut text = Text {
        sources: &mut sources,
        file,
        includes: &mut |_, _| None,
    };
    let options = ModelOptions {
        language,
        strict_undefined: false,
        constants: Vec::new(),
        definitions: Vec::new(),
        execution: ExecutionLimits::default(),
    };
    let loaded = load(&mut text, &options, Room::default());
    Ok(loaded.ok().context("the model is refused")?.program)
}

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

/// Both executors of a program.
struct Pair<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    native: Native<'p>,
    batches: (Batch, Batch),
}

/// How many states were compared, and how often machine code gave up.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    states: u64,
    given_up: u64,
}

impl<'p> Pair<'p> {
    fn new(program: &'p Program) -> Result<Pair<'p>> {
        Ok(Pair {
            program,
            interpreter: Interpreter::new(program),
            native: Native::new(Interpreter::new(program))?,
            batches: Default::default(),
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
        let (wanted, answer) = (entries(expected), entries(found));
        ensure!(wanted == answer, "{state:?}: {answer:?}, not {wanted:?}");
        ensure!(expected.later_rules() == found.later_rules());
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

    /// Goes through the first states in breadth first order.
    fn compare(&mut self, most: usize) -> Result<Compared> {
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
        Ok(Compared {
            states: seen.len() as u64,
            given_up: self.native.given_up(),
        })
    }
}

fn compare(language: Language, name: &str, text: &str, most: usize) -> Result<Compared> {
    let program = program(language, name, text)?;
    Pair::new(&program)?.compare(most)
}

fn every_model(language: Language, folder: &str) {
    let models = models(folder).expect("the models can be read");
    let (states, given_up) = (AtomicU64::new(0), AtomicU64::new(0));
    parallel::for_each(&models, |(path, _)| {
        let text = std::fs::read_to_string(path)?;
        let name = path.display().to_string();
        let compared = compare(language, &name, &text, STATES).context(name)?;
        states.fetch_add(compared.states, Relaxed);
        given_up.fetch_add(compared.given_up, Relaxed);
        Ok(())
    });
    let (states, given_up) = (states.into_inner(), given_up.into_inner());
    assert!(
        given_up * 10 < states,
        "{given_up} times in {states} states"
    );
}

#[test]
fn murphi_models() {
    every_model(Language::Murphi, "murphi");
}

#[test]
fn promela_models() {
    every_model(Language::Promela, "promela");
}

#[test]
fn small_promela_models() {
    every_model(Language::Promela, "promela-small");
}

fn random_programs(language: Language, text_of: impl Fn(u64) -> String + Sync) {
    let seeds = random_seeds(PROGRAMS);
    parallel::for_each(&seeds, |seed| {
        let text = text_of(*seed);
        let compared = compare(language, "random", &text, RANDOM_STATES);
        compared.with_context(|| format!("seed {seed}\n{text}"))?;
        Ok(())
    });
}

#[test]
fn random_murphi_programs() {
    random_programs(Language::Murphi, |seed| {
        murphi(seed, &MurphiOptions::default()).text
    });
}

#[test]
fn random_promela_programs() {
    random_programs(Language::Promela, |seed| {
        promela(seed, &PromelaOptions::default()).text
    });
}
