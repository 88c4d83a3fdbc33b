//! The JSON answer: one object, a contract with scripts. Fields are added, never renamed.

use crate::profile::{ProfileJson, profile_json};
use crate::summary::{kind_word, verdict_word};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use weyl_check::{
    Conclusion, ExplorationSummary, Failure, Indices, PropertyResult, Report, Verdict,
};
use weyl_explore::{LimitKind, Storing};
use weyl_source::{Diagnostic, Diagnostics, Severity, Sources, Span};
use weyl_trace::{Direction, Message, Step, Trace};

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize)]
struct ReportJson<'a> {
    weyl: &'static str,
    model: &'a str,
    verdict: &'static str,
    states: u64,
    transitions: u64,
    depth: u64,
    seconds: f64,
    bytes_per_state: f64,
    threads: usize,
    store: &'static str,
    /// With fingerprints, after a search that left out nothing that it knew of.
    omission_probability: Option<f64>,
    symmetry: Option<SymmetryJson<'a>>,
    explorations: Vec<ExplorationJson<'a>>,
    profile: ProfileJson,
    self_check: Option<SelfCheckJson>,
    properties: Vec<PropertyJson<'a>>,
    /// The limit that ended the search.
    limit: Option<&'static str>,
    unreached: Vec<UnreachedJson<'a>>,
    diagnostics: Vec<DiagnosticJson<'a>>,
}

#[derive(Serialize)]
struct SymmetryJson<'a> {
    order: &'a str,
    structure: &'a str,
    generators: &'a [String],
    /// False where it stands on `--trust-loops`.
    proved: bool,
    /// What becomes of processes that have ended: `stay` where that gives more symmetry.
    termination: Option<&'static str>,
    /// On how many steps of drawn states the generators were tried out, and whether no limit cut that.
    tried: u64,
    tried_all: bool,
}

/// The unreduced system, where it was explored for comparison.
#[derive(Serialize)]
struct SelfCheckJson {
    states: u64,
    orbits: Option<u64>,
    seconds: f64,
}

#[derive(Serialize)]
struct RepresentingJson {
    states: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct OrderJson<'a> {
    order: &'a str,
}

#[derive(Serialize)]
struct ExplorationJson<'a> {
    properties: &'a [String],
    states: u64,
    transitions: u64,
    /// Of temporal properties.
    products: Vec<ProductJson<'a>>,
    symmetry: Option<OrderJson<'a>>,
    /// What finding representatives cost, all threads together.
    representatives: Option<RepresentingJson>,
}

/// The product of the system with an automaton.
#[derive(Serialize)]
struct ProductJson<'a> {
    property: &'a str,
    states: u64,
    automaton_states: usize,
    /// What became of the instances of the property.
    indices: &'static str,
}

#[derive(Serialize)]
struct PropertyJson<'a> {
    name: &'a str,
    kind: &'static str,
    verdict: &'static str,
    message: Option<&'a str>,
    span: Option<SpanJson<'a>>,
    /// The instance that is violated.
    parameters: Pairs<'a>,
    trace: Option<TraceJson<'a>>,
}

#[derive(Serialize)]
struct TraceJson<'a> {
    cycle_start: Option<usize>,
    steps: Vec<StepJson<'a>>,
}

#[derive(Serialize)]
struct StepJson<'a> {
    rule: &'a str,
    parameters: Pairs<'a>,
    process: Option<u64>,
    proctype: Option<&'a str>,
    /// Whether no other process sees the state before it.
    continues: bool,
    span: Option<SpanJson<'a>>,
    changes: Pairs<'a>,
    output: &'a str,
    messages: Vec<MessageJson<'a>>,
}

#[derive(Serialize)]
struct MessageJson<'a> {
    channel: &'a str,
    direction: &'static str,
    values: &'a [String],
}

#[derive(Serialize)]
struct SpanJson<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct UnreachedJson<'a> {
    rule: &'a str,
    process: Option<&'a str>,
    span: Option<SpanJson<'a>>,
}

#[derive(Serialize)]
struct DiagnosticJson<'a> {
    code: String,
    severity: &'static str,
    message: &'a str,
    span: Option<SpanJson<'a>>,
    hint: Option<&'a str>,
}

#[derive(Serialize)]
struct FailureJson<'a> {
    weyl: &'static str,
    model: Option<&'a str>,
    verdict: &'static str,
    diagnostics: Vec<DiagnosticJson<'a>>,
}

/// Names and values as an object, in order.
struct Pairs<'a>(Vec<(&'a str, &'a str)>);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

pub fn render_report_json(report: &Report, model: &str, sources: &Sources) -> String {
    let statistics = &report.statistics;
    let unreached = report.unreached.iter();
    let object = ReportJson {
        weyl: VERSION,
        model,
        verdict: outcome_word(report.outcome()),
        states: statistics.states,
        transitions: statistics.transitions,
        depth: statistics.depth,
        seconds: rounded(statistics.seconds, 1e6),
        bytes_per_state: rounded(statistics.bytes_per_state(), 10.0),
        threads: statistics.threads,
        store: match statistics.storing {
            Storing::Exact => "exact",
            Storing::Compact => "compact",
        },
        omission_probability: report.omission,
        symmetry: report.symmetry.as_ref().map(|used| SymmetryJson {
            order: &used.group.order,
            structure: &used.group.structure,
            generators: &used.group.generators,
            proved: !used.is_unproved,
            termination: used.stays.then_some("stay"),
            tried: used.tried.triples,
            tried_all: !used.tried.is_cut,
        }),
        explorations: report.explorations.iter().map(exploration_json).collect(),
        profile: profile_json(report),
        self_check: report.self_check.map(|compared| SelfCheckJson {
            states: compared.full_states,
            orbits: compared.orbits,
            seconds: rounded(compared.full_seconds, 1e6),
        }),
        properties: report
            .properties
            .iter()
            .map(|property| property_json(property, sources))
            .collect(),
        limit: report.limit.map(limit_word),
        unreached: unreached
            .map(|rule| UnreachedJson {
                rule: &rule.name,
                process: rule.process.as_deref(),
                span: span_json(rule.span, sources),
            })
            .collect(),
        diagnostics: diagnostics_json(&report.warnings, sources),
    };
    printed(&object)
}

fn exploration_json(exploration: &ExplorationSummary) -> ExplorationJson<'_> {
    let order = exploration.order.as_deref();
    let products = exploration.products.iter().map(|product| ProductJson {
        property: &product.property,
        states: product.states,
        automaton_states: product.automaton,
        indices: match product.indices {
            Indices::Followed => "followed",
            Indices::Fixed | Indices::Cheapest => "fixed",
        },
    });
    ExplorationJson {
        properties: &exploration.properties,
        states: exploration.states,
        transitions: exploration.transitions,
        products: products.collect(),
        symmetry: order.map(|order| OrderJson { order }),
        representatives: order.map(|_| RepresentingJson {
            states: exploration.representatives.pieces,
            seconds: rounded(exploration.representatives.seconds, 1e6),
        }),
    }
}

/// What `--json` prints when there is no verdict.
pub fn render_failure_json(failure: &Failure, model: Option<&str>, sources: &Sources) -> String {
    printed(&FailureJson {
        weyl: VERSION,
        model,
        verdict: "error",
        diagnostics: diagnostics_json(failure.diagnostics(), sources),
    })
}

pub(crate) fn printed(object: &impl Serialize) -> String {
    // Strings, numbers and string-keyed maps: there is nothing here that could fail to serialise.
    serde_json::to_string_pretty(object).unwrap_or_default() + "\n"
}

fn rounded(number: f64, scale: f64) -> f64 {
    (number * scale).round() / scale
}

fn outcome_word(outcome: Conclusion) -> &'static str {
    match outcome {
        Conclusion::Holds => "holds",
        Conclusion::Violated => "violated",
        Conclusion::Inconclusive => "inconclusive",
    }
}

fn limit_word(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::States => "states",
        LimitKind::Memory => "memory",
        LimitKind::Time => "time",
        LimitKind::Depth => "depth",
        LimitKind::Interrupted => "interrupted",
    }
}

fn property_json<'a>(property: &'a PropertyResult, sources: &'a Sources) -> PropertyJson<'a> {
    let trace = match &property.verdict {
        Verdict::Violated(witness) => witness.trace(),
        Verdict::Holds | Verdict::Inconclusive(_) => property.example.as_ref(),
    };
    PropertyJson {
        name: &property.name,
        kind: kind_word(property.kind),
        verdict: verdict_word(&property.verdict),
        message: property.message.as_deref(),
        span: property.span.and_then(|span| span_json(span, sources)),
        parameters: pairs(&property.parameters),
        trace: trace.map(|trace| trace_json(trace, sources)),
    }
}

fn trace_json<'a>(trace: &'a Trace, sources: &'a Sources) -> TraceJson<'a> {
    TraceJson {
        // Steps are counted from the initial one.
        cycle_start: trace.cycle_start.map(|start| start + 1),
        steps: trace
            .all_steps()
            .map(|step| step_json(step, sources))
            .collect(),
    }
}

fn step_json<'a>(step: &'a Step, sources: &'a Sources) -> StepJson<'a> {
    let changes = step.changes.iter();
    StepJson {
        rule: &step.rule,
        parameters: pairs(&step.parameters),
        process: step.process.as_ref().map(|process| process.number),
        proctype: step.process.as_ref().map(|process| process.kind.as_str()),
        continues: step.continues,
        span: span_json(step.span, sources),
        changes: Pairs(
            changes
                .map(|change| (change.path.as_str(), change.value.as_str()))
                .collect(),
        ),
        output: &step.output,
        messages: step.messages.iter().map(message_json).collect(),
    }
}

fn message_json(message: &Message) -> MessageJson<'_> {
    MessageJson {
        channel: &message.channel,
        direction: match message.direction {
            Direction::Sent => "sent",
            Direction::Received => "received",
            Direction::Read => "read",
        },
        values: &message.values,
    }
}

fn pairs(pairs: &[(String, String)]) -> Pairs<'_> {
    let pairs = pairs.iter();
    Pairs(
        pairs
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect(),
    )
}

fn span_json(span: Span, sources: &Sources) -> Option<SpanJson<'_>> {
    if span == Span::default() {
        return None;
    }
    let position = sources.position(span);
    Some(SpanJson {
        file: &sources.file(span.file).name,
        line: position.line,
        column: position.column,
    })
}

fn diagnostics_json<'a>(
    diagnostics: &'a Diagnostics,
    sources: &'a Sources,
) -> Vec<DiagnosticJson<'a>> {
    let one = |diagnostic: &'a Diagnostic| DiagnosticJson {
        code: diagnostic.code.to_string(),
        severity: match diagnostic.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        message: &diagnostic.message,
        span: span_json(diagnostic.span, sources),
        hint: diagnostic.hint.as_deref(),
    };
    diagnostics.iter().map(one).collect()
}
