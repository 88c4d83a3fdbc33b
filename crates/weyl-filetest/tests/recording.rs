//! The recording executor against the plain interpreter: whatever is not recorded as looked at can
//! have any other value, and the same happens. From reachable states of every model, and of random
//! programs.

use anyhow::{Result, ensure};
use weyl_check::{MURPHI, PROMELA};
use weyl_filetest::dice::Dice;
use weyl_filetest::reachable::{first_states, ground_rules};
use weyl_filetest::variation::Variation;
use weyl_filetest::{each_model, each_random_program, program};
use weyl_ir::layout::{PathStep, SlotId};
use weyl_ir::{Capacity, FrontEnd};
use weyl_modelgen::{MurphiOptions, PromelaOptions, murphi, murphi_twins, promela};
use weyl_system::{
    Batch, Conditions, Effect, FiredOutcome, Firing, Interpreter, Outcome, Program, Recorder,
    TurnEffect, Written,
};

/// Random programs of each language in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;
const STATES: usize = 12;
/// Ground rules that are tried in each state.
const RULES: u64 = 60;
/// How many of the slots that were not looked at change: all, or one of so many.
const RARITIES: [usize; 3] = [1, 2, 8];

/// The plain interpreter and the one that records, on one program.
struct Trial<'p> {
    program: &'p Program,
    plain: Interpreter<'p>,
    recorder: Recorder<'p>,
    variation: Variation<'p>,
    dice: Dice,
}

impl<'p> Trial<'p> {
    fn new(program: &'p Program) -> Trial<'p> {
        Trial {
            program,
            plain: Interpreter::new(program),
            recorder: Recorder::new(program),
            variation: Variation::new(&program.layout),
            dice: Dice::new(7),
        }
    }

    fn run(&mut self) -> Result<()> {
        for state in first_states(self.program, STATES) {
            for firing in ground_rules(self.program, RULES) {
                self.rule(&state, firing)?;
            }
            let processes = self.program.model.processes();
            for (number, kind) in processes.numbered_kinds() {
                for index in 0..processes.room(kind).min(6) {
                    self.turns(&state, number, index)?;
                }
            }
            self.conditions(&state)?;
        }
        Ok(())
    }

    fn rule(&mut self, state: &[u8], firing: Firing) -> Result<()> {
        let record = self.recorder.rule(state, firing);
        let name = &self.program.model.rules[firing.rule].name;
        for rarity in RARITIES {
            let other = self
                .variation
                .vary(state, &record.looks, rarity, &mut self.dice);
            for state in [state, &other] {
                let expected = self.expected(state, firing);
                let found = match &record.result {
                    None => None,
                    Some(Effect::Writes(_)) => {
                        let effect = record.result.as_ref();
                        let next = effect.and_then(|of| of.applied(&self.program.layout, state));
                        next.map(FiredOutcome::State)
                    }
                    Some(Effect::Fault(fault)) => Some(FiredOutcome::Fault(fault.clone())),
                    Some(Effect::Excluded) => Some(FiredOutcome::Excluded),
                };
                ensure!(
                    found == expected,
                    "{name} {firing:?}\n{record:?}\nsays {found:?}\nnot {expected:?}\nin {state:?}"
                );
            }
        }
        Ok(())
    }

    /// What the rule does in a state. Steps inside of turns can't be had from the plain interpreter
    /// alone; they are compared as turns.
    fn expected(&mut self, state: &[u8], firing: Firing) -> Option<FiredOutcome> {
        if !self.program.model.has_processes() {
            return self.plain.fire(state, firing).map(|fired| fired.outcome);
        }
        let effect = self.recorder.rule(state, firing).result?;
        Some(match &effect {
            Effect::Writes(_) => {
                let next = effect.applied(&self.program.layout, state);
                FiredOutcome::State(next.unwrap_or_default())
            }
            Effect::Fault(fault) => FiredOutcome::Fault(fault.clone()),
            Effect::Excluded => FiredOutcome::Excluded,
        })
    }

    fn turns(&mut self, state: &[u8], kind: u32, index: u32) -> Result<()> {
        let record = self.recorder.turns(state, kind, index);
        for rarity in RARITIES {
            let other = self
                .variation
                .vary(state, &record.looks, rarity, &mut self.dice);
            for state in [state, &other] {
                let mut batch = Batch::default();
                self.plain.turns_of(kind, index, state, &mut batch);
                let found = record.result.iter().map(|turn| match &turn.effect {
                    Effect::Fault(fault) => FiredOutcome::Fault(fault.clone()),
                    Effect::Excluded => FiredOutcome::Excluded,
                    Effect::Writes(_) => {
                        let next = turn.effect.applied(&self.program.layout, state);
                        FiredOutcome::State(next.unwrap_or_default())
                    }
                });
                let found: Vec<FiredOutcome> = found.collect();
                let expected = outcomes(&batch);
                ensure!(
                    found == expected,
                    "turns of {kind}, {index}\n{record:?}\nare {found:?}\nnot {expected:?}\nin {state:?}"
                );
            }
        }
        Ok(())
    }

    fn conditions(&mut self, state: &[u8]) -> Result<()> {
        for id in self.program.model.properties.keys() {
            for instance in 0..self.plain.instances(id).min(10) {
                let record = self.recorder.condition(state, id, instance);
                for rarity in RARITIES {
                    let other = self
                        .variation
                        .vary(state, &record.looks, rarity, &mut self.dice);
                    let expected = self.plain.holds(id, instance, &other);
                    let (found, looks) = (&record.result, &record.looks);
                    ensure!(
                        *found == expected,
                        "{id} {instance}: {looks:?}\nin {other:?}"
                    );
                }
            }
        }
        Ok(())
    }
}

fn outcomes(batch: &Batch) -> Vec<FiredOutcome> {
    let outcome = |outcome: Outcome<'_>| match outcome {
        Outcome::State { state, .. } => FiredOutcome::State(state.to_vec()),
        Outcome::Fault(fault) => FiredOutcome::Fault(Box::new(fault.clone())),
        Outcome::Excluded => FiredOutcome::Excluded,
    };
    batch.iter().map(|(_, of)| outcome(of)).collect()
}

fn every_model(language: &'static dyn FrontEnd, folder: &str) {
    let capacity = Capacity::default();
    each_model(language, folder, capacity, |program, _| {
        Trial::new(program).run()
    });
}

#[test]
fn murphi_models() {
    every_model(MURPHI, "murphi");
}

#[test]
fn promela_models() {
    every_model(PROMELA, "promela");
}

#[test]
fn small_promela_models() {
    every_model(PROMELA, "promela-small");
}

fn random_programs(language: &'static dyn FrontEnd, text_of: impl Fn(u64) -> String + Sync) {
    each_random_program(language, PROGRAMS, text_of, |program| {
        Trial::new(program).run()
    });
}

#[test]
fn random_murphi_programs() {
    random_programs(MURPHI, |seed| murphi(seed, &MurphiOptions::default()).text);
}

#[test]
fn random_promela_programs() {
    random_programs(PROMELA, |seed| {
        promela(seed, &PromelaOptions::default()).text
    });
}

/// With multisets and unions.
#[test]
fn random_twins() {
    random_programs(MURPHI, |seed| murphi_twins(seed).0);
}

/// Every turn of the process with a number in its kind, in the state after the first turn of each
/// of some steps: what they look at, and what they write.
fn turns_of(text: &str, steps: usize, kind: u32) -> (Vec<String>, Vec<String>) {
    let program = program(PROMELA, "fixture", text, Capacity::default()).expect("it is a model");
    let state = first_states(&program, steps + 1).remove(steps);
    let record = Recorder::new(&program).turns(&state, kind, 0);
    let name = |slot: SlotId| {
        let slot = &program.layout.slots[slot];
        let name = program.model.variables[slot.variable].name.clone();
        let steps = slot.path.iter().filter_map(|step| match step {
            PathStep::Element(position) => Some(format!("#{position}")),
            PathStep::Field(_) | PathStep::Index(..) => None,
        });
        name + &steps.collect::<String>()
    };
    let effect = |turn: &TurnEffect| match &turn.effect {
        Effect::Fault(_) | Effect::Excluded => "nothing".to_string(),
        Effect::Writes(writes) => {
            let writes = writes.iter().map(|(slot, written)| match written {
                Written::Code(code) => format!("{}={code}", name(*slot)),
                Written::Copy(from) => format!("{}<-{}", name(*slot), name(*from)),
            });
            writes.collect::<Vec<String>>().join(", ")
        }
    };
    (
        record.looks.iter().map(|slot| name(*slot)).collect(),
        record.result.iter().map(effect).collect(),
    )
}

#[test]
fn the_messages_behind_the_one_that_is_taken_are_copies() {
    let text = "chan c = [3] of { byte }; byte x;
        active proctype P() { c!1; c!2; c!3; c?x }";
    let (looks, effects) = turns_of(text, 3, 0);
    assert_eq!(looks, ["c", "c (messages)", "P:_pc"]);
    let moved = "c (messages)#0<-c (messages)#1, c (messages)#1<-c (messages)#2, c (messages)#2=0";
    let expected = format!("c (messages)=2, {moved}, x<-c (messages)#0, P:_pc=5");
    assert_eq!(effects, [expected]);
}

#[test]
fn a_rendezvous_copies_from_the_one_to_the_other() {
    let text = "chan c = [0] of { byte }; byte x, y = 7, z;
        active proctype P() { c!y } active proctype Q() { c?x } active proctype R() { z == 1 }";
    let (looks, effects) = turns_of(text, 0, 0);
    assert_eq!(looks, ["_nr_pr", "c", "P:_pc", "Q:_pc", "R:_pc"]);
    assert_eq!(effects, ["x<-y, P:_pc=2, Q:_pc=2"]);
}

#[test]
fn what_nobody_else_can_do_is_looked_at() {
    let text = "byte x, y, z;
        active proctype P() { if :: x == 1 -> y = 1 :: else -> y = 2 fi; }
        active proctype Q() { timeout -> z = 1 }
        active proctype R() { y == 3 }";
    let (looks, effects) = turns_of(text, 0, 0);
    assert_eq!(looks, ["x", "P:_pc"], "`else`");
    assert_eq!(effects, ["P:_pc=3"]);
    let (looks, effects) = turns_of(text, 2, 1);
    let everybody = ["_nr_pr", "y", "P:_pc", "Q:_pc", "R:_pc"];
    assert_eq!(looks, everybody, "`timeout`");
    assert_eq!(effects, ["Q:_pc=2"]);
}

/// Whether a path comes back to where it was depends on what was only copied.
#[test]
fn a_circle_looks_at_what_may_differ() {
    let text = "byte x, y, z;
        active proctype P() { atomic { do :: x = y; y = z :: break od } }";
    let (looks, _) = turns_of(text, 0, 0);
    assert_eq!(looks, ["y", "z", "P:_pc"]);
}
