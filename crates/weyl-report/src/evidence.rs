//! Why a formula of branching time holds, as an indented tree: each line a formula, where it holds,
//! and by what.

use crate::flow::wrapped;
use crate::quantity::counted;
use crate::view::{EvidenceView, ReasonView};
use std::collections::HashSet;

const INDENT: usize = 2;
/// Deeper parts are no further indented.
const MAX_INDENT: usize = 24;

pub(crate) fn render_evidence(evidence: &[EvidenceView], width: usize) -> String {
    let mut told = HashSet::new();
    let mut pending = vec![(0, 0, 0)];
    let mut text = String::new();
    while let Some((part, after, depth)) = pending.pop() {
        let Some(one) = evidence.get(part) else {
            continue;
        };
        let is_again = !told.insert((part, after));
        let indent = (INDENT + 2 * depth).min(MAX_INDENT);
        text.push_str(&wrapped(&line(one, after), indent, indent + 4, width));
        if is_again {
            continue;
        }
        // What the states of a run show by themselves is seen there.
        let is_shown = |part: usize| {
            let inner = evidence.get(part);
            one.reason != ReasonView::Run
                || inner.is_some_and(|inner| inner.reason != ReasonView::State)
        };
        let parts = one.parts.iter().rev();
        let parts = parts.filter(|inner| is_shown(inner.part));
        pending.extend(parts.map(|inner| (inner.part, inner.after, depth + 1)));
    }
    text
}

fn line(one: &EvidenceView, after: usize) -> String {
    let place = match after {
        0 => "at the beginning".to_string(),
        steps => format!("after step {steps}"),
    };
    let steps = |count: usize| counted(count as u64, "step");
    let why = match one.reason {
        ReasonView::State => String::new(),
        ReasonView::Both => ", both:".to_string(),
        ReasonView::One => ", since".to_string(),
        ReasonView::AllRuns => ", on all runs".to_string(),
        ReasonView::AllInstances => ", for all values".to_string(),
        ReasonView::LeftOut => " (not shown)".to_string(),
        ReasonView::Game => {
            let positions = one.positions.unwrap_or(0) as u64;
            format!(", by a game of {}", counted(positions, "position"))
        }
        ReasonView::Run => match &one.trace {
            Some(trace) => {
                let length = trace.len().saturating_sub(one.from);
                let cycle = trace.cycle_length();
                let round = cycle.map(|cycle| match cycle {
                    0 => ", the last state for ever".to_string(),
                    cycle => format!(", the last {} for ever", steps(cycle)),
                });
                format!(
                    ", by a run of {}{}",
                    steps(length),
                    round.unwrap_or_default()
                )
            }
            None => String::new(),
        },
    };
    format!("{}  {place}{why}", one.formula)
}
