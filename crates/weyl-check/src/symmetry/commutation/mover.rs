//! Who moves: a process from one of its locations, or rules that symmetries map to each other.
//!
//! A step of a process is its whole turn, with `else`, `timeout`, priorities, atomic sequences and
//! the answers to its offers.

use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::{BTreeMap, HashMap, HashSet};
use weyl_ir::layout::{Slot, name, point};
use weyl_ir::{NameId, RuleId, VarId};
use weyl_permutation::Permutation;
use weyl_permutation::random::Random;
use weyl_symmetry::FactTable;
use weyl_system::{Batch, Firing, Interpreter, Program};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    Process {
        kind: u32,
        process: NameId,
        location: i128,
    },
    /// All that symmetries may map to each other.
    Rules(Vec<RuleId>),
}

/// Everybody who may move in a state that agrees with the facts.
pub(super) fn movers(
    program: &Program,
    facts: &FactTable,
    orbits: &SecondaryMap<RuleId, Option<RuleId>>,
) -> Vec<Mover> {
    if program.model.has_processes() {
        processes(program, facts)
    } else {
        rules(program, orbits)
    }
}

fn rules(program: &Program, orbits: &SecondaryMap<RuleId, Option<RuleId>>) -> Vec<Mover> {
    let mut together: BTreeMap<RuleId, Vec<RuleId>> = BTreeMap::new();
    for rule in program.model.rules.keys() {
        let first = orbits[rule].unwrap_or(rule);
        together.entry(first).or_default().push(rule);
    }
    together.into_values().map(Mover::Rules).collect()
}

fn processes(program: &Program, facts: &FactTable) -> Vec<Mover> {
    let locations = program.model.processes().locations();
    let kinds: HashMap<_, u32> = locations.zip(0..).collect();
    let mut movers = Vec::new();
    for (process, slot) in location_slots(program) {
        let kind = kinds[&slot.variable];
        let held = facts.held(slot);
        let leaving = (0..).zip(&program.turns[kind as usize]);
        let places = leaving.filter(|(at, rules)| !rules.is_empty() && held.allows(Some(*at)));
        movers.extend(places.map(|(location, _)| Mover::Process {
            kind,
            process,
            location,
        }));
    }
    movers
}

/// Where it is kept where each process stands.
pub(super) fn location_slots(program: &Program) -> impl Iterator<Item = (NameId, &Slot)> {
    let locations: HashSet<VarId> = program.model.processes().locations().collect();
    let slots = program.layout.slots.values();
    let slots = slots.filter(move |slot| locations.contains(&slot.variable));
    slots.filter_map(|slot| Some((*slot.index_names.first()?, slot)))
}

impl Mover {
    /// Who moves where names are others.
    pub fn image(&self, generator: &Permutation) -> Mover {
        match self {
            Mover::Process {
                kind,
                process,
                location,
            } => Mover::Process {
                kind: *kind,
                process: name(generator.image(point(*process))),
                location: *location,
            },
            Mover::Rules(_) => self.clone(),
        }
    }

    /// All its steps from a state.
    pub fn steps(&self, system: &mut Interpreter<'_>, state: &[u8], batch: &mut Batch) {
        batch.clear();
        match self {
            Mover::Process { kind, process, .. } => {
                let index = number_in_sort(system.program(), *process);
                system.turns_of(*kind, index, state, batch);
            }
            Mover::Rules(rules) => {
                for rule in rules {
                    system.fire_rule(*rule, state, batch);
                }
            }
        }
    }

    /// One of the steps that it may make, whether or not it can now.
    pub fn some_firing(&self, program: &Program, chance: &mut Random) -> Option<Firing> {
        match self {
            Mover::Process {
                kind,
                process,
                location,
            } => {
                let at = usize::try_from(*location).ok()?;
                let rules = program.turns.get(*kind as usize)?.get(at)?;
                Some(Firing {
                    rule: chance.pick(rules)?.rule,
                    instance: u64::from(number_in_sort(program, *process)),
                })
            }
            Mover::Rules(rules) => {
                let rule = *chance.pick(rules)?;
                let count = usize::try_from(program.rules[rule].count).ok()?;
                (count > 0).then(|| Firing {
                    rule,
                    instance: chance.below(count) as u64,
                })
            }
        }
    }

    /// How it is called in messages.
    pub fn describe(&self, program: &Program) -> String {
        match self {
            Mover::Process { process, .. } => {
                let sorts = program.model.sorts.values();
                let name = sorts.flat_map(|sort| &sort.names).nth(process.index());
                format!("process {}", name.map_or("", String::as_str))
            }
            Mover::Rules(rules) => {
                let first = rules.first().map(|rule| &program.model.rules[*rule].name);
                format!("rule `{}`", first.map_or("", String::as_str))
            }
        }
    }
}

fn number_in_sort(program: &Program, process: NameId) -> u32 {
    let sort = program.model.sort_of(process);
    (process.index() - program.model.name_of(sort, 0).index()) as u32
}
