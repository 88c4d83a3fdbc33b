//! The pipeline: text → model → program → system → exploration → replay → verdicts.

use crate::certificate::{contradicted, try_out};
use crate::commutation::Tried;
use crate::execution::Execution;
use crate::failure::{Failure, nowhere};
use crate::growth::doubled;
use crate::judge::judge;
use crate::plan::{Explored, Planning, plan};
use crate::profile::Profile;
use crate::searching::{Searching, representatives};
use crate::selection::{ASSERTIONS, Selection};
use crate::symmetry::{self, Asked, Found};
use crate::temporal::{instance_count, observers};
use crate::units::fair_rules;
use crate::verdict::{
    ExplorationSummary, ProductSummary, PropertyResult, Report, Statistics, SymmetryUsed,
    UnreachedRule,
};
use crate::{Indices, Kind, Loaded, Read, Request, Verdict, codes, read, rehearsal};
use cranelift_entity::EntityRef;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use weyl_explore::{Exploration, Fairness, LimitKind, Progress, Storing};
use weyl_ir::{Capacity, Model, PropertyId, Rule, RuleId, StatementNumbers};
use weyl_quotient::Watch;
use weyl_source::{Diagnostic, Diagnostics, FileId, Sources, Span};
use weyl_symmetry::{Creator, FactTable, is_left_out};
use weyl_system::{Alarm, Conditions, Interpreter, Program};

/// Checks the properties of a model.
pub fn check(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
    progress: &Progress,
) -> Result<Report, Failure> {
    let read = read(sources, file, &request.model)?;
    check_with_group(&read, request, progress).map(|(report, _)| report)
}

/// The same for a model that was read, with the group that was used.
pub(crate) fn check_with_group(
    read: &Read<'_>,
    request: &Request,
    progress: &Progress,
) -> Result<(Report, Option<Found>), Failure> {
    let started = Instant::now();
    let mut capacity = rehearsal::capacity(read, request, progress)?;
    let mut begun = started;
    let Attempt {
        loaded,
        selection,
        symmetry,
        tried,
        explored,
        setup,
    } = loop {
        let attempt = attempt(read, request, capacity, begun, progress)?;
        match larger_capacity(capacity, &attempt.explored) {
            Some(larger) => capacity = larger,
            None => break attempt,
        }
        progress.restart();
        begun = Instant::now();
    };
    let elapsed = started.elapsed();
    graph_is_small_enough(&explored[0].exploration, request)?;
    let judging = Judging {
        program: &loaded.program,
        creators: creators(symmetry.as_ref()),
        request,
        sources: read.sources,
    };
    let properties = judging.parts(&selection, &explored)?;
    let mut warnings = loaded.warnings;
    let found = symmetry
        .as_ref()
        .map(|found| found.warnings.iter().cloned());
    found.into_iter().flatten().for_each(|w| warnings.push(w));
    let report = report(Answer {
        program: loaded.program,
        numbers: loaded.numbers,
        warnings,
        properties,
        symmetry: symmetry.as_ref(),
        tried,
        explored,
        elapsed,
        setup,
        request,
    });
    Ok((report, symmetry))
}

/// A check with a certain capacity.
struct Attempt {
    loaded: Loaded,
    selection: Selection,
    symmetry: Option<Found>,
    tried: Option<Tried>,
    explored: Vec<Explored>,
    setup: Setup,
}

fn attempt(
    read: &Read<'_>,
    request: &Request,
    capacity: Capacity,
    begun: Instant,
    progress: &Progress,
) -> Result<Attempt, Failure> {
    let mut loaded = read.load(capacity)?;
    let selection = Selection::new(&loaded.program.model, &loaded.temporal, request)?;
    can_be_answered(&loaded.program, &selection, request)?;
    let fair_rules = fair_rules(&loaded.program.model, request)?;
    let observers = observers(&selection.temporal)?;
    let claims = claims(&loaded.program, &selection);
    let asked = Asked {
        properties: &selection.properties(),
        temporal: &selection.temporal,
        claims: &claims,
        fair_rules: &fair_rules,
    };
    let (program, symmetry) = symmetry::find(read.sources, loaded.program, &asked, request)?;
    loaded.program = program;
    let program = &loaded.program;
    let found = symmetry.as_ref();
    let planning = Planning {
        observers: &observers,
        fair_rules: &fair_rules,
        indices: request.indices,
    };
    let parts = plan(program, &selection, found, planning);
    let deadline = request.limits.time.and_then(|time| begun.checked_add(time));
    let stop = &progress.stop;
    let trying = Instant::now();
    let tried = found.map(|found| try_out(program, found, &parts, Alarm { stop, deadline }));
    let tried = tried.transpose()?;
    let certificate_time = tried.is_some().then(|| trying.elapsed());
    let compiling = Instant::now();
    let execution = Execution::new(program, request.executor)?;
    let compile_time = execution.is_native().then(|| compiling.elapsed());
    let facts = found.map_or(&[][..], |found| &found.facts);
    let watch = Arc::new(Watch::new(FactTable::new(facts, &program.layout)));
    let searching = Searching {
        program,
        execution: &execution,
        creators: creators(found),
        watch: &watch,
        request,
        capacity,
        progress,
    };
    let setup = Setup {
        time: begun.elapsed(),
        compile_time,
        certificate_time,
    };
    let explored = searching.explore_parts(parts);
    drop(execution);
    if let Some(state) = watch.contradiction() {
        return Err(contradicted(program, facts, state));
    }
    Ok(Attempt {
        loaded,
        selection,
        symmetry,
        tried,
        explored,
        setup,
    })
}

/// Whether what is asked has a meaning, and is not too much.
fn can_be_answered(
    program: &Program,
    selection: &Selection,
    request: &Request,
) -> Result<(), Failure> {
    liveness_is_small_enough(program, selection)?;
    instances_are_few(program, selection)?;
    fairness_has_a_meaning(selection, request)?;
    fingerprints_suffice(&program.model, selection, request)
}

/// What to start over with, if the search needed more room.
fn larger_capacity(capacity: Capacity, explored: &[Explored]) -> Option<Capacity> {
    let violations = explored
        .iter()
        .flat_map(|part| &part.exploration.violations);
    let mut faults = violations.filter_map(|violation| violation.kind.fault());
    faults.find_map(|fault| doubled(capacity, fault))
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

/// The atoms of temporal properties, each with the number of its instances.
pub(crate) fn claims(program: &Program, selection: &Selection) -> Vec<(Vec<PropertyId>, usize)> {
    let temporal = selection.temporal.iter();
    let claims = temporal.map(|one| (one.atoms.clone(), instance_count(program, one) as usize));
    claims.collect()
}

/// Each instance of a temporal property may be an exploration.
const MAX_TEMPORAL_INSTANCES: u32 = 1 << 12;

fn instances_are_few(program: &Program, selection: &Selection) -> Result<(), Failure> {
    for temporal in &selection.temporal {
        let instances = instance_count(program, temporal);
        if instances > MAX_TEMPORAL_INSTANCES {
            let message = format!(
                "`{}` has {instances} instances; {MAX_TEMPORAL_INSTANCES} are the limit",
                temporal.name
            );
            let hint = "fewer quantifiers around temporal operators make fewer instances";
            return Err(Failure::input(
                Diagnostic::error(codes::MODEL_TOO_LARGE, temporal.span, message).hint(hint),
            ));
        }
    }
    Ok(())
}

fn fairness_has_a_meaning(selection: &Selection, request: &Request) -> Result<(), Failure> {
    if request.fairness == Fairness::None || !selection.temporal.is_empty() {
        return Ok(());
    }
    let message = "fairness is asked for, and no property is about runs";
    let hint = "`--ltl` says something of all runs";
    Err(Failure::input(nowhere(codes::NO_RUNS, message).hint(hint)))
}

/// A store of fingerprints is for safety alone: it keeps no graph, and what it has not seen may be there.
fn fingerprints_suffice(
    model: &Model,
    selection: &Selection,
    request: &Request,
) -> Result<(), Failure> {
    let asked = selection.covers.iter().chain(&selection.liveness);
    let asked = asked.map(|id| (&model.properties[*id].name, model.properties[*id].span));
    let temporal = selection.temporal.iter();
    let temporal = temporal.map(|temporal| (&temporal.name, temporal.span));
    let Some((name, span)) = asked.chain(temporal).next() else {
        return Ok(());
    };
    if request.storing == Storing::Exact {
        return Ok(());
    }
    let message = format!("`--store compact` can't decide `{name}`, which is not about safety");
    let hint = "`--safety-only` leaves it out; `--store exact` checks it";
    let diagnostic = Diagnostic::error(codes::NOT_SAFETY, span, message).hint(hint);
    Err(Failure::input(diagnostic))
}

/// The user's own limit may cut a graph; the limit of what can be drawn may not do so silently.
fn graph_is_small_enough(exploration: &Exploration, request: &Request) -> Result<(), Failure> {
    let Some(most) = request.graph else {
        return Ok(());
    };
    if exploration.temporal.is_some() {
        let message = "there is no state graph to draw: nothing was asked about states";
        let hint = "`--dot` draws what is explored for invariants, assertions, deadlock";
        return Err(Failure::input(
            nowhere(codes::COMMAND_LINE, message).hint(hint),
        ));
    }
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

/// Those whose work must be over before names change places.
fn creators(symmetry: Option<&Found>) -> &[Creator] {
    symmetry.map_or(&[], |found| &found.creators)
}

struct Judging<'a> {
    program: &'a Program,
    creators: &'a [Creator],
    request: &'a Request,
    sources: &'a Sources,
}

impl Judging<'_> {
    /// One row for each property, in the order in which they were asked for.
    fn parts(
        &self,
        selection: &Selection,
        explored: &[Explored],
    ) -> Result<Vec<PropertyResult>, Failure> {
        let mut rows: Vec<PropertyResult> = Vec::new();
        for Explored {
            part, exploration, ..
        } in explored
        {
            let canonical = match part.group.is_trivial() {
                true => None,
                false => Some(representatives(
                    self.program,
                    self.creators,
                    &part.group,
                    self.request.precision,
                )),
            };
            let judged = judge(
                self.program,
                part,
                exploration,
                canonical,
                self.sources,
                self.request,
            )?;
            judged.into_iter().for_each(|row| add_row(&mut rows, row));
        }
        let names = selection.names(&self.program.model);
        let place = |name: &str| names.iter().position(|other| other == name);
        // An assertion that has a name of its own stands where the assertions do.
        rows.sort_by_key(|row| place(&row.name).or_else(|| place(ASSERTIONS)));
        Ok(rows)
    }
}

/// Instances of a liveness or temporal property that were explored apart make one row: that of the first that does
/// not hold.
fn add_row(rows: &mut Vec<PropertyResult>, row: PropertyResult) {
    let is_same = |other: &&mut PropertyResult| {
        matches!(row.kind, Kind::Liveness | Kind::Temporal)
            && (&other.name, other.span) == (&row.name, row.span)
    };
    match rows.iter_mut().find(is_same) {
        Some(other) if other.verdict == Verdict::Holds => *other = row,
        Some(_) => {}
        None => rows.push(row),
    }
}

/// What it took to the beginning of the search.
#[derive(Clone, Copy)]
struct Setup {
    time: Duration,
    /// Of machine code, if there is any.
    compile_time: Option<Duration>,
    /// Of trying symmetries out.
    certificate_time: Option<Duration>,
}

struct Answer<'r> {
    program: Program,
    numbers: Option<StatementNumbers>,
    warnings: Diagnostics,
    properties: Vec<PropertyResult>,
    symmetry: Option<&'r Found>,
    tried: Option<Tried>,
    explored: Vec<Explored>,
    elapsed: Duration,
    setup: Setup,
    request: &'r Request,
}

fn report(answer: Answer<'_>) -> Report {
    let model = &answer.program.model;
    let explored = answer.explored;
    let mut fired = vec![false; model.rules.len()];
    let of_states = || explored.iter().filter(|part| part.part.temporal.is_none());
    for part in of_states() {
        for (fired, also) in fired.iter_mut().zip(&part.exploration.fired) {
            *fired |= *also;
        }
    }
    if let Some(found) = answer.symmetry {
        close(&mut fired, model, found);
    }
    let limits = explored.iter().filter_map(|part| part.exploration.limit);
    let summary = |part: &Explored| summary(&answer.program, part, answer.symmetry.is_some());
    let mut profile = Profile {
        setup_seconds: answer.setup.time.as_secs_f64(),
        compile_seconds: answer.setup.compile_time.map(|time| time.as_secs_f64()),
        certificate_seconds: answer.setup.certificate_time.map(|time| time.as_secs_f64()),
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
        omission: omission(&explored),
        // A search for bad runs need not see everything.
        unreached: match of_states().next() {
            Some(_) => unreached(model, &fired),
            None => Vec::new(),
        },
        self_check: None,
        explorations: explored.iter().map(summary).collect(),
        symmetry: answer
            .symmetry
            .zip(answer.tried)
            .map(|(found, tried)| SymmetryUsed {
                tried,
                group: explored[0].part.group.describe(model),
                is_unproved: found.is_unproved,
                stays: found.stays,
            }),
        graph: explored
            .into_iter()
            .next()
            .and_then(|part| part.exploration.graph),
        program: answer.program,
        numbers: answer.numbers,
    }
}

/// How probable it is that some exploration has left out a state.
fn omission(explored: &[Explored]) -> Option<f64> {
    let each = explored.iter().filter_map(|part| part.exploration.omission);
    each.reduce(|a, b| (a + b).min(1.0))
}

fn summary(program: &Program, part: &Explored, is_symmetry_on: bool) -> ExplorationSummary {
    let model = &program.model;
    let order = part.part.group.order().to_string();
    ExplorationSummary {
        properties: part.part.selection.names(model),
        states: part.exploration.states,
        transitions: part.exploration.transitions,
        order: is_symmetry_on.then_some(order),
        product: part.part.temporal.as_ref().map(|temporal| {
            let searched = part.exploration.temporal.as_ref();
            ProductSummary {
                states: searched.map_or(0, |(_, states)| *states),
                automaton: temporal.observer.states.len(),
                indices: match temporal.followed {
                    Some(_) => Indices::Followed,
                    None => Indices::Fixed,
                },
                instance: temporal.instance(program),
            }
        }),
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
        threads: match explored[0].part.temporal {
            Some(_) => 1,
            None => request.threads,
        },
        storing: request.storing,
    }
}

/// A rule counts as fired if one does that a symmetry maps to it.
fn close(fired: &mut [bool], model: &Model, found: &Found) {
    let orbit = |rule: RuleId| found.rule_orbits[rule].unwrap_or(rule);
    let rules = model.rules.keys().filter(|rule| fired[rule.index()]);
    let reached: HashSet<RuleId> = rules.map(orbit).collect();
    for rule in model.rules.keys() {
        fired[rule.index()] |= reached.contains(&orbit(rule));
    }
}

/// Rules that never fired. A statement of a process may be several rules: it is unreached if all are.
fn unreached(model: &Model, fired: &[bool]) -> Vec<UnreachedRule> {
    let rules = || model.rules.values().zip(fired);
    let reached = rules().filter(|(rule, fired)| **fired && rule.turn.is_some());
    let mut seen: HashSet<(u32, Span, &str)> =
        reached.filter_map(|(rule, _)| statement(rule)).collect();
    let mut idle = Vec::new();
    for (rule, _) in rules().filter(|(rule, fired)| !**fired && !is_left_out(rule)) {
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
