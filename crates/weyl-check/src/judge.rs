//! From what the search found to verdicts: every run is replayed first.

use crate::Request;
use crate::failure::{Failure, bug_report};
use crate::plan::Part;
use crate::searching::Canon;
use crate::selection::{ASSERTIONS, Assertions, RUN_TIME_ERROR, Selection, kind_of};
use crate::temporal::TemporalJudge;
use crate::verdict::{Exhausted, Kind, PropertyResult, Undecided, Verdict, Witness};
use weyl_explore::{
    Deadlock, Exploration, LivenessQuestion, LivenessResult, Run, Violation, ViolationKind,
};
use weyl_ir::{Model, PropertyId, PropertyKind};
use weyl_source::Sources;
use weyl_system::{Fault, FaultKind, Program};
use weyl_trace::{Claim, ClaimedRun, Lift, Recorder, Trace, Waiting, confirm_region, replay};

/// One row for each property, in the order of [`Selection::names`].
pub(crate) fn judge(
    program: &Program,
    part: &Part,
    exploration: &Exploration,
    canonical: Option<Canon>,
    sources: &Sources,
    request: &Request,
) -> Result<Vec<PropertyResult>, Failure> {
    let selection = &part.selection;
    if let Some(temporal) = &part.temporal {
        let mut lift = canonical.map(|canonical| Lift::new(program, canonical));
        let judge = TemporalJudge {
            program,
            part: temporal,
            exploration,
            recorder: &mut Recorder::new(program),
            lift: lift.as_mut(),
            request,
        };
        return Ok(vec![judge.row()?]);
    }
    let mut judge = Judge {
        model: &program.model,
        recorder: Recorder::new(program),
        lift: canonical.map(|canonical| Lift::new(program, canonical)),
        selection,
        exploration,
        sources,
    };
    let mut rows = Vec::new();
    for property in &selection.invariants {
        rows.push(judge.invariant(*property)?);
    }
    rows.extend(judge.assertions()?);
    for property in &selection.events {
        rows.push(judge.events(*property)?);
    }
    rows.extend(judge.run_time_errors()?);
    rows.extend(judge.deadlock()?);
    for (property, run) in selection.covers.iter().zip(&exploration.covers) {
        rows.push(judge.cover(*property, run.as_ref())?);
    }
    for (question, results) in part.liveness.iter().zip(&exploration.liveness) {
        rows.push(judge.liveness(question, results)?);
    }
    Ok(rows)
}

struct Judge<'a> {
    model: &'a Model,
    recorder: Recorder<'a>,
    /// Where runs are those of a quotient.
    lift: Option<Lift<'a, Canon>>,
    selection: &'a Selection,
    exploration: &'a Exploration,
    sources: &'a Sources,
}

impl<'a> Judge<'a> {
    fn invariant(&mut self, property: PropertyId) -> Result<PropertyResult, Failure> {
        let found = self
            .violations()
            .find_map(|violation| match violation.kind {
                ViolationKind::Invariant {
                    property: found,
                    instance,
                } if found == property => Some((instance, &violation.run)),
                _ => None,
            });
        let length = found.map_or(usize::MAX, |(_, run)| run.steps.len());
        if let Some(row) = self.not_evaluable(property, length)? {
            return Ok(row);
        }
        let row = self.row(property);
        let Some((instance, run)) = found else {
            return Ok(row);
        };
        let trace = self.replay(run, Claim::False { property, instance })?;
        let instance = match trace.claim {
            Claim::False { instance, .. } => instance,
            _ => instance,
        };
        Ok(PropertyResult {
            parameters: self.parameters(property, instance),
            ..violated(row, Witness::Run(trace), "the invariant is false")
        })
    }

    /// A property that can't be evaluated in some state is violated there. A run of more than so many steps is not asked for: there
    /// is a shorter one to where it is false.
    fn not_evaluable(
        &mut self,
        property: PropertyId,
        most: usize,
    ) -> Result<Option<PropertyResult>, Failure> {
        let found = self
            .violations()
            .find_map(|violation| match &violation.kind {
                ViolationKind::StateFault {
                    property: found,
                    fault,
                } if *found == property => Some((fault.clone(), &violation.run)),
                _ => None,
            });
        let Some((fault, run)) = found.filter(|(_, run)| run.steps.len() <= most) else {
            return Ok(None);
        };
        let trace = self.replay(run, Claim::NotEvaluable { property, fault })?;
        let row = self.row(property);
        Ok(Some(failed(row, trace, |fault| {
            format!("it can't be evaluated: {}", fault.describe(self.model))
        })))
    }

    /// One row for each assertion that failed, or one for all that did not.
    fn assertions(&mut self) -> Result<Vec<PropertyResult>, Failure> {
        let failed = self.fault_rows(|fault| match &fault.kind {
            FaultKind::Assertion { message } if message.is_empty() => Some(ASSERTIONS.to_string()),
            FaultKind::Assertion { message } => Some(message.clone()),
            _ => None,
        })?;
        let standing: Vec<String> = match &self.selection.assertions {
            Assertions::Only(messages) => messages.clone(),
            Assertions::All if self.selection.has_assertions && failed.is_empty() => {
                vec![ASSERTIONS.to_string()]
            }
            Assertions::All => Vec::new(),
        };
        let has_failed = |name: &String| failed.iter().any(|row| row.name == *name);
        let standing = standing.into_iter().filter(|name| !has_failed(name));
        let mut rows: Vec<PropertyResult> = standing.map(|name| self.unnamed_row(&name)).collect();
        rows.extend(failed);
        Ok(rows)
    }

    /// One row for an order of events; the first step that refutes it is shown.
    fn events(&mut self, id: PropertyId) -> Result<PropertyResult, Failure> {
        let found = self
            .violations()
            .find_map(|violation| match &violation.kind {
                ViolationKind::Fault(fault) => match fault.kind {
                    FaultKind::Refuted { property, .. } if property == id => {
                        Some((fault, &violation.run))
                    }
                    _ => None,
                },
                _ => None,
            });
        let row = self.row(id);
        let Some((fault, run)) = found else {
            return Ok(row);
        };
        let trace = self.replay(run, Claim::StepFails(fault.clone()))?;
        Ok(failed(row, trace, |fault| fault.describe(self.model)))
    }

    fn run_time_errors(&mut self) -> Result<Vec<PropertyResult>, Failure> {
        let rows = self.fault_rows(|fault| {
            let is_error = !fault.is_failed_claim();
            is_error.then(|| RUN_TIME_ERROR.to_string())
        })?;
        if rows.is_empty() && self.selection.run_time_errors {
            return Ok(vec![self.unnamed_row(RUN_TIME_ERROR)]);
        }
        Ok(rows)
    }

    /// A row for each failing step that the name is given to.
    fn fault_rows(
        &mut self,
        name: impl Fn(&Fault) -> Option<String>,
    ) -> Result<Vec<PropertyResult>, Failure> {
        let mut rows = Vec::new();
        for violation in self.violations() {
            let ViolationKind::Fault(fault) = &violation.kind else {
                continue;
            };
            let Some(name) = name(fault) else { continue };
            let trace = self.replay(&violation.run, Claim::StepFails(fault.clone()))?;
            let row = self.unnamed_row(&name);
            rows.push(failed(row, trace, |fault| fault.describe(self.model)));
        }
        Ok(rows)
    }

    fn deadlock(&mut self) -> Result<Option<PropertyResult>, Failure> {
        let (claim, message) = match self.selection.deadlock {
            Deadlock::Off => return Ok(None),
            Deadlock::Stuck => (Claim::Stuck, "no rule is enabled"),
            Deadlock::Stuttering => (Claim::Stuttering, "no rule leads to another state"),
        };
        let mut violations = self.violations();
        let found = violations.find(|violation| violation.kind == ViolationKind::Deadlock);
        let row = self.unnamed_row(self.selection.deadlock_name);
        let Some(violation) = found else {
            return Ok(Some(row));
        };
        let trace = self.replay(&violation.run, claim)?;
        let message = match self.model.interleaving {
            None => message.to_string(),
            Some(_) => self.who_waits(&trace),
        };
        Ok(Some(violated(row, Witness::Run(trace), &message)))
    }

    /// The processes that may not stay where they are at the end of a run, and the orders of events that are
    /// not complete there.
    fn who_waits(&mut self, trace: &Trace) -> String {
        let state = trace.last().state().unwrap_or_default();
        let waiting = self.recorder.waiting(state).into_iter();
        let places = waiting.map(|Waiting { process, span, .. }| {
            let name = format!("process {} ({})", process.number, process.kind);
            match span.filter(|span| !span.is_empty()) {
                Some(span) => format!("{name} at line {}", self.sources.position(span).line),
                None => name,
            }
        });
        let mut places: Vec<String> = places.collect();
        places.extend(self.incomplete(state));
        format!(
            "no process can go on; not at its end: {}",
            places.join(", ")
        )
    }

    fn incomplete(&mut self, state: &[u8]) -> Vec<String> {
        let model = self.model;
        let events = model.properties.iter();
        let events = events.filter(|(_, property)| property.kind == PropertyKind::Events);
        let incomplete = events.filter(|(id, _)| self.recorder.holds(*id, 0, state) != Ok(true));
        let names = incomplete.map(|(_, property)| format!("the {}", property.name));
        names.collect()
    }

    fn cover(
        &mut self,
        property: PropertyId,
        run: Option<&Run>,
    ) -> Result<PropertyResult, Failure> {
        if let Some(run) = run {
            let example = self.replay(run, Claim::Reached { property })?;
            return Ok(PropertyResult {
                verdict: Verdict::Holds,
                example: Some(example),
                ..self.row(property)
            });
        }
        if let Some(row) = self.not_evaluable(property, usize::MAX)? {
            return Ok(row);
        }
        let row = self.row(property);
        Ok(match Exhausted::of(self.exploration) {
            Some(all) => {
                let witness = Witness::Exhausted(all);
                violated(row, witness, "no reachable state satisfies it")
            }
            None => row,
        })
    }

    /// One row for all instances; the first that is violated is shown.
    fn liveness(
        &mut self,
        question: &LivenessQuestion,
        results: &[LivenessResult],
    ) -> Result<PropertyResult, Failure> {
        let property = question.property;
        if let Some(row) = self.not_evaluable(property, usize::MAX)? {
            return Ok(row);
        }
        let row = self.row(property);
        let mut numbered = results.iter().enumerate();
        let found = numbered.find_map(|(number, result)| match result {
            LivenessResult::Violated(run) => Some((question.instance(number), run)),
            LivenessResult::Holds | LivenessResult::Unknown => None,
        });
        if let Some((instance, run)) = found {
            let witness = self.lost(property, instance, run)?;
            let message = "from here on no state that satisfies it can be reached";
            return Ok(PropertyResult {
                parameters: self.parameters(property, instance),
                ..violated(row, witness, message)
            });
        }
        let all_hold = results.iter().all(|r| *r == LivenessResult::Holds);
        Ok(PropertyResult {
            verdict: match all_hold {
                true => Verdict::Holds,
                false => Verdict::Inconclusive(self.reason()),
            },
            ..row
        })
    }

    fn lost(&mut self, property: PropertyId, instance: u64, run: &Run) -> Result<Witness, Failure> {
        let trace = self.replay(run, Claim::False { property, instance })?;
        let region = confirm_region(&mut self.recorder, &trace, property, instance)?;
        if region.states.is_none() && !self.exploration.complete {
            return Err(bug_report(
                "liveness was decided before the search was complete",
            ));
        }
        Ok(Witness::RunIntoRegion(trace, region))
    }

    fn violations(&self) -> impl Iterator<Item = &'a Violation> + use<'a> {
        self.exploration.violations.iter()
    }

    /// The run on the unreduced system, with what it ends in there.
    fn replay(&mut self, run: &Run, claim: Claim) -> Result<Trace, Failure> {
        let mut run = ClaimedRun {
            start: run.start,
            steps: run.steps.clone(),
            claim,
        };
        if let Some(lift) = &mut self.lift {
            run = lift.run(run)?;
        }
        let recorder = &mut self.recorder;
        Ok(replay(recorder, run.start, &run.steps, run.claim)?)
    }

    fn parameters(&self, property: PropertyId, instance: u64) -> Vec<(String, String)> {
        let property = &self.model.properties[property];
        let program = self.recorder.program();
        program.parameters(&property.parameters, &property.locals, instance)
    }

    /// A property against which nothing was found.
    fn row(&self, property: PropertyId) -> PropertyResult {
        let property = &self.model.properties[property];
        PropertyResult {
            kind: kind_of(property.kind),
            span: Some(property.span),
            ..self.unnamed_row(&property.name)
        }
    }

    fn unnamed_row(&self, name: &str) -> PropertyResult {
        PropertyResult {
            name: name.to_string(),
            kind: Kind::Safety,
            verdict: match self.exploration.complete {
                true => Verdict::Holds,
                false => Verdict::Inconclusive(self.reason()),
            },
            message: None,
            span: None,
            parameters: Vec::new(),
            example: None,
        }
    }

    fn reason(&self) -> Undecided {
        match (self.exploration.limit, self.exploration.omission) {
            (Some(limit), _) => Undecided::Limit(limit),
            (None, Some(_)) => Undecided::Omission,
            (None, None) => Undecided::EndedAtViolation,
        }
    }
}

/// Violated by a run at the end of which something fails: what is said of it is what the replay found.
pub(crate) fn failed(
    row: PropertyResult,
    trace: Trace,
    message: impl Fn(&Fault) -> String,
) -> PropertyResult {
    let found = trace.failure().map(|fault| (fault.span, message(fault)));
    let (span, message) = found.unzip();
    PropertyResult {
        span: span.or(row.span),
        ..violated(row, Witness::Run(trace), &message.unwrap_or_default())
    }
}

fn violated(row: PropertyResult, witness: Witness, message: &str) -> PropertyResult {
    PropertyResult {
        verdict: Verdict::Violated(Box::new(witness)),
        message: Some(message.to_string()),
        ..row
    }
}
