//! The pipeline: text → model → program → system → exploration → replay → verdicts.

use crate::failure::{Failure, nowhere};
use crate::judge::judge;
use crate::mute::Muted;
use crate::selection::Selection;
use crate::verdict::{Report, Statistics, UnreachedRule};
use crate::{Request, Room, Text, codes, load};
use std::collections::HashSet;
use std::time::{Duration, Instant};
use weyl_explore::{Exploration, LimitKind, Limits, Progress, Task, ViolationKind, explore};
use weyl_ir::{Model, Rule};
use weyl_source::{Diagnostic, Span};
use weyl_system::{Alarm, Fault, Interpreter, Program, TransitionSystem};

/// Checks the properties of a model.
pub fn check(
    text: &mut Text<'_>,
    request: &Request,
    progress: &Progress,
) -> Result<Report, Failure> {
    let started = Instant::now();
    let mut room = Room::default();
    let (loaded, selection, exploration) = loop {
        let loaded = load(text, &request.model, room)?;
        let selection = Selection::new(&loaded.program.model, &loaded.temporal, request)?;
        liveness_is_small_enough(&loaded.program, &selection)?;
        let exploration = search(&loaded.program, &selection, request, room, progress);
        match larger_room(room, &exploration) {
            Some(larger) => room = larger,
            None => break (loaded, selection, exploration),
        }
        progress.restart();
    };
    let elapsed = started.elapsed();
    graph_is_small_enough(&exploration, request)?;
    let properties = judge(&loaded.program, &selection, &exploration, text.sources)?;
    Ok(Report {
        properties,
        warnings: loaded.warnings,
        statistics: statistics(&exploration, request, elapsed),
        limit: exploration.limit,
        complete: exploration.complete,
        unreached: unreached(&loaded.program.model, &exploration.fired),
        graph: exploration.graph,
        program: loaded.program,
    })
}

/// What to start over with, if the search needed more room.
fn larger_room(room: Room, exploration: &Exploration) -> Option<Room> {
    let mut violations = exploration.violations.iter();
    violations.find_map(|violation| match &violation.kind {
        ViolationKind::Fault(fault) => room.grown(fault),
        _ => None,
    })
}

/// Each instance of a liveness property has a bit in the label of every state, and a verdict.
const MAX_LIVENESS_INSTANCES: u64 = 1 << 16;

fn liveness_is_small_enough(program: &Program, selection: &Selection) -> Result<(), Failure> {
    let system = Interpreter::new(program);
    let mut instances = 0u64;
    for id in &selection.liveness {
        instances = instances.saturating_add(system.instances(*id));
        if instances > MAX_LIVENESS_INSTANCES {
            let message = format!(
                "up to here there are {instances} instances of liveness properties; \
                 {MAX_LIVENESS_INSTANCES} are the limit"
            );
            let span = program.model.properties[*id].span;
            let hint = "smaller rulesets around it have fewer; `--safety-only` leaves it out";
            let diagnostic = Diagnostic::error(codes::MODEL_TOO_LARGE, span, message).hint(hint);
            return Err(Failure::input(diagnostic));
        }
    }
    Ok(())
}

/// All wrappers are stacked here.
fn search(
    program: &Program,
    selection: &Selection,
    request: &Request,
    room: Room,
    progress: &Progress,
) -> Exploration {
    let alarm = Alarm {
        stop: &progress.stop,
        deadline: request
            .limits
            .time
            .and_then(|time| Instant::now().checked_add(time)),
    };
    let system = Interpreter::new(program).with_alarm(alarm);
    let rules = program.model.rules.len();
    let task = Task {
        growing: room.growing(),
        ..task(selection, request)
    };
    if selection.wants_all_faults() {
        return explore(&system, rules, &task, progress);
    }
    let system = Muted::new(system, move |fault: &Fault| {
        selection.wants(fault) || room.is_too_little(fault)
    });
    explore(&system, rules, &task, progress)
}

fn task(selection: &Selection, request: &Request) -> Task {
    Task {
        invariants: selection.invariants.clone(),
        covers: selection.covers.clone(),
        liveness: selection.liveness.clone(),
        deadlock: selection.deadlock,
        keep_going: request.keep_going,
        growing: Vec::new(),
        order: request.order,
        threads: request.threads,
        limits: Limits {
            states: smaller(request.limits.states, request.graph),
            ..request.limits
        },
        graph: request.graph.is_some(),
    }
}

fn smaller(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The user's own limit may cut a graph; the limit of what can be drawn may not do so silently.
fn graph_is_small_enough(exploration: &Exploration, request: &Request) -> Result<(), Failure> {
    let Some(most) = request.graph else {
        return Ok(());
    };
    let users = request.limits.states.is_some_and(|states| states <= most);
    if users || exploration.limit != Some(LimitKind::States) {
        return Ok(());
    }
    let message = format!("the state graph has more than {most} states: too many to draw");
    let hint = "`--max-states` draws a part of it; without `--dot` the model is checked as a whole";
    Err(Failure::input(
        nowhere(codes::GRAPH_TOO_LARGE, message).hint(hint),
    ))
}

fn statistics(exploration: &Exploration, request: &Request, elapsed: Duration) -> Statistics {
    Statistics {
        states: exploration.states,
        transitions: exploration.transitions,
        depth: exploration.depth,
        seconds: elapsed.as_secs_f64(),
        bytes: exploration.bytes,
        threads: request.threads,
    }
}

/// Rules that never fired. A statement of a process may be several rules: it is unreached if all are.
fn unreached(model: &Model, fired: &[bool]) -> Vec<UnreachedRule> {
    let rules = || model.rules.values().zip(fired);
    let reached = rules().filter(|(rule, fired)| **fired && rule.turn.is_some());
    let mut seen: HashSet<(u32, Span)> = reached.filter_map(|(rule, _)| statement(rule)).collect();
    let mut idle = Vec::new();
    for (rule, _) in rules().filter(|(_, fired)| !**fired) {
        if statement(rule).is_none_or(|statement| seen.insert(statement)) {
            idle.push(UnreachedRule {
                name: rule.name.clone(),
                process: process_kind(model, rule),
                span: rule.span,
            });
        }
    }
    idle
}

/// The statement of a kind of process that a rule is, or is a part of.
fn statement(rule: &Rule) -> Option<(u32, Span)> {
    rule.turn.map(|turn| (turn.kind, rule.span))
}

fn process_kind(model: &Model, rule: &Rule) -> Option<String> {
    let interleaving = model.interleaving.as_ref()?;
    let kind = interleaving.kinds.get(rule.turn?.kind as usize)?;
    Some(kind.name.clone())
}
