//! States that nobody has reached: well formed, and such that guards hold in them.
//!
//! A drawn state begins as one in which everything begins, or as the successor of a drawn one: so
//! all static processes are there, the number of processes and the channels in use agree with who
//! is there, and processes end and are created as the program says. Then scalars get other values:
//! constants of the program, what is beside them, borders, names, values of other scalars; never
//! one that the facts rule out. What lies behind the last message stays empty, multisets are in
//! order.

use super::Certified;
use super::mover::{Mover, location_slots};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use weyl_ir::layout::{Slot, SlotId, SlotRole};
use weyl_ir::visit::{Visitor, walk_model};
use weyl_ir::{Expr, ExprKind, Model, NameId};
use weyl_permutation::random::Random;
use weyl_symmetry::{Creator, FactTable};
use weyl_system::{Firing, Interpreter, Program};

/// Scalars with at most so many values get all of them.
const FEW_VALUES: u128 = 64;

/// Other scalars get at most about so many.
const MOST_CANDIDATES: usize = 96;

/// Scalars that get other values before a guard is looked at, at most.
const SCATTERED: usize = 6;

/// Attempts to make a guard true.
const REPAIRS: usize = 24;

/// States that others are drawn from, beyond the beginnings.
const KEPT: usize = 64;

/// A scalar that may get other values.
struct Loose {
    slot: Slot,
    /// Its possible codes, or some of them.
    codes: Vec<u64>,
    /// The process that it belongs to, by the slot of its location.
    owner: Option<usize>,
}

pub(super) struct Drawing<'a> {
    program: &'a Program,
    facts: &'a FactTable,
    loose: Vec<Loose>,
    /// By offset.
    at: HashMap<u32, usize>,
    /// The slots that are there if a flag says so, by the offset of the flag.
    behind: BTreeMap<u32, Vec<SlotId>>,
    /// The slot of the location of each process.
    locations: Vec<Slot>,
    /// The numbers of these, by process.
    owners: HashMap<NameId, usize>,
    /// Where processes may still be created.
    early: Vec<(usize, BTreeSet<u64>)>,
    /// From which code of a flag on something would be there that can hold nothing.
    most_behind: HashMap<u32, u32>,
    beginnings: &'a [Vec<u8>],
    kept: Vec<Vec<u8>>,
    pub chance: Random,
    /// Scalars that were written so far.
    pub written: u64,
}

impl<'a> Drawing<'a> {
    pub fn new(certified: &Certified<'a>, facts: &'a FactTable, seed: u64) -> Drawing<'a> {
        let program = certified.program;
        let mut drawing = Drawing {
            program,
            facts,
            loose: Vec::new(),
            at: HashMap::new(),
            behind: BTreeMap::new(),
            locations: Vec::new(),
            owners: HashMap::new(),
            early: Vec::new(),
            most_behind: HashMap::new(),
            beginnings: certified.beginnings,
            kept: Vec::new(),
            chance: Random::new(seed),
            written: 0,
        };
        for (process, slot) in location_slots(program) {
            drawing.owners.insert(process, drawing.locations.len());
            drawing.locations.push(slot.clone());
        }
        drawing.find_early(certified.creators);
        drawing.find_behind();
        if !certified.is_unproved {
            drawing.find_loose();
        }
        drawing
    }

    fn find_early(&mut self, creators: &[Creator]) {
        for creator in creators {
            if let Some(number) = self.owners.get(&creator.name).copied() {
                let scalar = self.locations[number].scalar;
                let codes = creator.before.iter();
                let codes = codes.filter_map(|location| scalar.encode(*location));
                self.early.push((number, codes.collect()));
            }
        }
    }

    fn find_behind(&mut self) {
        for (id, slot) in &self.program.layout.slots {
            let Some(presence) = slot.presence else {
                continue;
            };
            self.behind.entry(presence.flag).or_default().push(id);
            let held = self.facts.held(slot);
            if !held.undefined && held.values.is_some_and(|values| values.is_empty()) {
                let most = self.most_behind.entry(presence.flag);
                let most = most.or_insert(presence.least);
                *most = presence.least.min(*most);
            }
        }
    }

    fn find_loose(&mut self) {
        let program = self.program;
        let near = numbers_near_constants(&program.model);
        let processes = program.model.processes();
        let counted = processes.count();
        let shapes = processes.channel_pool().map(|pool| pool.shape_of);
        let locations: HashSet<u32> = self.locations.iter().map(|slot| slot.offset).collect();
        for slot in program.layout.slots.values() {
            // How many there are follows from who is there.
            if [counted, shapes].contains(&Some(slot.variable)) {
                continue;
            }
            let mut codes = self.codes(slot, &near);
            if let Some(most) = self.most_behind.get(&slot.offset) {
                codes.retain(|code| *code < u64::from(*most));
            }
            // Who is there stays; a process ends by its own step.
            if locations.contains(&slot.offset) {
                codes.retain(|code| slot.scalar.decode(*code).is_some());
            }
            if codes.len() > 1 {
                self.at.insert(slot.offset, self.loose.len());
                let owner = slot.index_names.iter();
                let owner = owner.filter_map(|name| self.owners.get(name)).next();
                self.loose.push(Loose {
                    slot: slot.clone(),
                    codes,
                    owner: owner.copied(),
                });
            }
        }
    }

    /// Codes that are worth a try.
    fn codes(&self, slot: &Slot, near: &[i128]) -> Vec<u64> {
        let held = self.facts.held(slot);
        let scalar = slot.scalar;
        let fits = |code: &u64| held.allows(scalar.decode(*code));
        if scalar.codes() <= FEW_VALUES {
            return (0..scalar.codes() as u64).filter(fits).collect();
        }
        let values: Vec<i128> = match &held.values {
            Some(values) => values.iter().copied().collect(),
            None => [scalar.lo, scalar.hi]
                .iter()
                .chain(between(near, scalar.lo, scalar.hi))
                .copied()
                .collect(),
        };
        let codes = thinned(&values).filter_map(|value| scalar.encode(*value));
        let names = self.program.layout.codes(slot);
        let names = names.into_iter().flat_map(|names| names.iter());
        let names: Vec<u64> = names.map(|(code, _)| code).collect();
        let undefined = held.undefined.then_some(0);
        let all = codes.chain(thinned(&names).copied()).chain(undefined);
        let mut all: Vec<u64> = all.filter(fits).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Keeps a state to begin with.
    pub fn keep(&mut self, state: &[u8]) {
        if self.kept.len() < KEPT {
            self.kept.push(state.to_vec())
        } else {
            let at = self.chance.below(KEPT);
            self.kept[at].copy_from_slice(state);
        }
    }

    /// A state in which somebody may move; `None` if he is not there.
    pub fn state_for(
        &mut self,
        mover: &Mover,
        firing: Option<Firing>,
        system: &mut Interpreter<'_>,
    ) -> Option<Vec<u8>> {
        let place = self.place_of(mover);
        let mut state = (0..4).find_map(|_| self.base(place.as_ref().map(|(slot, _)| slot)))?;
        self.scatter(&mut state);
        if let Some((slot, code)) = &place {
            slot.scalar.store(&mut state, slot.offset as usize, *code);
        }
        if let Some(firing) = firing.filter(|_| !self.chance.once_in(5)) {
            self.repair(
                &mut state,
                firing,
                place.map(|(slot, _)| slot.offset),
                system,
            );
        }
        self.finish(state)
    }

    /// Where the location of a mover is, and the code that it must have.
    fn place_of(&self, mover: &Mover) -> Option<(Slot, u64)> {
        let Mover::Process {
            process, location, ..
        } = mover
        else {
            return None;
        };
        let slot = &self.locations[*self.owners.get(process)?];
        Some((slot.clone(), slot.scalar.encode(*location)?))
    }

    /// A state to begin with, in which a process is there.
    fn base(&mut self, location: Option<&Slot>) -> Option<Vec<u8>> {
        // Whoever can't change anything has to go on from where he was.
        let beginning = if self.loose.is_empty() { 8 } else { 2 };
        let from = if self.chance.once_in(beginning) || self.kept.is_empty() {
            self.beginnings
        } else {
            &self.kept
        };
        let base = self.chance.pick(from)?;
        let is_there = |slot: &Slot| {
            let code = slot.scalar.load(base, slot.offset as usize);
            slot.scalar.decode(code).is_some()
        };
        location.is_none_or(is_there).then(|| base.clone())
    }

    /// Gives some scalars other values.
    fn scatter(&mut self, state: &mut [u8]) {
        for number in 0..self.locations.len() {
            let offset = self.locations[number].offset;
            if let Some(at) = self
                .at
                .get(&offset)
                .copied()
                .filter(|_| self.chance.once_in(3))
            {
                self.change(state, at);
            }
        }
        for _ in 0..self.chance.below(SCATTERED + 1) {
            let at = self.chance.below(self.loose.len());
            self.change(state, at);
        }
    }

    /// Gives a scalar another value, if it may have one now.
    fn change(&mut self, state: &mut [u8], at: usize) {
        let Some(loose) = self.loose.get(at) else {
            return;
        };
        if !self.is_there(loose, state) {
            return;
        }
        let code = if self.chance.once_in(4) {
            self.borrowed(state, at)
        } else {
            None
        };
        let code = code.or_else(|| self.chance.pick(&self.loose[at].codes).copied());
        if let Some(code) = code {
            self.set(state, at, code);
        }
    }

    /// The value of another scalar.
    fn borrowed(&mut self, state: &[u8], at: usize) -> Option<u64> {
        let other = self.chance.below(self.loose.len());
        let other = &self.loose[other].slot;
        let value = other.scalar.load(state, other.offset as usize);
        let value = other.scalar.decode(value)?;
        let slot = &self.loose[at].slot;
        let is_value = |slot: &Slot| matches!(slot.role, SlotRole::Value(_));
        let is_allowed =
            is_value(slot) && is_value(other) && self.facts.held(slot).allows(Some(value));
        slot.scalar.encode(value).filter(|_| is_allowed)
    }

    /// Whether a scalar belongs to something that is there.
    fn is_there(&self, loose: &Loose, state: &[u8]) -> bool {
        let owner = loose.owner.map(|at| &self.locations[at]);
        let has_owner = owner.is_none_or(|slot| {
            let code = slot.scalar.load(state, slot.offset as usize);
            slot.scalar.decode(code).is_some()
        });
        let presence = loose.slot.presence;
        has_owner && presence.is_none_or(|presence| presence.holds(state))
    }

    /// Stores a code; what comes to be there by it gets some values, what goes leaves nothing
    /// behind.
    fn set(&mut self, state: &mut [u8], at: usize, code: u64) {
        let slot = &self.loose[at].slot;
        let (offset, scalar) = (slot.offset, slot.scalar);
        let behind = self.behind.get(&offset).cloned().unwrap_or_default();
        self.written += 1 + behind.len() as u64;
        let layout = &self.program.layout;
        let were_there = behind.iter().map(|id| layout.slots[*id].presence);
        let were_there = were_there.map(|of| of.is_some_and(|of| of.holds(state)));
        let were_there: Vec<bool> = were_there.collect();
        scalar.store(state, offset as usize, code);
        for (id, was_there) in behind.into_iter().zip(were_there) {
            let slot = &layout.slots[id];
            let is_there = slot.presence.is_some_and(|of| of.holds(state));
            if is_there == was_there {
                continue;
            }
            let inside = self.at.get(&slot.offset).copied();
            let code = inside.and_then(|at| self.chance.pick(&self.loose[at].codes).copied());
            let code = code.or_else(|| self.only_code(slot)).filter(|_| is_there);
            match inside {
                Some(at) => self.set(state, at, code.unwrap_or(0)),
                None => slot
                    .scalar
                    .store(state, slot.offset as usize, code.unwrap_or(0)),
            }
        }
    }

    /// Of a scalar that can have no other.
    fn only_code(&self, slot: &Slot) -> Option<u64> {
        let values = self.facts.held(slot).values?;
        values.iter().find_map(|value| slot.scalar.encode(*value))
    }

    /// Tries to make a guard true: what was read last decided that it is false.
    fn repair(
        &mut self,
        state: &mut [u8],
        firing: Firing,
        fixed: Option<u32>,
        system: &mut Interpreter<'_>,
    ) {
        for _ in 0..REPAIRS {
            system.watch_reads();
            let holds = system.guard_holds(state, firing);
            let reads = system.take_reads();
            if holds {
                return;
            }
            let last = reads.iter().rev().filter(|read| Some(**read) != fixed);
            let last: Vec<usize> = last.filter_map(|read| self.at.get(read).copied()).collect();
            let recent = &last[..last.len().min(3)];
            match self.chance.pick(recent).copied() {
                Some(at) => self.change(state, at),
                None => return,
            }
        }
    }

    /// The same state with another value of one of some scalars.
    pub fn varied(&mut self, state: &[u8], reads: &[u32]) -> Option<Vec<u8>> {
        let loose: Vec<usize> = self.loose_among(state, reads);
        let at = *self.chance.pick(&loose)?;
        let mut varied = state.to_vec();
        self.change(&mut varied, at);
        self.finish(varied)
    }

    fn loose_among(&self, state: &[u8], reads: &[u32]) -> Vec<usize> {
        let distinct: BTreeSet<u32> = reads.iter().copied().collect();
        let loose = distinct
            .iter()
            .filter_map(|read| self.at.get(read).copied());
        loose
            .filter(|at| self.is_there(&self.loose[*at], state))
            .collect()
    }

    /// The same state with all values of some scalars, if these are at most so many states.
    pub fn all_valuations(&mut self, state: &[u8], reads: &[u32], most: usize) -> Vec<Vec<u8>> {
        let loose = self.loose_among(state, reads);
        let count = loose.iter().try_fold(1usize, |count, at| {
            count
                .checked_mul(self.loose[*at].codes.len())
                .filter(|count| *count <= most)
        });
        let Some(count) = count else {
            return Vec::new();
        };
        let states = (0..count).filter_map(|mut number| {
            let mut valued = state.to_vec();
            for at in &loose {
                let codes = &self.loose[*at].codes;
                let code = codes[number % codes.len()];
                number /= codes.len();
                if self.is_there(&self.loose[*at], &valued) {
                    self.set(&mut valued, *at, code);
                }
            }
            self.finish(valued)
        });
        states.collect()
    }

    /// A state in normal form; `None` if processes may still be created in it.
    fn finish(&self, mut state: Vec<u8>) -> Option<Vec<u8>> {
        self.program.layout.normalise(&mut state);
        let is_early = self.early.iter().any(|(number, codes)| {
            let slot = &self.locations[*number];
            codes.contains(&slot.scalar.load(&state, slot.offset as usize))
        });
        (!is_early).then_some(state)
    }
}

/// All numbers that a program mentions, and those beside them, in order.
fn numbers_near_constants(model: &Model) -> Vec<i128> {
    struct Constants(BTreeSet<i128>);
    impl Visitor for Constants {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Constant(value) = expr.kind {
                self.0.insert(value);
            }
        }
    }
    let mut constants = Constants(BTreeSet::from([0]));
    walk_model(&mut constants, model);
    let near = constants.0.iter();
    let near = near.flat_map(|of| [of.saturating_sub(1), *of, of.saturating_add(1)]);
    let near: BTreeSet<i128> = near.collect();
    near.into_iter().collect()
}

/// The numbers of a range among some that are in order.
fn between(numbers: &[i128], lo: i128, hi: i128) -> &[i128] {
    let first = numbers.partition_point(|number| *number < lo);
    let last = numbers.partition_point(|number| *number <= hi);
    &numbers[first..last]
}

/// Not too many of them, from all parts.
fn thinned<T>(all: &[T]) -> impl Iterator<Item = &T> {
    let step = all.len().div_ceil(MOST_CANDIDATES).max(1);
    all.iter().step_by(step)
}
