//! Engines: who answers jobs. Today there is one, which explores states one by one.

mod execution;
mod explicit;
mod merging;
mod profile;
mod units;

use crate::plan::Job;
use weyl_explore::Exploration;
use weyl_system::{Finding, Question};

pub(crate) use execution::Execution;
pub(crate) use explicit::{Canon, Explicit, representatives};
pub(crate) use merging::{merged, reachable};
pub use profile::{Profile, Work};
pub(crate) use units::{Instances, Units, fair_rules};

/// Who can answer the questions of a job.
pub(crate) trait Engine {
    /// The answers, one for each question.
    fn answer(&self, job: &Job) -> (Exploration, Profile);
}

/// A job and what came of it.
#[derive(Debug)]
pub(crate) struct Answered {
    pub job: Job,
    pub exploration: Exploration,
    pub profile: Profile,
}

impl Answered {
    /// Whether states were asked about, or everything was explored without a question.
    pub fn has_looked_at_states(&self) -> bool {
        let questions = &self.job.questions;
        questions.is_empty() || questions.iter().any(|one| one.temporal().is_none())
    }

    /// Whether it shows that a temporal property is violated.
    fn settles(&self, number: usize) -> bool {
        let answers = self.job.questions.iter().zip(&self.exploration.findings);
        let mut own = answers.filter(|(question, _)| {
            let temporal = question.temporal();
            temporal.is_some_and(|temporal| temporal.number == number)
        });
        own.any(|(_, finding)| matches!(finding, Finding::Bad(_) | Finding::Violations(_)))
    }
}

/// All jobs one after the other. A limit ends everything, a violation the search for others; each
/// temporal property is asked about, whatever became of others, until an instance of it is
/// violated.
pub(crate) fn answer_all(engine: &impl Engine, jobs: Vec<Job>) -> Vec<Answered> {
    let mut answered: Vec<Answered> = Vec::new();
    for mut job in jobs {
        let is_settled = |question: &Question| {
            let temporal = question.temporal();
            temporal.is_some_and(|one| answered.iter().any(|other| other.settles(one.number)))
        };
        let asked = job.questions.len();
        job.questions.retain(|question| !is_settled(question));
        if asked > 0 && job.questions.is_empty() {
            continue;
        }
        let next = answer_next(engine, job, &answered);
        answered.extend(next);
    }
    answered
}

fn answer_next(engine: &impl Engine, job: Job, before: &[Answered]) -> Vec<Answered> {
    let run = |job: Job| {
        let (exploration, profile) = engine.answer(&job);
        Answered {
            job,
            exploration,
            profile,
        }
    };
    let not_begun = |job: Job, ended: &Answered| Answered {
        exploration: Exploration::not_begun(&job.questions, ended.exploration.limit),
        profile: Profile::default(),
        job,
    };
    let mut others = before.iter();
    if let Some(ended) = others.find(|other| other.exploration.limit.is_some()) {
        return vec![not_begun(job, ended)];
    }
    let mut others = before.iter();
    let Some(ended) = others.find(|other| !other.exploration.is_exhausted()) else {
        return vec![run(job)];
    };
    let is_of_runs = |question: &Question| question.temporal().is_some();
    let (runs, states): (Vec<Question>, Vec<Question>) =
        job.questions.into_iter().partition(is_of_runs);
    let part = |questions: Vec<Question>| {
        let group = job.group.clone();
        (!questions.is_empty()).then_some(Job { questions, group })
    };
    let states = part(states).map(|job| not_begun(job, ended));
    let runs = part(runs).map(run);
    states.into_iter().chain(runs).collect()
}
