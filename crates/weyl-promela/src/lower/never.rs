//! Never claims, as observers.
//!
//! A claim is an automaton as that of a process, which reads a state and makes one step in each.
//! Its steps are guards alone, so that an atomic sequence is one step whose guards all hold in the
//! same state; where one does not, the run is of no interest (`docs/spin-compatibility.md` has the
//! experiments).

use super::Lowering;
use super::automaton::{Automaton, ElementId, Node, Transition};
use super::exprs::Body;
use super::temporal::{Propositions, Truth};
use crate::codes;
use crate::resolved::{Expr, Label, ProctypeId, ProctypeKind, Stmt, StmtKind};
use std::collections::HashMap;
use weyl_ir::Temporal;
use weyl_source::{Diagnostic, Diagnostics};
use weyl_temporal::{Claim, Guard, Observer, ObserverEdge, ObserverState};

/// The closing brace of a claim, and where it goes when an assertion of its own fails.
const END: ElementId = 0;
/// Ways through atomic sequences that begin at one state.
const MAX_WAYS: usize = 4_096;

/// Why a claim has no observer.
#[derive(Clone, Copy)]
enum Refusal {
    EndlessSequence(ElementId),
    TooManyWays(ElementId),
}

/// A way on from a position of the claim.
struct Way {
    guard: Guard,
    target: ElementId,
    /// It is followed at once by another step.
    goes_on: bool,
}

struct Watcher {
    id: ProctypeId,
    automaton: Automaton,
    propositions: Propositions,
    /// The states of the observer, by the control states of the claim.
    numbers: HashMap<ElementId, usize>,
    /// The control states, in the order of their numbers.
    order: Vec<ElementId>,
    /// Accept labels of processes count as those of the claim do.
    process_accepts: Option<usize>,
}

impl Watcher {
    fn state(&mut self, element: ElementId) -> usize {
        let next = self.order.len();
        *self.numbers.entry(element).or_insert_with(|| {
            self.order.push(element);
            next
        })
    }
}

impl Lowering<'_> {
    pub(super) fn never_claims(&mut self, diagnostics: &mut Diagnostics) -> Vec<Temporal> {
        let program = self.program;
        let mut found = Vec::new();
        for (id, proctype) in &program.proctypes {
            if proctype.kind == ProctypeKind::Never {
                found.extend(self.never_claim(id, diagnostics));
            }
        }
        found
    }

    fn never_claim(&mut self, id: ProctypeId, diagnostics: &mut Diagnostics) -> Option<Temporal> {
        let proctype = &self.program.proctypes[id];
        let mut propositions = Propositions::default();
        let process_accepts = self.process_accepts(&mut propositions);
        let mut watcher = Watcher {
            id,
            automaton: self.automaton(id),
            propositions,
            numbers: HashMap::new(),
            order: Vec::new(),
            process_accepts,
        };
        let observer = match self.observer_of(&mut watcher) {
            Ok(observer) => observer,
            Err(refusal) => {
                diagnostics.push(describe(refusal, &watcher.automaton));
                return None;
            }
        };
        Some(Temporal {
            name: proctype.name.to_string(),
            claim: Claim::Never(observer),
            atoms: watcher.propositions.atoms,
            repeats_ends: true,
            span: proctype.span,
        })
    }

    fn observer_of(&mut self, watcher: &mut Watcher) -> Result<Observer, Refusal> {
        let mut states = Vec::new();
        watcher.state(watcher.automaton.start);
        while let Some(at) = watcher.order.get(states.len()).copied() {
            let is_end = self.is_end(watcher, at);
            let mut edges = Vec::new();
            if !is_end {
                let marks = u64::from(self.has_label(watcher, at, Label::is_accept));
                self.edges(
                    watcher,
                    (at, marks),
                    Guard::default(),
                    &mut vec![at],
                    &mut edges,
                )?;
            }
            states.push(ObserverState { edges, is_end });
        }
        Ok(Observer { states, sets: 1 })
    }

    /// A claim has been violated where it comes to its end, or to an `end` label.
    fn is_end(&self, watcher: &Watcher, at: ElementId) -> bool {
        at == END || self.has_label(watcher, at, Label::is_end)
    }

    fn has_label(&self, watcher: &Watcher, at: ElementId, is_meant: fn(&Label) -> bool) -> bool {
        let proctype = &self.program.proctypes[watcher.id];
        let mut labels = watcher.automaton.elements[at].labels.iter();
        labels.any(|label| is_meant(&proctype.labels[*label]))
    }

    /// All that can follow a position in one step; `trail`: where the atomic sequence has come
    /// along.
    fn edges(
        &mut self,
        watcher: &mut Watcher,
        (at, marks): (ElementId, u64),
        so_far: Guard,
        trail: &mut Vec<ElementId>,
        found: &mut Vec<ObserverEdge>,
    ) -> Result<(), Refusal> {
        for way in self.ways(watcher, at) {
            let Some(guard) = both(&so_far, &way.guard) else {
                continue;
            };
            if way.goes_on && !self.is_end(watcher, way.target) {
                if trail.contains(&way.target) {
                    return Err(Refusal::EndlessSequence(way.target));
                }
                trail.push(way.target);
                self.edges(watcher, (way.target, marks), guard, trail, found)?;
                trail.pop();
            } else {
                self.push_edges(watcher, guard, marks, way.target, found);
            }
            if found.len() > MAX_WAYS {
                return Err(Refusal::TooManyWays(at));
            }
        }
        Ok(())
    }

    fn push_edges(
        &mut self,
        watcher: &mut Watcher,
        guard: Guard,
        marks: u64,
        target: ElementId,
        found: &mut Vec<ObserverEdge>,
    ) {
        let state = watcher.state(target);
        let edge = |guard, marks| ObserverEdge {
            guard,
            marks,
            target: state,
        };
        let accepts = watcher.process_accepts.filter(|_| marks == 0);
        let Some(accepts) = accepts.filter(|_| !self.is_end(watcher, target)) else {
            found.push(edge(guard, marks));
            return;
        };
        for (marks, more) in [(1, holds(accepts)), (0, fails(accepts))] {
            found.extend(both(&guard, &more).map(|guard| edge(guard, marks)));
        }
    }

    fn ways(&mut self, watcher: &mut Watcher, at: ElementId) -> Vec<Way> {
        let transitions = watcher.automaton.transitions(at);
        let mut ways = Vec::new();
        for transition in &transitions {
            let guards = self.guards(watcher, *transition, &transitions);
            let goes_on = watcher.automaton.goes_on_alone(transition.element);
            ways.extend(guards.into_iter().map(|(guard, fails)| Way {
                guard,
                target: if fails { END } else { transition.target },
                goes_on: goes_on && !fails,
            }));
        }
        ways
    }

    /// When a step can be taken, and whether it then fails.
    fn guards(
        &mut self,
        watcher: &mut Watcher,
        transition: Transition,
        beside: &[Transition],
    ) -> Vec<(Guard, bool)> {
        let always = vec![(Guard::default(), false)];
        let Some(stmt) = statement(&watcher.automaton, transition) else {
            return always;
        };
        match &stmt.kind {
            StmtKind::Condition(condition) => {
                match self.truth_in_claim(watcher, &stmt, condition) {
                    Truth::Constant(true) => always,
                    Truth::Constant(false) => Vec::new(),
                    Truth::Proposition(number) => vec![(holds(number), false)],
                }
            }
            StmtKind::Assert(condition) => match self.truth_in_claim(watcher, &stmt, condition) {
                Truth::Constant(value) => vec![(Guard::default(), !value)],
                Truth::Proposition(number) => {
                    vec![(holds(number), false), (fails(number), true)]
                }
            },
            StmtKind::Else => {
                let guard = self.none_of(watcher, beside);
                guard.map(|guard| (guard, false)).into_iter().collect()
            }
            _ => always,
        }
    }

    /// That no other step can be taken; `None` if one always can.
    fn none_of(&mut self, watcher: &mut Watcher, steps: &[Transition]) -> Option<Guard> {
        let mut none = Vec::new();
        for step in steps.iter().filter(|step| !step.is_else) {
            let stmt = statement(&watcher.automaton, *step)?;
            let StmtKind::Condition(condition) = &stmt.kind else {
                return None;
            };
            match self.truth_in_claim(watcher, &stmt, condition) {
                Truth::Constant(true) => return None,
                Truth::Constant(false) => {}
                Truth::Proposition(number) => none.push(number),
            }
        }
        both(
            &Guard::default(),
            &Guard {
                all: Vec::new(),
                none,
            },
        )
    }

    fn truth_in_claim(&mut self, watcher: &mut Watcher, stmt: &Stmt, condition: &Expr) -> Truth {
        let body = Body {
            proctype: Some(watcher.id),
            ..Body::default()
        };
        let name = self.condition_text(&body, stmt, condition);
        let lowered = self.truth(&body, condition);
        self.proposition(lowered, name, condition.span, &mut watcher.propositions)
    }
}

/// The statement of a step, if it is no jump.
fn statement(automaton: &Automaton, transition: Transition) -> Option<Stmt> {
    match &automaton.elements[transition.element].node {
        Node::Step(stmt) => Some((**stmt).clone()),
        _ => None,
    }
}

fn holds(number: usize) -> Guard {
    Guard {
        all: vec![number],
        none: Vec::new(),
    }
}

fn fails(number: usize) -> Guard {
    Guard {
        all: Vec::new(),
        none: vec![number],
    }
}

/// The conjunction of two guards, each proposition once; `None` if it can't be.
fn both(one: &Guard, other: &Guard) -> Option<Guard> {
    let union = |one: &[usize], other: &[usize]| {
        let mut union = [one, other].concat();
        union.sort_unstable();
        union.dedup();
        union
    };
    let guard = Guard {
        all: union(&one.all, &other.all),
        none: union(&one.none, &other.none),
    };
    let contradicts = guard.all.iter().any(|number| guard.none.contains(number));
    (!contradicts).then_some(guard)
}

fn describe(refusal: Refusal, automaton: &Automaton) -> Diagnostic {
    let span = |element: ElementId| automaton.elements[element].span;
    match refusal {
        Refusal::EndlessSequence(at) => {
            let message =
                "this atomic sequence of a claim can go on for ever without a step of the system";
            Diagnostic::error(codes::CLAIM_STATEMENT, span(at), message)
                .hint("put the loop outside of the sequence")
        }
        Refusal::TooManyWays(at) => {
            let message =
                format!("more than {MAX_WAYS} ways lead through this atomic sequence of a claim");
            Diagnostic::error(codes::TEMPORAL_TOO_LARGE, span(at), message)
                .hint("combine guards with `&&` and `||`")
        }
    }
}
