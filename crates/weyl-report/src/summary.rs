//! The report of a check for people: verdict, properties, counts, runs.

use crate::chart::{ChartFormat, render_chart};
use crate::evidence::render_evidence;
use crate::flow::{Entry, flow, one_line, painted_paragraph, some_of, wrapped};
use crate::limits::{help, limit_reached};
use crate::notes::{coverage, notes};
use crate::profile::profile_text;
use crate::quantity::{bytes, count, counted, order, rate, seconds};
use crate::run::{parameters, render_end, render_trace};
use crate::style::{BOLD, FAINT};
use crate::table::{table, verdict_style};
use crate::view::{
    ExplorationView, IndicesView, KindView, PhaseView, ProductView, PropertyView, SymmetryView,
    TraceView, VerdictView, View,
};
use anstyle::Style;

/// Properties that were explored apart and are written out.
const SHOWN_APART: usize = 12;

/// Shorter runs, and fewer states, tell nothing about rates and sizes.
const LEAST_SECONDS: f64 = 0.1;
const LEAST_STATES: u64 = 1_000;

/// How a report is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    pub width: usize,
    /// With the messages of each run as a sequence chart.
    pub msc: bool,
    /// With the parts of the time.
    pub profile: bool,
    /// With how often each rule fired.
    pub coverage: bool,
    /// As one of several reports: where everything holds, a line is enough.
    pub brief: bool,
}

impl Shown {
    /// No more than is usual.
    pub fn within(width: usize) -> Shown {
        Shown {
            width,
            msc: false,
            profile: false,
            coverage: false,
            brief: false,
        }
    }
}

/// A report for people.
pub fn render_report(report: &View, shown: Shown) -> String {
    let width = shown.width;
    if shown.brief && report.verdict == VerdictView::Holds {
        return brief(report, width);
    }
    let mut text = headline(report, width);
    text.push('\n');
    if report.is_unfinished() {
        text.push_str(&unfinished(report, width));
        return text;
    }
    text.push_str(&table(report, width));
    text.push('\n');
    text.push_str(&notes(report, width));
    text.push_str(&counts(report, width));
    if shown.profile {
        text.push_str(&profile_text(&report.profile, width));
    }
    text.push_str(&if shown.coverage {
        coverage(report, width)
    } else {
        unreached(report, width)
    });
    for property in &report.properties {
        text.push_str(&violation(property, shown));
    }
    text
}

/// All in one line.
fn brief(report: &View, width: usize) -> String {
    let line = Entry::default()
        .and(verdict_style(report.verdict), report.verdict.word())
        .and(Style::new(), " ")
        .and(BOLD, one_line(&report.model));
    let (states, time) = (counted(report.states, "state"), seconds(report.seconds));
    let line = line.and(FAINT, format!("  {states}, {time}"));
    flow([line], 0, width)
}

/// What there is to say where there is neither a property nor an exploration.
fn unfinished(report: &View, width: usize) -> String {
    let doing = report.phase.map_or("working", PhaseView::doing);
    let is_before_the_search = report
        .phase
        .is_some_and(|phase| phase < PhaseView::Searching);
    let found = match report.states {
        0 if is_before_the_search => "; nothing was explored".to_string(),
        0 => String::new(),
        states => format!("; {} so far", counted(states, "state")),
    };
    let text = wrapped(&format!("stopped while {doing}{found}"), 2, 4, width);
    let help = report.limit.and_then(|limit| help(limit, report));
    text + &help.map_or(String::new(), |help| wrapped(&help, 2, 4, width))
}

fn headline(report: &View, width: usize) -> String {
    let model = one_line(&report.model);
    let line = Entry::default()
        .and(verdict_style(report.verdict), report.verdict.word())
        .and(Style::new(), " ")
        .and(BOLD, model);
    let line = match report.verdict {
        VerdictView::Holds | VerdictView::Violated => line,
        VerdictView::Inconclusive => line.and(Style::new(), format!(": {}", reason(report))),
    };
    flow([line], 0, width)
}

/// Why there is no verdict.
fn reason(report: &View) -> String {
    match (report.limit, report.omission_probability) {
        (Some(limit), _) => limit_reached(limit, report),
        (None, Some(_)) if let Some(bits) = report.bits => format!(
            "no violation was found; {:.0e} of the states were left out, as far as can be told \
             (hash factor {})",
            bits.omitted, bits.hash_factor
        ),
        (None, Some(probability)) => format!(
            "no violation was found; a state was left out with probability {probability:.0e} at most"
        ),
        (None, None) => "some properties were not checked".to_string(),
    }
}

fn counts(report: &View, width: usize) -> String {
    let found = format!(
        "{}{}, {}, depth {}",
        counted(report.states, "state"),
        gained(report),
        counted(report.transitions, "transition"),
        count(report.depth),
    );
    let found = found + &products(report.explorations.first());
    let mut text = symmetry(report, width) + &reductions(report, width);
    text.push_str(&self_check(report, width));
    text.push_str(&wrapped(&found, 2, 4, width));
    text.push_str(&painted_paragraph(FAINT, &effort(report), 2, 4, width));
    if let Some(help) = report.limit.and_then(|limit| help(limit, report)) {
        text.push_str(&wrapped(&help, 2, 4, width));
    }
    text.push_str(&checkpoint(report, width));
    text
}

/// From where the check went on, and how it goes on behind a limit.
fn checkpoint(report: &View, width: usize) -> String {
    let Some(kept) = &report.checkpoint else {
        return String::new();
    };
    let begun = kept.resumed_from.map(|states| {
        format!(
            "went on from a checkpoint with {}",
            counted(states, "state")
        )
    });
    let behind = kept
        .states
        .filter(|_| report.limit.is_some())
        .map(|states| {
            let folder = one_line(&kept.folder);
            format!(
                "`weyl resume {folder}` goes on from {}",
                counted(states, "state")
            )
        });
    let said = begun.into_iter().chain(behind);
    said.map(|said| wrapped(&said, 2, 4, width)).collect()
}

/// What it took. Rates of short runs, and sizes where there are few states, mean nothing.
fn effort(report: &View) -> String {
    let mut parts = vec![seconds(report.seconds)];
    if report.seconds >= LEAST_SECONDS && report.states >= LEAST_STATES {
        parts.push(format!("{} states/s", rate(report.states_per_second())));
    }
    parts.push(bytes(report.bytes));
    if report.states >= LEAST_STATES {
        parts.push(format!("{:.1} bytes a state", report.bytes_per_state));
    }
    parts.push(counted(report.threads as u64, "thread"));
    parts.join(", ")
}

/// How many states each of those that were explored stands for, at most.
fn gained(report: &View) -> String {
    // What is not there yet was not merged either.
    let ended_early = report.verdict == VerdictView::Violated && !report.complete;
    match &report.symmetry {
        Some(used) if used.merged == Some(false) || ended_early => String::new(),
        Some(used) if used.order != "1" && used.moves_data_alone => format!(
            " ({} to 1 at most, and more by data values)",
            order(&used.order)
        ),
        Some(used) if used.order != "1" => format!(" ({} to 1 at most)", order(&used.order)),
        _ => String::new(),
    }
}

/// How many states the products with automata had, where there were some.
fn products(exploration: Option<&ExplorationView>) -> String {
    let products = exploration.map_or(&[][..], |of| &of.products);
    match products {
        [product] => product_text(product),
        several => {
            let states: u64 = several.iter().map(|product| product.states).sum();
            if states == 0 {
                return String::new();
            }
            format!("; {} of products with automata", count(states))
        }
    }
}

fn product_text(product: &ProductView) -> String {
    let how = match (product.indices, &product.instance) {
        (IndicesView::Followed, _) => "; indices followed on the annotated quotient".to_string(),
        (IndicesView::Fixed, Some(instance)) => {
            let values = parameters(&instance.parameters);
            match instance.stands_for {
                1 => format!("; for{values}"),
                all => format!("; for{values}, which stands for {all} instances"),
            }
        }
        (IndicesView::Fixed, None) => String::new(),
    };
    let (states, automaton) = (count(product.states), product.automaton_states);
    match product.states {
        0 => how,
        _ => format!("; {states} of the product with an automaton of {automaton}{how}"),
    }
}

/// What was exchanged, where anything was, and what was explored apart.
fn symmetry(report: &View, width: usize) -> String {
    let mut text = match &report.symmetry {
        Some(used) if used.order != "1" || used.moves_data_alone => exchanged(used, width),
        _ => String::new(),
    };
    let others = report.explorations.iter().skip(1);
    // What was not begun is not worth a line.
    for apart in others.filter(|apart| apart.states > 0) {
        let under = match &apart.symmetry {
            Some(of) if !text.is_empty() || of.order != "1" => {
                format!(", under symmetry of order {}", order(&of.order))
            }
            _ => String::new(),
        };
        let names: Vec<String> = apart.properties.iter().map(|name| one_line(name)).collect();
        let said = format!(
            "apart{under}: {} ({}{})",
            some_of(&names, SHOWN_APART, ", "),
            counted(apart.states, "state"),
            products(Some(apart)),
        );
        text.push_str(&wrapped(&said, 2, 4, width));
    }
    text
}

fn exchanged(used: &SymmetryView, width: usize) -> String {
    let word = if used.proved {
        "symmetry"
    } else {
        "symmetry, not proved (--trust-loops)"
    };
    let what = format!("{}, order {}", used.structure, order(&used.order));
    let what = match (used.order.as_str(), used.moves_data_alone) {
        ("1", _) => "of data values".to_string(),
        (_, true) => format!("{what}; and of data values"),
        (_, false) => what,
    };
    let mut text = match used.merged {
        Some(false) => String::new(),
        Some(true) | None => wrapped(&format!("{word}: {what}"), 2, 4, width),
    };
    if used.termination.is_some() {
        let said = "processes that have ended stay; `--termination spin` removes them as SPIN does";
        text.push_str(&wrapped(said, 2, 4, width));
    }
    if !used.tried_all {
        let steps = counted(used.tried, "step");
        let said =
            format!("the time limit was reached while symmetries were tried out (on {steps})");
        text.push_str(&wrapped(&said, 2, 4, width));
    }
    text
}

/// What other reductions did, and which were left out.
fn reductions(report: &View, width: usize) -> String {
    let said = report.reductions.iter().filter_map(|reduction| {
        let name = &reduction.name;
        let done = reduction
            .done
            .as_ref()
            .map(|done| format!("{name}: {done}"));
        let left_out = reduction.left_out.as_ref();
        done.or_else(|| left_out.map(|reason| format!("{name}: left out, for {reason}")))
    });
    said.map(|said| wrapped(&said, 2, 4, width)).collect()
}

fn self_check(report: &View, width: usize) -> String {
    let Some(compared) = &report.self_check else {
        return String::new();
    };
    let full = counted(compared.states, "state");
    let time = seconds(compared.seconds);
    let said = match compared.orbits {
        Some(orbits) => format!(
            "self-check: without reductions {full} in {time}; under symmetry they have {}; verdicts \
             agree",
            counted(orbits, "orbit")
        ),
        None if compared.agrees => {
            format!("self-check: without reductions {full} in {time}; verdicts agree")
        }
        None => format!("self-check: not finished; without reductions {full} in {time}"),
    };
    wrapped(&said, 2, 4, width)
}

/// Rules that never fired; of an unfinished search they would mean nothing.
fn unreached(report: &View, width: usize) -> String {
    if report.unreached.is_empty() || !report.complete {
        return String::new();
    }
    let groups = report.unreached.chunk_by(|a, b| a.process == b.process);
    let groups = groups.map(|group| {
        let rules = group.iter().map(|rule| {
            let line = rule.span.as_ref().map_or(1, |place| place.line);
            Entry::plain(format!("{} (line {line})", one_line(&rule.rule)))
        });
        let title = match group.first().and_then(|rule| rule.process.as_ref()) {
            Some(process) => format!("Statements of {process} that were never executed"),
            None => "Rules that never fired".to_string(),
        };
        let title = wrapped(&format!("{title}:"), 2, 4, width);
        format!("\n{title}{}", flow(rules, 4, width))
    });
    groups.collect()
}

fn violation(property: &PropertyView, shown: Shown) -> String {
    let is_found = property.kind == KindView::Witness && property.trace.is_some();
    let why = render_evidence(&property.evidence, shown.width);
    if property.verdict != VerdictView::Violated && !is_found {
        // Of what all runs show together there is nothing to say.
        return match property.evidence.len() {
            0 | 1 => String::new(),
            _ => {
                let title = painted_paragraph(BOLD, &one_line(&property.name), 0, 2, shown.width);
                format!("\n{title}\n{why}")
            }
        };
    }
    let name = one_line(&property.name);
    let title = format!("{name}{}", parameters(&property.parameters));
    let run = match &property.trace {
        Some(trace) => render_trace(trace, shown.width) + "\n" + &chart(trace, shown),
        None => String::new(),
    };
    let end = if is_found {
        String::new()
    } else {
        render_end(property, shown.width)
    };
    let title = painted_paragraph(BOLD, &title, 0, 2, shown.width);
    let why = if why.is_empty() { why } else { why + "\n" };
    format!("\n{title}\n{run}{why}{end}")
}

fn chart(trace: &TraceView, shown: Shown) -> String {
    let chart = if shown.msc {
        render_chart(trace, ChartFormat::Text, shown.width)
    } else {
        String::new()
    };
    if chart.is_empty() {
        chart
    } else {
        chart + "\n"
    }
}
