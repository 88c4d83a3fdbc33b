//! Rules that are steps by themselves: stubborn sets.
//!
//! A set of ground rules is *stubborn* in a state if with each rule that is enabled it has all that
//! interfere with it, and with each that is not it has all that may enable it (Valmari, *Stubborn
//! sets for reduced state space generation*, 1990; Laarman, Pater, van de Pol and Weber,
//! *Guard-based partial-order reduction*, 2013). It is found by closing the set of one enabled
//! rule. Guards are taken as a whole here: who may enable a rule is who writes anything that its
//! guard reads.

use cranelift_entity::SecondaryMap;
use std::sync::OnceLock;
use weyl_budget::go_on;
use weyl_ir::structure::{Footprint, SlotSet};
use weyl_ir::{Layout, Model, PropertyId, RuleId, Structure, Valuations};
use weyl_system::{Batch, Extent, Firing};

/// With more ground rules nobody looks for what commutes.
const MOST_RULES: usize = 2048;
/// Closures that are tried in one state.
const MOST_TRIALS: usize = 8;

/// A set of ground rules.
type Rules = Box<[u64]>;

/// Whom a ground rule brings along.
#[derive(Debug)]
struct Row {
    if_enabled: Rules,
    if_disabled: Rules,
}

#[derive(Debug)]
pub(super) struct Ground {
    footprints: Vec<Footprint>,
    /// Where the instances of each rule begin.
    first: SecondaryMap<RuleId, usize>,
    visible: Vec<bool>,
    rows: Vec<OnceLock<Row>>,
}

impl Ground {
    /// `None` where there are too many rules, or all of them always bring each other along.
    pub fn new(model: &Model, layout: &Layout, seen: &[PropertyId]) -> Option<Ground> {
        if instances(model) > MOST_RULES as u64 {
            return None;
        }
        let structure = Structure::of(model, layout);
        let mut footprints = Vec::new();
        let mut first = SecondaryMap::new();
        for rule in model.rules.keys() {
            if !structure.is_ground(rule) {
                return None;
            }
            first[rule] = footprints.len();
            footprints.extend_from_slice(structure.instances(rule));
        }
        let seen = seen.iter().map(|property| structure.seen_by(*property));
        let seen = seen.fold(SlotSet::default(), |all, slots| all.union(&slots));
        let ground = Ground {
            visible: footprints
                .iter()
                .map(|one| one.may_write.intersects(&seen))
                .collect(),
            rows: footprints.iter().map(|_| OnceLock::new()).collect(),
            footprints,
            first,
        };
        (!ground.is_one_knot()).then_some(ground)
    }

    fn empty(&self) -> Rules {
        vec![0; self.footprints.len().div_ceil(64)].into_boxed_slice()
    }

    fn row(&self, rule: usize) -> &Row {
        self.rows[rule].get_or_init(|| {
            let own = &self.footprints[rule];
            let mut row = Row {
                if_enabled: self.empty(),
                if_disabled: self.empty(),
            };
            for (other, footprint) in self.footprints.iter().enumerate() {
                let bit = 1 << (other % 64);
                if other != rule && own.interferes(footprint) {
                    row.if_enabled[other / 64] |= bit;
                }
                if other != rule && footprint.may_write.intersects(&own.enabling) {
                    row.if_disabled[other / 64] |= bit;
                }
            }
            row
        })
    }

    /// Whether from every rule all others are brought along, enabled or not: then no state has a
    /// smaller set.
    fn is_one_knot(&self) -> bool {
        let brings = |rule: usize, all: &mut Rules| {
            go_on();
            let row = self.row(rule);
            let both = row.if_enabled.iter().zip(&row.if_disabled);
            let both = both.map(|(one, other)| one & other);
            all.iter_mut()
                .zip(both)
                .for_each(|(all, more)| *all |= more);
        };
        let mut closing = self.closing();
        (0..self.footprints.len()).all(|rule| {
            let is_closed = self.close(rule, &mut closing, brings, |_| false);
            is_closed && common(&closing.all, &closing.all) == self.footprints.len()
        })
    }

    /// Closes the set of one rule, unless it becomes one that nobody wants; whether it is closed.
    fn close(
        &self,
        start: usize,
        closing: &mut Closing,
        brings: impl Fn(usize, &mut Rules),
        is_unwanted: impl Fn(&Rules) -> bool,
    ) -> bool {
        let Closing { all, done } = closing;
        for rules in [&mut *all, &mut *done] {
            rules.fill(0);
        }
        add(all, start);
        while let Some(word) = (0..all.len()).find(|word| all[*word] != done[*word]) {
            let left = all[word] & !done[word];
            done[word] |= left & left.wrapping_neg();
            brings(64 * word + left.trailing_zeros() as usize, all);
            if is_unwanted(all) {
                return false;
            }
        }
        true
    }

    fn number(&self, firing: Firing) -> usize {
        self.first[firing.rule] + firing.instance as usize
    }

    fn closing(&self) -> Closing {
        Closing {
            all: self.empty(),
            done: self.empty(),
        }
    }

    /// Leaves out of a batch what can wait.
    pub fn reduce(&self, batch: &mut Batch, scratch: &mut Option<Scratch>) {
        let scratch = scratch.get_or_insert_with(|| Scratch {
            enabled: self.empty(),
            leading: self.empty(),
            steps: Vec::new(),
            closing: self.closing(),
            best: self.empty(),
        });
        scratch.enabled.fill(0);
        scratch.leading.fill(0);
        scratch.steps.clear();
        for at in 0..batch.len() {
            let rule = self.number(batch.firing(at));
            add(&mut scratch.enabled, rule);
            if batch.leads_to_state(at) {
                add(&mut scratch.leading, rule);
                scratch.steps.push(rule);
            }
        }
        if scratch.steps.len() < 2 {
            return;
        }
        match self.fewest(scratch) {
            Ok(()) => {
                let rules = |at: usize| self.number(batch.firing(at));
                let stays: Vec<bool> = (0..batch.len())
                    .map(|at| is_in(&scratch.best, rules(at)))
                    .collect();
                batch.leave_out(|at| stays[at]);
            }
            Err(extent) => batch.leave_out_nothing(extent),
        }
    }

    /// Finds the stubborn set with the fewest steps, or says why there is none.
    fn fewest(&self, scratch: &mut Scratch) -> Result<(), Extent> {
        let Scratch {
            enabled,
            leading,
            steps,
            closing,
            best,
        } = scratch;
        let brings = |rule: usize, all: &mut Rules| {
            let row = self.row(rule);
            let brought = if is_in(enabled, rule) {
                &row.if_enabled
            } else {
                &row.if_disabled
            };
            all.iter_mut()
                .zip(brought)
                .for_each(|(all, more)| *all |= more);
        };
        let (mut answer, mut fewest) = (Err(Extent::Interfering), steps.len());
        for start in steps.iter().take(MOST_TRIALS) {
            let has_too_many = |all: &Rules| common(all, leading) >= fewest;
            if !self.close(*start, closing, brings, has_too_many) {
                continue;
            }
            let mut chosen = steps.iter().filter(|step| is_in(&closing.all, **step));
            if chosen.any(|step| self.visible[*step]) {
                answer = answer.or(Err(Extent::Visible));
                continue;
            }
            fewest = common(&closing.all, leading);
            std::mem::swap(best, &mut closing.all);
            answer = Ok(());
        }
        answer
    }
}

/// A set under way, and those of its rules that have brought along whom they bring.
#[derive(Clone, Debug)]
struct Closing {
    all: Rules,
    done: Rules,
}

/// Memory that is used again for the next state.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    enabled: Rules,
    /// Those that lead to states.
    leading: Rules,
    steps: Vec<usize>,
    closing: Closing,
    best: Rules,
}

/// How many rules are in both sets.
fn common(one: &Rules, other: &Rules) -> usize {
    let pairs = one.iter().zip(other);
    pairs
        .map(|(one, other)| (one & other).count_ones() as usize)
        .sum()
}

fn add(rules: &mut Rules, rule: usize) {
    rules[rule / 64] |= 1 << (rule % 64);
}

/// How many ground rules there are.
fn instances(model: &Model) -> u64 {
    let counts = model.rules.values().map(|rule| {
        let valuations = Valuations::new(model, &rule.parameters);
        valuations.map_or(u64::MAX, |all| all.count)
    });
    counts.fold(0, u64::saturating_add)
}

fn is_in(rules: &Rules, rule: usize) -> bool {
    rules[rule / 64] >> (rule % 64) & 1 == 1
}
