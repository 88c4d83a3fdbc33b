//! The pipeline: text → model → program → system → exploration → replay → verdicts.

use crate::failure::{Failure, nowhere};
use crate::judge::judge;
use crate::mute::Muted;
use crate::plan::{Explored, Part, plan};
use crate::profile::{Measured, Profile, Work};
use crate::selection::{ASSERTIONS, Selection};
use crate::symmetry::{self, Found};
use crate::verdict::{
    ExplorationSummary, PropertyResult, Report, Statistics, SymmetryUsed, UnreachedRule,
};
use crate::{Kind, Request, Room, Text, Verdict, codes, load};
use std::collections::HashSet;
use std::time::{Duration, Instant};
use weyl_explore::{Exploration, LimitKind, Limits, Progress, Task, ViolationKind, explore};
use weyl_ir::{Model, Rule};
use weyl_promela::Numbering;
use weyl_quotient::{Quotient, Representatives};
use weyl_source::{Diagnostic, Diagnostics, SourceMap, Span};
use weyl_symmetry::SymmetryGroup;
use weyl_system::{Alarm, Fault, Interpreter, Program, TransitionSystem};

/// Checks the properties of a model.
pub fn check(
    text: &mut Text<'_>,
    request: &Request,
    progress: &Progress,
) -> Result<Report, Failure> {
    check_with_group(text, request, progress).map(|(report, _)| report)
}

/// The same, with the group that was used.
pub(crate) fn check_with_group(
    text: &mut Text<'_>,
    request: &Request,
    progress: &Progress,
) -> Result<(Report, Option<Found>), Failure> {
    let started = Instant::now();
    let mut room = Room::default();
    let (loaded, selection, symmetry, explored, setup) = loop {
        let begun = Instant::now();
        let loaded = load(text, &request.model, room)?;
        let selection = Selection::new(&loaded.program.model, &loaded.temporal, request)?;
        liveness_is_small_enough(&loaded.program, &selection)?;
        let symmetry = symmetry::find(text, &loaded.program.model, request)?;
        let group = match &symmetry {
            Some(found) => found.group.clone(),
            None => SymmetryGroup::trivial(&loaded.program.model),
        };
        let parts = plan(&loaded.program, &selection, &group);
        let setup = begun.elapsed();
        let explored = explore_parts(&loaded.program, parts, request, room, progress);
        match larger_room(room, &explored) {
            Some(larger) => room = larger,
            None => break (loaded, selection, symmetry, explored, setup),
        }
        progress.restart();
    };
    let elapsed = started.elapsed();
    graph_is_small_enough(&explored[0].exploration, request)?;
    let properties = judge_parts(
        &loaded.program,
        &selection,
        &explored,
        request,
        text.sources,
    )?;
    let mut warnings = loaded.warnings;
    let found = symmetry
        .as_ref()
        .map(|found| found.warnings.iter().cloned());
    found.into_iter().flatten().for_each(|w| warnings.push(w));
    let report = report(Answer {
        program: loaded.program,
        numbering: loaded.numbering,
        warnings,
        properties,
        symmetry: symmetry.as_ref(),
        explored,
        elapsed,
        setup,
        request,
    });
    Ok((report, symmetry))
}

/// What to start over with, if the search needed more room.
fn larger_room(room: Room, explored: &[Explored]) -> Option<Room> {
    let violations = explored
        .iter()
        .flat_map(|part| &part.exploration.violations);
    let mut kinds = violations.map(|violation| &violation.kind);
    kinds.find_map(|kind| match kind {
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

/// The explorations one after the other, up to one that ends at a violation.
fn explore_parts(
    program: &Program,
    parts: Vec<Part>,
    request: &Request,
    room: Room,
    progress: &Progress,
) -> Vec<Explored> {
    let mut explored: Vec<Explored> = Vec::new();
    for part in parts {
        let is_over = explored.iter().any(|part| !part.exploration.complete);
        let (exploration, profile) = match is_over {
            false => search(program, &part, request, room, progress),
            true => {
                let ended = &explored[0].exploration;
                let none = Exploration::not_begun(&part.liveness, ended);
                (none, Profile::default())
            }
        };
        explored.push(Explored {
            part,
            exploration,
            profile,
        });
    }
    explored
}

/// All wrappers are stacked here: the quotient outside, then what nobody asked about, and inside the executor, which is
/// measured.
fn search(
    program: &Program,
    part: &Part,
    request: &Request,
    room: Room,
    progress: &Progress,
) -> (Exploration, Profile) {
    let begun = Instant::now();
    let alarm = Alarm {
        stop: &progress.stop,
        deadline: request
            .limits
            .time
            .and_then(|time| Instant::now().checked_add(time)),
    };
    let system = Measured::new(Interpreter::new(program).with_alarm(alarm));
    let measurements = system.measurements();
    let task = Task {
        growing: room.growing(),
        ..task(part, request)
    };
    let canonical = match part.group.is_trivial() {
        true => None,
        false => Some(representatives(program, part, request)),
    };
    let rules = program.model.rules.len();
    let (exploration, representatives) = if part.selection.wants_all_faults(&program.model) {
        explore_orbits(system, canonical, rules, &task, progress)
    } else {
        let wants = |fault: &Fault| part.selection.wants(fault) || room.is_too_little(fault);
        let system = Muted::new(system, wants);
        explore_orbits(system, canonical, rules, &task, progress)
    };
    let profile = Profile {
        thread_seconds: begun.elapsed().as_secs_f64() * request.threads as f64,
        representatives,
        ..measurements.profile()
    };
    (exploration, profile)
}

/// The exploration, and what representatives took.
fn explore_orbits(
    system: impl TransitionSystem,
    canonical: Option<Representatives>,
    rules: usize,
    task: &Task,
    progress: &Progress,
) -> (Exploration, Work) {
    let Some(canonical) = canonical else {
        let exploration = explore(&system, rules, task, progress);
        return (exploration, Work::default());
    };
    let quotient = Quotient::new(system, canonical);
    let exploration = explore(&quotient, rules, task, progress);
    let totals = quotient.meter().totals();
    drop(quotient);
    (exploration, Work::of(&totals))
}

fn representatives(program: &Program, part: &Part, request: &Request) -> Representatives {
    let (model, layout) = (&program.model, &program.layout);
    Representatives::new(model, layout, &part.group, request.precision)
}

fn task(part: &Part, request: &Request) -> Task {
    let selection = &part.selection;
    Task {
        invariants: selection.invariants.clone(),
        covers: selection.covers.clone(),
        liveness: part.liveness.clone(),
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

/// One row for each property, in the order in which they were asked for.
fn judge_parts(
    program: &Program,
    selection: &Selection,
    explored: &[Explored],
    request: &Request,
    sources: &SourceMap,
) -> Result<Vec<PropertyResult>, Failure> {
    let mut rows: Vec<PropertyResult> = Vec::new();
    for Explored {
        part, exploration, ..
    } in explored
    {
        let canonical = match part.group.is_trivial() {
            true => None,
            false => Some(representatives(program, part, request)),
        };
        let judged = judge(program, part, exploration, canonical, sources)?;
        judged.into_iter().for_each(|row| add_row(&mut rows, row));
    }
    let names = selection.names(&program.model);
    let place = |name: &str| names.iter().position(|other| other == name);
    // An assertion that has a name of its own stands where the assertions do.
    rows.sort_by_key(|row| place(&row.name).or_else(|| place(ASSERTIONS)));
    Ok(rows)
}

/// Instances of a liveness property that were explored apart make one row: that of the first that does
/// not hold.
fn add_row(rows: &mut Vec<PropertyResult>, row: PropertyResult) {
    let is_same = |other: &&mut PropertyResult| {
        row.kind == Kind::Liveness && (&other.name, other.span) == (&row.name, row.span)
    };
    match rows.iter_mut().find(is_same) {
        Some(other) if other.verdict == Verdict::Holds => *other = row,
        Some(_) => {}
        None => rows.push(row),
    }
}

struct Answer<'r> {
    program: Program,
    numbering: Option<Numbering>,
    warnings: Diagnostics,
    properties: Vec<PropertyResult>,
    symmetry: Option<&'r Found>,
    explored: Vec<Explored>,
    elapsed: Duration,
    /// How long it took to the beginning of the search.
    setup: Duration,
    request: &'r Request,
}

fn report(answer: Answer<'_>) -> Report {
    let model = &answer.program.model;
    let explored = answer.explored;
    let mut fired = vec![false; model.rules.len()];
    for part in &explored {
        for (fired, also) in fired.iter_mut().zip(&part.exploration.fired) {
            *fired |= *also;
        }
    }
    let limits = explored.iter().filter_map(|part| part.exploration.limit);
    let summary = |part: &Explored| summary(model, part, answer.symmetry.is_some());
    let mut profile = Profile {
        setup_seconds: answer.setup.as_secs_f64(),
        ..Profile::default()
    };
    explored.iter().for_each(|part| profile += part.profile);
    Report {
        profile,
        properties: answer.properties,
        warnings: answer.warnings,
        statistics: statistics(&explored, answer.request, answer.elapsed),
        limit: limits.into_iter().next(),
        complete: explored.iter().all(|part| part.exploration.complete),
        unreached: unreached(model, &fired),
        self_check: None,
        explorations: explored.iter().map(summary).collect(),
        symmetry: answer.symmetry.map(|found| SymmetryUsed {
            order: found.group.order().to_string(),
            structure: found.group.group().structure().to_string(),
            generators: found.group.generators(model),
            is_unproved: found.is_unproved,
        }),
        graph: explored
            .into_iter()
            .next()
            .and_then(|part| part.exploration.graph),
        program: answer.program,
        numbering: answer.numbering,
    }
}

fn summary(model: &Model, part: &Explored, is_symmetry_on: bool) -> ExplorationSummary {
    let order = part.part.group.order().to_string();
    ExplorationSummary {
        properties: part.part.selection.names(model),
        states: part.exploration.states,
        transitions: part.exploration.transitions,
        order: is_symmetry_on.then_some(order),
        representatives: part.profile.representatives,
    }
}

/// Those of the first exploration, but for time and memory.
fn statistics(explored: &[Explored], request: &Request, elapsed: Duration) -> Statistics {
    let first = &explored[0].exploration;
    Statistics {
        states: first.states,
        transitions: first.transitions,
        depth: first.depth,
        seconds: elapsed.as_secs_f64(),
        bytes: first.bytes,
        threads: request.threads,
    }
}

/// Rules that never fired. A statement of a process may be several rules: it is unreached if all are.
fn unreached(model: &Model, fired: &[bool]) -> Vec<UnreachedRule> {
    let rules = || model.rules.values().zip(fired);
    let reached = rules().filter(|(rule, fired)| **fired && rule.turn.is_some());
    let mut seen: HashSet<(u32, Span, &str)> =
        reached.filter_map(|(rule, _)| statement(rule)).collect();
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

/// The statement of a kind of process that a rule is, or is a part of. What comes from one text by two ways has
/// two names.
fn statement(rule: &Rule) -> Option<(u32, Span, &str)> {
    rule.turn.map(|turn| (turn.kind, rule.span, &*rule.name))
}

fn process_kind(model: &Model, rule: &Rule) -> Option<String> {
    let interleaving = model.interleaving.as_ref()?;
    let kind = interleaving.kinds.get(rule.turn?.kind as usize)?;
    Some(kind.name.clone())
}
