//! Explorations: the executor with all wrappers around it, given to the search.

use crate::Request;
use crate::execution::Execution;
use crate::growth::doubled;
use crate::mute::Muted;
use crate::plan::{Explored, Part};
use crate::profile::{Measured, Profile, Work};
use crate::temporal::{TemporalPart, as_exploration};
use std::sync::Arc;
use std::time::Instant;
use weyl_explore::{Exploration, Limits, Progress, Task, explore, explore_temporal};
use weyl_ir::Capacity;
use weyl_quotient::{Precision, Quotient, Representatives, Settled, Watch};
use weyl_symmetry::{Creator, SymmetryGroup};
use weyl_system::{Alarm, Concrete, Conditions, Fault, Program, Unreduced};

/// What all explorations of a request have in common.
#[derive(Clone, Copy)]
pub(crate) struct Searching<'a> {
    pub program: &'a Program,
    pub execution: &'a Execution<'a>,
    pub creators: &'a [Creator],
    /// Looks at all states of quotients.
    pub watch: &'a Arc<Watch>,
    pub request: &'a Request,
    pub capacity: Capacity,
    pub progress: &'a Progress,
}

impl<'a> Searching<'a> {
    /// The explorations one after the other, up to one that ends at a violation or a limit.
    pub fn explore_parts(self, parts: Vec<Part>) -> Vec<Explored> {
        let mut explored: Vec<Explored> = Vec::new();
        for part in parts {
            if explored.iter().any(|other| other.settles(&part)) {
                continue;
            }
            let ended = explored.iter().find(|other| other.ends(&part));
            let (exploration, profile) = match ended {
                None => self.explore_part(&part),
                Some(ended) => {
                    let none = Exploration::not_begun(&part.liveness, &ended.exploration);
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

    fn explore_part(self, part: &Part) -> (Exploration, Profile) {
        match self.execution {
            Execution::Native(native) => {
                let native = native.as_ref().clone();
                self.search(native.with_alarm(self.alarm()), part)
            }
            Execution::Interpreter(interpreter) => {
                let interpreter = interpreter.as_ref().clone();
                self.search(interpreter.with_alarm(self.alarm()), part)
            }
        }
    }

    fn alarm(self) -> Alarm<'a> {
        let time = self.request.limits.time;
        Alarm {
            stop: &self.progress.stop,
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
        }
    }

    /// All wrappers are stacked here: the quotient outside, then what nobody asked about, and inside the executor, which
    /// is measured.
    fn search(self, system: impl Concrete + Conditions, part: &Part) -> (Exploration, Profile) {
        let begun = Instant::now();
        let system = Measured::new(system);
        let measurements = system.measurements();
        if let Some(temporal) = &part.temporal {
            let (exploration, representatives) = self.explore_runs(system, part, temporal);
            let profile = Profile {
                thread_seconds: begun.elapsed().as_secs_f64(),
                representatives,
                ..measurements.profile()
            };
            return (exploration, profile);
        }
        let capacity = self.capacity;
        let (exploration, representatives) =
            match part.selection.wants_all_faults(&self.program.model) {
                true => self.explore_orbits(system, part),
                false => {
                    let wants = |fault: &Fault| {
                        part.selection.wants(fault) || doubled(capacity, fault).is_some()
                    };
                    self.explore_orbits(Muted::new(system, wants), part)
                }
            };
        let profile = Profile {
            thread_seconds: begun.elapsed().as_secs_f64() * self.request.threads as f64,
            representatives,
            ..measurements.profile()
        };
        (exploration, profile)
    }

    /// The exploration, and what representatives took.
    fn explore_orbits(self, system: impl Conditions, part: &Part) -> (Exploration, Work) {
        let task = self.task(part);
        let rules = self.program.model.rules.len();
        if part.group.is_trivial() {
            let exploration = explore(&system, rules, &task, self.progress);
            return (exploration, Work::default());
        }
        let precision = self.request.precision;
        let canonical = representatives(self.program, self.creators, &part.group, precision);
        let quotient = Quotient::new(system, canonical.watched_by(self.watch));
        let exploration = explore(&quotient, rules, &task, self.progress);
        let totals = quotient.meter().totals();
        drop(quotient);
        (exploration, Work::of(&totals))
    }

    /// The same for runs. Steps that fail have no place in a run.
    fn explore_runs(
        self,
        system: impl Concrete + Conditions,
        part: &Part,
        temporal: &TemporalPart,
    ) -> (Exploration, Work) {
        let task = temporal.task(self.request, self.capacity);
        let rules = self.program.model.rules.len();
        let units = temporal.units(self.program, self.request);
        if part.group.is_trivial() {
            let system = Unreduced::new(system);
            let searched = explore_temporal(&system, rules, &task, units, self.progress);
            return (as_exploration(searched), Work::default());
        }
        let precision = self.request.precision;
        let canonical = representatives(self.program, self.creators, &part.group, precision);
        let quotient = Quotient::new(system, canonical.watched_by(self.watch));
        let searched = explore_temporal(&quotient, rules, &task, units, self.progress);
        let totals = quotient.meter().totals();
        drop(quotient);
        (as_exploration(searched), Work::of(&totals))
    }

    fn task(self, part: &Part) -> Task {
        let (selection, request) = (&part.selection, self.request);
        Task {
            invariants: selection.invariants.clone(),
            covers: selection.covers.clone(),
            liveness: part.liveness.clone(),
            deadlock: selection.deadlock,
            keep_going: request.keep_going,
            growing: self.capacity.growing(),
            order: request.order,
            storing: request.storing,
            threads: request.threads,
            limits: Limits {
                states: smaller(request.limits.states, request.graph),
                ..request.limits
            },
            graph: request.graph.is_some(),
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

fn smaller(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
