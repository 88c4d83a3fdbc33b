//! What there is to see of a check that was ended before it came to a report.

use super::{
    LimitsView, ProfileView, SCHEMA_VERSION, StoreView, VERSION, VerdictView, View, rounded,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering::Relaxed;
use weyl_check::{Report, Undecided, Verdict};
use weyl_explore::{LimitKind, Phase, Progress};

/// What was being done when a limit was reached, in the order of a check.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PhaseView {
    Reading,
    Preparing,
    Symmetry,
    Compiling,
    Searching,
    Judging,
    Comparing,
    Writing,
}

impl PhaseView {
    /// Where a report was made, a search was ended, or the replay of what it found.
    pub(super) fn of_report(report: &Report) -> PhaseView {
        let mut verdicts = report.properties.iter().map(|property| &property.verdict);
        let is_late =
            |verdict: &Verdict| matches!(verdict, Verdict::Inconclusive(Undecided::NotReplayed(_)));
        if verdicts.any(is_late) {
            PhaseView::Judging
        } else {
            PhaseView::Searching
        }
    }

    /// For people.
    pub(crate) fn doing(self) -> &'static str {
        match self {
            PhaseView::Reading => "reading the model",
            PhaseView::Preparing => "preparing the model",
            PhaseView::Symmetry => "looking for symmetry",
            PhaseView::Compiling => "compiling the model",
            PhaseView::Searching => "searching",
            PhaseView::Judging => "replaying what was found",
            PhaseView::Comparing => "comparing with the unreduced system",
            PhaseView::Writing => "writing the answer",
        }
    }
}

impl From<Phase> for PhaseView {
    fn from(phase: Phase) -> PhaseView {
        match phase {
            Phase::Reading => PhaseView::Reading,
            Phase::Preparing => PhaseView::Preparing,
            Phase::Symmetry => PhaseView::Symmetry,
            Phase::Compiling => PhaseView::Compiling,
            Phase::Searching => PhaseView::Searching,
            Phase::Judging => PhaseView::Judging,
            Phase::Comparing => PhaseView::Comparing,
            Phase::Writing => PhaseView::Writing,
        }
    }
}

impl View {
    /// Of a check that came to no report: what its counters say.
    pub fn unfinished(model: &str, limit: LimitKind, phase: Phase, progress: &Progress) -> View {
        let states = progress.states.load(Relaxed);
        let bytes = progress.bytes.load(Relaxed);
        View {
            weyl: VERSION.to_string(),
            schema: SCHEMA_VERSION.to_string(),
            model: model.to_string(),
            verdict: VerdictView::Inconclusive,
            states,
            transitions: progress.transitions.load(Relaxed),
            depth: progress.depth.load(Relaxed),
            seconds: rounded(progress.began().elapsed().as_secs_f64(), 1e6),
            bytes,
            bytes_per_state: rounded(bytes as f64 / states.max(1) as f64, 10.0),
            threads: 0,
            store: StoreView::Exact,
            omission_probability: None,
            bits: None,
            symmetry: None,
            reductions: Vec::new(),
            explorations: Vec::new(),
            profile: ProfileView::default(),
            self_check: None,
            properties: Vec::new(),
            limits: LimitsView::default(),
            limit: Some(limit.into()),
            phase: Some(phase.into()),
            disk: None,
            checkpoint: None,
            complete: false,
            unreached: Vec::new(),
            coverage: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Whether it ended before there was anything to say about properties.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.limit.is_some() && self.properties.is_empty() && self.explorations.is_empty()
    }
}
