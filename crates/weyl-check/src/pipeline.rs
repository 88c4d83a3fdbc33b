//! The pipeline: text → model → program → system → exploration → replay → verdicts.

use crate::failure::{Failure, nowhere};
use crate::judge::judge;
use crate::mute::Muted;
use crate::selection::Selection;
use crate::verdict::{Report, Statistics, UnreachedRule};
use crate::{Request, codes, load};
use std::time::{Duration, Instant};
use weyl_explore::{Exploration, LimitKind, Limits, Progress, Task, explore};
use weyl_ir::Model;
use weyl_source::{Diagnostic, FileId, SourceMap};
use weyl_system::{Alarm, Fault, Interpreter, Program, TransitionSystem};

/// Checks the properties of a model.
pub fn check(
    sources: &SourceMap,
    file: FileId,
    request: &Request,
    progress: &Progress,
) -> Result<Report, Failure> {
    let loaded = load(sources, file, &request.model)?;
    let selection = Selection::new(&loaded.program.model, request)?;
    liveness_is_small_enough(&loaded.program, &selection)?;
    let started = Instant::now();
    let exploration = search(&loaded.program, &selection, request, progress);
    let elapsed = started.elapsed();
    graph_is_small_enough(&exploration, request)?;
    let properties = judge(&loaded.program, &selection, &exploration)?;
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
    let task = task(selection, request);
    if selection.wants_all_faults() {
        return explore(&system, rules, &task, progress);
    }
    let system = Muted::new(system, |fault: &Fault| selection.wants(fault));
    explore(&system, rules, &task, progress)
}

fn task(selection: &Selection, request: &Request) -> Task {
    Task {
        invariants: selection.invariants.clone(),
        covers: selection.covers.clone(),
        liveness: selection.liveness.clone(),
        deadlock: selection.deadlock,
        keep_going: request.keep_going,
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

fn unreached(model: &Model, fired: &[bool]) -> Vec<UnreachedRule> {
    let rules = model.rules.values().zip(fired);
    let idle = rules.filter(|(_, fired)| !**fired);
    let named = idle.map(|(rule, _)| UnreachedRule {
        name: rule.name.clone(),
        span: rule.span,
    });
    named.collect()
}
