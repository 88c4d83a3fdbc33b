//! Runs step by step: who did what, what changed, what was printed.

use crate::diagnostics::quote;
use crate::flow::{Entry, flow, folded, one_line, painted_paragraph, spaced};
use crate::grouping::grouped;
use crate::quantity::counted;
use crate::style::{BAD, BOLD, FAINT, VALUE, paint};
use crate::view::{
    LocationView, Pairs, PropertyView, QuoteView, ResultView, StateView, StepView, TraceView,
};
use anstyle::Style;

/// Where the text of a step begins, after its number.
const INDENT: usize = 8;

/// Between the parts of a headline.
const GAP: usize = 2;

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
    text + &render_legend(&trace.steps, width)
}

/// What is said of the steps that follow.
fn mark(what: &str) -> String {
    format!("   {}  {}\n", paint(FAINT, "───"), paint(FAINT, what))
}

/// What the marks mean that some steps have.
pub fn render_legend(steps: &[StepView], width: usize) -> String {
    let goes_on = steps.iter().any(|step| step.continues);
    let moves = steps.iter().any(|step| destination(step).is_some());
    let marks = [
        (
            goes_on,
            "+ happens together with the step before: nobody else acts in between",
        ),
        (
            moves,
            "line a → b: the step leads the process from line a to line b",
        ),
    ];
    let marks = marks.iter().filter(|(is_used, _)| *is_used);
    let text: String = marks
        .map(|(_, meaning)| painted_paragraph(FAINT, meaning, INDENT, INDENT + 2, width))
        .collect();
    if text.is_empty() {
        text
    } else {
        format!("\n{text}")
    }
}

/// A step with its number; number 0 is the initial step.
pub fn render_step(number: usize, step: &StepView, width: usize) -> String {
    let label = match (number, step.continues) {
        (0, _) => "start".to_string(),
        (number, false) => number.to_string(),
        (number, true) => format!("+ {number}"),
    };
    let mut text = spaced(headline(step), GAP, INDENT, width);
    let others = step.locations.iter();
    let others = others.filter(|location| Some(location.process) != step.process);
    let pairs = step.changes.0.clone();
    text.push_str(&if number == 0 {
        let locations = step.locations.iter();
        state_text(locations, pairs, width)
    } else {
        let moved = others.map(|other| location_entry(&other.name(), &other.text));
        let changes = pairs.iter().map(entry);
        flow(changes.chain(moved), INDENT, width)
    });
    text.push_str(&flow(step.values.0.iter().map(entry), INDENT, width));
    text.push_str(&printed(&step.output, width));
    if let Some(remark) = remark(number, step) {
        text.push_str(&format!("{:INDENT$}{}\n", "", paint(FAINT, remark)));
    }
    headed(&label, &text)
}

/// A whole state, with where its processes are.
pub fn render_state(state: &StateView, width: usize) -> String {
    state_text(state.locations.iter(), state.values.0.clone(), width)
}

fn state_text<'a>(
    locations: impl Iterator<Item = &'a LocationView>,
    values: Vec<(String, String)>,
    width: usize,
) -> String {
    let locations = locations.map(|location| (location.name(), location.text.clone()));
    let locations = grouped(locations.collect()).into_iter();
    let locations = locations.map(|(name, text)| location_entry(&name, &text));
    let values = grouped(values);
    flow(locations, INDENT, width) + &flow(values.iter().map(entry), INDENT, width)
}

/// Lines with a label in their margin.
fn headed(label: &str, lines: &str) -> String {
    let label = paint(FAINT, &format!("{label:>6}"));
    let lines = if lines.is_empty() { "\n" } else { lines };
    format!("{label}  {}", lines.trim_start_matches(' '))
}

/// What the model printed.
fn printed(output: &str, width: usize) -> String {
    const WORD: &str = "prints";
    let indent = INDENT + WORD.len() + 1;
    let lines = output.lines().map(|line| {
        let text = folded(&one_line(line), indent, width);
        let text = text.trim_start_matches(' ');
        let text = if text.is_empty() { "\n" } else { text };
        format!("{:INDENT$}{} {text}", "", paint(FAINT, WORD))
    });
    lines.collect()
}

/// Who did what, and where it is written; of a beginning that is written nowhere there is nothing
/// to say.
fn headline(step: &StepView) -> Vec<Entry> {
    if step.span.is_none() && step.process.is_none() {
        return Vec::new();
    }
    let line = step
        .span
        .as_ref()
        .map(|place| format!("line {}", place.line));
    let to = destination(step).map(|location| format!(" → {}", location.brief()));
    let place = line.unwrap_or_default() + &to.unwrap_or_default();
    let place = Entry::default().and(FAINT, place);
    let rule = Entry::default().and(BOLD, one_line(&step.rule));
    match (step.process, &step.proctype) {
        (Some(number), Some(kind)) => {
            vec![Entry::plain(format!("proc {number} ({kind})")), place, rule]
        }
        _ => vec![rule.and(Style::new(), parameters(&step.parameters)), place],
    }
}

/// Where the process is after a step that it made.
fn destination(step: &StepView) -> Option<&LocationView> {
    let mut locations = step.locations.iter();
    locations.find(|location| Some(location.process) == step.process)
}

/// What is to be said about a step that shows no change.
fn remark(number: usize, step: &StepView) -> Option<&'static str> {
    match step.result {
        ResultView::Fails => Some("(fails)"),
        ResultView::Excluded => Some("(an assumption excludes what follows)"),
        ResultView::State if step.process.is_some() => None,
        ResultView::State if number == 0 || !step.changes.0.is_empty() => None,
        ResultView::State if step.hidden > 0 => Some("(no change of what is shown)"),
        ResultView::State => Some("(no change)"),
    }
}

/// What could happen next, in a numbered list.
pub fn render_choice(number: usize, steps: &[StepView], width: usize) -> String {
    const INDENT: usize = 6;
    let names: Vec<String> = steps.iter().map(choice_name).collect();
    let lines = spaced([Entry::plain(names.join("; "))], GAP, INDENT, width);
    let number = paint(FAINT, &format!("{number:>4}"));
    format!("{number}  {}", lines.trim_start_matches(' '))
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
    Entry::plain(format!("{path} = ")).and(VALUE, value)
}

fn location_entry(name: &str, text: &str) -> Entry {
    Entry::plain(format!("{name} at ")).and(FAINT, one_line(text))
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
        None => {
            let word = Entry::default().and(BAD, "violated");
            let text = word.and(Style::new(), format!(": {message}"));
            spaced([text], GAP, 0, width)
        }
    }
}
