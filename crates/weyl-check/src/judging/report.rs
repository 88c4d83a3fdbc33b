//! What is said of a check as a whole.

use super::verdict::{
    ExplorationSummary, Indices, ProductSummary, PropertyResult, Report, Statistics, SymmetryUsed,
    UnreachedRule,
};
use crate::Request;
use crate::ask::Asked;
use crate::engine::{Answered, Profile};
use crate::symmetry::{Found, Tried};
use cranelift_entity::EntityRef;
use std::collections::HashSet;
use std::time::Duration;
use weyl_explore::LimitKind;
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
    /// At least one.
    pub answered: Vec<Answered>,
    /// What was reached while verdicts were made.
    pub late: Option<LimitKind>,
    pub elapsed: Duration,
    pub setup: Setup,
    pub request: &'r Request,
}

pub(crate) fn report(answer: Answer<'_>) -> Report {
    let model = &answer.program.model;
    let answered = answer.answered;
    let mut fired = vec![false; model.rules.len()];
    let of_states = || answered.iter().filter(|one| one.has_looked_at_states());
    for one in of_states() {
        for (fired, also) in fired.iter_mut().zip(&one.exploration.fired) {
            *fired |= *also;
        }
    }
    if let Some(found) = answer.symmetry {
        close(&mut fired, model, found);
    }
    let limits = answered.iter().filter_map(|one| one.exploration.limit);
    let is_symmetry_on = answer.symmetry.is_some();
    let summary = |one: &Answered| summary(&answer.program, &answer.asked, one, is_symmetry_on);
    let mut profile = Profile {
        setup_seconds: answer.setup.time.as_secs_f64(),
        compile_seconds: answer.setup.compile_time.map(|time| time.as_secs_f64()),
        certificate_seconds: answer.setup.certificate_time.map(|time| time.as_secs_f64()),
        ..Profile::default()
    };
    answered.iter().for_each(|one| profile += one.profile);
    Report {
        profile,
        properties: answer.properties,
        warnings: answer.warnings,
        statistics: statistics(&answered[0], answer.request, answer.elapsed),
        limits: answer.request.limits,
        limit: limits.into_iter().next().or(answer.late),
        complete: answer.late.is_none() && answered.iter().all(|one| one.exploration.complete),
        omission: omission(&answered),
        // A search for bad runs need not see everything.
        unreached: match of_states().next() {
            Some(_) => unreached(model, &fired),
            None => Vec::new(),
        },
        self_check: None,
        explorations: answered.iter().map(summary).collect(),
        symmetry: answer
            .symmetry
            .zip(answer.tried)
            .map(|(found, tried)| SymmetryUsed {
                tried,
                group: answered[0].job.group.describe(model),
                is_unproved: found.is_unproved,
                stays: found.stays,
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
    answered: &Answered,
    is_symmetry_on: bool,
) -> ExplorationSummary {
    let (model, questions) = (&program.model, &answered.job.questions);
    let mut properties: Vec<String> = Vec::new();
    for name in questions.iter().map(|one| asked.name(model, one)) {
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

/// A rule counts as fired if one does that a symmetry maps to it.
fn close(fired: &mut [bool], model: &Model, found: &Found) {
    let orbit = |rule: RuleId| found.rule_orbits[rule].unwrap_or(rule);
    let rules = model.rules.keys().filter(|rule| fired[rule.index()]);
    let reached: HashSet<RuleId> = rules.map(orbit).collect();
    for rule in model.rules.keys() {
        fired[rule.index()] |= reached.contains(&orbit(rule));
    }
}

/// Rules that never fired. A statement of a process may be several rules: it is unreached if all
/// are.
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
