//! The structure of a program against what the recording executor sees, in reachable states and
//! states near them: what is looked at, written, copied and enabled is foreseen. On every model,
//! and on random programs.

use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use weyl_check::{MURPHI, PROMELA};
use weyl_filetest::dice::Dice;
use weyl_filetest::reachable::{first_states, ground_rules};
use weyl_filetest::variation::Variation;
use weyl_filetest::{each_model, each_random_program, models, program};
use weyl_ir::layout::SlotId;
use weyl_ir::structure::{Footprint, SlotSet};
use weyl_ir::{Capacity, FrontEnd, Structure, VarId};
use weyl_modelgen::{MurphiOptions, PromelaOptions, murphi, murphi_twins, promela};
use weyl_system::{Conditions, Effect, Firing, Interpreter, Program, Recorder, Written};

/// Random programs of each language in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;
const STATES: usize = 8;
/// Turns of which it is asked what they enable.
const TURNS: usize = 8;
/// Ground rules that are tried in each state.
const RULES: u64 = 80;

struct Trial<'p> {
    program: &'p Program,
    structure: Structure,
    recorder: Recorder<'p>,
    /// Where it is about all states: others near the reachable ones.
    variation: Option<Variation<'p>>,
    dice: Dice,
}

impl<'p> Trial<'p> {
    fn new(program: &'p Program, in_all_states: bool) -> Trial<'p> {
        Trial {
            program,
            structure: if in_all_states {
                Structure::in_all_states(&program.model, &program.layout)
            } else {
                Structure::of(&program.model, &program.layout)
            },
            recorder: Recorder::new(program),
            variation: in_all_states.then(|| Variation::new(&program.layout)),
            dice: Dice::new(5),
        }
    }

    /// Reachable states, and in all states also others.
    fn both(program: &'p Program) -> Result<()> {
        Trial::new(program, false).run()?;
        Trial::new(program, true).run().context("in all states")
    }

    fn run(&mut self) -> Result<()> {
        for mut state in first_states(self.program, STATES) {
            if let Some(variation) = &self.variation {
                state = variation.vary(&state, &[], 3, &mut self.dice);
            }
            for firing in ground_rules(self.program, RULES) {
                self.rule(&state, firing)?;
            }
            self.conditions(&state)?;
            if self.program.model.has_processes() {
                self.turns(&state)?
            } else {
                self.steps(&state)?
            }
        }
        Ok(())
    }

    fn footprint(&self, firing: Firing) -> &Footprint {
        self.structure.rule(firing.rule, firing.instance)
    }

    fn name(&self, slot: SlotId) -> String {
        let slot = &self.program.layout.slots[slot];
        let name = &self.program.model.variables[slot.variable].name;
        format!("{name} {:?}", slot.path)
    }

    fn names(&self, slots: impl IntoIterator<Item = SlotId>) -> Vec<String> {
        slots.into_iter().map(|slot| self.name(slot)).collect()
    }

    fn rule(&mut self, state: &[u8], firing: Firing) -> Result<()> {
        let guard = self.recorder.guard(state, firing);
        let record = self.recorder.rule(state, firing);
        let footprint = self.footprint(firing);
        let rule = &self.program.model.rules[firing.rule].name;
        self.foreseen(&guard.looks, &footprint.guard_reads)
            .with_context(|| format!("the guard of {rule}, {firing:?}"))?;
        let looks = footprint.guard_reads.union(&footprint.body_reads);
        self.foreseen(&record.looks, &looks)
            .with_context(|| format!("what {rule} reads, {firing:?}"))?;
        if let Some(Effect::Writes(writes)) = &record.result {
            self.writes(writes, footprint)
                .with_context(|| format!("what {rule} writes, {firing:?}"))?;
        }
        self.depends_on_reads_only(state, firing, record.result)
            .with_context(|| format!("{rule}, {firing:?}"))
    }

    /// Whatever is outside of the read set can have any value.
    fn depends_on_reads_only(
        &mut self,
        state: &[u8],
        firing: Firing,
        result: Option<Effect>,
    ) -> Result<()> {
        let Some(variation) = &self.variation else {
            return Ok(());
        };
        let kept: Vec<SlotId> = self.footprint(firing).reads().iter().collect();
        let other = variation.vary(state, &kept, 1, &mut self.dice);
        let found = self.recorder.rule(&other, firing).result;
        let (wanted, found) = (self.codes(result, state), self.codes(found, &other));
        ensure!(wanted == found, "{found:?}, not {wanted:?}");
        Ok(())
    }

    /// What a rule writes in a state; what is copied to itself is left as it is.
    fn codes(
        &self,
        effect: Option<Effect>,
        state: &[u8],
    ) -> Option<Result<Vec<(SlotId, u64)>, Effect>> {
        let layout = &self.program.layout;
        effect.map(|effect| match effect {
            Effect::Fault(_) | Effect::Excluded => Err(effect),
            Effect::Writes(writes) => {
                let written = writes.into_iter();
                let changed = written.filter(|(slot, of)| *of != Written::Copy(*slot));
                Ok(changed
                    .map(|(slot, of)| (slot, of.code(layout, slot, state)))
                    .collect())
            }
        })
    }

    fn foreseen(&self, seen: &[SlotId], foreseen: &SlotSet) -> Result<()> {
        let more = seen
            .iter()
            .copied()
            .filter(|slot| !foreseen.contains(*slot));
        let more = self.names(more);
        ensure!(more.is_empty(), "{more:?} is not foreseen");
        Ok(())
    }

    fn writes(&self, writes: &[(SlotId, Written)], footprint: &Footprint) -> Result<()> {
        let written: Vec<SlotId> = writes.iter().map(|(slot, _)| *slot).collect();
        self.foreseen(&written, &footprint.may_write)?;
        let written: SlotSet = written.into_iter().collect();
        let missing = footprint
            .must_write
            .iter()
            .filter(|slot| !written.contains(*slot));
        let missing = self.names(missing);
        ensure!(missing.is_empty(), "{missing:?} is not written");
        let looks = footprint.guard_reads.union(&footprint.body_reads);
        for (slot, written) in writes {
            if let Written::Copy(source) = written {
                let is_known = slot == source || footprint.may_copy(*slot, *source);
                let (to, from) = (self.name(*slot), self.name(*source));
                ensure!(is_known || looks.contains(*source), "{to} from {from}");
            }
        }
        Ok(())
    }

    fn conditions(&mut self, state: &[u8]) -> Result<()> {
        let program = self.program;
        for id in program.model.properties.keys() {
            for instance in 0..Interpreter::new(program).instances(id).min(20) {
                let record = self.recorder.condition(state, id, instance);
                self.foreseen(&record.looks, self.structure.property(id, instance))
                    .with_context(|| format!("what {id} sees"))?;
            }
        }
        Ok(())
    }

    /// All that can fire in a state.
    fn enabled(&mut self, state: &[u8], all: &[Firing]) -> Vec<bool> {
        let mut interpreter = Interpreter::new(self.program);
        let fires = all
            .iter()
            .map(|firing| interpreter.fire(state, *firing).is_some());
        fires.collect()
    }

    /// Who is enabled and disabled by whom, where each rule is a step.
    fn steps(&mut self, state: &[u8]) -> Result<()> {
        let all = ground_rules(self.program, RULES / 2);
        let before = self.enabled(state, &all);
        for firing in all
            .iter()
            .zip(&before)
            .filter(|(_, is)| **is)
            .map(|(of, _)| *of)
        {
            let effect = self.recorder.rule(state, firing).result;
            let next = effect.and_then(|of| of.applied(&self.program.layout, state));
            let Some(next) = next else { continue };
            let after = self.enabled(&next, &all);
            for (other, (was, is)) in all.iter().zip(before.iter().zip(after)) {
                self.change(&[firing], *other, *was, is)?;
            }
        }
        Ok(())
    }

    /// The rules that begin turns of a state.
    fn beginnings(&mut self, state: &[u8]) -> BTreeSet<(u32, u64)> {
        let turns = self.recorder.all_turns(state).result;
        let first = turns.iter().filter_map(|turn| turn.rules.first());
        first
            .map(|firing| (firing.rule.as_u32(), firing.instance))
            .collect()
    }

    /// Who is enabled and disabled by the rules of a turn; and what they write together.
    fn turns(&mut self, state: &[u8]) -> Result<()> {
        let before = self.beginnings(state);
        for turn in self
            .recorder
            .all_turns(state)
            .result
            .into_iter()
            .take(TURNS)
        {
            let Some(next) = turn.effect.applied(&self.program.layout, state) else {
                continue;
            };
            if let Effect::Writes(writes) = &turn.effect {
                let sets = turn
                    .rules
                    .iter()
                    .map(|rule| &self.footprint(*rule).may_write);
                let all = sets.fold(SlotSet::default(), |all, set| all.union(set));
                let written: Vec<SlotId> = writes.iter().map(|(slot, _)| *slot).collect();
                self.foreseen(&written, &all)?;
            }
            let after = self.beginnings(&next);
            for other in before.symmetric_difference(&after) {
                let (was, is) = (before.contains(other), after.contains(other));
                let other = Firing {
                    rule: weyl_ir::RuleId::from_u32(other.0),
                    instance: other.1,
                };
                self.change(&turn.rules, other, was, is)?;
            }
        }
        Ok(())
    }

    fn change(&self, step: &[Firing], other: Firing, was: bool, is: bool) -> Result<()> {
        let to = self.footprint(other);
        let is_foreseen = match (was, is) {
            (false, true) => step.iter().any(|of| self.footprint(*of).may_enable(to)),
            (true, false) => step.iter().any(|of| self.footprint(*of).may_disable(to)),
            (false, false) | (true, true) => true,
        };
        ensure!(is_foreseen, "{other:?} was {was}, is {is} after {step:?}");
        Ok(())
    }
}

fn every_model(language: &'static dyn FrontEnd, folder: &str) {
    let capacity = Capacity::default();
    each_model(language, folder, capacity, |program, _| {
        Trial::both(program)
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
    each_random_program(language, PROGRAMS, text_of, |program| Trial::both(program));
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

/// How precise the sets are, over all models of a folder.
#[derive(Default)]
struct Precision {
    models: usize,
    rules: usize,
    /// Instances that are told apart.
    ground: usize,
    /// Rules with too many instances.
    lumped: usize,
    /// Of the instances, those whose sets have all of a variable with several slots in them.
    reads_whole: usize,
    writes_whole: usize,
    reads_all: usize,
    /// Slots in the sets and slots in all, summed over instances.
    read: usize,
    written: usize,
    slots: usize,
    /// Of so many pairs of instances, those that interfere.
    pairs: usize,
    interfere: usize,
    slowest: (f64, String),
}

/// Pairs of instances are counted in models with at most so many.
const MOST_COMPARED: usize = 400;

impl Precision {
    fn add(&mut self, program: &Program, name: &str) {
        let begin = std::time::Instant::now();
        let structure = Structure::of(&program.model, &program.layout);
        let took = begin.elapsed().as_secs_f64();
        if took > self.slowest.0 {
            self.slowest = (took, name.to_string());
        }
        let mut sizes: BTreeMap<VarId, usize> = BTreeMap::new();
        for slot in program.layout.slots.values() {
            *sizes.entry(slot.variable).or_default() += 1;
        }
        let has_whole = |set: &SlotSet| {
            let mut inside: BTreeMap<VarId, usize> = BTreeMap::new();
            for slot in set.iter() {
                let variable = program.layout.slots[slot].variable;
                *inside.entry(variable).or_default() += 1;
            }
            let mut inside = inside.iter();
            inside.any(|(variable, count)| *count > 1 && *count == sizes[variable])
        };
        self.models += 1;
        let slots = program.layout.slots.len();
        let mut all = Vec::new();
        for rule in program.model.rules.keys() {
            self.rules += 1;
            self.lumped += usize::from(!structure.is_ground(rule));
            all.extend(structure.instances(rule));
        }
        for footprint in &all {
            let reads = footprint.reads();
            self.ground += 1;
            self.reads_whole += usize::from(has_whole(&reads));
            self.writes_whole += usize::from(has_whole(&footprint.may_write));
            self.reads_all += usize::from(reads.len() == slots);
            self.read += reads.len();
            self.written += footprint.may_write.len();
            self.slots += slots;
        }
        if all.len() <= MOST_COMPARED {
            for (number, one) in all.iter().enumerate() {
                self.pairs += number;
                let others = all[..number].iter();
                self.interfere += others.filter(|other| one.interferes(other)).count();
            }
        }
    }

    fn row(&self, folder: &str) -> String {
        let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        format!(
            "| {folder} | {} | {} | {} | {} | {:.0} % | {:.0} % | {:.1} % | {:.1} % | {:.1} % | {:.0} % | {:.1} s ({}) |",
            self.models,
            self.rules,
            self.lumped,
            self.ground,
            share(self.reads_whole, self.ground),
            share(self.writes_whole, self.ground),
            share(self.reads_all, self.ground),
            share(self.read, self.slots),
            share(self.written, self.slots),
            share(self.interfere, self.pairs),
            self.slowest.0,
            self.slowest.1,
        )
    }
}

/// `cargo test -p weyl-filetest --test structure precision -- --nocapture` prints the table.
#[test]
fn precision() {
    println!(
        "| models | | rules | lumped | instances | read a whole variable | write one | read all | \
         read | write | pairs that interfere | slowest |"
    );
    let folders: [(&'static dyn FrontEnd, &str); 4] = [
        (MURPHI, "murphi"),
        (PROMELA, "promela"),
        (PROMELA, "promela-small"),
        (PROMELA, "families"),
    ];
    for (language, folder) in folders {
        let mut precision = Precision::default();
        for (path, _) in models(folder).expect("the models can be read") {
            let text = std::fs::read_to_string(&path).expect("it is there");
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let program = program(language, &name, &text, Capacity::default());
            precision.add(&program.expect("it is a model"), &name);
        }
        let row = precision.row(folder);
        println!("{row}");
        assert!(precision.models > 0 && precision.lumped == 0, "{row}");
        assert!(precision.reads_whole * 5 <= precision.ground, "{row}");
        assert!(precision.writes_whole * 5 <= precision.ground, "{row}");
    }
}
