//! From what was found to verdicts: every run is replayed first.

use super::verdict::{Exhausted, Kind, PropertyResult, Undecided, Verdict, Witness};
use crate::Request;
use crate::ask::{ASSERTIONS, Asked, RUN_TIME_ERROR, kind_of};
use crate::engine::{Answered, Canon, representatives};
use crate::failure::{Failure, bug_report};
use crate::vacuity::{self, Note};
use weyl_budget::Budget;
use weyl_explore::{Exploration, LimitKind, Phase};
use weyl_ir::analysis::hit_by_steps;
use weyl_ir::{Model, PropertyId, PropertyKind, RuleId};
use weyl_source::Sources;
use weyl_symmetry::Creator;
use weyl_system::{
    Assertions, Deadlock, Fault, FaultKind, Finding, Program, Question, Run, Violation,
    ViolationKind,
};
use weyl_trace::{
    ClaimedRun, Completion, Ending, Lift, Recorder, ReplayError, Trace, Waiting, confirm_region,
    replay,
};

/// What all verdicts of a check have in common.
#[derive(Clone, Copy)]
pub(crate) struct Judging<'a> {
    /// What was explored.
    pub program: &'a Program,
    /// The same, or one in which processes have the numbers that the model gives them.
    pub numbered: &'a Program,
    /// The program as it was written, if it was reduced: runs are shown there.
    pub written: Option<&'a Program>,
    /// Whether only a part of it was explored.
    pub is_sliced: bool,
    pub asked: &'a Asked,
    pub creators: &'a [Creator],
    pub fair_rules: &'a [RuleId],
    pub request: &'a Request,
    pub sources: &'a Sources,
}

impl<'a> Judging<'a> {
    /// One row for each property, in the order in which they were asked for.
    pub fn rows(
        self,
        answered: &[Answered],
        watching: &[Answered],
        budget: &Budget,
    ) -> Result<Judged, Failure> {
        let mut rows: Vec<PropertyResult> = Vec::new();
        let mut unconfirmed = None;
        for one in answered {
            let mut judge = self.judge(one, budget);
            let found = one.job.questions.iter().zip(&one.exploration.findings);
            for (question, finding) in found.filter(|(one, _)| self.asked.watched(one).is_none()) {
                let judged = match judge.judge(question, finding) {
                    Err(Failure::Spent { limit, .. }) => judge.too_late(question, limit)?,
                    judged => judged?,
                };
                judged.into_iter().for_each(|row| add_row(&mut rows, row));
            }
            unconfirmed = unconfirmed.or(judge.unconfirmed);
        }
        let late = rows.iter().find_map(|row| match row.verdict {
            Verdict::Inconclusive(Undecided::NotReplayed(limit)) => Some(limit),
            _ => None,
        });
        let model = &self.program.model;
        let questions = self.asked.questions.iter();
        let names: Vec<String> = questions.map(|one| self.asked.name(model, one)).collect();
        let place = |name: &str| names.iter().position(|other| other == name);
        // An assertion that has a name of its own stands where the assertions do.
        let place_of = |row: &PropertyResult| {
            let mut witnesses = self.request.witnesses.iter();
            let asked = witnesses.find(|(_, wanted)| *wanted == row.name);
            place(asked.map_or(&row.name, |(name, _)| name))
        };
        rows.sort_by_key(|row| place_of(row).or_else(|| place(ASSERTIONS)));
        let holding = rows.iter_mut().filter(|row| row.verdict == Verdict::Holds);
        holding.for_each(|row| row.notes = self.notes(&row.name, answered, watching));
        Ok(Judged {
            rows,
            late,
            unconfirmed,
        })
    }

    /// What is to be said of a property that holds.
    fn notes(self, name: &str, answered: &[Answered], watching: &[Answered]) -> Vec<Note> {
        let model = &self.program.model;
        let questions = self.asked.questions.iter();
        let own = questions.filter(|one| self.asked.name(model, one) == name);
        let mut notes: Vec<Note> = own
            .flat_map(|one| vacuity::notes(model, self.asked, one))
            .collect();
        for one in answered.iter().chain(watching) {
            let found = one.job.questions.iter().zip(&one.exploration.findings);
            let never = found.filter_map(|(question, finding)| {
                let watched = self.asked.watched(question)?;
                Exhausted::of(&one.exploration, finding).map(|_| watched)
            });
            let never = never.filter(|watched| watched.of == name);
            let never = never.map(|watched| watched.note(self.sources));
            // Where a value that nothing ever has is the reason, that says more.
            let never: Vec<Note> = never
                .filter(|note| !notes.iter().any(|known| note.is_explained_by(known)))
                .collect();
            notes.extend(never);
        }
        notes
    }

    /// The program whose runs are shown.
    pub fn shown(self) -> &'a Program {
        self.written.unwrap_or(self.numbered)
    }

    /// What carries runs there, where another one was explored.
    pub fn completion(self) -> Option<Completion<'a>> {
        let written = self.written?;
        Some(Completion::new(self.numbered, written))
    }

    fn judge(self, answered: &'a Answered, budget: &'a Budget) -> Judge<'a> {
        let program = self.program;
        Judge {
            judging: self,
            model: &program.model,
            recorder: Recorder::new(self.shown()),
            lift: None,
            unconfirmed: None,
            budget,
            answered,
            exploration: &answered.exploration,
        }
    }
}

/// A run was found against it, which there was no time to replay.
fn not_replayed(row: PropertyResult, limit: LimitKind) -> PropertyResult {
    PropertyResult {
        verdict: Verdict::Inconclusive(Undecided::NotReplayed(limit)),
        ..row
    }
}

/// What came of all that was found.
pub(crate) struct Judged {
    pub rows: Vec<PropertyResult>,
    /// The limit that was reached before all of them were decided.
    pub late: Option<LimitKind>,
    /// Which reduction does not answer what was asked.
    pub unconfirmed: Option<Unconfirmed>,
}

/// A run of a reduced program that is none of the program as it was written, as far as is known.
pub(crate) struct Unconfirmed {
    /// The reduction without which the question is to be asked again.
    pub reduction: &'static str,
    pub reason: String,
}

/// Instances of a liveness or temporal property that were asked about apart make one row: that of
/// the first that does not hold.
fn add_row(rows: &mut Vec<PropertyResult>, row: PropertyResult) {
    let is_same = |other: &&mut PropertyResult| {
        matches!(row.kind, Kind::Liveness | Kind::Temporal)
            && (&other.name, other.span) == (&row.name, row.span)
    };
    match rows.iter_mut().find(is_same) {
        Some(other) if other.verdict == Verdict::Holds => *other = row,
        Some(_) => {}
        None => rows.push(row),
    }
}

/// Judges the answers of one job.
pub(super) struct Judge<'a> {
    pub judging: Judging<'a>,
    pub model: &'a Model,
    pub recorder: Recorder<'a>,
    /// Where runs are those of a quotient, and one of them was lifted.
    lift: Option<Lift<'a, Canon>>,
    pub unconfirmed: Option<Unconfirmed>,
    budget: &'a Budget,
    pub answered: &'a Answered,
    pub exploration: &'a Exploration,
}

impl<'a> Judge<'a> {
    /// The rows of a question whose runs there was no time to replay: they are claims, no more.
    fn too_late(
        &mut self,
        question: &Question,
        limit: LimitKind,
    ) -> Result<Vec<PropertyResult>, Failure> {
        let rows = self.judge(question, &Finding::Unknown)?.into_iter();
        Ok(rows.map(|row| not_replayed(row, limit)).collect())
    }

    /// The rows of a question.
    fn judge(
        &mut self,
        question: &Question,
        finding: &Finding,
    ) -> Result<Vec<PropertyResult>, Failure> {
        let violations: &[Violation] = match finding {
            Finding::Violations(violations) => violations,
            Finding::Settled => return Ok(Vec::new()),
            Finding::Holds
            | Finding::Reached(_)
            | Finding::Unreachable
            | Finding::Lost { .. }
            | Finding::Bad(_)
            | Finding::Decided(_)
            | Finding::Fails(_)
            | Finding::TooLarge
            | Finding::Unknown => &[],
        };
        let row = match question {
            Question::Invariant(property) => self.invariant(*property, violations),
            Question::Assertions(asked) => return self.assertions(asked, violations),
            Question::Events(property) => self.events(*property, violations),
            Question::RunTimeErrors => return self.run_time_errors(violations),
            Question::Deadlock(mode) => self.deadlock(*mode, violations),
            Question::Cover(property) => self.cover(*property, finding, violations),
            Question::Liveness(liveness) => self.liveness(liveness.property, finding, violations),
            Question::Temporal(temporal) => self.temporal(temporal, finding, violations),
            Question::Branching(branching) => self.branching(branching, finding, violations),
        };
        Ok(vec![row?])
    }

    fn invariant(
        &mut self,
        property: PropertyId,
        violations: &[Violation],
    ) -> Result<PropertyResult, Failure> {
        let mut found = violations.iter();
        let found = found.find_map(|violation| match violation.kind {
            ViolationKind::Invariant { instance, .. } => Some((instance, &violation.run)),
            _ => None,
        });
        let length = found.map_or(usize::MAX, |(_, run)| run.steps.len());
        let row = self.row(property);
        if let Some(row) = self.not_evaluable(&row, violations, length)? {
            return Ok(row);
        }
        let Some((instance, run)) = found else {
            return Ok(row);
        };
        let trace = self.replay(run, Ending::False { property, instance })?;
        let instance = match trace.claim {
            Ending::False { instance, .. } => instance,
            _ => instance,
        };
        Ok(PropertyResult {
            parameters: self.parameters(property, instance),
            ..violated(row, Witness::Run(trace), "the invariant is false")
        })
    }

    /// A property that can't be evaluated in some state is violated there. A run of more than so
    /// many steps is not asked for: there is a shorter one to where it is false.
    pub fn not_evaluable(
        &mut self,
        row: &PropertyResult,
        violations: &[Violation],
        most: usize,
    ) -> Result<Option<PropertyResult>, Failure> {
        let mut found = violations.iter();
        let found = found.find_map(|violation| match &violation.kind {
            ViolationKind::StateFault { property, fault } => {
                Some((*property, fault.clone(), &violation.run))
            }
            _ => None,
        });
        let found = found.filter(|(_, _, run)| run.steps.len() <= most);
        let Some((property, fault, run)) = found else {
            return Ok(None);
        };
        let trace = self.replay(run, Ending::NotEvaluable { property, fault })?;
        Ok(Some(failed(row.clone(), trace, |fault| {
            format!("it can't be evaluated: {}", fault.describe(self.model))
        })))
    }

    /// One row for each assertion that failed, or one for all that did not.
    fn assertions(
        &mut self,
        asked: &Assertions,
        violations: &[Violation],
    ) -> Result<Vec<PropertyResult>, Failure> {
        let failed = self.fault_rows(violations, |fault| match &fault.kind {
            FaultKind::Assertion { message } if message.is_empty() => ASSERTIONS.to_string(),
            FaultKind::Assertion { message } => message.clone(),
            _ => String::new(),
        })?;
        let standing: Vec<String> = match asked {
            Assertions::Only(messages) => messages.clone(),
            Assertions::All if failed.is_empty() => vec![ASSERTIONS.to_string()],
            Assertions::All => Vec::new(),
        };
        let has_failed = |name: &String| failed.iter().any(|row| row.name == *name);
        let standing = standing.into_iter().filter(|name| !has_failed(name));
        let mut rows: Vec<PropertyResult> = standing.map(|name| self.unnamed_row(&name)).collect();
        rows.extend(failed);
        Ok(rows)
    }

    /// One row for an order of events; the first step that refutes it is shown.
    fn events(
        &mut self,
        id: PropertyId,
        violations: &[Violation],
    ) -> Result<PropertyResult, Failure> {
        let row = self.row(id);
        let Some((fault, run)) = faults(violations).next() else {
            return Ok(row);
        };
        let trace = self.replay(run, Ending::StepFails(Box::new(fault.clone())))?;
        Ok(failed(row, trace, |fault| fault.describe(self.model)))
    }

    fn run_time_errors(
        &mut self,
        violations: &[Violation],
    ) -> Result<Vec<PropertyResult>, Failure> {
        let rows = self.fault_rows(violations, |_| RUN_TIME_ERROR.to_string())?;
        if rows.is_empty() {
            return Ok(vec![self.unnamed_row(RUN_TIME_ERROR)]);
        }
        Ok(rows)
    }

    /// A row for each failing step, by its name.
    fn fault_rows(
        &mut self,
        violations: &[Violation],
        name: impl Fn(&Fault) -> String,
    ) -> Result<Vec<PropertyResult>, Failure> {
        let mut rows = Vec::new();
        for (fault, run) in faults(violations) {
            let claim = Ending::StepFails(Box::new(fault.clone()));
            let row = self.unnamed_row(&name(fault));
            rows.push(match self.replay(run, claim) {
                Err(Failure::Spent { limit, .. }) => not_replayed(row, limit),
                trace => failed(row, trace?, |fault| fault.describe(self.model)),
            });
        }
        Ok(rows)
    }

    fn deadlock(
        &mut self,
        mode: Deadlock,
        violations: &[Violation],
    ) -> Result<PropertyResult, Failure> {
        let name = self
            .judging
            .asked
            .name(self.model, &Question::Deadlock(mode));
        let row = self.unnamed_row(&name);
        let Some(violation) = violations.first() else {
            return Ok(row);
        };
        let (claim, message) = match mode {
            Deadlock::Off | Deadlock::Stuck => (Ending::Stuck, "no rule is enabled"),
            Deadlock::Stuttering => (Ending::Stuttering, "no rule leads to another state"),
        };
        let Some(trace) = self.replay_deadlock(&violation.run, claim)? else {
            return Ok(row);
        };
        let message = if self.model.has_processes() {
            self.who_waits(&trace)
        } else {
            message.to_string()
        };
        Ok(violated(row, Witness::Run(trace), &message))
    }

    /// A run to a deadlock. Where variables are forgotten a step may lead to another state that
    /// differs in nothing else: then there is none.
    fn replay_deadlock(&mut self, run: &Run, claim: Ending) -> Result<Option<Trace>, Failure> {
        let compares_states = claim == Ending::Stuttering && self.judging.written.is_some();
        let found = self.replay_claimed(run, claim)?;
        if compares_states && matches!(found, Err(ReplayError::ClaimFails { .. })) {
            let reason = "a step changes nothing but what is forgotten".to_string();
            let reduction = "live";
            self.unconfirmed = Some(Unconfirmed { reduction, reason });
            return Ok(None);
        }
        Ok(Some(found?))
    }

    /// The processes that may not stay where they are at the end of a run, and the orders of events
    /// that are not complete there.
    fn who_waits(&mut self, trace: &Trace) -> String {
        let state = trace.last().state().unwrap_or_default();
        let waiting = self.recorder.waiting(state).into_iter();
        let places = waiting.map(|Waiting { process, span, .. }| {
            let name = format!("process {} ({})", process.number, process.kind);
            match span.filter(|span| !span.is_empty()) {
                Some(span) => format!(
                    "{name} at line {}",
                    self.judging.sources.position(span).line
                ),
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
        finding: &Finding,
        violations: &[Violation],
    ) -> Result<PropertyResult, Failure> {
        let row = self.row(property);
        if let Finding::Reached(run) = finding {
            let example = self.replay(run, Ending::Reached { property })?;
            return Ok(PropertyResult {
                verdict: Verdict::Holds,
                example: Some(example),
                ..row
            });
        }
        if let Some(row) = self.not_evaluable(&row, violations, usize::MAX)? {
            return Ok(row);
        }
        Ok(match Exhausted::of(self.exploration, finding) {
            Some(all) => {
                let message = if hit_by_steps(self.model).contains(&property) {
                    "no step hits it"
                } else {
                    "no reachable state satisfies it"
                };
                violated(row, Witness::Exhausted(all), message)
            }
            None => row,
        })
    }

    /// One row for all instances; the first that is violated is shown.
    fn liveness(
        &mut self,
        property: PropertyId,
        finding: &Finding,
        violations: &[Violation],
    ) -> Result<PropertyResult, Failure> {
        let row = self.row(property);
        if let Some(row) = self.not_evaluable(&row, violations, usize::MAX)? {
            return Ok(row);
        }
        if let Finding::Lost { instance, run } = finding {
            let witness = self.lost(property, *instance, run)?;
            let message = "from here on no state that satisfies it can be reached";
            return Ok(PropertyResult {
                parameters: self.parameters(property, *instance),
                ..violated(row, witness, message)
            });
        }
        Ok(PropertyResult {
            verdict: self.verdict(*finding == Finding::Holds),
            ..row
        })
    }

    fn lost(&mut self, property: PropertyId, instance: u64, run: &Run) -> Result<Witness, Failure> {
        let trace = self.replay(run, Ending::False { property, instance })?;
        let confirm = |judge: &mut Self| {
            let recorder = &mut judge.recorder;
            Ok(confirm_region(recorder, &trace, property, instance)?)
        };
        let region = self.in_time(confirm)?;
        if region.states.is_none() && self.exploration.limit.is_some() {
            return Err(bug_report(
                "liveness was decided before the search was complete",
            ));
        }
        Ok(Witness::RunIntoRegion(trace, region))
    }

    /// The run on the unreduced system, with what it ends in there.
    pub fn replay(&mut self, run: &Run, claim: Ending) -> Result<Trace, Failure> {
        Ok(self.replay_claimed(run, claim)??)
    }

    /// The same, and what is wrong with it otherwise.
    fn replay_claimed(
        &mut self,
        run: &Run,
        claim: Ending,
    ) -> Result<Result<Trace, ReplayError>, Failure> {
        let mut run = ClaimedRun {
            start: run.start,
            steps: run.steps.clone(),
            claim,
        };
        self.in_time(|judge| {
            if let Some(lift) = judge.lift() {
                run = lift.run(run)?;
            }
            if let Some(mut completion) = judge.judging.completion() {
                run = completion.run(run)?;
            }
            let recorder = &mut judge.recorder;
            Ok(replay(recorder, run.start, &run.steps, run.claim))
        })
    }

    /// Does something with runs, if there is time for it.
    pub fn in_time<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let budget = self.budget;
        match budget.limiting(|| work(self)) {
            Ok(done) => done,
            Err(limit) => {
                // Whatever they were doing, they begin anew.
                self.lift = None;
                self.recorder = Recorder::new(self.judging.shown());
                Err(Failure::Spent {
                    limit: limit.into(),
                    phase: Phase::Judging,
                })
            }
        }
    }

    /// What carries runs to the unreduced system, where they are those of a quotient.
    pub fn lift(&mut self) -> Option<&mut Lift<'a, Canon>> {
        let Judging {
            program,
            numbered,
            creators,
            request,
            ..
        } = self.judging;
        let group = &self.answered.job.group;
        let is_as_explored = group.is_trivial() && std::ptr::eq(program, numbered);
        if self.lift.is_none() && !is_as_explored {
            let canonical = representatives(program, creators, group, request.precision);
            self.lift = Some(Lift::new(program, numbered, canonical));
        }
        self.lift.as_mut()
    }

    pub fn parameters(&self, property: PropertyId, instance: u64) -> Vec<(String, String)> {
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
            verdict: self.verdict(self.exploration.has_seen_all_states),
            message: None,
            span: None,
            parameters: Vec::new(),
            example: None,
            evidence: None,
            notes: Vec::new(),
        }
    }

    /// It holds, or was not decided.
    pub fn verdict(&self, holds: bool) -> Verdict {
        if holds {
            return Verdict::Holds;
        }
        Verdict::Inconclusive(match (self.exploration.limit, self.exploration.omission) {
            (Some(limit), _) => Undecided::Limit(limit),
            (None, Some(_)) => Undecided::Omission,
            (None, None) => Undecided::EndedAtViolation,
        })
    }
}

/// Steps that fail, with the runs to them.
fn faults(violations: &[Violation]) -> impl Iterator<Item = (&Fault, &Run)> {
    violations
        .iter()
        .filter_map(|violation| match &violation.kind {
            ViolationKind::Fault(fault) => Some((&**fault, &violation.run)),
            ViolationKind::Invariant { .. }
            | ViolationKind::StateFault { .. }
            | ViolationKind::Deadlock => None,
        })
}

/// Violated by a run at the end of which something fails: what is said of it is what the replay
/// found.
fn failed(row: PropertyResult, trace: Trace, message: impl Fn(&Fault) -> String) -> PropertyResult {
    let found = trace.failure().map(|fault| (fault.span, message(fault)));
    let (span, message) = found.unzip();
    PropertyResult {
        span: span.or(row.span),
        ..violated(row, Witness::Run(trace), &message.unwrap_or_default())
    }
}

pub(super) fn violated(row: PropertyResult, witness: Witness, message: &str) -> PropertyResult {
    PropertyResult {
        verdict: Verdict::Violated(Box::new(witness)),
        message: Some(message.to_string()),
        ..row
    }
}
