//! Why a formula of branching time, or its negation, holds.

use super::TraceView;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_check::{Evidence, EvidencePart, EvidenceReason};
use weyl_source::Sources;

/// A formula that holds in a state; of a list the first is what is shown, the others are named by
/// their places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceView {
    pub formula: String,
    /// So many steps from the beginning lead to the state.
    pub from: usize,
    pub reason: ReasonView,
    /// What else is shown for that, and after how many steps from the beginning.
    pub parts: Vec<EvidencePartView>,
    /// How many positions the game has that was won, for fixpoints and modalities.
    pub positions: Option<usize>,
    /// The run from the beginning on, where it is a run that shows it.
    pub trace: Option<TraceView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidencePartView {
    pub after: usize,
    pub part: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonView {
    /// The state itself.
    State,
    /// Both parts of a conjunction.
    Both,
    /// One part of a disjunction.
    One,
    /// All runs were searched.
    AllRuns,
    /// All values of a quantifier.
    AllInstances,
    /// A run.
    Run,
    /// A game was won.
    Game,
    /// It is not shown, for there was enough before it.
    LeftOut,
}

impl EvidenceView {
    pub fn all(evidence: &Evidence, sources: &Sources) -> Vec<EvidenceView> {
        let parts = evidence.parts.iter();
        parts
            .map(|part| EvidenceView::of(part, &evidence.parts, sources))
            .collect()
    }

    fn of(part: &EvidencePart, all: &[EvidencePart], sources: &Sources) -> EvidenceView {
        let here = |parts: &[usize]| parts.iter().map(|one| (part.from, *one)).collect();
        let (reason, parts): (ReasonView, Vec<(usize, usize)>) = match &part.reason {
            EvidenceReason::State => (ReasonView::State, Vec::new()),
            EvidenceReason::Both(parts) => (ReasonView::Both, here(parts)),
            EvidenceReason::One(one) => (ReasonView::One, here(&[*one])),
            EvidenceReason::AllRuns => (ReasonView::AllRuns, Vec::new()),
            EvidenceReason::AllInstances => (ReasonView::AllInstances, Vec::new()),
            EvidenceReason::Run(parts) => (ReasonView::Run, parts.clone()),
            EvidenceReason::Game(_, parts) => {
                let parts = parts.iter().map(|one| (all[*one].from, *one));
                (ReasonView::Game, parts.collect())
            }
            EvidenceReason::LeftOut => (ReasonView::LeftOut, Vec::new()),
        };
        let parts = parts.into_iter();
        let is_run = reason == ReasonView::Run;
        EvidenceView {
            formula: part.formula.clone(),
            from: part.from,
            reason,
            parts: parts
                .map(|(after, part)| EvidencePartView { after, part })
                .collect(),
            positions: match part.reason {
                EvidenceReason::Game(positions, _) => Some(positions),
                EvidenceReason::State
                | EvidenceReason::Both(_)
                | EvidenceReason::One(_)
                | EvidenceReason::AllRuns
                | EvidenceReason::AllInstances
                | EvidenceReason::Run(_)
                | EvidenceReason::LeftOut => None,
            },
            trace: part
                .trace
                .as_ref()
                .filter(|_| is_run)
                .map(|trace| TraceView::of(trace, sources)),
        }
    }
}
