//! What is known of the states in which everything is there, without all of them.
//!
//! Discovery asks of them what never changes, where processes begin, and which numbers there are.
//! What processes do meanwhile are rules that it sees; only what their creators do before is not
//! among them. So one state in which nobody else has moved says it all, if whatever the creators
//! write takes all its values in turn.

use super::flow::left_behind;
use super::is_early;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::analysis::written_places;
use weyl_ir::layout::{Slot, SlotRole};
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{
    Expr, ExprKind, LocalId, Model, Place, Projection, Root, Rule, RuleId, Stmt, StmtKind, VarId,
};
use weyl_symmetry::{Creator, StaticProcess, StaticProcesses};
use weyl_system::{Batch, Interpreter, Outcome, Program, System};

/// Steps of creators that are followed.
const MOST_STEPS: usize = 100_000;

/// Bytes of the states that are kept of one step, or on the way.
const MOST_BYTES: u64 = 10_000_000;

/// A variable with more values has no names among them: two say enough.
const MOST_VALUES: u128 = 512;

/// So many may be names without harm.
const FEW_VALUES: u128 = 8;

/// States between which all beginnings lie; `None` where that is not known.
pub fn bounds(program: &Program, known: &StaticProcesses) -> Option<Vec<Vec<u8>>> {
    followed(program, known).or_else(|| by_text(program, known))
}

/// By following what the one creator does.
fn followed(program: &Program, known: &StaticProcesses) -> Option<Vec<Vec<u8>>> {
    let start = only_start(program)?;
    let left = left_behind(program, known, &start)?.into_iter();
    let open = left.map(|(slot, codes)| Open {
        slot: &program.layout.slots[slot],
        codes: Codes::Few(codes.into_iter().collect()),
    });
    Some(spread(&start, &open.collect::<Vec<_>>()))
}

/// By what is written in the text of their rules.
fn by_text(program: &Program, known: &StaticProcesses) -> Option<Vec<Vec<u8>>> {
    let creators = &known.creators[..];
    let rules: Vec<&Rule> = rules_of(&program.model, creators)
        .map(|(_, rule)| rule)
        .collect();
    let mut writes = Writes::default();
    for rule in &rules {
        writes.rule(rule);
    }
    if creators.is_empty() || writes.is_open {
        return None;
    }
    let way = alone(program, creators)?;
    let known_way = way.is_only && is_by_itself(&program.model, &rules, &writes);
    let open = if known_way {
        Vec::new()
    } else {
        open_slots(program, &way, &writes, &known.processes)
    };
    // Numbers that are there by assumption alone would all be names.
    if open.iter().any(|open| open.codes.are_invented()) {
        return None;
    }
    let mut states = spread(&way.end, &open);
    if known_way {
        states.extend(seen_before(program, &way, &rules, &writes)?);
    }
    let states = states.into_iter();
    let states = states.flat_map(|state| with_exits(program, creators, &rules, state));
    Some(states.collect())
}

/// What creators do before all processes are there.
pub fn rules_of<'m>(
    model: &'m Model,
    creators: &'m [Creator],
) -> impl Iterator<Item = (RuleId, &'m Rule)> {
    model.rules.iter().filter(|(_, rule)| {
        let at = rule.control.as_ref();
        let is_of = |creator: &Creator| {
            at.is_some_and(|at| {
                at.location.root == Root::Variable(creator.location)
                    && creator.before.contains(&at.from)
            })
        };
        creators.iter().any(is_of)
    })
}

/// What rules write.
#[derive(Default)]
pub struct Writes {
    /// Anywhere: the numbers that are written, if no others are.
    variables: BTreeMap<VarId, Option<BTreeSet<i128>>>,
    /// In the rows of processes that they create.
    new: BTreeSet<VarId>,
    /// The locals that hold these processes.
    names: BTreeSet<LocalId>,
    /// Something else happens, with messages or in functions.
    pub is_open: bool,
}

impl Writes {
    /// All of it, and where processes are.
    pub fn of_rules<'r>(rules: impl Iterator<Item = &'r Rule>) -> BTreeSet<VarId> {
        let mut written = BTreeSet::new();
        for rule in rules {
            let mut writes = Writes::default();
            writes.rule(rule);
            written.extend(writes.variables.into_keys().chain(writes.new));
            let control = rule.control.as_ref().map(|control| control.location.root);
            if let Some(Root::Variable(location)) = control {
                written.insert(location);
            }
        }
        written
    }

    pub fn rule(&mut self, rule: &Rule) {
        let own = rule.parameters.first().map(|binding| binding.local);
        let locals = rule.locals.keys().filter(|local| Some(*local) != own);
        self.names = locals.collect();
        walk_block(self, &rule.body);
    }

    /// Whether a place is in the row of a process that is created.
    fn is_new(&self, place: &Place) -> bool {
        let Some(Projection::Index(row)) = place.path.first() else {
            return false;
        };
        let ExprKind::Read(of) = &row.kind else {
            return false;
        };
        matches!(of.root, Root::Local(local) if self.names.contains(&local))
    }
}

impl Visitor for Writes {
    fn stmt(&mut self, stmt: &Stmt) {
        self.is_open |= matches!(
            stmt.kind,
            StmtKind::Channel(_)
                | StmtKind::Multiset(_)
                | StmtKind::Call { .. }
                | StmtKind::Bind { .. }
        );
        for place in written_places(stmt) {
            let Root::Variable(variable) = place.root else {
                continue;
            };
            if self.is_new(place) {
                self.new.insert(variable);
                continue;
            }
            let written = self.variables.entry(variable);
            let written = written.or_insert_with(|| Some(BTreeSet::new()));
            match (constant(stmt), &mut *written) {
                (Some(value), Some(values)) => {
                    values.insert(value);
                }
                _ => *written = None,
            }
        }
    }
}

/// Whether what rules of creators do depends on nothing that others write: then they leave the same
/// behind, whatever happens meanwhile.
fn is_by_itself(model: &Model, rules: &[&Rule], writes: &Writes) -> bool {
    let mut reads = Reads::default();
    rules.iter().for_each(|rule| walk_rule(&mut reads, rule));
    let others = Writes::of_rules(others(model, rules));
    // How many processes there are is what it is when all are there.
    let count = model.processes().count();
    let touched = reads.variables.iter().chain(writes.variables.keys());
    let mut touched = touched.filter(|of| Some(**of) != count);
    touched.all(|of| !others.contains(of)) && !reads.asks_others
}

fn others<'m>(model: &'m Model, own: &[&'m Rule]) -> impl Iterator<Item = &'m Rule> {
    let is_own = |rule: &&Rule| own.iter().any(|own| std::ptr::eq(*own, *rule));
    model.rules.values().filter(move |rule| !is_own(rule))
}

/// What rules look at.
#[derive(Default)]
pub struct Reads {
    variables: BTreeSet<VarId>,
    /// These, and what they write.
    pub mentioned: BTreeSet<VarId>,
    /// What others do, or channels hold.
    pub asks_others: bool,
}

impl Visitor for Reads {
    fn place(&mut self, place: &Place) {
        if let Root::Variable(variable) = place.root {
            self.mentioned.insert(variable);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Copy { from, .. } = &stmt.kind
            && let Root::Variable(variable) = from.root
        {
            self.variables.insert(variable);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Read(place) = &expr.kind {
            if let Root::Variable(variable) = place.root {
                self.variables.insert(variable);
            }
        } else {
            self.asks_others |= matches!(
                expr.kind,
                ExprKind::Channel(_)
                    | ExprKind::Process(_)
                    | ExprKind::Call { .. }
                    | ExprKind::IsUndefined(_)
                    | ExprKind::Same(..)
                    | ExprKind::Count { .. }
            );
        }
    }
}

/// The number that a statement assigns.
fn constant(stmt: &Stmt) -> Option<i128> {
    if let StmtKind::Assign { value, .. } = &stmt.kind {
        value.as_constant()
    } else {
        None
    }
}

/// The initial state, and the one in which creators have done their work and nobody else has moved.
struct Way {
    start: Vec<u8>,
    end: Vec<u8>,
    /// Those between in which others are there.
    between: Vec<Vec<u8>>,
    /// There was never a choice.
    is_only: bool,
}

fn alone(program: &Program, creators: &[Creator]) -> Option<Way> {
    let mut system = Interpreter::new(program);
    let mut batch = Batch::default();
    batch.limit(Some(MOST_BYTES));
    let start = only_start(program)?;
    let mut way = Way {
        end: start.clone(),
        start,
        between: Vec::new(),
        is_only: true,
    };
    let mut bytes = 0;
    for _ in 0..MOST_STEPS {
        let state = &way.end;
        if !is_early(program, creators, state) {
            return Some(way);
        }
        system.successors(state, &mut batch);
        let own = batch.iter();
        let own = own.filter(|(firing, _)| is_of(&program.model, firing.rule, creators));
        let mut own = own.filter_map(|(_, outcome)| state_of(outcome));
        let next = own.next().filter(|_| batch.cut().is_none())?;
        way.is_only &= own.next().is_none();
        let state = std::mem::replace(&mut way.end, next);
        if processes_in(program, &state) > creators.len() as i128 {
            bytes += state.len() as u64;
            way.between.push(state);
        }
        if bytes > MOST_BYTES {
            return None;
        }
    }
    None
}

/// Whether a rule is one of creators' kinds.
fn is_of(model: &Model, rule: RuleId, creators: &[Creator]) -> bool {
    let control = model.rules[rule].control.as_ref();
    let root = control.map(|control| control.location.root);
    let mut creators = creators.iter();
    creators.any(|creator| root == Some(Root::Variable(creator.location)))
}

fn only_start(program: &Program) -> Option<Vec<u8>> {
    let mut batch = Batch::default();
    Interpreter::new(program).initial(&mut batch);
    let starts = batch.iter().filter_map(|(_, outcome)| state_of(outcome));
    let mut starts: Vec<Vec<u8>> = starts.collect();
    starts.pop().filter(|_| starts.is_empty())
}

/// How many processes there are.
fn processes_in(program: &Program, state: &[u8]) -> i128 {
    let count = program.model.processes().count();
    let slot = count.and_then(|count| program.layout.slot_of(count, &[]));
    let slot = slot.map(|slot| &program.layout.slots[slot]);
    let code = slot.map(|slot| slot.scalar.load(state, slot.offset as usize));
    let count = slot.zip(code);
    let count = count.and_then(|(slot, code)| slot.scalar.decode(code));
    count.unwrap_or(i128::MAX)
}

/// The state at the end with what others may have seen before it of what creators write.
fn seen_before(
    program: &Program,
    way: &Way,
    rules: &[&Rule],
    writes: &Writes,
) -> Option<BTreeSet<Vec<u8>>> {
    let mut reads = Reads::default();
    others(&program.model, rules).for_each(|rule| walk_rule(&mut reads, rule));
    let kept = program.model.processes().count();
    let is_seen = |slot: &&Slot| {
        let written = writes.variables.contains_key(&slot.variable);
        written && reads.mentioned.contains(&slot.variable) && Some(slot.variable) != kept
    };
    let seen: Vec<&Slot> = program.layout.slots.values().filter(is_seen).collect();
    let with = |state: &Vec<u8>| {
        let mut end = way.end.clone();
        for slot in &seen {
            let offset = slot.offset as usize;
            let code = slot.scalar.load(state, offset);
            slot.scalar.store(&mut end, offset, code);
        }
        end
    };
    let states: BTreeSet<Vec<u8>> = way.between.iter().map(with).collect();
    (states.len() as u128 <= MOST_VALUES).then_some(states)
}

fn state_of(outcome: Outcome<'_>) -> Option<Vec<u8>> {
    if let Outcome::State { state, .. } = outcome {
        Some(state.to_vec())
    } else {
        None
    }
}

/// A slot that may have different codes.
struct Open<'p> {
    slot: &'p Slot,
    codes: Codes,
}

enum Codes {
    Few(Vec<u64>),
    /// Below this number.
    All(u128),
}

impl Codes {
    /// All of them in turn, if these are few, or the first and the last.
    fn at(&self, turn: usize) -> u64 {
        match self {
            Codes::Few(codes) => codes[turn % codes.len()],
            Codes::All(count) if *count <= MOST_VALUES => (turn as u128 % count) as u64,
            Codes::All(count) => (count - 1) as u64 * (turn % 2) as u64,
        }
    }

    /// Whether there are few enough to be names, and no reason to think that they are ever there.
    fn are_invented(&self) -> bool {
        matches!(self, Codes::All(count) if *count > FEW_VALUES && *count <= MOST_VALUES)
    }

    fn turns(&self) -> usize {
        match self {
            Codes::Few(codes) => codes.len(),
            Codes::All(count) if *count <= MOST_VALUES => *count as usize,
            Codes::All(_) => 2,
        }
    }
}

fn open_slots<'p>(
    program: &'p Program,
    way: &Way,
    writes: &Writes,
    processes: &[StaticProcess],
) -> Vec<Open<'p>> {
    // When all have been created their number is what it is, unless they end.
    let of_processes = program.model.processes();
    let kept = of_processes.locations().chain(of_processes.count());
    let kept: BTreeSet<VarId> = kept.collect();
    let slots = program.layout.slots.values();
    let values = slots.filter(|slot| matches!(slot.role, SlotRole::Value(_)));
    let open = values.filter(|slot| !kept.contains(&slot.variable));
    let open = open.filter_map(|slot| {
        let codes = match writes.variables.get(&slot.variable) {
            Some(Some(values)) => few(slot, way, values),
            Some(None) => Codes::All(slot.scalar.codes()),
            None if is_unknown(slot, writes, processes) => Codes::All(slot.scalar.codes()),
            None => return None,
        };
        Some(Open { slot, codes })
    });
    open.collect()
}

/// What a slot holds, and what may be written there.
fn few(slot: &Slot, way: &Way, values: &BTreeSet<i128>) -> Codes {
    let held = [&way.start, &way.end].map(|state| slot.scalar.load(state, slot.offset as usize));
    let written = values.iter().filter_map(|value| slot.scalar.encode(*value));
    let codes: BTreeSet<u64> = written.chain(held).collect();
    Codes::Few(codes.into_iter().collect())
}

/// Whether a slot belongs to a process that is created with a value that is not known.
fn is_unknown(slot: &Slot, writes: &Writes, processes: &[StaticProcess]) -> bool {
    let name = slot.index_names.first();
    let mut processes = processes.iter();
    let process = processes.find(|process| Some(&process.name) == name);
    writes.new.contains(&slot.variable)
        && process.is_some_and(|process| {
            let mut known = process.initial.iter();
            !known.any(|(variable, _)| *variable == slot.variable)
        })
}

/// States in which all open slots have all their codes.
fn spread(base: &[u8], open: &[Open<'_>]) -> Vec<Vec<u8>> {
    let turns = open.iter().map(|open| open.codes.turns());
    let state = |turn: usize| {
        let mut state = base.to_vec();
        for Open { slot, codes } in open {
            let offset = slot.offset as usize;
            slot.scalar.store(&mut state, offset, codes.at(turn));
        }
        state
    };
    (0..turns.max().unwrap_or(1)).map(state).collect()
}

/// A state with creators wherever they may be when they have done their work.
fn with_exits(
    program: &Program,
    creators: &[Creator],
    rules: &[&Rule],
    state: Vec<u8>,
) -> Vec<Vec<u8>> {
    let mut states = vec![state];
    for creator in creators {
        let controls = rules.iter().filter_map(|rule| rule.control.as_ref());
        let own = controls.filter(|of| of.location.root == Root::Variable(creator.location));
        let exits: BTreeSet<i128> = own.filter_map(|of| of.to).collect();
        let mut slots = program.layout.slots.values();
        let slot = slots
            .find(|slot| slot.variable == creator.location && slot.index_names == [creator.name]);
        let exits = exits.difference(&creator.before);
        let codes = exits.filter_map(|exit| Some((slot?, slot?.scalar.encode(*exit)?)));
        let moved = codes.flat_map(|(slot, code)| {
            states.iter().map(move |state| {
                let mut state = state.clone();
                slot.scalar.store(&mut state, slot.offset as usize, code);
                state
            })
        });
        let moved: Vec<Vec<u8>> = moved.collect();
        states.extend(moved);
    }
    states
}
