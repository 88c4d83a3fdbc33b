//! Whether a symmetry of the reachable graph is one of the program too: states that nobody reaches
//! are put together from parts of those that are, and then from other values.

use super::acting::Acting;
use super::explored::{Explored, Explorer, present};
use super::places::{Domain, Name, Place, PlaceKind, Places, Scalar};
use std::collections::{BTreeMap, BTreeSet};
use weyl_budget::go_on_from_far;
use weyl_ir::{Model, NameId, Then, VarId};
use weyl_permutation::random::Random;
use weyl_system::Program;

/// States that are drawn for a symmetry, of each sort.
const DRAWN: usize = 3_000;

/// Numbers that programs like to mention.
const SMALL: i128 = 6;

/// Scalars that belong together: one of them alone means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Channel(u32),
    Multiset(usize),
    Scalar(usize),
    /// Who and what is there.
    Existence,
}

pub struct Drawing<'a> {
    program: &'a Program,
    places: &'a Places,
    explored: &'a Explored,
    /// States by the processes that are there.
    alike: Vec<Vec<usize>>,
    units: BTreeMap<Unit, Vec<&'a Scalar>>,
    /// For each kind of processes, by the variable with their locations, where one may be seen.
    locations: BTreeMap<VarId, BTreeSet<i128>>,
    random: Random,
}

impl<'a> Drawing<'a> {
    pub fn new(program: &'a Program, places: &'a Places, explored: &'a Explored) -> Drawing<'a> {
        let mut alike: BTreeMap<BTreeSet<NameId>, Vec<usize>> = BTreeMap::new();
        for (number, state) in explored.states.iter().enumerate() {
            let there = present(program, state);
            alike.entry(there).or_default().push(number);
        }
        let mut units: BTreeMap<Unit, Vec<&Scalar>> = BTreeMap::new();
        for (number, scalar) in places.scalars.iter().enumerate() {
            let unit = unit(&program.model, places, scalar, number);
            units.entry(unit).or_default().push(scalar);
        }
        units.remove(&Unit::Existence);
        Drawing {
            program,
            places,
            explored,
            alike: alike.into_values().collect(),
            units,
            locations: locations(&program.model),
            random: Random::new(1),
        }
    }

    /// Whether steps are mapped to steps in states that are drawn too.
    pub fn keep(&mut self, acting: &Acting<'_>) -> bool {
        let mut explorer = Explorer::new(self.program);
        (0..2 * DRAWN).all(|number| {
            go_on_from_far();
            let mut state = self.mixed();
            if number >= DRAWN {
                self.vary(&mut state);
            }
            acting.commutes(&mut explorer, &state) != Some(false)
        })
    }

    /// A state put together from others.
    fn mixed(&mut self) -> Vec<u8> {
        let alike = &self.alike[self.random.below(self.alike.len())];
        let mut state = self.explored.states[alike[self.random.below(alike.len())]].clone();
        for unit in self.units.values() {
            if self.random.once_in(2) {
                let other = &self.explored.states[alike[self.random.below(alike.len())]];
                for scalar in unit {
                    let start = scalar.slot.offset as usize;
                    let bytes = start..start + usize::from(scalar.slot.scalar.width);
                    state[bytes.clone()].copy_from_slice(&other[bytes]);
                }
            }
        }
        self.program.layout.normalise(&mut state);
        state
    }

    /// Gives one of the plain variables another value, or takes a process somewhere else.
    fn vary(&mut self, state: &mut [u8]) {
        let is_plain = |scalar: &&&Scalar| {
            let place = &self.places.places[scalar.place];
            let is_one = matches!(place.domain, Domain::Part(_) | Domain::Locations(..));
            scalar.slot.presence.is_none() && is_one
        };
        let units = self.units.iter();
        let alone = units.filter(|(unit, _)| matches!(unit, Unit::Scalar(_)));
        let plain: Vec<&Scalar> = alone
            .flat_map(|(_, unit)| unit)
            .filter(is_plain)
            .copied()
            .collect();
        if plain.is_empty() {
            return;
        }
        let slot = &plain[self.random.below(plain.len())].slot;
        let small = self.random.below(SMALL as usize) as i128;
        let numbers = match self.locations.get(&slot.variable) {
            Some(locations) => locations.iter().copied().collect(),
            None => vec![slot.scalar.lo, slot.scalar.hi, small, small],
        };
        let number = numbers[self.random.below(numbers.len())];
        if let Some(code) = slot.scalar.encode(number) {
            slot.scalar.store(state, slot.offset as usize, code);
        }
    }
}

/// Inside of a sequence that nobody interrupts a process is never seen.
fn locations(model: &Model) -> BTreeMap<VarId, BTreeSet<i128>> {
    let mut found: BTreeMap<VarId, BTreeSet<i128>> = BTreeMap::new();
    for rule in model.rules.values() {
        if let (Some(control), Some(turn)) = (&rule.control, rule.turn)
            && let (Some(to), Then::Anybody | Then::Along) = (control.to, turn.then)
        {
            let variable = model.processes().kind(turn.kind).location;
            found.entry(variable).or_default().insert(to);
        }
    }
    found
}

fn unit(model: &Model, places: &Places, scalar: &Scalar, number: usize) -> Unit {
    let Place { kind, names, .. } = &places.places[scalar.place];
    let processes = model.processes();
    let pool = processes.channel_pool();
    let variable = scalar.slot.variable;
    let is_pooled = processes.pooled_storages().contains(&variable)
        || pool.is_some_and(|pool| pool.shape_of == variable);
    match (kind, names.first(), scalar.position) {
        (PlaceKind::Message(..), Some(Name::Channel(channel)), _) => Unit::Channel(*channel),
        (_, _, Some((area, _))) => Unit::Multiset(area),
        _ if is_pooled || processes.count() == Some(variable) => Unit::Existence,
        _ => Unit::Scalar(number),
    }
}
