//! Runs that weyl writes and SPIN's simulator replays.

use crate::Options;
use crate::answer::report_with;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use weyl_check::{PropertyResult, Report, Verdict};
use weyl_report::render_trail;
use weyl_source::Sources;
use weyl_system::{Fault, FaultKind};
use weyl_trace::{Ending, Recorder, Trace};

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The assertion on a line fails.
    Assertion { line: usize },
    /// No process can go on: those that may not stay where they are, with SPIN's numbers of these
    /// places.
    Stuck(BTreeMap<u64, u32>),
    /// A trace forbids the last step, which SPIN's simulator does not know.
    Forbidden,
    /// A run-time error of the model.
    Error,
}

#[derive(Clone, Debug)]
pub struct Violation {
    pub trail: String,
    pub end: End,
}

/// Every violation of a model.
pub fn violations(path: &Path, options: &Options) -> Result<Vec<Violation>> {
    let text = std::fs::read_to_string(path)?;
    let mut sources = Sources::default();
    let (name, request) = (path.display().to_string(), options.request());
    let report = report_with(&mut sources, &name, &text, &request, weyl_check::check)?;
    let properties = report.properties.iter();
    let found = properties.filter_map(|property| violation(&report, property, &sources));
    Ok(found.collect())
}

fn violation(report: &Report, property: &PropertyResult, sources: &Sources) -> Option<Violation> {
    let Verdict::Violated(witness) = &property.verdict else {
        return None;
    };
    let trace = witness.trace()?;
    let end = match &trace.claim {
        Ending::Stuck => End::Stuck(waiting(report, trace)?),
        Ending::StepFails(fault) => end_by(fault, sources),
        _ => End::Error,
    };
    let trail = render_trail(trace, report.numbers.as_ref()?);
    Some(Violation { trail, end })
}

fn end_by(fault: &Fault, sources: &Sources) -> End {
    match fault.kind {
        FaultKind::Assertion { .. } => End::Assertion {
            line: sources.position(fault.span).line,
        },
        FaultKind::Refuted { .. } => End::Forbidden,
        _ => End::Error,
    }
}

fn waiting(report: &Report, trace: &Trace) -> Option<BTreeMap<u64, u32>> {
    let numbers = report.numbers.as_ref()?;
    let recorder = Recorder::new(&report.program);
    let waiting = recorder.waiting(trace.last().state()?).into_iter();
    let places = waiting.map(|waiting| {
        let location = usize::try_from(waiting.location).ok()?;
        let state = numbers.state(waiting.kind as usize, location)?;
        Some((waiting.process.number, state))
    });
    places.collect()
}

/// What SPIN's simulator says of a trail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Replay {
    steps: usize,
    /// The lines of the assertions that failed in the last step: a d_step has several statements.
    failed: Vec<usize>,
    /// The processes that are at no valid end, with the numbers of their places.
    waiting: BTreeMap<u64, u32>,
}

/// SPIN replays the run of a violation and ends where weyl says that it does.
pub fn replays(model: &Path, violation: &Violation, folder: &Path) -> Result<()> {
    let trail = folder.join("run.trail");
    std::fs::write(&trail, &violation.trail)?;
    let mut spin = Command::new("spin");
    spin.args(["-t", "-p", "-k"])
        .arg(&trail)
        .arg(model.canonicalize()?);
    let output = spin.current_dir(folder).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    agrees(&text, violation).with_context(|| format!("{violation:?}\n{text}"))
}

fn agrees(text: &str, violation: &Violation) -> Result<()> {
    for complaint in [
        "lost trail",
        "no matching",
        "stop error",
        "transition failed",
        "(?)",
    ] {
        ensure!(!text.contains(complaint), "SPIN says: {complaint}");
    }
    let replay = parse(text)?;
    let steps = violation.trail.lines().count();
    ensure!(replay.steps == steps, "{steps} steps, SPIN {replay:?}");
    let same = match &violation.end {
        End::Assertion { line } => replay.failed.contains(line),
        End::Stuck(waiting) => replay.waiting == *waiting,
        End::Forbidden | End::Error => true,
    };
    ensure!(same, "another end: SPIN {replay:?}");
    Ok(())
}

/// Whether a program may behave in SPIN's simulator as it never does in its checker, so that pan's
/// own trails can't be replayed: a rendezvous channel is always full, and `_nr_pr` in an argument
/// of a `run` counts the new process.
pub fn is_simulated_otherwise(program: &str) -> bool {
    let asks_rendezvous = program.contains("[0] of") && program.contains("full(");
    let mut lines = program.lines();
    asks_rendezvous || lines.any(|line| line.contains("run ") && line.contains("_nr_pr"))
}

fn parse(text: &str) -> Result<Replay> {
    let (run, end) = text
        .split_once("spin: trail ends after ")
        .context("SPIN did not get to the end")?;
    let steps = end.split_whitespace().next().unwrap_or_default();
    let places = end
        .lines()
        .filter(|line| !line.ends_with("<valid end state>"));
    Ok(Replay {
        steps: steps.parse()?,
        failed: failed_in_last_step(run)?,
        waiting: places.filter_map(place).collect(),
    })
}

fn failed_in_last_step(run: &str) -> Result<Vec<usize>> {
    let mut failed = Vec::new();
    // What a statement says comes before its own line.
    let mut said = Vec::new();
    let mut step = "";
    for line in run.lines() {
        if let Some(place) = line.strip_suffix(", Error: assertion violated") {
            let number = place.rsplit(':').next().unwrap_or_default();
            said.push(number.parse()?);
        }
        if let Some((number, _)) = line.split_once(":\tproc ") {
            if number != step {
                failed.clear();
                step = number;
            }
            failed.append(&mut said);
        }
    }
    Ok(failed)
}

/// ` 18: proc  2 (Q:1) a.pml:20 (state 2)`
fn place(line: &str) -> Option<(u64, u32)> {
    let process = line.split_once("proc ")?.1.split_whitespace().next()?;
    let state = line.rsplit_once("(state ")?.1.split(')').next()?;
    Some((process.parse().ok()?, state.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "spin: a.pml:16, Error: assertion violated
 17:\tproc  1 (P:1) a.pml:16 (state 28)\t[assert((x==0))]
spin: a.pml:17, Error: assertion violated
 18:\tproc  1 (P:1) a.pml:17 (state 29)\t[assert((x==0))]
spin: trail ends after 18 steps
#processes: 2
 18:\tproc  1 (P:1) a.pml:18 (state 30) <valid end state>
 18:\tproc  0 (:init::1) a.pml:21 (state 4)
2 processes created";

    #[test]
    fn what_spin_prints_is_read() {
        let expected = Replay {
            steps: 18,
            failed: vec![17],
            waiting: BTreeMap::from([(0, 4)]),
        };
        assert_eq!(parse(PRINTED).ok(), Some(expected));
        assert!(parse("Segmentation fault").is_err());
    }

    #[test]
    fn another_end_is_no_agreement() {
        let violation = |end| Violation {
            trail: "1:0:0\n".repeat(18),
            end,
        };
        assert!(agrees(PRINTED, &violation(End::Assertion { line: 17 })).is_ok());
        assert!(agrees(PRINTED, &violation(End::Assertion { line: 16 })).is_err());
        assert!(agrees(PRINTED, &violation(End::Stuck(BTreeMap::new()))).is_err());
    }
}
