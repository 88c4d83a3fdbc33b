//! Which jobs answer what is asked, each under a group that preserves it: questions with one group
//! are one job, and cost one exploration.
//!
//! Invariants, assertions, deadlock and covers are asked under the whole group: all instances of an
//! invariant must hold, and some instance of a cover. AG EF p is asked instance by instance where
//! it mentions names ([`liveness`]), a temporal property under the symmetries that keep its atoms
//! ([`temporal`]). Properties that the group does not keep are explored apart, under groups of
//! their own; where such a group is almost the whole one, everything is.

mod absent_data;
mod liveness;
mod temporal;

use crate::ask::Asked;
use crate::engine::Answered;
use crate::judging::Indices;
use crate::symmetry::Found;
use crate::vacuity::Watched;
use weyl_ir::{Model, PropertyId};
use weyl_symmetry::SymmetryGroup;
use weyl_system::{Finding, Program, Question};

pub(crate) use absent_data::AbsentData;
pub(crate) use liveness::constant_names;
pub(crate) use temporal::claim_of_declared;

/// Questions that one exploration answers, and the group that preserves all of them.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub questions: Vec<Question>,
    pub group: SymmetryGroup,
}

/// A group that is smaller by up to this factor serves for everything: an exploration under the
/// larger one would save less than it costs.
const NOT_WORTH_IT: u32 = 4;

/// The jobs in order; there is at least one.
pub(crate) fn plan(
    program: &Program,
    asked: &Asked,
    found: Option<&Found>,
    indices: Indices,
) -> Vec<Job> {
    let mut plan = Plan::new(program, found);
    for question in &asked.questions {
        match question {
            Question::Invariant(property)
            | Question::Events(property)
            | Question::Cover(property) => {
                let group = plan.group_of(*property);
                plan.add(question.clone(), group);
            }
            Question::Assertions(_) | Question::RunTimeErrors | Question::Deadlock(_) => {
                plan.add(question.clone(), plan.whole.clone());
            }
            Question::Liveness(liveness) => match plan.own_group(liveness.property) {
                Some(group) => plan.add(question.clone(), group),
                None => {
                    let shares = found.is_none_or(|found| found.keeps_starts);
                    let parts = liveness::parts(program, liveness, &plan.whole, shares);
                    let parts = parts.into_iter();
                    parts.for_each(|(part, group)| plan.add(Question::Liveness(part), group));
                }
            },
            Question::Branching(branching) => {
                let group = match found {
                    Some(found) => found.claims[branching.number].family.clone(),
                    None => plan.whole.clone(),
                };
                plan.add(question.clone(), group);
            }
            Question::Temporal(temporal) => {
                let claim = found.map(|found| (found, &found.claims[temporal.number]));
                let parts = temporal::parts(program, temporal, claim, indices).into_iter();
                parts.for_each(|(part, group)| plan.add(Question::Temporal(part), group));
            }
        }
    }
    plan.into_jobs()
}

/// Looks for left sides of implications where all states are seen anyway: what the whole group
/// keeps is watched along with the first job.
pub(crate) fn watch(jobs: &mut [Job], asked: &Asked, found: Option<&Found>) {
    let restricted = found.map_or(&[][..], |found| &found.restricted);
    let is_kept = |property| restricted.iter().all(|(other, _)| *other != property);
    let Some(first) = jobs.first_mut() else {
        return;
    };
    if first.questions.iter().any(sees_all_states) {
        let kept = asked.watched.iter().filter(|of| is_kept(of.property));
        let questions = kept.map(|watched| Question::Cover(watched.property));
        first.questions.extend(questions);
    }
}

/// Jobs for what was not watched, of properties that hold: what needs a group of its own.
pub(crate) fn left_to_watch(
    model: &Model,
    asked: &Asked,
    found: Option<&Found>,
    answered: &[Answered],
) -> Vec<Job> {
    let questions = || {
        answered.iter().flat_map(|one| {
            let questions = one.job.questions.iter();
            questions.zip(&one.exploration.findings)
        })
    };
    let is_watched = |of: &Watched| {
        let mut questions = questions();
        questions.any(|(one, _)| {
            asked
                .watched(one)
                .is_some_and(|one| one.property == of.property)
        })
    };
    let holds = |of: &Watched| {
        let own = questions()
            .filter(|(one, _)| asked.watched(one).is_none() && asked.name(model, one) == of.of);
        let found: Vec<&Finding> = own.map(|(_, finding)| finding).collect();
        !found.is_empty() && found.iter().all(|finding| is_good(finding))
    };
    let left = asked
        .watched
        .iter()
        .filter(|of| !is_watched(of) && holds(of));
    let group_of = |property| {
        let found = found?;
        let mut restricted = found.restricted.iter();
        let own = restricted.find(|(other, _)| *other == property);
        Some(own.map_or_else(|| found.group.clone(), |(_, group)| group.clone()))
    };
    let trivial = answered.first().map(|one| &one.job.group);
    let jobs = left.filter_map(|of| {
        Some(Job {
            questions: vec![Question::Cover(of.property)],
            group: group_of(of.property).or_else(|| trivial.cloned())?,
        })
    });
    jobs.collect()
}

fn is_good(finding: &Finding) -> bool {
    match finding {
        Finding::Holds => true,
        Finding::Violations(violations) => violations.is_empty(),
        Finding::Settled
        | Finding::Reached(_)
        | Finding::Unreachable
        | Finding::Lost { .. }
        | Finding::Bad(_)
        | Finding::Fails(_)
        | Finding::TooLarge
        | Finding::Unknown => false,
        Finding::Decided(decision) => decision.holds,
    }
}

/// Whether it holds only if all states have been seen.
fn sees_all_states(question: &Question) -> bool {
    match question {
        Question::Invariant(_)
        | Question::Events(_)
        | Question::Assertions(_)
        | Question::RunTimeErrors
        | Question::Deadlock(_) => true,
        Question::Cover(_)
        | Question::Liveness(_)
        | Question::Temporal(_)
        | Question::Branching(_) => false,
    }
}

struct Plan<'a> {
    restricted: &'a [(PropertyId, SymmetryGroup)],
    whole: SymmetryGroup,
    jobs: Vec<Job>,
}

impl<'a> Plan<'a> {
    fn new(program: &Program, found: Option<&'a Found>) -> Plan<'a> {
        let trivial = || SymmetryGroup::trivial(&program.model);
        let whole = found.map_or_else(trivial, |found| found.group.clone());
        Plan {
            restricted: found.map_or(&[], |found| &found.restricted),
            jobs: vec![Job {
                questions: Vec::new(),
                group: whole.clone(),
            }],
            whole,
        }
    }

    /// The group of a property that the whole group does not keep.
    fn own_group(&self, property: PropertyId) -> Option<SymmetryGroup> {
        let mut restricted = self.restricted.iter();
        let own = restricted.find(|(other, _)| *other == property);
        own.map(|(_, group)| group.clone())
    }

    fn group_of(&self, property: PropertyId) -> SymmetryGroup {
        let own = self.own_group(property);
        own.unwrap_or_else(|| self.whole.clone())
    }

    /// Adds a question to the job with its group.
    fn add(&mut self, question: Question, group: SymmetryGroup) {
        let mut jobs = self.jobs.iter_mut();
        match jobs.find(|job| job.group.is_same_as(&group)) {
            Some(job) => job.questions.push(question),
            None => self.jobs.push(Job {
                questions: vec![question],
                group,
            }),
        }
    }

    /// One job takes in what is asked under the whole group, if its own group is almost the whole.
    fn into_jobs(mut self) -> Vec<Job> {
        let order = self.whole.group().order();
        let is_almost_whole = |job: &Job| {
            let restricted = self.restricted.iter();
            let mut groups = restricted.map(|(_, group)| group);
            job.questions.iter().any(|one| one.temporal().is_none())
                && groups.any(|group| group.is_same_as(&job.group))
                && order <= job.group.group().order() * NOT_WORTH_IT
        };
        let almost = self.jobs.iter().skip(1).position(is_almost_whole);
        if let Some(at) = almost {
            let other = self.jobs.remove(at + 1);
            let (states, runs): (Vec<Question>, Vec<Question>) = self.jobs[0]
                .questions
                .drain(..)
                .partition(|question| question.temporal().is_none());
            self.jobs[0].questions = states.into_iter().chain(other.questions).collect();
            self.jobs[0].group = other.group;
            if !runs.is_empty() {
                let group = self.whole.clone();
                self.jobs.insert(
                    1,
                    Job {
                        questions: runs,
                        group,
                    },
                );
            }
        }
        if self.jobs.len() > 1 && self.jobs[0].questions.is_empty() {
            self.jobs.remove(0);
        }
        self.jobs
    }
}
