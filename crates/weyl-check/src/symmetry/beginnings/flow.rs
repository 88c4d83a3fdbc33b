//! Which values a creator leaves behind, point by point of its control automaton.
//!
//! At each place, and with each number of processes, every scalar has a set of codes (the cartesian
//! abstraction of P. and R. Cousot, 1979): what holds of combinations is forgotten, so that a
//! choice for each of eight variables has eight sets and not all their products. A step is taken in
//! all combinations of what it looks at, and of nothing else: a record of the step says what that
//! is ([`Recorder`]).
//!
//! What others write meanwhile is not followed, since discovery sees it in their rules. Where the
//! creator looks at it, it may be anything.

use super::bounds::{Reads, Writes, rules_of};
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::layout::SlotId;
use weyl_ir::visit::walk_rule;
use weyl_ir::{Model, NameId, Root, Rule, RuleId, StmtKind, VarId};
use weyl_symmetry::{Creator, StaticProcesses};
use weyl_system::{Effect, Firing, Program, Record, Recorder, Valuations, Written};

/// What is spent on steps that are tried: bytes of states, and so many more for each.
const MOST_BYTES: usize = 20_000_000;
const BYTES_OF_A_TRIAL: usize = 500;

/// More codes of one scalar are not followed.
const MOST_CODES: usize = 512;

/// So many codes of what others write may be names without harm, though it is not known that they
/// ever occur.
const FEW_CODES: u128 = 8;

/// The codes of the scalars that the creator has written.
pub type Codes = BTreeMap<SlotId, BTreeSet<u64>>;

/// What a scalar may hold when everything is there; `None` where too much is to be looked at. Those
/// that are not listed hold what they do in the initial state, or what others write.
pub fn left_behind(program: &Program, known: &StaticProcesses, start: &[u8]) -> Option<Codes> {
    let [creator] = &known.creators[..] else {
        return None;
    };
    let mut flow = Flow::new(program, creator, start)?;
    flow.numbers_are_known = known.dynamic_kinds.is_empty() && !known.numbers_need_stay;
    let begin = flow.point(&Codes::new());
    let begins = Reached {
        codes: Codes::new(),
        is_seen: true,
    };
    flow.reached.insert(begin, begins);
    let mut pending = vec![begin];
    while let Some(at) = pending.pop() {
        pending.extend(flow.steps(at)?);
    }
    Some(flow.left())
}

/// Where the creator is, and how many processes there are: codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    location: u64,
    count: u64,
}

/// What is known of a point that the creator gets to.
#[derive(Clone)]
struct Reached {
    codes: Codes,
    /// Others may make steps while it is there.
    is_seen: bool,
}

struct Flow<'p> {
    program: &'p Program,
    recorder: Recorder<'p>,
    creator: &'p Creator,
    start: &'p [u8],
    /// The slot of its location.
    location: SlotId,
    /// That of the number of processes.
    count: SlotId,
    /// The processes that are created have numbers that the text tells, whether or not others end.
    numbers_are_known: bool,
    /// What it does before all processes are there, in the order of the model.
    rules: Vec<(&'p Rule, Firing)>,
    /// What other rules write.
    foreign: BTreeSet<VarId>,
    /// What other rules mention.
    mentioned: BTreeSet<VarId>,
    reached: BTreeMap<Point, Reached>,
    bytes: usize,
}

/// Codes of scalars with which a step is tried: one of what they may be at a point.
type Case = Vec<(SlotId, u64)>;

impl<'p> Flow<'p> {
    /// `None` if more happens than that values are computed.
    fn new(program: &'p Program, creator: &'p Creator, start: &'p [u8]) -> Option<Flow<'p>> {
        let model = &program.model;
        let own: Vec<(RuleId, &Rule)> = rules_of(model, std::slice::from_ref(creator)).collect();
        let (writes, reads) = touched(own.iter().map(|(_, rule)| *rule));
        let others = || {
            model
                .rules
                .values()
                .filter(|rule| is_of_others(model, rule, creator))
        };
        let (_, seen) = touched(others());
        let slots = &program.layout.slots;
        let mut locations = slots.iter().filter(|(_, slot)| {
            slot.variable == creator.location && slot.index_names == [creator.name]
        });
        let instances = |(id, rule)| instances(program, id, rule, creator.name);
        let flow = Flow {
            program,
            recorder: Recorder::new(program),
            creator,
            start,
            location: locations.next()?.0,
            count: program.layout.slot_of(model.processes().count()?, &[])?,
            numbers_are_known: false,
            rules: own.iter().copied().flat_map(instances).collect(),
            foreign: Writes::of_rules(others()),
            mentioned: seen.mentioned,
            reached: BTreeMap::new(),
            bytes: 0,
        };
        (!writes.is_open && !reads.asks_others).then_some(flow)
    }

    /// Takes all steps from a point; those of which more is known then.
    fn steps(&mut self, at: Point) -> Option<Vec<Point>> {
        let rules = self.rules_at(at.location);
        let here = self.reached[&at].clone();
        let (mut cases, mut changed) = (vec![Case::new()], Vec::new());
        while let Some(case) = cases.pop() {
            let state = self.state(&here.codes, &case);
            let mut tried = Vec::new();
            for (rule, firing) in &rules {
                self.bytes += state.len() + BYTES_OF_A_TRIAL;
                tried.push((*rule, self.recorder.rule(&state, *firing)));
            }
            if self.bytes > MOST_BYTES {
                return None;
            }
            match self.split(&here.codes, &case, &tried)? {
                Some(split) => cases.extend(split),
                None => changed.extend(self.fire(at, &here.codes, &case, &tried)?),
            }
        }
        Some(changed)
    }

    fn rules_at(&self, at: u64) -> Vec<(&'p Rule, Firing)> {
        let location = &self.program.layout.slots[self.location];
        let at = location.scalar.decode(at);
        let rules = self.rules.iter().copied();
        let rules = rules.filter(|(rule, _)| rule.control.as_ref().map(|it| it.from) == at);
        rules.collect()
    }

    /// A state of a point.
    fn state(&self, codes: &Codes, case: &Case) -> Vec<u8> {
        let mut state = self.start.to_vec();
        let first = codes.iter();
        let first = first.filter_map(|(slot, codes)| Some((*slot, *codes.first()?)));
        for (slot, code) in first.chain(case.iter().copied()) {
            let slot = &self.program.layout.slots[slot];
            slot.scalar.store(&mut state, slot.offset as usize, code);
        }
        state
    }

    /// The cases that are to be told apart because something was looked at that may differ.
    fn split(
        &self,
        codes: &Codes,
        case: &Case,
        tried: &[(&Rule, Record<Option<Effect>>)],
    ) -> Option<Option<Vec<Case>>> {
        let looks = tried.iter().flat_map(|(_, record)| &record.looks);
        for look in looks.filter(|look| case.iter().all(|(slot, _)| slot != *look)) {
            let held = self.held(codes, *look, tried)?;
            if held.len() > 1 {
                let with = |code| case.iter().copied().chain([(*look, code)]).collect();
                return Some(Some(held.into_iter().map(with).collect()));
            }
        }
        Some(None)
    }

    /// What a scalar may hold at a point where something is tried; `None` if that is not known.
    fn held(
        &self,
        codes: &Codes,
        slot: SlotId,
        tried: &[(&Rule, Record<Option<Effect>>)],
    ) -> Option<BTreeSet<u64>> {
        // Processes get known numbers if there are as many before as it takes.
        let is_count = slot == self.count
            && self.numbers_are_known
            && tried.iter().all(|(rule, _)| creates(rule));
        if is_count || self.is_followed(codes, slot) {
            return Some(self.own(codes, slot));
        }
        let count = self.program.layout.slots[slot].scalar.codes();
        (count <= FEW_CODES).then(|| (0..count as u64).collect())
    }

    /// Whether what a scalar holds is what the creator has left there.
    fn is_followed(&self, codes: &Codes, slot: SlotId) -> bool {
        let slot = &self.program.layout.slots[slot];
        let is_its_own = slot.index_names.first() == Some(&self.creator.name);
        let is_foreign = self.foreign.contains(&slot.variable) && !is_its_own;
        !is_foreign || self.is_alone(self.point(codes))
    }

    /// What the creator has left in a scalar.
    fn own(&self, codes: &Codes, slot: SlotId) -> BTreeSet<u64> {
        let known = codes.get(&slot).cloned();
        known.unwrap_or_else(|| {
            let slot = &self.program.layout.slots[slot];
            BTreeSet::from([slot.scalar.load(self.start, slot.offset as usize)])
        })
    }

    /// Whether nobody else is there.
    fn is_alone(&self, at: Point) -> bool {
        let count = &self.program.layout.slots[self.count].scalar;
        count.decode(at.count) == Some(1)
    }

    /// Where the creator is: both have one code at a point.
    fn point(&self, codes: &Codes) -> Point {
        let code = |slot| self.own(codes, slot).first().copied().unwrap_or_default();
        Point {
            location: code(self.location),
            count: code(self.count),
        }
    }

    /// Takes what is tried in one case, in its order: an `else` comes after all others. The points
    /// of which more is known then.
    fn fire(
        &mut self,
        at: Point,
        codes: &Codes,
        case: &Case,
        tried: &[(&Rule, Record<Option<Effect>>)],
    ) -> Option<Vec<Point>> {
        let (mut changed, mut fired) = (Vec::new(), false);
        for (rule, record) in tried {
            let turn = rule.turn.as_ref()?;
            if turn.otherwise && fired {
                continue;
            }
            match &record.result {
                None => continue,
                Some(Effect::Writes(writes)) => {
                    let codes = self.after(codes, case, tried, writes)?;
                    changed.extend(self.join(codes, !turn.then.is_alone())?);
                }
                // What fails may go on in some searches.
                Some(Effect::Fault(_) | Effect::Excluded) => return None,
            }
            fired = true;
        }
        // Who can't go on lets others.
        if let Some(reached) = self.reached.get_mut(&at).filter(|_| !fired) {
            reached.is_seen = true;
        }
        Some(changed)
    }

    /// What is known behind a step.
    fn after(
        &self,
        codes: &Codes,
        case: &Case,
        tried: &[(&Rule, Record<Option<Effect>>)],
        writes: &[(SlotId, Written)],
    ) -> Option<Codes> {
        let slots = &self.program.layout.slots;
        let mut before = codes.clone();
        for (slot, code) in case {
            if self.is_followed(codes, *slot) {
                before.insert(*slot, BTreeSet::from([*code]));
            }
        }
        let mut after = before.clone();
        for (slot, written) in writes {
            let codes = match *written {
                Written::Code(code) => BTreeSet::from([code]),
                Written::Copy(source) => {
                    let values = self.held(&before, source, tried)?.into_iter();
                    let values = values.map(|code| slots[source].scalar.decode(code));
                    let encode = |value| slots[*slot].scalar.encode(value).unwrap_or(0);
                    values.map(|value| value.map_or(0, encode)).collect()
                }
            };
            after.insert(*slot, codes);
        }
        Some(after)
    }

    /// Adds what is known of a point; the point if it is more than before.
    fn join(&mut self, codes: Codes, is_seen: bool) -> Option<Option<Point>> {
        let at = self.point(&codes);
        let Some(known) = self.reached.get(&at) else {
            self.reached.insert(at, Reached { codes, is_seen });
            return Some(Some(at));
        };
        let mut all = known.clone();
        let slots: BTreeSet<SlotId> = all.codes.keys().chain(codes.keys()).copied().collect();
        let mut is_more = false;
        for slot in slots {
            let (mut held, more) = (self.own(&all.codes, slot), self.own(&codes, slot));
            is_more |= !more.is_subset(&held);
            held.extend(more);
            if held.len() > MOST_CODES {
                return None;
            }
            all.codes.insert(slot, held);
        }
        all.is_seen |= is_seen;
        self.reached.insert(at, all);
        Some(is_more.then_some(at))
    }

    /// What the creator leaves where all is there; and what others may have seen before.
    fn left(&self) -> Codes {
        let written = self.reached.values().flat_map(|point| point.codes.keys());
        let written: BTreeSet<SlotId> = written.copied().collect();
        let location = &self.program.layout.slots[self.location].scalar;
        let mut left = Codes::new();
        for (at, reached) in &self.reached {
            let stands = location.decode(at.location);
            let is_early = stands.is_some_and(|at| self.creator.before.contains(&at));
            let is_seen = reached.is_seen && !self.is_alone(*at);
            for slot in &written {
                if !is_early || (is_seen && self.is_looked_at(*slot)) {
                    let codes = self.own(&reached.codes, *slot);
                    left.entry(*slot).or_default().extend(codes);
                }
            }
        }
        left
    }

    /// Whether it matters that others find something in a scalar before all is there: nobody finds
    /// what belongs to a process that is not there, and how many are there is known.
    fn is_looked_at(&self, slot: SlotId) -> bool {
        let slot = &self.program.layout.slots[slot];
        let processes = self.program.model.processes();
        let mut kept = processes.locations().chain(processes.count());
        let of = slot.index_names.first();
        self.mentioned.contains(&slot.variable)
            && of.is_none_or(|process| *process == self.creator.name)
            && !kept.any(|of| of == slot.variable)
    }
}

/// Whether somebody else may act by a rule.
fn is_of_others(model: &Model, rule: &Rule, creator: &Creator) -> bool {
    let control = rule.control.as_ref();
    let is_of_kind = control.is_some_and(|at| at.location.root == Root::Variable(creator.location));
    !is_of_kind || model.sorts[model.sort_of(creator.name)].names.len() > 1
}

/// What rules write and read.
fn touched<'r>(rules: impl Iterator<Item = &'r Rule>) -> (Writes, Reads) {
    let (mut writes, mut reads) = (Writes::default(), Reads::default());
    for rule in rules {
        writes.rule(rule);
        walk_rule(&mut reads, rule);
    }
    (writes, reads)
}

/// The firings of a rule in which a process acts.
fn instances<'p>(
    program: &Program,
    id: RuleId,
    rule: &'p Rule,
    process: NameId,
) -> Vec<(&'p Rule, Firing)> {
    let model = &program.model;
    let first = model.name_of(model.sort_of(process), 0);
    let index = (process.index() - first.index()) as i128;
    let count = Valuations::new(model, &rule.parameters).map_or(0, |all| all.count);
    let all = (0..count).map(|instance| Firing { rule: id, instance });
    let own = all.filter(|firing| {
        let values = program.parameter_values(&rule.parameters, firing.instance);
        values.first() == Some(&index)
    });
    own.map(|firing| (rule, firing)).collect()
}

/// Whether a rule makes room for a process.
fn creates(rule: &Rule) -> bool {
    let mut body = rule.body.iter();
    body.any(|stmt| matches!(stmt.kind, StmtKind::Reserve { .. }))
}
