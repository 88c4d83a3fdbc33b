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
        let brings = |rule: usize| {
            go_on();
            let row = self.row(rule);
            let both = row.if_enabled.iter().zip(&row.if_disabled);
            both.map(|(one, other)| one & other).collect()
        };
        (0..self.footprints.len()).all(|rule| {
            let closure = self.closure(rule, brings);
            let size: u32 = closure.iter().map(|word| word.count_ones()).sum();
            size as usize == self.footprints.len()
        })
    }

    /// Closes the set of one rule.
    fn closure(&self, start: usize, brings: impl Fn(usize) -> Rules) -> Rules {
        let (mut all, mut done) = (self.empty(), self.empty());
        all[start / 64] |= 1 << (start % 64);
        while let Some(word) = (0..all.len()).find(|word| all[*word] != done[*word]) {
            let left = all[word] & !done[word];
            done[word] |= left & left.wrapping_neg();
            let next = 64 * word + left.trailing_zeros() as usize;
            let brought = brings(next);
            all.iter_mut()
                .zip(&brought)
                .for_each(|(all, more)| *all |= more);
        }
        all
    }

    fn number(&self, firing: Firing) -> usize {
        self.first[firing.rule] + firing.instance as usize
    }

    /// Leaves out of a batch what can wait.
    pub fn reduce(&self, batch: &mut Batch) {
        let numbers: Vec<usize> = (0..batch.len())
            .map(|at| self.number(batch.firing(at)))
            .collect();
        let mut enabled = self.empty();
        numbers
            .iter()
            .for_each(|rule| enabled[rule / 64] |= 1 << (rule % 64));
        let steps = (0..batch.len()).filter(|at| batch.leads_to_state(*at));
        let steps: Vec<usize> = steps.map(|at| numbers[at]).collect();
        if steps.len() < 2 {
            return;
        }
        match self.fewest(&enabled, &steps) {
            Ok(chosen) => batch.leave_out(|at| is_in(&chosen, numbers[at])),
            Err(extent) => batch.leave_out_nothing(extent),
        }
    }

    /// The stubborn set with the fewest steps, or why there is none.
    fn fewest(&self, enabled: &Rules, steps: &[usize]) -> Result<Rules, Extent> {
        let brings = |rule: usize| {
            let row = self.row(rule);
            let brought = if is_in(enabled, rule) {
                &row.if_enabled
            } else {
                &row.if_disabled
            };
            brought.clone()
        };
        let (mut best, mut fewest) = (Err(Extent::Interfering), steps.len());
        for start in steps.iter().take(MOST_TRIALS) {
            let closure = self.closure(*start, brings);
            let chosen = || steps.iter().filter(|step| is_in(&closure, **step));
            let count = chosen().count();
            if count >= fewest {
                continue;
            }
            if chosen().any(|step| self.visible[*step]) {
                best = best.or(Err(Extent::Visible));
                continue;
            }
            (best, fewest) = (Ok(closure), count);
        }
        best
    }
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
