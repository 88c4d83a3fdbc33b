//! Copies: proctypes that are written out several times, but for constants and names (`P_0`, `P_1`,
//! …), make one kind of process, whose locations are those of all texts, one after the other. So
//! their processes share arrays, and can change places.
//!
//! Whether they may is for others to find out: what is one kind here is only laid out alike. A
//! process tells by its number which text it follows, so the numbers must be known: of `active`
//! proctypes they are, and of those that `init` creates in one atomic sequence.

use super::Lowering;
use super::automaton::{Automaton, Node};
use super::rules::{control_states, each_run, then};
use super::text::Writer;
use crate::resolved::{
    Block, ExprKind, Initial, ProctypeId, ProctypeKind, Program, Stmt, StmtKind, Type,
    each_statement,
};
use std::collections::HashMap;
use std::ops::Range;

/// A proctype that has processes.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub id: ProctypeId,
    /// By some `run`.
    pub is_created: bool,
    /// The process numbers that it may have.
    pub numbers: Range<u32>,
    /// The numbers that it has, if the text tells them.
    pub known: Option<Range<u32>>,
    pub first_statement: u32,
}

impl Candidate {
    /// Whether the process with a number follows it.
    pub fn has(&self, number: u32) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|numbers| numbers.contains(&number))
    }
}

/// What copies have in common.
#[derive(PartialEq, Eq)]
struct Shape {
    is_created: bool,
    priority: u8,
    locals: Vec<(String, Type, Option<u32>, String)>,
    provided: Option<String>,
    steps: Vec<String>,
}

impl Lowering<'_> {
    /// Copies together; everything else by itself.
    pub(super) fn families(&self, candidates: Vec<Candidate>) -> Vec<Vec<Candidate>> {
        let mut families: Vec<(Vec<Candidate>, Option<Shape>)> = Vec::new();
        for candidate in candidates {
            let shape = self.shape(&candidate);
            let mut known = families.iter_mut();
            let like = known.find(|(_, of_family)| shape.is_some() && *of_family == shape);
            match like {
                Some((family, _)) => family.push(candidate),
                None => families.push((vec![candidate], shape)),
            }
        }
        families.into_iter().map(|(family, _)| family).collect()
    }

    fn shape(&self, candidate: &Candidate) -> Option<Shape> {
        let proctype = &self.program.proctypes[candidate.id];
        let automaton = self.automata[candidate.id].as_deref()?;
        let is_proctype = matches!(proctype.kind, ProctypeKind::Proctype { .. });
        if !is_proctype || candidate.known.is_none() || self.has_pooled_channels() {
            return None;
        }
        let writer = Writer {
            program: self.program,
            proctype: candidate.id,
        };
        let locals = proctype.locals.values().map(|local| {
            let initial = match &local.initial {
                Initial::Value(value) => outline(&writer.expr(value)),
                other => format!("{:?}", std::mem::discriminant(other)),
            };
            (local.name.to_string(), local.ty, local.size, initial)
        });
        let provided = proctype.provided.as_ref();
        Some(Shape {
            is_created: candidate.is_created,
            priority: proctype.priority,
            locals: locals.collect(),
            provided: provided.map(|provided| outline(&writer.expr(provided))),
            steps: self.outlines(writer, automaton),
        })
    }

    /// All steps in the order of their locations.
    fn outlines(&self, writer: Writer<'_>, automaton: &Automaton) -> Vec<String> {
        let locations = control_states(automaton);
        let mut places: Vec<_> = locations.iter().collect();
        places.sort_by_key(|(_, location)| **location);
        let labels = &self.program.proctypes[writer.proctype].labels;
        let mut steps = Vec::new();
        for (element, _) in places {
            let own = automaton.elements[*element].labels.iter();
            let roles = own.map(|label| &labels[*label]);
            let roles: Vec<_> = roles
                .map(|label| (label.is_end(), label.is_progress(), label.is_accept()))
                .collect();
            steps.push(format!("{roles:?}"));
            for transition in automaton.transitions(*element) {
                let text = match &automaton.elements[transition.element].node {
                    Node::Step(stmt) => outline(&writer.statement(stmt)),
                    _ => String::new(),
                };
                let target = locations.get(&transition.target);
                let then = then(automaton, transition);
                let (level, is_else) = (transition.level, transition.is_else);
                let group = transition.group.is_some();
                steps.push(format!(
                    "{text} {target:?} {then:?} {level} {is_else} {group}"
                ));
            }
        }
        steps
    }
}

/// A text without its names and numbers.
fn outline(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut outline = String::new();
    let mut was_word = false;
    for c in text.chars() {
        match (is_word(c), was_word) {
            (true, true) => {}
            (true, false) => outline.push(if c.is_ascii_digit() { '0' } else { 'x' }),
            (false, _) => outline.push(c),
        }
        was_word = is_word(c);
    }
    outline
}

/// The numbers of the processes that `init` creates, where it is alone in the beginning, creates
/// all others, and does so in one atomic sequence in which nobody else has a turn.
pub(super) fn created_numbers(program: &Program) -> HashMap<ProctypeId, Range<u32>> {
    let mut numbers = HashMap::new();
    let Some(runs) = only_runs(program) else {
        return numbers;
    };
    for (number, proctype) in (1..).zip(runs) {
        let own: &mut Range<u32> = numbers.entry(proctype).or_insert(number..number);
        if own.end != number {
            return HashMap::new();
        }
        own.end += 1;
    }
    numbers
}

fn only_runs(program: &Program) -> Option<Vec<ProctypeId>> {
    let [instance] = &*program.instances else {
        return None;
    };
    let creator = &program.proctypes[instance.proctype];
    if instance.count != 1 || creator.kind != ProctypeKind::Init {
        return None;
    }
    let mut statements = creator.body.statements.iter();
    let sequence = statements.find_map(|stmt| match &stmt.kind {
        StmtKind::Atomic(body) => Some(body),
        _ => None,
    })?;
    let runs = runs_in_a_row(sequence)?;
    let mut all = 0;
    each_run(program, &mut |_| all += 1);
    // Nothing leads back to the sequence.
    let mut jumps = false;
    each_statement(&creator.body, &mut |stmt| {
        jumps |= matches!(stmt.kind, StmtKind::Goto(_));
    });
    (runs.len() == all && !jumps).then_some(runs)
}

/// What a sequence creates before it may have to wait.
fn runs_in_a_row(sequence: &Block) -> Option<Vec<ProctypeId>> {
    let mut runs = Vec::new();
    for stmt in &sequence.statements {
        match created_by(stmt) {
            Some(proctype) => runs.push(proctype),
            None if is_sure(stmt) => {}
            None => break,
        }
    }
    (!runs.is_empty()).then_some(runs)
}

fn created_by(stmt: &Stmt) -> Option<ProctypeId> {
    match &stmt.kind {
        StmtKind::Condition(expr) => match &expr.kind {
            ExprKind::Run(run) => Some(run.proctype),
            _ => None,
        },
        _ => None,
    }
}

/// Something that can always be done.
fn is_sure(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Assign { .. }
            | StmtKind::Initialise { .. }
            | StmtKind::Increment(_)
            | StmtKind::Decrement(_)
            | StmtKind::Nothing
    )
}
