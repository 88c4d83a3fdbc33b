//! Runs step by step: rule, parameters, what changed, what was printed.

use crate::diagnostics::quote;
use crate::flow::{Entry, flow, one_line};
use crate::quantity::counted;
use crate::style::{BAD, BOLD, FAINT, VALUE, paint};
use unicode_width::UnicodeWidthStr;
use weyl_check::{PropertyResult, Verdict, Witness};
use weyl_source::{Sources, Span};
use weyl_trace::{Change, Step, StepResult, Trace};

/// Where the text of a step begins, after its number.
const INDENT: usize = 8;

pub(crate) fn render_trace(trace: &Trace, sources: &Sources, width: usize) -> String {
    let mut text = String::new();
    for (number, step) in trace.all_steps().enumerate() {
        if number > 0 && trace.cycle_start == Some(number - 1) {
            text.push_str(&mark("these steps repeat for ever"));
        }
        text.push_str(&render_step(number, step, sources, width));
    }
    if trace.cycle_start == Some(trace.steps.len()) {
        text.push_str(&mark(
            "nothing can happen any more: this state repeats for ever",
        ));
    }
    text
}

/// What is said of the steps that follow.
fn mark(what: &str) -> String {
    format!("   {}  {}\n", paint(FAINT, "───"), paint(FAINT, what))
}

/// A step with its number; number 0 is the initial step.
pub fn render_step(number: usize, step: &Step, sources: &Sources, width: usize) -> String {
    let label = match (number, step.continues) {
        (0, _) => "start".to_string(),
        (number, false) => number.to_string(),
        (number, true) => format!("+ {number}"),
    };
    let label = paint(FAINT, &format!("{label:>6}"));
    let mut text = format!("{label}  {}\n", headline(step, sources));
    let changes = step.changes.iter().map(entry);
    text.push_str(&flow(changes, INDENT, width));
    for line in step.output.lines() {
        let mark = paint(FAINT, "prints");
        text.push_str(&format!("{:INDENT$}{mark} {line}\n", ""));
    }
    if let Some(remark) = remark(number, step) {
        text.push_str(&format!("{:INDENT$}{}\n", "", paint(FAINT, remark)));
    }
    text
}

/// Who did what, and where it is written.
fn headline(step: &Step, sources: &Sources) -> String {
    let place = paint(FAINT, &place(step.span, sources));
    let rule = paint(BOLD, &one_line(&step.rule));
    match &step.process {
        Some(process) => format!("proc {} ({}){place}  {rule}", process.number, process.kind),
        None => format!("{rule}{}{place}", parameters(&step.parameters)),
    }
}

/// What is to be said about a step that shows no change.
fn remark(number: usize, step: &Step) -> Option<&'static str> {
    match step.result {
        StepResult::Fault(_) => Some("(fails)"),
        StepResult::Excluded => Some("(an assumption excludes what follows)"),
        StepResult::State(_) if step.process.is_some() => None,
        StepResult::State(_) if number > 0 && step.changes.is_empty() => Some("(no change)"),
        StepResult::State(_) => None,
    }
}

/// What could happen next, in a numbered list.
pub fn render_choice(number: usize, steps: &[Step]) -> String {
    let number = paint(FAINT, &format!("{number:>4}"));
    let names: Vec<String> = steps.iter().map(choice_name).collect();
    format!("{number}  {}\n", names.join("; "))
}

pub(crate) fn choice_name(step: &Step) -> String {
    match &step.process {
        Some(process) => {
            let rule = one_line(&step.rule);
            format!("{} ({}): {rule}", process.number, process.kind)
        }
        None => format!("{}{}", one_line(&step.rule), parameters(&step.parameters)),
    }
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

fn place(span: Span, sources: &Sources) -> String {
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
pub(crate) fn render_end(property: &PropertyResult, sources: &Sources, width: usize) -> String {
    let message = property.message.clone().unwrap_or_default();
    let message = match searched_beyond(property) {
        Some(states) => format!("{message} ({} searched)", counted(states, "state")),
        None => message,
    };
    render_violation_end(&message, property.span, sources, width)
}

/// How many states were searched beyond the end of the run, itself included.
fn searched_beyond(property: &PropertyResult) -> Option<u64> {
    match &property.verdict {
        Verdict::Violated(witness) => match &**witness {
            Witness::RunIntoRegion(_, region) => region.states,
            Witness::Run(_) | Witness::Exhausted(_) => None,
        },
        Verdict::Holds | Verdict::Inconclusive(_) => None,
    }
}

/// A message and the line that it is about.
pub fn render_violation_end(
    message: &str,
    span: Option<Span>,
    sources: &Sources,
    width: usize,
) -> String {
    match span {
        Some(span) if !span.is_empty() => quote(message, span, sources, width) + "\n",
        _ => format!("{}: {message}\n", paint(BAD, "violated")),
    }
}
