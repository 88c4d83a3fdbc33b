//! Where one order of steps that commute is enough, and where it is not.

use super::{Effect, Reduction, counts_steps};
use crate::Request;
use crate::ask::Asked;
use crate::engine::Answered;
use weyl_explore::{Order, Parts};
use weyl_ir::Model;
use weyl_system::{Fairness, Question};

/// Why all orders of steps are explored for some questions.
pub(crate) fn forbids_parts(
    model: &Model,
    asked: &Asked,
    questions: &[Question],
    request: &Request,
) -> Option<String> {
    let of_questions = questions
        .iter()
        .find_map(|one| needs_all(model, asked, one));
    let reason = if model.processes().have_priorities() {
        "priorities decide who may act"
    } else if request.order == Order::DepthFirst {
        "the search is depth first"
    } else if request.limits.depth.is_some() {
        "`--max-depth` counts steps"
    } else if request.graph {
        "a state graph shows every step"
    } else if request.shortest {
        "runs are to be shortest"
    } else if !request.witnesses.is_empty() {
        "a witness is a shortest run"
    } else {
        return of_questions;
    };
    Some(reason.to_string())
}

fn needs_all(model: &Model, asked: &Asked, question: &Question) -> Option<String> {
    let name = || asked.name(model, question);
    match question {
        Question::Liveness(_) => Some(format!("`{}` asks what can still be reached", name())),
        Question::Branching(_) => Some(format!("`{}` is of branching time", name())),
        Question::Temporal(temporal) if temporal.fairness != Fairness::None => {
            Some("fairness asks who could act".to_string())
        }
        Question::Temporal(temporal) => {
            let property = asked.temporal.get(temporal.number);
            let counts = property.is_none_or(counts_steps);
            counts.then(|| format!("`{}` may count steps", name()))
        }
        Question::Invariant(_)
        | Question::Assertions(_)
        | Question::Events(_)
        | Question::RunTimeErrors
        | Question::Deadlock(_)
        | Question::Cover(_) => None,
    }
}

/// What became of it, if it was asked for.
pub(crate) fn ordered(
    model: &Model,
    asked: &Asked,
    answered: &[Answered],
    request: &Request,
) -> Option<Reduction> {
    // Where there are no processes nobody expects it.
    let is_expected = model.has_processes() || answered.iter().any(has_parts);
    if !request.reductions.por || !is_expected {
        return None;
    }
    let mut parts = Parts::default();
    let mut left_out = None;
    for one in answered {
        parts += one.exploration.parts;
        let reason = forbids_parts(model, asked, &one.job.questions, request);
        left_out = left_out.or(reason);
    }
    let effect = match (parts.part, left_out) {
        (0, Some(reason)) => Effect::LeftOut(reason),
        (0, None) => Effect::Nothing,
        (_, left_out) => Effect::Ordered { parts, left_out },
    };
    let name = "por";
    let about = Vec::new();
    Some(Reduction {
        name,
        about,
        effect,
    })
}

fn has_parts(answered: &Answered) -> bool {
    answered.exploration.parts.part > 0
}
