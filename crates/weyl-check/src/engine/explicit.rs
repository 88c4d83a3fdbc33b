//! The explicit engine: the executor with all wrappers around it, given to the search.

use super::{Engine, Execution, Profile, Units, Work};
use crate::Request;
use crate::ask::Asked;
use crate::checkpoints::saving;
use crate::engine::profile::Measured;
use crate::limits::GRACE;
use crate::plan::Job;
use crate::reducing::forbids_parts;
use std::sync::Arc;
use std::time::Instant;
use weyl_budget::{Budget, Limit, resident, room};
use weyl_explore::{Exploration, Limits, Progress, Task, explore};
use weyl_ir::{Capacity, PropertyId, RuleId};
use weyl_quotient::{Precision, Quotient, Representatives, Settled, Watch};
use weyl_reduction::{Independence, PartialOrder};
use weyl_symmetry::{Creator, SymmetryGroup};
use weyl_system::{Concrete, Conditions, Program, Question, Unreduced};

/// Explores states one by one.
#[derive(Clone, Copy)]
pub(crate) struct Explicit<'a> {
    pub program: &'a Program,
    pub execution: &'a Execution<'a>,
    pub creators: &'a [Creator],
    /// Who is treated fairly, where there are no processes.
    pub fair_rules: &'a [RuleId],
    /// Looks at all states of quotients.
    pub watch: &'a Arc<Watch>,
    pub asked: &'a Asked,
    pub request: &'a Request,
    pub capacity: Capacity,
    pub progress: &'a Progress,
}

impl Engine for Explicit<'_> {
    fn answer(&self, job: &Job) -> (Exploration, Profile) {
        match self.execution {
            #[cfg(feature = "native")]
            Execution::Native(native) => {
                let native = native.as_ref().clone();
                self.search(native.within(self.budget()), job)
            }
            Execution::Interpreter(interpreter) => {
                let interpreter = interpreter.as_ref().clone();
                self.search(interpreter.within(self.budget()), job)
            }
        }
    }
}

impl<'a> Explicit<'a> {
    fn budget(&self) -> Budget {
        self.progress.budget(&self.request.limits)
    }

    fn search(&self, system: impl Concrete + Conditions, job: &Job) -> (Exploration, Profile) {
        let begun = Instant::now();
        let system = Measured::new(system);
        let measurements = system.measurements();
        let (exploration, representatives) = self.explore(system, job);
        let profile = Profile {
            thread_seconds: begun.elapsed().as_secs_f64() * exploration.threads as f64,
            representatives,
            ..measurements.profile()
        };
        (exploration, profile)
    }

    /// All wrappers are stacked here: the quotient outside, then who leaves out steps that can
    /// wait, and inside the executor, which is measured. With what representatives took.
    fn explore(&self, system: impl Concrete + Conditions, job: &Job) -> (Exploration, Work) {
        let independence = match self
            .budget()
            .and_grace(GRACE)
            .limiting(|| self.independence(job))
        {
            Ok(independence) => independence,
            Err(limit) => return (self.not_begun(job, limit), Work::default()),
        };
        let task = Task {
            parts: independence.is_some(),
            ..self.task(job)
        };
        let system = PartialOrder::new(system, independence);
        let rules = self.program.model.rules.len();
        let units = Units::new(self.program, &job.questions, self.fair_rules);
        if job.group.is_trivial() {
            let system = Unreduced::new(system);
            let exploration = explore(&system, rules, &task, units, self.progress);
            return (exploration, Work::default());
        }
        let precision = self.request.precision;
        let canonical = self
            .budget()
            .and_grace(GRACE)
            .limiting(|| representatives(self.program, self.creators, &job.group, precision));
        let canonical = match canonical {
            Ok(canonical) => canonical,
            Err(limit) => return (self.not_begun(job, limit), Work::default()),
        };
        let quotient = Quotient::new(system, canonical.watched_by(self.watch));
        let exploration = explore(&quotient, rules, &task, units, self.progress);
        let totals = quotient.meter().totals();
        drop(quotient);
        (exploration, Work::of(&totals))
    }

    /// What commutes, where that may be used.
    fn independence(&self, job: &Job) -> Option<Independence> {
        let Program { model, layout, .. } = self.program;
        let is_asked = self.request.reductions.por;
        let forbids = || forbids_parts(model, self.asked, &job.questions, self.request);
        if !is_asked || forbids().is_some() {
            return None;
        }
        let seen = job.questions.iter().flat_map(Question::properties);
        let seen: Vec<PropertyId> = seen.copied().collect();
        Independence::new(model, layout, &seen)
    }

    fn not_begun(&self, job: &Job, limit: Limit) -> Exploration {
        Exploration::not_begun(&job.questions, Some(limit.into()))
    }

    fn task(&self, job: &Job) -> Task {
        let request = self.request;
        let process_memory = request.limits.memory;
        let occupied = resident().unwrap_or(0);
        Task {
            questions: job.questions.clone(),
            keep_going: request.keep_going,
            growing: self.capacity.growing(),
            order: request.order,
            storing: request.storing,
            parents: request.parents.clone(),
            threads: request.threads,
            limits: Limits {
                memory: process_memory.map(|limit| room(limit, occupied)),
                ..request.limits
            },
            process_memory,
            graph: request.graph,
            parts: false,
            spill: request.spill.clone(),
            checkpoints: saving(self.program, job, request),
        }
    }
}

pub(crate) type Canon = Settled<Representatives>;

pub(crate) fn representatives(
    program: &Program,
    creators: &[Creator],
    group: &SymmetryGroup,
    precision: Precision,
) -> Canon {
    let (model, layout) = (&program.model, &program.layout);
    let canonical = Representatives::new(model, layout, group, precision);
    Settled::new(canonical, model.name_count(), layout, creators)
}
