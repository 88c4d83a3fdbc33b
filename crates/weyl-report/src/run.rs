//! Runs step by step: rule, parameters, what changed, what was printed.

use crate::diagnostics::quote;
use crate::flow::{Entry, flow, one_line};
use crate::quantity::counted;
use crate::style::{BAD, BOLD, FAINT, VALUE, paint};
use crate::view::{Pairs, PropertyView, QuoteView, ResultView, StepView, TraceView};
use unicode_width::UnicodeWidthStr;

/// Where the text of a step begins, after its number.
const INDENT: usize = 8;

pub(crate) fn render_trace(trace: &TraceView, width: usize) -> String {
    let mut text = String::new();
    for (number, step) in trace.steps.iter().enumerate() {
        if trace.cycle_start == Some(number) {
            text.push_str(&mark("these steps repeat for ever"));
        }
        text.push_str(&render_step(number, step, width));
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
pub fn render_step(number: usize, step: &StepView, width: usize) -> String {
    let label = match (number, step.continues) {
        (0, _) => "start".to_string(),
        (number, false) => number.to_string(),
        (number, true) => format!("+ {number}"),
    };
    let label = paint(FAINT, &format!("{label:>6}"));
    let mut text = format!("{label}  {}\n", headline(step));
    let changes = step.changes.0.iter().map(entry);
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
fn headline(step: &StepView) -> String {
    let line = step
        .span
        .as_ref()
        .map(|place| format!("  line {}", place.line));
    let place = paint(FAINT, &line.unwrap_or_default());
    let rule = paint(BOLD, &one_line(&step.rule));
    match (step.process, &step.proctype) {
        (Some(number), Some(kind)) => format!("proc {number} ({kind}){place}  {rule}"),
        _ => format!("{rule}{}{place}", parameters(&step.parameters)),
    }
}

/// What is to be said about a step that shows no change.
fn remark(number: usize, step: &StepView) -> Option<&'static str> {
    match step.result {
        ResultView::Fails => Some("(fails)"),
        ResultView::Excluded => Some("(an assumption excludes what follows)"),
        ResultView::State if step.process.is_some() => None,
        ResultView::State if number > 0 && step.changes.0.is_empty() => Some("(no change)"),
        ResultView::State => None,
    }
}

/// What could happen next, in a numbered list.
pub fn render_choice(number: usize, steps: &[StepView]) -> String {
    let number = paint(FAINT, &format!("{number:>4}"));
    let names: Vec<String> = steps.iter().map(choice_name).collect();
    format!("{number}  {}\n", names.join("; "))
}

pub(crate) fn choice_name(step: &StepView) -> String {
    let rule = one_line(&step.rule);
    match (step.process, &step.proctype) {
        (Some(number), Some(kind)) => format!("{number} ({kind}): {rule}"),
        _ => format!("{rule}{}", parameters(&step.parameters)),
    }
}

/// ` [p = p1, q = p2]`, or nothing.
pub(crate) fn parameters(parameters: &Pairs) -> String {
    if parameters.0.is_empty() {
        return String::new();
    }
    let pairs: Vec<String> = parameters
        .0
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    format!(" [{}]", pairs.join(", "))
}

fn entry((path, value): &(String, String)) -> Entry {
    Entry {
        text: format!("{path} = {}", paint(VALUE, value)),
        width: path.width() + 3 + value.width(),
    }
}

/// What is wrong at the end of a run, with the line of the model that says so.
pub(crate) fn render_end(property: &PropertyView, width: usize) -> String {
    let message = property.message.clone().unwrap_or_default();
    let message = match property.searched {
        Some(states) => format!("{message} ({} searched)", counted(states, "state")),
        None => message,
    };
    render_violation_end(&message, property.quote.as_ref(), width)
}

/// A message and the line that it is about.
pub fn render_violation_end(message: &str, quoted: Option<&QuoteView>, width: usize) -> String {
    match quoted {
        Some(quoted) => quote(message, quoted, width) + "\n",
        None => format!("{}: {message}\n", paint(BAD, "violated")),
    }
}
