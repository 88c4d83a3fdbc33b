//! The questions that a request comes to.
//!
//! A model has its named properties and, without being asked, `assertions` (one of its messages
//! selects a single one), `run-time error` and `deadlock` (in Promela `invalid end state`).

use super::always::as_linear;
use crate::codes;
use crate::failure::{Failure, formula_too_large, nowhere};
use crate::reading::{deadlock_name, usual_deadlock};
use crate::vacuity::Watched;
use crate::{Kind, Request};
use weyl_ir::{Block, Model, PropertyId, PropertyKind, StmtKind, Temporal};
use weyl_source::Diagnostic;
use weyl_system::{
    Assertions, BranchingQuestion, Conditions, Deadlock, Interpreter, LivenessQuestion, Program,
    Question, Repeats, TemporalQuestion,
};
use weyl_temporal::{Claim, Observer, translate};

pub(crate) const ASSERTIONS: &str = "assertions";
pub(crate) const RUN_TIME_ERROR: &str = "run-time error";

/// What is asked about a model, in the order in which it is answered.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub questions: Vec<Question>,
    /// Those that questions are about, which know them by number.
    pub temporal: Vec<Temporal>,
    /// Left sides of implications.
    pub watched: Vec<Watched>,
}

impl Asked {
    pub fn new(
        program: &Program,
        temporal: &[Temporal],
        request: &Request,
    ) -> Result<Asked, Failure> {
        let model = &program.model;
        let messages = assertion_messages(model);
        let states = about_states(model, &messages, request);
        let runs = temporal.iter().filter(|_| !request.safety_only);
        let mut names: Vec<String> = states.iter().map(|one| name(one, model, &[])).collect();
        names.extend(runs.clone().map(|temporal| temporal.name.clone()));
        names.extend(messages.iter().cloned());
        if let Some(unknown) = request.properties.iter().find(|one| !names.contains(one)) {
            return Err(unknown_property(unknown, &names, model, temporal));
        }
        let is_wanted = |name: &str| {
            let mut wanted = request.properties.iter();
            request.properties.is_empty() || wanted.any(|wanted| wanted == name)
        };
        let wanted = |question| wanted_part(question, model, &messages, &is_wanted);
        let mut questions: Vec<Question> = states.into_iter().filter_map(wanted).collect();
        let runs = runs.filter(|temporal| is_wanted(&temporal.name));
        let runs: Vec<Temporal> = runs.cloned().map(as_linear).collect();
        for (number, one) in runs.iter().enumerate() {
            questions.push(about_runs(program, number, one, request)?);
        }
        Ok(Asked {
            questions,
            temporal: runs,
            watched: Vec::new(),
        })
    }

    /// The properties of the model that are asked about, but for atoms of temporal properties.
    pub fn properties(&self) -> Vec<PropertyId> {
        let questions = self.questions.iter();
        let of_states = questions.filter(|question| question.claim().is_none());
        let properties = of_states.flat_map(Question::properties).copied();
        let watched = self.watched.iter().map(|watched| watched.property);
        properties.chain(watched).collect()
    }

    /// The atoms of temporal properties, each with the number of its instances.
    pub fn claims(&self) -> Vec<(Vec<PropertyId>, usize)> {
        let claims = self.questions.iter().filter_map(Question::claim);
        let claims = claims.map(|(_, atoms, instances)| (atoms.to_vec(), instances));
        claims.collect()
    }

    /// Questions about runs are asked where something goes on elsewhere that is not seen.
    pub fn idle(&mut self) {
        for question in &mut self.questions {
            if let Question::Temporal(temporal) = question {
                temporal.repeats = Repeats::Everything;
            }
        }
    }

    /// The left side of an implication that a question is about.
    pub fn watched(&self, question: &Question) -> Option<&Watched> {
        let Question::Cover(property) = question else {
            return None;
        };
        let mut watched = self.watched.iter();
        watched.find(|watched| watched.property == *property)
    }

    /// What `--property` calls it.
    pub fn name(&self, model: &Model, question: &Question) -> String {
        name(question, model, &self.temporal)
    }
}

fn name(question: &Question, model: &Model, temporal: &[Temporal]) -> String {
    match question {
        Question::Invariant(property)
        | Question::Events(property)
        | Question::Cover(property)
        | Question::Liveness(LivenessQuestion { property, .. }) => {
            model.properties[*property].name.clone()
        }
        Question::Assertions(_) => ASSERTIONS.to_string(),
        Question::RunTimeErrors => RUN_TIME_ERROR.to_string(),
        Question::Deadlock(_) => deadlock_name(model).to_string(),
        Question::Temporal(question) => temporal[question.number].name.clone(),
        Question::Branching(question) => temporal[question.number].name.clone(),
    }
}

/// All that can be asked about states.
fn about_states(model: &Model, messages: &[String], request: &Request) -> Vec<Question> {
    let of_kind = |kind: PropertyKind| {
        let properties = model.properties.iter();
        let some = properties.filter(move |(_, property)| property.kind == kind);
        some.map(|(id, _)| id)
    };
    let mut questions: Vec<Question> = of_kind(PropertyKind::Invariant)
        .map(Question::Invariant)
        .collect();
    if !messages.is_empty() {
        questions.push(Question::Assertions(Assertions::All));
    }
    questions.extend(of_kind(PropertyKind::Events).map(Question::Events));
    questions.push(Question::RunTimeErrors);
    match request.deadlock.unwrap_or_else(|| usual_deadlock(model)) {
        Deadlock::Off => {}
        mode @ (Deadlock::Stuck | Deadlock::Stuttering) => questions.push(Question::Deadlock(mode)),
    }
    if !request.safety_only {
        questions.extend(of_kind(PropertyKind::Cover).map(Question::Cover));
        let liveness = of_kind(PropertyKind::Liveness).map(LivenessQuestion::about_all);
        questions.extend(liveness.map(Question::Liveness));
    }
    questions
}

/// A question as far as it is wanted.
fn wanted_part(
    question: Question,
    model: &Model,
    messages: &[String],
    is_wanted: &dyn Fn(&str) -> bool,
) -> Option<Question> {
    if is_wanted(&name(&question, model, &[])) {
        return Some(question);
    }
    match question {
        Question::Assertions(_) => {
            let some = messages.iter().filter(|message| is_wanted(message));
            let some: Vec<String> = some.cloned().collect();
            let is_any = !some.is_empty();
            is_any.then_some(Question::Assertions(Assertions::Only(some)))
        }
        Question::Invariant(_)
        | Question::Events(_)
        | Question::RunTimeErrors
        | Question::Deadlock(_)
        | Question::Cover(_)
        | Question::Liveness(_)
        | Question::Temporal(_)
        | Question::Branching(_) => None,
    }
}

/// Each instance of a temporal property may be an exploration.
const MAX_INSTANCES: u64 = 1 << 12;

/// A temporal property, for all its instances.
fn about_runs(
    program: &Program,
    number: usize,
    temporal: &Temporal,
    request: &Request,
) -> Result<Question, Failure> {
    if let Claim::Branching(branching) = &temporal.claim {
        return Ok(Question::Branching(BranchingQuestion {
            number,
            branching: branching.clone(),
            atoms: temporal.atoms.clone(),
            fairness: request.fairness,
        }));
    }
    let first = temporal.atoms.first();
    let instances = first.map_or(1, |atom| Interpreter::new(program).instances(*atom));
    if instances > MAX_INSTANCES {
        let message = format!(
            "`{}` has {instances} instances; {MAX_INSTANCES} are the limit",
            temporal.name
        );
        let hint = "fewer quantifiers around temporal operators make fewer instances";
        return Err(Failure::input(
            Diagnostic::error(codes::MODEL_TOO_LARGE, temporal.span, message).hint(hint),
        ));
    }
    Ok(Question::Temporal(TemporalQuestion {
        number,
        observer: observer(temporal)?,
        atoms: temporal.atoms.clone(),
        instances: (0..instances as u32).collect(),
        followed: None,
        stands_for: 1,
        evaluates_all: matches!(temporal.claim, Claim::Formula(_)),
        repeats: if temporal.repeats_ends {
            Repeats::Ends
        } else {
            Repeats::Nothing
        },
        fairness: request.fairness,
    }))
}

/// What accepts the runs that violate a property. Where a formula can't be satisfied any more it is
/// at an end, if all runs go on.
fn observer(temporal: &Temporal) -> Result<Observer, Failure> {
    match &temporal.claim {
        Claim::Never(observer) => Ok(observer.clone()),
        Claim::Branching(_) => unreachable!("it has a question of its own"),
        Claim::Formula(formula) => match translate(&formula.clone().negated()) {
            Ok(automaton) if temporal.repeats_ends => Ok(Observer::from(&automaton).with_ends()),
            Ok(automaton) => Ok(Observer::from(&automaton)),
            Err(error) => Err(formula_too_large(temporal.span, error)),
        },
    }
}

/// There is no such property to check; if the model has it, why not.
fn unknown_property(name: &str, names: &[String], model: &Model, temporal: &[Temporal]) -> Failure {
    let message = format!("there is no property `{name}` to check");
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let hint = match left_out(model, temporal, name) {
        Some(reason) => reason.to_string(),
        None => format!("the properties are {}", quoted.join(", ")),
    };
    Failure::input(nowhere(codes::UNKNOWN_PROPERTY, message).hint(hint))
}

/// Why a property that the model has is not there to be selected.
fn left_out(model: &Model, temporal: &[Temporal], name: &str) -> Option<&'static str> {
    if name == deadlock_name(model) {
        return Some("`--deadlock off` leaves it out");
    }
    if temporal.iter().any(|temporal| temporal.name == name) {
        return Some("`--safety-only` leaves it out");
    }
    let mut properties = model.properties.values();
    let property = properties.find(|property| property.name == name)?;
    match property.kind {
        PropertyKind::Assumption => Some("it is an assumption, which the model takes for granted"),
        PropertyKind::Invariant
        | PropertyKind::Cover
        | PropertyKind::Liveness
        | PropertyKind::Atom
        | PropertyKind::Shown
        | PropertyKind::Events => Some("`--safety-only` leaves it out"),
    }
}

pub(crate) fn kind_of(kind: PropertyKind) -> Kind {
    match kind {
        PropertyKind::Invariant | PropertyKind::Assumption | PropertyKind::Events => Kind::Safety,
        PropertyKind::Cover => Kind::Cover,
        PropertyKind::Liveness => Kind::Liveness,
        PropertyKind::Atom | PropertyKind::Shown => Kind::Temporal,
    }
}

/// The messages of all `assert` statements, each once, in the order of the text.
fn assertion_messages(model: &Model) -> Vec<String> {
    let mut messages = Vec::new();
    let rules = model.starts.values().chain(model.rules.values());
    let bodies = rules.map(|rule| &rule.body);
    for body in model.functions.values().map(|f| &f.body).chain(bodies) {
        collect_messages(body, &mut messages);
    }
    messages
}

fn collect_messages(block: &Block, messages: &mut Vec<String>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assert { message, .. } => {
                if !messages.contains(message) {
                    messages.push(message.clone());
                }
            }
            StmtKind::If {
                then, otherwise, ..
            } => {
                collect_messages(then, messages);
                collect_messages(otherwise, messages);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                collect_messages(body, messages);
            }
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_)
            | StmtKind::Channel(_) => {}
        }
    }
}
