//! Whether what is asked has a meaning, and is not too much.

use super::{Asked, Request};
use crate::codes;
use crate::failure::{Failure, nowhere};
use weyl_explore::{Parents, Storing};
use weyl_ir::Temporal;
use weyl_source::Diagnostic;
use weyl_system::{Conditions, Fairness, Interpreter, Program, Question};
use weyl_temporal::Claim;

pub(crate) fn has_a_meaning(
    program: &Program,
    asked: &Asked,
    request: &Request,
) -> Result<(), Failure> {
    liveness_is_small_enough(program, asked)?;
    fairness_is_about_runs(asked, request)?;
    fingerprints_suffice(program, asked, request)?;
    parents_suffice(program, asked, request)
}

/// Each instance of a liveness property has a bit in the label of every state, and a verdict.
const MAX_LIVENESS_INSTANCES: u64 = 1 << 16;

fn liveness_is_small_enough(program: &Program, asked: &Asked) -> Result<(), Failure> {
    let system = Interpreter::new(program);
    let mut instances = 0u64;
    for question in &asked.questions {
        let Question::Liveness(liveness) = question else {
            continue;
        };
        instances = instances.saturating_add(system.instances(liveness.property));
        if instances > MAX_LIVENESS_INSTANCES {
            let message = format!(
                "up to here there are {instances} instances of liveness properties; \
                 {MAX_LIVENESS_INSTANCES} are the limit"
            );
            let span = program.model.properties[liveness.property].span;
            let hint = "smaller rulesets around it have fewer; `--safety-only` leaves it out";
            let diagnostic = Diagnostic::error(codes::MODEL_TOO_LARGE, span, message).hint(hint);
            return Err(Failure::input(diagnostic));
        }
    }
    Ok(())
}

fn fairness_is_about_runs(asked: &Asked, request: &Request) -> Result<(), Failure> {
    let is_about_runs = |temporal: &Temporal| match &temporal.claim {
        Claim::Formula(_) | Claim::Never(_) => true,
        Claim::Branching(formula) => formula.speaks_of_runs(),
    };
    if request.fairness == Fairness::None || asked.temporal.iter().any(is_about_runs) {
        return Ok(());
    }
    let message = "fairness is asked for, and no property is about runs";
    let hint = "`--ltl` says something of all runs";
    Err(Failure::input(nowhere(codes::NO_RUNS, message).hint(hint)))
}

/// A store of fingerprints is for safety alone: it keeps no graph, and what it has not seen may be
/// there.
fn fingerprints_suffice(
    program: &Program,
    asked: &Asked,
    request: &Request,
) -> Result<(), Failure> {
    let store = match request.storing {
        Storing::Auto | Storing::Exact | Storing::Tree => return Ok(()),
        Storing::Compact => "compact",
        Storing::Bits { .. } => "bits",
    };
    let mut questions = asked.questions.iter();
    let Some(other) = questions.find(|question| !is_safety(question)) else {
        return Ok(());
    };
    let name = asked.name(&program.model, other);
    let message = format!("`--store {store}` can't decide `{name}`, which is not about safety");
    let hint = "`--safety-only` leaves it out; `--store exact` checks it";
    Err(not_safety(program, asked, other, message, hint))
}

/// Who looks for runs that go on for ever walks along parents all the time.
fn parents_suffice(program: &Program, asked: &Asked, request: &Request) -> Result<(), Failure> {
    let parents = match request.parents {
        Parents::Memory => return Ok(()),
        Parents::Disk(_) => "disk",
        Parents::None => "none",
    };
    let mut questions = asked.questions.iter();
    let is_about_runs =
        |question: &&Question| !is_safety(question) && !matches!(question, Question::Cover(_));
    let Some(other) = questions.find(is_about_runs) else {
        return Ok(());
    };
    let name = asked.name(&program.model, other);
    let message = format!("`--parents {parents}` is not for `{name}`, which is about runs");
    let hint = "`--safety-only` leaves it out; `--parents memory` serves it";
    Err(not_safety(program, asked, other, message, hint))
}

fn not_safety(
    program: &Program,
    asked: &Asked,
    other: &Question,
    message: String,
    hint: &str,
) -> Failure {
    let span = match other.claim() {
        Some((number, ..)) => asked.temporal[number].span,
        None => program.model.properties[other.properties()[0]].span,
    };
    Failure::input(Diagnostic::error(codes::NOT_SAFETY, span, message).hint(hint))
}

fn is_safety(question: &Question) -> bool {
    match question {
        Question::Invariant(_)
        | Question::Assertions(_)
        | Question::Events(_)
        | Question::RunTimeErrors
        | Question::Deadlock(_) => true,
        Question::Cover(_)
        | Question::Liveness(_)
        | Question::Temporal(_)
        | Question::Branching(_) => false,
    }
}
