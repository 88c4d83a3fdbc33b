//! What is said of a check as a whole.

use super::verdict::{
    Covered, ExplorationSummary, Indices, ProductSummary, PropertyResult, Report, Statistics,
    SymmetryUsed, together, worst,
};
use crate::Request;
use crate::ask::Asked;
use crate::engine::{Answered, Profile};
use crate::reducing::{Effect, Reduction};
use crate::symmetry::{Found, Tried};
use cranelift_entity::EntityRef;
use std::collections::HashMap;
use std::time::Duration;
use weyl_explore::{LimitKind, Spilled};
use weyl_ir::{Model, Rule, RuleId, StatementNumbers};
use weyl_source::{Diagnostics, Span};
use weyl_symmetry::is_left_out;
use weyl_system::{Program, TemporalQuestion};

/// What it took to the beginning of the search.
#[derive(Clone, Copy)]
pub(crate) struct Setup {
    pub time: Duration,
    /// Of machine code, if there is any.
    pub compile_time: Option<Duration>,
    /// Of trying symmetries out.
    pub certificate_time: Option<Duration>,
}

/// All that a report is made of.
pub(crate) struct Answer<'r> {
    pub program: Program,
    pub asked: Asked,
    pub numbers: Option<StatementNumbers>,
    pub warnings: Diagnostics,
    pub properties: Vec<PropertyResult>,
    pub symmetry: Option<&'r Found>,
    pub tried: Option<Tried>,
    pub merged: Option<bool>,
    /// At least one.
    pub answered: Vec<Answered>,
    pub reductions: Vec<Reduction>,
    /// What was reached while verdicts were made.
    pub late: Option<LimitKind>,
    pub elapsed: Duration,
    pub setup: Setup,
    pub request: &'r Request,
}

pub(crate) fn report(answer: Answer<'_>) -> Report {
    let model = &answer.program.model;
    let answered = answer.answered;
    let mut fired = vec![0; model.rules.len()];
    let of_states = || answered.iter().filter(|one| one.has_looked_at_states());
    for one in of_states() {
        for (fired, also) in fired.iter_mut().zip(&one.exploration.fired) {
            *fired += *also;
        }
    }
    if let Some(found) = answer.symmetry {
        close(&mut fired, model, found);
    }
    let limits = answered.iter().filter_map(|one| one.exploration.limit);
    let is_symmetry_on = answer.symmetry.is_some();
    let summary = |one: &Answered| {
        let (program, request) = (&answer.program, answer.request);
        summary(program, &answer.asked, request, one, is_symmetry_on)
    };
    let mut profile = Profile {
        setup_seconds: answer.setup.time.as_secs_f64(),
        compile_seconds: answer.setup.compile_time.map(|time| time.as_secs_f64()),
        certificate_seconds: answer.setup.certificate_time.map(|time| time.as_secs_f64()),
        ..Profile::default()
    };
    answered.iter().for_each(|one| profile += one.profile);
    let is_slice = |one: &Reduction| matches!(one.effect, Effect::Sliced { .. });
    let is_sliced = answer.reductions.iter().any(is_slice);
    Report {
        profile,
        properties: answer.properties,
        warnings: answer.warnings,
        statistics: statistics(&answered[0], answer.request, answer.elapsed),
        limits: answer.request.limits,
        limit: limits.into_iter().next().or(answer.late),
        complete: answer.late.is_none() && answered.iter().all(|one| one.exploration.complete),
        omission: omission(&answered),
        bits: answered
            .iter()
            .map(|one| one.exploration.coverage)
            .fold(None, worst),
        // A search for bad runs need not see everything, and a slice does not have it.
        coverage: match of_states().next() {
            Some(_) if !is_sliced => coverage(model, &fired),
            Some(_) | None => Vec::new(),
        },
        self_check: None,
        spilled: spilled(answer.request, &answered),
        checkpoint: None,
        reductions: answer.reductions,
        explorations: answered.iter().map(summary).collect(),
        symmetry: answer
            .symmetry
            .zip(answer.tried)
            .map(|(found, tried)| SymmetryUsed {
                tried,
                group: answered[0].job.group.describe(model),
                is_unproved: found.is_unproved,
                stays: found.stays,
                merged: answer.merged,
            }),
        graph: answered
            .into_iter()
            .next()
            .and_then(|one| one.exploration.graph),
        program: answer.program,
        numbers: answer.numbers,
    }
}

/// How probable it is that some exploration has left out a state.
fn omission(answered: &[Answered]) -> Option<f64> {
    let each = answered.iter().filter_map(|one| one.exploration.omission);
    each.reduce(|a, b| (a + b).min(1.0))
}

fn summary(
    program: &Program,
    asked: &Asked,
    request: &Request,
    answered: &Answered,
    is_symmetry_on: bool,
) -> ExplorationSummary {
    let (model, questions) = (&program.model, &answered.job.questions);
    let mut properties: Vec<String> = Vec::new();
    let told = questions.iter().filter(|one| asked.watched(one).is_none());
    for name in told.map(|one| asked.name(model, one)) {
        let name = request.wanted(&name).map_or(name.clone(), str::to_string);
        if !properties.contains(&name) {
            properties.push(name);
        }
    }
    let order = answered.job.group.order().to_string();
    let products = questions.iter().zip(&answered.exploration.product_states);
    let products = products.filter_map(|(question, states)| {
        Some(product(program, asked, question.temporal()?, *states))
    });
    ExplorationSummary {
        properties,
        states: answered.exploration.states,
        transitions: answered.exploration.transitions,
        order: is_symmetry_on.then_some(order),
        products: products.collect(),
        representatives: answered.profile.representatives,
    }
}

fn product(
    program: &Program,
    asked: &Asked,
    question: &TemporalQuestion,
    states: u64,
) -> ProductSummary {
    ProductSummary {
        property: asked.temporal[question.number].name.clone(),
        states,
        automaton: question.observer.states.len(),
        indices: match question.followed {
            Some(_) => Indices::Followed,
            None => Indices::Fixed,
        },
        instance: fixed_instance(program, question),
    }
}

/// The instance that is fixed, if there are several, and how many it stands for.
fn fixed_instance(
    program: &Program,
    question: &TemporalQuestion,
) -> Option<(Vec<(String, String)>, u32)> {
    let property = &program.model.properties[*question.atoms.first()?];
    let is_one = question.followed.is_none() && !property.parameters.is_empty();
    let instance = question.instances.first().filter(|_| is_one)?;
    let number = u64::from(*instance);
    let values = program.parameters(&property.parameters, &property.locals, number);
    Some((values, question.stands_for))
}

/// Those of the first exploration, but for time and memory.
/// What all explorations had on disk, where there was a place for it.
fn spilled(request: &Request, answered: &[Answered]) -> Option<Spilled> {
    let nothing = request.spill.as_ref().map(|_| Spilled::default());
    let all = answered.iter().map(|one| one.exploration.spilled.clone());
    all.fold(nothing, together)
}

fn statistics(first: &Answered, request: &Request, elapsed: Duration) -> Statistics {
    let first = &first.exploration;
    Statistics {
        states: first.states,
        transitions: first.transitions,
        depth: first.depth,
        seconds: elapsed.as_secs_f64(),
        bytes: first.bytes,
        threads: first.threads,
        storing: request.storing,
    }
}

/// What a symmetry maps to each other is one: all of them have fired as often as they have
/// together.
fn close(fired: &mut [u64], model: &Model, found: &Found) {
    let orbit = |rule: RuleId| found.rule_orbits[rule].unwrap_or(rule);
    let mut together: HashMap<RuleId, u64> = HashMap::new();
    for rule in model.rules.keys() {
        *together.entry(orbit(rule)).or_default() += fired[rule.index()];
    }
    for rule in model.rules.keys() {
        fired[rule.index()] = together[&orbit(rule)];
    }
}

/// How often each rule has fired, in the order of the text. A statement of a process may be several
/// rules.
fn coverage(model: &Model, fired: &[u64]) -> Vec<Covered> {
    let mut all: Vec<Covered> = Vec::new();
    let mut known: HashMap<(u32, Span, &str), usize> = HashMap::new();
    let rules = model.rules.values().zip(fired);
    let mut rules: Vec<(&Rule, &u64)> = rules.filter(|(rule, _)| !is_left_out(rule)).collect();
    rules.sort_by_key(|(rule, _)| in_order(rule));
    for (rule, fired) in rules {
        let statement = statement(rule);
        if let Some(at) = statement.and_then(|statement| known.get(&statement)) {
            all[*at].fired += fired;
            continue;
        }
        known.extend(statement.map(|statement| (statement, all.len())));
        all.push(Covered {
            name: rule.name.clone(),
            process: process_kind(model, rule),
            span: rule.span,
            fired: *fired,
            is_expected: !is_end_of_endless(model, rule),
        });
    }
    all
}

/// Kind by kind, each in the order of the text and with its end at the end.
fn in_order(rule: &Rule) -> (Option<u32>, bool, Span) {
    let ends = rule.control.as_ref().is_some_and(|of| of.to.is_none());
    (rule.turn.map(|turn| turn.kind), ends, rule.span)
}

/// Whether a rule ends a process from where nothing leads: it can't fire, and nobody expects it to.
fn is_end_of_endless(model: &Model, rule: &Rule) -> bool {
    let Some(control) = rule.control.as_ref().filter(|of| of.to.is_none()) else {
        return false;
    };
    let mut others = model.rules.values().filter_map(|other| {
        let other = other.control.as_ref()?;
        (other.location.root == control.location.root).then_some(other.to)
    });
    rule.turn.is_some() && !others.any(|to| to == Some(control.from))
}

/// The statement of a kind of process that a rule is, or is a part of. What comes from one text by
/// two ways has two names.
fn statement(rule: &Rule) -> Option<(u32, Span, &str)> {
    rule.turn.map(|turn| (turn.kind, rule.span, &*rule.name))
}

fn process_kind(model: &Model, rule: &Rule) -> Option<String> {
    let kind = model.processes().kind_of_rule(rule)?;
    let from = rule.control.as_ref()?.from;
    Some(kind.text_at(from).to_string())
}
