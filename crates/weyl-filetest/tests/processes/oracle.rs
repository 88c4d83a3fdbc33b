//! The first states of a program against what was said of its processes.

use anyhow::{Context, Result, ensure};
use std::collections::{HashMap, HashSet, VecDeque};
use weyl_ir::layout::{PathStep, Slot};
use weyl_ir::{Model, NameId, Root, Stmt, StmtKind, VarId};
use weyl_symmetry::{StaticProcess, StaticProcesses, static_processes};
use weyl_system::{Batch, ExecutionLimits, Interpreter, Outcome, Program, System};

/// Checks every state of the first `most`; what was foreseen.
pub fn check(program: &Program, most: usize) -> Result<StaticProcesses> {
    let found = static_processes(&program.model);
    compare(program, &found, most)?;
    if found.numbers_need_stay {
        let mut certain = found.clone();
        certain
            .processes
            .iter_mut()
            .for_each(|process| process.needs_stay = false);
        let stays = where_processes_stay(&program.model)?;
        compare(&stays, &certain, most).context("where processes stay")?;
    }
    Ok(found)
}

fn compare(program: &Program, found: &StaticProcesses, most: usize) -> Result<()> {
    if !program.model.has_processes() {
        return Ok(());
    }
    let states = States::new(program, found);
    let mut reached = reachable(program, most).into_iter();
    reached.try_for_each(|state| states.check(&state))
}

/// The same program, but a process that has ended stays where it is.
fn where_processes_stay(model: &Model) -> Result<Program> {
    let mut stays = model.clone();
    stays.rules.clear();
    let locations: Vec<Root> = model.processes().locations().map(Root::Variable).collect();
    let ends = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Undefine(place) if locations.contains(&place.root));
    for rule in model.rules.values() {
        if !rule.body.iter().any(ends) {
            stays.rules.push(rule.clone());
        }
    }
    Ok(Program::new(stays, ExecutionLimits::default())?)
}

fn reachable(program: &Program, most: usize) -> HashSet<Vec<u8>> {
    let mut interpreter = Interpreter::new(program);
    let mut batch = Batch::default();
    let next = |batch: &Batch| -> Vec<Vec<u8>> {
        let states = batch.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state.to_vec()),
            _ => None,
        });
        states.collect()
    };
    interpreter.initial(&mut batch);
    let mut queue: VecDeque<Vec<u8>> = next(&batch).into();
    let mut seen = HashSet::new();
    while let Some(state) = queue.pop_front().filter(|_| seen.len() < most) {
        if seen.insert(state.clone()) {
            interpreter.successors(&state, &mut batch);
            queue.extend(next(&batch));
        }
    }
    seen
}

struct States<'a> {
    program: &'a Program,
    found: &'a StaticProcesses,
    /// The scalar of a name in an array.
    slots: HashMap<(VarId, NameId), &'a Slot>,
    /// The kinds of which nothing is said.
    open_kinds: HashSet<u32>,
}

impl<'a> States<'a> {
    fn new(program: &'a Program, found: &'a StaticProcesses) -> States<'a> {
        let slots = program.layout.slots.values().filter_map(|slot| {
            let ([PathStep::Index(..)], [name]) = (&slot.path[..], &slot.index_names[..]) else {
                return None;
            };
            Some(((slot.variable, *name), slot))
        });
        let doubtful = found.processes.iter().filter(|process| process.needs_stay);
        let open = doubtful.map(|process| process.kind);
        States {
            program,
            found,
            slots: slots.collect(),
            open_kinds: open.chain(found.dynamic_kinds.iter().copied()).collect(),
        }
    }

    fn value(&self, state: &[u8], variable: VarId, name: NameId) -> Option<i128> {
        let slot = self.slots.get(&(variable, name))?;
        let scalar = &slot.scalar;
        scalar.decode(scalar.load(state, slot.offset as usize))
    }

    fn check(&self, state: &[u8]) -> Result<()> {
        for (number, kind) in self.program.model.processes().numbered_kinds() {
            if self.open_kinds.contains(&number) {
                continue;
            }
            for index in 0..self.program.model.sorts[kind.sort].names.len() {
                let name = self.program.model.name_of(kind.sort, index);
                if self.value(state, kind.location, name).is_some() {
                    self.check_process(state, number, kind.first + index as u32, name)?;
                }
            }
        }
        let is_beyond = self.found.creators.iter().all(|creator| {
            let at = self.value(state, creator.location, creator.name);
            at.is_none_or(|at| !creator.before.contains(&at))
        });
        if is_beyond {
            let mut processes = self.found.processes.iter();
            let missing = processes.find(|process| self.is_missing(state, process));
            ensure!(missing.is_none(), "never created: {missing:?}");
        }
        Ok(())
    }

    /// A process that is there was foreseen.
    fn check_process(&self, state: &[u8], kind: u32, number: u32, name: NameId) -> Result<()> {
        let mut processes = self.found.processes.iter();
        let process = processes.find(|process| process.name == name);
        let Some(process) = process else {
            anyhow::bail!("{name:?} was not foreseen");
        };
        ensure!(
            process.kind == kind && process.number == number,
            "{process:?}"
        );
        for (variable, value) in &process.initial {
            let found = self.value(state, *variable, name);
            let is_kept = self.found.kept.contains(variable);
            ensure!(
                !is_kept || found == Some(*value),
                "{process:?}: {variable:?} is {found:?}"
            );
        }
        Ok(())
    }

    /// A process that can't end is there once all have been created.
    fn is_missing(&self, state: &[u8], process: &StaticProcess) -> bool {
        let location = self.program.model.processes().kind(process.kind).location;
        let location_root = Root::Variable(location);
        let ends = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Undefine(place) if place.root == location_root);
        let mut rules = self.program.model.rules.values();
        let can_end = rules.any(|rule| rule.body.iter().any(ends));
        let is_said = !self.open_kinds.contains(&process.kind);
        is_said && !can_end && self.value(state, location, process.name).is_none()
    }
}
