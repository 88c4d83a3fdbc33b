//! Properties and what became of them.

use super::{EvidenceView, Pairs, PlaceView, QuoteView, TraceView};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_check::{Kind, PropertyResult, Undecided, Verdict, Witness};
use weyl_source::Sources;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyView {
    pub name: String,
    pub kind: KindView,
    pub verdict: VerdictView,
    /// Why it was not decided.
    pub undecided: Option<UndecidedView>,
    /// What is wrong.
    pub message: Option<String>,
    pub span: Option<PlaceView>,
    /// The instance that is violated.
    pub parameters: Pairs,
    /// A run that violates it, or one that reaches a cover.
    pub trace: Option<TraceView>,
    /// Of a liveness property: how many states were searched beyond the end of the run, itself
    /// included.
    pub searched: Option<u64>,
    /// Of a cover that no state satisfies: in how many.
    pub exhausted: Option<u64>,
    /// Where it is violated, as it is written.
    pub quote: Option<QuoteView>,
    /// Of branching time: why it holds, or its negation does where it is violated.
    #[serde(default)]
    pub evidence: Vec<EvidenceView>,
    /// Where it holds: why that may not be what was meant.
    #[serde(default)]
    pub notes: Vec<NoteView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoteView {
    pub message: String,
    pub span: Option<PlaceView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KindView {
    Safety,
    Cover,
    Liveness,
    Temporal,
    Branching,
    Witness,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictView {
    Holds,
    Violated,
    Inconclusive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UndecidedView {
    Limit,
    /// A run was found, but the limit was reached before it was replayed.
    NotReplayed,
    /// The search ended at a violation of another property, or of another instance.
    Ended,
    /// Nothing was found, but the store may have left out states.
    Omission,
    /// Some state has no way on but steps that fail: a formula of branching time means nothing.
    NoWayOn,
    /// The automaton of the formula, or a product with it, would be too large.
    TooLarge,
}

impl KindView {
    pub fn word(self) -> &'static str {
        match self {
            KindView::Safety => "safety",
            KindView::Cover => "cover",
            KindView::Liveness => "liveness",
            KindView::Temporal => "temporal",
            KindView::Branching => "branching",
            KindView::Witness => "witness",
        }
    }
}

impl From<Kind> for KindView {
    fn from(kind: Kind) -> KindView {
        match kind {
            Kind::Safety => KindView::Safety,
            Kind::Cover => KindView::Cover,
            Kind::Liveness => KindView::Liveness,
            Kind::Temporal => KindView::Temporal,
            Kind::Branching => KindView::Branching,
            Kind::Witness => KindView::Witness,
        }
    }
}

impl VerdictView {
    pub fn word(self) -> &'static str {
        match self {
            VerdictView::Holds => "holds",
            VerdictView::Violated => "violated",
            VerdictView::Inconclusive => "inconclusive",
        }
    }
}

impl PropertyView {
    /// Where somebody should look: where it is written, or where its run ends.
    pub fn place(&self) -> Option<PlaceView> {
        let trace = self.trace.iter();
        let mut steps = trace.flat_map(|trace| trace.steps.iter().rev());
        let last = steps.find_map(|step| step.span.clone());
        self.span.clone().or(last)
    }

    pub fn of(property: &PropertyResult, sources: &Sources) -> PropertyView {
        let (verdict, undecided) = match &property.verdict {
            Verdict::Holds => (VerdictView::Holds, None),
            Verdict::Violated(_) => (VerdictView::Violated, None),
            Verdict::Inconclusive(reason) => {
                let reason = match reason {
                    Undecided::Limit(_) => UndecidedView::Limit,
                    Undecided::NotReplayed(_) => UndecidedView::NotReplayed,
                    Undecided::EndedAtViolation => UndecidedView::Ended,
                    Undecided::Omission => UndecidedView::Omission,
                    Undecided::NoWayOn => UndecidedView::NoWayOn,
                    Undecided::TooLarge => UndecidedView::TooLarge,
                };
                (VerdictView::Inconclusive, Some(reason))
            }
        };
        let witness = match &property.verdict {
            Verdict::Violated(witness) => Some(&**witness),
            Verdict::Holds | Verdict::Inconclusive(_) => None,
        };
        let (searched, exhausted) = match witness {
            Some(Witness::RunIntoRegion(_, region)) => (region.states, None),
            Some(Witness::Exhausted(all)) => (None, Some(all.states)),
            Some(Witness::Run(_) | Witness::Tree(_)) | None => (None, None),
        };
        let trace = match witness {
            Some(witness) => witness.trace(),
            None => property.example.as_ref(),
        };
        let evidence = match witness {
            Some(Witness::Tree(evidence)) => Some(evidence),
            Some(Witness::Run(_) | Witness::RunIntoRegion(..) | Witness::Exhausted(_)) | None => {
                property.evidence.as_ref()
            }
        };
        let notes = property.notes.iter().map(|note| NoteView {
            message: note.message.clone(),
            span: PlaceView::of(note.span, sources),
        });
        let quoted = property.span.filter(|_| witness.is_some());
        PropertyView {
            name: property.name.clone(),
            kind: property.kind.into(),
            verdict,
            undecided,
            message: property.message.clone(),
            span: property.span.and_then(|span| PlaceView::of(span, sources)),
            parameters: Pairs(property.parameters.clone()),
            trace: trace.map(|trace| TraceView::of(trace, sources)),
            searched,
            exhausted,
            quote: quoted.and_then(|span| QuoteView::of(span, sources)),
            evidence: evidence.map_or(Vec::new(), |evidence| EvidenceView::all(evidence, sources)),
            notes: notes.collect(),
        }
    }
}
