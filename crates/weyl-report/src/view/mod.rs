//! The view of a report: all that is ever shown of it, in one tree of plain data without references
//! into models or sources. JSON is this tree written down, a contract with scripts: fields are
//! added, never renamed. Text and all other formats are printed from it too, so that a report which
//! was saved can be shown again.

mod batch;
mod compare;
mod elsewhere;
mod exploration;
mod list;
mod location;
mod pairs;
mod place;
mod profile;
mod property;
mod reduction;
mod run;
mod state;
mod tests;
mod unfinished;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_check::{CheckpointSummary, Conclusion, Failure, Report};
use weyl_explore::{Coverage, LimitKind, Limits, Spilled, Storing};
use weyl_source::{Diagnostic, Diagnostics, Severity, Sources};

pub use batch::BatchView;
pub use compare::{ChangeView, ComparisonView, PartView, RowView, ValueView};
pub use exploration::{
    ExplorationView, IndicesView, InstanceView, OrderView, ProductView, RepresentingView,
};
pub use list::{ListView, ListedView};
pub use location::LocationView;
pub use pairs::Pairs;
pub use place::{PlaceView, QuoteView};
pub use profile::{ProfileView, RestView, WorkView};
pub use property::{KindView, PropertyView, UndecidedView, VerdictView};
pub use reduction::ReductionView;
pub use run::{DirectionView, MessageView, ResultView, StepView, TraceView};
pub use state::StateView;
pub use tests::{DifferenceView, OutcomeView, TestView, TestsView};
pub use unfinished::PhaseView;

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of the form of all JSON; docs/json.md has the rules by which it changes.
pub const SCHEMA_VERSION: &str = "1.4";

/// Reports had this one before they said so.
fn first_schema() -> String {
    "1.0".to_string()
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The version of weyl.
    pub weyl: String,
    /// The version of this form.
    #[serde(default = "first_schema")]
    pub schema: String,
    pub model: String,
    pub verdict: VerdictView,
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub seconds: f64,
    /// At the peak.
    pub bytes: u64,
    pub bytes_per_state: f64,
    pub threads: usize,
    pub store: StoreView,
    /// With fingerprints, after a search that left out nothing that it knew of.
    pub omission_probability: Option<f64>,
    /// The same with bits: what the table was worth.
    #[serde(default)]
    pub bits: Option<BitsView>,
    pub symmetry: Option<SymmetryView>,
    /// What became of other reductions that were asked for.
    #[serde(default)]
    pub reductions: Vec<ReductionView>,
    pub explorations: Vec<ExplorationView>,
    pub profile: ProfileView,
    pub self_check: Option<SelfCheckView>,
    pub properties: Vec<PropertyView>,
    /// What the check was not to exceed.
    #[serde(default)]
    pub limits: LimitsView,
    /// The limit that ended the check.
    pub limit: Option<LimitView>,
    /// What was being done then.
    pub phase: Option<PhaseView>,
    /// What was on disk, with `--spill`.
    #[serde(default)]
    pub disk: Option<DiskView>,
    /// With `--checkpoint`.
    #[serde(default)]
    pub checkpoint: Option<CheckpointView>,
    /// Whether nothing was left to do: all states were explored, if states were asked about, and
    /// every question about runs was answered.
    pub complete: bool,
    pub unreached: Vec<UnreachedView>,
    /// How often each rule fired or each statement was executed, in the order of the text.
    #[serde(default)]
    pub coverage: Vec<CoveredView>,
    pub diagnostics: Vec<DiagnosticView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StoreView {
    Exact,
    Compact,
    Bits,
}

/// What a table of bits was worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BitsView {
    /// Bits of the table for each state.
    pub hash_factor: f64,
    /// The expected share of states that were met and taken for known ones.
    pub omitted: f64,
}

impl BitsView {
    fn of(coverage: Coverage) -> BitsView {
        BitsView {
            hash_factor: rounded(coverage.factor, 100.0),
            omitted: coverage.omitted,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LimitView {
    States,
    Memory,
    Time,
    Depth,
    Disk,
    Interrupted,
    Numbers,
}

/// What was saved of the exploration, to go on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointView {
    /// Where: what `weyl resume` takes.
    pub folder: String,
    /// How many were written.
    pub written: u64,
    /// The states in the last one; nothing where there is none to go on from.
    pub states: Option<u64>,
    /// The states that were there at the beginning, where a check went on.
    pub resumed_from: Option<u64>,
    /// Why no more could be written.
    pub failure: Option<String>,
}

impl From<&CheckpointSummary> for CheckpointView {
    fn from(summary: &CheckpointSummary) -> CheckpointView {
        let kept = summary.kept.clone();
        CheckpointView {
            folder: summary.place.clone(),
            written: kept.written,
            states: kept.states,
            resumed_from: kept.resumed_from,
            failure: kept.failure,
        }
    }
}

/// States on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiskView {
    /// At the peak; 0 where memory was enough.
    pub bytes: u64,
    /// Why files could not be written or read any more.
    pub failure: Option<String>,
}

impl From<&Spilled> for DiskView {
    fn from(spilled: &Spilled) -> DiskView {
        DiskView {
            bytes: spilled.bytes,
            failure: spilled.failure.clone(),
        }
    }
}

/// What a check may take, where that is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LimitsView {
    pub states: Option<u64>,
    /// In bytes.
    pub memory: Option<u64>,
    pub seconds: Option<f64>,
    pub depth: Option<u64>,
}

/// The symmetry that was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SymmetryView {
    pub order: String,
    pub structure: String,
    pub generators: Vec<String>,
    /// Whether some symmetries move nothing but data.
    pub moves_data_alone: bool,
    /// False where it stands on `--trust-loops`.
    pub proved: bool,
    /// What becomes of processes that have ended: `stay` where that gives more symmetry.
    pub termination: Option<String>,
    /// Whether some states were merged; null where that is not known: not all was explored, or more
    /// than a few thousand states.
    #[serde(default)]
    pub merged: Option<bool>,
    /// On how many steps of drawn states the generators were tried out, and whether no limit cut
    /// that.
    pub tried: u64,
    pub tried_all: bool,
}

/// The unreduced system, where it was explored for comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SelfCheckView {
    pub states: u64,
    /// Of these states, under the symmetry that was used; null without one, or if a limit was
    /// reached.
    pub orbits: Option<u64>,
    /// Whether both searches ended, and verdicts were compared.
    #[serde(default)]
    pub agrees: bool,
    pub seconds: f64,
}

/// A rule that never fired, or a statement that was never executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnreachedView {
    pub rule: String,
    pub process: Option<String>,
    pub span: Option<PlaceView>,
}

/// A rule or a statement, and in how many of the explored steps it had a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoveredView {
    pub rule: String,
    pub process: Option<String>,
    pub span: Option<PlaceView>,
    pub fired: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiagnosticView {
    pub code: String,
    pub severity: SeverityView,
    pub message: String,
    pub span: Option<PlaceView>,
    pub hint: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityView {
    Warning,
    Error,
}

/// What there is to see where there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailureView {
    pub weyl: String,
    #[serde(default = "first_schema")]
    pub schema: String,
    pub model: Option<String>,
    /// Always `error`.
    pub verdict: String,
    pub diagnostics: Vec<DiagnosticView>,
}

pub(crate) fn rounded(number: f64, scale: f64) -> f64 {
    (number * scale).round() / scale
}

impl View {
    pub fn of(report: &Report, model: &str, sources: &Sources) -> View {
        let statistics = &report.statistics;
        let coverage = report.coverage.iter().map(|rule| CoveredView {
            rule: rule.name.clone(),
            process: rule.process.clone(),
            span: PlaceView::of(rule.span, sources),
            fired: rule.fired,
        });
        let unreached = report.unreached().map(|rule| UnreachedView {
            rule: rule.name.clone(),
            process: rule.process.clone(),
            span: PlaceView::of(rule.span, sources),
        });
        let properties = report.properties.iter();
        View {
            weyl: VERSION.to_string(),
            schema: SCHEMA_VERSION.to_string(),
            model: model.to_string(),
            verdict: report.outcome().into(),
            states: statistics.states,
            transitions: statistics.transitions,
            depth: statistics.depth,
            seconds: rounded(statistics.seconds, 1e6),
            bytes: statistics.bytes,
            bytes_per_state: rounded(statistics.bytes_per_state(), 10.0),
            threads: statistics.threads,
            store: match statistics.storing {
                Storing::Auto | Storing::Exact | Storing::Tree => StoreView::Exact,
                Storing::Compact => StoreView::Compact,
                Storing::Bits { .. } => StoreView::Bits,
            },
            omission_probability: report.omission,
            bits: report.bits.map(BitsView::of),
            symmetry: report.symmetry.as_ref().map(SymmetryView::of),
            reductions: report.reductions.iter().map(ReductionView::of).collect(),
            explorations: report
                .explorations
                .iter()
                .map(ExplorationView::of)
                .collect(),
            profile: ProfileView::of(report),
            self_check: report.self_check.map(|compared| SelfCheckView {
                states: compared.full_states,
                orbits: compared.orbits,
                agrees: compared.agrees,
                seconds: rounded(compared.full_seconds, 1e6),
            }),
            properties: properties
                .map(|property| PropertyView::of(property, sources))
                .collect(),
            limits: LimitsView::from(&report.limits),
            limit: report.limit.map(LimitView::from),
            phase: report.limit.map(|_| PhaseView::of_report(report)),
            disk: report.spilled.as_ref().map(DiskView::from),
            checkpoint: report.checkpoint.as_ref().map(CheckpointView::from),
            complete: report.complete,
            unreached: unreached.collect(),
            coverage: coverage.collect(),
            diagnostics: diagnostics(&report.warnings, sources),
        }
    }

    pub fn states_per_second(&self) -> f64 {
        self.states as f64 / self.seconds.max(1e-6)
    }

    /// As `--json` prints it.
    pub fn to_json(&self) -> String {
        printed(self)
    }

    /// A report that was saved.
    pub fn from_json(text: &str) -> Result<View, serde_json::Error> {
        serde_json::from_str(text)
    }
}

impl FailureView {
    pub fn of(failure: &Failure, model: Option<&str>, sources: &Sources) -> FailureView {
        FailureView {
            weyl: VERSION.to_string(),
            schema: SCHEMA_VERSION.to_string(),
            model: model.map(str::to_string),
            verdict: "error".to_string(),
            diagnostics: diagnostics(failure.diagnostics(), sources),
        }
    }

    pub fn to_json(&self) -> String {
        printed(self)
    }

    /// One that was saved.
    pub fn from_json(text: &str) -> Result<FailureView, serde_json::Error> {
        serde_json::from_str(text)
    }
}

pub(crate) fn printed(object: &impl Serialize) -> String {
    // Strings, numbers and string-keyed maps: there is nothing here that could fail to serialise.
    serde_json::to_string_pretty(object).unwrap_or_default() + "\n"
}

impl SymmetryView {
    fn of(used: &weyl_check::SymmetryUsed) -> SymmetryView {
        SymmetryView {
            order: used.group.order.clone(),
            structure: used.group.structure.clone(),
            generators: used.group.generators.clone(),
            moves_data_alone: used.group.moves_data_alone,
            proved: !used.is_unproved,
            termination: used.stays.then(|| "stay".to_string()),
            merged: used.merged,
            tried: used.tried.triples,
            tried_all: !used.tried.is_cut,
        }
    }
}

impl From<&Limits> for LimitsView {
    fn from(limits: &Limits) -> LimitsView {
        LimitsView {
            states: limits.states,
            memory: limits.memory,
            seconds: limits.time.map(|time| time.as_secs_f64()),
            depth: limits.depth,
        }
    }
}

impl From<LimitKind> for LimitView {
    fn from(limit: LimitKind) -> LimitView {
        match limit {
            LimitKind::States => LimitView::States,
            LimitKind::Memory => LimitView::Memory,
            LimitKind::Time => LimitView::Time,
            LimitKind::Depth => LimitView::Depth,
            LimitKind::Disk => LimitView::Disk,
            LimitKind::Interrupted => LimitView::Interrupted,
            LimitKind::Numbers => LimitView::Numbers,
        }
    }
}

impl From<Conclusion> for VerdictView {
    fn from(outcome: Conclusion) -> VerdictView {
        match outcome {
            Conclusion::Holds => VerdictView::Holds,
            Conclusion::Violated => VerdictView::Violated,
            Conclusion::Inconclusive => VerdictView::Inconclusive,
        }
    }
}

pub(crate) fn diagnostics(diagnostics: &Diagnostics, sources: &Sources) -> Vec<DiagnosticView> {
    let one = |diagnostic: &Diagnostic| DiagnosticView {
        code: diagnostic.code.to_string(),
        severity: match diagnostic.severity {
            Severity::Warning => SeverityView::Warning,
            Severity::Error => SeverityView::Error,
        },
        message: diagnostic.message.clone(),
        span: PlaceView::of(diagnostic.span, sources),
        hint: diagnostic.hint.clone(),
    };
    diagnostics.iter().map(one).collect()
}
