//! Runs step by step: rule, parameters, what changed, what was printed.

use crate::diagnostics::quote;
use crate::flow::{Entry, flow};
use crate::style::{BAD, BOLD, FAINT, VALUE, paint};
use unicode_width::UnicodeWidthStr;
use weyl_check::{PropertyResult, Witness};
use weyl_source::{SourceMap, Span};
use weyl_trace::{Change, Step, Trace};

/// Where the text of a step begins, after its number.
const INDENT: usize = 8;

pub(crate) fn render_trace(trace: &Trace, sources: &SourceMap, width: usize) -> String {
    let steps = trace.all_steps().enumerate();
    steps
        .map(|(number, step)| render_step(number, step, sources, width))
        .collect()
}

/// A step with its number; number 0 is the initial step.
pub fn render_step(number: usize, step: &Step, sources: &SourceMap, width: usize) -> String {
    let label = match number {
        0 => "start".to_string(),
        number => number.to_string(),
    };
    let line = place(step.span, sources);
    let mut text = format!(
        "{}  {}{}{}\n",
        paint(FAINT, &format!("{label:>6}")),
        paint(BOLD, &step.rule),
        parameters(&step.parameters),
        paint(FAINT, &line),
    );
    let changes = step.changes.iter().map(entry);
    let nothing_changed = step.changes.is_empty() && step.state().is_some() && number > 0;
    text.push_str(&flow(changes, INDENT, width));
    if nothing_changed {
        text.push_str(&format!("{:INDENT$}{}\n", "", paint(FAINT, "(no change)")));
    }
    for line in step.output.lines() {
        let mark = paint(FAINT, "prints");
        text.push_str(&format!("{:INDENT$}{mark} {line}\n", ""));
    }
    text
}

/// A rule that could fire, in a numbered list.
pub fn render_choice(number: usize, step: &Step) -> String {
    let number = paint(FAINT, &format!("{number:>4}"));
    format!("{number}  {}{}\n", step.rule, parameters(&step.parameters))
}

/// ` [p = p1, q = p2]`, or nothing.
pub(crate) fn parameters(parameters: &[(String, String)]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let pairs: Vec<String> = parameters
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    format!(" [{}]", pairs.join(", "))
}

fn place(span: Span, sources: &SourceMap) -> String {
    if span.is_empty() {
        return String::new();
    }
    format!("  line {}", sources.position(span).line)
}

fn entry(change: &Change) -> Entry {
    let value = paint(VALUE, &change.value);
    Entry {
        text: format!("{} = {value}", change.path),
        width: change.path.width() + 3 + change.value.width(),
    }
}

/// What is wrong at the end of a run, with the line of the model that says so.
pub(crate) fn render_end(property: &PropertyResult, sources: &SourceMap, width: usize) -> String {
    let message = property.message.clone().unwrap_or_default();
    let message = match &property.verdict {
        weyl_check::Verdict::Violated(Witness::RunIntoRegion(_, region)) => match region.states {
            Some(1) => format!("{message} (nothing lies beyond it)"),
            Some(states) => format!("{message} (all {states} states beyond it were searched)"),
            None => message,
        },
        _ => message,
    };
    let message = match parameters(&property.parameters) {
        none if none.is_empty() => message,
        some => format!("{message} for{some}"),
    };
    render_violation_end(&message, property.span, sources, width)
}

/// A message and the line that it is about.
pub fn render_violation_end(
    message: &str,
    span: Option<Span>,
    sources: &SourceMap,
    width: usize,
) -> String {
    match span {
        Some(span) if !span.is_empty() => quote(message, span, sources, width) + "\n",
        _ => format!("{}: {message}\n", paint(BAD, "violated")),
    }
}
