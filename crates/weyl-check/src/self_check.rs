//! The self-check: what is explored against the model as it was written, for whoever does not want
//! to take it on trust.
//!
//! Both are explored as a whole. Verdicts must agree, property by property, and the quotient by
//! symmetry alone must have exactly one state for each orbit of reachable states (at least one
//! where representatives are not exact).

use crate::check::check_with_group;
use crate::engine::{Canon, reachable, representatives};
use crate::failure::{Failure, bug_report};
use crate::judging::{Conclusion, PropertyResult, Report, SelfCheck, Verdict};
use crate::limits::limited;
use crate::reading::Read;
use crate::reducing::Reduction;
use crate::symmetry::Found;
use crate::{Kind, Reductions, Request, SymmetrySource, Termination, read};
use std::collections::HashSet;
use weyl_budget::{Budget, go_on};
use weyl_explore::{Order, Phase, Progress};
use weyl_quotient::{Precision, Quotient};
use weyl_source::{FileId, Sources};
use weyl_system::{Canonical, Interpreter, Program, System};
use weyl_trace::Trace;

/// A check, compared with a check of the model as it was written.
pub fn check_and_compare(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
    progress: &Progress,
) -> Result<Report, Failure> {
    progress.enter(Phase::Reading);
    let read = limited(request, progress, || read(sources, file, &request.model))?;
    let whole = Request {
        keep_going: true,
        ..request.clone()
    };
    let (mut reduced, found) = check_with_group(&read, &whole, progress)?;
    progress.restart();
    let unreduced = Request {
        symmetry: SymmetrySource::Off,
        reductions: Reductions::NONE,
        termination: if found.as_ref().is_some_and(|found| found.stays) {
            Termination::Stay
        } else {
            request.termination
        },
        graph: false,
        ..whole.clone()
    };
    let (full, _) = check_with_group(&read, &unreduced, progress)?;
    let agrees = reduced.complete && full.complete;
    if agrees {
        compare_verdicts(&reduced, &full, has_shortest_runs(&reduced, request))?;
    }
    let comparison = Comparison {
        read: &read,
        request: &whole,
        full: &full,
        progress,
    };
    reduced.self_check = Some(SelfCheck {
        full_states: full.statistics.states,
        full_seconds: full.statistics.seconds,
        orbits: match found {
            Some(found) if agrees => comparison.orbits(&reduced, found)?,
            _ => None,
        },
        agrees,
    });
    Ok(reduced)
}

/// Whether a search finds runs with as few steps of the model as there are.
fn has_shortest_runs(report: &Report, request: &Request) -> bool {
    request.order == Order::BreadthFirst && !report.reductions.iter().any(Reduction::lengthens_runs)
}

/// A model that was explored as it was written.
struct Comparison<'a> {
    read: &'a Read<'a>,
    request: &'a Request,
    full: &'a Report,
    progress: &'a Progress,
}

impl Comparison<'_> {
    /// The number of orbits under symmetry alone, after all comparisons; `None` if a limit was
    /// reached first.
    fn orbits(&self, reduced: &Report, found: Found) -> Result<Option<u64>, Failure> {
        if !reduced.reductions.iter().any(Reduction::is_done) {
            return self.compare_orbits(reduced, &found);
        }
        self.progress.restart();
        let alone = Request {
            reductions: Reductions::NONE,
            graph: false,
            ..self.request.clone()
        };
        let (report, found) = check_with_group(self.read, &alone, self.progress)?;
        if report.complete {
            let is_shortest = self.request.order == Order::BreadthFirst;
            compare_verdicts(&report, self.full, is_shortest)?;
        }
        match found {
            Some(found) if report.complete => self.compare_orbits(&report, &found),
            _ => Ok(None),
        }
    }

    fn compare_orbits(&self, report: &Report, found: &Found) -> Result<Option<u64>, Failure> {
        self.progress.enter(Phase::Comparing);
        let budget = self.progress.budget(&self.request.limits);
        let compare = || compare_orbits(report, found, self.request, &budget);
        // Without the time for it, the comparison is not finished.
        budget.limiting(compare).unwrap_or(Ok(None))
    }
}

/// Verdicts and, where runs are shortest ones, their lengths: levels of the quotient are those of
/// the whole system. Where one name has several rows the one with the shortest run counts: a
/// symmetry can take what fails in one statement to what fails in another.
fn compare_verdicts(reduced: &Report, full: &Report, is_shortest: bool) -> Result<(), Failure> {
    for row in reduced.properties.iter().chain(&full.properties) {
        let [ours, other] = [reduced, full].map(|report| said_of(report, &row.name, is_shortest));
        if ours != other {
            return Err(bug_report(&format!(
                "`{}` {ours} with reductions and {other} without",
                row.name,
            )));
        }
    }
    let (a, b) = (reduced.outcome(), full.outcome());
    if a == b {
        Ok(())
    } else {
        Err(bug_report(&format!(
            "the verdict is {} with reductions and {} without",
            outcome_word(a),
            outcome_word(b)
        )))
    }
}

/// What is said of a name.
fn said_of(report: &Report, name: &str, is_shortest: bool) -> String {
    let rows = report.properties.iter().filter(|row| row.name == name);
    let length = |row: &&PropertyResult| match &row.verdict {
        Verdict::Violated(witness) => witness.trace().map(Trace::firings),
        Verdict::Holds | Verdict::Inconclusive(_) => None,
    };
    let shortest = rows.min_by_key(|row| length(row).unwrap_or(usize::MAX));
    shortest.map_or("is not there".to_string(), |row| said(row, is_shortest))
}

fn said(row: &PropertyResult, is_shortest: bool) -> String {
    let (word, run) = match &row.verdict {
        Verdict::Holds => ("holds", row.example.as_ref()),
        Verdict::Violated(witness) => ("is violated", witness.trace()),
        Verdict::Inconclusive(_) => ("is not decided", None),
    };
    let is_shortest = is_shortest && row.kind != Kind::Temporal;
    match run.filter(|_| is_shortest) {
        Some(run) => format!("{word} after {} steps", run.firings()),
        None => word.to_string(),
    }
}

fn outcome_word(outcome: Conclusion) -> &'static str {
    match outcome {
        Conclusion::Holds => "holds",
        Conclusion::Violated => "violated",
        Conclusion::Inconclusive => "inconclusive",
    }
}

/// The number of orbits of reachable states; `None` if a limit was reached first.
fn compare_orbits(
    reduced: &Report,
    found: &Found,
    request: &Request,
    budget: &Budget,
) -> Result<Option<u64>, Failure> {
    let program = &reduced.program;
    let canonical = |precision| representatives(program, &found.creators, &found.group, precision);
    let mut exact = canonical(Precision::Exact);
    let system = Interpreter::new(program);
    let Some(whole) = reachable(system.clone(), budget, usize::MAX) else {
        return Ok(None);
    };
    let orbits = image(program, &whole, &mut exact);
    let quotient = Quotient::new(system, canonical(request.precision));
    let Some(quotient) = reachable(quotient, budget, usize::MAX) else {
        return Ok(None);
    };
    let reached = image(program, &quotient, &mut exact);
    let is_one_each = request.precision == Precision::Fast || quotient.len() == orbits.len();
    if reached == orbits && is_one_each {
        Ok(Some(orbits.len() as u64))
    } else {
        Err(bug_report(&format!(
            "the reachable states have {} orbits, of which the quotient reaches {} with {} states",
            orbits.len(),
            reached.len(),
            quotient.len()
        )))
    }
}

fn image(program: &Program, states: &HashSet<Vec<u8>>, canonical: &mut Canon) -> HashSet<Vec<u8>> {
    let system = Interpreter::new(program);
    let mut state = vec![0; system.state_size()];
    let mut representative = state.clone();
    let images = states.iter().map(|packed| {
        go_on();
        system.unpack(packed, &mut state);
        canonical.represent(&state, &mut representative);
        let mut image = vec![0; system.packed_size()];
        system.pack(&representative, &mut image);
        image
    });
    images.collect()
}
