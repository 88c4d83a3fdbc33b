//! The report of a check for people: verdict, properties, counts, runs.

use crate::flow::{Entry, flow, one_line, some_of, truncated, wrapped};
use crate::msc::render_msc;
use crate::profile::profile_text;
use crate::quantity::{bytes, count, counted, order, rate, seconds};
use crate::run::{parameters, render_end, render_trace};
use crate::style::{BAD, BOLD, FAINT, GOOD, OPEN, paint};
use crate::view::{
    ExplorationView, IndicesView, LimitView, PhaseView, ProductView, PropertyView, SymmetryView,
    TraceView, UndecidedView, VerdictView, View,
};
use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// Properties that were explored apart and are written out.
const SHOWN_APART: usize = 12;

/// How a report is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    pub width: usize,
    /// With the messages of each run as a sequence chart.
    pub msc: bool,
    /// With the parts of the time.
    pub profile: bool,
}

impl Shown {
    /// No more than is usual.
    pub fn within(width: usize) -> Shown {
        Shown {
            width,
            msc: false,
            profile: false,
        }
    }
}

/// A report for people.
pub fn render_report(report: &View, shown: Shown) -> String {
    let width = shown.width;
    let mut text = headline(report);
    text.push('\n');
    if report.is_unfinished() {
        text.push_str(&unfinished(report));
        return text;
    }
    text.push_str(&table(report, width));
    text.push('\n');
    text.push_str(&counts(report, width));
    if shown.profile {
        text.push_str(&profile_text(&report.profile));
    }
    text.push_str(&unreached(report, width));
    for property in &report.properties {
        text.push_str(&violation(property, shown));
    }
    text
}

/// What there is to say where there is neither a property nor an exploration.
fn unfinished(report: &View) -> String {
    let doing = report.phase.map_or("working", PhaseView::doing);
    let is_before_the_search = report
        .phase
        .is_some_and(|phase| phase < PhaseView::Searching);
    let found = match report.states {
        0 if is_before_the_search => "; nothing was explored".to_string(),
        0 => String::new(),
        states => format!("; {} so far", counted(states, "state")),
    };
    format!("  stopped while {doing}{found}\n")
}

fn verdict_style(verdict: VerdictView) -> Style {
    match verdict {
        VerdictView::Holds => GOOD,
        VerdictView::Violated => BAD,
        VerdictView::Inconclusive => OPEN,
    }
}

fn headline(report: &View) -> String {
    let word = paint(verdict_style(report.verdict), report.verdict.word());
    let model = paint(BOLD, &one_line(&report.model));
    let reason = match report.verdict {
        VerdictView::Holds | VerdictView::Violated => String::new(),
        VerdictView::Inconclusive => format!(": {}", reason(report)),
    };
    format!("{word} {model}{reason}\n")
}

/// Why there is no verdict.
fn reason(report: &View) -> String {
    match (report.limit, report.omission_probability) {
        (Some(limit), _) => limit_reason(limit).to_string(),
        (None, Some(probability)) => format!(
            "no violation was found; a state was left out with probability {probability:.0e} at most"
        ),
        (None, None) => "some properties were not checked".to_string(),
    }
}

/// Why a check ended before its time.
pub fn limit_reason(limit: LimitView) -> &'static str {
    match limit {
        LimitView::States => "the limit of states was reached",
        LimitView::Memory => "the limit of memory was reached",
        LimitView::Time => "the limit of time was reached",
        LimitView::Depth => "the limit of depth was reached",
        LimitView::Interrupted => "it was interrupted",
    }
}

/// Name, kind, verdict and note of every property, in columns.
fn table(report: &View, width: usize) -> String {
    let names = report.properties.iter().map(|p| one_line(&p.name).width());
    let name_width = names.max().unwrap_or(0).min(width / 2).max(8);
    let rows = report.properties.iter().map(|property| {
        let name = truncated(&one_line(&property.name), name_width);
        let padding = " ".repeat(name_width - name.width());
        let word = format!("{:12}", property.verdict.word());
        let note = note(property);
        let word = if note.is_empty() {
            word.trim_end()
        } else {
            &word
        };
        let row = format!(
            "  {name}{padding}  {:8}  {}  {}",
            property.kind.word(),
            paint(verdict_style(property.verdict), word),
            paint(FAINT, &note),
        );
        row.trim_end().to_string() + "\n"
    });
    rows.collect()
}

fn note(property: &PropertyView) -> String {
    let steps = |trace: &TraceView| counted(trace.len() as u64, "step");
    let trace = property.trace.as_ref();
    match property.verdict {
        VerdictView::Holds => match trace {
            Some(trace) => format!("reached in {}", steps(trace)),
            None => String::new(),
        },
        VerdictView::Violated => match (trace, property.exhausted) {
            (Some(trace), _) => {
                let instance = parameters(&property.parameters);
                match trace.cycle_length() {
                    Some(length) => {
                        let before = trace.len() - length;
                        let before = counted(before as u64, "step");
                        format!("{before}, then a cycle of {length}{instance}")
                    }
                    None => format!("after {}{instance}", steps(trace)),
                }
            }
            (None, states) => format!("in none of {}", counted(states.unwrap_or(0), "state")),
        },
        VerdictView::Inconclusive => match property.undecided {
            Some(UndecidedView::Ended) => "the search ended at a violation".to_string(),
            Some(UndecidedView::Omission) => "not violated in any stored state".to_string(),
            Some(UndecidedView::NotReplayed) => "found, but not replayed in time".to_string(),
            Some(UndecidedView::Limit) | None => "not violated so far".to_string(),
        },
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
    let effort = format!(
        "{}, {} states/s, {}, {:.1} bytes a state, {}",
        seconds(report.seconds),
        rate(report.states_per_second()),
        bytes(report.bytes),
        report.bytes_per_state,
        counted(report.threads as u64, "thread"),
    );
    let symmetry = symmetry(report, width);
    let symmetry = symmetry + &self_check(report);
    format!("{symmetry}  {found}\n  {}\n", paint(FAINT, &effort))
}

/// How many states each of those that were explored stands for, at most.
fn gained(report: &View) -> String {
    match &report.symmetry {
        Some(used) if used.order != "1" && !used.moves_data_alone => {
            format!(" ({} to 1 at most)", order(&used.order))
        }
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
        Some(used) if used.order != "1" || used.moves_data_alone => exchanged(used),
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

fn exchanged(used: &SymmetryView) -> String {
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
    let mut text = format!("  {word}: {what}\n");
    if used.termination.is_some() {
        text.push_str(
            "  processes that have ended stay; `--termination spin` removes them as SPIN does\n",
        );
    }
    if !used.tried_all {
        let steps = counted(used.tried, "step");
        text.push_str(&format!(
            "  the time limit was reached while symmetries were tried out (on {steps})\n"
        ));
    }
    text
}

fn self_check(report: &View) -> String {
    let Some(compared) = &report.self_check else {
        return String::new();
    };
    let full = counted(compared.states, "state");
    let time = seconds(compared.seconds);
    match compared.orbits {
        Some(orbits) => format!(
            "  self-check: without symmetry {full} in {time}; they have {}; verdicts agree\n",
            counted(orbits, "orbit")
        ),
        None => format!("  self-check: not finished; without symmetry {full} in {time}\n"),
    }
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
        format!("\n  {title}:\n{}", flow(rules, 4, width))
    });
    groups.collect()
}

fn violation(property: &PropertyView, shown: Shown) -> String {
    if property.verdict != VerdictView::Violated {
        return String::new();
    }
    let name = one_line(&property.name);
    let title = format!("{name}{}", parameters(&property.parameters));
    let run = match &property.trace {
        Some(trace) => render_trace(trace, shown.width) + "\n" + &chart(trace, shown),
        None => String::new(),
    };
    let end = render_end(property, shown.width);
    format!("\n{}\n\n{run}{end}", paint(BOLD, &title))
}

fn chart(trace: &TraceView, shown: Shown) -> String {
    let chart = if shown.msc {
        render_msc(trace)
    } else {
        String::new()
    };
    if chart.is_empty() {
        chart
    } else {
        chart + "\n"
    }
}
