//! The report of a check for people: verdict, properties, counts, runs.

use crate::flow::{Entry, flow, one_line, truncated};
use crate::msc::render_msc;
use crate::profile::profile_text;
use crate::quantity::{bytes, count, counted, rate, seconds};
use crate::run::{parameters, render_end, render_trace};
use crate::style::{BAD, BOLD, FAINT, GOOD, OPEN, paint};
use anstyle::Style;
use unicode_width::UnicodeWidthStr;
use weyl_check::{
    Conclusion, ExplorationSummary, Indices, Kind, ProductSummary, PropertyResult, Report,
    SymmetryUsed, Undecided, Verdict, Witness,
};
use weyl_explore::LimitKind;
use weyl_source::Sources;
use weyl_trace::Trace;

/// How a report is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    pub width: usize,
    /// With the messages of each run as a sequence chart.
    pub msc: bool,
    /// With the parts of the time.
    pub profile: bool,
}

pub fn render_report(report: &Report, model: &str, sources: &Sources, shown: Shown) -> String {
    let width = shown.width;
    let mut text = headline(report, model);
    text.push('\n');
    text.push_str(&table(report, width));
    text.push('\n');
    text.push_str(&counts(report));
    if shown.profile {
        text.push_str(&profile_text(report));
    }
    text.push_str(&unreached(report, sources, width));
    for property in &report.properties {
        text.push_str(&violation(property, sources, shown));
    }
    text
}

fn headline(report: &Report, model: &str) -> String {
    let (word, style) = match report.outcome() {
        Conclusion::Holds => ("holds", GOOD),
        Conclusion::Violated => ("violated", BAD),
        Conclusion::Inconclusive => ("inconclusive", OPEN),
    };
    let reason = match (report.outcome(), report.limit, report.omission) {
        (Conclusion::Inconclusive, Some(limit), _) => format!(": {}", limit_reason(limit)),
        (Conclusion::Inconclusive, None, Some(probability)) => {
            format!(
                ": no violation was found; a state was left out with probability {probability:.0e} at most"
            )
        }
        (Conclusion::Inconclusive, None, None) => ": some properties were not checked".to_string(),
        _ => String::new(),
    };
    format!(
        "{} {}{reason}\n",
        paint(style, word),
        paint(BOLD, &one_line(model))
    )
}

pub(crate) fn limit_reason(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::States => "the limit of states was reached",
        LimitKind::Memory => "the limit of memory was reached",
        LimitKind::Time => "the limit of time was reached",
        LimitKind::Depth => "the limit of depth was reached",
        LimitKind::Interrupted => "the search was interrupted",
    }
}

pub(crate) fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Safety => "safety",
        Kind::Cover => "cover",
        Kind::Liveness => "liveness",
        Kind::Temporal => "temporal",
    }
}

pub(crate) fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Violated(_) => "violated",
        Verdict::Inconclusive(_) => "inconclusive",
    }
}

fn verdict_style(verdict: &Verdict) -> Style {
    match verdict {
        Verdict::Holds => GOOD,
        Verdict::Violated(_) => BAD,
        Verdict::Inconclusive(_) => OPEN,
    }
}

/// Name, kind, verdict and note of every property, in columns.
fn table(report: &Report, width: usize) -> String {
    let names = report.properties.iter().map(|p| one_line(&p.name).width());
    let name_width = names.max().unwrap_or(0).min(width / 2).max(8);
    let rows = report.properties.iter().map(|property| {
        let name = truncated(&one_line(&property.name), name_width);
        let padding = " ".repeat(name_width - name.width());
        let word = format!("{:12}", verdict_word(&property.verdict));
        let note = note(property);
        let word = if note.is_empty() {
            word.trim_end()
        } else {
            &word
        };
        let row = format!(
            "  {name}{padding}  {:8}  {}  {}",
            kind_word(property.kind),
            paint(verdict_style(&property.verdict), word),
            paint(FAINT, &note),
        );
        row.trim_end().to_string() + "\n"
    });
    rows.collect()
}

fn note(property: &PropertyResult) -> String {
    let steps = |trace: &Trace| counted(trace.steps.len() as u64, "step");
    match &property.verdict {
        Verdict::Holds => match &property.example {
            Some(trace) => format!("reached in {}", steps(trace)),
            None => String::new(),
        },
        Verdict::Violated(witness) => match &**witness {
            Witness::Run(trace) | Witness::RunIntoRegion(trace, _) => {
                let instance = parameters(&property.parameters);
                match cycle_length(trace) {
                    Some(length) => format!(
                        "{}, then a cycle of {length}{instance}",
                        steps_before(trace)
                    ),
                    None => format!("after {}{instance}", steps(trace)),
                }
            }
            Witness::Exhausted(all) => format!("in none of {}", counted(all.states, "state")),
        },
        Verdict::Inconclusive(Undecided::EndedAtViolation) => {
            "the search ended at a violation".to_string()
        }
        Verdict::Inconclusive(Undecided::Limit(_)) => "not violated so far".to_string(),
        Verdict::Inconclusive(Undecided::Omission) => {
            "not violated in any stored state".to_string()
        }
    }
}

/// How many steps repeat for ever, if any do.
fn cycle_length(trace: &Trace) -> Option<usize> {
    let length = trace.steps.len() - trace.cycle_start?;
    (length > 0).then_some(length)
}

fn steps_before(trace: &Trace) -> String {
    counted(trace.cycle_start.unwrap_or(0) as u64, "step")
}

fn counts(report: &Report) -> String {
    let statistics = &report.statistics;
    let found = format!(
        "{}, {}, depth {}",
        counted(statistics.states, "state"),
        counted(statistics.transitions, "transition"),
        count(statistics.depth),
    );
    let found = found + &products(report.explorations.first());
    let effort = format!(
        "{}, {} states/s, {}, {:.1} bytes a state, {}",
        seconds(statistics.seconds),
        rate(statistics.states_per_second()),
        bytes(statistics.bytes),
        statistics.bytes_per_state(),
        counted(statistics.threads as u64, "thread"),
    );
    let symmetry = symmetry(report);
    let symmetry = symmetry + &self_check(report);
    format!("{symmetry}  {found}\n  {}\n", paint(FAINT, &effort))
}

/// How many states the products with automata had, where there were some.
fn products(exploration: Option<&ExplorationSummary>) -> String {
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

fn product_text(product: &ProductSummary) -> String {
    let how = match (product.indices, &product.instance) {
        (Indices::Followed, _) => "; indices followed on the annotated quotient".to_string(),
        (_, Some((values, 1))) => format!("; for{}", parameters(values)),
        (_, Some((values, all))) => {
            let values = parameters(values);
            format!("; for{values}, which stands for {all} instances")
        }
        (_, None) => String::new(),
    };
    let (states, automaton) = (count(product.states), product.automaton);
    match product.states {
        0 => how,
        _ => format!("; {states} of the product with an automaton of {automaton}{how}"),
    }
}

/// What was exchanged, where anything was, and what was explored apart.
fn symmetry(report: &Report) -> String {
    let mut text = match &report.symmetry {
        Some(used) if used.group.order != "1" || used.group.moves_data_alone => exchanged(used),
        _ => String::new(),
    };
    let others = report.explorations.iter().skip(1);
    // What was not begun is not worth a line.
    for apart in others.filter(|apart| apart.states > 0) {
        let under = match apart.order.as_deref() {
            Some(order) if !text.is_empty() || order != "1" => {
                format!(", under symmetry of order {order}")
            }
            _ => String::new(),
        };
        text.push_str(&format!(
            "  apart{under}: {} ({}{})\n",
            one_line(&apart.properties.join(", ")),
            counted(apart.states, "state"),
            products(Some(apart)),
        ));
    }
    text
}

fn exchanged(used: &SymmetryUsed) -> String {
    let word = match used.is_unproved {
        false => "symmetry",
        true => "symmetry, not proved (--trust-loops)",
    };
    let group = &used.group;
    let what = format!("{}, order {}", group.structure, group.order);
    let what = match (group.order.as_str(), group.moves_data_alone) {
        ("1", _) => "of data values".to_string(),
        (_, true) => format!("{what}; and of data values"),
        (_, false) => what,
    };
    let mut text = format!("  {word}: {what}\n");
    if used.stays {
        text.push_str(
            "  processes that have ended stay; `--termination spin` removes them as SPIN does\n",
        );
    }
    if used.tried.is_cut {
        let steps = counted(used.tried.triples, "step");
        text.push_str(&format!(
            "  the time limit was reached while symmetries were tried out (on {steps})\n"
        ));
    }
    text
}

fn self_check(report: &Report) -> String {
    let Some(compared) = &report.self_check else {
        return String::new();
    };
    let full = counted(compared.full_states, "state");
    let time = seconds(compared.full_seconds);
    match compared.orbits {
        Some(orbits) => format!(
            "  self-check: without symmetry {full} in {time}; they have {}; verdicts agree\n",
            counted(orbits, "orbit")
        ),
        None => format!("  self-check: not finished; without symmetry {full} in {time}\n"),
    }
}

/// Rules that never fired; of an unfinished search they would mean nothing.
fn unreached(report: &Report, sources: &Sources, width: usize) -> String {
    if report.unreached.is_empty() || !report.complete {
        return String::new();
    }
    let groups = report.unreached.chunk_by(|a, b| a.process == b.process);
    let groups = groups.map(|group| {
        let rules = group.iter().map(|rule| {
            let line = sources.position(rule.span).line;
            Entry::plain(format!("{} (line {line})", one_line(&rule.name)))
        });
        let title = match group.first().and_then(|rule| rule.process.as_ref()) {
            Some(process) => format!("Statements of {process} that were never executed"),
            None => "Rules that never fired".to_string(),
        };
        format!("\n  {title}:\n{}", flow(rules, 4, width))
    });
    groups.collect()
}

fn violation(property: &PropertyResult, sources: &Sources, shown: Shown) -> String {
    let Verdict::Violated(witness) = &property.verdict else {
        return String::new();
    };
    let name = one_line(&property.name);
    let title = format!("{name}{}", parameters(&property.parameters));
    let run = match witness.trace() {
        Some(trace) => render_trace(trace, sources, shown.width) + "\n" + &chart(trace, shown),
        None => String::new(),
    };
    let end = render_end(property, sources, shown.width);
    format!("\n{}\n\n{run}{end}", paint(BOLD, &title))
}

fn chart(trace: &Trace, shown: Shown) -> String {
    let chart = match shown.msc {
        true => render_msc(trace),
        false => String::new(),
    };
    match chart.is_empty() {
        true => chart,
        false => chart + "\n",
    }
}
